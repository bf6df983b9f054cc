"""Rooms without sockets: people, a slow disk and tables, for the machine that drives them."""

import asyncio
from collections.abc import Mapping
from typing import Any, cast

import msgspec

from protocol.codec import decode_server, encode
from protocol.errors import Error, ProtocolError
from protocol.room import Room, RoomClosed
from protocol.unions import ServerMessage
from server.config import Config
from server.lobby.keeper import Keeper
from server.lobby.registry import Registry
from server.lobby.rooms import Rooms
from server.lobby.saved import SavedRoom
from server.metrics import Metrics
from server.session.client import Client
from server.session.sessions import Sessions
from server.store.accounts import Account
from tests.support.fake_clock import FakeClock
from tests.support.fake_tables import FakeTables, OpenTable, fake_room_rules

OFFLINE_S = 100.0
IDLE_S = 1000.0
CONFIG = Config(
    room_offline_s=OFFLINE_S,
    room_idle_s=IDLE_S,
    rooms_account=10**6,
    rooms_address=10**6,
    join_failures=10**6,
    join_failures_address=10**6,
)


class Disk:
    """Keeps states; while `held`, nothing that is written arrives."""

    def __init__(self) -> None:
        self.states: dict[str, bytes] = {}
        self.free = asyncio.Event()
        self.free.set()

    async def write(self, states: Mapping[str, bytes | None]) -> None:
        await self.free.wait()
        for code, state in states.items():
            if state is None:
                self.states.pop(code, None)
            else:
                self.states[code] = state

    def saved(self, code: str) -> SavedRoom | None:
        state = self.states.get(code)
        return None if state is None else msgspec.json.decode(state, type=SavedRoom)


class NoRuleSets:
    """Nobody keeps rules here."""

    async def save(self, account: str, name: str, rules: str, most: int) -> bool:
        raise AssertionError

    async def delete(self, account: str, name: str) -> bool:
        raise AssertionError

    async def all(self, account: str) -> list[tuple[str, str]]:
        raise AssertionError


class Line:
    """One connection of a person: a `Client` as the lobby sees it. Closed, it swallows."""

    def __init__(self, person: "Person") -> None:
        self.account = person.account
        self.link = self
        self.address = "192.0.2.1"
        self.unlimited = False
        self.page = person.account.name
        self._person = person

    def send(self, frame: bytes) -> None:
        if self._person.line is self:
            self._person.send(frame)

    def reply(self, request_id: int, message: ServerMessage) -> None:
        if self._person.line is self:
            self._person.reply(request_id, message)


class Person:
    """One account, on its newest connection."""

    def __init__(self, name: str, disk: Disk) -> None:
        self.account = Account(f"account-{name}", name)
        self.line: Line | None = None
        self.room: Room | None = None
        """The newest room that this person was told of, None when told to be in none."""
        self.closed: list[RoomClosed] = []
        self.answers: dict[int, ServerMessage] = {}
        self._disk = disk

    @property
    def online(self) -> bool:
        return self.line is not None

    def send(self, frame: bytes) -> None:
        message = decode_server(frame)
        assert message is not None
        if isinstance(message, RoomClosed):
            self.closed.append(message)
            assert self._disk.saved(message.code) is None, "told before it was saved"
        if isinstance(message, Room):
            self._told(message)

    def reply(self, request_id: int, message: ServerMessage) -> None:
        assert request_id not in self.answers
        self.answers[request_id] = message
        self.send(encode(message))

    def _told(self, room: Room) -> None:
        if room.seat is None:
            self.room = None
            return
        saved = self._disk.saved(room.code)
        # It may have gone on since, or be gone by now.
        assert saved is None or saved.rev >= room.rev, "told before it was saved"
        if self.room is not None and self.room.code == room.code:
            assert room.rev >= self.room.rev, "told in the wrong order"
        self.room = room


class World:
    """A lobby and its people; `restart` makes a new one from what the disk holds."""

    def __init__(self, names: str) -> None:
        self.clock = FakeClock()
        self.disk = Disk()
        self.people = {name: Person(name, self.disk) for name in names}
        self.blocks: set[tuple[str, str]] = set()
        """Who has blocked whom, by account."""
        self.queued: set[str] = set()
        """Accounts that wait for a ranked game."""
        self._ids = 0
        self._begin(FakeTables())

    def _begin(self, tables: FakeTables) -> None:
        self.tables = tables
        self.keeper = Keeper(self.disk)
        metrics = Metrics()
        sessions = cast(Sessions, self)
        self.registry = Registry(
            self.clock, CONFIG, metrics, sessions, self.keeper, lambda _table: 0
        )
        self.rooms = Rooms(
            self.clock,
            CONFIG,
            metrics,
            self.registry,
            tables,
            fake_room_rules,
            rule_sets=NoRuleSets(),
            elsewhere=self.queued.__contains__,
            blocked=lambda one, other: (one, other) in self.blocks,
        )
        self.routes = self.rooms.routes()

    # As the sessions

    def client(self, account: str) -> Line | None:
        return next(p.line for p in self.people.values() if p.account.id == account)

    # What happens

    async def settle(self) -> None:
        """Let what is on its way arrive, as far as the disk lets it."""
        for _ in range(12):
            await asyncio.sleep(0)

    def next_id(self, number: int) -> None:
        """Let the next request have this id."""
        self._ids = number - 1

    async def ask(self, name: str, request: Any) -> int | Error:
        """Make a request; return its id, or why it was refused."""
        self._ids += 1
        numbered = msgspec.structs.replace(request, id=self._ids)
        client = cast(Client, self.people[name].line)
        try:
            outcome = self.routes[type(request)](client, numbered)
            if outcome is not None:
                await outcome
        except ProtocolError as error:
            return error.reply(self._ids)
        await self.settle()
        return self._ids

    async def connect(self, name: str) -> None:
        person = self.people[name]
        person.line, person.room = Line(person), None
        self.registry.arrived(cast(Client, person.line))
        await self.settle()

    async def disconnect(self, name: str) -> None:
        line, self.people[name].line = self.people[name].line, None
        self.registry.left(cast(Client, line))
        await self.settle()

    async def restart(self, lost: frozenset[str]) -> None:
        """Kill the lobby and start it again; the tables in `lost` do not come back."""
        kept = {name: table for name, table in self.tables.tables.items() if name not in lost}
        task = self.keeper._work
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        for person in self.people.values():
            person.line, person.room = None, None
        # The timers of a process die with it.
        self.clock = FakeClock(self.clock.now(), self.clock.wall())
        self.disk.free.set()
        tables = FakeTables()
        self._begin(tables)
        dropped = self.rooms.restore(list(self.disk.states.items()))
        assert dropped == 0
        for table_id, table in kept.items():
            code = self._code_of(table_id)
            tables.tables[table_id] = OpenTable(
                table.rules, table.seats, self.registry.over_at(code, "4p_east"), table.title
            )
        self.registry.rejoin(kept)
        await self.settle()

    def _code_of(self, table_id: str) -> str | None:
        return next(
            (room.code for room in self.registry.rooms.values() if room.table == table_id), None
        )
