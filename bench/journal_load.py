"""What journals cost a whole server: throughput over sockets with them and without, in turns.

`bench/journal_cost.py` has the tables alone, where the share of the journal is as large as it can
be; here people play over sockets against a server process of its own, as in
`bench/server_load.py`, on a file with a full `fsync` a commit. `cost` is the share of throughput
that journals take, in actions a second; `cost_by_cpu` the same by the processor time an action of
all of the server's threads, of which the one that writes may run beside the others.

    python -m bench.journal_load --tables 500 --seconds 8 --turns 3
"""

import argparse
import statistics
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import msgspec
import uvloop

from bench.floor import pin
from bench.server_load import measure_load, running_server

TARGET = 0.15


class Turn(NamedTuple):
    """One server's turn."""

    actions_per_s: float
    cpu_us: float


def play(folder: Path, tables: int, seconds: float, *, journals: bool, turn: int) -> Turn:
    """Play against a fresh server and return what it did."""
    db = folder / f"{turn}-{journals}.sqlite"
    module = "server" if journals else "bench.unkept_server"
    with running_server(db=str(db), module=module) as server:
        report, cpu_us = uvloop.run(measure_load(server, tables, seconds))
    return Turn(report.actions_per_s, cpu_us)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=8.0, help="length of a turn")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--folder", type=Path, help="where the database lies (a disk, not memory)")
    parser.add_argument("--check", action="store_true", help=f"fail above {TARGET:.0%}%")
    arguments = parser.parse_args()
    pin(1)
    turns: dict[bool, list[Turn]] = {False: [], True: []}
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        for turn in range(arguments.turns):
            for journals, played in turns.items():
                played.append(
                    play(
                        Path(folder),
                        arguments.tables,
                        arguments.seconds,
                        journals=journals,
                        turn=turn,
                    )
                )
    off, on = (
        Turn(*map(statistics.median, zip(*turns[journals], strict=True)))
        for journals in (False, True)
    )
    cost = 1 - on.actions_per_s / off.actions_per_s
    shown = {
        "tables": arguments.tables,
        "off": {key: round(value, 1) for key, value in off._asdict().items()},
        "on": {key: round(value, 1) for key, value in on._asdict().items()},
        "cost": round(cost, 3),
        "cost_by_cpu": round(1 - off.cpu_us / on.cpu_us, 3),
    }
    print(msgspec.json.format(msgspec.json.encode(shown), indent=1).decode())
    return int(arguments.check and cost > TARGET)


if __name__ == "__main__":
    sys.exit(main())
