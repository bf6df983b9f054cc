"""Tenhou's XML: games written by `tests/support/mjlog.py` are read to the same events."""

import gzip
from pathlib import Path
from typing import Any

import pytest

from engine.riichi import parse_rules
from server.records.formats.faults import FormatError
from server.records.formats.mjlog_melds import Meld, fed_by, read_meld
from server.records.formats.mjlog_reader import from_mjlog, parse_mjlog, rules_of
from server.records.importing import import_file
from server.records.reading import BadRecord
from tests.support.mjlog import to_mjlog
from tests.support.records import same_events, tame, wild

HANCHAN, HANCHAN_3P = 0x1 | 0x8, 0x1 | 0x8 | 0x10


@pytest.mark.parametrize("kind", [tame, wild])
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("rules", "go"), [("tenhou_4p", HANCHAN), ("tenhou_3p", HANCHAN_3P)])
def test_a_game_is_read_to_the_same_events(
    kind: Any, seed: int, rules: str, go: int, tmp_path: Path
) -> None:
    record = kind(seed, rules)
    path = tmp_path / "2026113022gm-0009-0000-abcdef.mjlog"
    path.write_bytes(gzip.compress(to_mjlog(record, go).encode()))
    (read,) = import_file(path)
    assert read.faults == ()
    assert read.record is not None
    assert read.id == "2026113022gm-0009-0000-abcdef-1"
    assert read.record["names"] == record["names"]
    assert read.record["source"]["format"] == "mjlog"
    assert set(read.record["source"]["lacks"]) == {"walls", "salts"}
    same_events(record, read.record)


@pytest.mark.parametrize(
    ("go", "rules"),
    [
        (0x1, {"preset": "tenhou_4p", "length": "east"}),
        (0x9, {"preset": "tenhou_4p", "length": "east_south"}),
        (0x19, {"preset": "tenhou_3p", "length": "east_south"}),
        (0x1 | 0x2 | 0x4,
         {"preset": "tenhou_4p", "length": "east", "aka_dora": 0, "open_tanyao": False}),
    ],
)  # fmt: skip
def test_rules_that_a_log_states(go: int, rules: dict[str, Any]) -> None:
    assert rules_of(parse_mjlog(f'<mjloggm><GO type="{go}"/></mjloggm>'.encode())) == rules


def test_rounded_points_are_a_rule() -> None:
    text = '<mjloggm><GO type="9"/><AGARI owari="319,42.0,166,-33.0,294,9.0,221,-18.0"/></mjloggm>'
    assert rules_of(parse_mjlog(text.encode()))["rounding"] == "half_away_from_zero"


@pytest.mark.parametrize(
    ("code", "caller", "meld", "feeder"),
    [
        # From a game on Tenhou; the discards and hands around them say what they are.
        (42026, 0, Meld("pon", 110, (109, 111), 2), 2),
        (47723, 2, Meld("pon", 124, (125, 126), 3), 1),
        (42367, 2, Meld("chi", 70, (63, 67), 3), 1),
        (14336, 0, Meld("ankan", 56, (56, 57, 58, 59), 0), 0),
        (31775, 2, Meld("chi", 52, (51, 56), 3), 1),
    ],
)
def test_melds(code: int, caller: int, meld: Meld, feeder: int) -> None:
    read = read_meld(code)
    assert read.word == meld.word
    assert (read.called // 4, read.steps) == (meld.called // 4, meld.steps)
    assert [tile // 4 for tile in read.others] == [tile // 4 for tile in meld.others]
    assert fed_by(read, caller) == feeder


START = (
    '<INIT seed="0,0,0,0,0,5" ten="250,250,250,250" oya="0" hai0="0,1,2,3,4,6,7,8,9,10,11,12,13" '
    'hai1="36,37,38,39,40,41,42,43,44,45,46,47,48" hai2="72,73,74,75,76,77,78,79,80,81,82,83,84" '
    'hai3="108,109,110,111,112,113,114,115,116,117,118,119,120"/>'
)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("<mjloggm>", "not XML: "),
        ("<x/>", "its root is <x>; an mjlog's is <mjloggm>"),
        ('<!DOCTYPE m [<!ENTITY a "b">]><mjloggm/>', "has no DOCTYPE, entities or comments"),
        ("<mjloggm/>", "there is no INIT"),
        ("<mjloggm><T1/></mjloggm>", "<T1> stands before the first INIT"),
        ('<mjloggm><INIT seed="0"/></mjloggm>', "round 1: INIT: not enough values"),
        (f"<mjloggm>{START}<XYZ/></mjloggm>", r"round 1 \(East 1\): <XYZ> is not known"),
        (f"<mjloggm>{START}<T136/></mjloggm>", "136 is no tile; allowed: 0 to 135"),
        (f'<mjloggm>{START}<RYUUKYOKU type="odd"/></mjloggm>', "type 'odd' is not known; known: "),
        (f'<mjloggm>{START}<AGARI who="0"/></mjloggm>', "field 'ten' is missing"),
        (f'<mjloggm>{START}<DORA hai="x"/></mjloggm>', r"round 1 \(East 1\): invalid literal"),
    ],
)
def test_a_fault_names_its_place(text: str, fault: str) -> None:
    with pytest.raises(FormatError, match=fault):
        from_mjlog(parse_mjlog(text.encode()), parse_rules("tenhou_4p").to_object())


def test_a_log_without_rules_needs_them_named(tmp_path: Path) -> None:
    path = tmp_path / "x.xml"
    path.write_text(f"<mjloggm>{START}</mjloggm>")
    with pytest.raises(BadRecord, match=r"x\.xml: GO: the tag is missing"):
        list(import_file(path))
