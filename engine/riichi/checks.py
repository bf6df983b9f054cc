"""Checks of single values: what an option may be, for parsing, messages and the catalogue.

A check takes any Python value, junk included, and either returns the value in the form that
`Rules` holds or raises `RefusalError`.
"""

import json
import re
from collections.abc import Mapping
from itertools import islice
from typing import Final, Protocol

import msgspec

_SHOWN_ITEMS: Final = 8
_SHOWN_CHARACTERS: Final = 40
_SHOWN_LIMIT: Final = 10**18
_CLOCK: Final = re.compile(r"(?:0|[1-9][0-9]{0,2})\+(?:0|[1-9][0-9]{0,2})")


class RefusalError(Exception):
    """The value does not fit; the text says why where that is not plain from what is allowed."""


class Check(Protocol):
    """One option's check."""

    @property
    def kind(self) -> str:
        """Type in a word, for the catalogue."""
        ...

    @property
    def allowed(self) -> object:
        """What is allowed, as plain JSON data for the catalogue."""
        ...

    def allowed_text(self) -> str:
        """What is allowed, for a message."""
        ...

    def accept(self, value: object) -> object:
        """Return `value` as `Rules` holds it, or raise `RefusalError`."""
        ...


def show(value: object) -> str:
    """Write a value as JSON for a message: one line, short however large the value is."""
    if isinstance(value, list | tuple):
        items = [_show_scalar(item) for item in value[:_SHOWN_ITEMS]]
        return f"[{', '.join(items)}{', ...' if len(value) > _SHOWN_ITEMS else ''}]"
    if isinstance(value, Mapping):
        pairs = islice(value.items(), _SHOWN_ITEMS)
        shown = ", ".join(f"{_show_scalar(key)}: {_show_scalar(item)}" for key, item in pairs)
        return f"{{{shown}{', ...' if len(value) > _SHOWN_ITEMS else ''}}}"
    return _show_scalar(value)


def _show_scalar(value: object) -> str:
    if value is None or isinstance(value, bool | float):
        return json.dumps(value)
    if isinstance(value, int):
        return str(value) if abs(value) < _SHOWN_LIMIT else "a number of 19 or more digits"
    if isinstance(value, str):
        # Cut after escaping, which can make a text six times as long.
        text = json.dumps(value[: _SHOWN_CHARACTERS + 1])[1:-1]
        return f'"{text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "..."}"'
    if isinstance(value, list | tuple):
        return "[...]"
    if isinstance(value, Mapping):
        return "{...}"
    return f"a {type(value).__name__}"


def as_tenths(value: object, limit: int) -> float | None:
    """Return a number of at most one decimal within ±limit, whole ones as int; else None."""
    # bool is an int to Python, never to a rule object.
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    # Written so that NaN fails it, and before anything turns a huge int into a float.
    if not -limit <= value <= limit or round(value, 1) != value:
        return None
    return int(value) if value == int(value) else float(value)


class OneOf(msgspec.Struct, frozen=True):
    """One of a few values, type and all: `true` is not 1."""

    values: tuple[object, ...]

    @property
    def kind(self) -> str:
        """`bool` or `choice`."""
        return "bool" if all(isinstance(value, bool) for value in self.values) else "choice"

    @property
    def allowed(self) -> object:
        """The values."""
        return list(self.values)

    def allowed_text(self) -> str:
        """The values, listed."""
        return ", ".join(show(value) for value in self.values)

    def accept(self, value: object) -> object:
        """Return the value that is the same in type and worth."""
        for known in self.values:
            if type(known) is type(value) and known == value:
                return known
        raise RefusalError


class Whole(msgspec.Struct, frozen=True):
    """A whole number from `low` to `high` in steps, or one of `extra` (0 = off, null = none)."""

    low: int
    high: int
    step: int = 1
    extra: tuple[int | None, ...] = ()

    @property
    def kind(self) -> str:
        """Always `int`."""
        return "int"

    @property
    def allowed(self) -> object:
        """Bounds, step and the extra values."""
        bounds = {"min": self.low, "max": self.high, "step": self.step}
        return {**bounds, "or": list(self.extra)} if self.extra else bounds

    def allowed_text(self) -> str:
        """The range in words."""
        steps = f" in steps of {self.step}" if self.step > 1 else ""
        extra = "".join(f", or {show(value)}" for value in self.extra)
        return f"{self.low}..{self.high}{steps}{extra}"

    def accept(self, value: object) -> object:
        """Return the number itself."""
        if value is None and None in self.extra:
            return None
        if not isinstance(value, int) or isinstance(value, bool):
            raise RefusalError("is not a whole number")
        if value in self.extra or (self.low <= value <= self.high and value % self.step == 0):
            return value
        raise RefusalError


class Oka(msgspec.Struct, frozen=True):
    """`auto` or thousands of points with at most one decimal."""

    limit: int

    @property
    def kind(self) -> str:
        """A number or a word."""
        return "number or auto"

    @property
    def allowed(self) -> object:
        """Bounds and the word."""
        return {"min": -self.limit, "max": self.limit, "step": 0.1, "or": ["auto"]}

    def allowed_text(self) -> str:
        """The range in words."""
        return f'"auto", or a number from -{self.limit} to {self.limit} with at most one decimal'

    def accept(self, value: object) -> object:
        """Return `auto` or the number."""
        if isinstance(value, str) and value == "auto":
            return value
        number = as_tenths(value, self.limit)
        if number is None:
            raise RefusalError
        return number


class Clock(msgspec.Struct, frozen=True):
    """Thinking time, `base+bank` in whole seconds."""

    @property
    def kind(self) -> str:
        """Always `base+bank`."""
        return "base+bank"

    @property
    def allowed(self) -> object:
        """Bounds, and the choices that a room shows."""
        choices = ["3+5", "3+10", "5+10", "5+20", "10+20", "20+0", "60+0", "300+0"]
        return {"base": {"min": 1, "max": 600}, "bank": {"min": 0, "max": 600}, "shown": choices}

    def allowed_text(self) -> str:
        """The form in words."""
        return '"base+bank" in whole seconds, base 1..600, bank 0..600, for instance "5+20"'

    def accept(self, value: object) -> object:
        """Return the text itself."""
        if not isinstance(value, str) or not _CLOCK.fullmatch(value):
            raise RefusalError
        base, bank = map(int, value.split("+"))
        if not (1 <= base <= 600 and bank <= 600):
            raise RefusalError
        return value
