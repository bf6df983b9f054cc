"""Any order of hellos, requests, repeats and disconnects: the newest connection of an account wins,
late disconnects change nothing, and no request is carried out twice.

The store answers when the machine says so, and a request may take as long as it likes, so that all
of it can happen in between.
"""

import asyncio
import json
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, Final, cast

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from protocol.base import Inbound
from protocol.codec import encode
from protocol.errors import Ok
from protocol.room import LeaveRoom, Ready
from protocol.session import Hello
from server.config import Config
from server.metrics import Metrics
from server.net.framing import Outlet
from server.people.credentials import Credentials
from server.people.sanctions import Sanctions
from server.session.absent import LINGER_S
from server.session.admission import Admission
from server.session.client import Client
from server.session.dialogue import Dialogue
from server.session.sessions import Sessions
from tests.server.session.slow_accounts import NobodyRegistered, SlowAccounts
from tests.support.fake_clock import FakeClock

PAGES: Final = ("page-1", "page-2")
IDS: Final = 2


class Line(msgspec.Struct, eq=False):
    """One connection: what the server has of it, and what was said on it."""

    number: int
    dialogue: Dialogue | None = None
    closed: bool = False
    farewell: str | None = None
    said: list[dict[str, Any]] = []
    account: str | None = None
    page: str = ""
    greeting: int = 0
    """Number of its `hello`; 0 before."""
    busy: asyncio.Task[None] | None = None
    ended: bool = False

    address = "203.0.113.7"
    unlimited = True
    latency_ms = 0

    def send(self, frame: bytes) -> None:
        if not self.closed:
            self.said.append(json.loads(frame))

    @property
    def outlet(self) -> Outlet:
        raise AssertionError("nobody watches anything here")

    def close(self, reason: str) -> None:
        if self.farewell is None:
            self.farewell = reason
        self.closed = True

    @property
    def welcomed(self) -> bool:
        return any(message["type"] == "welcome" for message in self.said)


class Watcher:
    """Follows who is there, as rooms and tables do."""

    def __init__(self) -> None:
        self.here: dict[str, Client] = {}

    def arrived(self, client: Client) -> None:
        self.here[client.account.id] = client

    def left(self, client: Client) -> None:
        assert self.here.pop(client.account.id) is client


