"""Who is sent away from a room, who cannot come back, and what those who are blocked learn."""

from typing import Any

from protocol.errors import Error
from protocol.room import CreateRoom, JoinRoom, Room
from server.lobby import barred
from tests.server.lobby.gathering import FOUR, gather, kinds, people, play, room_of
from tests.server.lobby.room_machine import World
from tests.support.running_app import running_app


async def test_who_is_blocked_cannot_come_back_until_the_host_allows_it() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben", "Chi") as (aoi, ben, chi):
        code = await gather(aoi, ben, chi)
        assert (await ben.request("block_seat", seat=2))["code"] == "not_host"
        assert (await aoi.request("block_seat", seat=1))["type"] == "ok"
        last = await room_of(ben)
        assert (last["seat"], last.get("blocked")) == (None, None)
        assert kinds(await room_of(chi)) == ["human", "empty", "human", "empty"]
        assert (await room_of(aoi))["blocked"] == [{"block": 1, "name": "Ben"}]
        assert "blocked" not in await room_of(chi), "it is the host's alone"
        refused = await ben.request("join_room", code=code)
        assert (refused["code"], refused["field"]) == ("barred", "code")
        assert (await chi.request("lift_block", block=1))["code"] == "not_host"
        assert (await aoi.request("lift_block", block=2))["code"] == "no_such_block"
        assert (await aoi.request("lift_block", block=1))["type"] == "ok"
        assert (await ben.request("join_room", code=code))["type"] == "room"


async def test_who_is_only_sent_away_may_come_back() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben") as (aoi, ben):
        code = await gather(aoi, ben)
        await aoi.request("remove_seat", seat=1)
        assert (await ben.request("join_room", code=code))["type"] == "room"


async def test_bots_empty_seats_and_oneself_are_not_blocked() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben") as (aoi, ben):
        await gather(aoi, ben)
        await aoi.request("add_bot", level="easy", seat=3)
        for seat, code in ((0, "own_seat"), (2, "seat_empty"), (3, "not_a_person")):
            refused = await aoi.request("block_seat", seat=seat)
            assert (refused["code"], refused["field"]) == (code, "seat")
        await play(server, aoi, ben)
        assert (await aoi.request("block_seat", seat=1))["code"] == "room_playing"


async def test_a_block_is_numbered_once_and_there_are_only_so_many(monkeypatch: Any) -> None:
    monkeypatch.setattr(barred, "MOST", 2)
    async with running_app() as server, people(server, "A1", "B2", "C3", "D4") as clients:
        await gather(*clients)
        aoi = clients[0]
        await aoi.request("block_seat", seat=1)
        await aoi.request("block_seat", seat=2)
        refused = await aoi.request("block_seat", seat=3)
        assert refused["code"] == "too_many"
        assert kinds(await room_of(clients[3])) == ["human", "empty", "empty", "human"]
        await aoi.request("lift_block", block=1)
        await aoi.request("block_seat", seat=3)
        assert (await room_of(aoi))["blocked"] == [
            {"block": 2, "name": "C3"},
            {"block": 3, "name": "D4"},
        ]


async def test_blocks_go_with_the_role_to_the_next_host_and_outlive_a_restart() -> None:
    world = World("abc")
    for name in "abc":
        await world.connect(name)
    code = await _room_of_a(world)
    for name in "bc":
        await world.ask(name, JoinRoom(code=code))
    room = world.registry.rooms[code]
    room.block("account-a", 1)
    world.registry.release("account-b")
    room.give_host("account-a", 2)
    world.registry.changed(room)
    await world.settle()
    await world.restart(frozenset())
    await world.connect("b")
    await world.connect("c")
    shown = world.people["c"].room
    assert shown is not None
    assert [block.name for block in shown.blocked] == ["b"]
    refused = await world.ask("b", JoinRoom(code=code))
    assert isinstance(refused, Error)
    assert refused.code == "barred"


async def test_whom_the_host_has_blocked_learns_as_little_as_from_no_room() -> None:
    world = World("abc")
    for name in "abc":
        await world.connect(name)
    code = await _room_of_a(world, password="tea", public=True)
    world.blocks.add(("account-a", "account-b"))
    for password in (None, "tea", "wrong"):
        blocked = await world.ask("b", JoinRoom(code=code, password=password))
        missing = await world.ask("b", JoinRoom(code="AAAAAA", password=password))
        assert isinstance(blocked, Error)
        assert isinstance(missing, Error)
        assert (blocked.code, blocked.message, blocked.field) == (
            missing.code,
            missing.message,
            missing.field,
        )
    # Others come in, and so does whoever has blocked the host.
    world.blocks.add(("account-c", "account-a"))
    assert not isinstance(await world.ask("c", JoinRoom(code=code, password="tea")), Error)


async def test_who_waits_for_a_ranked_game_enters_no_room() -> None:
    world = World("ab")
    for name in "ab":
        await world.connect(name)
    code = await _room_of_a(world)
    world.queued.add("account-b")
    for request in (JoinRoom(code=code), CreateRoom(rules=FOUR)):
        refused = await world.ask("b", request)
        assert isinstance(refused, Error)
        assert refused.code == "busy"


async def _room_of_a(world: World, **fields: Any) -> str:
    answer = await world.ask("a", CreateRoom(rules=FOUR, **fields))
    assert isinstance(answer, int)
    for _ in range(200):
        if answer in world.people["a"].answers:
            break
        await world.settle()
    room = world.people["a"].answers[answer]
    assert isinstance(room, Room)
    return room.code
