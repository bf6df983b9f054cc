"""A vote of the people at a table (friend rooms). Pure."""

from collections.abc import Iterable


class Vote:
    """A vote of the people who are there: all must agree, one refusal or the time ends it.

    `by` is the seat that has asked for it.
    """

    __slots__ = ("agreed", "by", "needed", "until")

    def __init__(self, until: float, by: int) -> None:
        self.by = by
        self.agreed: set[int] = set()
        self.needed = 1
        self.until = until

    def count(self, present: Iterable[int]) -> bool:
        """Recount for the seats that are there now; answer whether the vote has passed.

        Somebody who drops out is no longer waited for, somebody who comes back is.
        """
        there = set(present)
        self.needed = max(1, len(there | self.agreed))
        return there <= self.agreed and bool(self.agreed)

    def ends_ms(self, now: float) -> int:
        """Milliseconds that are left."""
        return max(0, round(1000 * (self.until - now)))
