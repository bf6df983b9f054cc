"""Moments of a game as links name them: a round, and how many of its events have happened.

`E2.1` is East 2 with one honba; a round that was played again under the same name is `E2.1-2`.
Step 0 is the deal. The same names stand in the addresses of replays (docs/records.md).
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

Event = Mapping[str, Any]


class Moment(Struct, frozen=True):
    """A round and the number of the event in it."""

    round: str
    step: int

    def link(self, game: str, seat: int | None = None) -> str:
        """Return the path of the replay at this moment, seen from `seat`."""
        view = "" if seat is None else f"seat={seat}&"
        return f"/r/{game}#{view}round={self.round}&step={self.step}"


class Rounds:
    """Names the rounds of a game as they are dealt."""

    def __init__(self) -> None:
        self._times: dict[str, int] = {}

    def name(self, deal: Event) -> str:
        """Return the name of the round that a `start_kyoku` begins."""
        name = f"{deal['bakaze']}{deal['kyoku']}.{deal['honba']}"
        times = self._times[name] = self._times.get(name, 0) + 1
        return f"{name}-{times}" if times > 1 else name


def moments(events: Iterable[Event]) -> Iterator[tuple[Moment | None, Event]]:
    """Yield every event with its moment; None before the first deal and at the end of the game."""
    rounds = Rounds()
    name, step = "", -1
    for event in events:
        kind = event["type"]
        if kind == "start_kyoku":
            name, step = rounds.name(event), 0
        elif step >= 0:
            step += 1
        outside = step < 0 or kind == "end_game"
        yield (None if outside else Moment(name, step)), event
