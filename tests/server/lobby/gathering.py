"""People in a room over real sockets, as tests of rooms need them again and again."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from tests.support.running_app import Running
from tests.support.ws_client import WsClient

FOUR: dict[str, Any] = {"preset": "majsoul_friend_4p"}
THREE: dict[str, Any] = {"preset": "majsoul_3p"}


@asynccontextmanager
async def people(server: Running, *names: str) -> AsyncIterator[list[WsClient]]:
    """Connect a person for each name."""
    async with AsyncExitStack() as stack:
        clients = []
        for name in names:
            client = await stack.enter_async_context(server.client())
            await client.hello(name)
            clients.append(client)
        yield clients


async def gather(host: WsClient, *guests: WsClient, **fields: Any) -> str:
    """Let the host make a room and the guests join it; return its code."""
    room = await host.request("create_room", **{"rules": FOUR, **fields})
    code: str = room["code"]
    for guest in guests:
        joined = await guest.request("join_room", code=code)
        assert joined["type"] == "room", joined
    return code


async def room_of(client: WsClient) -> dict[str, Any]:
    """Return the newest `room` that a client has got."""
    await client.request("ping", t=0)
    return [message for message in client.inbox if message["type"] == "room"][-1]


def kinds(room: dict[str, Any]) -> list[str]:
    return [seat["kind"] for seat in room["seats"]]


def names(room: dict[str, Any]) -> list[str | None]:
    return [seat.get("name") for seat in room["seats"]]


def ready(room: dict[str, Any]) -> list[bool]:
    return [seat.get("ready", False) for seat in room["seats"]]


async def play(server: Running, host: WsClient, *others: WsClient, fill: bool = True) -> str:
    """Let all be ready and the host start; return the table."""
    for client in (host, *others):
        assert (await client.request("ready", ready=True))["type"] == "ok"
    assert (await host.request("start_room", fill=fill))["type"] == "ok"
    (table,) = server.tables.tables
    return table
