"""The real server is killed, or asked to stop, and started again: everybody goes on.

Time is real here, as the server is; nothing is judged by how fast it goes.
"""

import asyncio
import random
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest

from engine.bots.easy import Easy
from server.client import seatholder, swarm_client
from server.client.guest import Guest
from server.client.mjai import MjaiPlayer
from server.client.player import Player
from server.client.program import MjaiProgram
from server.client.session import Session
from server.client.swarm import Swarm
from server.records.verify import verify_game
from tests.faults.server_process import QUICK, ServerProcess, free_port
from tests.support.databases import STAGE
from tests.support.seated_client import SeatedClient
from tests.support.watched_tally import Watched
from tests.support.ws_client import WsClient

PATIENCE_S = 300.0
RULES = {
    **{"preset": "majsoul_friend_4p", "length": "one_round", "thinking_time": "300+0"},
    # Walls are drawn, and a bot would end the round with its first draw: there must be a middle.
    **{"abort_kyuushu": False, "abort_suufon": False},
}

TSUMOGIRI = """
import json, sys
known = False
for line in sys.stdin:
    event = json.loads(line)
    answer = {"type": "none"}
    if event["type"] == "start_game":
        seat = event["id"]
    if event["type"] == "start_kyoku":
        known = True
    if event["type"] == "tsumo" and event["actor"] == seat:
        assert known
        answer = {"type": "dahai", "actor": seat, "pai": event["pai"], "tsumogiri": True}
    print(json.dumps(answer), flush=True)
"""


@asynccontextmanager
async def server(tmp_path: Path, **settings: str) -> AsyncIterator[ServerProcess]:
    """A running server with a database of its own; it has complained of nothing in the end."""
    db = STAGE.place(str(tmp_path / "jantaku.db"))
    process = ServerProcess(free_port(random.Random()), db, tmp_path / "log", {**QUICK, **settings})
    async with asyncio.timeout(PATIENCE_S):
        await process.start()
        try:
            yield process
            assert await process.stop() == 0
        finally:
            await process.kill()
    assert process.complaints() == []


def url(process: ServerProcess) -> str:
    return f"ws://127.0.0.1:{process.port}/ws"


class Thoughtful(SeatedClient):
    """Answers its first ask and thinks about the second, so that the game waits in the middle."""

    async def _on_ask(self, message: dict[str, Any]) -> None:
        if self.asked == 1:
            self.mute = True
        await super()._on_ask(message)


async def until(client: SeatedClient, seq: int) -> None:
    """Wait for an event of the stream."""
    await client.find(lambda message: message.get("seq", -1) >= seq or client.over)


async def room_of(client: WsClient) -> dict[str, Any]:
    return await client.find(lambda message: message["type"] == "room")


