"""When indicators are turned: for formats that list them without the moment."""

from collections.abc import Mapping, Sequence
from typing import Any

from server.records.formats.faults import FormatError
from server.records.formats.rounds import Event


def with_indicators(
    events: Sequence[Event], markers: Sequence[str], rules: Mapping[str, Any]
) -> list[Event]:
    """Put a `dora` for each of `markers` where the rules turn it (formats.md, "Moments").

    Args:
        events: draws, calls, kans and discards of a round, in order.
        markers: the indicators after the first, in order.
        rules: the full rule object.

    Raises:
        FormatError: there are more indicators than kans turn.
    """
    placing = _Placing(list(markers), rules)
    placed: list[Event] = []
    for event in events:
        placed += placing.before(event)
        placed.append(event)
        placing.after(event)
    placed += placing.at_end(events)
    if placing.left:
        raise FormatError(f"{len(placing.left)} indicators more than kans turn: {placing.left}")
    return placed


class _Placing:
    def __init__(self, markers: list[str], rules: Mapping[str, Any]) -> None:
        self.left = markers
        self._late = rules["kan_dora_timing"] == "standard"
        self._reveal = rules["pending_dora_on_robbed_kan"] == "reveal"
        # Indicators that come with a discard, and those of the kan that has just been declared.
        self._pending = 0
        self._declared: Event | None = None

    def before(self, event: Event) -> list[Event]:
        kind = event["type"]
        if kind == "dahai":
            return self._turn_pending()
        if kind == "reach":
            # An indicator that is due shows with the discard, after the declaration.
            return []
        if kind in ("ankan", "kakan", "nukidora"):
            return self._turn_pending() if self._reveal else []
        if kind == "tsumo" and self._declared is not None:
            return self._stood()
        return []

    def after(self, event: Event) -> None:
        kind = event["type"]
        if kind in ("daiminkan", "ankan", "kakan", "nukidora"):
            self._declared = event

    def at_end(self, events: Sequence[Event]) -> list[Event]:
        """A fourth kan may end the round before its replacement is drawn."""
        return self._stood() if self._declared is not None and self.left and events else []

    def _stood(self) -> list[Event]:
        assert self._declared is not None
        kind = self._declared["type"]
        self._declared = None
        turned: list[Event] = []
        if kind != "daiminkan":
            turned += self._turn_pending()
        if kind == "nukidora":
            return turned
        if kind == "ankan" or not self._late:
            return turned + self._turn(1)
        self._pending += 1
        return turned

    def _turn_pending(self) -> list[Event]:
        count, self._pending = self._pending, 0
        return self._turn(count)

    def _turn(self, count: int) -> list[Event]:
        turned, self.left = self.left[:count], self.left[count:]
        return [{"type": "dora", "dora_marker": marker} for marker in turned]
