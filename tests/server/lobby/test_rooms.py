"""Friend rooms over real sockets (protocol.md, "Friend rooms")."""

from typing import Any

import pytest

from server.lobby.codes import ALPHABET
from tests.server.lobby.gathering import FOUR, THREE, gather, kinds, names, people, room_of
from tests.support.running_app import running_app

SECRET = "four concealed kans"
"""Longer than what a token could hold by chance."""


async def test_the_creator_gets_the_room_and_is_its_host() -> None:
    async with running_app() as server, people(server, "Aoi") as (aoi,):
        room = await aoi.request("create_room", rules=FOUR, title="Evening", password=SECRET)
        assert room["type"] == "room"
        assert room["title"] == "Evening"
        assert room["host"] == room["seat"] == 0
        assert room["rev"] == 1
        assert room["rules"]["preset"] == "majsoul_friend_4p"
        assert room["rules"]["length"] == "east"
        assert kinds(room) == ["human", "empty", "empty", "empty"]
        assert room["seats"][0]["name"] == "Aoi"
        assert room["seats"][0]["online"] is True
        assert room["state"] == "waiting"
        assert room["password"] is True
        assert SECRET not in str(aoi.inbox)
        assert len(room["code"]) == 6
        assert set(room["code"]) <= set(ALPHABET)


async def test_people_sit_in_the_order_in_which_they_came_and_all_see_it() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben", "Chi") as (aoi, ben, chi):
        await gather(aoi, ben, chi)
        rooms = [await room_of(client) for client in (aoi, ben, chi)]
        assert [room["seat"] for room in rooms] == [0, 1, 2]
        assert [room["rev"] for room in rooms] == [3, 3, 3]
        assert [names(room) for room in rooms] == [["Aoi", "Ben", "Chi", None]] * 3


async def test_a_code_may_be_typed_as_it_was_heard() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben") as (aoi, ben):
        code = await gather(aoi)
        heard = f" {code[:3].lower()}-{code[3:].lower()}"
        assert (await ben.request("join_room", code=heard))["type"] == "room"


async def test_every_change_raises_rev_by_one_and_reaches_every_member() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben") as (aoi, ben):
        await gather(aoi, ben)
        for client, kind, fields in (
            (ben, "ready", {"ready": True}),
            (aoi, "add_bot", {"level": "easy"}),
            (aoi, "add_bot", {"level": "normal", "seat": 3}),
            (aoi, "remove_seat", {"seat": 3}),
            (aoi, "set_rules", {"rules": FOUR}),
            (aoi, "give_host", {"seat": 1}),
        ):
            before = (await room_of(aoi))["rev"]
            assert (await client.request(kind, **fields))["type"] == "ok"
            assert (await room_of(aoi))["rev"] == before + 1
            assert (await room_of(ben))["rev"] == before + 1


async def test_saying_the_same_again_is_no_change() -> None:
    async with running_app() as server, people(server, "Aoi") as (aoi,):
        await gather(aoi)
        assert (await aoi.request("ready", ready=False))["type"] == "ok"
        assert (await room_of(aoi))["rev"] == 1


async def test_bots_have_levels_and_are_ready() -> None:
    async with running_app() as server, people(server, "Aoi") as (aoi,):
        await gather(aoi)
        await aoi.request("add_bot", level="easy", seat=2)
        await aoi.request("add_bot", level="normal")
        seats = (await room_of(aoi))["seats"]
        assert [seat["kind"] for seat in seats] == ["human", "bot", "bot", "empty"]
        assert [seat.get("level") for seat in seats] == [None, "normal", "easy", None]
        assert [seat.get("ready", False) for seat in seats] == [False, True, True, False]
        assert seats[1]["name"] != seats[2]["name"]


async def test_new_rules_clear_every_ready() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben") as (aoi, ben):
        await gather(aoi, ben)
        await aoi.request("ready", ready=True)
        await ben.request("ready", ready=True)
        await aoi.request("add_bot", level="easy")
        await aoi.request("set_rules", rules={**FOUR, "length": "east_south"})
        room = await room_of(ben)
        assert [seat.get("ready", False) for seat in room["seats"]] == [False, False, True, False]
        assert room["rules"]["length"] == "east_south"


async def test_fewer_seats_move_people_up_and_send_bots_away() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben") as (aoi, ben):
        await gather(aoi)
        await aoi.request("add_bot", level="easy")
        await aoi.request("add_bot", level="normal")
        await ben.request("join_room", code=(await room_of(aoi))["code"])
        await aoi.request("set_rules", rules=THREE)
        room = await room_of(ben)
        assert kinds(room) == ["human", "bot", "human"]
        assert room["seat"] == 2
        await aoi.request("set_rules", rules=FOUR)
        assert kinds(await room_of(aoi)) == ["human", "bot", "human", "empty"]


