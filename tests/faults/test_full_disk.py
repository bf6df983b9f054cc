"""A disk that takes nothing more while people play: what cannot be kept is not told.

It is SQLite itself that refuses: the file may have no more pages than it has, so that some writes
still find room, or nothing at all may be written.
"""

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from server.records.verify import verify_game
from tests.faults.house import Player, again, at_table, check_record, enter, house

pytestmark = pytest.mark.sqlite


def journal_of(db: Path, table: str) -> tuple[str, int]:
    """Return the state of a journal, and how many events it holds."""
    connection = sqlite3.connect(db)
    try:
        (state,) = connection.execute(
            "SELECT state FROM journals WHERE id = ?", (table,)
        ).fetchone()
        entries = connection.execute(
            "SELECT entry FROM journal_entries WHERE game = ?", (table,)
        ).fetchall()
    finally:
        connection.close()
    return state, sum(len(json.loads(entry).get("events", ())) for (entry,) in entries)


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        ("max_page_count = 1", "max_page_count = 1000000"),
        ("query_only = ON", "query_only = OFF"),
    ],
    ids=["full", "read-only"],
)
async def test_a_table_stops_and_the_server_goes_on(
    broken: str, whole: str, tmp_path: Path
) -> None:
    db = tmp_path / "jantaku.sqlite"
    async with house(db) as server, at_table(server, 10) as (host, guest):
        server.tell_sqlite(broken)
        await server.play_until(lambda: bool(host.stopped) and bool(guest.stopped))
        failed = host.tables[0]
        _state, durable = journal_of(db, failed)
        for player in (host, guest):
            assert player.seq < durable, "an event was told that is not on the disk"
            error, over = player.stopped[-2:]
            assert "Reference: " in error["message"]
            assert (over["type"], over["table"]) == ("table_over", failed)
        assert (await host.request("ping", t=1))["type"] == "pong"
        assert (await host.request("sync", table=failed, seq=0))["type"] == "table_over"
        server.tell_sqlite(whole)
        # The room waits again, and plays again.
        await again(host, guest)
        await server.play_until(lambda: len(host.tables) == 2 and host.seq > 5)
        assert host.tables[1] != failed
        state, _events = journal_of(db, failed)
        assert state == "frozen"
        second, seq = host.tables[1], host.seq
    async with house(db, wall=1_750_001_000.0) as server:
        assert [table.table for table in server.app.tables.live()] == [second]
        back = Player(server.url, "page-of-host")
        back.table, back.seat, back.seq = second, host.seat, seq
        back.token = host.token
        await back.come_back()
        await server.play_until(lambda: back.over)
        answer = await back.request("get_record", game=second)
        assert not verify_game(answer["record"]).mismatches
        lost: Any = await back.request("sync", table=failed, seq=0)
        assert lost["type"] == "table_over"
        await back.close()


async def test_where_there_is_room_again_the_game_goes_on(tmp_path: Path) -> None:
    db = tmp_path / "jantaku.sqlite"
    async with house(db) as server, at_table(server, 10) as (host, guest):
        server.tell_sqlite("query_only = ON")
        waits: list[Any] = []
        for player in (host, guest):
            waiting = asyncio.ensure_future(player.next("notice"))
            await server.play_until(waiting.done)
            waits.append(waiting.result()["code"])
        assert waits == ["store_waits"] * 2
        seq, came = host.seq, server.clock.now()
        # Longer than anybody may think.
        await server.play_until(lambda: server.clock.now() - came > 100)
        assert host.seq == seq
        server.tell_sqlite("query_only = OFF")
        await server.play_until(lambda: host.over)
        assert len(host.tables) == 1
        assert not host.stopped
        answer = await host.request("get_record", game=host.tables[0])
        assert not verify_game(answer["record"]).mismatches


REFUSE = """
    CREATE TRIGGER refuse BEFORE INSERT ON games BEGIN SELECT RAISE(FAIL, 'no room'); END
"""


