"""mjai logs: both flavours are read back to the same events, and what others write is read."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.bots.easy import Easy
from engine.core.decision import Choice
from engine.core.events import Reach
from engine.core.wall import SeededWalls
from engine.riichi import new_game, parse_rules
from server.records.formats import render
from server.records.formats.faults import FormatError
from server.records.formats.mjai_reader import from_mjai
from server.records.formats.mjai_words import OURS, YAKU
from server.records.formats.mjai_writer import FLAVOURS
from server.records.importing import Imported, import_file
from server.records.reading import BadRecord
from tests.support.records import RULES, Record, rare_games, real_games, same_events, tame, wild


def lines_of(record: Record, flavour: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in render(record, "mjai", flavour=flavour).body.splitlines()]


def read_lines(lines: list[dict[str, Any]], path: Path, rules: object) -> Imported:
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    (read,) = import_file(path, None, rules)
    return read


@pytest.mark.parametrize("flavour", FLAVOURS)
@pytest.mark.parametrize("rules", RULES)
def test_a_game_is_read_back_to_the_same_events(flavour: str, rules: str, tmp_path: Path) -> None:
    for record in (wild(0, rules), *([tame(1, rules)] if rules == RULES[0] else [])):
        read = read_lines(lines_of(record, flavour), tmp_path / "g.json", rules)
        assert read.faults == ()
        assert read.record is not None
        same_events(record, read.record)
        assert read.record["source"] == {
            "format": "mjai",
            "file": "g.json",
            "lacks": ["rules", "walls", "salts", "moments of indicators"],
        }


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_rare_real_games_lose_nothing(flavour: str, tmp_path: Path) -> None:
    none_is_lost(rare_games(), flavour, tmp_path)


@pytest.mark.full
@pytest.mark.parametrize("flavour", FLAVOURS)
def test_no_real_game_loses_anything(flavour: str, tmp_path: Path) -> None:
    none_is_lost(real_games(), flavour, tmp_path)


def none_is_lost(games: list[Record], flavour: str, tmp_path: Path) -> None:
    for record in games:
        read = read_lines(lines_of(record, flavour), tmp_path / "g.json", record["rules"])
        assert read.faults == ()
        assert read.record is not None
        same_events(record, read.record)


def test_what_mortal_reads() -> None:
    """Field for field the events of its reader; nothing that it would have to skip."""
    events = lines_of(tame(1), "mortal")
    assert events[0] == {
        "type": "start_game",
        "names": ["P0", "P1", "P2", "P3"],
        "kyoku_first": 0,
        "aka_flag": True,
    }
    fields = {event["type"]: set(event) - {"type"} for event in events}
    assert fields["start_kyoku"] == {
        *("bakaze", "dora_marker", "kyoku", "honba", "kyotaku", "oya", "scores", "tehais")
    }
    assert fields["tsumo"] == {"actor", "pai"}
    assert fields["dahai"] == {"actor", "pai", "tsumogiri"}
    assert fields["reach_accepted"] == {"actor"}
    assert fields["hora"] <= {"actor", "target", "deltas", "ura_markers"}
    assert fields["ryukyoku"] == {"deltas"}
    assert fields["end_kyoku"] == fields["end_game"] == set()


def test_what_gimites_mjai_says_of_a_win() -> None:
    record = tame(1)
    ours = next(event for event in record["events"] if event["type"] == "hora")
    theirs = next(event for event in lines_of(record, "gimite") if event["type"] == "hora")
    assert theirs["hora_tehais"] == [*ours["hora_tehais"], ours["pai"]]
    assert theirs["fan"] == ours["han"]
    assert theirs["hora_points"] == ours["points"]
    assert theirs["yakus"] == [[YAKU[name], han] for name, han in ours["yaku"]]
    assert (theirs["deltas"], theirs["scores"]) == (ours["deltas"], ours["scores"])


def test_hands_that_are_not_shown_have_as_many_tiles_as_they_have() -> None:
    for record, flavour in ((wild(1), "gimite"), (tame(1), "gimite")):
        for event in lines_of(record, flavour):
            if event["type"] == "ryukyoku" and "tehais" in event:
                assert all(len(hand) % 3 == 1 for hand in event["tehais"])


def test_three_players_have_the_word_of_each_flavour() -> None:
    record = wild(0, "majsoul_3p")
    assert any(event["type"] == "kita" for event in lines_of(record, "gimite"))
    assert any(event["type"] == "nukidora" for event in lines_of(record, "mortal"))


def test_an_open_riichi_stays_open(tmp_path: Path) -> None:
    rules = {"preset": "majsoul_friend_4p", "open_riichi": "on"}
    parsed = parse_rules(rules)
    game = new_game(parsed, ["A", "B", "C", "D"], SeededWalls(bytes(8)))
    game.start()
    while not game.over and not any(isinstance(e, Reach) and e.open for e in game.log):
        decision = game.decision
        if decision is None:
            game.advance()
            continue
        for seat, ask in decision.asks.items():
            opens = [at for at, o in enumerate(ask.options) if isinstance(o, Reach) and o.open]
            option = opens[0] if opens else Easy(seat).choose(game.view(seat), ask, rules)
            if game.decision is decision:
                game.apply(Choice(seat, decision.id, option))
    record = json.loads(msgspec.json.encode(game.record("open")))
    read = read_lines(lines_of(record, "gimite"), tmp_path / "g.json", rules)
    assert read.record is not None
    same_events(record, read.record)
    assert any(event.get("open") for event in read.record["events"])


def test_words_of_ours_are_found_again_where_they_are_one() -> None:
    assert OURS["reach"] == "riichi"
    assert "sangenpai" not in OURS
    assert "kokushimuso" not in OURS


def test_old_logs_have_no_scores_at_the_start_of_a_round(tmp_path: Path) -> None:
    record = tame(1)
    lines = lines_of(record, "gimite")
    for event in lines:
        if event["type"] == "start_kyoku":
            del event["scores"]
    read = read_lines(lines, tmp_path / "g.json", record["rules"])
    assert read.record is not None
    same_events(record, read.record)


def test_indicators_after_the_discard_are_put_where_the_rules_turn_them(tmp_path: Path) -> None:
    """Mortal writes an open kan's indicator after the discard, we before it."""
    record = wild(0)
    lines = lines_of(record, "mortal")
    moved = False
    for place in range(len(lines) - 1):
        if lines[place]["type"] == "dora" and lines[place + 1]["type"] == "dahai":
            lines[place], lines[place + 1] = lines[place + 1], lines[place]
            moved = True
    assert moved
    read = read_lines(lines, tmp_path / "g.json", record["rules"])
    assert read.record is not None
    same_events(record, read.record)


