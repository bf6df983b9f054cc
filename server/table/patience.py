"""A store that fails for a while must not end a game.

A disk is full until somebody makes room, a database server is started anew: the table waits with
whatever it has to write, and tells its people that it does. Nothing else happens meanwhile, so
nothing can be lost; who has time for a decision gets it back (`server.table.play.Play.stalled`).
"""

from collections.abc import Awaitable, Callable
from typing import Final

from protocol import codec
from protocol.session import Notice
from server.clock import Clock
from server.log import get_logger
from server.store.errors import EntryRefused, StoreError

AGAIN_S: Final = 1.0
"""Between two tries."""

WAITS: Final = codec.encode(
    Notice(
        code="store_waits",
        message="The server cannot keep what happens at the moment. The game waits for it.",
        ends_ms=None,
    )
)
WORKS: Final = codec.encode(Notice(code="store_works", message="The game goes on.", ends_ms=None))

_log = get_logger("table")


class Patience:
    """Tries to write what one table has to write, for `patience_s` at most.

    `tell` sends a frame to everybody at the table at once, whatever waits to be told.
    """

    __slots__ = ("_clock", "_patience_s", "_table", "_tell")

    def __init__(
        self, table: str, clock: Clock, patience_s: float, tell: Callable[[bytes], None]
    ) -> None:
        self._table = table
        self._clock = clock
        self._patience_s = patience_s
        self._tell = tell

    async def keep_trying(self, write: Callable[[], Awaitable[None]], fault: StoreError) -> float:
        """Write what could not be written because of `fault`; return the seconds that it took.

        Raises:
            StoreError: it could not be written for so long, or never can be.
        """
        if isinstance(fault, EntryRefused) or not self._patience_s:
            raise fault
        began = self._clock.now()
        _log.error("table_waits_for_store", table=self._table, reason=str(fault))
        self._tell(WAITS)
        while True:
            await self._clock.sleep(AGAIN_S)
            waited = self._clock.now() - began
            try:
                await write()
            except StoreError as again:
                if isinstance(again, EntryRefused) or waited >= self._patience_s:
                    raise
            else:
                break
        _log.info("table_goes_on", table=self._table, waited_s=round(waited, 1))
        self._tell(WORKS)
        return waited
