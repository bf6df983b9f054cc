"""A house with one table that can be watched, and people who watch it."""

from collections.abc import Callable
from typing import Any, NamedTuple, Self

import msgspec

from protocol import codec
from protocol.spectate import Unwatch, Watch, WatchFilter, WatchList
from protocol.table import EventFrame, Skip, Snapshot
from protocol.unions import ServerMessage
from server.net.framing import Batch
from server.table.api import Occupant, Recovered, Spectating, WatchMessage
from server.table.stakes import Stakes
from tests.server.table.house import TABLE, MemorySink, Person
from tests.server.table.mortal import MortalHouse

PUBLIC = Spectating("public", 0)
FULL = Spectating("full", 60)


class Seen(NamedTuple):
    """A frame, and when it came."""

    at: float
    frame: bytes


class WatchedSink(MemorySink):
    """A connection that notes when it is told what; `unsent` is what a test says."""

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__()
        self._now = now
        self.unsent = 0
        self.seen: list[Seen] = []
        self.batches = 0
        self.counted = 0

    def send(self, frame: bytes) -> None:
        super().send(frame)
        self.seen.append(Seen(self._now(), frame))

    @property
    def outlet(self) -> Self:
        return self

    def offer(self, batch: Batch, limit: int) -> bool:
        if self.unsent > limit:
            return False
        self.batches += 1
        for frame in batch.frames:
            self.send(frame)
        return True

    def count(self, frames: int) -> None:
        self.counted += frames


class Spectator:
    """An account that watches, with its newest connection."""

    def __init__(self, house: "Gallery", account: str) -> None:
        self.house = house
        self.account = account
        self.seen: list[Seen] = []
        self._ids = 0
        self.connect()

    def connect(self) -> None:
        self.sink = WatchedSink(self.house.lived)
        self.sink.seen = self.seen
        self.house.tables.attach(self.account, self.sink)

    def drop(self) -> None:
        self.house.tables.detach(self.account, self.sink)

    def send(self, message: WatchMessage, friends: frozenset[str] = frozenset()) -> ServerMessage:
        """Send a request; return its answer, which comes at once."""
        self._ids += 1
        numbered = msgspec.structs.replace(message, id=self._ids)
        request = codec.decode_client(codec.encode(numbered).decode())
        self.house.tables.watch(self.account, self.sink, request, friends)  # type: ignore[arg-type]
        answer = codec.decode_server(self.sink.answers[self._ids])
        assert answer is not None
        return answer

    def watch(self, table: str = TABLE) -> ServerMessage:
        return self.send(Watch(table=table))

    def unwatch(self) -> ServerMessage:
        return self.send(Unwatch())

    def listed(self, **wanted: Any) -> ServerMessage:
        return self.send(WatchList(filter=WatchFilter(**wanted)))

    @property
    def seqs(self) -> list[int]:
        """The numbers of the snapshot and the events since, for the newest one."""
        numbers: list[int] = []
        for message in self.sink.messages:
            if isinstance(message, Snapshot):
                numbers = [message.seq]
            elif isinstance(message, EventFrame | Skip):
                numbers.append(message.seq)
        return numbers

    @property
    def last_seq(self) -> int:
        return self.seqs[-1] if self.seqs else -1


class WatchedPerson(Person):
    """A player of whose connections, one after another, everything is noted."""

    def __init__(self, house: "Gallery", account: str) -> None:
        super().__init__(house, account)
        self.lived = house.lived
        self.seen: list[Seen] = []

    def connect(self, latency_ms: int = 0) -> None:
        self.sink = sink = WatchedSink(self.lived)
        sink.seen = self.seen
        self.house.tables.attach(self.account, sink)


class Gallery(MortalHouse):
    """A house whose table can be watched; time is counted over all its processes."""

    def __init__(self, people: int = 4, **about: Any) -> None:
        super().__init__(people, **about)
        self._before = 0.0
        self._began = self.clock.now()
        self.people = [WatchedPerson(self, person.account) for person in self.people]

    def lived(self) -> float:
        """Seconds for which there was a process."""
        return self._before + self.clock.now() - self._began

    async def restart(self, down_s: float = 60.0) -> Recovered:
        self._before = self.lived()
        recovered = await super().restart(down_s)
        self._began = 5.0
        return recovered

    def spectator(self, name: str = "w") -> Spectator:
        return Spectator(self, name)

    async def show(
        self,
        spectating: Spectating | None = PUBLIC,
        *,
        table: str = TABLE,
        ranked: bool = False,
        stakes: Stakes | None = None,
    ) -> None:
        """Open a table, with the people of the house if it is the first one."""
        people = self.people if table == TABLE else []
        for person in people:
            person.connect()
        seats = [Occupant(f"Player {person.account}", person.account) for person in people]
        while len(seats) < self.rules.players:
            seats.append(Occupant(f"{table} bot{len(seats)}", level="easy"))
        self.tables.open(
            table,
            self.rules,
            tuple(seats),
            on_over=self.over.append,
            ranked=ranked,
            spectating=spectating,
            stakes=stakes,
        )
        await self.settle()

    async def steps(self, count: int) -> None:
        """Play some defaults, half a second apart."""
        for _ in range(count):
            await self.step()
            await self.clock.pass_time(0.5)

    @property
    def seq(self) -> int:
        """The number of the newest event that the players have."""
        return self.people[0].events[-1].seq

    async def later(self, seconds: float) -> None:
        await self.clock.pass_time(seconds)
