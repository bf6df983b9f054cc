"""The spectators of a load run: they watch game after game, and what they saw is counted."""

import asyncio

from server.client.onlookers import Onlookers
from server.client.swarm import Swarm
from server.client.tally import Tally, lines
from server.commands.load_cmd import run_load
from tests.server.client.house import RULES, house
from tests.support.watched_tally import Watched


async def test_onlookers_watch_one_game_after_another() -> None:
    async with house() as running:
        swarm = Swarm(running.url, 2, RULES, view="public")
        swarm.tally = tally = Watched()
        onlookers = Onlookers(running.url)
        try:
            await swarm.start()
            await onlookers.come(5, swarm.table)
            onlookers.look()
            # A second snapshot for everybody: a round ended, or a game, and it went on.
            while onlookers.events < 500 or onlookers.snapshots < 10:
                await tally.further(1)
            onlookers.look_away()
            assert not set(onlookers.errors) - {"not_watching", "too_fast"}
            assert swarm.tally.errors == {}
        finally:
            onlookers.stop()
            swarm.stop()


async def test_a_run_with_spectators_says_what_they_saw() -> None:
    async with house() as running:
        report = await asyncio.to_thread(run_load, running.url, 1, 0.5, 0.1, 3)
    assert report.spectators == 3
    assert not report.errors
    assert not report.losses


def test_a_report_names_spectators_only_where_there_were_some() -> None:
    report = Tally().report(1, 1.0)
    assert not any("spectators" in line for line in lines(report))
