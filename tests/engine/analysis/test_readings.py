"""Readings of complete hands, and what a closed kan in riichi asks of them."""

import pytest

from engine.analysis import (
    Reading,
    always_ankou,
    decompose,
    is_seven_pairs,
    is_thirteen_orphans,
    waits,
)
from tests.engine.analysis.hands import hand


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("11z", [Reading(27, (), ())]),
        ("12m", []),
        ("123m11z", [Reading(27, (0,), ())]),
        ("111222333m44p", [Reading(12, (0, 0, 0), ()), Reading(12, (), (0, 1, 2))]),
        ("11123m", [Reading(0, (0,), ())]),
        ("11122233m", [Reading(2, (), (0, 1)), Reading(0, (0, 1), ())][:1]),
        ("22334455m", [Reading(1, (2, 2), ()), Reading(4, (1, 1), ())]),
        ("11111m", [Reading(0, (), (0,))]),
        ("1122m", []),
    ],
)
def test_readings(text: str, expected: list[Reading]) -> None:
    assert sorted(decompose(hand(text))) == sorted(expected)


def test_readings_use_every_tile_once() -> None:
    counts = hand("11122233344455m")
    readings = decompose(counts)
    assert len(set(readings)) == len(readings) > 1
    for pair, runs, triplets in readings:
        used = bytearray(34)
        used[pair] += 2
        for low in runs:
            for kind in (low, low + 1, low + 2):
                used[kind] += 1
        for kind in triplets:
            used[kind] += 3
        assert used == counts


def test_special_hands() -> None:
    assert is_seven_pairs(hand("1133557799m1122z"))
    assert not is_seven_pairs(hand("1111557799m1122z"))
    assert is_thirteen_orphans(hand("19m19p19s12345677z"))
    assert not is_thirteen_orphans(hand("119m19p19s1234577z"))
    assert not is_thirteen_orphans(hand("19m19p19s1234567z"))


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        # Nothing else touches the three honours.
        ("111z23m456p789s55s", 27, True),
        # 111m + 23m: 1m 4m complete, and with 1m..3m the three can be a run and a pair.
        ("11123m456p789s55s", 0, False),
        # Waiting on both pairs: the triplet of 4p is one however it ends.
        ("444p123m789s11z22z", 12, True),
        # 222 333 444: three triplets or three runs.
        ("222333444p1m789s", 11, False),
    ],
)
def test_always_ankou(text: str, kind: int, expected: bool) -> None:
    counts = hand(text)
    assert always_ankou(counts, kind, waits(counts)) is expected


def test_a_hand_that_is_complete_as_orphans_has_no_ankou() -> None:
    counts = hand("19m19p19s1123456z")
    assert not always_ankou(counts, 27, waits(counts))
