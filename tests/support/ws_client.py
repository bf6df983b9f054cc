"""A small client for tests: one connection to a server, messages as plain dictionaries."""

import asyncio
import json
from collections.abc import Callable
from itertools import count
from types import TracebackType
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

Message = dict[str, Any]

# A test that waits longer has failed; nothing is timed by it.
PATIENCE_S = 60.0
PATIENT: dict[str, Any] = {"open_timeout": PATIENCE_S, "ping_interval": None}
"""For connections of the library: it gives nobody up whom a busy machine keeps waiting."""


class WsClient:
    """Reads in the background. `request` numbers its messages and waits for the answer."""

    # Shared: ids must be unique per account and `client`, across reconnects.
    _ids = count(1)

    def __init__(self, url: str, *, client: str = "client-for-tests") -> None:
        self.url = url
        self.client = client
        self.inbox: list[Message] = []
        self.account = ""
        self.token: str | None = None
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._news = asyncio.Condition()
        self._seen = 0

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    @property
    def socket(self) -> ClientConnection:
        assert self._socket is not None
        return self._socket

    async def open(self) -> None:
        self._socket = await connect(
            self.url, subprotocols=[Subprotocol("jantaku.v1")], compression=None, **PATIENT
        )
        self.listen()

    def listen(self) -> None:
        """Read from now on what comes on the socket."""
        self._reader = asyncio.create_task(self._read())

    async def close(self) -> None:
        await self.socket.close()
        assert self._reader is not None
        await self._reader

    async def closed(self) -> tuple[int | None, str | None]:
        """Wait until the server has closed the connection; return code and reason."""
        assert self._reader is not None
        async with asyncio.timeout(PATIENCE_S):
            await self._reader
        return self.socket.close_code, self.socket.close_reason

    async def _read(self) -> None:
        try:
            async for frame in self.socket:
                message = json.loads(frame)
                await self.received(message)
                async with self._news:
                    self.inbox.append(message)
                    self._news.notify_all()
        except ConnectionClosed:
            pass
        finally:
            async with self._news:
                self._news.notify_all()

    async def received(self, message: Message) -> None:
        """React to a message as it comes; for clients that do more than wait."""

    async def send_raw(self, frame: str | bytes) -> None:
        await self.socket.send(frame)

    async def send(self, kind: str, /, **fields: Any) -> None:
        await self.send_raw(json.dumps({"type": kind, **fields}))

    async def request(self, kind: str, /, **fields: Any) -> Message:
        """Send a request with the next id and return its answer."""
        number = next(self._ids)
        await self.send(kind, id=number, **fields)
        return await self.find(lambda message: message.get("id") == number)

    async def find(self, wanted: Callable[[Message], bool], since: int = 0) -> Message:
        """Return the first message from index `since` on that is `wanted`, waiting for it."""
        async with asyncio.timeout(PATIENCE_S), self._news:
            while True:
                for message in self.inbox[since:]:
                    if wanted(message):
                        return message
                since = max(since, len(self.inbox))
                assert self._reader is not None
                assert not self._reader.done(), f"closed with {self.socket.close_code}"
                await self._news.wait()

    async def next(self, kind: str) -> Message:
        """Return the next message of this type after the last one that `next` returned."""
        message = await self.find(lambda found: found["type"] == kind, self._seen)
        self._seen = next(
            place + 1
            for place, found in enumerate(self.inbox)
            if place >= self._seen and found is message
        )
        return message

    def skip(self) -> None:
        """Let `next` look at what comes from now on only."""
        self._seen = len(self.inbox)

    async def hello(self, name: str | None = None, token: str | None = None) -> Message:
        fields: Message = {"client": self.client}
        if name is not None:
            fields["name"] = name
        if token is not None:
            fields["token"] = token
        welcome = await self.request("hello", **fields)
        if welcome["type"] == "welcome":
            self.account = welcome["account"]
            self.token = welcome["token"] or token
        return welcome
