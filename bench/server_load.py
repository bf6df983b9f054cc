"""The server under saturating load, beside the floor of the same run.

The server runs as a process of its own on one core, scripted clients who answer at once on
another. Machines differ, and so does what else they do: the number to look at is the share of the
floor (`bench/floor.py`) that is left with rules, clocks, seats and sessions in between, by the
processor time an action takes on either.

    python -m bench.server_load --tables 500 --seconds 10
"""

import argparse
import asyncio
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec
import uvloop

from bench.floor import pin, run_floor
from server.client.swarm import Swarm
from server.client.tally import Report

SETTINGS = {
    "JANTAKU_FLOOR_MS": "0",
    "JANTAKU_MESSAGE_RATE": "1000000",
    "JANTAKU_MESSAGE_BURST": "1000000",
    "JANTAKU_GUEST_BURST": "1000000",
    "JANTAKU_LOG_LEVEL": "warning",
    "JANTAKU_DRAIN_S": "0",
}
RULES = {"preset": "majsoul_ranked_4p", "thinking_time": "300+0", "length": "east"}
TARGET = 0.4


class Server(NamedTuple):
    """A running server."""

    url: str
    pid: int

    def cpu_s(self) -> float:
        """Processor seconds so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def rss_kib(self) -> int:
        """Resident memory."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+)", status)
        assert found is not None
        return int(found[1])


@contextmanager
def running_server(
    core: int | None = 0,
    db: str = ":memory:",
    module: str = "server",
    settings: Mapping[str, str] | None = None,
) -> Iterator[Server]:
    """Start a server on a free port, pinned to a core; stop it in the end.

    `settings` are variables of its environment.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", module, "serve", "--port", "0", "--db", db],
        env={**os.environ, **SETTINGS, **(settings or {})},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        found = re.search(r"ws://\S+/ws", process.stdout.readline())
        assert found is not None, "the server does not start"
        if core is not None and (os.cpu_count() or 1) > 1:
            os.sched_setaffinity(process.pid, {core})
        yield Server(found[0], process.pid)
    finally:
        process.terminate()
        process.wait(20)


async def measure_load(server: Server, tables: int, seconds: float) -> tuple[Report, float]:
    """Saturate a server; return the load's report and its processor time (µs) an action."""
    swarm = Swarm(server.url, tables, RULES, wildness=0.1)
    try:
        await swarm.start()
        await asyncio.sleep(1.0)
        cpu, began = server.cpu_s(), time.perf_counter()
        await swarm.measure(seconds)
        used, ended = server.cpu_s(), time.perf_counter()
        report = swarm.tally.report(tables, ended - began)
        return report, 1e6 * (used - cpu) / max(1, report.actions)
    finally:
        swarm.stop()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--check", action="store_true", help=f"fail below {TARGET:.0%}%")
    arguments = parser.parse_args()
    floor = run_floor(arguments.tables, arguments.seconds)
    pin(1)
    with running_server() as server:
        report, cpu_us = uvloop.run(measure_load(server, arguments.tables, arguments.seconds))
    share = floor.cpu_us / cpu_us
    print(
        msgspec.json.format(
            msgspec.json.encode(
                {
                    "tables": arguments.tables,
                    "floor_actions_per_s": round(floor.actions_per_s),
                    "floor_cpu_us": round(floor.cpu_us, 1),
                    "server_actions_per_s": round(report.actions_per_s),
                    "server_cpu_us": round(cpu_us, 1),
                    "share_of_floor": round(share, 3),
                    "share_by_clock": round(report.actions_per_s / floor.actions_per_s, 3),
                    "load": report,
                }
            ),
            indent=1,
        ).decode()
    )
    return int(arguments.check and share < TARGET)


if __name__ == "__main__":
    sys.exit(main())