async def test_four_people_cannot_play_a_game_for_three() -> None:
    async with running_app() as server, people(server, "A1", "B2", "C3", "D4") as clients:
        await gather(*clients)
        before = await room_of(clients[0])
        answer = await clients[0].request("set_rules", rules=THREE)
        assert (answer["code"], answer["field"]) == ("too_many_people", "rules")
        assert await room_of(clients[0]) == before


async def test_the_host_role_passes_on_when_the_host_leaves() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben", "Chi") as (aoi, ben, chi):
        code = await gather(aoi, ben, chi)
        assert (await aoi.request("leave_room"))["type"] == "ok"
        room = await room_of(chi)
        assert room["host"] == 1
        assert kinds(room) == ["empty", "human", "human", "empty"]
        # Whoever comes next takes the empty chair, not the role.
        assert (await aoi.request("join_room", code=code))["seat"] == 0
        assert (await room_of(ben))["host"] == 1


async def test_an_empty_room_dies() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben") as (aoi, ben):
        code = await gather(aoi)
        await aoi.request("add_bot", level="easy")
        await aoi.request("leave_room")
        assert (await ben.request("join_room", code=code))["code"] == "no_such_room"
        assert server.app.rooms.code_of(aoi.account) is None


async def test_whoever_is_sent_away_is_told_and_free() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben") as (aoi, ben):
        await gather(aoi, ben)
        await aoi.request("remove_seat", seat=1)
        last = await room_of(ben)
        assert last["seat"] is None
        assert kinds(last) == ["human", "empty", "empty", "empty"]
        assert (await ben.request("create_room", rules=FOUR))["type"] == "room"


async def test_a_password_keeps_people_out() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben") as (aoi, ben):
        code = await gather(aoi, password="kan")
        for attempt in ({}, {"password": "pon"}):
            answer = await ben.request("join_room", code=code, **attempt)
            assert (answer["code"], answer["field"]) == ("wrong_password", "password")
        assert (await ben.request("join_room", code=code, password="kan"))["type"] == "room"


async def test_codes_cannot_be_searched() -> None:
    async with running_app(join_failures=3) as server, people(server, "Aoi", "Ben") as (aoi, ben):
        code = await gather(aoi)
        for _ in range(3):
            assert (await ben.request("join_room", code="AAAAAA"))["code"] == "no_such_room"
        assert (await ben.request("join_room", code=code))["code"] == "too_fast"
        server.clock.advance(10)
        assert (await ben.request("join_room", code=code))["type"] == "room"


async def test_fresh_accounts_do_not_help_to_search_codes() -> None:
    async with (
        running_app(join_failures_address=2) as server,
        people(server, "A1", "B2", "C3") as clients,
    ):
        for client in clients[:2]:
            assert (await client.request("join_room", code="AAAAAA"))["code"] == "no_such_room"
        assert (await clients[2].request("join_room", code="AAAAAA"))["code"] == "too_fast"


async def test_the_game_starts_when_all_people_are_ready() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben") as (aoi, ben):
        await gather(aoi, ben, title="C042")
        await aoi.request("ready", ready=True)
        assert (await aoi.request("start_room", fill=True))["code"] == "not_ready"
        await ben.request("ready", ready=True)
        assert (await aoi.request("start_room", fill=False))["code"] == "seats_open"
        assert (await aoi.request("start_room", fill=True))["type"] == "ok"

        room = await room_of(ben)
        assert room["state"] == "playing"
        table = server.tables.tables[room["table"]]
        assert table.title == "C042"
        assert [seat.name for seat in table.seats[:2]] == ["Aoi", "Ben"]
        assert [seat.account_id for seat in table.seats] == [aoi.account, ben.account, None, None]
        assert [seat.level for seat in table.seats] == [None, None, "normal", "normal"]


async def test_drawn_seats_hold_the_same_people() -> None:
    async with running_app() as server, people(server, "A1", "B2", "C3", "D4") as clients:
        await gather(*clients, seating="drawn")
        for client in clients:
            await client.request("ready", ready=True)
        await clients[0].request("start_room", fill=False)
        (table,) = server.tables.tables.values()
        assert sorted(seat.name for seat in table.seats) == ["A1", "B2", "C3", "D4"]
        assert names(await room_of(clients[0])) == ["A1", "B2", "C3", "D4"]


