"""Thinking time (protocol.md, "At the table"). Pure: moments come in, nothing is measured here.

Base time is granted anew at every decision, the bank lasts for a round and only shrinks. Moments
are seconds of any monotonic clock, amounts are whole milliseconds.
"""

import msgspec


class Grant(msgspec.Struct, frozen=True):
    """The time that a seat has for one decision, counted from `started`.

    `allowance_ms` covers the way to the player and back; it is never shown, and never charged.
    """

    started: float
    base_ms: int
    bank_ms: int
    allowance_ms: int

    @property
    def deadline(self) -> float:
        """The moment at which the seat is out of time."""
        return self.started + (self.base_ms + self.bank_ms + self.allowance_ms) / 1000

    def left(self, now: float) -> tuple[int, int]:
        """Return what a player who sees the ask at `now` may be shown: base and bank left.

        The allowance is not used up here: a player is never shown more than is granted.
        """
        used = max(0, round(1000 * (now - self.started)))
        over = max(0, used - self.base_ms)
        return max(0, self.base_ms - used), max(0, self.bank_ms - over)


class TimeBank:
    """The bank of one seat.

    `base_ms` and `bank_ms` are the rule's, `cap_ms` the most that the network is forgiven.
    """

    __slots__ = ("base_ms", "cap_ms", "full_ms", "left_ms")

    def __init__(self, base_ms: int, bank_ms: int, cap_ms: int) -> None:
        self.base_ms = base_ms
        self.full_ms = bank_ms
        self.left_ms = bank_ms
        self.cap_ms = cap_ms

    def refill(self) -> None:
        """Begin a round."""
        self.left_ms = self.full_ms

    def grant(self, now: float, latency_ms: int) -> Grant:
        """Open a decision at `now`, the moment at which its frame was handed over."""
        allowance = min(max(0, latency_ms), self.cap_ms)
        return Grant(now, self.base_ms, self.left_ms, allowance)

    def charge(self, grant: Grant, now: float) -> None:
        """Close a decision at `now`: take from the bank what went beyond base and allowance."""
        used = round(1000 * (now - grant.started))
        over = used - grant.base_ms - grant.allowance_ms
        if over > 0:
            self.left_ms = max(0, grant.bank_ms - over)
