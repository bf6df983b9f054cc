"""Who may queue, and for which tier: what is asked of the store before somebody waits."""

from collections.abc import Callable
from typing import Final

from protocol.errors import ProtocolError
from protocol.queue import QueueName, Rank
from server.ranked.line import Entry
from server.ranked.matching import Waiting
from server.ranked.pauses import seconds_left
from server.ranked.ranks import shown, title_of
from server.ranked.settling import Book, Known
from server.ranked.tables import QUEUES, Tier
from server.store.queue import Place
from server.store.standings import StandingStore

KINDS: Final = ("4p", "3p")
"""Ranks and ratings of four and of three players are apart."""


class Entrance:
    """Looks accounts up. `wall` gives the time, in seconds."""

    def __init__(self, standings: StandingStore, book: Book, wall: Callable[[], float]) -> None:
        self._standings = standings
        self._book = book
        self._wall = wall

    @property
    def tiers(self) -> tuple[Tier, ...]:
        """All tiers, from the lowest on."""
        return self._book.tables.tiers

    async def ranks(self, account: str) -> dict[str, Rank]:
        """Return the ranks of an account by kind."""
        kept = await self._standings.of(account)
        return {
            kind: shown(self._book.tables, self._book.known(kept.get(kind)).standing)
            for kind in KINDS
        }

    async def pause_s(self, account: str) -> int:
        """Return for how many seconds an account may not queue."""
        return seconds_left(await self._standings.penalty(account), self._wall())

    async def check_pause(self, account: str) -> None:
        """Refuse whoever has left games lately.

        Raises:
            ProtocolError: there is a pause.
        """
        pause_s = await self.pause_s(account)
        if pause_s:
            raise ProtocolError(
                "queue_pause",
                f"You have left ranked games and cannot queue for {pause_s} s.",
                wait_s=pause_s,
            )

    async def known(self, account: str, queue: QueueName) -> Known:
        """Return how an account stands in what a queue plays."""
        return self._book.known((await self._standings.of(account)).get(queue[:2]))

    def tier(self, known: Known, wanted: str | None) -> Tier:
        """Return the tier that was asked for, or the highest one that is open.

        Raises:
            ProtocolError: there is no such tier, or it is not for this rank.
        """
        title = title_of(self._book.tables, known.standing)
        if wanted is None:
            return self._book.tables.open_tiers(title)[-1]
        tier = self._book.tables.tier_of.get(wanted)
        if tier is None:
            raise ProtocolError("no_such_tier", field="tier")
        if title not in tier.titles:
            raise ProtocolError("rank_required", field="tier")
        return tier

    def entry(self, place: Place, queue: QueueName, known: Known, address: str = "") -> Entry:
        """Return what waits."""
        waiting = Waiting(
            account=place.account,
            queue=queue,
            tier=[tier.name for tier in self.tiers].index(place.tier),
            since=place.since,
            rank=known.standing.step,
            rating=self._book.ratings.shown(known.skill),
            address=address,
        )
        return Entry(place, waiting, shown(self._book.tables, known.standing))

    async def again(self, place: Place) -> Entry | None:
        """Make an entry of a place that was kept; None where there is no such place any more."""
        queue = next((queue for queue in QUEUES if queue == place.queue), None)
        if queue is None or place.tier not in self._book.tables.tier_of:
            return None
        entry = self.entry(place, queue, await self.known(place.account, queue))
        entry.online, entry.kept = False, True
        return entry
