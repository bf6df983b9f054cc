"""Steps: what each does, and that a step which does not hold fails where it stands."""

from typing import Any

import pytest

from engine.riichi.rules import NOT_BUILT
from server.scenario import read_scenario, run_scenario
from tests.server.scenario.scripts import TENPAI, cut, do, run, script

CALLS = {"hands": {1: "99s46p", 2: "55p", 3: TENPAI}, "dora_markers": ["W"]}

ONE_ROUND = {"preset": "majsoul_friend_4p", "length": "one_round"}


def failed(step: int, *words: str, steps: list[dict[str, Any]], **fields: Any) -> None:
    verdict = run(*steps, **fields)
    assert verdict.status == "failed", verdict
    assert verdict.step == step, verdict
    for word in words:
        assert word in verdict.message
    assert "\n" not in str(verdict)


@pytest.mark.parametrize("order", [(1, 3), (3, 1)])
def test_answers_of_one_window_come_in_any_order(order: tuple[int, int]) -> None:
    answers = {
        1: do(1, "pon", target=0, pai="9s"),
        3: do(3, "hora", target=0, pai="9s"),
    }
    verdict = run(
        cut(0, "9s"),
        *[answers[seat] for seat in order],
        {"event": {"type": "hora", "actor": 3}},
        {"no_event": {"type": "pon"}},
        **CALLS,
        draws=["9s"],
    )
    assert str(verdict) == "PASS test"


def test_a_check_after_a_discard_sees_the_open_window() -> None:
    verdict = run(
        cut(0, "5p"),
        {"offered": {"actor": 1, "type": "chi"}},
        {"offered": {"actor": 2, "type": "pon"}},
        {"event": {"type": "dahai", "actor": 0, "pai": "5p", "tsumogiri": True}},
        {"no_event": {"type": "tsumo"}},
        {"state": {"live": 69}},
        **CALLS,
        draws=["5p"],
    )
    assert str(verdict) == "PASS test"


def test_seats_without_a_step_take_the_default() -> None:
    verdict = run(
        cut(0, "5p"),
        do(1, "chi", target=0, pai="5p", consumed=["6p", "4p"]),
        {"event": {"type": "chi", "actor": 1}},
        {"not_offered": {"actor": 2}},
        {"offered": {"actor": 1, "type": "dahai", "pai": "9s"}},
        **CALLS,
        draws=["5p"],
    )
    assert str(verdict) == "PASS test"


def test_skip_and_until_move_by_defaults() -> None:
    verdict = run(
        {"until": {"actor": 0}},
        {"state": {"live": 69}},
        {"skip": 3},
        {"event": {"type": "tsumo", "actor": 3}},
        {"until": {"actor": 3}},
        {"state": {"live": 66}},
        {"until": {"live": 60}},
        {"until": {"tsumo": {"actor": 3, "pai": "W"}}},
        {"state": {"live": 58, "bakaze": "E", "kyoku": 1, "oya": 0}},
        draws=[None] * 11 + ["W"],
    )
    assert str(verdict) == "PASS test"


def test_events_are_those_since_the_last_move() -> None:
    seen = {"event": {"type": "dahai", "actor": 0, "pai": "W"}}
    assert run(cut(0, "W"), seen, {"until": {"actor": 1}}, draws=["W"]).status == "passed"
    failed(3, "dahai", steps=[cut(0, "W"), {"until": {"actor": 2}}, seen], draws=["W"])


def test_a_riichi_is_joined_with_the_next_discard() -> None:
    verdict = run(
        do(0, "reach"),
        {"refused": {"actor": 0, "type": "dahai", "pai": "2p"}},
        {"not_offered": {"actor": 0, "type": "reach"}},
        {"offered": {"actor": 0, "type": "dahai", "pai": "E"}},
        cut(0, "E"),
        {"event": {"type": "reach", "actor": 0}},
        {"event": {"type": "reach_accepted", "actor": 0}},
        {"state": {"riichi": {"0": True}, "kyotaku": 1}},
        hands={0: TENPAI},
        draws=["E"],
    )
    assert str(verdict) == "PASS test"


@pytest.mark.parametrize("after", [[], [{"until": {"actor": 1}}], [{"skip": 1}]])
def test_a_riichi_without_its_tile_fails(after: list[dict[str, Any]]) -> None:
    steps = [do(0, "reach"), *after]
    failed(1 + len(after), "goes with the riichi", steps=steps, hands={0: TENPAI}, draws=["E"])


