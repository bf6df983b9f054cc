"""Keeping order, put together: reports, announcements, and orders of those who run the server."""

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, TypeAlias

from protocol.base import Inbound
from server.admin.clerk import Clerk
from server.admin.desk import Desk
from server.admin.running import RunningServer
from server.clock import Clock
from server.config import Config
from server.people.announcements import Announcements
from server.people.people import People
from server.people.reports import Reports
from server.session.dialogue import Handler
from server.session.sessions import Sessions
from server.store.database import Database
from server.store.orders import OrderStore
from server.store.records import RecordStore
from server.table.api import Tables

Job: TypeAlias = Callable[[], Coroutine[Any, Any, None]]


class Office:
    """All of it. `announcements` follow who is here (`server.session.sessions.Companion`)."""

    def __init__(
        self,
        clock: Clock,
        config: Config,
        database: Database,
        records: RecordStore,
        *,
        tables: Tables,
        sessions: Sessions,
        people: People,
    ) -> None:
        self.announcements = Announcements(clock, database, sessions)
        self._reports = Reports(clock, config, database, records, tables)
        running = RunningServer(
            tables,
            sessions,
            people.sanctions,
            self.announcements,
            named=people.named,
            erase=people.erase,
        )
        self.clerk = Clerk(clock, OrderStore(database), Desk(database, clock.wall, running))

    def routes(self) -> Mapping[type[Inbound], Handler]:
        """Return the handler of each request."""
        return self._reports.routes()

    def jobs(self) -> tuple[Job, ...]:
        """Return what runs for as long as the server does."""
        return (self.clerk.run,)

    async def load(self) -> None:
        """Read what must be known before anybody comes in.

        Raises:
            StoreError: it cannot be read.
        """
        await self.announcements.load()
