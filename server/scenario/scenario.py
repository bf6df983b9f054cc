"""A scenario as a value: the round that is dealt, and the steps (formats.md, "jantaku scenario").

A pattern is a plain object in the mjai vocabulary; it matches whatever has all its fields.
"""

from typing import Any, TypeAlias

import msgspec

from engine.riichi import RoundStart, Rules

Pattern: TypeAlias = dict[str, Any]


class Do(msgspec.Struct, frozen=True):
    """The next decision of `action`'s seat is answered with it."""

    action: Pattern


class Skip(msgspec.Struct, frozen=True):
    """So many draws go by with defaults."""

    draws: int


class Until(msgspec.Struct, frozen=True):
    """Defaults until a seat has drawn and all that is named here holds."""

    live: int | None = None
    actor: int | None = None
    pai: str | None = None


class Offered(msgspec.Struct, frozen=True):
    """The seat has an option that matches; with `options`, these and no others."""

    actor: int
    pattern: Pattern
    options: tuple[Pattern, ...] | None = None


class NotOffered(msgspec.Struct, frozen=True):
    """The seat has no option that matches."""

    actor: int
    pattern: Pattern


class Refused(msgspec.Struct, frozen=True):
    """The action is refused, and nothing changes."""

    action: Pattern


class Happened(msgspec.Struct, frozen=True):
    """Some event since the last move matches; with `wanted` False, none does."""

    pattern: Pattern
    wanted: bool = True


class StateIs(msgspec.Struct, frozen=True):
    """The named parts of the state have these values."""

    values: Pattern


class GameOver(msgspec.Struct, frozen=True):
    """The game is over, or not; with what result."""

    over: bool
    result: Pattern


Step: TypeAlias = Do | Skip | Until | Offered | NotOffered | Refused | Happened | StateIs | GameOver


class Scenario(msgspec.Struct, frozen=True):
    """One scripted round.

    `hands` are by seat and may be short; `HIDDEN` in the other lists stands for a tile to be
    filled in. `live` counts the tiles that can be drawn after the deal, None for the usual.
    """

    id: str
    rules: Rules
    start: RoundStart
    hands: tuple[tuple[int, ...], ...]
    draws: tuple[int, ...]
    rinshan: tuple[int, ...]
    dora_markers: tuple[int, ...]
    ura_markers: tuple[int, ...]
    live: int | None
    steps: tuple[Step, ...]


class Unbuilt(msgspec.Struct, frozen=True):
    """A scenario that names a rule option which the engine does not implement."""

    id: str
    option: str
