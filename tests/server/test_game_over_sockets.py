"""Whole games over real sockets: people by code, a bot, somebody silent, somebody who comes back.

Only the clock is not real: it is moved in small steps while everybody answers, so thinking times
run out without waiting for them.
"""

import asyncio
import hashlib
import json
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest

from engine.core.wall import SeededWalls
from server.records.verify import verify_game
from tests.support.fake_clock import FakeClock
from tests.support.real_server import RealServer, fast, real_server
from tests.support.seated_client import SeatedClient, hidden_from

STEP_S = 0.25
DEAL = b"a long round"
RULES = {"preset": "majsoul_friend_4p", "length": "one_round", "thinking_time": "3+5"}


def house() -> AbstractAsyncContextManager[RealServer]:
    return real_server(fast(), FakeClock(), walls=lambda: SeededWalls(DEAL))


async def open_room(host: SeatedClient, *guests: SeatedClient, **fields: Any) -> None:
    """Bring everybody into one room, with a bot on what would be the next seat."""
    room = await host.request("create_room", **{"rules": RULES, **fields})
    for guest in guests:
        joined = await guest.request("join_room", code=room["code"])
        assert joined["type"] == "room", joined
    bot = await host.request("add_bot", level="easy")
    assert bot["type"] == "ok", bot


async def start(host: SeatedClient, *guests: SeatedClient) -> None:
    for client in (host, *guests):
        await client.request("ready", ready=True)
    started = await host.request("start_room", fill=True)
    assert started["type"] == "ok", started


async def fetch_record(client: SeatedClient) -> dict[str, Any]:
    answer = await client.request("get_record", game=client.table)
    assert answer["type"] == "record", answer
    record: dict[str, Any] = answer["record"]
    return record


def check_record(record: dict[str, Any]) -> None:
    """Replay the record, and check every commitment with its salt and wall."""
    report = verify_game(record)
    assert not report.mismatches
    hashes = [event["wall_hash"] for event in record["events"] if event["type"] == "start_kyoku"]
    proofs = [event for event in record["events"] if event["type"] == "end_kyoku"]
    assert len(hashes) == len(proofs) >= 1
    for wall_hash, proof in zip(hashes, proofs, strict=True):
        text = f"{proof['salt']}|{','.join(proof['wall'])}"
        assert hashlib.sha256(text.encode()).hexdigest() == wall_hash


async def test_a_game_of_three_people_and_a_bot() -> None:
    async with (
        house() as server,
        SeatedClient(server.url) as host,
        SeatedClient(server.url) as guest,
        SeatedClient(server.url, mute=True) as silent,
    ):
        for client, name in ((host, "Aoi"), (guest, "Ben"), (silent, "Chi")):
            await client.hello(name)
        await open_room(host, guest, silent)
        await start(host, guest, silent)

        # The guest drops in the middle of the game, is seen to, and comes back.
        await server.play_until(lambda: len(guest.events) > 12)
        seen = guest.seq
        await guest.close()
        await host.find(
            lambda message: (message.get("seat"), message.get("state")) == (1, "offline")
        )
        await server.play_until(lambda: host.seq > seen + 4)
        await guest.come_back()
        people = (host, guest, silent)
        await server.play_until(lambda: all(client.over for client in people))
        assert guest.seq == host.seq == silent.seq

        # Nobody was shown what is hidden, and all saw the same otherwise.
        for client in people:
            assert all(hidden_from(client.seat, event) for event in client.events)
        kinds = [[event["type"] for event in client.events] for client in (host, silent)]
        assert kinds[0] == kinds[1]
        assert host.asked > 3
        assert host.timed_out == guest.timed_out == 0
        # Three time-outs in a row put the silent one on auto: asked no more.
        assert silent.timed_out >= 3

        playing = next(
            place for place, message in enumerate(host.inbox) if message.get("state") == "playing"
        )
        room = await host.find(lambda message: message.get("state") == "waiting", playing)
        assert [seat.get("ready", False) for seat in room["seats"]] == [False, False, False, True]

        record = await fetch_record(host)
        assert record["id"] == host.table
        assert record["names"][:3] == ["Aoi", "Ben", "Chi"]
        check_record(record)
        games = (await guest.request("list_records"))["games"]
        assert [(game["game"], game["seat"]) for game in games] == [(host.table, 1)]
        assert games[0]["scores"] == host.events[-1]["scores"]


