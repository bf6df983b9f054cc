"""Thirteen orphans: which hands are, and which wait as such, so that they may rob a concealed kan.

riichi.md 6, 9 and 11.
"""

import pytest

from engine.core.tiles import KIND, KINDS, YAOCHUU, kinds_in
from engine.riichi import parse_rules
from engine.riichi.furiten import waits_as_kokushi
from engine.riichi.state import Seat, State
from engine.riichi.waiting import refresh
from engine.riichi.yaku.pairs import is_kokushi
from tests.engine.riichi.dealt import ids


def waiting(hand: str) -> Seat:
    state = State(parse_rules("majsoul_friend_4p"))
    seat = state.seats[0]
    seat.known = True
    seat.hand = sorted(ids(hand))
    for tile in seat.hand:
        seat.counts[KIND[tile]] += 1
    seat.distance = 1
    refresh(state, seat)
    return seat


ORPHANS = "19m19p19sESWNPFC"


def kinds_of_kokushi(seat: Seat) -> list[int]:
    return [kind for kind in range(KINDS) if waits_as_kokushi(seat, kind)]


def test_thirteen_sided() -> None:
    """R7.14: one of each: any of them."""
    assert kinds_of_kokushi(waiting(ORPHANS)) == list(kinds_in(YAOCHUU))


@pytest.mark.parametrize("missing", range(13))
def test_for_the_missing_one(missing: int) -> None:
    """R7.14: with a pair it is the one kind that is not there."""
    kinds = list(kinds_in(YAOCHUU))
    names = ["1m", "9m", "1p", "9p", "1s", "9s", *"ESWNPFC"]
    held = [name for place, name in enumerate(names) if place != missing]
    seat = waiting("".join([*held, held[0]]))
    assert kinds_of_kokushi(seat) == [kinds[missing]]


@pytest.mark.parametrize(
    "hand",
    [
        "111999m111p99pEE",  # all terminals and honours, but triplets
        "19m19p19sESWNPF2m",  # a simple in place of the last
        "1199m1199p119sEE",  # seven pairs
        "12p19m19s1pESWNPF",
    ],
)
def test_other_hands(hand: str) -> None:
    assert kinds_of_kokushi(waiting(hand)) == []


KINDS_OF_ORPHANS = list(kinds_in(YAOCHUU))


def counted(kinds: list[int]) -> bytes:
    counts = bytearray(KINDS)
    for kind in kinds:
        counts[kind] += 1
    return bytes(counts)


@pytest.mark.parametrize("twice", KINDS_OF_ORPHANS)
def test_one_of_each_and_a_second_of_one(twice: int) -> None:
    """R9.36."""
    assert is_kokushi(counted([*KINDS_OF_ORPHANS, twice]))
    assert not is_kokushi(counted(KINDS_OF_ORPHANS))
    assert not is_kokushi(counted([*KINDS_OF_ORPHANS, 1]))
    others = [kind for kind in KINDS_OF_ORPHANS if kind != twice]
    # One is missing: two pairs, a triplet, or a simple in its place.
    assert not is_kokushi(counted([*others, *others[:2]]))
    assert not is_kokushi(counted([*others, others[0], others[0]]))
    assert not is_kokushi(counted([*others, others[0], 1]))
