"""Programs that we did not write read what we write, and come to the same scores.

They are in the extra `bench` only; elsewhere these tests are skipped.
"""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from engine.riichi import parse_rules
from server.records.formats import render
from server.simulation.run import Plan, play_plan
from tests.support.mjlog import to_mjlog
from tests.support.records import Record, wild

needs_riichienv = pytest.mark.skipif(find_spec("riichienv") is None, reason="needs riichienv")
needs_jansou = pytest.mark.skipif(find_spec("jansou") is None, reason="needs jansou")

GAMES = 500
SAMPLE = 6

_OF_RIICHIENV = {"tenhou_4p": "tenhou", "majsoul_4p_current": "mjsoul"}
"""Its reader takes every log as one of four players."""
_YAKUMAN_HAN = 13


def simulated(rules: str, count: int) -> Iterator[Record]:
    parsed = parse_rules(rules)
    plan = Plan(count, parsed, ("easy",) * parsed.players, "foreign readers")
    for played in play_plan(plan):
        yield played.game.record(played.id)


def wins_of(record: Record) -> list[dict[str, Any]]:
    return [dict(event) for event in record["events"] if event["type"] == "hora"]


def on_the_last_tile(record: Record) -> list[bool]:
    """For each win, whether no tile was left to draw."""
    found: list[bool] = []
    draws = 0
    for event in record["events"]:
        if event["type"] == "start_kyoku":
            draws = 0
        draws += event["type"] == "tsumo"
        if event["type"] == "hora":
            found.append(draws == _DRAWS)
    return found


def riichienv_agrees(record: Record, rule: str, tmp_path: Path) -> int:
    """Let riichienv value every win from the log alone; return how many there were.

    Its reader, which does not count tiles, takes every win as one on the last tile; so it is told
    which ones are.
    """
    riichienv = import_module("riichienv")
    path = tmp_path / "game.jsonl"
    path.write_bytes(render(record, "mjai").body)
    replay = riichienv.MjaiReplay.from_jsonl(str(path), rule)
    kyokus = list(replay.take_kyokus())
    assert len(kyokus) == sum(event["type"] == "start_kyoku" for event in record["events"])
    read = [found for kyoku in kyokus for found in kyoku.take_win_result_contexts()]
    wins = wins_of(record)
    assert len(read) == len(wins)
    for win, found, last in zip(wins, read, on_the_last_tile(record), strict=True):
        drawn = win["actor"] == win["target"]
        conditions = {
            **{field: getattr(found.conditions, field) for field in _CONDITIONS},
            "haitei": last and drawn and not found.conditions.rinshan,
            "houtei": last and not drawn,
        }
        value = found.calculate(
            found.create_calculator(), riichienv._riichienv.Conditions(**conditions)
        )
        place = (record["id"], win)
        assert value.is_win, place
        if win["yakuman"]:
            assert (value.yakuman, value.han) == (True, _YAKUMAN_HAN * win["yakuman"]), place
        else:
            assert (value.han, value.fu) == (win["han"], win["fu"]), place
        if not drawn:
            assert value.ron_agari == win["points"], place
    return len(wins)


_CONDITIONS = (
    *("tsumo", "riichi", "double_riichi", "ippatsu", "rinshan", "chankan", "tsumo_first_turn"),
    *("player_wind", "round_wind", "riichi_sticks", "honba"),
)
_DRAWS = 70


@needs_riichienv
@pytest.mark.parametrize(("rules", "rule"), _OF_RIICHIENV.items())
def test_riichienv_values_the_wins_of_our_mjai_logs(rules: str, rule: str, tmp_path: Path) -> None:
    games = simulated(rules, SAMPLE)
    assert sum(riichienv_agrees(record, rule, tmp_path) for record in games) > SAMPLE


@needs_riichienv
@pytest.mark.full
@pytest.mark.parametrize(("rules", "rule"), _OF_RIICHIENV.items())
def test_riichienv_values_many_games(rules: str, rule: str, tmp_path: Path) -> None:
    games = simulated(rules, GAMES)
    assert sum(riichienv_agrees(record, rule, tmp_path) for record in games) > GAMES


def jansou_agrees(record: Record, paifu: Any) -> int:
    """Let jansou settle a game that it has read; return how many wins there were."""
    check = import_module("jansou.validation.check")
    verdicts = check.check_paifu(paifu)
    assert [verdict for verdict in verdicts if not verdict.passed] == [], record["id"]
    starts = [event for event in record["events"] if event["type"] == "start_kyoku"]
    seats = slice(len(record["names"]))
    assert [list(log.scores)[seats] for log in paifu.rounds] == [
        list(start["scores"]) for start in starts
    ]
    assert len(verdicts) == len(wins_of(record))
    return len(verdicts)


def scores_by_jansou(paifu: Any) -> list[int]:
    """The scores at the end, settled from the rounds that it has read."""
    io = import_module("jansou.io.paifu")
    return list(io.settled_final_scores(paifu.rounds, paifu.rules))


def jansou_reads_mjai(record: Record) -> int:
    mjai = import_module("jansou.io.mjai")
    paifu = mjai.parse_mjai(render(record, "mjai").body)
    assert scores_by_jansou(paifu) == list(record["events"][-1]["scores"])
    return jansou_agrees(record, paifu)


@needs_jansou
@pytest.mark.parametrize("rules", ["tenhou_4p", "tenhou_3p"])
def test_jansou_scores_our_mjai_logs(rules: str) -> None:
    assert sum(map(jansou_reads_mjai, simulated(rules, SAMPLE))) > SAMPLE


@needs_jansou
@pytest.mark.full
@pytest.mark.parametrize("rules", ["tenhou_4p", "tenhou_3p"])
def test_jansou_scores_many_games(rules: str) -> None:
    assert sum(map(jansou_reads_mjai, simulated(rules, GAMES))) > GAMES


def jansou_reads_tenhou6(record: Record) -> int:
    tenhou = import_module("jansou.io.tenhou_json")
    paifu = tenhou.parse_tenhou_json(render(record, "tenhou6").body)
    assert scores_by_jansou(paifu) == list(record["events"][-1]["scores"])
    return jansou_agrees(record, paifu)


@needs_jansou
def test_jansou_scores_our_tenhou6_files() -> None:
    games = [*simulated("tenhou_4p", SAMPLE), wild(0, "tenhou_4p"), wild(1, "tenhou_4p")]
    assert sum(map(jansou_reads_tenhou6, games)) > SAMPLE


@needs_jansou
@pytest.mark.full
def test_jansou_scores_many_tenhou6_files() -> None:
    assert sum(map(jansou_reads_tenhou6, simulated("tenhou_4p", GAMES))) > GAMES


@needs_jansou
@pytest.mark.parametrize(("rules", "go"), [("tenhou_4p", 9), ("tenhou_3p", 25)])
def test_jansou_reads_the_mjlogs_of_our_tests(rules: str, go: int) -> None:
    """What `test_mjlog.py` reads is an mjlog for others too."""
    mjlog = import_module("jansou.io.mjlog")
    for record in (wild(0, rules), wild(1, rules), wild(2, rules)):
        jansou_agrees(record, mjlog.parse_mjlog(to_mjlog(record, go).encode()))
