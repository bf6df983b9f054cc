"""One scripted client of a load run: answers what it is asked, and knows no rules."""

import asyncio
import random
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.core.events import Dahai
from protocol.codec import decode_server, encode
from protocol.errors import Error
from protocol.room import CreateRoom, JoinRoom, Ready, Room, StartRoom
from protocol.session import Hello, Ping, Welcome
from protocol.table import Act, AskFrame, Confirm, RoundEnd, Snapshot, Sync, TableOver, TableStart
from protocol.unions import ClientMessage
from server.client.backoff import delays
from server.client.wire import Wire

if TYPE_CHECKING:
    from server.client.swarm import Swarm

_ENVELOPE: Final = 200
"""Bytes within which an event's own type stands: table ids and numbers are short."""


class _Sent(NamedTuple):
    """An answer on its way: sent again, under the same id, if its decision is still open."""

    decision: str
    frame: bytes


class SwarmClient:
    """`members` are the clients of its table, the first makes the room.

    Nothing is folded; frames are told apart by their first bytes, and only asks and the messages
    of the room are decoded.
    """

    def __init__(self, swarm: "Swarm", number: int, members: "list[SwarmClient]") -> None:
        self.code: str | None = None
        self.playing = asyncio.Event()
        self._swarm = swarm
        self._name = f"load{number}"
        self._random = random.Random(number)
        self._members = members
        self._delays: Iterator[float] = delays(self._random)
        self._wire: Wire | None = None
        self._token: str | None = None
        self._last_id = 0
        self._table: str | None = None
        self._seat = 0
        self._seq = -1
        self._discarded: float | None = None
        self._confirmed = -1
        self._held: bytes | None = None
        self._acted: _Sent | None = None
        self._greeted = False
        self._asked_for: type[Ready | StartRoom] | None = None
        self._stopped = False

    @property
    def _leads(self) -> bool:
        return self is self._members[0]

    @property
    def table(self) -> str | None:
        """What is played, None between two games."""
        return self._table

    async def connect(self) -> None:
        """Open the connection, again and again until the server takes it.

        Raises:
            ConnectionError: not even the first one of the whole swarm was taken.
        """
        while not self._stopped:
            # Starts over with a welcome, not with an open socket: a server may close it at once.
            await asyncio.sleep(next(self._delays))
            try:
                self._wire = await Wire.connect(self._swarm.url, self._on_frame, self._on_close)
            except ConnectionError:
                if self._swarm.first_attempt:
                    raise
                continue
            self._hello()
            return

    def send(self, message: ClientMessage) -> None:
        """Send a message, if the connection stands."""
        self._send_frame(encode(message))

    def ping(self) -> None:
        """Keep the connection alive."""
        self.send(Ping(t=0))

    def stop(self) -> None:
        """Hang up for good."""
        self._stopped = True
        if self._wire is not None:
            self._wire.close()

    def play(self) -> None:
        """Answer what was asked while the other tables were still coming up."""
        frame, self._held = self._held, None
        if frame is not None:
            self._answer(frame)

    def _send_frame(self, frame: bytes) -> None:
        if self._wire is not None:
            self._swarm.tally.sent += 1
            self._wire.send(frame)

    def _next_id(self) -> int:
        self._last_id += 1
        return self._last_id

    def _hello(self) -> None:
        key = f"{self._name}-{id(self):x}"
        self.send(Hello(id=self._next_id(), client=key, name=self._name, token=self._token))

    def _on_close(self, reason: str) -> None:
        self._wire = None
        self._greeted = False
        self._held = None
        self._discarded = None
        if not self._stopped:
            self._swarm.lost(self, reason)

    def _on_frame(self, frame: bytes) -> None:
        self._swarm.tally.received += 1
        kind = frame[9 : frame.index(b'"', 9)]
        if kind == b"event":
            self._event(frame)
        elif kind == b"skip":
            self._seq += 1
        elif kind == b"ask":
            self._answer(frame)
        elif kind in _DECODED:
            self._other(frame)

    def _event(self, frame: bytes) -> None:
        self._seq += 1
        if self._discarded is not None:
            self._swarm.tally.waited(time.perf_counter() - self._discarded)
            self._discarded = None
        if frame.find(b'"event":{"type":"end_game"', 0, _ENVELOPE) >= 0:
            self._over()

    def _over(self) -> None:
        """The game has ended; the room will say that it waits for the next one."""
        self._table = None
        if self._leads:
            self._swarm.tally.games += 1

    def _answer(self, frame: bytes) -> None:
        swarm = self._swarm
        if swarm.holding:
            self._held = frame
        elif swarm.thinking_s:
            think = self._random.uniform(0.0, 2 * swarm.thinking_s)
            asyncio.get_running_loop().call_later(think, self._act, frame)
        else:
            self._act(frame)

    def _act(self, frame: bytes) -> None:
        if self._wire is None:
            return  # What is still open is asked again after the reconnect.
        ask = decode_server(frame)
        assert isinstance(ask, AskFrame)
        if self._acted is not None and self._acted.decision == ask.decision:
            self._send_frame(self._acted.frame)
            return
        option = ask.default
        if self._random.random() < self._swarm.wildness:
            option = self._random.randrange(len(ask.options))
        if isinstance(ask.options[option], Dahai):
            self._discarded = time.perf_counter()
        self._swarm.tally.actions += 1
        act = Act(id=self._next_id(), table=ask.table, decision=ask.decision, option=option)
        self._acted = _Sent(ask.decision, encode(act))
        self._send_frame(self._acted.frame)

    def _other(self, frame: bytes) -> None:
        message = decode_server(frame)
        match message:
            case Room():
                self._room(message)
            case RoundEnd():
                if not message.confirmed[self._seat] and self._confirmed != self._seq:
                    self._confirmed = self._seq
                    self.send(Confirm(id=self._next_id(), table=message.table))
            case TableStart():
                self._table, self._seat, self._seq = message.table, message.seat, -1
                self._discarded = None
                self.playing.set()
            case Snapshot(seat=int(seat)):
                self._table, self._seat = message.table, seat
                self._seq = message.seq
                self._confirmed = -1
            case TableOver() if message.table == self._table:
                self._over()
            case Welcome():
                self._welcome(message)
            case Error():
                self._swarm.tally.refused(message.code)
            case _:
                pass

    def _welcome(self, welcome: Welcome) -> None:
        self._token = welcome.token or self._token
        self._delays = delays(self._random)
        self._greeted = True
        self._asked_for = None
        place = welcome.seat_in
        if place is not None:
            self._confirmed = -1
            seq = self._seq if place.table == self._table else -1
            self._table = place.table
            self.send(Sync(id=self._next_id(), table=place.table, seq=seq))
        elif self._table is not None:
            # It ended while we were away, or the server has lost it.
            self._over()
        if welcome.room is None and place is None:
            self.code = None
            if self._leads:
                swarm = self._swarm
                rules = dict(swarm.rules)
                self.send(CreateRoom(id=self._next_id(), rules=rules, spectate_view=swarm.view))
            else:
                self._join()

    def _room(self, room: Room) -> None:
        if room.seat is None:
            self.code = None
            return
        if room.state != "waiting":
            self._asked_for = None
            return
        if self.code is None:
            self.code = room.code
            if self._leads:
                for member in self._members[1:]:
                    member._join()
        if not room.seats[room.seat].ready:
            self._want(Ready(id=self._next_id(), ready=True))
        elif self._leads and all(seat.ready for seat in room.seats):
            self._want(StartRoom(id=self._next_id(), fill=False))
        else:
            self._asked_for = None

    def _want(self, request: Ready | StartRoom) -> None:
        """Ask for something once: other changes of the room may come before its own."""
        if self._asked_for is not type(request):
            self._asked_for = type(request)
            self.send(request)

    def _join(self) -> None:
        """Join once both the code is known and the greeting has been answered."""
        code = self._members[0].code
        if code is not None and self._greeted and self.code is None:
            self.send(JoinRoom(id=self._next_id(), code=code))


_DECODED: Final = frozenset(
    {b"room", b"round_end", b"table_start", b"snapshot", b"table_over", b"welcome", b"error"}
)
