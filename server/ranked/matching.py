"""Who plays whom: waiting people in, tables out. Pure and deterministic.

People wait in pools, one a queue and tier. Whoever has waited longest is served first: the people
whose strength is nearest and within the window, which grows with the waiting of the one served,
and for whom this one is within reach, too; after a while anybody will do. So a table is as even as
there are people for it, and nobody waits for ever beside people who could play.
"""

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct

from protocol.queue import QueueName
from server.ranked.tables import MatchingNumbers, players

Apart: TypeAlias = Callable[["Waiting", "Waiting"], bool]
"""Whether two people must not sit at one table, such as one who has blocked the other."""


class Waiting(Struct, frozen=True):
    """One account in a queue. `since` in seconds; `tier` and `rank` count from the lowest.

    `rating` is the number that people are shown.
    """

    account: str
    queue: QueueName
    tier: int
    since: float
    rank: int
    rating: float
    address: str = ""


class Match(Struct, frozen=True):
    """A table: `tier` is what is played for, the lowest tier of its people. Seats are not drawn.

    `bots` seats are left for bots; then no rank changes.
    """

    queue: QueueName
    tier: int
    people: tuple[Waiting, ...]
    bots: int = 0


class Terms(Struct, frozen=True, kw_only=True):
    """How people are brought together.

    Args:
        numbers: window and weights.
        merge_after_s: who has waited so long plays with the tiers beside, None: never.
        bots_after_s: who has waited so long plays with bots for no rank, None: never.
        apart: who must not meet.
    """

    numbers: MatchingNumbers
    merge_after_s: float | None = None
    bots_after_s: float | None = None
    apart: Apart = lambda _one, _other: False


def tables(waiting: Iterable[Waiting], now: float, terms: Terms) -> list[Match]:
    """Return the tables that can be made at `now`; whoever sits at none goes on waiting.

    An account sits at one table at most, however often it waits.
    """
    pools: defaultdict[QueueName, list[Waiting]] = defaultdict(list)
    seen: set[str] = set()
    for one in sorted(waiting, key=_turn):
        if one.account not in seen:
            seen.add(one.account)
            pools[one.queue].append(one)
    matches: list[Match] = []
    for queue in sorted(pools):
        matches += _of_queue(queue, pools[queue], now, terms)
    return matches


def strength(one: Waiting, numbers: MatchingNumbers) -> float:
    """Return what the window is laid on: the rating, and something for each rank."""
    return one.rating + numbers.star * one.rank


def window(waited: float, numbers: MatchingNumbers) -> float:
    """Return how far apart people may be after `waited` seconds."""
    if waited >= numbers.any_after_s:
        return float("inf")
    return numbers.window + numbers.grows * max(0.0, waited)


def _turn(one: Waiting) -> tuple[float, str]:
    return one.since, one.account


def _of_queue(queue: QueueName, line: list[Waiting], now: float, terms: Terms) -> list[Match]:
    seats = players(queue)
    left = _Line(line, terms.numbers)
    matches: list[Match] = []
    for first in line:
        if first not in left:
            continue
        company = _company(first, left, seats, now, terms)
        if company is None:
            continue
        matches.append(
            Match(queue, min(one.tier for one in company), company, seats - len(company))
        )
        for one in company:
            left.remove(one)
    return matches


def _company(
    first: Waiting, left: "_Line", seats: int, now: float, terms: Terms
) -> tuple[Waiting, ...] | None:
    """Return who plays with the one whose turn it is, that one included; None: nobody yet."""
    waited = now - first.since
    widest = window(waited, terms.numbers)
    merged = terms.merge_after_s is not None and waited >= terms.merge_after_s
    company = [first]
    for one, distance in left.around(first):
        # The windows of those who came later are narrower. They are pulled in nevertheless once
        # the first one's is wide: else a rare strength would never be near enough to anybody.
        if distance > widest:
            break
        if one.tier != first.tier and not (merged and _merges(first, one, now, terms)):
            continue
        if any(terms.apart(one, other) for other in company):
            continue
        company.append(one)
        if len(company) == seats:
            return tuple(company)
    if terms.bots_after_s is not None and waited >= terms.bots_after_s:
        return tuple(company)
    return None


def _merges(first: Waiting, one: Waiting, now: float, terms: Terms) -> bool:
    """Whether somebody of another tier, the next one, has waited long enough for that, too."""
    assert terms.merge_after_s is not None
    return abs(one.tier - first.tier) == 1 and now - one.since >= terms.merge_after_s


class _Line:
    """People in order of strength, from which some are taken."""

    def __init__(self, people: Sequence[Waiting], numbers: MatchingNumbers) -> None:
        self._numbers = numbers
        self._order: list[tuple[float, float, str]] = []
        self._who: dict[str, Waiting] = {}
        for one in people:
            insort(self._order, self._key(one))
            self._who[one.account] = one

    def __contains__(self, one: Waiting) -> bool:
        return one.account in self._who

    def remove(self, one: Waiting) -> None:
        del self._who[one.account]
        del self._order[bisect_left(self._order, self._key(one))]

    def around(self, one: Waiting) -> Iterable[tuple[Waiting, float]]:
        """Go through the others, the nearest first, and of two as near the one who came first."""
        order, own = self._order, strength(one, self._numbers)
        place = bisect_left(order, self._key(one))
        below, above = place - 1, place + 1
        while below >= 0 or above < len(order):
            down = own - order[below][0] if below >= 0 else float("inf")
            up = order[above][0] - own if above < len(order) else float("inf")
            if down < up or (down == up and order[below][1:] <= order[above][1:]):
                yield self._who[order[below][2]], down
                below -= 1
            else:
                yield self._who[order[above][2]], up
                above += 1

    def _key(self, one: Waiting) -> tuple[float, float, str]:
        return strength(one, self._numbers), one.since, one.account
