"""A house with one table: fake clock, connections in memory, seeded walls."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

import msgspec

from engine.bots import POLICIES, Policy
from engine.core.wall import SeededWalls, WallSource
from protocol import codec
from protocol.table import Act, AskFrame, Confirm, EventFrame, RoundEnd, Sync, TableStart
from protocol.unions import ServerMessage
from server.table.api import JournalStore, Occupant, TableMessage, TableOver, TableSettings
from server.table.bots import PromptBrain
from server.table.rules import parse_room_rules
from server.table.service import TableService
from tests.support.fake_clock import FakeClock

TABLE = "t1"
RANKED = {"preset": "majsoul_ranked_4p"}
QUICK = TableSettings(floor_ms=0, bot_min_ms=0, bot_max_ms=0)

STEADY: Mapping[str, Callable[[int], Policy]] = {
    level: partial(lambda make, _seed: make(1), make) for level, make in POLICIES.items()
}
"""The bots, whose seeds a table draws: here they play the same game each time."""

M = TypeVar("M", bound=ServerMessage)


class MemoryStore:
    """Keeps records; `broken` makes it fail."""

    def __init__(self) -> None:
        self.records: dict[str, Any] = {}
        self.broken = False

    async def record(self, game_id: str) -> bytes | None:
        return b"{}" if game_id in self.records else None

    async def save_record(
        self,
        game_id: str,
        record: Any,
        *,
        mode: str,
        accounts: tuple[str | None, ...],
        started: float | None = None,
        ranked: bool = False,
        listed: bool = True,
        private: bool = False,
        held_s: float = 0,
        also: Any = None,
    ) -> None:
        if self.broken:
            raise OSError("disk full")
        self.records[game_id] = record


class MemorySink:
    """A connection that keeps what it is given."""

    page = "page"

    def __init__(self, latency_ms: int = 0) -> None:
        self.latency_ms = latency_ms
        self.frames: list[bytes] = []
        self.answers: dict[int | None, bytes] = {}
        self.failing = False

    def send(self, frame: bytes) -> None:
        if self.failing:
            raise RuntimeError("a sink must not raise, and this one does")
        self.frames.append(frame)

    def answer(self, request_id: int | None, frame: bytes) -> None:
        assert request_id is None or request_id not in self.answers
        self.answers[request_id] = frame
        self.send(frame)

    @property
    def messages(self) -> list[ServerMessage]:
        decoded = [codec.decode_server(frame) for frame in self.frames]
        assert None not in decoded
        return [message for message in decoded if message is not None]

    def all(self, kind: type[M]) -> list[M]:
        return [message for message in self.messages if isinstance(message, kind)]

    def last(self, kind: type[M]) -> M | None:
        """The newest message of a kind."""
        for frame in reversed(self.frames):
            message = codec.decode_server(frame)
            if isinstance(message, kind):
                return message
        return None


class Person:
    """An account with its newest connection."""

    def __init__(self, house: "House", account: str) -> None:
        self.house = house
        self.account = account
        self.sink = MemorySink()
        self._ids = 0

    @property
    def ask(self) -> AskFrame | None:
        """The ask on the screen: the last one, unless the stream has gone on since."""
        for frame in reversed(self.sink.frames):
            if frame.startswith((b'{"type":"ask"', b'{"type":"event"', b'{"type":"timed_out"')):
                message = codec.decode_server(frame)
                return message if isinstance(message, AskFrame) else None
        return None

    def connect(self, latency_ms: int = 0) -> None:
        self.sink = MemorySink(latency_ms)
        self.house.tables.attach(self.account, self.sink)

    def drop(self) -> None:
        self.house.tables.detach(self.account, self.sink)

    async def send(self, message: TableMessage) -> ServerMessage:
        """Send a message; return its answer."""
        self._ids += 1
        # Over the wire and back: what the server gets is what its codec lets through.
        request = codec.decode_client(
            codec.encode(msgspec.structs.replace(message, id=self._ids)).decode()
        )
        self.house.tables.handle(self.account, self.sink, request)  # type: ignore[arg-type]
        await self.house.settle()
        answer = codec.decode_server(self.sink.answers[self._ids])
        assert answer is not None
        return answer

    async def act(self, option: int | None = None) -> ServerMessage:
        """Answer the open ask, with its default if no option is given."""
        ask = self.ask
        assert ask is not None, f"{self.account} is not asked"
        chosen = ask.default if option is None else option
        return await self.send(Act(table=TABLE, decision=ask.decision, option=chosen))

    async def sync(self, seq: int) -> ServerMessage:
        return await self.send(Sync(table=TABLE, seq=seq))

    def choose(self, wanted: Callable[[Any], bool]) -> int | None:
        """The first option of the open ask that is wanted."""
        ask = self.ask
        if ask is None:
            return None
        for index, option in enumerate(ask.options):
            if wanted(option):
                return index
        return None

    @property
    def events(self) -> list[EventFrame]:
        return self.sink.all(EventFrame)


class House:
    """The tables, with people `a`, `b`, ... in the first seats and bots in the others."""

    def __init__(
        self,
        people: int = 4,
        *,
        seed: bytes = b"house",
        rules: dict[str, Any] | None = None,
        settings: TableSettings = QUICK,
        policies: Mapping[str, Callable[[int], Policy]] = STEADY,
        walls: WallSource | None = None,
        journals: JournalStore | None = None,
    ) -> None:
        self.clock = FakeClock()
        self.store = MemoryStore()
        self.over: list[TableOver] = []
        self.rules = parse_room_rules(rules or RANKED)
        self.settings = settings
        self.policies = policies
        self.walls = lambda: walls or SeededWalls(seed)
        self.tables = self.service(journals)
        self.people = [Person(self, "abcd"[number]) for number in range(people)]

    def service(self, journals: JournalStore | None) -> TableService:
        """The tables of one process."""
        return TableService(
            self.clock,
            self.store,
            brain=PromptBrain(),
            policies=self.policies,
            settings=self.settings,
            walls=self.walls,
            journals=journals,
        )

    async def open(self, *, ranked: bool = False, connect: bool = True) -> None:
        for person in self.people:
            if connect:
                person.connect()
        seats = [Occupant(person.account.upper(), person.account) for person in self.people]
        while len(seats) < self.rules.players:
            seats.append(Occupant(f"bot{len(seats)}", level="easy"))
        self.tables.open(TABLE, self.rules, tuple(seats), on_over=self.over.append, ranked=ranked)
        await self.settle()

    async def settle(self) -> None:
        await self.clock.settle()

    async def step(self) -> bool:
        """Let everybody who is asked take the default, or confirm; False if nobody can."""
        moved = False
        for person in self.people:
            if person.ask is not None:
                await person.act()
                moved = True
        if not moved:
            for number, person in enumerate(self.people):
                pause = person.sink.last(RoundEnd)
                newest = person.sink.messages[-1]
                if pause is newest or (pause and not pause.confirmed[number]):
                    answer = await person.send(Confirm(table=TABLE))
                    moved = moved or not hasattr(answer, "code")
        await self.settle()
        return moved

    async def until(self, reached: Callable[[], bool], steps: int = 4000) -> None:
        """Play defaults until something is so."""
        for _ in range(steps):
            if reached():
                return
            await self.step()
        raise AssertionError("the moment never came")

    async def close(self) -> None:
        await self.tables.close()


def started(person: Person) -> TableStart:
    start = person.sink.last(TableStart)
    assert start is not None
    return start
