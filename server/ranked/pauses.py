"""How long somebody who leaves ranked games may not queue: longer each time, forgiven with time."""

import math

from server.ranked.tables import Pauses
from server.store.standings import KeptPenalty


def after_leaving(numbers: Pauses, before: KeptPenalty | None, now: float) -> KeptPenalty:
    """Return the pause of somebody who has left a game at `now` (wall seconds)."""
    count = 1 + (counting(numbers, before, now) if before is not None else 0)
    until = now + numbers.steps[min(count, len(numbers.steps)) - 1]
    return KeptPenalty(count, until, now)


def counting(numbers: Pauses, penalty: KeptPenalty, now: float) -> int:
    """Return how many times of leaving still count."""
    return max(0, penalty.count - int(max(0.0, now - penalty.last) // numbers.forgive_s))


def seconds_left(penalty: KeptPenalty | None, now: float) -> int:
    """Return the whole seconds that are left of a pause, 0: it is over."""
    if penalty is None or penalty.until <= now:
        return 0
    # What floats make of whole seconds must not be one more.
    return math.ceil(round(penalty.until - now, 3))
