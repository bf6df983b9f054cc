"""Renhou as a limit of its own: the better of the two counts (riichi.md 4.5, 11)."""

import pytest

from engine.riichi import flags
from engine.riichi.limits import BAIMAN, MANGAN
from engine.riichi.rules import parse_rules
from engine.riichi.score import scorer_for
from tests.support.wins import win

CHEAP = ("234m567p33s678s45m", "6m")
FLUSH = ("234567m22m678m45m", "6m")


@pytest.mark.parametrize(("limit", "han", "base"), [("mangan", 5, MANGAN), ("baiman", 8, BAIMAN)])
def test_in_place_of_less(limit: str, han: int, base: int) -> None:
    """R9.41."""
    rules = parse_rules({"preset": "majsoul_friend_4p", "renhou": limit})
    value = scorer_for(rules).evaluate(win(*CHEAP, flags=flags.FIRST_DRAW))
    assert value is not None
    assert (value.yaku, value.han, value.base) == ((("renhou", han),), han, base)


@pytest.mark.parametrize(
    ("dora", "is_renhou"),
    [
        # Pinfu and tanyao are 2 han, 5 a mangan: from there on the hand counts by itself.
        (2, True),
        (3, False),
        (4, False),
    ],
)
def test_the_own_yaku_stay_where_they_are_worth_as_much(dora: int, is_renhou: bool) -> None:
    """R9.41: renhou is not added to."""
    rules = parse_rules({"preset": "majsoul_friend_4p", "renhou": "mangan"})
    value = scorer_for(rules).evaluate(win(*CHEAP, flags=flags.FIRST_DRAW, dora=dora))
    assert value is not None
    assert (("renhou", 5) in value.yaku) is is_renhou
    assert value.han == 5 + (0 if is_renhou else dora - 3)


def test_a_dearer_hand_is_no_renhou() -> None:
    """R9.41."""
    rules = parse_rules({"preset": "majsoul_friend_4p", "renhou": "mangan"})
    value = scorer_for(rules).evaluate(win(*FLUSH, flags=flags.FIRST_DRAW))
    assert value is not None
    assert value.base > MANGAN
    assert "chinitsu" in dict(value.yaku)
