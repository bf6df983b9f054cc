"""Time as the server knows it, behind one small face so that tests can drive it.

`now` is for measuring (thinking time, silence, rates); `wall` is for telling people and storing.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """A callback that has not run yet."""

    def cancel(self) -> None:
        """Forget the callback; harmless when it has run or was cancelled."""


class Clock(Protocol):
    """Where everything with time asks for it. All durations are seconds."""

    def now(self) -> float:
        """Monotonic seconds from an arbitrary start."""

    def wall(self) -> float:
        """Seconds since 1970-01-01 UTC."""

    def call_later(self, delay: float, callback: Callable[[], object]) -> Timer:
        """Run `callback` on the event loop once `delay` seconds have passed."""

    async def sleep(self, delay: float) -> None:
        """Return once `delay` seconds have passed."""


class SystemClock:
    """The machine's clock; `call_later` and `sleep` need a running event loop."""

    def now(self) -> float:
        """Monotonic seconds."""
        return time.monotonic()

    def wall(self) -> float:
        """Seconds since 1970-01-01 UTC."""
        return time.time()

    def call_later(self, delay: float, callback: Callable[[], object]) -> Timer:
        """Run `callback` on the running loop after `delay` seconds."""
        return asyncio.get_running_loop().call_later(max(0.0, delay), callback)

    async def sleep(self, delay: float) -> None:
        """Sleep on the running loop."""
        await asyncio.sleep(delay)
