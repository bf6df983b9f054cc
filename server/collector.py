"""When the interpreter looks for garbage that reference counts do not free: by the clock.

A full collection walks every object that lives, and nobody is served meanwhile: about 40 ms at 300
tables. Left to itself the interpreter begins one whenever enough objects have been added, which is
every few seconds on a busy server, and those pauses are what its slowest answers are made of. The
young are looked at as always, in larger lots.

Where much lives (five thousand spectators make it 200 ms) it is done less often: what has ended is
freed by counting, so hardly anything waits for it.
"""

import gc
from typing import Final

from server.clock import Clock
from server.log import get_logger

EVERY_S: Final = 60.0
"""Between full collections. Rings of objects are rare here: an exception, a closed connection."""
_SHARE: Final = 0.001
"""Of all time that they may take: a tenth of the slowest hundredth of all answers."""
_SELDOM_S: Final = 600.0
"""But so often they are done, even where they take long."""
_YOUNG: Final = 10_000
"""Objects that are added before the youngest are looked at."""
_LOTS: Final = 20
"""Such looks before those that have outlived one are looked at, too."""
_NEVER: Final = 1_000_000

log = get_logger("collector")


class Collector:
    """Takes garbage collection over for the whole process: one server a process has one."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    async def run(self) -> None:
        """Collect from now on by the clock; what exists already is taken to live for ever."""
        usual = gc.get_threshold()
        gc.collect()
        gc.freeze()
        gc.set_threshold(_YOUNG, _LOTS, _NEVER)
        try:
            took = 0.0
            while True:
                await self._clock.sleep(min(_SELDOM_S, max(EVERY_S, took / _SHARE)))
                began = self._clock.now()
                gc.collect()
                took = self._clock.now() - began
                log.debug("collected", ms=round(1000 * took, 1))
        finally:
            gc.set_threshold(*usual)
            gc.unfreeze()
