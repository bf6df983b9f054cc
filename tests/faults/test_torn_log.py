"""A disk that kept less than it said, as after a power cut with a cache that lies.

SQLite writes to a log beside the file first. However short that log comes back, the server starts,
and games stand where they once were.
"""

import random
import shutil
from pathlib import Path

import pytest

from server.table.api import LiveTable
from tests.faults.house import Player, at_table, check_record, house
from tests.support.real_server import RealServer

CUTS = 12


def log_of(db: Path) -> Path:
    return db.with_name(f"{db.name}-wal")


async def lengths(server: RealServer) -> list[int]:
    """How many events each running game has, once its bots have done what they do at once."""
    await server.clock.settle()
    tables = server.app.tables._tables  # type: ignore[attr-defined]
    return [len(table.game.log) for table in tables.values()]


@pytest.mark.sqlite
async def test_games_stand_where_they_once_were(tmp_path: Path) -> None:
    db = tmp_path / "jantaku.sqlite"
    torn = tmp_path / "torn.sqlite"
    async with house(db) as server, at_table(server, 30) as (host, _guest):
        shutil.copy(db, torn)
        shutil.copy(log_of(db), log_of(torn))
        (whole,) = await lengths(server)
    log = log_of(torn).read_bytes()
    start = torn.read_bytes()
    pick = random.Random(5)
    seen: list[int] = []
    for cut in sorted((pick.randrange(len(log)) for _ in range(CUTS)), reverse=True):
        torn.write_bytes(start)
        log_of(torn).write_bytes(log[:cut])
        async with house(torn, wall=1_750_001_000.0) as server:
            found = await lengths(server)
            assert len(found) <= 1
            seen += found
            listed: tuple[LiveTable, ...] = server.app.tables.live()
            assert len(listed) == len(found)
    assert seen == sorted(seen, reverse=True)
    assert whole >= seen[0] > seen[-1] > 0
    torn.write_bytes(start)
    log_of(torn).write_bytes(log[: len(log) * 9 // 10])
    async with house(torn, wall=1_750_001_000.0) as server:
        back = Player(server.url, "page-of-host")
        back.table, back.seat, back.token = host.table, host.seat, host.token
        back.seq = -1
        await back.come_back()
        await server.play_until(lambda: back.over)
        await check_record(back, back.table)
        await back.close()
