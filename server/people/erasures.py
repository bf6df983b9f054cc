"""Deleted accounts: what is forgotten at once, and the games that follow in the background."""

import asyncio

from protocol.errors import ProtocolError
from server.clock import Clock
from server.log import get_logger
from server.store.erasure import ErasureStore
from server.store.errors import StoreError

AGAIN_S = 600.0
"""When games are tried again that could not be rewritten."""

log = get_logger("erasures")


class Erasures:
    """Deletes accounts, and finishes what an earlier process has begun."""

    def __init__(self, clock: Clock, store: ErasureStore) -> None:
        self._clock = clock
        self._store = store
        self._work = asyncio.Event()

    async def erase(self, account: str) -> None:
        """Forget an account; its name goes out of its games after this.

        Raises:
            ProtocolError: it is no more.
        """
        if not await self._store.delete(account, self._clock.wall()):
            raise ProtocolError("no_such_account")
        log.info("account_deleted", account=account)
        self._work.set()

    async def run(self) -> None:
        """Take names out of games: now, and whenever an account was deleted."""
        while True:
            self._work.clear()
            try:
                await self.finish()
            except StoreError as error:
                log.warning("erasure_unfinished", reason=str(error))
                await self._clock.sleep(AGAIN_S)
            else:
                await self._work.wait()

    async def finish(self) -> None:
        """Take the names of all deleted accounts out of their games."""
        for account in await self._store.unfinished():
            games = await self._store.finish(account, self._clock.wall())
            log.info("account_erased", account=account, games=games)
