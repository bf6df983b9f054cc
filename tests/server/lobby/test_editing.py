"""`edit_room`: what a host changes while the room waits, and who has to be ready anew."""

from typing import Any

import pytest

from server.lobby.settings import Settings, spectating
from server.table.api import Spectating
from tests.server.lobby.gathering import FOUR, gather, kinds, people, play, ready, room_of
from tests.support.fake_tables import fake_room_rules
from tests.support.running_app import running_app


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        ({"title": "Late"}, {"title": "Late"}),
        ({"title": ""}, {"title": None}),
        ({"password": "tea"}, {"password": True}),
        ({"public": True}, {"public": True}),
    ],
)
async def test_what_is_not_the_game_leaves_everybody_ready(
    change: dict[str, Any], shown: dict[str, Any]
) -> None:
    async with running_app() as server, people(server, "Aoi", "Ben") as (aoi, ben):
        await gather(aoi, ben, title="Early")
        await ben.request("ready", ready=True)
        assert (await aoi.request("edit_room", **change))["type"] == "ok"
        room = await room_of(ben)
        assert {name: room[name] for name in shown} == shown
        assert ready(room)[1]


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        ({"seating": "drawn"}, {"seating": "drawn"}),
        ({"records": "unlisted"}, {"records": "unlisted"}),
        ({"spectate_view": "none"}, {"spectate_view": "none", "spectate_delay_s": None}),
        ({"spectate_view": "full"}, {"spectate_view": "full", "spectate_delay_s": 60}),
        ({"spectate_delay_s": 90}, {"spectate_view": None, "spectate_delay_s": 90}),
        ({"rules": {**FOUR, "length": "east_south"}}, {"title": "Early"}),
    ],
)
async def test_what_concerns_the_game_clears_everybody_s_ready(
    change: dict[str, Any], shown: dict[str, Any]
) -> None:
    async with running_app() as server, people(server, "Aoi", "Ben") as (aoi, ben):
        await gather(aoi, ben, title="Early")
        await aoi.request("ready", ready=True)
        await ben.request("ready", ready=True)
        # The same again is no change.
        same = {"rules": FOUR, "seating": "as_seated", "records": "listed", "title": "Early"}
        assert (await aoi.request("edit_room", **same))["type"] == "ok"
        assert ready(await room_of(ben))[:2] == [True, True]
        assert (await aoi.request("edit_room", **change))["type"] == "ok"
        room = await room_of(ben)
        assert {name: room[name] for name in shown} == shown
        assert ready(room) == [False] * 4


async def test_a_password_is_set_changed_and_taken_away() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben") as (aoi, ben):
        code = await gather(aoi, password="old")
        await aoi.request("edit_room", password="a new one")
        wrong = await ben.request("join_room", code=code, password="old")
        assert wrong["code"] == "wrong_password"
        assert (await ben.request("join_room", code=code, password="a new one"))["type"] == "room"
        await ben.request("leave_room")
        await aoi.request("edit_room", title="Open")
        assert (await room_of(aoi))["password"] is True
        await aoi.request("edit_room", password="")
        assert (await ben.request("join_room", code=code))["type"] == "room"
        assert "a new one" not in str(
            [message for message in ben.inbox if message["type"] == "room"]
        )


async def test_rules_are_checked_and_people_have_to_fit() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben") as (aoi, ben):
        await gather(aoi, ben)
        refused = await aoi.request("edit_room", title="New", rules={**FOUR, "kuikae": "maybe"})
        assert (refused["code"], refused["field"]) == ("bad_rules", "rules.kuikae")
        assert (await room_of(aoi))["title"] is None, "nothing has changed"
        early = await aoi.request("edit_room", spectate_view="full", spectate_delay_s=59)
        assert (early["code"], early["field"]) == ("out_of_range", "spectate_delay_s")
        await aoi.request("edit_room", rules={"preset": "majsoul_3p"})
        assert kinds(await room_of(ben)) == ["human", "human", "empty"]


async def test_only_the_host_edits_and_only_while_nobody_plays() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben") as (aoi, ben):
        await gather(aoi, ben)
        assert (await ben.request("edit_room", title="Mine"))["code"] == "not_host"
        await play(server, aoi, ben)
        assert (await aoi.request("edit_room", title="Mine"))["code"] == "room_playing"
        assert (await aoi.request("edit_room", password="tea"))["code"] == "room_playing"


async def test_new_passwords_are_limited_like_new_rooms() -> None:
    async with running_app(rooms_account=2) as server, people(server, "Aoi") as (aoi,):
        await gather(aoi)
        assert (await aoi.request("edit_room", password="one"))["type"] == "ok"
        assert (await aoi.request("edit_room", password="two"))["code"] == "too_fast"
        assert (await aoi.request("edit_room", password=""))["type"] == "ok"


async def test_the_table_is_opened_as_the_room_was_edited() -> None:
    async with running_app() as server, people(server, "Aoi") as (aoi,):
        await gather(aoi, spectate_view="public")
        await aoi.request("edit_room", spectate_view="full", spectate_delay_s=90)
        table = await play(server, aoi)
        assert server.tables.tables[table].spectating == Spectating("full", 90)
        server.tables.finish(table)
        await aoi.request("edit_room", spectate_view="none")
        table = await play(server, aoi)
        assert server.tables.tables[table].spectating is None


def test_a_host_who_wants_no_spectators_has_none_whatever_the_rules_say() -> None:
    rules = fake_room_rules(FOUR)
    watched = type(rules)(**{**_fields(rules), "spectate": True})
    assert spectating(Settings(), watched) == Spectating("full", 300)
    assert spectating(Settings(spectate_view="none"), watched) is None
    assert spectating(Settings(), rules) is None
    assert spectating(Settings(spectate_delay_s=60), rules) == Spectating("full", 60)
    assert spectating(Settings(spectate_view="public"), rules) == Spectating("public", 0)


def _fields(rules: Any) -> dict[str, Any]:
    return {name: getattr(rules, name) for name in rules.__struct_fields__}
