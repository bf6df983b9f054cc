"""What journals cost: table throughput with them and without, in turns, in one run.

Tables are played in this process by people who take defaults as fast as the server lets them,
over connections that keep their newest ask and nothing else; no sockets, so that the share of the
journal is as large as it can be. With journals, entries go to an SQLite file with a full `fsync` a
commit. Both kinds are played in turns of short slices, since machines have moods. `cost` is the
share of throughput that a busy server loses, by the processor time of its loop's thread, which is
what a server runs out of; by the clock it is more where something else wants the processors too.

    python -m bench.journal_cost --tables 500 --slices 12
"""

import argparse
import logging
import statistics
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import NamedTuple, TypeAlias

import msgspec
import structlog
import uvloop

from bench.crowd import Crowd
from server.clock import SystemClock
from server.store.database import Database
from server.store.journals import JournalStore
from server.store.records import RecordStore
from server.table.api import TableSettings
from server.table.bots import PromptBrain
from server.table.service import TableService

TARGET = 0.15
Runs: TypeAlias = "dict[bool, list[Measured]]"


class Measured(NamedTuple):
    """One slice. `loop_us` is processor time of the loop's thread an action, `cpu_us` of all."""

    actions_per_s: float
    loop_us: float
    cpu_us: float


async def measure(crowd: Crowd, seconds: float) -> Measured:
    """Play for so long and return what it took."""
    crowd.actions = 0
    began, loop, cpu = time.perf_counter(), time.thread_time(), time.process_time()
    await crowd.play(seconds)
    took = time.perf_counter() - began
    actions = max(1, crowd.actions)
    return Measured(
        actions / took,
        1e6 * (time.thread_time() - loop) / actions,
        1e6 * (time.process_time() - cpu) / actions,
    )


async def compare(folder: Path, tables: int, seconds: float, slices: int) -> Runs:
    """Play both kinds of tables in turns; return the slices of those without and with journals."""
    clock = SystemClock()
    runs: Runs = {False: [], True: []}
    with closing(Database(str(folder / "journal_cost.sqlite"))) as database:
        crowds: dict[bool, Crowd] = {}
        for journals in runs:
            service = TableService(
                clock,
                RecordStore(database, clock.wall),
                brain=PromptBrain(),
                settings=TableSettings(floor_ms=0, mailbox_size=1000),
                journals=JournalStore(database) if journals else None,
            )
            crowds[journals] = Crowd(service, tables, f"{journals}-")
            crowds[journals].open()
            await crowds[journals].play(seconds)
        for _ in range(slices):
            for journals, crowd in crowds.items():
                runs[journals].append(await measure(crowd, seconds))
        for crowd in crowds.values():
            await crowd.service.close()
    return runs


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=0.5, help="length of a slice")
    parser.add_argument("--slices", type=int, default=12)
    parser.add_argument("--folder", type=Path, help="where the database lies (a disk, not memory)")
    parser.add_argument("--check", action="store_true", help=f"fail above {TARGET:.0%}%")
    arguments = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        runs = uvloop.run(
            compare(Path(folder), arguments.tables, arguments.seconds, arguments.slices)
        )
    off, on = (
        Measured(*map(statistics.median, zip(*runs[journals], strict=True)))
        for journals in (False, True)
    )
    pairs = zip(runs[False], runs[True], strict=True)
    cost = statistics.median(1 - without.loop_us / with_.loop_us for without, with_ in pairs)
    print(
        msgspec.json.format(
            msgspec.json.encode(
                {
                    "tables": arguments.tables,
                    "off": {key: round(value, 1) for key, value in off._asdict().items()},
                    "on": {key: round(value, 1) for key, value in on._asdict().items()},
                    "cost": round(cost, 3),
                    "cost_by_clock": round(1 - on.actions_per_s / off.actions_per_s, 3),
                }
            ),
            indent=1,
        ).decode()
    )
    return int(arguments.check and cost > TARGET)


if __name__ == "__main__":
    sys.exit(main())
