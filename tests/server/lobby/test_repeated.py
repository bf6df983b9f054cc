"""A room that was made, or entered, by a request whose answer died with the process."""

from pathlib import Path

from protocol.errors import Error
from protocol.room import CreateRoom, JoinRoom, LeaveRoom, Room
from tests.server.lobby.gathering import FOUR
from tests.server.lobby.room_machine import World
from tests.support.running_app import running_app


async def world_with_a_room() -> tuple[World, int, int, str]:
    """A makes a room and b joins it, and the process is killed; return both requests' ids."""
    world = World("ab")
    for name in "ab":
        await world.connect(name)
    made = await world.ask("a", CreateRoom(rules=FOUR))
    (code,) = world.registry.rooms
    joined = await world.ask("b", JoinRoom(code=code))
    assert isinstance(made, int)
    assert isinstance(joined, int)
    await world.restart(frozenset())
    for name in "ab":
        await world.connect(name)
        world.people[name].answers.clear()
    return world, made, joined, code


async def test_the_request_is_answered_with_the_room_that_it_made() -> None:
    world, made, _, code = await world_with_a_room()
    world.next_id(made)
    assert await world.ask("a", CreateRoom(rules=FOUR)) == made
    answer = world.people["a"].answers[made]
    assert isinstance(answer, Room)
    assert (answer.code, answer.seat, answer.id) == (code, 0, made)
    assert list(world.registry.rooms) == [code]


async def test_so_is_the_one_that_entered_it() -> None:
    world, _, joined, code = await world_with_a_room()
    world.next_id(joined)
    assert await world.ask("b", JoinRoom(code=code)) == joined
    answer = world.people["b"].answers[joined]
    assert isinstance(answer, Room)
    assert (answer.code, answer.seat) == (code, 1)


async def test_another_request_or_another_page_is_not_answered_so() -> None:
    world, made, joined, code = await world_with_a_room()
    world.next_id(joined)
    refused = await world.ask("a", CreateRoom(rules=FOUR))
    assert isinstance(refused, Error)
    assert refused.code == "busy"
    line = world.people["a"].line
    assert line is not None
    line.page = "another page"
    world.next_id(made)
    refused = await world.ask("a", CreateRoom(rules=FOUR))
    assert isinstance(refused, Error)
    assert refused.code == "busy"
    assert list(world.registry.rooms) == [code]


async def test_whoever_has_left_makes_a_new_room() -> None:
    world, made, _, code = await world_with_a_room()
    await world.ask("a", LeaveRoom())
    world.next_id(made)
    assert await world.ask("a", CreateRoom(rules=FOUR)) == made
    assert len(world.registry.rooms) == 2
    assert world.registry.rooms[code].host == "account-b"


async def test_over_a_real_socket_and_a_real_database(tmp_path: Path) -> None:
    request = {"rules": FOUR, "title": "Evening", "password": "tea"}
    db = str(tmp_path / "rooms.db")
    async with running_app(db=db) as server, server.client() as client:
        await client.hello("Aoi")
        token = client.token
        await client.send("create_room", id=77, **request)
        made = await client.find(lambda message: message.get("id") == 77)
    # Another process knows the room, and not what was answered.
    async with running_app(db=db) as server, server.client() as client:
        await client.hello(token=token)
        await client.send("create_room", id=77, **request)
        again = await client.find(lambda message: message.get("id") == 77)
        assert (again["type"], again["code"], again["seat"]) == ("room", made["code"], 0)
        assert len(server.app.registry.rooms) == 1
