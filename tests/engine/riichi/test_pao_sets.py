"""Pao over all choices of called honours: only the set that makes the yakuman certain counts."""

from itertools import permutations

import pytest

from engine.core.melds import PON, Meld
from engine.core.tiles import PLAIN
from engine.riichi.pao import mark_liability
from engine.riichi.state import Seat

EAST, NORTH, HAKU, CHUN = 27, 30, 31, 33
BOTH = frozenset(("daisangen", "daisuushii"))


@pytest.mark.parametrize("size", [2, 3, 4])
def test_who_calls_which_honours(size: int) -> None:
    """R12.1, R12.2: the third set of dragons, the fourth of winds, and no other."""
    for kinds in permutations(range(EAST, CHUN + 1), size):
        seat = Seat(0)
        for turn, kind in enumerate(kinds):
            meld = Meld(PON, kind, (PLAIN[kind],) * 3, turn % 3 + 1)
            seat.melds.append(meld)
            mark_liability(seat, meld, BOTH)
        dragons = [turn for turn, kind in enumerate(kinds) if kind >= HAKU]
        winds = [turn for turn, kind in enumerate(kinds) if kind <= NORTH]
        expected = {}
        if len(dragons) == 3:
            expected["daisangen"] = dragons[-1] % 3 + 1
        if len(winds) == 4:
            expected["daisuushii"] = winds[-1] % 3 + 1
        assert seat.liable == expected, kinds
