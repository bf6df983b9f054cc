"""Who is away from a room that waits: what becomes of the seat, the role, the room."""

from protocol.room import CreateRoom, JoinRoom, Room
from tests.server.lobby.gathering import FOUR
from tests.server.lobby.room_machine import OFFLINE_S, World


async def gathered(names: str) -> tuple[World, str]:
    """Let the first make a room and the others join it; return its code."""
    world = World(names)
    for name in names:
        await world.connect(name)
    await world.ask(names[0], CreateRoom(rules=FOUR))
    (code,) = world.registry.rooms
    for name in names[1:]:
        await world.ask(name, JoinRoom(code=code))
    return world, code


def shown(world: World, name: str) -> Room:
    room = world.people[name].room
    assert room is not None
    return room


async def test_the_role_of_a_host_who_stays_away_goes_to_somebody_who_is_here() -> None:
    world, _ = await gathered("abcd")
    await world.disconnect("a")
    await world.disconnect("b")
    await world.clock.pass_time(OFFLINE_S - 1)
    await world.connect("b")
    await world.disconnect("b")
    assert shown(world, "c").host == 0
    await world.clock.pass_time(1)
    room = shown(world, "c")
    assert [seat.name for seat in room.seats] == [None, "b", "c", "d"]
    assert (room.host, room.seats[1].online) == (2, False)
    await world.clock.pass_time(OFFLINE_S)
    assert [seat.name for seat in shown(world, "d").seats] == [None, None, "c", "d"]


async def test_where_nobody_is_here_it_goes_to_the_first_and_then_the_room_is_gone() -> None:
    world, code = await gathered("abc")
    for name, wait in (("a", 10), ("b", 10), ("c", 0)):
        await world.disconnect(name)
        await world.clock.pass_time(wait)
    await world.clock.pass_time(OFFLINE_S - 20)
    assert world.registry.rooms[code].host == "account-b"
    await world.clock.pass_time(10)
    assert world.registry.rooms[code].host == "account-c"
    await world.clock.pass_time(10)
    assert world.registry.rooms == {}
    assert world.disk.states == {}


async def test_who_is_back_in_time_keeps_seat_and_role_and_time_counts_anew() -> None:
    world, code = await gathered("ab")
    for _ in range(3):
        await world.disconnect("a")
        await world.clock.pass_time(OFFLINE_S - 1)
        await world.connect("a")
    assert world.registry.rooms[code].host == "account-a"
    assert shown(world, "a").seat == 0
