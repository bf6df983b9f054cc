"""A house whose server can be killed at any moment: journals in memory that outlive it."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from protocol.table import AskFrame
from server.store.journals import Fault, JournalRow, SetAside
from server.table.api import Recovered, TableOver
from tests.server.table.house import TABLE, House, MemoryStore, Person
from tests.support.fake_clock import FakeClock


class Disk:
    """What outlives a process. `slow` keeps appends from becoming durable until `sync`."""

    def __init__(self) -> None:
        self.headers: dict[str, JournalRow] = {}
        self.entries: dict[str, list[tuple[int, bytes]]] = {}
        self.aside: dict[str, SetAside] = {}
        self.beat: float | None = None
        self.slow = False
        self.broken: Exception | None = None


class Journals:
    """Implements `server.table.api.JournalStore` for one process, until that is `dead`."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.dead = False
        self._waiting: list[tuple[str, int, bytes, JournalRow | None, asyncio.Future[None]]] = []

    def open(self, game: str, header: bytes, entry: bytes, now: float) -> asyncio.Future[None]:
        return self._add(game, 0, entry, JournalRow(game, header, now))

    def append(self, game: str, number: int, entry: bytes) -> asyncio.Future[None]:
        return self._add(game, number, entry, None)

    def sync(self) -> None:
        """Make durable what waits."""
        waiting, self._waiting = self._waiting, []
        for game, number, entry, opening, done in waiting:
            if self.dead or done.done():
                continue
            if self.disk.broken is not None:
                done.set_exception(self.disk.broken)
                continue
            if opening is not None:
                self.disk.headers[game] = opening
                self.disk.entries[game] = []
            assert number == len(self.disk.entries[game])
            self.disk.entries[game].append((number, entry))
            done.set_result(None)

    async def set_aside(self, game: str, fault: Fault, reference: str, reason: str) -> None:
        self.disk.aside[game] = SetAside(game, fault, reference, reason)

    async def beat(self, wall: float) -> None:
        if not self.dead:
            self.disk.beat = wall

    async def last_beat(self) -> float | None:
        return self.disk.beat

    async def running(self) -> list[JournalRow]:
        return [row for game, row in self.disk.headers.items() if game not in self.disk.aside]

    async def places(self) -> Mapping[str, Sequence[int]]:
        return {game: range(len(rows)) for game, rows in self.disk.entries.items()}

    async def entries(self, game: str, places: Sequence[int]) -> list[tuple[int, bytes]]:
        rows = self.disk.entries.get(game, [])
        assert len(places) == len(rows)
        return rows

    async def fate(self, game: str) -> SetAside | None:
        return self.disk.aside.get(game)

    def _add(
        self, game: str, number: int, entry: bytes, opening: JournalRow | None
    ) -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._waiting.append((game, number, entry, opening, done))
        if not self.disk.slow:
            loop.call_soon(self.sync)
        return done


class Records(MemoryStore):
    """A record takes the journal away in the same moment."""

    def __init__(self, disk: Disk) -> None:
        super().__init__()
        self.disk = disk
        self.dead = False
        self.saved: list[str] = []

    async def save_record(self, game_id: str, record: Any, **about: Any) -> None:
        if self.dead:
            await asyncio.get_running_loop().create_future()
        await super().save_record(game_id, record, **about)
        self.saved.append(game_id)
        self.disk.headers.pop(game_id, None)
        self.disk.entries.pop(game_id, None)


class MortalHouse(House):
    """A house with journals. `kill` ends the process, `restart` begins another on its disk."""

    def __init__(self, people: int = 4, **about: Any) -> None:
        self.disk = Disk()
        self.journals = Journals(self.disk)
        super().__init__(people, journals=self.journals, **about)
        self.store = Records(self.disk)
        self.tables._store = self.store

    async def kill(self) -> None:
        """End the process without a word: nothing that is not on the disk is kept."""
        self.journals.dead = True
        await self.tables.close()

    async def restart(self, down_s: float = 60.0) -> Recovered:
        """Begin a process on another clock; nobody is connected."""
        self.clock = FakeClock(start=5.0, wall=self.clock.wall() + down_s)
        self.journals = Journals(self.disk)
        self.tables = self.service(self.journals)
        self.disk.slow = False
        recovered = await self.tables.recover(lambda _header: self.over.append)
        await self.settle()
        return recovered

    async def crash(self, down_s: float = 60.0) -> Recovered:
        await self.kill()
        return await self.restart(down_s)

    async def come_back(self, *people: Person) -> None:
        """Connect anew, as fresh pages that have seen nothing."""
        for person in people or self.people:
            person.connect()
            await person.sync(-1)

    @property
    def game(self) -> Any:
        return self.tables._tables[TABLE].game

    @property
    def asked(self) -> list[Person]:
        """The people whose answer is waited for."""
        if TABLE not in self.tables._tables:
            return []
        seats = self.tables._tables[TABLE].seats
        return [person for person, seat in zip(self.people, seats, strict=False) if seat.ask]

    @property
    def record(self) -> Any:
        return self.store.records[TABLE]


def finished(over: list[TableOver]) -> bool:
    return [result.ended for result in over] == ["finished"]


def ask_of(person: Person) -> AskFrame:
    assert person.ask is not None
    return person.ask


async def play(house: MortalHouse, reached: Callable[[], bool], steps: int = 5000) -> None:
    """Let everybody answer one by one, by what lies on the table, until something is so."""
    for _ in range(steps):
        if reached() or house.over:
            return
        if house.asked:
            await house.asked[0].act(choice(house, house.asked[0]))
        else:
            await house.step()
    raise AssertionError("the moment never came")


def choice(house: MortalHouse, person: Person) -> int:
    """An answer that depends on the game and nothing else: win if one can, else anything."""
    options = ask_of(person).options
    for index, option in enumerate(options):
        if type(option).__name__ == "DeclareHora":
            return index
    return (7 * len(house.game.log) + 3 * house.people.index(person)) % len(options)