async def test_a_game_goes_on_after_a_kill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two people, our own bot and an mjai program at one table; a kill in the middle."""
    monkeypatch.setattr(seatholder, "delays", lambda _random: repeat(0.05))
    script = tmp_path / "tsumogiri.py"
    script.write_text(TSUMOGIRI)
    said: list[str] = []
    over: list[Player] = []

    def program(table: str, seat: int) -> Player:
        return MjaiPlayer(
            table, seat, lambda: MjaiProgram(f"{sys.executable} {script}", PATIENCE_S), said.append
        )

    def easy(table: str, seat: int) -> Player:
        return Player(table, seat, Easy(seat))

    async with (
        server(tmp_path) as process,
        Thoughtful(url(process), client="host") as host,
        SeatedClient(url(process), client="other") as other,
    ):
        for client, name in ((host, "Aoi"), (other, "Ben")):
            await client.hello(name)
        code = (await host.request("create_room", rules=RULES))["code"]
        await other.request("join_room", code=code)
        bots = [
            asyncio.create_task(
                Guest(Session(url(process), name), code, make, on_over=over.append).run()
            )
            for name, make in (("easy", easy), ("mjai", program))
        ]
        for client in (host, other):
            await client.request("ready", ready=True)
        await host.find(
            lambda message: (
                message["type"] == "room" and all(seat.get("ready") for seat in message["seats"])
            )
        )
        assert (await host.request("start_room", fill=False))["type"] == "ok"
        await host.find(lambda _message: host.mute)
        await process.kill()
        for client in (host, other):
            await client.closed()
        await process.start()
        host.mute = False
        for client in (host, other):
            await client.come_back()
        for client in (host, other):
            await until(client, 10_000)
        await asyncio.gather(*bots)

        record = (await host.request("get_record", game=host.table))["record"]
        assert not verify_game(record).mismatches
        kinds = [event["type"] for event in record["events"]]
        assert [event["type"] for event in host.events] == kinds
        assert [event["type"] for event in other.events] == kinds
        assert [player.result is not None for player in over] == [True, True]
        assert said == [], "the mjai program always knew the round"
        mjai = next(player.seat for player in over if isinstance(player, MjaiPlayer))
        thrown = [e for e in record["events"] if e["type"] == "dahai" and e["actor"] == mjai]
        assert all(event["tsumogiri"] for event in thrown)


@pytest.mark.sqlite
async def test_a_load_goes_on_after_a_kill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swarm_client, "delays", lambda _random: repeat(0.05))
    async with server(tmp_path) as process:
        swarm = Swarm(url(process), 2, RULES, wildness=0.0)
        swarm.tally = tally = Watched()
        await swarm.start()
        await tally.further(20)
        await process.kill()
        await process.start()
        # More than the running games have: new ones begin in the same rooms.
        await tally.further(250)
        swarm.stop()
    assert tally.games >= 2
    assert tally.errors == {}
    assert sum(tally.losses.values()) == 8


async def test_a_waiting_room_outlives_a_kill(tmp_path: Path) -> None:
    async with server(tmp_path) as process:
        async with WsClient(url(process)) as aoi, WsClient(url(process)) as ben:
            await aoi.hello("Aoi")
            await ben.hello("Ben")
            code = (await aoi.request("create_room", rules=RULES, title="Evening", password="kan"))[
                "code"
            ]
            await ben.request("join_room", code=code, password="kan")
            await aoi.request("add_bot", level="easy", seat=3)
            await ben.request("ready", ready=True)
            assert (await aoi.request("give_host", seat=1))["type"] == "ok"
            told = [message for message in aoi.inbox if message["type"] == "room"][-1]
            await process.kill()
            await aoi.closed()
            await ben.closed()
            tokens = aoi.token, ben.token
        await process.start()
        async with WsClient(url(process)) as aoi, WsClient(url(process)) as chi:
            welcome = await aoi.hello(token=tokens[0])
            assert welcome["room"] == code
            room = await room_of(aoi)
            assert room["rev"] > told["rev"]
            for field in ("title", "host", "seat", "rules", "state", "password", "seating"):
                assert room[field] == told[field]
            assert [seat.get("online", False) for seat in room["seats"]] == [
                *(True, False, False, True)
            ]
            await chi.hello("Chi")
            refused = await chi.request("join_room", code=code, password="pon")
            assert refused["code"] == "wrong_password"
            joined = await chi.request("join_room", code=code, password="kan")
            assert joined["seat"] == 2
            async with WsClient(url(process)) as ben:
                await ben.hello(token=tokens[1])
                room = await room_of(ben)
                # Aoi was not ready when the server was killed, Ben was, and still is.
                assert [seat.get("ready", False) for seat in room["seats"]] == [
                    *(False, True, False, True)
                ]
                for client in (aoi, chi):
                    await client.request("ready", ready=True)
                assert (await ben.request("start_room", fill=True))["type"] == "ok"


@pytest.mark.sqlite
@pytest.mark.parametrize("signals", [1, 2])
async def test_a_stop_in_the_middle_of_a_round(tmp_path: Path, signals: int) -> None:
    """One signal: the limit ends the waiting; two: the second one does. The game goes on after."""
    drain = "0.2" if signals == 1 else "3600"
    async with (
        server(tmp_path, JANTAKU_DRAIN_S=drain) as process,
        SeatedClient(url(process), mute=True) as host,
    ):
        await host.hello("Aoi")
        await host.request("create_room", rules=RULES)
        await host.request("ready", ready=True)
        await host.request("start_room", fill=True)
        await host.next("ask")
        seq = host.seq
        process.ask_to_stop()
        notice = await host.next("notice")
        assert notice["code"] == "shutting_down"
        assert notice["ends_ms"] <= 1000 * float(drain)
        if signals == 2:
            process.ask_to_stop()
        assert await host.closed() == (4450, "shutting_down")
        assert await process.stop() == 0
        if signals == 2:
            return
        await process.start()
        host.mute = False
        await host.come_back()
        await until(host, 10_000)
        assert host.seq > seq
        record = (await host.request("get_record", game=host.table))["record"]
        assert not verify_game(record).mismatches


@pytest.mark.sqlite
async def test_a_stop_without_games_waits_for_nobody(tmp_path: Path) -> None:
    async with server(tmp_path, JANTAKU_DRAIN_S="3600") as process, WsClient(url(process)) as aoi:
        await aoi.hello("Aoi")
        await aoi.request("create_room", rules=RULES)
        assert await process.stop() == 0
        assert await aoi.closed() == (4450, "shutting_down")