def test_fields_and_lines_of_programs_do_not_matter(tmp_path: Path) -> None:
    record = tame(1)
    lines: list[dict[str, Any]] = [{"type": "hello", "protocol": "mjsonp"}]
    lines += [{**event, "meta": {"q": [1, 2]}} for event in lines_of(record, "gimite")]
    lines[40:40] = [{"type": "none"}]
    read = read_lines(lines, tmp_path / "g.json", record["rules"])
    assert read.record is not None
    same_events(record, read.record)


def test_games_one_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    path.write_bytes(render(tame(1), "mjai").body + b"\n" + render(tame(2), "mjai").body)
    first, second = import_file(path, None, "majsoul_ranked_4p")
    assert (first.id, second.id) == ("g-1", "g-2")
    for record, read in ((tame(1), first), (tame(2), second)):
        assert read.record is not None
        same_events(record, read.record)


def test_start_game_may_say_the_rules(tmp_path: Path) -> None:
    record = tame(1, "tenhou_4p")
    lines = lines_of(record, "gimite")
    lines[0]["rules"] = {"preset": "tenhou_4p"}
    read = read_lines(lines, tmp_path / "g.json", None)
    assert read.record is not None
    same_events(record, read.record)


def test_a_log_without_rules_needs_them_named(tmp_path: Path) -> None:
    lines = lines_of(tame(1), "gimite")
    with pytest.raises(BadRecord, match=r"g\.json:1: an mjai log does not say .* --rules"):
        read_lines(lines, tmp_path / "g.json", None)


def test_a_game_that_the_rules_play_otherwise_is_not_a_record(tmp_path: Path) -> None:
    lines = lines_of(tame(1), "gimite")
    (place,) = [at for at, event in enumerate(lines) if event["type"] == "hora"][:1]
    lines[place]["fan"] += 1
    read = read_lines(lines, tmp_path / "g.json", "majsoul_ranked_4p")
    assert read.record is None
    (fault,) = read.faults
    assert "g.json:1: round " in fault
    assert "hora han: recorded " in fault


def start(**changed: Any) -> dict[str, Any]:
    return {**next(e for e in tame(1)["events"] if e["type"] == "start_kyoku"), **changed}


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ([{"type": "start_game"}], "there is no start_kyoku"),
        ([start(tehais=[[], [], []])], "start_kyoku: 3 hands, but the rules are for 4 players"),
        ([{"type": "start_kyoku"}], "start_kyoku: start_kyoku has no 'bakaze'"),
        ([start(), {"type": "tsumo", "actor": 0}], r"East 1: tsumo has no 'pai'"),
        ([start(), {"type": "tenho"}], r"East 1: event 'tenho' does not belong here"),
        ([start(), {"type": "ryukyoku", "reason": "rain"}], "reason 'rain' is not known; known: "),
        ([start(), {"type": "hora"}], "East 1: field 'actor' is missing"),
        ([{"type": "start_game", "names": ["A"]}, start()], "1 names, but the rules are for 4"),
    ],
)
def test_a_fault_names_its_place(lines: list[dict[str, Any]], fault: str) -> None:
    with pytest.raises(FormatError, match=fault):
        from_mjai(lines, parse_rules("majsoul_ranked_4p").to_object())


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('{"type": "start_game"}\n{nonsense', "line 2: not JSON: "),
        ('{"type": "start_game"}\n[]', "line 2: an object is expected"),
        ('{"type": "start_game"}\n{"no": 1}', "line 2: an event has a type"),
        ('{"type": "start_game"}\n' + "[" * 100_000, "line 2: not JSON: nested too deeply"),
    ],
)
def test_a_bad_line_is_named(text: str, fault: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    with pytest.raises(BadRecord, match=rf"bad\.json: {fault}"):
        list(import_file(path, None, "majsoul_ranked_4p"))
