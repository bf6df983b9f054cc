"""Rule objects as rooms use them (formats.md, "Rule object")."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from engine.riichi.rules import parse_rules
from server.table.api import RoomRules

_NONE: Final = object()
_LENGTHS: Final = {"one_round": "one", "east": "east", "east_south": "south", "full": "north"}


def parse_room_rules(rules: Mapping[str, Any]) -> RoomRules:
    """Check a rule object and fill it up from its preset.

    Raises:
        BadRules: an unknown option, a value that is not allowed, or a combination that makes no
            sense; `field` names the option. `NotBuilt` is one of these.
    """
    parsed = parse_rules(rules)
    flat = parsed.to_object()
    base, bank = (int(seconds) for seconds in str(flat["thinking_time"]).split("+"))
    return RoomRules(
        rules=parsed,
        flat=flat,
        preset=flat["preset"],
        players=flat["players"],
        length=flat["length"],
        mode=f"{flat['players']}p_{_LENGTHS[flat['length']]}",
        base_ms=1000 * base,
        bank_ms=1000 * bank,
        hints=flat["hints"],
        spectate=flat["spectate"],
        cpu_level=flat["cpu_level"],
        differs=_differences(flat),
    )


def _differences(flat: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the options that are not as in the preset: with it they give the same rules again.

    Some options follow from others unless they are named, so one may have to be named that is as
    in the preset.
    """
    preset = flat["preset"]
    differs = _unlike(flat, _preset(preset))
    if differs:
        differs |= _unlike(flat, parse_rules({"preset": preset, **differs}).to_object())
    return differs


def _unlike(flat: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in flat.items() if other.get(name, _NONE) != value}


@cache
def _preset(name: str) -> Mapping[str, Any]:
    return parse_rules({"preset": name}).to_object()
