"""One account's line to a server: greeting, requests, messages; reconnecting is the caller's."""

import asyncio
import secrets
from collections.abc import Callable
from typing import Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.typing import Subprotocol

from protocol.account import Login
from protocol.codec import decode_server, encode
from protocol.errors import Error
from protocol.session import Hello, Ping, Welcome
from protocol.unions import ClientMessage, ServerMessage

SUBPROTOCOL: Final = Subprotocol("jantaku.v1")
PING_S: Final = 20.0
OPEN_S: Final = 5.0


class Disconnected(Exception):
    """The line is gone, or could not be opened; `code` is the close code if there was one."""

    def __init__(self, message: str, code: int | None = None) -> None:
        super().__init__(message)
        self.code = code


class Refused(Exception):
    """The server refused a request that the caller cannot do without."""

    def __init__(self, error: Error) -> None:
        super().__init__(f"{error.code}: {error.message}")
        self.error = error


class Session:
    """Connects to `url` as a guest called `name`; keeps the token, so reconnects are the same one.

    `token` resumes an account that exists already, `password` that of the registered `name`;
    `on_token` is told the token of a new or opened one.
    """

    def __init__(
        self, url: str, name: str, token: str | None = None, password: str | None = None
    ) -> None:
        self._password = password
        self.url = url
        self.name = name
        self.token = token
        self.on_token: Callable[[str], None] = _forget
        self._client = secrets.token_urlsafe(12)
        self._socket: ClientConnection | None = None
        self._last_id = 0
        self._alive: asyncio.Task[None] | None = None

    async def connect(self) -> Welcome:
        """Open a line and say hello; from then on it is kept alive until `close`.

        Raises:
            Disconnected: nobody there, or the line broke at once.
            Refused: the server would not have us.
            ValueError: `url` is no websocket URL.
        """
        try:
            self._socket = await connect(
                self.url,
                subprotocols=[SUBPROTOCOL],
                compression=None,
                open_timeout=OPEN_S,
                ping_interval=None,
                max_size=None,
            )
        except InvalidURI as error:
            raise ValueError(f"{self.url!r} is not a websocket URL") from error
        except (OSError, TimeoutError, InvalidHandshake) as error:
            raise Disconnected(f"{self.url}: {error}") from error
        if self._alive is not None:
            self._alive.cancel()
        self._alive = asyncio.get_running_loop().create_task(self._keep_alive())
        if self.token is None and self._password is not None:
            await self.send(Login(client=self._client, name=self.name, password=self._password))
        else:
            await self.send(Hello(client=self._client, name=self.name, token=self.token))
        while True:
            message = await self.receive()
            if isinstance(message, Welcome):
                if message.token is not None:
                    self.token = message.token
                    self.on_token(message.token)
                return message
            if isinstance(message, Error):
                raise Refused(message)

    async def send(self, message: ClientMessage, number: int | None = None) -> int:
        """Send a message under an id of its own, or under a given one; return the id.

        Raises:
            Disconnected: the line is gone.
        """
        if self._socket is None:
            raise Disconnected("not connected")
        if number is None:
            number = self.take_id()
        frame = encode(msgspec.structs.replace(message, id=number))
        try:
            await self._socket.send(frame, text=True)
        except ConnectionClosed as error:
            raise _gone(error) from error
        return number

    def take_id(self) -> int:
        """Return an id of its own for a message that is sent later, or twice."""
        self._last_id += 1
        return self._last_id

    async def receive(self) -> ServerMessage:
        """Return the next message that this version knows.

        Raises:
            Disconnected: the line is gone.
            ProtocolError: the server sent a malformed message.
        """
        if self._socket is None:
            raise Disconnected("not connected")
        while True:
            try:
                frame = await self._socket.recv()
            except ConnectionClosed as error:
                raise _gone(error) from error
            message = decode_server(frame)
            if message is not None:
                return message

    async def close(self) -> None:
        """Close the line; harmless when there is none."""
        if self._alive is not None:
            self._alive.cancel()
            self._alive = None
        if self._socket is not None:
            await self._socket.close()
            self._socket = None

    async def _keep_alive(self) -> None:
        """Ping now and then: whoever takes the messages may be busy with one for long."""
        while True:
            await asyncio.sleep(PING_S)
            try:
                await self.send(Ping(t=0))
            except Disconnected:
                return


def _forget(_token: str) -> None:
    """Let a guest account end with the process."""


def _gone(error: ConnectionClosed) -> Disconnected:
    close = error.rcvd
    if close is None:
        return Disconnected("the connection broke")
    return Disconnected(f"closed: {close.code} {close.reason}".rstrip(), close.code)
