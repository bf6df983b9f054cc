"""The floor (protocol.md, "At the table"): a pause after what opens a window for others. Pure.

It hides answers that come faster than any person, and so who was asked at all.
"""

from collections.abc import Iterable
from typing import Final

from engine.core.events import Ankan, Dahai, Event, Kakan, Nukidora

HELD: Final = frozenset({Dahai, Ankan, Kakan, Nukidora})
"""From one of these to the next event at least the floor passes."""


def shown_at(events: Iterable[Event], now: float, hold_until: float, floor: float) -> float:
    """Return the moment at which the last of `events` is published. All times in seconds."""
    for event in events:
        now = max(now, hold_until)
        if type(event) in HELD:
            hold_until = now + floor
    return now
