"""Moments at which many connections want to be looked at, with one timer for all of them.

A timer of the loop's costs 600 bytes, and every connection would have one all the time.
"""

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from typing import Final

from server.clock import Clock, Timer
from server.log import get_logger

_COARSE_S: Final = 0.05
"""Who is due so little later is looked at with the others."""

log = get_logger("rounds")


class Appointment:
    """A moment that was asked for; implements `server.clock.Timer`."""

    __slots__ = ("_callback",)

    def __init__(self, callback: Callable[[], object]) -> None:
        self._callback: Callable[[], object] | None = callback

    def cancel(self) -> None:
        """Forget the callback; harmless when it has run or was cancelled."""
        self._callback = None

    def keep(self) -> None:
        """Run the callback, unless it was cancelled."""
        callback, self._callback = self._callback, None
        if callback is not None:
            callback()


class Rounds:
    """Keeps appointments, a little late at most."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._order = count()
        self._book: list[tuple[float, int, Appointment]] = []
        self._timer: Timer | None = None
        self._rings = 0.0

    def after(self, delay: float, callback: Callable[[], object]) -> Appointment:
        """Run `callback` once `delay` seconds have passed."""
        when = self._clock.now() + max(0.0, delay)
        made = Appointment(callback)
        heappush(self._book, (when, next(self._order), made))
        if self._timer is None or when < self._rings:
            self._ring_at(when)
        return made

    def close(self) -> None:
        """Keep none of them any more."""
        self._book.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ring_at(self, when: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._rings = when
        self._timer = self._clock.call_later(when - self._clock.now(), self._ring)

    def _ring(self) -> None:
        self._timer = None
        book, until = self._book, self._clock.now()
        due: list[Appointment] = []
        while book and book[0][0] <= until:
            due.append(heappop(book)[2])
        if book:
            self._ring_at(max(book[0][0], until + _COARSE_S))
        for appointment in due:
            try:
                appointment.keep()
            except Exception:
                # The others wait for nothing else.
                log.exception("appointment_failed")
