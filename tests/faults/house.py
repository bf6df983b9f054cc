"""A whole server in this process, on a file: two people, two bots, and time that is moved."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path

from engine.core.wall import SeededWalls
from server.records.verify import verify_game
from tests.support.fake_clock import FakeClock
from tests.support.real_server import RealServer, fast, real_server
from tests.support.seated_client import SeatedClient
from tests.support.ws_client import Message

RULES = {"preset": "majsoul_friend_4p", "length": "one_round", "thinking_time": "3+5"}
DEAL = b"a long round"
"""A bot that is dealt nine terminals and honours would end a round before it has begun."""


class Player(SeatedClient):
    """Keeps which tables began for it, and what it was told of those that stopped."""

    def __init__(self, url: str, client: str) -> None:
        super().__init__(url, client=client)
        self.stopped: list[Message] = []
        self.tables: list[str] = []

    async def received(self, message: Message) -> None:
        if message["type"] == "table_start":
            self.tables.append(message["table"])
        if message["type"] == "table_over" or (
            message["type"] == "error" and message["code"] == "internal_error"
        ):
            self.stopped.append(message)
        await super().received(message)


def house(db: Path, wall: float = 1_750_000_000.0) -> AbstractAsyncContextManager[RealServer]:
    """Run a server on a file."""
    walls = partial(SeededWalls, DEAL)
    return real_server(fast(str(db)), FakeClock(wall=wall), journals=True, walls=walls)


async def enter(host: Player, guest: Player) -> None:
    """Make a room of two."""
    room = await host.request("create_room", rules=RULES)
    assert room["type"] == "room", room
    assert (await guest.request("join_room", code=room["code"]))["type"] == "room"


async def begin(host: Player, guest: Player) -> None:
    """Make a room and begin."""
    await enter(host, guest)
    await again(host, guest)


@asynccontextmanager
async def at_table(server: RealServer, seq: int = 0) -> AsyncIterator[tuple[Player, Player]]:
    """Let two people begin a game, and play until more than `seq` events have come."""
    host, guest = Player(server.url, "page-of-host"), Player(server.url, "page-of-guest")
    async with host, guest:
        await host.hello("Aoi")
        await guest.hello("Ben")
        await begin(host, guest)
        await server.play_until(lambda: host.seq > seq)
        yield host, guest


async def again(host: Player, guest: Player) -> None:
    """Begin the next game in the room."""
    for player in (host, guest):
        assert (await player.request("ready", ready=True))["type"] == "ok"
    started = await host.request("start_room", fill=True)
    assert started["type"] == "ok", started


async def check_record(player: Player, game: str) -> None:
    answer = await player.request("get_record", game=game)
    assert answer["type"] == "record", answer
    assert not verify_game(answer["record"]).mismatches
