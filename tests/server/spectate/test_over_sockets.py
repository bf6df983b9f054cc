"""Watching over real sockets: rooms whose hosts let people in, to the end of their games."""

from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest

from tests.support.fake_clock import FakeClock
from tests.support.real_server import RealServer, fast, real_server
from tests.support.seated_client import SeatedClient
from tests.support.ws_client import WsClient

RULES = {"preset": "majsoul_friend_4p", "length": "one_round", "thinking_time": "3+5"}


def house() -> AbstractAsyncContextManager[RealServer]:
    return real_server(fast(), FakeClock())


async def start(host: SeatedClient, **settings: Any) -> str:
    """Start a game of one person and three bots; return its table."""
    room = await host.request("create_room", rules=RULES, **settings)
    assert room["type"] == "room", room
    await host.request("ready", ready=True)
    started = await host.request("start_room", fill=True)
    assert started["type"] == "ok", started
    return str((await host.find(lambda message: message["type"] == "table_start"))["table"])


def seqs(client: WsClient) -> list[int]:
    return [
        message["seq"]
        for message in client.inbox
        if message["type"] in ("snapshot", "event", "skip")
    ]


async def test_a_room_that_may_be_watched_is_seen_to_its_end() -> None:
    async with house() as server, SeatedClient(server.url) as host, WsClient(server.url) as guest:
        await host.hello("Aoi")
        await guest.hello("Wan")
        table = await start(host, spectate_view="full")
        listed = await guest.request("watch_list", filter={"player": "aoi"})
        assert [(line["table"], line["view"], line["delay_s"]) for line in listed["tables"]] == [
            (table, "full", 60)
        ]
        answer = await guest.request("watch", table=table)
        assert (answer["type"], answer["delay_s"]) == ("not_yet", 60)
        assert (await guest.request("get_record", game=table))["code"] == "no_such_record"
        await server.play_until(lambda: host.over)
        await server.play_until(lambda: guest.inbox[-1]["type"] == "table_over")
        assert seqs(guest) == list(range(1, host.seq + 1))
        tiles = {
            message["event"]["pai"]
            for message in guest.inbox
            if message["type"] == "event" and message["event"]["type"] == "tsumo"
        }
        assert "?" not in tiles
        assert (await guest.request("get_record", game=table))["type"] == "record"
        assert (await guest.request("watch", table=table))["code"] == "game_over"


async def test_the_public_view_of_a_room() -> None:
    async with house() as server, SeatedClient(server.url) as host, WsClient(server.url) as guest:
        await host.hello("Aoi")
        await guest.hello("Wan")
        table = await start(host, spectate_view="public")
        assert (await host.request("watch", table=table))["code"] == "own_table"
        answer = await guest.request("watch", table=table)
        assert answer["type"] == "snapshot", answer
        # The room says it, too, whenever it says anything.
        await host.close()
        await host.open()
        await host.hello(token=host.token)
        room = await host.find(lambda message: message["type"] == "room" and message["spectators"])
        assert (room["spectators"], room["state"]) == (1, "playing")
        await server.clock.pass_time(1.0)
        assert b"jantaku_spectators 1.0" in server.app.metrics.render()
        await host.send("sync", table=table, seq=host.seq)
        await server.play_until(lambda: host.over)
        await server.play_until(lambda: guest.inbox[-1]["type"] == "table_over")
        assert seqs(guest) == list(range(1, host.seq + 1))


@pytest.mark.parametrize(
    ("settings", "watchable"),
    [
        ({}, None),
        ({"spectate_delay_s": 90}, ("full", 90)),
        ({"spectate_view": "public", "spectate_delay_s": 5}, ("public", 5)),
    ],
)
async def test_how_a_room_is_watched(
    settings: dict[str, Any], watchable: tuple[str, int] | None
) -> None:
    async with house() as server, SeatedClient(server.url) as host, WsClient(server.url) as guest:
        await host.hello("Aoi")
        await guest.hello("Wan")
        table = await start(host, **settings)
        answer = await guest.request("watch", table=table)
        if watchable is None:
            assert answer["code"] == "not_watchable"
        else:
            line = (await guest.request("watch_list"))["tables"][0]
            assert (line["view"], line["delay_s"]) == watchable


