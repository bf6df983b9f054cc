"""Accounts without a connection whose answers are kept for a while, so that a request which they
send again when they are back is not carried out twice.

Time alone bounds nothing: whoever comes with ever new accounts, asks for much and leaves would fill
the memory. So all of them together have a budget. Who takes most of it has to go first, and among
those who take about as much, who left first: people keep a few short answers each, and are not
forgotten because somebody else made many long ones.
"""

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

import msgspec

from server.clock import Clock, Timer

LINGER_S: Final = 1800.0
"""How long the answers to an absent account's requests are kept."""


class _Stay(msgspec.Struct, frozen=True):
    """One absent account: what it takes of the budget, until it is forgotten."""

    cost: int
    timer: Timer


class Absent:
    """Calls `forget` with an account after `LINGER_S`, sooner if all take over `budget` bytes."""

    def __init__(self, clock: Clock, budget: int, forget: Callable[[str], None]) -> None:
        self._clock = clock
        self._budget = budget
        self._forget = forget
        self._taken = 0
        # By the number of bits of the cost, those who left first at the beginning.
        self._stays: dict[int, OrderedDict[str, _Stay]] = {}
        self._size: dict[str, int] = {}

    @property
    def taken(self) -> int:
        """Bytes of the budget that are taken."""
        return self._taken

    def add(self, account: str, cost: int) -> None:
        """Keep an account that is not here for a while, from now on; `cost` in bytes."""
        self.remove(account)
        timer = self._clock.call_later(LINGER_S, lambda: self._let_go(account))
        size = cost.bit_length()
        self._size[account] = size
        self._stays.setdefault(size, OrderedDict())[account] = _Stay(cost, timer)
        self._taken += cost
        while self._taken > self._budget:
            self._let_go(next(iter(self._stays[max(self._stays)])))

    def remove(self, account: str) -> None:
        """Count an account no more: it is back. Harmless when it does not count."""
        size = self._size.pop(account, None)
        if size is None:
            return
        stays = self._stays[size]
        stay = stays.pop(account)
        if not stays:
            del self._stays[size]
        stay.timer.cancel()
        self._taken -= stay.cost

    def _let_go(self, account: str) -> None:
        self.remove(account)
        self._forget(account)
