"""Another game: one press each, and it begins once everybody wants it."""

from protocol.room import CreateRoom, JoinRoom, Ready, Rematch, StartRoom
from tests.server.lobby.gathering import FOUR, gather, kinds, people, play, ready, room_of
from tests.server.lobby.room_machine import World
from tests.support.running_app import Running, running_app
from tests.support.ws_client import WsClient


async def played(server: Running, *clients: WsClient) -> list[str]:
    """Let people play a game in a room of theirs; return who sat where."""
    await gather(*clients)
    table = await play(server, *clients)
    seats = [seat.name for seat in server.tables.tables[table].seats]
    server.tables.finish(table)
    for client in clients:
        await client.find(lambda message: message["type"] == "room" and "games" in message)
    return seats


def at_table(server: Running) -> list[str]:
    (table,) = server.tables.tables.values()
    return [seat.name for seat in table.seats]


async def test_it_begins_with_the_last_who_wants_it() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben", "Chi") as (aoi, ben, chi):
        before = await played(server, aoi, ben, chi)
        room = await room_of(aoi)
        assert (room["state"], room["games"], "rematch" in room) == ("waiting", 1, False)
        assert (await ben.request("rematch"))["type"] == "ok"
        room = await room_of(aoi)
        assert room["rematch"] == {"seats": "kept", "agreed": [1]}
        assert ready(room)[:3] == [False, True, False]
        await aoi.request("rematch")
        # `ready` agrees as well.
        await chi.request("ready", ready=True)
        room = await room_of(ben)
        assert room["state"] == "playing"
        assert "rematch" not in room
        assert at_table(server) == before == ["Aoi", "Ben", "Chi", "Normal bot 4"]


async def test_before_the_first_game_there_is_none() -> None:
    async with running_app() as server, people(server, "Aoi") as (aoi,):
        await gather(aoi)
        assert (await aoi.request("rematch"))["code"] == "no_rematch"
        table = await play(server, aoi)
        assert (await aoi.request("rematch"))["code"] == "room_playing"
        server.tables.finish(table)
        assert (await aoi.request("rematch"))["type"] == "ok"
        assert (await room_of(aoi))["state"] == "playing"


async def test_it_is_taken_back_and_forgotten_once_nobody_wants_it() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben") as (aoi, ben):
        await played(server, aoi, ben)
        await ben.request("rematch", seats="shuffled")
        await aoi.request("ready", ready=False)
        await ben.request("ready", ready=False)
        assert "rematch" not in await room_of(aoi)
        # So are both ready, and nobody has asked for another game.
        await ben.request("ready", ready=True)
        await aoi.request("ready", ready=True)
        assert (await room_of(aoi))["state"] == "waiting"


async def test_the_host_says_how_the_seats_will_be() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben", "Chi") as (aoi, ben, chi):
        await played(server, aoi, ben, chi)
        await ben.request("rematch", seats="shuffled")
        await chi.request("rematch", seats="kept")
        assert (await room_of(aoi))["rematch"] == {"seats": "shuffled", "agreed": [1, 2]}
        await ben.request("ready", ready=False)
        await aoi.request("rematch", seats="kept")
        assert (await room_of(chi))["rematch"] == {"seats": "kept", "agreed": [0, 2]}


async def test_kept_are_the_seats_that_were_drawn_for_the_last_game() -> None:
    async with running_app() as server, people(server, "A1", "B2", "C3", "D4") as clients:
        await gather(*clients, seating="drawn")
        table = await play(server, *clients)
        orders = set()
        for _ in range(6):
            before = [seat.name for seat in server.tables.tables[table].seats]
            orders.add(tuple(before))
            server.tables.finish(table)
            for client in clients:
                await client.request("rematch", seats="kept")
            assert at_table(server) == before
            (table,) = server.tables.tables
            server.tables.finish(table)
            for client in clients:
                await client.request("rematch", seats="shuffled")
            assert sorted(at_table(server)) == ["A1", "B2", "C3", "D4"]
            (table,) = server.tables.tables
        assert len(orders) > 1


async def test_seats_that_were_moved_are_those_of_the_next_game() -> None:
    async with running_app() as server, people(server, "A1", "B2", "C3", "D4") as clients:
        await gather(*clients, seating="drawn")
        table = await play(server, *clients)
        server.tables.finish(table)
        await clients[0].request("move_seat", seat=0, to=3)
        for client in clients:
            await client.request("rematch")
        assert at_table(server) == ["D4", "B2", "C3", "A1"]


async def test_without_somebody_of_the_last_game_the_host_has_to_start_it() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben", "Chi") as (aoi, ben, chi):
        await played(server, aoi, ben, chi)
        await chi.request("leave_room")
        await ben.request("rematch")
        await aoi.request("rematch")
        assert (await room_of(aoi))["state"] == "waiting"
        assert (await aoi.request("start_room", fill=True))["type"] == "ok"
        assert at_table(server) == ["Aoi", "Ben", "Normal bot 3", "Normal bot 4"]


async def test_a_newcomer_who_leaves_again_holds_nobody_up() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben", "Chi") as (aoi, ben, chi):
        await played(server, aoi, ben)
        code = (await room_of(aoi))["code"]
        await chi.request("join_room", code=code)
        await aoi.request("rematch")
        await ben.request("rematch")
        room = await room_of(aoi)
        assert (room["state"], kinds(room)) == ("waiting", ["human", "human", "human", "empty"])
        await chi.request("leave_room")
        assert (await room_of(aoi))["state"] == "playing"


async def test_who_goes_away_does_not_want_it_any_more() -> None:
    world = World("ab")
    await game_over(world)
    await world.ask("a", Rematch())
    await world.ask("b", Ready(ready=False))
    await world.disconnect("a")
    shown = world.people["b"].room
    assert shown is not None
    assert shown.rematch is None


async def test_a_restart_forgets_nobody_and_begins_it_when_they_are_back() -> None:
    world = World("ab")
    code = await game_over(world)
    await world.ask("a", Rematch(seats="shuffled"))
    await world.restart(frozenset())
    await world.connect("b")
    await world.ask("b", Ready(ready=True))
    shown = world.people["b"].room
    assert shown is not None
    assert shown.rematch is not None
    assert (shown.rematch.seats, shown.rematch.agreed) == ("shuffled", (1,))
    await world.connect("a")
    assert world.registry.rooms[code].table in world.tables.tables


async def test_a_server_that_stops_begins_none() -> None:
    world = World("ab")
    code = await game_over(world)
    world.rooms.closing = True
    await world.ask("a", Rematch())
    await world.ask("b", Rematch())
    assert world.registry.rooms[code].table is None
    assert world.tables.tables == {}


async def game_over(world: World) -> str:
    """Let a and b play a game; return the code of their room."""
    for name in "ab":
        await world.connect(name)
    await world.ask("a", CreateRoom(rules=FOUR))
    (code,) = world.registry.rooms
    await world.ask("b", JoinRoom(code=code))
    for name in "ab":
        await world.ask(name, Ready(ready=True))
    await world.ask("a", StartRoom(fill=True))
    (table,) = world.tables.tables
    world.tables.finish(table)
    await world.settle()
    return code
