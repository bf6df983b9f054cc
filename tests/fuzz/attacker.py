"""An attacker: one account that sends mutated frames and comes back whenever it is thrown out."""

import asyncio
import contextlib
import json
import random
import re
from typing import Final

from tests.fuzz import wire
from tests.fuzz.mutations import Known, Mutator

BATCH: Final = 24
"""Frames between two waits for the server: it answers them all before there are more."""
PATIENCE_S: Final = 120.0

_HEARD: Final = re.compile(rb'"(table|decision|code|game)":"([^"]{1,64})"')


class Attacker:
    """Sends to one server from `port`; `rng` decides everything that it does."""

    def __init__(self, port: int, number: int, rng: random.Random) -> None:
        self.port = port
        self.frames = 0
        self.requests = 0
        self.thrown_out = 0
        self._page = f"attacker-{number}"
        self._rng = rng
        self._known = Known()
        self._mutator = Mutator(rng)
        self._token: str | None = None
        self._signs = 0
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    @property
    def known(self) -> bool:
        """Whether the server has ever welcomed this one."""
        return self._token is not None

    async def attack(self, frames: int) -> None:
        """Send so many mutated frames."""
        until = self.frames + frames
        # Each time at least once.
        await self._knock()
        while self.frames < until:
            if self._rng.random() < 0.05:
                await self._knock()
            batch: list[bytes] = []
            last = None
            while last is None and len(batch) < min(BATCH, until - self.frames):
                data, fatal = self._frame()
                if fatal:
                    last = data
                else:
                    batch.append(data)
            await self.send(batch)
            if last is not None:
                await self.finish(last)
            self.frames += len(batch) + (last is not None)
        await self.leave()

    async def send(self, batch: list[bytes]) -> None:
        """Send frames, and return when the server has dealt with them or has hung up."""
        try:
            if self._writer is None:
                await self._enter()
            assert self._writer is not None
            # Answered in its turn, whatever came before.
            self._signs -= 1
            sign = json.dumps({"type": "ping", "id": self._signs, "t": 0}).encode()
            self._writer.write(b"".join((*batch, wire.frame(sign))))
            async with asyncio.timeout(PATIENCE_S):
                # Reads while it writes: a server that is not read must cut us off.
                await asyncio.gather(
                    self._writer.drain(), self._listen_for(b'"id":%d,' % self._signs)
                )
        except (ConnectionError, asyncio.IncompleteReadError):
            self.thrown_out += 1
            await self.leave()

    async def finish(self, last: bytes) -> None:
        """Send what should end the connection, alone, so that nothing beside it goes unread."""
        with contextlib.suppress(ConnectionError):
            if self._writer is None:
                await self._enter()
            assert self._writer is not None
            assert self._reader is not None
            self._writer.write(last)
            # The server may have to wait for the rest of a frame, which never comes.
            self._writer.write_eof()
            async with asyncio.timeout(PATIENCE_S):
                await self._reader.read()
            self.thrown_out += 1
        await self.leave()

    async def leave(self) -> None:
        """Hang up without a word."""
        if self._writer is not None:
            self._writer.transport.abort()
            with contextlib.suppress(ConnectionError):
                await self._writer.wait_closed()
            self._reader = self._writer = None

    def _frame(self) -> tuple[bytes, bool]:
        """Return a frame, and whether it should end the connection."""
        payload = self._mutator.payload(self._known)
        kind = self._rng.random()
        if self._rng.random() < 0.8:
            # Text that is none ends the connection: the others are to be read to their end.
            payload = payload.decode("utf-8", "replace").encode()
        if kind < 0.94:
            split = kind >= 0.9
            return wire.in_pieces(payload, self._rng) if split else wire.frame(payload), (
                not _is_text(payload)
            )
        if kind < 0.96:
            return wire.frame(payload, wire.BINARY), False
        if kind < 0.985:
            return wire.frame(payload[:125], self._rng.choice((wire.PING, wire.PONG))), False
        return wire.broken(payload, self._rng), True

    async def _enter(self) -> None:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port)
        self._writer.write(wire.handshake("/ws", "Sec-WebSocket-Protocol: jantaku.v1"))
        head = await self._reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101 "), head
        if self._rng.random() < 0.1:
            return
        hello = {"type": "hello", "client": self._page}
        if self._token is not None:
            hello["token"] = self._token
        self._writer.write(wire.frame(json.dumps(hello).encode()))

    async def _listen_for(self, sign: bytes) -> None:
        """Read until a message that has `sign` in it; throw away the rest."""
        assert self._reader is not None
        while True:
            first, second = await self._reader.readexactly(2)
            size = second & 0x7F
            if size == 126:
                size = int.from_bytes(await self._reader.readexactly(2), "big")
            elif size == 127:
                size = int.from_bytes(await self._reader.readexactly(8), "big")
            payload = await self._reader.readexactly(size)
            if first & 0x0F == wire.TEXT:
                self._hear(payload)
                if sign in payload[:80]:
                    return

    def _hear(self, payload: bytes) -> None:
        for name, value in _HEARD.findall(payload):
            self._known.heard(name.decode(), value.decode("utf-8", "replace"))
        if payload.startswith(b'{"type":"welcome"'):
            welcome = json.loads(payload)
            self._token = welcome["token"] or self._token
            self._known.heard("token", self._token)

    async def _knock(self) -> None:
        """Send something that is no proper request, and do not wait long for an answer."""
        self.requests += 1
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        except ConnectionError:
            return
        with contextlib.suppress(ConnectionError):
            writer.write(wire.odd_request(self._rng))
            if self._rng.random() < 0.5:
                writer.write_eof()
                await reader.read(4096)
        writer.transport.abort()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


def _is_text(payload: bytes) -> bool:
    try:
        payload.decode()
    except UnicodeDecodeError:
        return False
    return True
