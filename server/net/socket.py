"""The websocket library's connection, held to limits that the library does not have."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final

from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.frames import Frame, Opcode
from websockets.protocol import Event

from server.net.addresses import peer_address
from server.net.door import Door, Peer
from server.net.refusals import RAW_REFUSALS

SLICE: Final = 4096
"""Bytes that are taken in before the limits are looked at again."""

LAST_WORDS: Final = 65_536
"""Bytes that are still taken in from a reader that was cut off, for its part in the closing."""

HEAD_CAP: Final = 32_768
"""Bytes of a request up to the end of its headers; the library would take 1 MiB."""

_LOGGER: Final = logging.getLogger("websockets.server")

_NO_HEADERS: Final = Headers()

_CONTROLS: Final = frozenset({Opcode.PING, Opcode.PONG, Opcode.CONT})


class Socket(ServerConnection):
    """One accepted connection, which `door` lets in or turns away.

    `on_backlog` is called when more than the library's `write_limit` waits for the reader, which
    takes no more in then. What the library writes by itself counts too: whoever sends pings and
    never reads the pongs would otherwise fill the memory.

    `on_control` is called for each ping, pong and continuation of a message that came. The library
    takes them as fast as they come: without a limit one connection could keep the server from
    everything else, and fill its memory with continuations that hold nothing.
    """

    on_backlog: Callable[[], None] | None = None
    on_control: Callable[[], None] | None = None
    _deaf = False

    def __init__(self, *args: Any, door: Door, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Instead of an adapter each, half a KiB for lines that nobody reads.
        self.protocol.logger = self.logger = _LOGGER
        self.door = door
        self._head = 0
        self._hearing_left: int | None = None

    @property
    def direct_address(self) -> str:
        """The address that the connection itself comes from, a proxy's perhaps."""
        return peer_address(self.transport.get_extra_info("peername"))

    @property
    def peer(self) -> Peer:
        """Who is calling."""
        return self.door.peer(self, self.direct_address)

    async def handshake(self, *args: Any, **kwargs: Any) -> None:
        """Open the connection, and let go of the headers: 4 KiB that nobody needs any more."""
        await super().handshake(*args, **kwargs)
        for spoken in (self.request, self.response):
            if spoken is not None:
                spoken.headers = _NO_HEADERS

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask at the door."""
        super().connection_made(transport)
        refusal = self.door.accept(self, self.direct_address)
        if refusal is not None:
            # Whatever it wants: reading it would cost more than the answer.
            self._turn_away(refusal)

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave by the door."""
        self.door.gone(self)
        super().connection_lost(exc)

    def drop(self) -> None:
        """Cut the connection off at once, without a word."""
        self._deaf = True
        self.transport.abort()

    def deafen(self) -> None:
        """Take nothing more in, so that nothing more is answered."""
        self._deaf = True
        self.transport.pause_reading()

    def pause_writing(self) -> None:
        """Take the transport's word that its buffer is over the limit."""
        super().pause_writing()
        if self.on_backlog is not None:
            self.deafen()
            self._hearing_left = LAST_WORDS
            self.on_backlog()

    def resume_writing(self) -> None:
        """Listen a last time to a reader that was cut off and reads again: it says goodbye."""
        super().resume_writing()
        if self._deaf and (self._hearing_left or 0) > 0 and not self.transport.is_closing():
            self._deaf = False
            self.transport.resume_reading()

    def data_received(self, data: bytes) -> None:
        """Take in what the other side sends, a slice at a time."""
        for start in range(0, len(data), SLICE):
            if self._deaf:
                return
            part = data[start : start + SLICE]
            if self.request is None:
                self._head += len(part)
                if self._head > HEAD_CAP:
                    self._overlong()
                    return
            if self._hearing_left is not None:
                self._hearing_left -= len(part)
                if self._hearing_left < 0:
                    self.deafen()
                    return
            super().data_received(part)

    def process_event(self, event: Event) -> None:
        """Count what the library deals with by itself."""
        super().process_event(event)
        if isinstance(event, Frame) and event.opcode in _CONTROLS and self.on_control is not None:
            self.on_control()

    def _overlong(self) -> None:
        """Refuse headers without end."""
        if self.protocol.handshake_exc is None:
            self._turn_away("head_too_long")
        else:
            # The library has answered already, and closed its side.
            self.drop()

    def _turn_away(self, code: str) -> None:
        """Answer without listening any longer."""
        self._deaf = True
        self.transport.write(RAW_REFUSALS[code])
        self.transport.close()
