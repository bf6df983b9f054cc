"""Who becomes liable (riichi.md 13, "Pao"); who then pays is tested with the settlement."""

import pytest

from engine.core.melds import ANKAN, DAIMINKAN, PON, Meld
from engine.core.tiles import IDS, KIND
from engine.riichi.pao import mark_liability
from engine.riichi.state import Seat

ALL = frozenset(("daisangen", "daisuushii", "suukantsu"))


def meld(word: str, name: str, target: int) -> Meld:
    size = 3 if word == PON else 4
    return Meld(word, KIND[IDS[name]], (IDS[name],) * size, target)


def called(*melds: Meld, enabled: frozenset[str] = ALL) -> dict[str, int]:
    seat = Seat(1)
    for one in melds:
        seat.melds.append(one)
        if one.type in (PON, DAIMINKAN):
            mark_liability(seat, one, enabled)
    return seat.liable


def test_the_feeder_of_the_third_dragon_is_liable() -> None:
    """R12.1, R12.2."""
    assert called(meld(PON, "P", 0), meld(PON, "F", 0)) == {}
    sets = (meld(PON, "P", 0), meld(PON, "F", 3), meld(PON, "C", 2))
    assert called(*sets) == {"daisangen": 2}
    assert called(*sets, enabled=frozenset(("daisuushii",))) == {}


def test_a_concealed_kan_counts_among_the_earlier_sets() -> None:
    """R12.4."""
    sets = (meld(ANKAN, "P", 1), meld(DAIMINKAN, "F", 3), meld(PON, "C", 2))
    assert called(*sets) == {"daisangen": 2}


def test_completion_by_an_own_draw_marks_nobody() -> None:
    """Case C124 (R12.4)."""
    assert called(meld(PON, "P", 0), meld(PON, "F", 3), meld(ANKAN, "C", 1)) == {}


def test_a_later_call_of_another_kind_moves_no_mark() -> None:
    """R12.5."""
    sets = (meld(PON, "P", 0), meld(PON, "F", 3), meld(PON, "C", 2), meld(PON, "1m", 0))
    assert called(*sets) == {"daisangen": 2}


def test_the_feeder_of_the_fourth_wind_is_liable() -> None:
    """R12.2."""
    winds = [meld(PON, name, target) for name, target in zip("ESWN", (0, 2, 3, 0), strict=True)]
    assert called(*winds[:3]) == {}
    assert called(*winds) == {"daisuushii": 0}


@pytest.mark.parametrize(("last", "liable"), [(DAIMINKAN, {"suukantsu": 3}), (ANKAN, {})])
def test_the_feeder_of_the_fourth_kan_where_the_rules_say_so(
    last: str, liable: dict[str, int]
) -> None:
    """R12.3."""
    kans = [meld(DAIMINKAN, name, 0) for name in ("1m", "2m", "3m")]
    assert called(*kans, meld(last, "4m", 3)) == liable
    assert called(*kans, meld(last, "4m", 3), enabled=frozenset()) == {}
