"""Memory of a running table beside its clients' connections.

Tables are played to the middle of their game in this process, with connections that keep nothing;
what Python and the process hold more than before is divided by their number.

    python -m bench.table_memory --tables 200 --rounds 4
"""

import argparse
import asyncio
import gc
import logging
import sys
import tracemalloc
from typing import Any

import structlog

from protocol.table import Act, Confirm
from server.clock import SystemClock
from server.table.api import Occupant, TableOver, TableSettings
from server.table.bots import PromptBrain
from server.table.rules import parse_room_rules
from server.table.service import TableService

TARGET_KIB = 150.0
SEATS = 4


def _ignore(_over: TableOver) -> None:
    """Nobody waits for the end of these games."""


class NoStore:
    async def record(self, _game_id: str) -> bytes | None:
        return None

    async def save_record(self, *_record: Any, **_about: Any) -> None:
        return


class Hollow:
    """A connection that keeps its newest ask and nothing else."""

    latency_ms = 0
    page = ""

    def __init__(self) -> None:
        self.decision: bytes | None = None
        self.default = 0
        self.paused = False
        self.rounds = 0

    def send(self, frame: bytes) -> None:
        if frame.startswith(b'{"type":"ask"'):
            self.decision = frame.split(b'"decision":"', 1)[1].split(b'"', 1)[0]
            self.default = int(frame.rsplit(b'"default":', 1)[1].split(b",", 1)[0])
        elif frame.startswith(b'{"type":"round_end"') and not self.paused:
            self.paused = True
        elif frame.find(b'"event":{"type":"start_kyoku"', 0, 200) >= 0:
            self.rounds += 1
            self.paused = False

    def answer(self, _request_id: int | None, _frame: bytes) -> None:
        return


async def play(tables: int, rounds: int) -> float:
    """Return KiB a table after so many rounds."""
    rules = parse_room_rules({"preset": "majsoul_ranked_4p", "tobi": "off"})
    service = TableService(
        SystemClock(), NoStore(), brain=PromptBrain(), settings=TableSettings(floor_ms=0)
    )
    sinks = {f"{table}.{seat}": Hollow() for table in range(tables) for seat in range(SEATS)}
    for account, sink in sinks.items():
        service.attach(account, sink)
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for table in range(tables):
        seats = tuple(Occupant(f"p{seat}", f"{table}.{seat}") for seat in range(SEATS))
        service.open(f"{table}", rules, seats, on_over=_ignore)
    while any(sink.rounds < rounds for sink in sinks.values()):
        for account, sink in sinks.items():
            if sink.rounds >= rounds and (sink.paused or sink.rounds > rounds):
                continue
            name = account.split(".")[0]
            if sink.decision is not None:
                act = Act(table=name, decision=sink.decision.decode(), option=sink.default)
                sink.decision = None
                service.handle(account, sink, act)
            elif sink.paused:
                service.handle(account, sink, Confirm(table=name))
        await asyncio.sleep(0)
    gc.collect()
    used = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    await service.close()
    return used / tables / 1024


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--check", action="store_true", help=f"fail above {TARGET_KIB:.0f} KiB")
    arguments = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    # What all tables share (tables of hand shapes, scorers) is filled first and not counted.
    asyncio.run(play(10, arguments.rounds))
    used = asyncio.run(play(arguments.tables, arguments.rounds))
    print(f"{used:.1f} KiB a table, {arguments.tables} tables in round {arguments.rounds}")
    return int(arguments.check and used > TARGET_KIB)


if __name__ == "__main__":
    sys.exit(main())
