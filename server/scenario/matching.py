"""Whether an option or an event is what a pattern asks for (formats.md, "jantaku scenario")."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from engine.core.actions import Action
from engine.core.decision import Ask
from engine.core.events import Event
from server.scenario.scenario import Pattern

_TOLERANCE: Final = 1e-6
_NOT_COMPARED_OF_YAKUMAN: Final = ("han", "fu")


def describe(event: Event) -> Pattern:
    """Return an event as a plain mjai object."""
    plain: Pattern = msgspec.to_builtins(event)
    return plain


def describe_option(seat: int, option: Action) -> Pattern:
    """Return an option as a plain mjai object that names its seat, passing included."""
    plain: Pattern = msgspec.to_builtins(option)
    return {**plain, "actor": seat}


def matches(pattern: Pattern, actual: Pattern) -> bool:
    """Whether `actual` has every field of the pattern, with its value.

    `yaku` compares as a set, `consumed` as a multiset; `han` and `fu` of a yakuman do not
    compare. A field that the wire leaves out is false or null.
    """
    return not differing(pattern, actual)


def differing(pattern: Pattern, actual: Pattern) -> list[str]:
    """Names of the pattern's fields that `actual` does not have so; see `matches`."""
    return [name for name, wanted in pattern.items() if not _field_matches(name, wanted, actual)]


def _field_matches(name: str, wanted: object, actual: Pattern) -> bool:
    if name in _NOT_COMPARED_OF_YAKUMAN and actual.get("yakuman"):
        return True
    found = actual.get(name)
    if found is None and isinstance(wanted, bool):
        found = False
    if isinstance(wanted, list) and isinstance(found, list | tuple):
        if name == "yaku":
            return set(_encoded(wanted)) == set(_encoded(found))
        if name == "consumed":
            return sorted(_encoded(wanted)) == sorted(_encoded(found))
    return same(wanted, found)


def _encoded(entries: Sequence[Any]) -> list[bytes]:
    """Entries in a form that can be hashed and sorted, whatever a pattern holds."""
    return [msgspec.json.encode(entry) for entry in entries]


def same(wanted: object, found: object) -> bool:
    """Whether two JSON values are equal; numbers as far as points in tenths go."""
    if isinstance(wanted, bool) or isinstance(found, bool):
        return wanted is found
    if isinstance(wanted, int | float) and isinstance(found, int | float):
        return abs(wanted - found) < _TOLERANCE
    if isinstance(wanted, list | tuple) and isinstance(found, list | tuple):
        return len(wanted) == len(found) and all(map(same, wanted, found))
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        return wanted.keys() == found.keys() and all(
            same(value, found[key]) for key, value in wanted.items()
        )
    return wanted == found


class Offer(NamedTuple):
    """What a seat may do now, as plain mjai objects."""

    options: list[Pattern]
    indices: list[int]
    """Index in the ask, for each of `options`."""
    default: int


def offer_of(seat: int, ask: Ask, announced: Pattern | None = None) -> Offer:
    """Describe an ask.

    Args:
        seat: who is asked.
        ask: what.
        announced: a riichi that the seat has announced without its tile. What is left to it are
            the discards that may declare riichi, each standing for a `reach` with that tile.
    """
    described = [describe_option(seat, option) for option in ask.options]
    if announced is None:
        return Offer(described, list(range(len(described))), ask.default)
    indices = [index for index, option in enumerate(described) if matches(announced, option)]
    discards: list[Pattern] = [
        {
            "type": "dahai",
            "actor": seat,
            "pai": described[index]["pai"],
            "tsumogiri": described[index]["tsumogiri"],
        }
        for index in indices
    ]
    return Offer(discards, indices, -1)


def find_option(offer: Offer, action: Pattern) -> int | None:
    """Return the index of the option that the action means; None if it is not offered.

    Where several would do, the default, then a drawn tile, then the first: an mjai program that
    leaves a field out does not mind.
    """
    wanted = closed_riichi(action)
    fitting = [place for place, option in enumerate(offer.options) if matches(wanted, option)]
    if not fitting:
        return None
    best = max(
        fitting,
        key=lambda place: (
            offer.indices[place] == offer.default,
            bool(offer.options[place].get("tsumogiri")),
            -place,
        ),
    )
    return offer.indices[best]


def closed_riichi(action: Pattern) -> Pattern:
    """Return the action; a riichi that does not say `open` is an ordinary one."""
    return {"open": False, **action} if action["type"] == "reach" else action
