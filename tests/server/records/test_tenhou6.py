"""tenhou.net/6: what we write is read back to the same events, and others' files are read."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from engine.riichi import parse_rules
from server.records.formats.faults import FormatError
from server.records.formats.tenhou6_reader import from_tenhou6, rules_of
from server.records.formats.tenhou6_turns import Lists, turns
from server.records.formats.tenhou6_writer import to_tenhou6
from server.records.formats.tenhou_calls import Call, call_text, read_call
from server.records.importing import import_file
from tests.support.records import RULES, Record, rare_games, real_games, same_events, tame, wild


def there_and_back(record: Record, tmp_path: Path) -> Record:
    full = parse_rules(record["rules"]).to_object()
    path = tmp_path / "game.json"
    path.write_text(json.dumps(to_tenhou6({**record, "rules": full})), encoding="utf-8")
    (read,) = import_file(path, "tenhou6", full)
    assert read.faults == ()
    assert read.record is not None
    assert read.record["names"] == record["names"]
    assert read.record["rules"] == full
    return read.record


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", range(2))
def test_a_game_is_read_back_to_the_same_events(rules: str, seed: int, tmp_path: Path) -> None:
    record = wild(seed, rules)
    same_events(record, there_and_back(record, tmp_path))


def test_the_games_hold_every_kind_of_event() -> None:
    events = [e for rules in RULES for seed in range(2) for e in wild(seed, rules)["events"]]
    kinds = {event["type"] for event in events}
    assert kinds >= {"chi", "pon", "daiminkan", "ankan", "kakan", "nukidora", "dora", "reach"}
    assert {event.get("rinshan") for event in events} == {None, True}


def test_rare_real_games_lose_nothing(tmp_path: Path) -> None:
    for record in rare_games():
        same_events(record, there_and_back(record, tmp_path))


@pytest.mark.full
def test_no_real_game_loses_anything(tmp_path: Path) -> None:
    games = real_games()
    for record in games:
        same_events(record, there_and_back(record, tmp_path))
    assert len(games) == 1431


def test_one_round_alone_is_read(tmp_path: Path) -> None:
    record = tame(3)
    full = parse_rules(record["rules"]).to_object()
    one = to_tenhou6({**record, "rules": full}, only_round=2)
    assert len(one["log"]) == 1
    assert "sc" not in one
    read = from_tenhou6(one, full)
    starts = [event for event in record["events"] if event["type"] == "start_kyoku"]
    assert [event for event in read["events"] if event["type"] == "start_kyoku"] == [
        {field: value for field, value in starts[2].items() if field != "wall_hash"}
    ]


@pytest.mark.parametrize(
    ("event", "fed_by", "text"),
    [
        ({"type": "chi", "actor": 1, "target": 0, "pai": "3m", "consumed": ["1m", "2m"]},
         None, "c131112"),
        ({"type": "pon", "actor": 1, "target": 0, "pai": "E", "consumed": ["E", "E"]},
         None, "p414141"),
        ({"type": "pon", "actor": 2, "target": 0, "pai": "5pr", "consumed": ["5p", "5p"]},
         None, "25p5225"),
        ({"type": "pon", "actor": 3, "target": 0, "pai": "N", "consumed": ["N", "N"]},
         None, "4444p44"),
        ({"type": "daiminkan", "actor": 0, "target": 3, "pai": "9s", "consumed": ["9s"] * 3},
         None, "m39393939"),
        ({"type": "daiminkan", "actor": 3, "target": 0, "pai": "9s", "consumed": ["9s"] * 3},
         None, "393939m39"),
        ({"type": "kakan", "actor": 0, "pai": "C", "consumed": ["C"] * 3}, 1, "4747k4747"),
        ({"type": "kakan", "actor": 0, "pai": "C", "consumed": ["C"] * 3}, 3, "k47474747"),
        ({"type": "ankan", "actor": 0, "consumed": ["5sr", "5s", "5s", "5s"]}, None, "353535a53"),
        ({"type": "nukidora", "actor": 0, "pai": "N"}, None, "f44"),
    ],
)  # fmt: skip
def test_calls(event: dict[str, Any], fed_by: int | None, text: str) -> None:
    """The examples are those of Tenhou's editor."""
    assert call_text(event, fed_by) == text
    read = read_call(text)
    assert read.word == event["type"]
    tiles = [*read.others, read.pai]
    assert sorted(tiles) == sorted(
        [*event.get("consumed", []), *([event["pai"]] if "pai" in event else [])]
    )
    target = event.get("target", fed_by)
    if target is not None:
        assert (event["actor"] - read.steps) % 4 == target


@pytest.mark.parametrize(
    "text", ["", "p", "1111", "p4141", "x414141", "1p21212", "p4141419", "pp41"]
)
def test_what_is_no_call_is_refused(text: str) -> None:
    with pytest.raises(FormatError, match="is no"):
        read_call(text)


def test_a_tile_thrown_twice_is_called_the_second_time() -> None:
    """Seat 0 throws 1m twice; both times seat 2 could have called, only what follows tells."""
    lists = [
        Lists([11, 11], [60, 60]),
        Lists([21], [60]),
        Lists([22, "11p1111"], [60, 45]),
        Lists([23, 31], [60, 60]),
    ]
    played = turns(lists, 0)
    assert [event["type"] for event in played].index("pon") == 10
    (pon,) = (event for event in played if event["type"] == "pon")
    assert (pon["actor"], pon["target"]) == (2, 0)


