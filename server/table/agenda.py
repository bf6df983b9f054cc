"""One timer for everything that a table waits for.

A table has a few moments ahead of it: asks run out, the floor passes, the pause ends. A timer for
each would be made and cancelled at every discard; this one is only moved when something comes
sooner than what it waits for, and looks again when it rings.
"""

from collections.abc import Callable

from server.clock import Clock, Timer


class Agenda:
    """Calls `ring` at the earliest moment asked for since it last rang, or a little before."""

    __slots__ = ("_clock", "_ring", "_timer", "_when")

    def __init__(self, clock: Clock, ring: Callable[[], None]) -> None:
        self._clock = clock
        self._ring = ring
        self._timer: Timer | None = None
        self._when = 0.0

    def at(self, when: float) -> None:
        """Ring at `when` (the clock's seconds) at the latest."""
        if self._timer is not None:
            if self._when <= when:
                return
            self._timer.cancel()
        self._when = when
        self._timer = self._clock.call_later(when - self._clock.now(), self._fire)

    def close(self) -> None:
        """Ring no more, and hold whoever was rung no longer: it holds this, a ring."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._ring = _nothing

    def _fire(self) -> None:
        self._timer = None
        self._ring()


def _nothing() -> None:
    """Ring nobody."""