async def test_a_rematch_is_a_new_table_and_a_finished_one_answers_table_over() -> None:
    async with house() as server, SeatedClient(server.url) as host:
        await host.hello("Aoi")
        await open_room(host)
        tables = []
        for _ in range(2):
            host.over = False
            await start(host)
            await host.find(
                lambda message: message["type"] == "table_start" and message["table"] not in tables
            )
            await server.play_until(lambda: host.over)
            tables.append(host.table)
            await server.play_until(lambda: server.app.tables.seat_of(host.account) is None)
            check_record(await fetch_record(host))
        assert tables[0] != tables[1]
        assert (await host.request("sync", table=tables[0], seq=-1))["type"] == "table_over"
        assert (await host.request("sync", table="nothing", seq=-1))["code"] == "no_such_table"


async def test_nothing_of_a_table_comes_before_sync() -> None:
    async with house() as server, SeatedClient(server.url) as host:
        await host.hello("Aoi")
        await open_room(host)
        await start(host)
        await server.play_until(lambda: len(host.events) > 10)
        await host.close()
        # The page was reloaded: it knows its token and nothing else.
        async with SeatedClient(server.url) as page:
            welcome = await page.hello(token=host.token)
            for _ in range(20):
                await server.clock.pass_time(STEP_S)
            await page.find(lambda message: message["type"] == "room")
            assert {message["type"] for message in page.inbox} == {"welcome", "room"}
            page.table, page.seat = welcome["seat_in"]["table"], welcome["seat_in"]["seat"]
            await page.send("sync", table=page.table, seq=-1)
            await server.play_until(lambda: page.over)
        await host.open()


async def test_a_game_that_everybody_has_left_comes_to_its_end() -> None:
    """Nothing is cut off: it is played by defaults, and then the room is gone too."""
    async with house() as server:
        async with SeatedClient(server.url) as host, SeatedClient(server.url) as guest:
            for client, name in ((host, "Aoi"), (guest, "Ben")):
                await client.hello(name)
            await open_room(host, guest)
            await start(host, guest)
            await server.play_until(lambda: len(host.events) > 6)
        began = server.clock.now()
        tables, rooms = server.app.tables, server.app.rooms
        await server.play_until(lambda: tables.seat_of(host.account) is None)
        assert server.clock.now() - began < 180, "a round takes minutes, not hours"
        assert rooms.code_of(host.account) is not None
        await server.clock.pass_time(server.app.config.room_offline_s)
        assert rooms.code_of(host.account) is None
        async with SeatedClient(server.url) as late:
            welcome = await late.hello(token=host.token)
            assert (welcome["room"], welcome["seat_in"]) == (None, None)
            late.table = host.table
            check_record(await fetch_record(late))


@pytest.mark.parametrize("view", ["metrics", "tables"])
async def test_a_running_game_shows_no_hands_outside(view: str) -> None:
    async with house() as server, SeatedClient(server.url, mute=True) as host:
        await host.hello("Aoi")
        await open_room(host)
        await start(host)
        await host.next("ask")
        path = {"metrics": "/metrics", "tables": "/api/tables"}[view]
        port = int(server.url.split(":")[2].split("/")[0])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        body = (await reader.read()).partition(b"\r\n\r\n")[2].decode()
        writer.close()
        await writer.wait_closed()
        if view == "tables":
            (table,) = json.loads(body)["tables"]
            assert set(table) == {"table", "mode", "ranked", "names", "round"}
        else:
            assert "jantaku_tables 1.0" in body.splitlines()
