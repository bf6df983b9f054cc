"""Over real tables: a game is played, counted and reported; the next one is ended by an order."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from engine.core.wall import SeededWalls
from server.admin import asking
from server.admin.asking import ask
from server.admin.orders import EndTable, ListTables
from server.figures.game import figures_of
from server.store.moderation import ReportStore
from tests.support.databases import STAGE
from tests.support.fake_clock import FakeClock
from tests.support.real_server import RealServer, fast, real_server
from tests.support.seated_client import SeatedClient
from tests.support.ws_client import PATIENCE_S

RULES = {"preset": "majsoul_friend_4p", "length": "one_round", "thinking_time": "3+5"}


async def begin(host: SeatedClient, guest: SeatedClient) -> None:
    for client in (host, guest):
        answer = await client.request("ready", ready=True)
        assert answer["type"] == "ok", answer
    answer = await host.request("start_room", fill=True)
    assert answer["type"] == "ok", answer


async def answered(server: RealServer, order: Any, path: str) -> dict[str, Any]:
    """Give an order from outside, and let time go by until it is carried out."""
    asked = asyncio.create_task(ask(path, order, "tess"))
    while not asked.done():
        await server.clock.pass_time(0.5)
    return asked.result()


async def test_a_whole_evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "NOBODY_S", PATIENCE_S)
    path = tmp_path / "jantaku.sqlite"
    walls = [SeededWalls(b"a long round"), SeededWalls(b"another one")]
    async with (
        real_server(fast(str(path)), FakeClock(), walls=lambda: walls.pop(0)) as server,
        SeatedClient(server.url, client="a") as aki,
        SeatedClient(server.url, client="b") as ben,
    ):
        await aki.hello("Aki")
        await ben.hello("Ben")
        room = await aki.request("create_room", rules=RULES)
        await ben.request("join_room", code=room["code"])
        await begin(aki, ben)
        await server.play_until(lambda: aki.over and ben.over)
        game = aki.table
        record = (await aki.request("get_record", game=game))["record"]
        seats = figures_of(record["events"], 4)
        profile = await ben.request("get_profile", account=aki.account)
        (figures,) = profile["figures"]
        mine = seats[aki.seat].figures
        assert (figures["kind"], figures["games"], figures["rounds"]) == ("4p_friend", 1, 1)
        assert figures["places"] == list(mine.places)
        assert (figures["wins"], figures["deal_ins"]) == (mine.wins, mine.deal_ins)
        assert [line["game"] for line in profile["recent"]] == [game]

        begun = len(aki.inbox)
        await begin(aki, ben)
        await server.play_until(lambda: len(aki.inbox) > begun and aki.table != game)
        await server.play_until(lambda: aki.asked > 0 and aki.seq > 5)
        told = await ben.request("report", game=ben.table, seat=aki.seat, reason="stalling")
        assert told["type"] == "ok", told
        (report,) = await ReportStore(server.app.records.database).queue("open", 10)
        assert report.report.account == aki.account
        assert report.report.game == ben.table
        assert report.report.place is not None
        # What has happened by now, and nothing that has not.
        assert 5 < report.report.place <= aki.seq + 1

        setting = STAGE.setting(path)
        (table,) = (await answered(server, ListTables(), setting))["tables"]
        assert table["table"] == aki.table
        assert {seat["account"] for seat in table["seats"]} == {aki.account, ben.account, None}
        ended = EndTable(table=aki.table, reason="late")
        assert await answered(server, ended, setting) == {"table": aki.table}
        for client in (aki, ben):
            over = await client.find(lambda message: message["type"] == "table_over")
            assert over["table"] == aki.table
        # The round that was cut off counts for nothing.
        profile = await aki.request("get_profile")
        (figures,) = profile["figures"]
        assert (figures["games"], figures["rounds"]) == (2, 1)
        assert sum(figures["places"]) == 1
        room = await aki.find(
            lambda message: message["type"] == "room" and message["state"] == "waiting", begun
        )
        assert room["table"] is None
