"""How long a server that was killed takes until its running tables play on.

Tables are played to the middle of their game with journals in an SQLite file, then dropped where
they stand, as by a kill; a second service opens the file and takes them up. The time is that from
opening the file to the moment at which every table has its game, its clocks and its asks again and
that is durable: what a server does before it listens, and a little more.

    python -m bench.recovery --tables 1000 --entries 250
"""

import argparse
import asyncio
import logging
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

import msgspec
import structlog
import uvloop
from sqlalchemy import func, select

from bench.crowd import Crowd
from server.clock import SystemClock
from server.collector import Collector
from server.store.database import Database
from server.store.journals import JournalStore
from server.store.records import RecordStore
from server.store.schema import journal_entries
from server.table.api import TableOver, TableSettings
from server.table.bots import PromptBrain
from server.table.service import TableService

TARGET_S = 10.0


def _service(database: Database) -> TableService:
    clock = SystemClock()
    return TableService(
        clock,
        RecordStore(database, clock.wall),
        brain=PromptBrain(),
        settings=TableSettings(floor_ms=0, mailbox_size=1000),
        journals=JournalStore(database),
    )


async def _count(database: Database) -> int:
    counted = select(func.count()).select_from(journal_entries)
    return await database.read(lambda connection: connection.execute(counted).scalar_one())


async def fill(path: Path, tables: int, entries: int) -> int:
    """Play until the journals hold so many entries a table; return how many there are."""
    with closing(Database(str(path))) as database:
        crowd = Crowd(_service(database), tables)
        crowd.open()
        while crowd.actions < tables * entries:
            await crowd.play(0.5)
        found = await _count(database)
        await crowd.service.close()
    return found


def _ignore(_over: TableOver) -> None:
    """Nobody waits for the end of these games."""


async def recover(path: Path) -> dict[str, float]:
    """Take everything up; return what it took and what was found."""
    collecting = asyncio.create_task(Collector(SystemClock()).run())
    began, cpu = time.perf_counter(), time.process_time()
    with closing(Database(str(path), sole=True)) as database:
        opened = time.perf_counter()
        before = await _count(database)
        service = _service(database)
        recovered = await service.recover(lambda _header: _ignore)
        # Each table notes that it was taken up: with the last of these all of them play.
        while await _count(database) < before + len(recovered.tables):  # noqa: ASYNC110
            await asyncio.sleep(0.001)
        ended = time.perf_counter()
        used = time.process_time() - cpu
        await service.close()
    collecting.cancel()
    return {
        "tables_resumed": len(recovered.tables),
        "set_aside": len(recovered.set_aside),
        "requests_remembered": sum(len(answer.requests) for answer in recovered.answers),
        "opening_s": round(opened - began, 2),
        "seconds": round(ended - began, 2),
        "processor_s": round(used, 2),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--entries", type=int, default=250, help="a table, when it is killed")
    parser.add_argument("--folder", type=Path, help="where the database lies (a disk, not memory)")
    parser.add_argument("--check", action="store_true", help=f"fail above {TARGET_S:.0f} s")
    arguments = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        path = Path(folder) / "recovery.sqlite"
        entries = uvloop.run(fill(path, arguments.tables, arguments.entries))
        size = path.stat().st_size
        found = uvloop.run(recover(path))
    found |= {"entries": entries, "database_mib": round(size / 2**20, 1)}
    print(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())
    return int(arguments.check and (found["seconds"] > TARGET_S or found["set_aside"] > 0))


if __name__ == "__main__":
    sys.exit(main())
