"""The public list of rooms: who stands in it, filters, pages, rates, and over HTTP."""

import json
from typing import Any

import pytest

from tests.server.lobby.gathering import FOUR, THREE, gather, people, play, room_of
from tests.server.net.test_http import get_json
from tests.support.running_app import running_app
from tests.support.ws_client import WsClient


async def listed(client: WsClient, **fields: Any) -> list[str | None]:
    """The titles of the rooms in the list."""
    answer = await client.request("list_rooms", **fields)
    assert answer["type"] == "rooms", answer
    return [room["title"] for room in answer["rooms"]]


async def test_a_room_stands_in_the_list_while_it_is_public_and_waits() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben") as (aoi, ben):
        code = await gather(aoi, title="Evening", public=True)
        await aoi.request("add_bot", level="easy")
        answer = await ben.request("list_rooms")
        (room,) = answer["rooms"]
        assert room.pop("since") == round(1000 * server.clock.wall())
        assert room == {
            "code": code,
            "title": "Evening",
            "host": "Aoi",
            "seats": 4,
            "people": 1,
            "bots": 1,
            "preset": "majsoul_friend_4p",
            "length": "east",
            "differs": {},
            "password": False,
            "seating": "as_seated",
            "spectate_view": None,
        }
        assert (answer["total"], answer["next"]) == (1, None)
        await aoi.request("edit_room", public=False)
        assert await listed(ben) == []
        await aoi.request("edit_room", public=True)
        table = await play(server, aoi)
        assert await listed(ben) == []
        server.tables.finish(table)
        assert await listed(ben) == ["Evening"]
        await aoi.request("leave_room")
        assert await listed(ben) == []


async def test_the_code_of_a_private_room_is_told_to_nobody() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben") as (aoi, ben):
        code = await gather(aoi, title="Secret")
        assert code not in json.dumps(await ben.request("list_rooms"))
        assert code not in json.dumps(await get_json(server, "/api/rooms"))
        assert (await room_of(aoi))["code"] == code


FILTERS: list[tuple[dict[str, Any], list[str]]] = [
    ({}, ["Three", "Locked", "Full", "Open"]),
    ({"players": 3}, ["Three"]),
    ({"players": 4}, ["Locked", "Full", "Open"]),
    ({"length": "east_south"}, ["Locked"]),
    ({"preset": "majsoul_3p"}, ["Three"]),
    ({"password": True}, ["Locked"]),
    ({"password": False, "players": 4}, ["Full", "Open"]),
    ({"free": False}, ["Full"]),
    ({"free": True, "players": 4}, ["Locked", "Open"]),
    ({"text": "lock"}, ["Locked"]),
    ({"text": "b2"}, ["Full"]),
    ({"text": "nothing"}, []),
]


async def test_filters_must_all_hold_over_the_socket_and_over_http() -> None:
    async with (
        running_app() as server,
        people(server, "A1", "B2", "C3", "D4", "Eve") as clients,
    ):
        a, b, c, d, eve = clients
        await gather(a, title="Open", public=True)
        await gather(b, title="Full", public=True)
        for _ in range(3):
            await b.request("add_bot", level="easy")
        long = {**FOUR, "length": "east_south"}
        await gather(c, title="Locked", public=True, password="tea", rules=long)
        await gather(d, title="Three", public=True, rules=THREE)
        for wanted, titles in FILTERS:
            server.clock.advance(1.0)
            assert await listed(eve, filter=wanted) == titles, wanted
            query = "&".join(f"{name}={_written(value)}" for name, value in wanted.items())
            status, page = await get_json(server, f"/api/rooms?{query}")
            assert status == 200
            assert [room["title"] for room in page["rooms"]] == titles, wanted


def _written(value: Any) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


async def test_the_list_comes_in_pages_that_miss_nothing() -> None:
    async with running_app() as server, people(server, "A1", "B2", "C3", "D4", "E5") as clients:
        for number, client in enumerate(clients):
            await gather(client, title=f"Room {number}", public=True)
        asks = clients[0]
        first = await asks.request("list_rooms", limit=2)
        assert [room["title"] for room in first["rooms"]] == ["Room 4", "Room 3"]
        assert first["total"] == 5
        # What goes, or comes meanwhile, moves nothing.
        await clients[3].request("leave_room")
        await clients[3].request("create_room", rules=FOUR, title="New", public=True)
        second = await asks.request("list_rooms", limit=2, before=first["next"])
        assert [room["title"] for room in second["rooms"]] == ["Room 2", "Room 1"]
        _, third = await get_json(server, f"/api/rooms?limit=2&before={second['next']}")
        assert [room["title"] for room in third["rooms"]] == ["Room 0"]
        assert third["next"] is None


async def test_who_was_sent_away_for_good_does_not_see_the_room() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben") as (aoi, ben):
        await gather(aoi, ben, title="Evening", public=True)
        await aoi.request("block_seat", seat=1)
        assert await listed(ben) == []
        assert await listed(aoi) == ["Evening"]
        assert (await ben.request("list_rooms"))["total"] == 0


async def test_a_list_is_asked_for_only_so_fast() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben") as (aoi, ben):
        for _ in range(20):
            assert await listed(aoi) == []
        assert (await aoi.request("list_rooms"))["code"] == "too_fast"
        assert await listed(ben) == []
        server.clock.advance(1.0)
        assert await listed(aoi) == []


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("players=5", "players"),
        ("free=2", "free"),
        ("password=yes", "password"),
        ("limit=101", "limit"),
        ("before=-1", "before"),
        ("before=9999999999999999", "before"),
        ("text=", "text"),
        (f"preset={'x' * 33}", "preset"),
    ],
)
async def test_a_wrong_query_is_one_clear_error(query: str, field: str) -> None:
    async with running_app() as server:
        status, page = await get_json(server, f"/api/rooms?{query}")
        assert status == 400
        assert (page["code"], page["field"]) == ("out_of_range", field)