def test_after_a_round_the_next_one_shows() -> None:
    verdict = run(
        cut(0, "9s"),
        do(3, "hora", target=0, pai="9s"),
        {"event": {"type": "end_kyoku"}},
        {"event": {"type": "start_kyoku", "kyoku": 2, "oya": 1}},
        {"state": {"kyoku": 2, "oya": 1, "honba": 0, "scores": [24000, 25000, 25000, 26000]}},
        {"game_over": False},
        {"until": {"actor": 2}},
        **CALLS,
        draws=["9s"],
    )
    assert str(verdict) == "PASS test"


def test_a_finished_game_asks_nobody() -> None:
    steps = [
        cut(0, "9s"),
        do(3, "hora", target=0, pai="9s"),
        {"game_over": {"ranks": [4, 2, 3, 1]}},
        {"refused": {"actor": 0, "type": "dahai", "pai": "1m"}},
        {"not_offered": {"actor": 0}},
        {"skip": 1},
    ]
    failed(6, "the game is over", steps=steps, **{**CALLS, "rules": ONE_ROUND, "draws": ["9s"]})


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (do(0, "pon", target=1, pai="E"), ["offered", "seat 0 is offered dahai"]),
        (cut(0, "F"), ["offered", '"F"']),
        (do(1, "ankan"), ["offered", "ankan", "seat 1 is offered dahai"]),
        ({"offered": {"actor": 0, "type": "hora"}}, ["offered", "dahai"]),
        ({"offered": {"actor": 1, "type": "dahai"}}, ["seat 1 is not asked"]),
        (
            {"offered": {"actor": 0, "exact": True, "options": [{"type": "dahai"}]}},
            ["exactly", "reach E"],
        ),
        (
            {"offered": {"actor": 0, "exact": True, "options": [{"type": "ankan"}]}},
            ["ankan"],
        ),
        ({"not_offered": {"actor": 0, "type": "reach"}}, ["not offered", "reach E"]),
        ({"refused": {"actor": 0, "type": "reach", "pai": "E"}}, ["it is offered"]),
        ({"event": {"type": "tsumo", "actor": 1}}, ['"actor":1', '"actor":0']),
        ({"event": {"type": "start_game", "names": [["x"]]}}, ["seat 0"]),
        ({"event": {"type": "hora"}}, ["only start_game, start_kyoku, tsumo"]),
        ({"no_event": {"type": "tsumo", "pai": "E"}}, ["no event"]),
        ({"state": {"live": 70}}, ["live 70", "69"]),
        ({"state": {"scores": [0, 0, 0, 0]}}, ["scores", "25000"]),
        ({"state": {"waits": {"0": ["6s"]}}}, ["waits of seat 0", '"9s"']),
        ({"state": {"furiten": {"0": True}}}, ["furiten of seat 0", "false"]),
        ({"state": {"menzen": {"0": False}}}, ["menzen"]),
        ({"game_over": True}, ["game_over true", "false"]),
        ({"until": {"live": 70}}, ["live", "the game is over"]),
    ],
)
def test_what_does_not_hold_fails(step: dict[str, Any], words: list[str]) -> None:
    failed(1, *words, steps=[step], hands={0: TENPAI}, draws=["E"], rules=ONE_ROUND)


def test_a_result_that_differs_fails() -> None:
    steps = [cut(0, "9s"), do(3, "hora", target=0), {"game_over": {"points": [0, 0, 0, 0]}}]
    failed(3, "points", steps=steps, **{**CALLS, "rules": ONE_ROUND, "draws": ["9s"]})


def test_a_yakuman_compares_neither_han_nor_fu() -> None:
    verdict = run(
        do(0, "hora"),
        {"event": {"type": "hora", "yakuman": 1, "han": 1, "fu": 1, "yaku": [["tenhou", 1]]}},
        hands={0: TENPAI},
        draws=["6s"],
    )
    assert str(verdict) == "PASS test"


def test_an_option_that_is_not_built_skips(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(NOT_BUILT, "kuikae", lambda value: value == "allowed")
    item = read_scenario(script(rules={"preset": "majsoul_ranked_4p", "kuikae": "allowed"}))
    assert str(run_scenario(item)) == "SKIP test: option kuikae is not built"
