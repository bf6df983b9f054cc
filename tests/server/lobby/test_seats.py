"""Seats that people choose, that the host moves, or that are drawn."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from server.lobby.chairs import Chairs
from server.lobby.hosting import drawn_order
from server.lobby.seat import Seat
from tests.server.lobby.gathering import gather, kinds, names, people, play, ready, room_of
from tests.support.running_app import running_app


async def test_a_person_takes_an_empty_seat_or_changes_places_with_a_bot() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben") as (aoi, ben):
        await gather(aoi, ben)
        await aoi.request("add_bot", level="normal", seat=3)
        await aoi.request("ready", ready=True)
        assert (await ben.request("take_seat", seat=2))["type"] == "ok"
        room = await room_of(ben)
        assert names(room) == ["Aoi", None, "Ben", "Normal bot 4"]
        assert (room["seat"], room["host"]) == (2, 0)
        assert ready(room) == [False, False, False, True]
        await ben.request("take_seat", seat=3)
        assert names(await room_of(aoi)) == ["Aoi", None, "Normal bot 3", "Ben"]
        await aoi.request("take_seat", seat=1)
        room = await room_of(aoi)
        assert (room["seat"], room["host"]) == (1, 1), "the host stays the host"


async def test_seats_of_others_and_seats_that_are_not_there_are_refused() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben") as (aoi, ben):
        await gather(aoi, ben, rules={"preset": "majsoul_3p"})
        for seat, code in ((0, "seat_taken"), (1, "own_seat"), (3, "no_such_seat")):
            refused = await ben.request("take_seat", seat=seat)
            assert (refused["code"], refused["field"]) == (code, "seat")
        assert (await room_of(ben))["rev"] == 2
        await play(server, aoi, ben)
        assert (await ben.request("take_seat", seat=2))["code"] == "room_playing"


async def test_the_host_lets_seats_change_places() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben") as (aoi, ben):
        await gather(aoi, ben)
        await ben.request("ready", ready=True)
        assert (await ben.request("move_seat", seat=0, to=1))["code"] == "not_host"
        await aoi.request("move_seat", seat=1, to=3)
        assert names(await room_of(ben)) == ["Aoi", None, None, "Ben"]
        await aoi.request("move_seat", seat=0, to=3)
        room = await room_of(ben)
        assert names(room) == ["Ben", None, None, "Aoi"]
        assert not any(ready(room))
        for seat, to, code, field in (
            (1, 2, "seat_empty", "seat"),
            (0, 0, "bad_value", "to"),
            (1, 1, "seat_empty", "seat"),
        ):
            refused = await aoi.request("move_seat", seat=seat, to=to)
            assert (refused["code"], refused["field"]) == (code, field)
        await aoi.request("edit_room", rules={"preset": "majsoul_3p"})
        refused = await aoi.request("move_seat", seat=0, to=3)
        assert (refused["code"], refused["field"]) == ("no_such_seat", "to")


async def test_shuffled_seats_hold_the_same_people() -> None:
    async with running_app() as server, people(server, "A1", "B2", "C3") as clients:
        await gather(*clients)
        await clients[1].request("ready", ready=True)
        assert (await clients[1].request("shuffle_seats"))["code"] == "not_host"
        orders = set()
        for _ in range(20):
            await clients[0].request("shuffle_seats")
            room = await room_of(clients[2])
            orders.add(tuple(names(room)))
            assert sorted(kinds(room)) == ["empty", "human", "human", "human"]
            assert room["seats"][room["host"]]["name"] == "A1"
            assert room["seats"][room["seat"]]["name"] == "C3"
        assert len(orders) > 1
        assert not any(ready(room))


async def test_a_new_bot_is_called_like_no_other() -> None:
    async with running_app() as server, people(server, "Aoi") as (aoi,):
        await gather(aoi)
        await aoi.request("add_bot", level="easy", seat=3)
        await aoi.request("move_seat", seat=3, to=1)
        await aoi.request("add_bot", level="easy", seat=3)
        assert names(await room_of(aoi)) == ["Aoi", "Easy bot 2", None, "Easy bot 4"]


@given(order=st.permutations(range(4)), bots=st.sets(st.integers(0, 3)))
def test_moving_loses_nobody_and_names_each_bot_by_its_seat(
    order: list[int], bots: set[int]
) -> None:
    chairs = Chairs(
        [Seat.of_bot("easy", n) if n in bots else Seat.of_person(str(n), str(n)) for n in range(4)]
    )
    chairs.reorder(order)
    assert [seat.account for seat in chairs] == [None if n in bots else str(n) for n in order]
    for number, seat in enumerate(chairs):
        if seat.level is not None:
            assert seat.name == f"Easy bot {number + 1}"


def test_every_order_is_drawn() -> None:
    drawn = {tuple(drawn_order(3)) for _ in range(500)}
    assert drawn == set(permutations(range(3)))
