"""A clock that stands still until a test moves it.

    clock = FakeClock()
    clock.call_later(5, ring)
    clock.advance(5)            # ring() has run, clock.now() is 5 later

`advance` runs due callbacks in order of time (then of creation), each at its own moment, those
that they start included. In a coroutine, `await clock.pass_time(5)` also lets tasks that were
woken run between callbacks; `await clock.settle()` lets them run without moving time.
"""

import asyncio
import heapq
from collections.abc import Callable
from itertools import count

from tests.support.threads import work_done

ROUNDS = 50
"""How often more work may come of what threads have done; some never stop asking for more."""


class FakeTimer:
    """A callback waiting for its moment."""

    def __init__(self, when: float, callback: Callable[[], object]) -> None:
        self.when = when
        self.callback: Callable[[], object] | None = callback

    def cancel(self) -> None:
        self.callback = None


class FakeClock:
    """Implements `server.clock.Clock`; `start` is the first `now()`, `wall` the first `wall()`."""

    def __init__(self, start: float = 1000.0, wall: float = 1_750_000_000.0) -> None:
        self._now = start
        self._wall_offset = wall - start
        self._order = count()
        self._timers: list[tuple[float, int, FakeTimer]] = []

    def now(self) -> float:
        return self._now

    def wall(self) -> float:
        return self._now + self._wall_offset

    def call_later(self, delay: float, callback: Callable[[], object]) -> FakeTimer:
        timer = FakeTimer(self._now + max(0.0, delay), callback)
        heapq.heappush(self._timers, (timer.when, next(self._order), timer))
        return timer

    async def sleep(self, delay: float) -> None:
        woken = asyncio.get_running_loop().create_future()

        def wake() -> None:
            if not woken.done():
                woken.set_result(None)

        timer = self.call_later(delay, wake)
        try:
            await woken
        finally:
            timer.cancel()

    @property
    def next_due(self) -> float | None:
        """The moment of the earliest waiting callback (as of `now`), None without one."""
        while self._timers and self._timers[0][2].callback is None:
            heapq.heappop(self._timers)
        return self._timers[0][0] if self._timers else None

    @property
    def waiting(self) -> int:
        """How many callbacks wait: 0 shows that nothing has leaked."""
        return sum(timer.callback is not None for _, _, timer in self._timers)

    def advance(self, seconds: float) -> None:
        """Move time on by `seconds` and run what falls due."""
        end = self._now + seconds
        while self._run_next(end):
            pass
        self._now = end

    async def pass_time(self, seconds: float) -> None:
        """Move time on by `seconds`; woken tasks run after each callback."""
        end = self._now + seconds
        await self.settle()
        while self._run_next(end):
            await self.settle()
        self._now = end
        await self.settle()

    async def settle(self, turns: int = 20) -> None:
        """Let tasks that are ready run; `turns` loop turns are enough for in-process hops.

        What they have given to threads is waited for, and what comes of it settles, too.
        """
        for _ in range(ROUNDS):
            for _ in range(turns):
                await asyncio.sleep(0)
            if not await work_done():
                return

    def _run_next(self, end: float) -> bool:
        due = self.next_due
        if due is None or due > end:
            return False
        _, _, timer = heapq.heappop(self._timers)
        self._now = max(self._now, due)
        callback, timer.callback = timer.callback, None
        assert callback is not None
        callback()
        return True
