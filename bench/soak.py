"""The server for a long time under a moderate load: does its memory grow, and does it stay quick?

First the saturation is measured as in `bench/server_load.py`, but on a file, with every step of
every game on the disk; then as many tables play at a share of it, their people thinking as long
as that takes. Memory is what the system says (resident), its slope by least squares after a
warm-up, in which pools and caches fill; waits are from sending a discard to seeing it in the
stream. A table's memory grows with its game, so a run says something about growth only if every
table has played some games: `--check` fails where there were fewer than tables.

    python -m bench.soak --tables 300 --minutes 30 --check
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import uvloop

from bench.floor import pin
from bench.server_load import RULES, Server, running_server
from server.client.swarm import Swarm
from server.client.tally import Report

TARGET_P99_MS = 20.0
TARGET_GROWTH = 0.05
"""Most that memory may grow from the warm-up to the end, as a part of it."""
WARM_UP = 1 / 3
"""The part of the time that is not looked at: a client that sends little takes ten minutes to send
as many requests as are remembered of it."""
SLICE_S = 5.0
MINUTE = round(60 / SLICE_S)
"""Samples a minute."""
SATURATION_S = 10.0


class Sample(NamedTuple):
    """One look at the server."""

    seconds: float
    rss_mib: float


def slope(samples: Sequence[Sample]) -> float:
    """Return how fast memory grows, in MiB a second, by least squares; 0 for a single moment."""
    count = len(samples)
    mean_x = sum(sample.seconds for sample in samples) / count
    mean_y = sum(sample.rss_mib for sample in samples) / count
    spread = sum((sample.seconds - mean_x) ** 2 for sample in samples)
    if not spread:
        return 0.0
    common = sum((at - mean_x) * (rss - mean_y) for at, rss in samples)
    return common / spread


async def saturate(server: Server, tables: int, seconds: float) -> float:
    """Return the actions a second of tables whose people answer at once."""
    swarm = Swarm(server.url, tables, RULES)
    try:
        await swarm.start()
        await asyncio.sleep(1.0)
        began = time.perf_counter()
        await swarm.measure(seconds)
        return swarm.tally.actions / (time.perf_counter() - began)
    finally:
        swarm.stop()


async def soak(
    server: Server, tables: int, seconds: float, target: float
) -> tuple[Report, list[Sample]]:
    """Play at `target` actions a second; return what was measured after the warm-up."""
    swarm = Swarm(server.url, tables, RULES)
    swarm.thinking_s = tables / target
    try:
        await swarm.start()
        await _hold(swarm, server, WARM_UP * seconds, target)
        swarm.tally.clear()
        began = time.perf_counter()
        samples = await _hold(swarm, server, (1 - WARM_UP) * seconds, target)
        return swarm.tally.report(tables, time.perf_counter() - began), samples
    finally:
        swarm.stop()


async def _hold(swarm: Swarm, server: Server, seconds: float, target: float) -> list[Sample]:
    """Keep the rate where it should be by how long people think."""
    samples = []
    began = time.perf_counter()
    while (now := time.perf_counter() - began) < seconds:
        before = swarm.tally.actions
        await asyncio.sleep(min(SLICE_S, seconds - now))
        after = time.perf_counter() - began
        rate = (swarm.tally.actions - before) / (after - now)
        # Half of the way: what the rate does next shows only after a while.
        swarm.thinking_s = max(0.001, swarm.thinking_s * (0.5 + 0.5 * rate / target))
        samples.append(Sample(after, server.rss_kib() / 1024))
    return samples


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--share", type=float, default=0.25, help="of the saturation")
    parser.add_argument("--saturation", type=float, help="actions/s; measured if not given")
    parser.add_argument("--check", action="store_true", help="fail if it grows or gets slow")
    given = parser.parse_args()
    pin(1)
    with tempfile.TemporaryDirectory() as directory:
        saturation = given.saturation
        if saturation is None:
            with running_server(db=str(Path(directory, "saturation.sqlite"))) as server:
                saturation = uvloop.run(saturate(server, given.tables, SATURATION_S))
        with running_server(db=str(Path(directory, "soak.sqlite"))) as server:
            target = given.share * saturation
            report, samples = uvloop.run(soak(server, given.tables, 60 * given.minutes, target))
    per_second = slope(samples)
    measured = samples[-1].seconds - samples[0].seconds
    growth = per_second * measured / samples[0].rss_mib
    print(
        msgspec.json.format(
            msgspec.json.encode(
                {
                    "tables": given.tables,
                    "minutes": given.minutes,
                    "saturation_actions_per_s": round(saturation),
                    "share": round(report.actions_per_s / saturation, 3),
                    "rss_mib_first": round(samples[0].rss_mib, 1),
                    "rss_mib_last": round(samples[-1].rss_mib, 1),
                    "rss_mib_each_minute": [
                        round(sample.rss_mib, 1) for sample in samples[MINUTE - 1 :: MINUTE]
                    ],
                    "rss_slope_mib_per_hour": round(3600 * per_second, 2),
                    "growth": round(growth, 4),
                    "act_to_broadcast_p50_ms": report.latency_ms.p50,
                    "act_to_broadcast_p99_ms": report.latency_ms.p99,
                    "load": report,
                }
            ),
            indent=1,
        ).decode()
    )
    good = report.latency_ms.p99 < TARGET_P99_MS and growth < TARGET_GROWTH
    sound = report.games >= given.tables and not report.errors and not report.losses
    return int(given.check and not (good and sound))


if __name__ == "__main__":
    sys.exit(main())
