"""`jantaku load`: drive many full tables and measure the server."""

import asyncio
import sys
import time
from collections.abc import Callable
from typing import Final

import msgspec
from websockets.exceptions import InvalidURI

from server.client.onlookers import Onlookers
from server.client.swarm import Swarm
from server.client.tally import Report, lines

_OK: Final = 0
_FAILED: Final = 1
_BAD_INPUT: Final = 2
START_S: Final = 120.0

RULES: Final = {"preset": "majsoul_ranked_4p", "thinking_time": "300+0"}


def load(
    url: str,
    *,
    tables: int = 10,
    seconds: float = 10.0,
    wildness: float = 0.1,
    spectators: int = 0,
    json: bool = False,
) -> int:
    """Drive full tables of scripted clients, four a table, who answer at once.

    Clients come back after a break of the line or a restart of the server, and play on. Exits with
    1 when the server cannot be reached, refused something, or a connection broke.

    Parameters
    ----------
    url
        The server's websocket, ws://HOST:PORT/ws.
    tables
        Tables at a time.
    seconds
        How long to measure, once all tables play.
    wildness
        Part of the answers that are taken at random instead of by default, 0 to 1.
    spectators
        People who watch, spread over the tables.
    json
        Print one JSON object.
    """
    for name, value, allowed in (
        ("--tables", tables, tables >= 1),
        ("--seconds", seconds, seconds > 0),
        ("--wildness", wildness, 0 <= wildness <= 1),
        ("--spectators", spectators, spectators >= 0),
    ):
        if not allowed:
            print(f"jantaku: {name} {value}: out of range", file=sys.stderr)
            return _BAD_INPUT
    try:
        report = run_load(url, tables, seconds, wildness, spectators)
    except (ValueError, InvalidURI) as error:
        print(f"jantaku: {error}", file=sys.stderr)
        return _BAD_INPUT
    except ConnectionError as error:
        print(f"jantaku: {error}", file=sys.stderr)
        return _FAILED
    except TimeoutError:
        print(f"jantaku: {url}: not all tables play after {START_S:.0f} s", file=sys.stderr)
        return _FAILED
    print(msgspec.json.encode(report).decode() if json else "\n".join(lines(report)))
    return _FAILED if report.errors or report.losses else _OK


def run_load(url: str, tables: int, seconds: float, wildness: float, spectators: int = 0) -> Report:
    """Run a load from this process and sum it up.

    Raises:
        ConnectionError: the server cannot be reached.
        TimeoutError: the tables do not come up.
        InvalidURI, ValueError: `url` is not a websocket URL, or not one that can be used.
    """
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        return runner.run(_run(url, tables, seconds, wildness, spectators))


async def _run(url: str, tables: int, seconds: float, wildness: float, spectators: int) -> Report:
    swarm = Swarm(url, tables, RULES, wildness, "public" if spectators else None)
    onlookers = Onlookers(url)
    try:
        async with asyncio.timeout(START_S):
            await swarm.start()
            await onlookers.come(spectators, swarm.table)
        onlookers.look()
        shown, began = onlookers.events, time.perf_counter()
        await swarm.measure(seconds)
        took = time.perf_counter() - began
        report = swarm.tally.report(tables, took)
        return msgspec.structs.replace(
            report,
            spectators=spectators,
            watched_per_s=round((onlookers.events - shown) / took, 1),
            errors={**report.errors, **onlookers.errors},
        )
    finally:
        onlookers.stop()
        swarm.stop()


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Use uvloop where it is installed."""
    try:
        from uvloop import new_event_loop
    except ImportError:
        return None
    return new_event_loop