async def test_rules_alone_let_people_watch_with_the_usual_delay() -> None:
    async with house() as server, SeatedClient(server.url) as host, WsClient(server.url) as guest:
        await host.hello("Aoi")
        await guest.hello("Wan")
        room = await host.request("create_room", rules={**RULES, "spectate": True})
        assert room["type"] == "room"
        await host.request("ready", ready=True)
        await host.request("start_room", fill=True)
        line = (await guest.request("watch_list"))["tables"][0]
        assert (line["view"], line["delay_s"]) == ("full", 300)


@pytest.mark.parametrize("settings", [{"spectate_delay_s": 59}, {"spectate_delay_s": 0}])
async def test_all_hands_are_never_shown_without_a_delay(settings: dict[str, Any]) -> None:
    async with house() as server, SeatedClient(server.url) as host:
        await host.hello("Aoi")
        answer = await host.request("create_room", rules=RULES, **settings)
        assert (answer["code"], answer["field"]) == ("out_of_range", "spectate_delay_s")


async def test_a_host_may_keep_records_out_of_the_lists() -> None:
    async with house() as server, SeatedClient(server.url) as host, WsClient(server.url) as guest:
        await host.hello("Aoi")
        await guest.hello("Wan")
        table = await start(host, records="unlisted")
        room = await host.find(lambda message: message.get("state") == "playing")
        assert room["records"] == "unlisted"
        await server.play_until(lambda: host.over)
        await host.find(lambda message: message.get("state") == "waiting", host.inbox.index(room))
        mine = (await host.request("list_records"))["games"]
        assert [game["game"] for game in mine] == [table]
        assert (await server.app.records.games()).games == ()
        # Who has the id has the record.
        assert (await guest.request("get_record", game=table))["type"] == "record"


async def test_a_private_record_is_for_its_players_only() -> None:
    async with house() as server, SeatedClient(server.url) as host, WsClient(server.url) as guest:
        await host.hello("Aoi")
        await guest.hello("Wan")
        table = await start(host, records="private", spectate_view="public")
        assert (await guest.request("watch", table=table))["type"] == "snapshot"
        await server.play_until(lambda: host.over)
        await server.play_until(lambda: guest.inbox[-1]["type"] == "table_over")
        for seconds in (0, 90):
            await server.clock.pass_time(seconds)
            assert (await host.request("get_record", game=table))["type"] == "record"
            hidden = await guest.request("get_record", game=table)
            assert hidden["code"] == "no_such_record"
        assert [game["game"] for game in (await host.request("list_records"))["games"]] == [table]
        assert (await server.app.records.games()).games == ()
        assert (await server.app.records.games(account=host.account)).games == ()


async def test_players_have_a_record_at_once_and_others_once_nothing_is_to_be_seen_any_more() -> (
    None
):
    async with house() as server, SeatedClient(server.url) as host, WsClient(server.url) as guest:
        await host.hello("Aoi")
        await guest.hello("Wan")
        table = await start(host, spectate_view="full")
        await guest.send("watch", table=table)
        await server.play_until(lambda: host.over)
        # The record was kept a moment before the last event was sent.
        assert (await host.request("get_record", game=table))["type"] == "record"
        assert (await guest.request("get_record", game=table))["code"] == "no_such_record"
        # Time has gone by since the end while the client was still reading.
        await server.clock.pass_time(20)
        assert (await guest.request("get_record", game=table))["code"] == "no_such_record"
        assert (await server.app.records.games()).games == ()
        await server.play_until(lambda: guest.inbox[-1]["type"] == "table_over")
        assert (await guest.request("get_record", game=table))["type"] == "record"
        assert len((await server.app.records.games()).games) == 1


async def test_tables_at_which_a_friend_plays() -> None:
    async with house() as server, SeatedClient(server.url) as host, WsClient(server.url) as guest:
        for client, name in ((host, "Aoi"), (guest, "Wan")):
            await client.hello(name)
            answer = await client.request("register", name=name, password="a long enough word 7")
            assert answer["type"] == "registered", answer
        table = await start(host, spectate_view="public")

        async def listed() -> list[str]:
            answer = await guest.request("watch_list", filter={"friends": True})
            return [line["table"] for line in answer["tables"]]

        assert await listed() == []
        assert (await guest.request("friend_ask", name="Aoi"))["type"] == "ok"
        assert await listed() == []
        assert (await host.request("friend_accept", account=guest.account))["type"] == "ok"
        assert await listed() == [table]