async def test_after_the_game_the_room_waits_for_a_rematch() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben") as (aoi, ben):
        await gather(aoi, ben)
        await aoi.request("add_bot", level="easy")
        for client in (aoi, ben):
            await client.request("ready", ready=True)
        await aoi.request("start_room", fill=True)
        first = (await room_of(aoi))["table"]
        assert kinds(await room_of(aoi)) == ["human", "human", "bot", "bot"]
        server.tables.finish(first)
        await server.app.registry.settle()
        room = await room_of(ben)
        assert room["state"] == "waiting"
        assert room["table"] is None
        # The bot that only filled up is gone again.
        assert kinds(room) == ["human", "human", "bot", "empty"]
        assert [seat.get("ready", False) for seat in room["seats"]] == [False, False, True, False]
        for client in (aoi, ben):
            await client.request("ready", ready=True)
        assert (await aoi.request("start_room", fill=True))["type"] == "ok"
        assert (await room_of(aoi))["table"] != first


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("leave_room", {}),
        ("ready", {"ready": False}),
        ("set_rules", {"rules": FOUR}),
        ("add_bot", {"level": "easy"}),
        ("remove_seat", {"seat": 1}),
        ("start_room", {"fill": True}),
    ],
)
async def test_a_room_that_plays_is_left_alone(kind: str, fields: dict[str, Any]) -> None:
    async with running_app() as server, people(server, "Aoi", "Ben") as (aoi, ben):
        code = await gather(aoi)
        await aoi.request("ready", ready=True)
        await aoi.request("start_room", fill=True)
        before = await room_of(aoi)
        assert (await aoi.request(kind, **fields))["code"] == "room_playing"
        assert (await ben.request("join_room", code=code))["code"] == "room_playing"
        assert await room_of(aoi) == before


async def test_members_see_who_is_online() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben") as (aoi, ben):
        await gather(aoi, ben)
        await ben.request("ready", ready=True)
        aoi.skip()
        await ben.close()
        room = await aoi.next("room")
        assert room["seats"][1]["online"] is False
        assert room["seats"][1]["ready"] is False
        async with server.client() as again:
            welcome = await again.hello(token=ben.token)
            assert welcome["room"] == room["code"]
            assert (await again.next("room"))["seat"] == 1
            assert (await aoi.next("room"))["seats"][1]["online"] is True
            await ben.open()


async def test_a_second_connection_gets_the_room_without_a_change() -> None:
    async with running_app() as server, people(server, "Aoi") as (aoi,):
        await gather(aoi)
        async with server.client() as again:
            await again.hello(token=aoi.token)
            assert (await again.next("room"))["rev"] == 1


async def test_who_stays_away_loses_the_seat_and_the_room_dies_with_the_last() -> None:
    async with running_app(room_offline_s=300, silence_s=10_000) as server:
        async with people(server, "Aoi", "Ben") as (aoi, ben):
            code = await gather(aoi, ben)
            ben.skip()
            await aoi.close()
            await ben.next("room")
            server.clock.advance(299)
            await ben.request("ping", t=0)
            assert server.app.rooms.code_of(aoi.account) == code
            server.clock.advance(1)
            room = await ben.next("room")
            assert kinds(room) == ["empty", "human", "empty", "empty"]
            assert room["host"] == 1
            await aoi.open()
            welcome = await aoi.hello(token=aoi.token)
            assert welcome["room"] is None
        while await server.tables.detached.get() != ben.account:
            pass
        server.clock.advance(300)
        assert server.app.rooms.code_of(ben.account) is None


async def test_a_seat_at_a_table_is_kept_until_the_end_of_the_game() -> None:
    async with running_app(room_offline_s=300) as server, people(server, "Aoi", "Ben") as pair:
        aoi, ben = pair
        code = await gather(aoi, ben)
        for client in pair:
            await client.request("ready", ready=True)
        await aoi.request("start_room", fill=True)
        table = (await room_of(aoi))["table"]
        aoi.skip()
        await ben.close()
        await aoi.next("room")
        for _ in range(20):
            server.clock.advance(50)
            await aoi.request("ping", t=0)
        assert server.app.rooms.code_of(ben.account) == code
        async with server.client() as again:
            welcome = await again.hello(token=ben.token)
            assert welcome["seat_in"] == {"table": table, "seat": 1}
        await ben.open()


async def test_the_full_view_needs_a_delay() -> None:
    async with running_app() as server, people(server, "Aoi") as (aoi,):
        refused = await aoi.request(
            "create_room", rules=FOUR, spectate_view="full", spectate_delay_s=59
        )
        assert (refused["code"], refused["field"]) == ("out_of_range", "spectate_delay_s")
        room = await aoi.request("create_room", rules=FOUR, spectate_view="full")
        assert room["spectate_delay_s"] == 60


async def test_nothing_starts_on_a_server_that_stops() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben") as (aoi, ben):
        await gather(aoi)
        await aoi.request("ready", ready=True)
        server.app.rooms.closing = True
        assert (await aoi.request("start_room", fill=True))["code"] == "shutting_down"
        assert (await ben.request("create_room", rules=FOUR))["code"] == "shutting_down"


async def test_the_number_of_rooms_is_limited() -> None:
    async with running_app(max_rooms=1) as server, people(server, "Aoi", "Ben") as (aoi, ben):
        await gather(aoi)
        assert (await ben.request("create_room", rules=FOUR))["code"] == "server_full"
