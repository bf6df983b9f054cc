"""Load: full tables of scripted clients, and what is measured."""

import asyncio
import random
from itertools import islice

import pytest

from server.client.backoff import STEPS_S, delays
from server.client.swarm import Swarm
from server.client.tally import Tally, lines
from server.commands.load_cmd import load
from tests.server.client.house import RULES, house
from tests.support.watched_tally import Watched


async def test_tables_play_game_after_game_and_are_measured() -> None:
    async with house() as running:
        swarm = Swarm(running.url, 2, RULES)
        swarm.tally = tally = Watched()
        await swarm.start()
        # More than the running games have: new ones begin in the same rooms.
        await tally.further(250)
        await swarm.measure(0.01)
        # What was on its way when the measuring began is an answer of before: one at each table.
        await tally.further(20 + 2 + 1)
        report = tally.report(2, 1.0)
        games = tally.all_games
        swarm.stop()
    assert report.tables == 2
    assert report.actions > 20
    assert games >= 1, "a room plays on after its game"
    assert 0 < report.latency_ms.p50 <= report.latency_ms.p99 <= report.latency_ms.max
    assert report.errors == {}
    assert report.losses == {}


def test_quantiles_and_counts() -> None:
    tally = Tally()
    for number in range(1000):
        tally.waited(number / 1000)
    tally.refused("stale_decision")
    tally.refused("busy")
    tally.lost("closed with code 1006")
    tally.actions = 500
    report = tally.report(3, 10.0)
    wait = report.latency_ms
    assert (wait.p50, wait.p99, wait.p99_9, wait.max) == (500.0, 990.0, 999.0, 999.0)
    assert (report.stale, report.errors, report.actions_per_s) == (1, {"busy": 1}, 50.0)
    text = "\n".join(lines(report))
    assert "1 errors (busy: 1), 1 reconnects (closed with code 1006: 1), 1 stale" in text


def test_a_run_without_anything_is_no_division_by_nothing() -> None:
    assert Tally().report(1, 1.0).latency_ms.p99_9 == 0.0


def test_delays_grow_and_scatter() -> None:
    waits = list(islice(delays(random.Random(1)), 9))
    assert waits[0] == 0.0
    for wait, step in zip(waits, (*STEPS_S, 8.0, 8.0, 8.0), strict=True):
        assert 0.75 * step <= wait <= 1.25 * step
    assert len(set(waits[5:])) == 4


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"tables": 0}, "--tables 0"),
        ({"seconds": 0.0}, "--seconds 0.0"),
        ({"wildness": 1.5}, "--wildness 1.5"),
        ({"url": "wss://127.0.0.1:9/ws"}, "only ws://"),
        ({"url": "http://127.0.0.1:9/ws"}, "isn't a valid URI"),
    ],
)
def test_bad_input_is_one_line(
    fields: dict[str, float], fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert load(**{"url": "ws://127.0.0.1:9/ws", **fields}) == 2  # type: ignore[arg-type]
    (line,) = capsys.readouterr().err.splitlines()
    assert fault in line


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("ws://127.0.0.1:9/ws", "ws://127.0.0.1:9/ws"),
        ("{server}/nowhere", "404"),
    ],
)
async def test_a_server_that_is_not_there_is_said_at_once(
    url: str, fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async with house() as running:
        server = running.url.removesuffix("/ws")
        code = await asyncio.to_thread(load, url.format(server=server))
    assert code == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"jantaku: {url.format(server=server)}: ")
    assert fault in line
