"""The live side of `jantaku watch`: a picture in a terminal, a line for each event in a pipe."""

import asyncio
import os
import sys
from typing import Final

from rich.console import Console
from rich.live import Live

from protocol.errors import ProtocolError
from server.client.session import Disconnected, Refused, Session
from server.client.watching import watched
from server.records.drawing import TileStyle
from server.records.keys import unbuffered
from server.records.live import LiveTable

_OK: Final = 0
_FAILED: Final = 1
_BAD_INPUT: Final = 2


def watch_live(url: str, table: str, tiles: TileStyle) -> int:
    """Show a running table until its game is over; return the exit code."""
    seen = LiveTable(tiles)
    try:
        if sys.stdin.isatty() and sys.stdout.isatty():
            asyncio.run(_draw(url, table, seen))
        else:
            asyncio.run(_print(url, table, seen))
    except ValueError as error:
        print(f"jantaku: {error}", file=sys.stderr)
        return _BAD_INPUT
    except (Refused, Disconnected, ProtocolError) as error:
        print(f"jantaku: {error}", file=sys.stderr)
        return _FAILED
    except KeyboardInterrupt:
        return _OK
    if seen.lost and not seen.over:
        print(f"jantaku: {table}: not shown any more", file=sys.stderr)
        return _FAILED
    return _OK


async def _print(url: str, table: str, seen: LiveTable) -> None:
    session = Session(url, "watch")
    try:
        async for message in watched(session, table):
            line = seen.take(message)
            if line:
                print(line, flush=True)
    finally:
        await session.close()


async def _draw(url: str, table: str, seen: LiveTable) -> None:
    session = Session(url, "watch")
    descriptor = sys.stdin.fileno()
    loop = asyncio.get_running_loop()
    console = Console(highlight=False)
    with (
        unbuffered(descriptor),
        Live(seen.picture(), console=console, screen=True, auto_refresh=False) as live,
    ):

        async def show() -> None:
            async for message in watched(session, table):
                seen.take(message)
                live.update(seen.picture(), refresh=True)

        showing = loop.create_task(show())

        def key() -> None:
            if os.read(descriptor, 1) in (b"q", b""):
                showing.cancel()

        loop.add_reader(descriptor, key)
        try:
            await asyncio.wait([showing])
        finally:
            loop.remove_reader(descriptor)
            showing.cancel()
            await session.close()
    if not showing.cancelled():
        showing.result()
