"""What a table may tell a seat about its own hand; each rule family answers for itself."""

from collections.abc import Sequence
from typing import Protocol

from protocol.table import HintWait

Hinted = tuple[tuple[HintWait, ...], dict[str, tuple[HintWait, ...]]]
"""`waits` and `by_discard` of a `hint` message."""


class Insight(Protocol):
    """Looks at the running round; both questions are asked after every event."""

    def furiten(self) -> tuple[bool, ...]:
        """Return by seat whether it may not win by ron now."""

    def hinted(self) -> Sequence[int]:
        """Return the seats that may have a hint now; for all others `hint` is empty."""

    def hint(self, seat: int) -> Hinted:
        """Return the seat's waits, and on its own turn those after each discard."""
