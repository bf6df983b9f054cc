"""One websocket connection: frames in, strikes and limits, frames out, and how it ends."""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Protocol

from websockets.exceptions import ConnectionClosed

from protocol.base import Inbound
from protocol.codec import decode_client, encode
from protocol.errors import CLOSE_CODE_OF, CLOSE_CODES, ProtocolError
from protocol.session import Bye
from server.clock import Clock
from server.config import Config
from server.log import get_logger
from server.metrics import Metrics
from server.net.limits import Bucket, Buckets
from server.net.outbox import Outbox
from server.net.rounds import Appointment, Rounds
from server.net.socket import Socket
from server.session.client import Link

COMMON_CODES: Final = frozenset({1000, 1001, 1006, 1009})
"""Close codes of the standard that are counted by themselves."""

PING_S: Final = 20.0
"""How often the round trip of a connection is measured, about: many who came together must not be
asked together for ever."""

log = get_logger("connection")


class Conversation(Protocol):
    """What takes the messages of a connection (`server.session.dialogue.Dialogue`)."""

    @property
    def greeted(self) -> bool:
        """Whether somebody is known to be on the line."""

    async def take(self, message: Inbound) -> None:
        """Carry out one message."""

    def end(self) -> None:
        """The connection is gone."""


class Connection:
    """Implements `server.session.client.Link` on a websocket.

    `address_rate` counts the messages of all connections of an address, `rounds` look at them.
    """

    __slots__ = (
        "_address_rate",
        "_clock",
        "_closing",
        "_config",
        "_control_rate",
        "_conversation",
        "_heard",
        "_metrics",
        "_opened",
        "_outbox",
        "_peer",
        "_ping_at",
        "_pinging",
        "_rate",
        "_rounds",
        "_socket",
        "_strikes",
        "_watchdog",
    )

    def __init__(
        self,
        socket: Socket,
        converse: Callable[[Link], Conversation],
        clock: Clock,
        config: Config,
        metrics: Metrics,
        address_rate: Buckets,
        rounds: Rounds,
    ) -> None:
        self._socket = socket
        self._clock = clock
        self._config = config
        self._metrics = metrics
        # Kept: the door forgets whoever has gone.
        self._peer = socket.peer
        self._outbox = Outbox(socket, metrics.frames_out.inc, self._on_slow)
        self._conversation = converse(self)
        self._rate = Bucket(clock, config.message_rate, config.message_burst)
        self._address_rate = address_rate
        self._rounds = rounds
        self._control_rate = Bucket(clock, config.message_rate, config.message_burst)
        socket.on_control = self._on_control
        self._strikes = 0
        self._opened = self._heard = clock.now()
        self._watchdog: Appointment | None = None
        self._ping_at = 0.0
        self._pinging: asyncio.Task[object] | None = None
        self._closing: asyncio.Task[None] | None = None

    @property
    def address(self) -> str:
        """What limits count the other side as: its address, or the /64 of an IPv6 address."""
        return self._peer.party

    @property
    def unlimited(self) -> bool:
        """Whether the limits on one address do not hold for this one."""
        return self._peer.unlimited

    @property
    def closed(self) -> bool:
        """Whether what is sent is swallowed."""
        return self._outbox.closed

    @property
    def latency_ms(self) -> int:
        """Round trip of the last websocket ping, 0 before the first."""
        return round(self._socket.latency * 1000)

    def send(self, frame: bytes) -> None:
        """Hand one encoded message to the transport."""
        self._outbox.send(frame)

    @property
    def outlet(self) -> Outbox:
        """Where what many are told is handed over."""
        return self._outbox

    def close(self, reason: str) -> None:
        """Send `bye` and start the closing handshake; harmless when closing already."""
        if self._closing is not None:
            return
        code = CLOSE_CODE_OF[reason]
        self.send(encode(Bye(code=reason, message=CLOSE_CODES[code].sentence)))
        self._outbox.shut()
        log.debug("closing", address=self.address, code=code, reason=reason)
        self._closing = asyncio.get_running_loop().create_task(self._shake_hands(code, reason))

    async def run(self) -> None:
        """Serve the connection until it ends."""
        self._metrics.connections.inc()
        try:
            self._watch()
            while self._closing is None:
                await self._receive(await self._socket.recv())
        except ConnectionClosed:
            pass
        except Exception:
            log.exception("connection_failed", address=self.address)
            self.close("internal_error")
        finally:
            if self._watchdog is not None:
                self._watchdog.cancel()
            if self._pinging is not None:
                self._pinging.cancel()
            self._outbox.shut()
            self._conversation.end()
            if self._closing is not None:
                await self._closing
            self._metrics.connections.dec()
            self._metrics.connections_closed.labels(_shown_code(self._socket.close_code)).inc()

    async def _receive(self, frame: str | bytes) -> None:
        started = self._heard = self._clock.now()
        if not self._rate.take():
            self.close("rate_limited")
            return
        await self._wait_for_turn()
        if self._closing is not None:
            return
        try:
            message = decode_client(frame, self._config.max_frame, self._config.max_rules_frame)
        except ProtocolError as error:
            self._fault(error)
            return
        self._metrics.messages_in.labels(message.__struct_config__.tag).inc()
        await self._conversation.take(message)
        self._metrics.handling_seconds.observe(self._clock.now() - started)

    async def _wait_for_turn(self) -> None:
        """Hold an address to its rate.

        Nobody is closed for what others do behind the same address, and each connection waits with
        one message at a time, so they get equal shares. Meanwhile the library stops reading.
        """
        if not self.unlimited and (wait := self._address_rate.owe(self.address)) > 0.0:
            await self._clock.sleep(wait)

    def _fault(self, error: ProtocolError) -> None:
        self._metrics.messages_in.labels("faulty").inc()
        self._metrics.errors_out.labels(error.code).inc()
        self.send(encode(error.reply()))
        if error.strike:
            self._strikes += 1
            if self._strikes >= self._config.max_strikes:
                self.close("strikes")

    async def _shake_hands(self, code: int, reason: str) -> None:
        """Close within `close_s`, with the other side's help or without."""
        try:
            async with asyncio.timeout(self._config.close_s):
                await self._socket.close(code, reason)
        except TimeoutError:
            # The library's own deadline does not count while its buffer waits for the reader.
            self._socket.transport.abort()

    def _on_control(self) -> None:
        """Hold the websocket's own pings to the rate of messages, beside them."""
        if not self._control_rate.take():
            self._socket.deafen()
            self.close("rate_limited")

    def _on_slow(self) -> None:
        """Cut off a reader that does not drain: nothing more can be told, `bye` included."""
        log.info("slow_reader_cut_off", address=self.address, unsent=self._outbox.unsent)
        self.close("slow_reader")

    async def _ping(self) -> None:
        """Have the library measure the round trip: that is done when the pong has come."""
        with suppress(ConnectionClosed):
            await (await self._socket.ping())

    def _watch(self) -> None:
        """Close the connection if it was silent too long, else look again when it could be.

        The round trip is measured on the way, the first time at once: a task of the library's for
        each connection would cost 1.5 KiB.
        """
        if self._closing is not None:
            return
        now = self._clock.now()
        if not self._conversation.greeted and now - self._opened >= self._config.hello_s:
            self.close("no_hello")
            return
        left = self._config.silence_s - (now - self._heard)
        if left <= 0:
            self.close("silent")
            return
        if not self._conversation.greeted:
            left = min(left, self._config.hello_s - (now - self._opened))
        if now >= self._ping_at:
            self._ping_at = now + PING_S * random.uniform(0.75, 1.25)
            # Whoever never answers is not asked again.
            if self._pinging is None or self._pinging.done():
                self._pinging = asyncio.get_running_loop().create_task(self._ping())
        left = min(left, self._ping_at - now)
        self._watchdog = self._rounds.after(left, self._watch)


def _shown_code(code: int | None) -> str:
    """A label for a metric: a client may close with any code, and must not make labels of them."""
    if code is None:
        return "1006"
    return str(code) if code in CLOSE_CODES or code in COMMON_CODES else "other"
