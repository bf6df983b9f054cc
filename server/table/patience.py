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
from server.store.errors import NeverAgain, StoreError

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

    `tell` sends a frame to everybody at the table at once, whatever waits to be told. `told` says
    that they know of a store that fails: from the second try on, so that a hiccup within the floor
    does not show that somebody has just been asked.
    """

    __slots__ = ("_clock", "_patience_s", "_table", "_tell", "told")

    def __init__(
        self, table: str, clock: Clock, patience_s: float, tell: Callable[[bytes], None]
    ) -> None:
        self._table = table
        self._clock = clock
        self._patience_s = patience_s
        self._tell = tell
        self.told = False

    async def keep_trying(
        self, write: Callable[[], Awaitable[None]], fault: StoreError, began: float
    ) -> None:
        """Write what could not be written because of `fault`; the first try was at `began`.

        Raises:
            StoreError: it could not be written for so long, or never can be.
        """
        if not self._worth_it(fault, began):
            raise fault
        _log.error("table_waits_for_store", table=self._table, reason=str(fault))
        try:
            while True:
                await self._clock.sleep(AGAIN_S)
                try:
                    await write()
                except StoreError as again:
                    if not self._worth_it(again, began):
                        raise
                    self._say()
                else:
                    break
            waited = self._clock.now() - began
            _log.info("table_goes_on", table=self._table, waited_s=round(waited, 1))
            if self.told:
                self._tell(WORKS)
        finally:
            self.told = False

    def _worth_it(self, fault: StoreError, began: float) -> bool:
        return not isinstance(fault, NeverAgain) and self._clock.now() - began < self._patience_s

    def _say(self) -> None:
        if not self.told:
            self.told = True
            self._tell(WAITS)
