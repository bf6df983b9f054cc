"""The result of a game: ranks, leftover sticks, uma, oka and rounding (riichi.md 4.2 and 14).

All sums are integers in points; only the last step divides by 1000, so that -13.2 is -13.2.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Final

import msgspec

from engine.riichi.rules import Rules

_STEP: Final = 100
"""Smallest share of points: 0.1 in the result."""


class Result(msgspec.Struct, frozen=True):
    """By seat: `scores` with leftover sticks, `ranks` from 1, `points` in thousands."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    points: tuple[float, ...]


def final_result(rules: Rules, scores: Sequence[int], kyotaku: int) -> Result:
    """Rank the seats, hand out the `kyotaku` sticks left on the table, apply uma and oka.

    Equal scores rank by seat under either `tie_rule`; `split` shares what the tied places get.
    """
    # Python sorts stably: equal scores stay in seat order.
    order = sorted(range(rules.players), key=lambda seat: -scores[seat])
    ties = [list(seats) for _, seats in groupby(order, key=lambda seat: scores[seat])]
    final = _with_sticks(rules, scores, ties[0], kyotaku * rules.riichi_stick)
    bonus = _bonus(rules, ties)
    points = [_rounded(rules, score) + extra for score, extra in zip(final, bonus, strict=True)]
    # First place takes what rounding gave to or took from the others.
    points[order[0]] += sum(final) - rules.score_origin * rules.players + sum(bonus) - sum(points)
    ranks = tuple(order.index(seat) + 1 for seat in range(rules.players))
    return Result(tuple(final), ranks, tuple(point / 1000 for point in points))


def _with_sticks(
    rules: Rules, scores: Sequence[int], first: Sequence[int], sticks: int
) -> list[int]:
    """Add the leftover sticks to the scores; `first` are the seats tied for first place."""
    final = list(scores)
    if rules.leftover_sticks == "lost":
        return final
    if rules.leftover_sticks == "first" and rules.tie_rule == "seat_order":
        first = first[:1]
    for seat, share in zip(first, _shares(sticks, len(first)), strict=True):
        final[seat] += share
    return final


def _bonus(rules: Rules, ties: Sequence[Sequence[int]]) -> list[int]:
    """Uma and oka by seat; `ties` are the seats by place, equal ones together."""
    places = [round(uma * 1000) for uma in rules.uma]
    if rules.oka == "auto":
        places[0] += (rules.score_origin - rules.start_points) * rules.players
    else:
        places[0] += round(rules.oka * 1000)
    bonus = [0] * rules.players
    taken = 0
    for seats in ties:
        shares = places[taken : taken + len(seats)]
        if rules.tie_rule == "split":
            shares = _shares(sum(shares), len(seats))
        for seat, share in zip(seats, shares, strict=True):
            bonus[seat] = share
        taken += len(seats)
    return bonus


def _shares(total: int, parts: int) -> list[int]:
    """Split in steps of 0.1; the rest goes to the seat nearest to the first dealer."""
    share = total // (parts * _STEP) * _STEP
    return [total - share * (parts - 1)] + [share] * (parts - 1)


def _rounded(rules: Rules, score: int) -> int:
    """Points above the origin, rounded to thousands by `rounding`."""
    above = score - rules.score_origin
    if rules.rounding == "none":
        return above
    if rules.rounding == "half_away_from_zero":
        thousands = (abs(score) + 500) // 1000
        return (thousands if score >= 0 else -thousands) * 1000 - rules.score_origin
    return _TO_THOUSANDS[rules.rounding](above) * 1000


_TO_THOUSANDS: Final[Mapping[str, Callable[[int], int]]] = {
    "nearest_5_up": lambda points: (points + 500) // 1000,
    "nearest_6_up": lambda points: -((500 - points) // 1000),
    "ceil": lambda points: -(-points // 1000),
    "floor": lambda points: points // 1000,
}
"""Rounding rule -> whole thousands of a difference in points."""