def has_record(db: Path, game: str) -> bool:
    connection = sqlite3.connect(db)
    try:
        found = connection.execute("SELECT count(*) FROM games WHERE id = ?", (game,)).fetchone()
    finally:
        connection.close()
    return bool(found == (1,))


def records(db: Path, statement: str) -> None:
    """Let the file refuse records, or take them again."""
    connection = sqlite3.connect(db)
    try:
        connection.execute(statement)
        connection.commit()
    finally:
        connection.close()


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_result_that_cannot_be_recorded_is_recorded_later(
    restarted: bool, tmp_path: Path
) -> None:
    db = tmp_path / "jantaku.sqlite"
    async with house(db) as server, at_table(server) as (host, guest):
        records(db, REFUSE)
        await server.play_until(lambda: host.over and guest.over)
        first = host.tables[0]
        refused = await host.request("get_record", game=first)
        assert refused["code"] == "no_such_record"
        assert (await host.request("sync", table=first, seq=0))["type"] == "table_over"
        await again(host, guest)
        await server.play_until(lambda: len(host.tables) == 2 and host.seq > 5)
        second = host.tables[1]
        if not restarted:
            records(db, "DROP TRIGGER refuse")
            await server.play_until(lambda: has_record(db, first))
            await check_record(host, first)
        # Who did not play gets the record once the delay of those who watch has passed.
        later = server.clock.wall() + 1000.0
    if restarted:
        records(db, "DROP TRIGGER refuse")
    async with house(db, wall=later) as server, Player(server.url, "fresh") as somebody:
        await somebody.hello("Chi")
        assert second in [table.table for table in server.app.tables.live()]
        assert server.app.tables.seat_of(host.account) == (second, host.seat)
        await server.play_until(lambda: has_record(db, first))
        await check_record(somebody, first)
        assert [table.table for table in server.app.tables.live()] == [second]
        assert server.app.tables.seat_of(host.account) == (second, host.seat)


async def test_nothing_begins_that_cannot_be_kept(tmp_path: Path) -> None:
    async with house(tmp_path / "jantaku.sqlite") as server:
        host, guest = Player(server.url, "page-of-host"), Player(server.url, "page-of-guest")
        async with host, guest, Player(server.url, "page-of-a-stranger") as stranger:
            await host.hello("Aoi")
            await guest.hello("Ben")
            await enter(host, guest)
            server.tell_sqlite("query_only = ON")
            refused = await stranger.hello("Chi")
            assert refused["code"] == "internal_error"
            assert "Reference: " in refused["message"]
            await guest.close()
            await guest.open()
            assert (await guest.hello(token=guest.token))["type"] == "welcome"
            await again(host, guest)
            await server.play_until(lambda: len(host.stopped) == 2)
            assert [message["type"] for message in host.stopped] == ["error", "table_over"]
            assert host.tables == [], "the start of a game was told that is not on the disk"
            assert server.app.tables.live() == ()
            server.tell_sqlite("query_only = OFF")
            assert (await stranger.hello("Chi"))["type"] == "welcome"
            await again(host, guest)
            await server.play_until(lambda: host.over and guest.over)
            await check_record(host, host.table)


async def test_who_is_known_comes_in_although_nothing_can_be_written(tmp_path: Path) -> None:
    db = tmp_path / "jantaku.sqlite"
    async with house(db) as server, Player(server.url, "page") as player:
        await player.hello("Aoi")
        account, token = player.account, player.token
    # So late that the visit would be noted, and the token replaced.
    async with house(db, wall=1_750_000_000.0 + 40 * 86_400) as server:
        server.tell_sqlite("query_only = ON")
        async with Player(server.url, "page") as player:
            welcome = await player.hello(token=token)
            assert (welcome["account"], welcome["token"]) == (account, None)
        server.tell_sqlite("query_only = OFF")
        async with Player(server.url, "page") as player:
            welcome = await player.hello(token=token)
            assert welcome["account"] == account
            assert welcome["token"] is not None
