"""Figures as counts: whole numbers that add up over games.

Everything is an integer, so that sums do not depend on their order and a profile can be computed
again from its records to the last digit.
"""

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec import Struct

PLACES: Final = 4
THOUSAND: Final = 1000


class Figures(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one player did in some games of one kind.

    `places` counts the games that ended in first, second, third, fourth place; games that were
    ended by a vote have none. `scores` and `points` are sums over these: final scores, and points
    with uma and oka in thousandths. `busts` ended below zero.

    The rest counts rounds, `rounds` in all. `deal_ins`: rounds in which others won by ron off one's
    tile, however many. `riichi`: declared. `calls`: with an open chi, pon or kan. `draws`: went to
    the last tile without a win, `tenpai` of them in tenpai. `win_points` and `deal_in_points` are
    sums of hands' values without honba and sticks. `yakuman` counts by name; a counted one is not
    among them.
    """

    games: int = 0
    places: tuple[int, ...] = (0,) * PLACES
    scores: int = 0
    points: int = 0
    busts: int = 0
    rounds: int = 0
    wins: int = 0
    self_draws: int = 0
    deal_ins: int = 0
    riichi: int = 0
    riichi_wins: int = 0
    calls: int = 0
    draws: int = 0
    tenpai: int = 0
    win_points: int = 0
    deal_in_points: int = 0
    yakuman: dict[str, int] = {}

    def __add__(self, other: "Figures") -> "Figures":
        return total((self, other))


_NUMBERS: Final = tuple(
    field.name for field in msgspec.structs.fields(Figures) if field.type is int
)


def total(figures: Iterable[Figures]) -> Figures:
    """Add figures up."""
    sums = dict.fromkeys(_NUMBERS, 0)
    places = [0] * PLACES
    yakuman: dict[str, int] = {}
    for one in figures:
        for name in _NUMBERS:
            sums[name] += getattr(one, name)
        for place, times in enumerate(one.places):
            places[place] += times
        for name, times in one.yakuman.items():
            yakuman[name] = yakuman.get(name, 0) + times
    return Figures(places=tuple(places), yakuman=yakuman, **sums)
