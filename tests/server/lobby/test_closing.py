"""Rooms that are closed: by their host, or because nothing happens in them."""

from typing import Any

import pytest

from tests.support.running_app import running_app
from tests.support.ws_client import WsClient

FOUR = {"preset": "majsoul_friend_4p"}


async def gather(host: WsClient, guest: WsClient) -> str:
    await host.hello("Aoi")
    await guest.hello("Ben")
    code: str = (await host.request("create_room", rules=FOUR))["code"]
    await guest.request("join_room", code=code)
    return code


async def told_of_the_end(client: WsClient) -> tuple[dict[str, Any], dict[str, Any]]:
    """The farewell of a room, and the room itself a last time."""
    closed = await client.next("room_closed")
    last = await client.next("room")
    return closed, last


async def test_a_host_dismisses_the_room() -> None:
    async with running_app() as server, server.client() as aoi, server.client() as ben:
        code = await gather(aoi, ben)
        assert (await ben.request("dismiss_room"))["code"] == "not_host"
        for client in (aoi, ben):
            client.skip()
        assert (await aoi.request("dismiss_room"))["type"] == "ok"
        for client in (aoi, ben):
            closed, last = await told_of_the_end(client)
            assert closed == {
                "type": "room_closed",
                "code": code,
                "reason": "dismissed",
                "message": "The host has closed the room.",
            }
            assert (last["code"], last["seat"]) == (code, None)
        assert (await ben.request("join_room", code=code))["code"] == "no_such_room"
        assert (await ben.request("create_room", rules=FOUR))["type"] == "room"
        assert (await aoi.request("dismiss_room"))["code"] == "not_in_room"


async def test_a_room_that_plays_is_not_dismissed() -> None:
    async with running_app() as server, server.client() as aoi, server.client() as ben:
        await gather(aoi, ben)
        for client in (aoi, ben):
            await client.request("ready", ready=True)
        await aoi.request("start_room", fill=True)
        assert (await aoi.request("dismiss_room"))["code"] == "room_playing"


@pytest.mark.parametrize(
    ("idle_s", "time"), [(3600, "60 minutes"), (119, "119 s"), (150, "2 minutes")]
)
async def test_a_room_in_which_nothing_happens_is_closed(idle_s: float, time: str) -> None:
    async with (
        running_app(room_idle_s=idle_s, silence_s=1e9) as server,
        server.client() as aoi,
        server.client() as ben,
    ):
        code = await gather(aoi, ben)
        server.clock.advance(idle_s - 1)
        assert (await ben.request("ready", ready=True))["type"] == "ok"
        server.clock.advance(idle_s - 1)
        assert server.app.rooms.code_of(aoi.account) == code, "a change counts anew"
        for client in (aoi, ben):
            await client.request("ping", t=0)
            client.skip()
        server.clock.advance(1)
        for client in (aoi, ben):
            closed, last = await told_of_the_end(client)
            assert closed["reason"] == "idle"
            assert closed["message"] == f"Nothing had happened in the room for {time}."
            assert last["seat"] is None
        assert server.app.rooms.code_of(aoi.account) is None


async def test_a_game_keeps_its_room_open() -> None:
    async with running_app(room_idle_s=100, silence_s=1e9) as server, server.client() as aoi:
        await aoi.hello("Aoi")
        code = (await aoi.request("create_room", rules=FOUR))["code"]
        await aoi.request("ready", ready=True)
        await aoi.request("start_room", fill=True)
        server.clock.advance(1000)
        assert server.app.rooms.code_of(aoi.account) == code
        (table,) = server.tables.tables
        server.tables.finish(table)
        server.clock.advance(99)
        assert server.app.rooms.code_of(aoi.account) == code
        server.clock.advance(1)
        assert server.app.rooms.code_of(aoi.account) is None
