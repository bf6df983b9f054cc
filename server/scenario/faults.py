"""What is wrong with a scenario file: its author's mistake, in one line."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

_LONGEST: Final = 120


class ScenarioError(ValueError):
    """A scenario that cannot be run; the message names the field, its value, what is allowed."""


def whole_text(value: object) -> str:
    """A value as JSON for a message."""
    return msgspec.json.encode(value).decode()


def shown(value: object) -> str:
    """A value as JSON for a message, cut short."""
    text = whole_text(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def mapping(field: str, value: object) -> Mapping[str, Any]:
    """Return `value` if it is an object.

    Raises:
        ScenarioError: it is not.
    """
    if not isinstance(value, dict):
        raise ScenarioError(f"{field}: {shown(value)}; allowed: an object")
    return value


def sequence(field: str, value: object) -> Sequence[Any]:
    """Return `value` if it is a list.

    Raises:
        ScenarioError: it is not.
    """
    if not isinstance(value, list):
        raise ScenarioError(f"{field}: {shown(value)}; allowed: a list")
    return value


def whole(field: str, value: object, lowest: int, highest: int) -> int:
    """Return `value` if it is a whole number of the range.

    Raises:
        ScenarioError: it is not.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
        raise ScenarioError(f"{field}: {shown(value)}; allowed: {lowest} to {highest}")
    return value


def only(field: str, value: Mapping[str, Any], allowed: Sequence[str]) -> None:
    """Refuse fields that nobody reads: they are misspelt.

    Raises:
        ScenarioError: there is one.
    """
    for name in value:
        if name not in allowed:
            where = f"{field}.{name}" if field else name
            raise ScenarioError(f"{where}: unknown field; allowed: {', '.join(allowed)}")
