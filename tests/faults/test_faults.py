"""Games on bad lines at a server that is killed: nothing that was acknowledged is lost.

The one place where tests meet real time: the server is a process, and is killed as processes are.
A limit is there to end a trial that hangs, not to judge how fast it was.
"""

from pathlib import Path

import pytest

from tests.faults.trial import Plan, run


async def check(plan: Plan, directory: Path) -> None:
    outcome = await run(plan, directory)
    print(outcome.report())
    assert not outcome.wrong, outcome.report()
    assert (outcome.kills, outcome.stops) == (plan.kills, plan.stops)
    assert outcome.verdict.games >= plan.tables
    assert outcome.verdict.acknowledged > outcome.verdict.games
    assert outcome.proxy["unreachable"] > 0, "nobody was there while the server was down"


async def test_games_survive_bad_lines_and_kills(tmp_path: Path) -> None:
    await check(Plan(seed=11, tables=6, kills=3, length="one_round", limit_s=600), tmp_path)


@pytest.mark.full
@pytest.mark.parametrize("seed", [21, 22])
async def test_many_games_survive_many_kills(seed: int, tmp_path: Path) -> None:
    plan = Plan(
        seed=seed, tables=50, kills=20, stops=2, length="east", gap_s=(0.5, 12.0), limit_s=3600
    )
    await check(plan, tmp_path)
