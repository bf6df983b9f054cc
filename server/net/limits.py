"""Limits on what one party may do: a token bucket, and one for each of many parties."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Final

from server.clock import Clock

PARTIES_KEPT: Final = 20_000


class Bucket:
    """Up to `burst` at once, `rate` a second in the long run."""

    __slots__ = ("_burst", "_clock", "_level", "_rate", "_since")

    def __init__(self, clock: Clock, rate: float, burst: float) -> None:
        self._clock = clock
        self._rate = rate
        self._burst = burst
        self._level = float(burst)
        self._since = clock.now()

    @property
    def empty(self) -> bool:
        """Whether the next `take` would be refused."""
        self._refill()
        return self._level < 1.0

    def take(self) -> bool:
        """Use one up; False when there is none."""
        self._refill()
        if self._level < 1.0:
            return False
        self._level -= 1.0
        return True

    def owe(self) -> float:
        """Use one up, on credit if there is none; return the seconds until it has come back.

        Whoever waits that long after each keeps to the rate, in the order of asking.
        """
        self._refill()
        self._level -= 1.0
        return max(0.0, -self._level / self._rate)

    def _refill(self) -> None:
        now = self._clock.now()
        self._level = min(self._burst, self._level + (now - self._since) * self._rate)
        self._since = now


class Buckets:
    """A bucket for each party (an account, an address); the longest unused are forgotten."""

    def __init__(self, clock: Clock, rate: float, burst: float) -> None:
        self._clock = clock
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def empty(self, party: Hashable) -> bool:
        """Whether the party's next `take` would be refused."""
        bucket = self._buckets.get(party)
        return bucket is not None and bucket.empty

    def take(self, party: Hashable) -> bool:
        """Use one of the party's up; False when there is none."""
        return self._of(party).take()

    def owe(self, party: Hashable) -> float:
        """Use one of the party's up, on credit if there is none; return the seconds to wait."""
        return self._of(party).owe()

    def _of(self, party: Hashable) -> Bucket:
        bucket = self._buckets.get(party)
        if bucket is None:
            bucket = self._buckets[party] = Bucket(self._clock, self._rate, self._burst)
            while len(self._buckets) > PARTIES_KEPT:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(party)
        return bucket
