"""Tables that play nothing: for tests of what stands around the tables."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, cast

import msgspec

from engine.core.errors import BadRules, NotBuilt
from protocol.codec import encode
from protocol.errors import Ok
from server.table.api import (
    JournalHeader,
    LiveTable,
    Occupant,
    OnOver,
    Recovered,
    RoomRules,
    RunningTable,
    SeatTaken,
    Sink,
    Spectating,
    TableMessage,
    TableOver,
    WatchMessage,
    WatchSink,
)
from server.table.stakes import Settle, Stakes


class OpenTable(msgspec.Struct):
    """What `open` was called with."""

    rules: RoomRules
    seats: tuple[Occupant, ...]
    on_over: OnOver
    title: str | None
    spectating: Spectating | None = None
    stakes: Stakes | None = None


class FakeTables:
    """Implements `server.table.api.Tables`; every message is answered with `ok`."""

    def __init__(self) -> None:
        self.tables: dict[str, OpenTable] = {}
        self.sinks: dict[str, Sink] = {}
        self.handled: list[tuple[str, TableMessage]] = []
        self.detached: asyncio.Queue[str] = asyncio.Queue()
        """Accounts whose connection has gone, in order."""
        self.settle: Settle | None = None
        self.crash = False
        self.shut = False
        self.drained = False
        self.at_rest = asyncio.Event()
        """Set by a test where `drain` is to return."""
        self.journals: dict[str, tuple[str, OpenTable]] = {}
        """Games of an earlier process with the codes of their rooms: what `recover` finds."""

    def open(
        self,
        table_id: str,
        rules: RoomRules,
        seats: tuple[Occupant, ...],
        *,
        on_over: OnOver,
        mode: str | None = None,
        ranked: bool = False,
        title: str | None = None,
        room: str | None = None,
        spectating: Spectating | None = None,
        listed: bool = True,
        private: bool = False,
        stakes: Stakes | None = None,
    ) -> None:
        for seat in seats:
            if seat.account_id is not None and self.seat_of(seat.account_id) is not None:
                raise SeatTaken(seat.name)
        self.tables[table_id] = OpenTable(rules, seats, on_over, title, spectating, stakes)

    async def recover(self, on_over: Callable[[JournalHeader], OnOver]) -> Recovered:
        headers = []
        for table_id, (room, table) in self.journals.items():
            header = JournalHeader(
                table=table_id,
                engine="0",
                rules={},
                seats=table.seats,
                mode=table.rules.mode,
                ranked=False,
                started=0.0,
                secret="",
                room=room,
            )
            headers.append(header)
            self.tables[table_id] = OpenTable(
                table.rules, table.seats, on_over(header), table.title
            )
        return Recovered(tuple(headers), (), ())

    def finish(self, table_id: str) -> None:
        """End a game as the real tables would."""
        table = self.tables.pop(table_id)
        players = table.rules.players
        over = TableOver(
            table=table_id,
            ended="finished",
            ranks=tuple(range(1, players + 1)),
            scores=(25000,) * players,
            points=(0.0,) * players,
        )
        table.on_over(over)

    def attach(self, account_id: str, sink: Sink) -> None:
        self.sinks[account_id] = sink

    def detach(self, account_id: str, sink: Sink) -> None:
        if self.sinks.get(account_id) is sink:
            del self.sinks[account_id]
            self.detached.put_nowait(account_id)

    def handle(self, account_id: str, sink: Sink, message: TableMessage) -> None:
        if self.crash:
            raise RuntimeError("a fault in a table")
        self.handled.append((account_id, message))
        sink.answer(message.id, encode(Ok(id=message.id)))

    def watch(
        self,
        account_id: str,
        sink: WatchSink,
        message: WatchMessage,
        friends: frozenset[str] = frozenset(),
    ) -> None:
        sink.answer(message.id, encode(Ok(id=message.id)))

    def watchers(self, table_id: str | None = None) -> int:
        return 0

    def seat_of(self, account_id: str) -> tuple[str, int] | None:
        for table_id, table in self.tables.items():
            for number, seat in enumerate(table.seats):
                if seat.account_id == account_id:
                    return table_id, number
        return None

    def live(self) -> tuple[LiveTable, ...]:
        return tuple(
            LiveTable(
                table=table_id,
                mode=table.rules.mode,
                ranked=False,
                names=tuple(seat.name for seat in table.seats),
                round="E1",
            )
            for table_id, table in self.tables.items()
        )

    def running(self, table_id: str) -> RunningTable | None:
        table = self.tables.get(table_id)
        return None if table is None else RunningTable(table.seats, 1)

    def end(self, table_id: str) -> bool:
        if table_id not in self.tables:
            return False
        self.finish(table_id)
        return True

    async def drain(self) -> None:
        self.drained = True
        await self.at_rest.wait()

    async def close(self) -> None:
        self.shut = True


def fake_room_rules(rules: Mapping[str, Any]) -> RoomRules:
    """Know just two presets and one option."""
    for name, value in rules.items():
        if name == "open_riichi" and value == "on":
            raise NotBuilt(name, "is not built yet")
        if name not in ("preset", "length", "players"):
            raise BadRules(name, f"{name!r} is not an option; allowed: preset, length")
    players = {"majsoul_friend_4p": 4, "majsoul_3p": 3}.get(rules.get("preset", ""))
    if players is None:
        raise BadRules("preset", f"{rules.get('preset')!r}; allowed: majsoul_friend_4p, majsoul_3p")
    return RoomRules(
        # The real rules are opaque to everything but the tables.
        rules=cast(Any, None),
        flat={"length": "east", **rules, "players": players},
        preset=rules["preset"],
        players=players,
        length=rules.get("length", "east"),
        mode=f"{players}p_east",
        base_ms=5000,
        bank_ms=20000,
        hints=True,
        spectate=False,
        cpu_level="normal",
    )
