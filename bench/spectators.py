"""Thousands of spectators of one table: what they cost, and whether players notice.

Three processes: the server on one core; on the other the players, who measure, and behind them in
priority the crowd. Players play at their own pace at a few tables, one of which is watched. Each
number is a comparison within the run:

- players: time from sending a discard to seeing it, with the crowd looking and without, in turns;
- delivery: the server's processor time a message that a spectator got, beside a server that does
  nothing but `websockets.broadcast` to as many;
- memory: the server's growth from before the crowd came to when it has watched for a while.

    python -m bench.spectators --spectators 5000 --seconds 15 --check
"""

import argparse
import asyncio
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
import uvloop

from bench.floor import pin
from bench.server_load import Server, running_server
from server.client.swarm import Swarm

SETTINGS: Final = {
    "JANTAKU_FLOOR_MS": "300",
    "JANTAKU_MAX_CONNECTIONS": "20000",
    "JANTAKU_MAX_CONNECTIONS_ADDRESS": "20000",
}
RULES: Final = {"preset": "majsoul_ranked_4p", "thinking_time": "300+0", "tobi": "off"}
THINKING_S: Final = 0.2
TABLES: Final = 20
SLOWER: Final = 1.5
DEARER: Final = 1.3
MEMORY_KIB: Final = 20.0
SETTLE_S: Final = 2.0


class Crowd:
    """The process of the spectators, told what to do line by line."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def ask(self, *words: object) -> dict[str, Any]:
        """Have something done; return what it says."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(" ".join(str(word) for word in words).encode() + b"\n")
        line = await stdout.readline()
        if not line:
            raise RuntimeError("the crowd has gone")
        answer: dict[str, Any] = msgspec.json.decode(line)
        return answer


@asynccontextmanager
async def crowd(url: str, *, bare: bool) -> AsyncIterator[Crowd]:
    """Start the crowd; it hangs up in the end."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", "from bench.spectators_crowd import main; main()"),
        *(url, "bare" if bare else "server"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        yield Crowd(process)
    finally:
        process.terminate()
        await process.wait()


@contextmanager
def bare_server(count: int) -> Iterator[Server]:
    """Start a server that only broadcasts, once so many are there."""
    process = subprocess.Popen(
        [sys.executable, "-c", "from bench.spectators_bare import main; main()", str(count)],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        if (os.cpu_count() or 1) > 1:
            os.sched_setaffinity(process.pid, {0})
        yield Server(url, process.pid)
    finally:
        process.terminate()
        process.wait(20)


class Phase(msgspec.Struct, frozen=True, kw_only=True):
    """So many seconds of play. Times in milliseconds, `cpu_s` of the server."""

    p50: float
    p99: float
    actions: int
    cpu_s: float
    seconds: float
    shown: int


async def phase(swarm: Swarm, server: Server, people: Crowd, seconds: float) -> Phase:
    """Measure for a while."""
    shown, cpu, began = (await people.ask("count"))["frames"], server.cpu_s(), time.perf_counter()
    await swarm.measure(seconds)
    took = time.perf_counter() - began
    used = server.cpu_s() - cpu
    report = swarm.tally.report(TABLES, took)
    assert not report.errors, report.errors
    return Phase(
        p50=report.latency_ms.p50,
        p99=report.latency_ms.p99,
        actions=report.actions,
        cpu_s=round(used, 3),
        seconds=round(took, 2),
        shown=(await people.ask("count"))["frames"] - shown,
    )


async def watched(server: Server, count: int, seconds: float, turns: int) -> dict[str, Any]:
    """Play with the crowd looking and without, in turns."""
    swarm = Swarm(server.url, TABLES, RULES, wildness=0.1, view="public")
    swarm.thinking_s = THINKING_S
    with_crowd: list[Phase] = []
    without: list[Phase] = []
    try:
        await swarm.start()
        await asyncio.sleep(SETTLE_S)
        async with crowd(server.url, bare=False) as people:
            before = server.rss_kib()
            await people.ask("come", count)
            for _ in range(turns):
                without.append(await phase(swarm, server, people, seconds))
                await people.ask("look", swarm.table(0))
                await asyncio.sleep(SETTLE_S)
                with_crowd.append(await phase(swarm, server, people, seconds))
                memory = server.rss_kib() - before
                state = await people.ask("away")
                await asyncio.sleep(SETTLE_S)
    finally:
        swarm.stop()
    plain = sum(one.cpu_s for one in without) / sum(one.actions for one in without)
    extra = sum(one.cpu_s - plain * one.actions for one in with_crowd)
    shown = sum(one.shown for one in with_crowd)
    return {
        "without": without,
        "with": with_crowd,
        "slower": round(_middle(with_crowd) / _middle(without), 2),
        "shown_per_s": round(shown / sum(one.seconds for one in with_crowd)),
        "us_a_message": round(1e6 * extra / max(1, shown), 2),
        "kib_a_spectator": round(memory / count, 1),
        "dropped": state["errors"],
    }


async def bare(count: int, seconds: float) -> float:
    """Return the processor time (µs) of a message by `websockets.broadcast`."""
    with bare_server(count) as server:
        async with crowd(server.url, bare=True) as people:
            await people.ask("come", count)
            await asyncio.sleep(SETTLE_S)
            before, cpu = await people.ask("count"), server.cpu_s()
            await asyncio.sleep(seconds)
            used, after = server.cpu_s() - cpu, await people.ask("count")
            shown: int = after["frames"] - before["frames"]
            return 1e6 * used / max(1, shown)


def _middle(phases: list[Phase]) -> float:
    """The median of the 99th percentiles: one hiccup of the machine decides nothing."""
    waits = sorted(one.p99 for one in phases)
    return max(waits[len(waits) // 2], 0.01)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--spectators", type=int, default=5000)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    pin(1)
    count = arguments.spectators
    broadcast_us = uvloop.run(bare(count, arguments.seconds))
    with running_server(settings=SETTINGS) as server:
        result = uvloop.run(watched(server, count, arguments.seconds, arguments.turns))
    result = {
        "spectators": count,
        **result,
        "broadcast_us_a_message": round(broadcast_us, 2),
        "dearer": round(result["us_a_message"] / broadcast_us, 2),
    }
    text = msgspec.json.format(msgspec.json.encode(result), indent=1).decode()
    print(text)
    if arguments.out is not None:
        arguments.out.write_text(text + "\n", encoding="utf-8")
    failed = (
        result["slower"] > SLOWER
        or result["dearer"] > DEARER
        or result["kib_a_spectator"] >= MEMORY_KIB
    )
    return int(arguments.check and failed)


if __name__ == "__main__":
    raise SystemExit(main())
