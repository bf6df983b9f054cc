"""From a match to a table: seats are drawn, the match is kept, people are told, the game opened.

A match is kept until its game's result is (`server.ranked.settling`), so a process that dies in
between leaves one that can be told from those that were played.
"""

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, Final, TypeAlias

from protocol.codec import encode
from protocol.queue import MatchFound
from server.clock import Clock
from server.lobby.codes import new_table_id
from server.log import get_logger
from server.metrics import Metrics
from server.ranked.line import Entry
from server.ranked.matching import Match
from server.ranked.stakes import RankedRules
from server.ranked.tables import Tables as Numbers
from server.session.sessions import Sessions
from server.store.database import StoreError
from server.store.queue import KeptMatch, Place, QueueStore
from server.table.api import Occupant, OnOver, SeatTaken, Spectating, TableOver, Tables
from server.table.stakes import Stakes

SPECTATING: Final = Spectating("full", 300)
"""Ranked games are seen in full, five minutes late."""
BOT_LEVEL: Final = "normal"

OverAt: TypeAlias = Callable[[str | None, str], OnOver]
"""Makes what the lobby does at a game's end, from the room (none) and the mode."""

log = get_logger("ranked")


class Matches:
    """Matches whose games have not ended.

    Args:
        clock: where time comes from.
        metrics: where games are counted.
        sessions: who is here.
        store: where matches are kept.
        tables: where games are opened.
        rules: what is played.
        numbers: the tiers.
        over_at: see `OverAt`.
        draw: puts people, and the seats of bots (None), into an order by chance.
    """

    def __init__(
        self,
        clock: Clock,
        metrics: Metrics,
        *,
        sessions: Sessions,
        store: QueueStore,
        tables: Tables,
        rules: RankedRules,
        numbers: Numbers,
        over_at: OverAt,
        draw: Callable[[list[Occupant | None]], None] | None = None,
    ) -> None:
        self._clock = clock
        self._metrics = metrics
        self._sessions = sessions
        self._store = store
        self._tables = tables
        self._rules = rules
        self._numbers = numbers
        self._over_at = over_at
        self._draw = draw or secrets.SystemRandom().shuffle
        self._expected: dict[str, str] = {}
        self._work: set[asyncio.Task[None]] = set()
        self.closing = False
        """Set before the server stops: no game is opened any more."""
        self.on_return: Callable[[list[Entry]], None] = _lost
        """Called with people whose match came to nothing; the store has their places again."""

    def __contains__(self, account: str) -> bool:
        """Whether an account is expected at a table, or sits at it."""
        return account in self._expected

    def begin(self, match: Match, people: list[Entry]) -> None:
        """Make a table of a match, as soon as that is kept."""
        table = new_table_id(self._clock.wall())
        for entry in people:
            self._expected[entry.place.account] = table
        self.spawn(self._open(table, match, people), f"open {table}")

    def over_at(self, table: str, mode: str, *, settled: bool) -> OnOver:
        """Return what is to be called at the end of a game.

        `settled`: keeping its result forgets the match; otherwise that is done here.
        """
        counted = self._over_at(None, mode)

        def over(result: TableOver) -> None:
            counted(result)
            self._free(table)
            if not (settled and result.ended == "finished"):
                self.spawn(self._store.over(table), f"forget {table}")

        return over

    async def restore(self, kept: Iterable[KeptMatch], running: set[str]) -> list[Place]:
        """Take up the matches of an earlier process.

        Those whose games run go on. The others' games were never begun: they are dissolved, and
        the places of their people returned.
        """
        again: list[Place] = []
        for match in kept:
            if match.table in running:
                for place in match.people:
                    self._expected[place.account] = match.table
            elif match.ended:
                await self._store.over(match.table)
            else:
                await self._store.dissolve(match.table, match.people)
                log.info("match_dissolved", table=match.table, queue=match.queue)
                again += match.people
        return again

    async def settle(self) -> None:
        """Return once what has begun is done."""
        while self._work:
            await asyncio.gather(*self._work, return_exceptions=True)

    def spawn(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Do something beside; what goes wrong is logged."""
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._work.add(task)
        task.add_done_callback(self._done)

    async def _open(self, table: str, match: Match, people: list[Entry]) -> None:
        tier = self._numbers.tiers[match.tier].name
        entry_of = {entry.place.account: entry for entry in people}
        people_and_bots: list[Occupant | None] = [
            Occupant(entry.place.name, entry.place.account) for entry in people
        ]
        people_and_bots += [None] * match.bots
        self._draw(people_and_bots)
        seats = [
            taken or Occupant(f"Normal bot {number}", level=BOT_LEVEL)
            for number, taken in enumerate(people_and_bots, 1)
        ]
        kept = KeptMatch(table, match.queue, tier, tuple(entry.place for entry in people))
        try:
            await self._store.match(kept)
        except StoreError as error:
            log.error("match_not_kept", table=table, reason=str(error))
            self._return(table, people)
            return
        if self.closing:
            await self._dissolve(kept, people)
            return
        stakes = None
        if not match.bots:
            ranks = tuple(entry_of[seat.account_id or ""].rank for seat in seats)
            stakes = Stakes(tier, ranks)
        for number, seat in enumerate(seats):
            client = self._sessions.client(seat.account_id) if seat.account_id else None
            if client is not None:
                found = MatchFound(
                    table=table,
                    seat=number,
                    queue=match.queue,
                    tier=tier,
                    ranked=stakes is not None,
                )
                client.send(encode(found))
        try:
            self._tables.open(
                table,
                self._rules.of(match.queue, tier),
                tuple(seats),
                on_over=self.over_at(table, match.queue, settled=stakes is not None),
                mode=match.queue,
                ranked=stakes is not None,
                spectating=SPECTATING,
                stakes=stakes,
            )
        except (SeatTaken, ValueError) as error:
            log.error("match_not_opened", table=table, reason=str(error))
            await self._dissolve(kept, people)
            return
        self._metrics.tables.inc()
        self._metrics.games_started.labels(match.queue).inc()
        log.info("game_started", table=table, queue=match.queue, tier=tier, bots=match.bots)

    async def _dissolve(self, match: KeptMatch, people: list[Entry]) -> None:
        await self._store.dissolve(match.table, match.people)
        self._return(match.table, people)

    def _return(self, table: str, people: list[Entry]) -> None:
        self._free(table)
        self.on_return(people)

    def _free(self, table: str) -> None:
        for account in [one for one, where in self._expected.items() if where == table]:
            del self._expected[account]

    def _done(self, task: asyncio.Task[None]) -> None:
        self._work.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error(
                "task_failed", task=task.get_name(), error=type(error).__name__, reason=str(error)
            )


def _lost(_people: list[Entry]) -> None:
    """Without a queue nobody waits."""
