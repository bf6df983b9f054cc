"""All connections of an address share a rate of messages: what comes faster waits for its turn."""

from typing import Any

from tests.support.running_app import Running, running_app
from tests.support.ws_client import WsClient

SETTINGS: dict[str, Any] = {
    "message_rate_address": 8.0,
    "message_burst_address": 4,
    "unlimited_addresses": (),
}


async def held_back(server: Running, client: WsClient, t: int) -> None:
    """Send a ping, and return when the server has it and makes it wait."""
    before = server.clock.waiting
    await client.send("ping", t=t)
    await waits(server, before)


async def waits(server: Running, before: int) -> None:
    """Return once one more waits for the clock than there were before."""
    while server.clock.waiting == before:
        await server.clock.settle(1)


def heard(client: WsClient) -> list[int]:
    """The pings that were answered."""
    return [message["t"] for message in client.inbox if message["type"] == "pong"]


async def pong(client: WsClient, t: int) -> None:
    await client.find(lambda message: message["type"] == "pong" and message["t"] == t)


async def test_connections_of_an_address_take_turns() -> None:
    async with running_app(**SETTINGS) as server, server.client() as one, server.client() as two:
        await one.hello()
        await two.hello("Two")
        await one.request("ping", t=1)
        await two.request("ping", t=1)
        # That was the burst.
        await held_back(server, one, 2)
        await held_back(server, two, 2)
        assert heard(one) == heard(two) == [1]
        server.clock.advance(0.125)
        await pong(one, 2)
        assert heard(two) == [1]
        server.clock.advance(0.125)
        await pong(two, 2)


async def test_whoever_sends_much_waits_alone_with_the_rest_and_is_not_closed() -> None:
    async with running_app(**SETTINGS) as server, server.client() as one, server.client() as two:
        await one.hello()
        await two.hello("Two")
        for t in range(1, 3):
            await one.request("ping", t=t)
        await held_back(server, one, 3)
        for t in range(4, 20):
            await one.send("ping", t=t)
        # Only one of them stands in the queue: the next turn is that of the other connection.
        await held_back(server, two, 1)
        server.clock.advance(0.125)
        await pong(one, 3)
        server.clock.advance(0.125)
        await pong(two, 1)
        assert heard(one) == [1, 2, 3]
        for t in range(4, 20):
            server.clock.advance(0.25)
            await pong(one, t)


async def test_a_message_that_waited_is_not_carried_out_on_a_closed_connection() -> None:
    async with running_app(**SETTINGS) as server, server.client() as one:
        await one.hello()
        for t in range(1, 4):
            await one.request("ping", t=t)
        before = server.clock.waiting
        await one.send("create_room", id=9000, rules={"preset": "majsoul_3p"})
        await waits(server, before)
        client = server.app.sessions.client(one.account)
        assert client is not None
        client.link.close("shutting_down")
        server.clock.advance(1)
        assert await one.closed() == (4450, "shutting_down")
        assert server.app.rooms.code_of(one.account) is None


async def test_the_rate_does_not_hold_for_the_own_machine() -> None:
    settings = {**SETTINGS, "unlimited_addresses": ("127.0.0.1",)}
    async with running_app(**settings) as server, server.client() as one:
        await one.hello()
        for t in range(20):
            assert (await one.request("ping", t=t))["t"] == t
