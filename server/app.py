"""The composition root: builds the parts of a server, joins them, starts and stops them."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final

from server.admin.office import Office
from server.clock import Clock
from server.config import Config
from server.drain import Drain
from server.lobby.archive import Archive
from server.lobby.keeper import Keeper
from server.lobby.registry import Registry
from server.lobby.rooms import Rooms
from server.lobby.rulebook import RuleParser
from server.log import get_logger
from server.metrics import Metrics
from server.net.api import Api
from server.net.connection import Conversation
from server.net.listener import Listener
from server.people.people import Entry, People
from server.people.profiles import Profiles
from server.ranked.ranked import Ranked
from server.records.analyses import Analyses
from server.routes import READS, Routes
from server.session.client import Client, Link
from server.session.dialogue import Dialogue
from server.session.expiry import Expiry
from server.session.sessions import Sessions
from server.store.address import database_path
from server.store.database import Database
from server.store.records import RecordStore
from server.store.rooms import RoomStore
from server.store.rule_sets import RuleSetStore
from server.table.api import RoomRules, Tables
from server.web.static import site
from server.whereabouts import Whereabouts

PROBE_S: Final = 1.0

log = get_logger("app")


class App:
    """A server. `make_tables` builds the tables around the store for records.

    `scripts`: see `server.lobby.rulebook.RuleBook`.
    """

    def __init__(
        self,
        config: Config,
        clock: Clock,
        *,
        make_tables: Callable[[RecordStore], Tables],
        parse_rules: RuleParser,
        catalogue: Callable[[], Any],
        scripts: Mapping[str, RoomRules] | None = None,
    ) -> None:
        """Open the database.

        Raises:
            StoreError: the database cannot be used.
            ConfigError: the numbers of ranked play cannot be used.
        """
        self.config = config
        self.metrics = Metrics()
        self._clock = clock
        self._database = Database(database_path(config.db), sole=True)
        self.records = RecordStore(self._database, clock.wall)
        self._analyses = Analyses(clock, self.records)
        self.tables = make_tables(self.records)
        entry = Entry(clock, config, self._database)
        self.sessions = Sessions(
            clock,
            entry.admission,
            self.metrics,
            requests_kept=config.requests_kept,
            requests_kept_bytes=config.requests_kept_bytes,
            absent_kept_bytes=config.absent_kept_bytes,
            reads=READS,
            whereabouts=lambda account: self._whereabouts.of(account),
        )
        self._room_store = RoomStore(self._database, clock.wall)
        self.registry = Registry(
            clock,
            config,
            self.metrics,
            self.sessions,
            Keeper(self._room_store),
            self.tables.watchers,
        )
        self._whereabouts = Whereabouts(
            self.tables, self.registry, lambda account: self.ranked.queue.queue_of(account)
        )
        self.people = People(clock, config, self._database, entry, self.sessions, self._whereabouts)
        self.rooms = Rooms(
            clock,
            config,
            self.metrics,
            self.registry,
            self.tables,
            parse_rules,
            rule_sets=RuleSetStore(self._database, clock.wall),
            scripts=scripts,
            blocked=self.people.blocks.blocks,
            elsewhere=lambda account: self.ranked.queue.holds(account),
        )
        self.ranked = Ranked(
            clock,
            config,
            self.metrics,
            self._database,
            sessions=self.sessions,
            tables=self.tables,
            parse=parse_rules,
            over_at=self.registry.over_at,
            elsewhere=self._whereabouts.elsewhere,
            blocked=self.people.blocks.blocked,
        )
        self.profiles = Profiles(clock, config, self._database, self.records, self.ranked.book)
        self.office = Office(
            clock,
            config,
            self._database,
            self.records,
            tables=self.tables,
            sessions=self.sessions,
            people=self.people,
        )
        self._drain = Drain(clock, self.sessions, self.tables, config.drain_s)
        self.sessions.companions += [_Seats(self.tables), self.registry, self._drain]
        self.sessions.companions += [self.ranked.queue, self.people.presence]
        self.sessions.companions.append(self.office.announcements)
        self._routes = Routes(
            clock,
            self.tables,
            self.people.sanctions,
            self.people.friends_of,
            self.rooms.routes(),
            self.people.routes(),
            self.ranked.routes(),
            self.profiles.routes(),
            self.office.routes(),
            Archive(clock, config, self.records, self._analyses).routes(),
        )
        api = Api(
            records=self.records,
            analyses=self._analyses,
            whose=entry.admission.whose,
            tables=self.tables,
            metrics=self.metrics,
            catalogue=catalogue,
            list_rooms=self.rooms.listing.page,
            list_queues=self.ranked.page,
            profile=self.profiles.page,
            leaderboard=self.profiles.leaders_page,
            ready=lambda: self._ready,
            files=site().answer,
            public_metrics=config.public_metrics,
        )
        self._listener = Listener(self._converse, api.side(), clock, config, self.metrics)
        self._ready = False
        self._expiry = Expiry(clock, entry.accounts, config.guest_days, self._is_present)
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> int:
        """Take up rooms and games of an earlier process, then listen; return the port.

        Raises:
            OSError: the address cannot be used.
            StoreError: the database cannot be used.
        """
        await self.people.load()
        await self.office.load()
        await self._recover()
        port = await self._listener.start()
        create_task = asyncio.get_running_loop().create_task
        self._tasks += [create_task(self._measure_lag()), create_task(self._expiry.run())]
        self._tasks.append(create_task(self.records.catch_up()))
        self._tasks.append(create_task(self.profiles.catch_up()))
        self._tasks += [create_task(job()) for job in self.people.jobs()]
        self._tasks += [create_task(job()) for job in self.office.jobs()]
        self._ready = True
        return port

    async def drain(self, at_once: asyncio.Event) -> None:
        """Begin nothing new, say so, and wait for running rounds: `drain_s`, or until `at_once`."""
        self._ready = False
        self.rooms.closing = True
        self.ranked.queue.close()
        await self._drain.run(at_once)

    async def stop(self) -> None:
        """Say `bye` to everybody, stop the tables where they stand, close the database."""
        self._ready = False
        self.rooms.closing = True
        for task in self._tasks:
            task.cancel()
        self.ranked.queue.close()
        await self.registry.settle()
        self.registry.stop()
        await self._listener.stop()
        await self.ranked.queue.settle()
        await self.tables.close()
        await self.registry.settle()
        self._analyses.close()
        self.people.close()
        self._database.close()

    async def _recover(self) -> None:
        dropped = self.rooms.restore(await self._room_store.all())
        recovered = await self.tables.recover(
            lambda header: (
                self.registry.over_at(header.room, header.mode)
                if header.room is not None
                else self.ranked.over_at(header)
            )
        )
        self.metrics.tables.inc(len(recovered.tables))
        for remembered in recovered.answers:
            self.sessions.remember(remembered.account_id, remembered.page, remembered.requests)
        running = [table.table for table in self.tables.live()]
        self.registry.rejoin(running)
        queued = await self.ranked.queue.restore(set(running))
        log.info(
            "recovered",
            rooms=len(self.registry.rooms),
            rooms_dropped=dropped,
            tables=len(recovered.tables),
            tables_set_aside=len(recovered.set_aside),
            queued=queued,
        )

    def _converse(self, link: Link) -> Conversation:
        return Dialogue(link, self.sessions, self._routes.handlers, self.metrics)

    def _is_present(self, account: str) -> bool:
        return self.sessions.client(account) is not None or self.sessions.engaged(account)

    async def _measure_lag(self) -> None:
        while True:
            due = self._clock.now() + PROBE_S
            await self._clock.sleep(PROBE_S)
            self.metrics.loop_lag_seconds.set(max(0.0, self._clock.now() - due))
            self.metrics.spectators.set(self.tables.watchers())


class _Seats:
    """Tells the tables who is there."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def arrived(self, client: Client) -> None:
        """An account has a new connection."""
        self._tables.attach(client.account.id, client)

    def left(self, client: Client) -> None:
        """An account's connection is gone."""
        self._tables.detach(client.account.id, client)
