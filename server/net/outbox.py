"""The sending side of one connection: synchronous, bounded, never waiting.

A frame goes to the socket's transport in the same turn of the loop, so the time of `send` is the
time at which it was handed to the connection. The transport's buffer is the queue; a reader that
lets more pile up than the socket's limit is cut off and can come back and resume (design.md, "The
table").
"""

import asyncio
from collections.abc import Callable

from websockets.protocol import State

from server.net.framing import Batch, header
from server.net.socket import Socket


class Outbox:
    """Sends to one socket.

    `on_sent` is told how many frames left in one write, `on_slow` is called once, when the reader
    has fallen too far behind.
    """

    __slots__ = ("_closed", "_on_sent", "_on_slow", "_pending", "_protocol", "_transport")

    def __init__(
        self,
        socket: Socket,
        on_sent: Callable[[int], None],
        on_slow: Callable[[], None],
    ) -> None:
        self._transport = socket.transport
        self._protocol = socket.protocol
        self._on_sent = on_sent
        self._on_slow = on_slow
        self._closed = False
        socket.on_backlog = self._overflow
        # Headers and messages in turn, of this turn of the loop.
        self._pending: list[bytes] = []

    @property
    def closed(self) -> bool:
        """Whether frames are swallowed."""
        return self._closed or self._protocol.state is not State.OPEN

    @property
    def unsent(self) -> int:
        """Bytes that wait in the transport for the reader."""
        return self._transport.get_write_buffer_size()

    def send(self, frame: bytes) -> None:
        """Hand one encoded message over; swallow it when the connection is closing.

        It leaves at the end of this turn of the loop, in one write with whatever else the turn
        has for this reader: the system call is what sending costs most. The library's own
        framing, which also masks, compresses and fragments, is what it would cost next.
        """
        if self._closed or self._protocol.state is not State.OPEN:
            return
        pending = self._pending
        if not pending:
            asyncio.get_running_loop().call_soon(self._flush)
        pending.append(header(len(frame)))
        pending.append(frame)

    def offer(self, batch: Batch, limit: int) -> bool:
        """Hand over what many are told at once, framed already, if no more than `limit` waits.

        It leaves at once, or with what waits for the end of the turn, in order.
        """
        if self._closed or self._protocol.state is not State.OPEN:
            return True
        transport = self._transport
        if transport.get_write_buffer_size() > limit:
            return False
        if self._pending:
            self._pending += (batch.wire, b"")
        elif not transport.is_closing():
            transport.write(batch.wire)
        return True

    def count(self, frames: int) -> None:
        """Count frames that were handed over in batches, here or on other connections."""
        self._on_sent(frames)

    def _flush(self) -> None:
        pending, self._pending = self._pending, []
        # Nothing may follow a close frame.
        if self._protocol.state is not State.OPEN or self._transport.is_closing():
            return
        self._transport.write(b"".join(pending))
        self._on_sent(len(pending) // 2)

    def _overflow(self) -> None:
        if not self._closed:
            self._closed = True
            self._on_slow()

    def shut(self) -> None:
        """Swallow everything from now on: the closing handshake begins in the next turn."""
        self._closed = True
