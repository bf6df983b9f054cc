"""Guests that never played are forgotten after a long absence; all others stay for the records.

An account without a game is a name and a token that nobody has used for `guest_days`.
"""

from collections.abc import Callable
from typing import Final

from server.clock import Clock
from server.log import get_logger
from server.session.admission import DAY_S
from server.store.accounts import AccountStore

EVERY_S: Final = DAY_S
BATCH: Final = 500
"""Accounts that are forgotten in one transaction."""

log = get_logger("expiry")


class Expiry:
    """Forgets accounts. `present` says of an account that it is here, in a room or at a table."""

    def __init__(
        self, clock: Clock, accounts: AccountStore, days: float, present: Callable[[str], bool]
    ) -> None:
        self._clock = clock
        self._accounts = accounts
        self._after_s = days * DAY_S
        self._present = present

    async def run(self) -> None:
        """Look once a day, and at once to begin with."""
        while True:
            try:
                forgotten = await self.sweep()
            except Exception:
                # The store has told whoever asked before; tomorrow is another day.
                log.exception("expiry_failed")
            else:
                if forgotten:
                    log.info("guests_forgotten", accounts=forgotten)
            await self._clock.sleep(EVERY_S)

    async def sweep(self) -> int:
        """Forget all that can be; return how many accounts it were."""
        before = self._clock.wall() - self._after_s
        forgotten = 0
        after = ""
        while found := await self._accounts.idle(before, after, BATCH):
            after = found[-1]
            absent = tuple(account for account in found if not self._present(account))
            forgotten += await self._accounts.forget(absent, before)
        return forgotten
