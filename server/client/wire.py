"""A websocket for load: callbacks instead of tasks, so that one process can hold thousands.

The library's own protocol object (websockets, Sans-I/O) does the framing; what is left out is
the task, the queue and the lock that a connection of `websockets.asyncio` brings along.
"""

import asyncio
from collections.abc import Callable
from typing import Final, cast

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import State
from websockets.typing import Subprotocol
from websockets.uri import WebSocketURI, parse_uri

from server.client.session import SUBPROTOCOL

OPEN_S: Final = 10.0
"""How long opening a connection may take; many open at the same time."""


class Wire(asyncio.Protocol):
    """One connection. `on_frame` and `on_close` are called on the loop, once it is open."""

    def __init__(
        self,
        uri: WebSocketURI,
        on_frame: Callable[[bytes], None],
        on_close: Callable[[str], None],
    ) -> None:
        self._socket = ClientProtocol(uri, subprotocols=[Subprotocol(SUBPROTOCOL)], max_size=None)
        self._on_frame = on_frame
        self._on_close = on_close
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._was_open = False
        self._transport: asyncio.Transport | None = None

    @classmethod
    async def connect(
        cls, url: str, on_frame: Callable[[bytes], None], on_close: Callable[[str], None]
    ) -> "Wire":
        """Open a connection; return it after the handshake.

        Raises:
            ConnectionError: nobody listens there, or whoever does takes no websocket on this path.
            ValueError: `url` is no `ws://` URL.
        """
        uri = parse_uri(url)
        if uri.secure:
            raise ValueError(f"{url!r}: only ws:// is supported here")
        loop = asyncio.get_running_loop()
        wire: Wire | None = None
        try:
            async with asyncio.timeout(OPEN_S):
                _, wire = await loop.create_connection(
                    lambda: cls(uri, on_frame, on_close), uri.host, uri.port
                )
                await wire._opened
        except TimeoutError:
            raise ConnectionError(f"{url}: no answer within {OPEN_S:g} s") from None
        except OSError as error:
            raise ConnectionError(f"{url}: {error}") from None
        finally:
            if wire is not None and not wire.open:
                wire.close()
        return wire

    @property
    def open(self) -> bool:
        """Whether messages can be sent."""
        return self._socket.state is State.OPEN

    def send(self, frame: bytes) -> None:
        """Send one message; a connection that is closing swallows it."""
        if self._socket.state is State.OPEN:
            self._socket.send_text(frame)
            self._flush()

    def close(self) -> None:
        """Drop the connection."""
        if self._transport is not None:
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin the handshake."""
        # Not an isinstance check: uvloop's transports do not derive from asyncio's.
        self._transport = cast("asyncio.Transport", transport)
        self._socket.send_request(self._socket.connect())
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Hand complete messages on."""
        self._socket.receive_data(data)
        for event in self._socket.events_received():
            if isinstance(event, Frame):
                if event.opcode is Opcode.TEXT:
                    self._on_frame(bytes(event.data))
            elif isinstance(event, Response):
                if self._socket.handshake_exc is not None:
                    self.close()
                elif not self._opened.done():
                    self._was_open = True
                    self._opened.set_result(None)
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Say why the connection is gone."""
        self._socket.receive_eof()
        if self._was_open:
            self._on_close(f"closed with code {self._socket.close_code}")
        elif not self._opened.done():
            refusal = self._socket.handshake_exc or "closed before it was open"
            self._opened.set_exception(ConnectionError(str(refusal)))

    def _flush(self) -> None:
        assert self._transport is not None
        for data in self._socket.data_to_send():
            if data and not self._transport.is_closing():
                self._transport.write(data)
