"""A TCP proxy between browser and server: it can be cut, be long, and lose packets."""

import asyncio
import random
from typing import Final

RESEND_S: Final = 0.3
"""What a lost packet costs: TCP sends it again, and all that comes after it waits."""


class Line:
    """A TCP proxy to a port; while it is `cut`, everything waits and no socket notices.

    Each way takes `delay_s`; `loss` is the part of the packets that are lost and sent again.
    """

    def __init__(self, port: int, *, delay_s: float = 0.0, loss: float = 0.0) -> None:
        self._target = port
        self._delay_s = delay_s
        self._loss = loss
        self._random = random.Random(port)
        self._whole = asyncio.Event()
        self._whole.set()
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Listen."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)

    @property
    def url(self) -> str:
        """The address to use instead of the server's."""
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def cut(self) -> None:
        self._whole.clear()

    def heal(self) -> None:
        self._whole.set()

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.close()
            return
        for source, sink in ((reader, far_writer), (far_reader, writer)):
            on_the_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
            for work in (self._take(source, on_the_way), self._bring(on_the_way, sink)):
                task = asyncio.create_task(work)
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _take(
        self, source: asyncio.StreamReader, on_the_way: asyncio.Queue[tuple[float, bytes]]
    ) -> None:
        """Note what comes and when it is due; an empty packet says that no more will come."""
        clock = asyncio.get_running_loop().time
        due = 0.0
        data = b"first"
        while data:
            try:
                data = await source.read(65_536)
            except OSError:
                data = b""
            lost = self._random.random() < self._loss
            due = max(due, clock() + self._delay_s + (RESEND_S if lost else 0.0))
            on_the_way.put_nowait((due, data))

    async def _bring(
        self, on_the_way: asyncio.Queue[tuple[float, bytes]], sink: asyncio.StreamWriter
    ) -> None:
        clock = asyncio.get_running_loop().time
        try:
            while True:
                due, data = await on_the_way.get()
                await asyncio.sleep(max(0.0, due - clock()))
                await self._whole.wait()
                if not data:
                    return
                sink.write(data)
                await sink.drain()
        except OSError:
            pass
        finally:
            sink.close()
