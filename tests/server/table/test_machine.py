"""A table under anything that people, lines, disks and restarts can do to it, in any order."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine.core.decision import Choice
from engine.core.events import Event
from engine.core.redact import redact
from protocol import codec
from protocol.errors import Error, Ok
from protocol.table import (
    Act,
    AskFrame,
    Confirm,
    EventFrame,
    Mute,
    Say,
    SetAuto,
    Skip,
    Snapshot,
    Sync,
    TableStart,
    VoteEnd,
)
from protocol.unions import ServerMessage
from server.table.api import TableMessage, TableSettings
from tests.server.table.house import TABLE, MemorySink
from tests.server.table.mortal import MortalHouse

SETTINGS: Final = TableSettings(floor_ms=300, bot_min_ms=200, bot_max_ms=200)
RULES: Final = (
    {"preset": "majsoul_friend_4p", "length": "one_round"},
    {"preset": "majsoul_friend_4p", "length": "east", "start_points": 4000},
    {"preset": "majsoul_3p", "length": "one_round"},
)
SEATS = st.integers(0, 2)

T = TypeVar("T")


class Line(MemorySink):
    """A connection; what came over it is read once the server has done its part."""

    def __init__(self) -> None:
        super().__init__()
        self.next: int | None = None
        self.syncs: dict[int | None, int] = {}
        self.read = 0


class Client:
    """A person with its connections; checks everything that they are handed."""

    def __init__(self, house: MortalHouse, seat: int) -> None:
        self.seat = seat
        self.seq = -1
        self.asked: AskFrame | None = None
        self.acts: dict[int | None, Act] = {}
        self.kept: list[Choice] = []
        self.line: Line | None = None
        self.log: list[Event] = []
        self._lines: list[Line] = []
        self._house = house
        self._account = "abcd"[seat]
        self._ids = 0

    def read(self) -> None:
        """Read what has come, on old lines too."""
        for line in self._lines:
            while line.read < len(line.frames):
                message = codec.decode_server(line.frames[line.read])
                line.read += 1
                self._take(line, message)
        self._lines = [line for line in self._lines if line is self.line]

    def _take(self, line: Line, message: ServerMessage | None) -> None:
        match message:
            case TableStart():
                line.next = 0
            case Ok() if message.id in line.syncs:
                line.next = line.syncs.pop(message.id) + 1
            case Snapshot():
                line.next = message.seq + 1
                for number, shown in enumerate(message.seats):
                    if number != self.seat:
                        assert set(shown.hand) <= {"?"}
                        assert shown.drawn in (None, "?")
            case EventFrame() | Skip():
                assert message.seq == line.next, f"{message.seq} instead of {line.next}"
                line.next += 1
                seen = redact(self.log[message.seq], self.seat)
                assert seen == (message.event if isinstance(message, EventFrame) else None)
                self.seq = message.seq
                self.asked = None
            case AskFrame():
                actors = {getattr(option, "actor", self.seat) for option in message.options}
                assert actors == {self.seat}
                self.asked = message
            case Ok() | Error() if message.id in self.acts:
                act = self.acts.pop(message.id)
                if isinstance(message, Ok) and TABLE in self._house.tables._tables:
                    self._keep(act)
            case None:
                raise AssertionError("a message that the codec does not know")

    def connect(self) -> None:
        self.line = Line()
        self._lines.append(self.line)
        self._house.tables.attach(self._account, self.line)

    def drop(self) -> None:
        if self.line is not None:
            self._house.tables.detach(self._account, self.line)
            self.line = None

    def send(self, message: TableMessage) -> None:
        if self.line is None:
            return
        self._ids += 1
        if isinstance(message, Sync):
            self.line.syncs[self._ids] = message.seq
        if isinstance(message, Act):
            self.acts[self._ids] = message
        request: Any = codec.decode_client(
            codec.encode(msgspec.structs.replace(message, id=self._ids)).decode()
        )
        self._house.tables.handle(self._account, self.line, request)

    def _keep(self, act: Act) -> None:
        table = self._house.tables._tables[TABLE]
        secret = table.seats[self.seat]._secret
        for choice in reversed(table.game.choices):
            if (
                choice.seat == self.seat
                and secret.token(choice.decision, self.seat) == act.decision
            ):
                assert choice.option == act.option
                self.kept.append(choice)
                return
        # Others had settled it already.
        mark = table.game.mark
        assert not mark.open or secret.token(mark.decision, self.seat) != act.decision


class TableMachine(RuleBasedStateMachine):
    """Two or three people and a bot; the server may be killed at any moment."""

    @initialize(rules=st.sampled_from(RULES), seed=st.binary(min_size=1, max_size=2))
    def begin(self, rules: dict[str, Any], seed: bytes) -> None:
        self.loop = asyncio.new_event_loop()
        self.clients: list[Client] = []
        self.run(self.opened(rules, seed))

    async def opened(self, rules: dict[str, Any], seed: bytes) -> None:
        people = 3 if "4p" in rules["preset"] else 2
        self.house = MortalHouse(people, rules=rules, seed=seed, settings=SETTINGS)
        self.clients += [Client(self.house, seat) for seat in range(people)]
        for client in self.clients:
            client.connect()
        await self.house.open(connect=False)
        self.follow()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        done = self.loop.run_until_complete(work)
        for client in self.clients:
            client.read()
        return done

    def follow(self) -> None:
        for client in self.clients:
            client.log = self.house.game.log

    def client(self, seat: int) -> Client:
        return self.clients[seat % len(self.clients)]

    def tell(self, seat: int, message: TableMessage) -> None:
        self.client(seat).send(message)
        self.run(self.house.settle())

    @property
    def over(self) -> bool:
        return bool(self.house.over)

    # -- People

    @rule(seat=SEATS, fresh=st.booleans())
    def connect(self, seat: int, fresh: bool) -> None:
        client = self.client(seat)
        client.connect()
        if not self.over:
            self.tell(seat, Sync(table=TABLE, seq=-1 if fresh else client.seq))

    @rule(seat=SEATS)
    def connect_without_sync(self, seat: int) -> None:
        self.client(seat).connect()
        self.run(self.house.settle())

    @rule(seat=SEATS)
    def drop(self, seat: int) -> None:
        self.client(seat).drop()
        self.run(self.house.settle())

    @rule(seat=SEATS, seq=st.integers(-1, 200))
    def sync(self, seat: int, seq: int) -> None:
        self.tell(seat, Sync(table=TABLE, seq=seq))

    @rule(data=st.data())
    def everybody_acts(self, data: st.DataObject) -> None:
        for client in self.clients:
            if client.asked is not None:
                self.act(client, data.draw(st.integers(0, len(client.asked.options) - 1)))

    @rule(times=st.integers(1, 12))
    def everybody_takes_defaults(self, times: int) -> None:
        for _ in range(times):
            for client in self.clients:
                if client.asked is not None:
                    self.act(client, client.asked.default)
            self.run(self.house.clock.pass_time(0.35))

    def act(self, client: Client, option: int) -> None:
        assert client.asked is not None
        self.tell(client.seat, Act(table=TABLE, decision=client.asked.decision, option=option))

    @rule(seat=SEATS, option=st.integers(0, 30), stale=st.booleans())
    def act_wrongly(self, seat: int, option: int, stale: bool) -> None:
        client = self.client(seat)
        decision = "0" * 16 if stale or client.asked is None else client.asked.decision
        if client.asked is not None and not stale:
            option += len(client.asked.options)
        before = len(self.house.over) or len(self.house.game.choices)
        self.tell(seat, Act(table=TABLE, decision=decision, option=option))
        assert before == (len(self.house.over) or len(self.house.game.choices))

    @rule(
        seat=SEATS,
        orders=st.fixed_dictionaries(
            {}, optional=dict.fromkeys(("win", "no_call", "tsumogiri", "kita"), st.booleans())
        ),
    )
    def order(self, seat: int, orders: dict[str, bool]) -> None:
        self.tell(seat, SetAuto(table=TABLE, **orders))

    @rule(seat=SEATS)
    def confirm(self, seat: int) -> None:
        self.tell(seat, Confirm(table=TABLE))

    @rule(seat=SEATS, other=st.integers(0, 3))
    def talk(self, seat: int, other: int) -> None:
        self.tell(seat, Say(table=TABLE, stamp="hello"))
        self.tell(seat, Mute(table=TABLE, seat=other))

    @rule(seat=SEATS, agree=st.sampled_from([True, False, False]))
    def vote(self, seat: int, agree: bool) -> None:
        self.tell(seat, VoteEnd(table=TABLE, agree=agree))

    # -- Time, disks and kills

    @rule(seconds=st.sampled_from([0.1, 0.3, 1.0, 6.0, 30.0]))
    def pass_time(self, seconds: float) -> None:
        self.run(self.house.clock.pass_time(seconds))

    @rule()
    def the_disk_stalls(self) -> None:
        self.house.disk.slow = True

    @rule()
    def the_disk_goes_on(self) -> None:
        self.run(self.catch_up())

    async def catch_up(self) -> None:
        self.house.disk.slow = False
        self.house.journals.sync()
        await self.house.settle()

    @precondition(lambda self: not self.over)
    @rule(down_s=st.sampled_from([0.5, 20.0, 900.0]))
    def kill(self, down_s: float) -> None:
        self.run(self.killed(down_s))

    @precondition(lambda self: not self.over)
    @rule(down_s=st.sampled_from([0.5, 20.0]), settled=st.booleans())
    def kill_while_it_writes(self, down_s: float, settled: bool) -> None:
        """What somebody has just done may be lost with the process, but then nobody knows of it."""
        self.run(self.catch_up())
        for client in self.clients:
            if client.line is None:
                client.connect()
                client.send(Sync(table=TABLE, seq=client.seq))
        self.run(self.house.clock.pass_time(0.35))
        self.house.disk.slow = not settled
        for client in self.clients:
            if client.asked is not None:
                self.act(client, client.asked.default)
        if not self.over:
            self.run(self.killed(down_s))

    async def killed(self, down_s: float) -> None:
        house = self.house
        if not house.disk.headers:
            # Not even opened yet: there is no table to come back.
            await self.catch_up()
        for client in self.clients:
            client.read()
            client.line = None
            client.asked = None
            client.acts.clear()
        await house.crash(down_s)
        if not house.over:
            self.follow()
            for client in self.clients:
                assert set(client.kept) <= set(house.game.choices)

    # -- What always holds

    @invariant()
    def what_was_acknowledged_stands(self) -> None:
        if not self.over:
            for client in self.clients:
                assert set(client.kept) <= set(self.house.game.choices)

    @invariant()
    def nothing_has_failed(self) -> None:
        assert all(over.ended in ("finished", "voted") for over in self.house.over)
        assert self.house.disk.aside == {}

    def teardown(self) -> None:
        if not hasattr(self, "loop"):
            return
        try:
            if self.clients:
                self.run(self.to_the_end())
        finally:
            self.loop.run_until_complete(self.stopped())
            self.loop.close()

    async def stopped(self) -> None:
        await self.house.close()

    async def to_the_end(self) -> None:
        """Whatever has happened, the table ends."""
        await self.catch_up()
        for _ in range(60):
            if self.over:
                break
            await self.house.clock.pass_time(600.0)
        assert self.over
        assert self.house.disk.headers == {}


def run_tables(examples: int, steps: int) -> None:
    run_state_machine_as_test(
        TableMachine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            suppress_health_check=[HealthCheck.too_slow],
        ),
    )


def test_a_table_holds_whatever_comes() -> None:
    run_tables(10, 30)


@pytest.mark.full
def test_many_tables_hold_whatever_comes() -> None:
    run_tables(300, 80)
