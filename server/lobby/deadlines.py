"""Timers by name: people who are away, rooms in which nothing happens."""

from collections.abc import Callable

from server.clock import Clock, Timer


class Deadlines:
    """Calls `ring` with a name, `delay` seconds after its last `start`."""

    def __init__(self, clock: Clock, delay: float, ring: Callable[[str], None]) -> None:
        self._clock = clock
        self._delay = delay
        self._ring = ring
        self._timers: dict[str, Timer] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._timers

    def start(self, name: str) -> None:
        """Count from now on, anew if it counts already."""
        self.stop(name)
        self._timers[name] = self._clock.call_later(self._delay, lambda: self._due(name))

    def stop(self, name: str) -> None:
        """Count no more; harmless when it does not."""
        timer = self._timers.pop(name, None)
        if timer is not None:
            timer.cancel()

    def _due(self, name: str) -> None:
        del self._timers[name]
        self._ring(name)