def test_lists_that_fit_no_order_name_seat_and_entry() -> None:
    lists = [Lists([11], [60]), Lists(["p212121"], [45]), Lists([], []), Lists([], [])]
    with pytest.raises(FormatError, match=r"no order of play; seat 1 stops at 'p212121'"):
        turns(lists, 0)


@pytest.mark.parametrize(
    ("steps", "custom"), [("2121p21", "Tenhou's, at a table for four"), ("21p2121", "three seats")]
)
def test_three_players_have_two_customs_for_who_fed(steps: str, custom: str) -> None:
    """Seat 0 takes from seat 1, its right neighbour: the third place of four, or the second."""
    lists = [Lists([31, steps], [60, 45]), Lists([21, 11], [60, 60]), Lists([12], [60])]
    (pon,) = (event for event in turns(lists, 0) if event["type"] == "pon")
    assert (pon["actor"], pon["target"]) == (0, 1), custom


def test_call_names() -> None:
    assert read_call("c275226") == Call("chi", "7p", ("5pr", "6p"), 1)


SOMEBODYS: dict[str, Any] = {
    "title": ["", ""],
    "name": ["A", "B", "C", "D"],
    "rule": {"disp": "般東喰赤", "aka": 1},
    "log": [],
}


@pytest.mark.parametrize(
    ("changed", "rules"),
    [
        ({}, {"preset": "tenhou_4p", "length": "east"}),
        ({"rule": {"disp": "般南喰", "aka": 0}},
         {"preset": "tenhou_4p", "length": "east_south", "aka_dora": 0}),
        ({"rule": {"disp": "般南赤", "aka51": 1}},
         {"preset": "tenhou_4p", "length": "east_south", "open_tanyao": False}),
        ({"name": ["A", "B", "C", ""], "rule": {"disp": "三般南喰赤", "aka": 1},
          "log": [[[0, 0, 0], [], [], [], *[[1], [], []] * 3, [], [], []]]},
         {"preset": "tenhou_3p", "length": "east_south"}),
        ({"sc": [31900, 42.0, 16600, -33.0, 29400, 9.0, 22100, -18.0]},
         {"preset": "tenhou_4p", "length": "east", "rounding": "half_away_from_zero"}),
        ({"sc": [31900, 41.9, 16600, -33.4, 29400, 9.4, 22100, -17.9]},
         {"preset": "tenhou_4p", "length": "east"}),
    ],
)  # fmt: skip
def test_rules_that_a_file_states(changed: dict[str, Any], rules: dict[str, Any]) -> None:
    full = [[0, 0, 0], [], [], [], *[[1], [], []] * 4]
    assert rules_of({**SOMEBODYS, "log": [full], **changed}) == rules


def broken(place: int, change: Any) -> dict[str, Any]:
    record = tame(3)
    full = parse_rules(record["rules"]).to_object()
    game: dict[str, Any] = copy.deepcopy(to_tenhou6({**record, "rules": full}))
    game["log"][1][place] = change(game["log"][1][place])
    return game


@pytest.mark.parametrize(
    ("place", "change", "fault"),
    [
        (2, lambda _: [77], "round 2: 77 is no tile; allowed: 11-19"),
        (2, lambda old: [*old, 11, 11], r"round 2 \(.*\): \d indicators more than kans turn"),
        (5, lambda old: [*old, "12c1314"], r"round 2 \(.*\): the draws and discards fit no order"),
        (6, lambda old: ["rX", *old], r"round 2 \(.*\): 'rX' is no discard"),
        (-1, lambda _: ["引き分け"], r"round 2 \(.*\): '引き分け' is no ending; known: 和了"),
        (-1, lambda _: ["和了", [0, 0, 0, 0], [0, 1, 0, "many"]], "'many' is no value of a hand"),
        (-1, lambda _: ["和了", [0] * 4, [0, 1, 0, "30符1飜1000点", "無(1飜)"]],
         "yaku '無' is not known"),
        (0, lambda _: [0, 0], "round 2: not enough values"),
    ],
)  # fmt: skip
def test_a_fault_names_the_round(place: int, change: Any, fault: str) -> None:
    full = parse_rules("majsoul_ranked_4p").to_object()
    with pytest.raises(FormatError, match=fault):
        from_tenhou6(broken(place, change), full)


@pytest.mark.parametrize(
    ("game", "fault"),
    [
        ({}, "game: field 'name' is missing"),
        ({**SOMEBODYS, "log": []}, "game: "),
        ({**SOMEBODYS, "name": ["A"], "log": [[0] * 20]}, "game: "),
    ],
)
def test_what_is_no_game_is_refused(game: dict[str, Any], fault: str) -> None:
    with pytest.raises(FormatError, match=fault):
        from_tenhou6(game, parse_rules("tenhou_4p").to_object())


def test_the_number_of_players_must_fit_the_rules() -> None:
    game = to_tenhou6({**tame(3), "rules": parse_rules("majsoul_ranked_4p").to_object()})
    with pytest.raises(FormatError, match="4 players, but the rules are for 3"):
        from_tenhou6(game, parse_rules("tenhou_3p").to_object())
