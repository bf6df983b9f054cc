"""What converters share: a record cut into rounds, and names of rounds for people."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

Event = dict[str, Any]

_WINDS: Final = {"E": "East", "S": "South", "W": "West", "N": "North"}
WIND_ORDER: Final = "ESWN"


def rounds_of(events: Sequence[Event]) -> Iterator[list[Event]]:
    """Yield the events of each round, `start_kyoku` first and `end_kyoku`, if it is there, last."""
    current: list[Event] | None = None
    for event in events:
        if event["type"] == "start_kyoku":
            if current is not None:
                yield current
            current = []
        elif event["type"] == "end_game":
            break
        if current is not None:
            current.append(event)
    if current is not None:
        yield current


def end_game_of(events: Sequence[Event]) -> Event | None:
    """Return the `end_game`, None for a record that ends before it."""
    return events[-1] if events and events[-1]["type"] == "end_game" else None


def round_name(start: Event) -> str:
    """Name a round for people: `East 3, honba 1`."""
    name = f"{_WINDS[start['bakaze']]} {start['kyoku']}"
    return f"{name}, honba {start['honba']}" if start["honba"] else name


def seat_wind(seat: int, start: Event) -> str:
    """Return the wind of a seat as a tile name."""
    return WIND_ORDER[(seat - start["oya"]) % len(start["scores"])]


def printable(text: str, most: int) -> str:
    """Return text of others without what moves a cursor or reorders lines, at most `most` signs."""
    return "".join(sign if sign.isprintable() else " " for sign in text)[:most].strip()
