"""Ranked play of one server: its parts, joined."""

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from protocol.base import Inbound
from protocol.codec import encode
from protocol.queue import JoinQueue, LeaveQueue, ListQueues, RankChange
from server.clock import Clock
from server.config import Config
from server.metrics import Metrics
from server.net.http import Page, Query
from server.ranked.entrance import Entrance
from server.ranked.matches import Matches, OverAt
from server.ranked.queue import QueueSettings, RankedQueue
from server.ranked.settling import Book, Settling
from server.ranked.stakes import Parse, RankedRules
from server.ranked.tables import Tables as Numbers
from server.ranked.tables import load
from server.session.dialogue import Handler
from server.session.sessions import Sessions
from server.store.database import Database
from server.store.queue import QueueStore
from server.store.standings import StandingStore
from server.table.api import JournalHeader, OnOver, Tables


class Ranked:
    """Joins queue, matches and results. `elsewhere` says whether an account is in a room or at a
    table, `blocked` whether one of two has blocked the other; see `OverAt` for `over_at`.
    """

    def __init__(
        self,
        clock: Clock,
        config: Config,
        metrics: Metrics,
        database: Database,
        *,
        sessions: Sessions,
        tables: Tables,
        parse: Parse,
        over_at: OverAt,
        elsewhere: Callable[[str], bool],
        blocked: Callable[[str, str], bool],
    ) -> None:
        """Read the numbers.

        Raises:
            TablesError: they cannot be used.
        """
        numbers = numbers_of(config)
        self.book = Book(numbers)
        self._sessions = sessions
        store = QueueStore(database, clock.wall)
        self._matches = Matches(
            clock,
            metrics,
            sessions=sessions,
            store=store,
            tables=tables,
            rules=RankedRules(numbers, parse),
            numbers=numbers,
            over_at=over_at,
        )
        self.queue = RankedQueue(
            clock,
            QueueSettings(
                guests=config.ranked_guests,
                grace_s=config.queue_grace_s,
                merge_s=config.queue_merge_s,
                bots_s=config.queue_bots_s,
                addresses_apart=config.queue_addresses_apart,
            ),
            sessions=sessions,
            store=store,
            entrance=Entrance(StandingStore(database), self.book, clock.wall),
            numbers=numbers.matching,
            matches=self._matches,
            elsewhere=elsewhere,
            blocked=blocked,
        )
        tables.settle = Settling(self.book, clock.wall, self._tell)

    def routes(self) -> Mapping[type[Inbound], Handler]:
        """Return the handlers of all requests about ranked play."""
        return {
            JoinQueue: self.queue.join,
            LeaveQueue: self.queue.leave,
            ListQueues: self.queue.list_all,
        }

    def page(self, _path: str, _query: Query) -> Page:
        """Answer `/api/queues`: who waits where, for everybody to see."""
        lines = [
            {
                "queue": line.queue,
                "tier": line.tier,
                "waiting": line.waiting,
                "estimate_s": line.estimate_s,
            }
            for line in self.queue.lines()
        ]
        return Page(msgspec.json.encode({"queues": lines}))

    def over_at(self, header: JournalHeader) -> OnOver:
        """Return what is to be called at the end of a game of an earlier process."""
        return self._matches.over_at(header.table, header.mode, settled=header.stakes is not None)

    def _tell(self, account: str, change: RankChange) -> None:
        client = self._sessions.client(account)
        if client is not None:
            client.send(encode(change))


def numbers_of(config: Config) -> Numbers:
    """Read the numbers that a configuration names.

    Raises:
        TablesError: they cannot be used.
    """
    return load(Path(config.ranked_file) if config.ranked_file else None)
