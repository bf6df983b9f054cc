"""How long to wait before connecting again."""

import random
from collections.abc import Iterator
from typing import Final

STEPS_S: Final = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0)
_JITTER: Final = 0.25


def delays(source: random.Random) -> Iterator[float]:
    """Yield seconds to wait, endlessly: at once, then longer and longer up to 8 s.

    A quarter more or less keeps clients that lost the same server from coming back as one.
    """
    place = 0
    while True:
        step = STEPS_S[min(place, len(STEPS_S) - 1)]
        place += 1
        yield step * source.uniform(1 - _JITTER, 1 + _JITTER)
