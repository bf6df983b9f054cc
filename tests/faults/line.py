"""One connection of a scripted person, with a count of the stream of its own.

A person may have several at once: a line that hangs is replaced before it is known to be dead.
"""

import asyncio
import json
from typing import Protocol, cast

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import State
from websockets.typing import Subprotocol
from websockets.uri import parse_uri

from tests.faults.notebook import Message


class Owner(Protocol):
    """Whoever is on the line."""

    def on_open(self, line: "Line") -> None: ...

    def on_frame(self, line: "Line", message: Message, text: str) -> None: ...

    def on_close(self, line: "Line", reason: str) -> None: ...


class Line(asyncio.Protocol):
    """A connection. `next_seq` is the number of the event that must come next on it, if any.

    `heard` is the moment at which the last frame came. A line that `replays` was asked for all
    events of the round; then the numbers may jump once, to its start (`jumped_to`). The library's
    protocol object does the framing; there is no task that could be left over.
    """

    def __init__(self, owner: Owner, url: str, number: int) -> None:
        self.number = number
        self.next_seq: int | None = None
        self.greeted = False
        self.replays = False
        self.jumped_to: int | None = None
        self.loop = asyncio.get_running_loop()
        self.heard = self.loop.time()
        self.gone = asyncio.Event()
        self._owner = owner
        self._uri = parse_uri(url)
        self._socket = ClientProtocol(
            self._uri, subprotocols=[Subprotocol("jantaku.v1")], max_size=None
        )
        self._transport: asyncio.Transport | None = None
        self._opening = self.loop.create_task(self._open())

    def send(self, message: Message) -> None:
        """Send, if the line stands."""
        if self._socket.state is State.OPEN:
            self._socket.send_text(json.dumps(message).encode())
            self._flush()

    def jumps_to(self, message: Message) -> bool:
        """Whether this event may come although others are missing before it; true once."""
        starts = message.get("event", {}).get("type") == "start_kyoku"
        if not (self.replays and self.jumped_to is None and starts and message["seq"] > 1):
            return False
        self.jumped_to = message["seq"]
        return True

    async def drop(self) -> None:
        """Hang up; return once the connection is gone."""
        await self._opening
        if self._transport is not None:
            self._transport.close()
        await self.gone.wait()

    async def _open(self) -> None:
        try:
            await self.loop.create_connection(lambda: self, self._uri.host, self._uri.port)
        except OSError as error:
            self._end(str(error))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._socket.send_request(self._socket.connect())
        self._flush()

    def data_received(self, data: bytes) -> None:
        self._socket.receive_data(data)
        for event in self._socket.events_received():
            if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self.heard = self.loop.time()
                text = bytes(event.data).decode()
                self._owner.on_frame(self, json.loads(text), text)
            elif isinstance(event, Response) and self._socket.handshake_exc is None:
                self._owner.on_open(self)
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        self._socket.receive_eof()
        refusal = self._socket.handshake_exc
        self._end(str(refusal or f"closed with code {self._socket.close_code}"))

    def _end(self, reason: str) -> None:
        if not self.gone.is_set():
            self.gone.set()
            self._owner.on_close(self, reason)

    def _flush(self) -> None:
        assert self._transport is not None
        for data in self._socket.data_to_send():
            if data and not self._transport.is_closing():
                self._transport.write(data)
