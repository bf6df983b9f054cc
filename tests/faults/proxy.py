"""A bad line between people and server: it delays, cuts, freezes and swallows, by a seed.

Every connection draws a fate when it is made. What a fate does to which bytes depends on how the
system hands them over, so a seed gives the same dice, not the same run.
"""

import asyncio
import random
import socket
from contextlib import suppress
from typing import Final, NamedTuple

CHUNK: Final = 4096
SMALL_BUFFER: Final = 4096
"""Receive buffer towards the server: a frozen reader is felt there soon."""


class Fate(NamedTuple):
    """What happens to a connection.

    `lag_s`: each piece waits up to so long. `cut_after_s`: then both sides are dropped, in the
    middle of a piece. `freeze_after_s`, `freeze_s`: for so long nothing moves and nobody is told;
    `swallow`: what comes meanwhile is lost, and the connection dies at the end of it.
    """

    lag_s: float
    cut_after_s: float | None
    freeze_after_s: float | None
    freeze_s: float
    freeze_down_only: bool
    swallow: bool


def draw_fate(pick: random.Random) -> Fate:
    """Draw the fate of a connection; two in five are good lines."""
    kind = pick.choices(("good", "slow", "cut", "freeze", "swallow"), (40, 15, 20, 15, 10))[0]
    after = pick.uniform(0.05, 6.0)
    return Fate(
        lag_s=pick.uniform(0.005, 0.06) if kind == "slow" else 0.0,
        cut_after_s=after if kind == "cut" else None,
        freeze_after_s=after if kind in ("freeze", "swallow") else None,
        freeze_s=pick.uniform(0.2, 4.0),
        freeze_down_only=pick.random() < 0.6,
        swallow=kind == "swallow",
    )


class Proxy:
    """Listens on a port of its own and leads to `target`. `calm` makes new lines good ones."""

    def __init__(self, target: int, pick: random.Random) -> None:
        self.target = target
        self.calm = False
        self.counts = dict.fromkeys(("connections", "cut", "frozen", "swallowed", "unreachable"), 0)
        self._pick = pick
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def port(self) -> int:
        """Where people connect."""
        assert self._server is not None
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def start(self) -> None:
        """Listen."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0, limit=CHUNK)

    async def stop(self) -> None:
        """Drop everything."""
        assert self._server is not None
        self._server.close()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._server.wait_closed()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.counts["connections"] += 1
        pick = random.Random(self._pick.getrandbits(64))
        task = asyncio.get_running_loop().create_task(self._carry(reader, writer, pick))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, pick: random.Random
    ) -> None:
        upstream: asyncio.StreamWriter | None = None
        try:
            answers, upstream = await self._reach()
            wire = _Wire(Fate(0, None, None, 0, False, False) if self.calm else draw_fate(pick))
            await wire.run((reader, upstream), (answers, writer), pick, self.counts)
        except OSError:
            self.counts["unreachable"] += 1
        finally:
            for end in (writer, upstream):
                if end is not None:
                    end.transport.abort()

    async def _reach(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        line = socket.socket()
        try:
            line.setblocking(False)
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
            await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", self.target))
            return await asyncio.open_connection(sock=line, limit=CHUNK)
        except BaseException:
            line.close()
            raise


_Way = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class _Wire:
    """Two ways between two sockets, and what happens to them."""

    def __init__(self, fate: Fate) -> None:
        self._fate = fate
        self._flowing = {"up": asyncio.Event(), "down": asyncio.Event()}
        for event in self._flowing.values():
            event.set()
        self._swallowing = False
        self._torn = False

    async def run(self, up: _Way, down: _Way, pick: random.Random, counts: dict[str, int]) -> None:
        """Carry until one side ends or fate does."""
        loop = asyncio.get_running_loop()
        work = [
            loop.create_task(self._pump("up", *up, pick)),
            loop.create_task(self._pump("down", *down, pick)),
            loop.create_task(self._doom(counts)),
        ]
        try:
            await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in work:
                task.cancel()
            await asyncio.gather(*work, return_exceptions=True)

    async def _pump(
        self,
        way: str,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        pick: random.Random,
    ) -> None:
        while True:
            await self._flowing[way].wait()
            data = await reader.read(CHUNK)
            if not data:
                return
            if self._fate.lag_s:
                await asyncio.sleep(pick.uniform(0, self._fate.lag_s))
            if self._swallowing:
                continue
            if self._torn:
                # The last piece arrives in part: a frame ends in its middle.
                writer.write(data[: pick.randrange(len(data))])
                with suppress(OSError):
                    await writer.drain()
                return
            writer.write(data)
            await writer.drain()

    async def _doom(self, counts: dict[str, int]) -> None:
        fate = self._fate
        if fate.cut_after_s is not None:
            await asyncio.sleep(fate.cut_after_s)
            counts["cut"] += 1
            self._torn = True
            # Nothing may be on its way: then the cut comes between two pieces.
            await asyncio.sleep(0.3)
            return
        if fate.freeze_after_s is not None:
            await asyncio.sleep(fate.freeze_after_s)
            if fate.swallow:
                counts["swallowed"] += 1
                self._swallowing = True
                await asyncio.sleep(fate.freeze_s)
                return
            counts["frozen"] += 1
            ways = ("down",) if fate.freeze_down_only else ("up", "down")
            for way in ways:
                self._flowing[way].clear()
            await asyncio.sleep(fate.freeze_s)
            for way in ways:
                self._flowing[way].set()
        await asyncio.Event().wait()
