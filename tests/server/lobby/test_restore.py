"""Rooms that were there before: restored, dropped, joined to their games again."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from structlog.testing import capture_logs

from server.lobby.keeper import Keeper
from server.lobby.passwords import PasswordHash
from server.lobby.room import FriendRoom
from server.lobby.saved import DamagedRoom, SavedRoom, pack, saved, unpack
from server.lobby.settings import Settings
from server.store.database import Database
from server.store.rooms import RoomStore
from server.table.rules import parse_room_rules
from tests.support.fake_tables import FakeTables, fake_room_rules
from tests.support.running_app import Running, running_app
from tests.support.ws_client import WsClient

FOUR = {"preset": "majsoul_friend_4p"}


def room(**settings: Any) -> FriendRoom:
    made = FriendRoom("CFHKLM", Settings(**settings), fake_room_rules(FOUR), "account-a", "Aoi")
    made.join("account-b", "Ben")
    made.add_bot("account-a", "easy", 3)
    made.set_ready("account-b", True)
    made.rev = 7
    return made


def fake_rules(rules: Any, _settings: Settings) -> Any:
    return fake_room_rules(rules)


def test_a_room_is_the_same_after_it_was_kept() -> None:
    # Longer than what salt and digest could hold by chance.
    word = "four concealed kans"
    before = room(title="Evening", password=PasswordHash.of(word), spectate_view="public")
    after = unpack("CFHKLM", pack(before), fake_rules)
    assert saved(after) == saved(before)
    assert after.settings.password is not None
    assert after.settings.password.matches(word)
    assert not after.settings.password.matches("pon")
    assert [seat.online for seat in after.seats] == [False, False, False, True]
    assert not after.message("account-b").seats[1].ready, "nobody is ready who is not here"
    after.came_online("account-b", "Ben")
    assert after.message("account-b").seats[1].ready
    assert word.encode() not in pack(before)


@pytest.mark.parametrize(
    "rules", [{**FOUR, "length": "east", "aka_dora": 0}, {"preset": "majsoul_3p"}]
)
def test_full_rule_objects_are_rules_again(rules: dict[str, Any]) -> None:
    parsed = parse_room_rules(rules)
    flat = msgspec.json.decode(msgspec.json.encode(parsed.flat))
    assert parse_room_rules(flat) == parsed


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"host": "account-z"}, "its host is not in it"),
        ({"code": "CFHKLX"}, "its code is another one"),
        ({"rules": {"preset": "gone"}}, "rules.preset: 'gone'"),
        ({"rules": {"preset": "majsoul_3p"}}, "4 seats for 3 players"),
        ({"seats": [{"account": "account-a", "name": "A"}] * 4}, "sits in it twice"),
        ({"seats": [{"account": "account-a", "name": "A"}, {"name": "?"}, {}, {}]}, "seat 1"),
        ({"seats": [{"account": "account-a"}, {}, {}, {}]}, "seat 0"),
        ({"seats": 4}, "not a room"),
        ({"rev": None}, "not a room"),
    ],
)
def test_a_damaged_room_is_named(change: dict[str, Any], fault: str) -> None:
    state = msgspec.json.encode({**msgspec.to_builtins(saved(room())), **change})
    with pytest.raises(DamagedRoom, match=fault):
        unpack("CFHKLM", state, fake_rules)


async def test_the_store_keeps_changes_and_forgets_what_is_gone(tmp_path: Path) -> None:
    path = str(tmp_path / "rooms.db")
    database = Database(path)
    now = 5.0
    store = RoomStore(database, lambda: now)
    await store.write({"A": b"1", "B": b"1"})
    now = 6.0
    await store.write({"A": b"2", "C": b"1"})
    await store.write({"B": None, "X": None})
    assert await store.all() == [("A", b"2"), ("C", b"1")]
    database.close()


class BrokenDisk:
    """Takes nothing for a while."""

    def __init__(self) -> None:
        self.broken = True
        self.states: dict[str, bytes | None] = {}

    async def write(self, states: Any) -> None:
        if self.broken:
            raise OSError("no space left")
        self.states.update(states)


async def test_rooms_go_on_without_a_disk_and_are_saved_later() -> None:
    disk = BrokenDisk()
    keeper = Keeper(disk)
    said: list[int] = []
    with capture_logs() as logs:
        keeper.keep("A", b"1", lambda: said.append(1))
        await keeper.settle()
    assert said == [1]
    assert [entry["event"] for entry in logs] == ["rooms_not_saved"]
    disk.broken = False
    keeper.keep("B", b"1", lambda: said.append(2))
    await keeper.settle()
    assert disk.states == {"A": b"1", "B": b"1"}


async def test_what_fails_to_be_said_keeps_nobody_else_from_hearing() -> None:
    keeper = Keeper(BrokenDisk())
    said: list[int] = []
    with capture_logs() as logs:
        keeper.after(lambda: said.remove(0))
        keeper.after(lambda: said.append(1))
        await keeper.settle()
    assert said == [1]
    assert [entry["event"] for entry in logs] == ["saying_failed"]


# A whole server


@asynccontextmanager
async def two_people(server: Running) -> AsyncIterator[tuple[WsClient, WsClient, str]]:
    """Aoi and Ben in a room, both ready; its code."""
    async with server.client() as aoi, server.client() as ben:
        await aoi.hello("Aoi")
        await ben.hello("Ben")
        code = (await aoi.request("create_room", rules=FOUR))["code"]
        await ben.request("join_room", code=code)
        for client in (aoi, ben):
            await client.request("ready", ready=True)
        yield aoi, ben, code


async def test_a_game_that_goes_on_ends_in_its_room(tmp_path: Path) -> None:
    path = str(tmp_path / "jantaku.db")
    async with running_app(db=path) as server, two_people(server) as (aoi, ben, code):
        await aoi.request("start_room", fill=True)
        ((table, opened),) = server.tables.tables.items()
        tokens = aoi.token, ben.token
        accounts = aoi.account, ben.account
    tables = FakeTables()
    tables.journals[table] = (code, opened)
    async with (
        running_app(db=path, tables=tables, room_offline_s=50, silence_s=10_000) as server,
        server.client() as aoi,
    ):
        welcome = await aoi.hello(token=tokens[0])
        assert (welcome["room"], welcome["seat_in"]["table"]) == (code, table)
        room = await aoi.next("room")
        assert (room["state"], room["table"]) == ("playing", table)
        server.clock.advance(100)
        assert server.app.rooms.code_of(accounts[1]) == code, "a seat is kept while it plays"
        tables.finish(table)
        room = await aoi.find(lambda message: message.get("state") == "waiting")
        assert [seat["kind"] for seat in room["seats"]] == ["human", "human", "empty", "empty"]
        server.clock.advance(50)
        room = await aoi.find(
            lambda message: message["type"] == "room" and message["seats"][1]["kind"] == "empty"
        )
        assert server.app.rooms.code_of(accounts[1]) is None


async def test_a_room_whose_game_is_gone_waits(tmp_path: Path) -> None:
    path = str(tmp_path / "jantaku.db")
    async with running_app(db=path) as server, two_people(server) as (aoi, _, code):
        await aoi.request("start_room", fill=True)
        token = aoi.token
    async with (
        running_app(db=path, room_offline_s=50, silence_s=10_000) as server,
        server.client() as aoi,
    ):
        welcome = await aoi.hello(token=token)
        assert (welcome["room"], welcome["seat_in"]) == (code, None)
        room = await aoi.next("room")
        assert room["state"] == "waiting"
        assert not any(seat.get("ready") for seat in room["seats"])
        server.clock.advance(50)
        await aoi.find(
            lambda message: message["type"] == "room" and message["seats"][1]["kind"] == "empty"
        )


async def test_a_stop_is_nobodys_leaving(tmp_path: Path) -> None:
    path = str(tmp_path / "jantaku.db")
    async with running_app(db=path) as server, two_people(server) as (aoi, ben, _):
        tokens = aoi.token, ben.token
        await server.app.stop()
        assert await ben.closed() == (4450, "shutting_down")
    async with running_app(db=path) as server, server.client() as aoi, server.client() as ben:
        await aoi.hello(token=tokens[0])
        await ben.hello(token=tokens[1])
        assert (await aoi.request("start_room", fill=True))["type"] == "ok"


async def test_a_damaged_row_is_one_line_and_no_more(tmp_path: Path) -> None:
    path = str(tmp_path / "jantaku.db")
    async with running_app(db=path) as server, two_people(server) as (aoi, _, code):
        token = aoi.token
    database = Database(path)
    ((_, state),) = await RoomStore(database, lambda: 0.0).all()
    twin = msgspec.structs.replace(msgspec.json.decode(state, type=SavedRoom), code="CFHKLM")
    await RoomStore(database, lambda: 9e9).write({"XXXXXX": b"\xff{"})
    await RoomStore(database, lambda: 1.0).write({"CFHKLM": msgspec.json.encode(twin)})
    database.close()
    with capture_logs() as logs:
        async with running_app(db=path) as server, server.client() as aoi:
            assert (await aoi.hello(token=token))["room"] == code
    dropped = [entry["room"] for entry in logs if entry["event"] == "room_dropped"]
    assert dropped == ["XXXXXX", "CFHKLM"]
    (recovered,) = [entry for entry in logs if entry["event"] == "recovered"]
    assert (recovered["rooms"], recovered["rooms_dropped"]) == (1, 2)
    async with running_app(db=path) as server:
        assert set(server.app.registry.rooms) == {code}, "they are gone for good"