class SessionMachine(RuleBasedStateMachine):
    """Connections of two accounts."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.clock = FakeClock()
        self.store = SlowAccounts()
        self.watcher = Watcher()
        self.sessions = Sessions(
            self.clock,
            Admission(
                self.clock,
                Config(),
                self.store,
                Credentials(self.clock, NobodyRegistered(), cast(Any, None), cast(Any, None)),
                Sanctions(self.clock, cast(Any, None), cast(Any, None)),
            ),
            Metrics(),
            requests_kept=256,
            requests_kept_bytes=65_536,
            absent_kept_bytes=1_000_000,
            reads=frozenset(),
            whereabouts=lambda _account: (None, None, None),
        )
        self.sessions.companions.append(self.watcher)
        self.lines: list[Line] = []
        self.sent_away: set[int] = set()
        self.tokens: list[str] = []
        self.greetings = count(1)
        self.carried_out: dict[tuple[str, str, int], int] = {}
        self.gates: list[asyncio.Future[None]] = []
        self.routes: dict[type[Inbound], Callable[[Client, Any], Any]] = {
            Ready: self.at_once,
            LeaveRoom: self.slowly,
        }
        for _ in range(2):
            self.new_guest("page-1")

    def teardown(self) -> None:
        for gate in (*self.gates, *self.store.gates):
            if not gate.done():
                gate.set_result(None)
        self.let_run()
        for line in self.lines:
            self.end(line)
        self.runner.close()
        assert not self.watcher.here
        self.clock.advance(LINGER_S)
        assert self.clock.waiting == 0
        assert not self.sessions._sessions
        assert self.sessions._absent.taken == 0

    def let_run(self) -> None:
        """Let everything go on that can, and end the lines that waited for it."""
        self.runner.run(self.clock.settle(8))
        for line in self.lines:
            if line.closed and line.farewell is None:
                self.end(line)

    def at_once(self, client: Client, message: Ready) -> None:
        self.note(client, message.id)
        client.reply(message.id, Ok(id=message.id))

    async def slowly(self, client: Client, message: LeaveRoom) -> None:
        self.note(client, message.id)
        gate = asyncio.get_running_loop().create_future()
        self.gates.append(gate)
        await gate
        client.answer(message.id, encode(Ok(id=message.id)))

    def note(self, client: Client, request: int | None) -> None:
        assert request is not None
        key = (client.account.id, client.log.page, request)
        self.carried_out[key] = self.carried_out.get(key, 0) + 1

    def take(self, line: Line, message: Inbound) -> None:
        """Hand a message over as a connection does: one at a time."""
        assert line.dialogue is not None
        dialogue = line.dialogue

        async def begin() -> None:
            line.busy = asyncio.create_task(dialogue.take(message))
            await self.clock.settle(8)

        self.runner.run(begin())

    def line(self) -> Line:
        line = Line(len(self.lines), said=[])
        line.dialogue = Dialogue(line, self.sessions, self.routes, Metrics())
        self.lines.append(line)
        return line

    def end(self, line: Line) -> None:
        """Say that a connection is gone, once what it asked for is done."""
        if line.ended:
            return
        line.closed = True
        if line.busy is not None and not line.busy.done():
            return
        assert line.dialogue is not None
        line.dialogue.end()
        line.ended = True

    def free(self) -> list[Line]:
        """Lines on which something can be said."""
        return [
            line
            for line in self.lines
            if not line.closed and (line.busy is None or line.busy.done())
        ]

    # What people do

    @rule(page=st.sampled_from(PAGES))
    def new_guest(self, page: str) -> None:
        if len(self.tokens) == 2:
            return
        line = self.line()
        line.page = page
        line.greeting = next(self.greetings)
        self.take(line, Hello(client=page))
        (welcome,) = line.said
        line.account = welcome["account"]
        self.tokens.append(welcome["token"])

    @rule(who=st.sampled_from((0, 0, 0, 1)), page=st.sampled_from(PAGES), slow=st.booleans())
    def comes_back(self, who: int, page: str, slow: bool) -> None:
        self.come_back(who, page, slow)

    def come_back(self, who: int, page: str, slow: bool) -> Line:
        line = self.line()
        line.page = page
        line.greeting = next(self.greetings)
        (line.account,) = {
            other.account for other in self.lines if self.tokens[who] in repr(other.said)
        }
        self.store.slow = slow
        self.take(line, Hello(client=page, token=self.tokens[who]))
        self.store.slow = False
        assert slow or line.welcomed
        return line

    @precondition(lambda self: self.pending())
    @rule(data=st.data())
    def the_store_answers(self, data: st.DataObject) -> None:
        self.answer(data.draw(st.sampled_from(self.pending())))

    @precondition(lambda self: self.free())
    @rule(data=st.data(), request=st.integers(1, IDS), slow=st.booleans())
    def asks(self, data: st.DataObject, request: int, slow: bool) -> None:
        self.ask(data.draw(st.sampled_from(self.free())), request, slow)

    def ask(self, line: Line, request: int, slow: bool) -> None:
        message = LeaveRoom(id=request) if slow else Ready(id=request, ready=True)
        before = len(line.said)
        self.take(line, message)
        answers = [said for said in line.said[before:] if said.get("id") == request]
        assert len(answers) <= 1
        assert all(answer == {"type": "ok", "id": request} for answer in answers)

    @precondition(lambda self: any(not gate.done() for gate in self.gates))
    @rule(data=st.data())
    def a_request_is_done(self, data: st.DataObject) -> None:
        self.answer(data.draw(st.sampled_from([gate for gate in self.gates if not gate.done()])))

    @precondition(lambda self: any(not line.ended for line in self.lines))
    @rule(data=st.data())
    def hangs_up(self, data: st.DataObject) -> None:
        """A disconnect, of a line that was replaced long ago perhaps."""
        self.end(data.draw(st.sampled_from([line for line in self.lines if not line.ended])))

    @rule()
    def a_while_passes(self) -> None:
        """Answers are forgotten of those who are away."""
        away = {line.account for line in self.lines} - set(self.watcher.here)
        self.clock.advance(LINGER_S)
        for key in [key for key in self.carried_out if key[0] in away]:
            del self.carried_out[key]

    def answer(self, gate: asyncio.Future[None]) -> None:
        gate.set_result(None)
        self.let_run()

    def pending(self) -> list[asyncio.Future[None]]:
        return [gate for gate in self.store.gates if not gate.done()]

    # What always holds

    @invariant()
    def nothing_is_carried_out_twice(self) -> None:
        assert all(times == 1 for times in self.carried_out.values()), self.carried_out

    @invariant()
    def the_newest_of_those_who_were_welcomed_wins(self) -> None:
        for account in {line.account for line in self.lines}:
            assert account is not None
            open_lines = [
                line
                for line in self.lines
                if line.account == account and line.welcomed and not line.closed
            ]
            assert len(open_lines) <= 1
            client = self.sessions.client(account)
            if open_lines:
                (newest,) = open_lines
                assert client is not None
                assert client.link is newest
                others = [
                    line.greeting
                    for line in self.lines
                    if line.account == account and line.farewell == "another_login"
                ]
                assert all(other < newest.greeting for other in others)
            else:
                # Nobody, or a line whose end the server has not noticed yet.
                assert client is None or client.link.closed
            assert self.watcher.here.get(account) is client

    @invariant()
    def only_those_are_sent_away_who_make_room_for_a_newer_one(self) -> None:
        for line in self.lines:
            if line.farewell is None or line.number in self.sent_away:
                continue
            self.sent_away.add(line.number)
            assert line.farewell == "another_login"
            assert line.account is not None
            client = self.sessions.client(line.account)
            assert client is not None
            assert not client.link.closed
            (newer,) = [other for other in self.lines if other is client.link]
            assert newer.greeting > line.greeting


SessionMachine.TestCase.settings = settings(max_examples=20, stateful_step_count=30)
TestSessions = SessionMachine.TestCase


# Orders that chance does not find soon enough


@pytest.fixture
def machine() -> Iterator[SessionMachine]:
    machine = SessionMachine()
    yield machine
    machine.nothing_is_carried_out_twice()
    machine.the_newest_of_those_who_were_welcomed_wins()
    machine.only_those_are_sent_away_who_make_room_for_a_newer_one()
    machine.teardown()


def test_a_hello_that_is_answered_late_does_not_win(machine: SessionMachine) -> None:
    late = machine.come_back(0, "page-1", True)
    newer = machine.come_back(0, "page-1", False)
    machine.answer(machine.pending()[0])
    assert (late.farewell, late.welcomed, newer.farewell) == ("another_login", False, None)


def test_a_hello_that_is_answered_late_is_welcome_where_nobody_is(
    machine: SessionMachine,
) -> None:
    late = machine.come_back(0, "page-1", True)
    machine.end(machine.come_back(0, "page-1", False))
    machine.answer(machine.pending()[0])
    assert (late.farewell, late.welcomed) == (None, True)


def test_who_is_gone_before_the_welcome_sends_nobody_away(machine: SessionMachine) -> None:
    here = machine.come_back(0, "page-1", False)
    gone = machine.come_back(0, "page-1", True)
    machine.end(gone)
    machine.answer(machine.pending()[0])
    assert gone.ended
    assert (here.farewell, here.closed) == (None, False)


def test_a_request_under_way_is_answered_on_the_new_connection(machine: SessionMachine) -> None:
    machine.ask(machine.come_back(0, "page-1", False), 1, True)
    here = machine.come_back(0, "page-1", False)
    machine.ask(here, 1, True)
    assert here.said[-1]["type"] == "welcome"
    machine.answer(machine.gates[0])
    assert here.said[-1] == {"type": "ok", "id": 1}
