"""A server whose clock the tests move, with games that people watch in browsers."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any, Final

from engine.core.wall import SeededWalls
from tests.support.fake_clock import FakeClock
from tests.support.real_server import RealServer, fast, real_server
from tests.support.seated_client import SeatedClient
from tests.support.ws_client import Message
from tests.web.faces import tiles_in
from tests.web.house import Visitor

RULES: Final = {"preset": "majsoul_friend_4p", "length": "one_round", "thinking_time": "3+5"}


class Player(SeatedClient):
    """Plays by itself, and notes when it had each event."""

    def __init__(self, server: RealServer, client: str) -> None:
        super().__init__(server.url, client=client)
        self._server = server
        self.when: dict[int, float] = {}

    async def received(self, message: Message) -> None:
        if "seq" in message:
            self.when.setdefault(message["seq"], self._server.clock.now())
        await super().received(message)

    async def start(self, rules: dict[str, Any] | None = None, **settings: Any) -> str:
        """Start a game against three bots; return its table."""
        await self.request("create_room", rules={**RULES, **(rules or {})}, **settings)
        await self.request("ready", ready=True)
        await self.request("start_room", fill=True)
        return str((await self.find(lambda message: message["type"] == "table_start"))["table"])


class Theatre:
    """The server, and who plays there."""

    def __init__(self, server: RealServer, stack: AsyncExitStack) -> None:
        self.server = server
        self._stack = stack
        self._players = 0

    @property
    def url(self) -> str:
        """The address of the client's pages."""
        return self.server.url.replace("ws:", "http:").removesuffix("/ws")

    async def player(self, name: str) -> Player:
        """Let somebody in who plays."""
        self._players += 1
        player = Player(self.server, f"player-{self._players}")
        await self._stack.enter_async_context(player)
        await player.hello(name)
        return player

    async def play(self, seconds: float) -> None:
        """Let time go by at the tables."""
        await self.server.clock.pass_time(seconds)


@asynccontextmanager
async def theatre() -> AsyncIterator[Theatre]:
    """Open a server for as long as the test lasts."""
    async with AsyncExitStack() as stack:
        # Always the same deal: by chance a round may end with its first turn.
        walls = partial(SeededWalls, b"theatre 1")
        server = await stack.enter_async_context(real_server(fast(), FakeClock(), walls=walls))
        yield Theatre(server, stack)


def hand_tiles(frame: Message) -> bool:
    """Tell whether a frame shows tiles that lay in somebody's hand."""
    if frame["type"] == "snapshot":
        return bool(list(tiles_in([(seat["hand"], seat["drawn"]) for seat in frame["seats"]])))
    if frame["type"] != "event":
        return False
    event = frame["event"]
    hidden = {"start_kyoku": "tehais", "tsumo": "pai"}.get(event["type"])
    return hidden is not None and bool(list(tiles_in(event[hidden])))


def timed(visitor: Visitor, theatre: Theatre) -> list[tuple[float, Message]]:
    """Note, by the server's clock, when each frame reached the page."""
    arrived: list[tuple[float, Message]] = []

    class Noting(list[Message]):
        def append(self, frame: Message) -> None:
            arrived.append((theatre.server.clock.now(), frame))
            super().append(frame)

    visitor.frames = Noting()
    return arrived
