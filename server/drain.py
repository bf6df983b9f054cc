"""Before a server stops: nothing new begins, people are told, and running rounds may end.

What has not ended by then is in the journals and goes on after the next start.
"""

import asyncio

from protocol.codec import encode
from protocol.session import Notice
from server.clock import Clock
from server.log import get_logger
from server.session.client import Client
from server.session.sessions import Sessions
from server.table.api import Tables

SENTENCE = "The server is about to restart; running games go on afterwards."

log = get_logger("drain")


class Drain:
    """Waits for the tables once; as a `server.session.sessions.Companion` it tells newcomers."""

    def __init__(self, clock: Clock, sessions: Sessions, tables: Tables, limit_s: float) -> None:
        self._clock = clock
        self._sessions = sessions
        self._tables = tables
        self._limit_s = limit_s
        self._end: float | None = None

    async def run(self, at_once: asyncio.Event) -> None:
        """Return once all tables rest, the time is over, or `at_once` is set."""
        self._end = self._clock.now() + self._limit_s
        self._sessions.broadcast(self._notice(self._end))
        log.info("draining", tables=len(self._tables.live()), limit_s=self._limit_s)
        ends = {
            asyncio.ensure_future(self._tables.drain()),
            asyncio.ensure_future(self._clock.sleep(self._limit_s)),
            asyncio.ensure_future(at_once.wait()),
        }
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for end in ends:
                end.cancel()
            for outcome in await asyncio.gather(*ends, return_exceptions=True):
                if isinstance(outcome, Exception):
                    log.error("drain_failed", error=type(outcome).__name__)
        log.info("drained", tables=len(self._tables.live()))

    def arrived(self, client: Client) -> None:
        """Tell somebody who comes in the meantime."""
        if self._end is not None:
            client.send(self._notice(self._end))

    def left(self, client: Client) -> None:
        """Somebody has gone, which changes nothing here."""

    def _notice(self, end: float) -> bytes:
        left = max(0, round(1000 * (end - self._clock.now())))
        return encode(Notice(code="shutting_down", message=SENTENCE, ends_ms=left))
