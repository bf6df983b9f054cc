"""Shanten, waits, ukeire and discards that keep tenpai."""

import random

import pytest

from engine.analysis import (
    TABLES,
    Analysis,
    decompose,
    discards_keeping,
    improving,
    is_seven_pairs,
    is_thirteen_orphans,
    keeping,
    shanten,
    ukeire,
    waits,
)
from engine.analysis.hands import DEFAULT
from engine.core.tiles import KINDS
from tests.engine.analysis.hands import hand, mask, random_hand

BOTH = pytest.mark.parametrize("analysis", [DEFAULT, Analysis(TABLES)], ids=["default", "tables"])


def complete(counts: bytearray) -> bool:
    return bool(decompose(counts)) or is_seven_pairs(counts) or is_thirteen_orphans(counts)


def waits_by_trying(counts: bytearray) -> int:
    found = 0
    for kind in range(KINDS):
        counts[kind] += 1
        if complete(counts):
            found |= 1 << kind
        counts[kind] -= 1
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("123m456p789s11122z", -1),
        ("123m456p789s1112z", 0),
        ("119m19p19s1234567z", -1),
        ("19m19p19s1234567z", 0),
        ("1133557799m11z2z", 0),
        ("11335577m1122z3s", 0),
        ("147m258p369s1234z", 6),
        ("1z", 0),
        ("11z", -1),
        ("12m", 0),
        ("12m34p", 1),
        # Four of a kind are not two pairs, and nothing can be paired with the fourth.
        ("1111m2233445566p", 0),
        ("1111m123p456s789s", 1),
    ],
)
@BOTH
def test_shanten(analysis: Analysis, text: str, expected: int) -> None:
    assert analysis.shanten(hand(text)) == expected


def test_three_players_have_no_inner_man() -> None:
    counts = hand("1111m111122233z")
    assert (shanten(counts), shanten(counts, sanma=True)) == (1, 2)
    single = hand("1m19p19s")
    assert improving(single, sanma=True)[1] & mask("2345678m") == 0
    assert improving(single)[1] & mask("23m") == mask("23m")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("23m55z", "14m"),
        ("1z", "1z"),
        ("1112345678999m", "123456789m"),
        ("19m19p19s1234567z", "19m19p19s1234567z"),
        ("19m19p19s1123456z", "7z"),
        ("1122335577m11z3p", "3p"),
        # Fifth tiles count in shape: `karaten` is the caller's.
        ("1111m", "1m"),
        ("1111m123p456s789s", "1m"),
        ("1111222233334m", "12345m"),
        ("3334m", "245m"),
        ("147m1z", ""),
    ],
)
@BOTH
def test_waits(analysis: Analysis, text: str, expected: str) -> None:
    assert analysis.waits(hand(text)) == mask(expected)


@pytest.mark.parametrize("size", [1, 4, 7, 10, 13])
@BOTH
def test_waits_are_what_completes(analysis: Analysis, size: int) -> None:
    source = random.Random(size)
    tenpai = 0
    for _ in range(200):
        counts = random_hand(source, size, sanma=False)
        expected = waits_by_trying(counts)
        assert analysis.waits(counts) == expected, counts.hex()
        tenpai += expected != 0
    assert tenpai


@pytest.mark.parametrize("size", [2, 5, 8, 11, 14])
@BOTH
def test_discards_keeping_tenpai_are_those_that_leave_waits(analysis: Analysis, size: int) -> None:
    source = random.Random(size)
    for _ in range(40):
        counts = random_hand(source, size, sanma=False)
        expected = 0
        for kind in range(KINDS):
            if counts[kind]:
                counts[kind] -= 1
                if waits_by_trying(counts):
                    expected |= 1 << kind
                counts[kind] += 1
        assert analysis.discards_keeping(counts) == expected, counts.hex()


def test_a_complete_hand_stays_tenpai_whatever_goes() -> None:
    assert discards_keeping(hand("123m456p789s11122z")) == mask("123m456p789s12z")


def test_ukeire_counts_what_is_unseen() -> None:
    counts = hand("23m55z")
    seen = bytearray(counts)
    assert ukeire(counts, seen) == {0: 4, 3: 4}
    seen[0] = 4
    seen[3] = 5
    assert ukeire(counts, seen) == {0: 0, 3: 0}


def test_ukeire_with_a_tile_to_go_is_for_the_best_exchange() -> None:
    counts = hand("23m55z1s")
    assert ukeire(counts, counts) == {0: 4, 3: 4}
    assert keeping(counts) == (0, mask("1s"))


def test_questions_leave_the_hand_as_it_was() -> None:
    counts = hand("1111222233334m")
    before = bytes(counts)
    waits(counts)
    shanten(counts)
    counts[5] += 1
    discards_keeping(counts)
    counts[5] -= 1
    assert bytes(counts) == before
