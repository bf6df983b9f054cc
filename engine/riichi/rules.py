"""The rule object: one preset with overrides, checked as a whole (formats.md, "Rule object").

`parse_rules` is the only way to a `Rules`; whoever holds one may rely on everything that
riichi.md 4 says about values and combinations.
"""

import difflib
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from engine.core.errors import BadRules, NotBuilt
from engine.riichi.checks import Check, RefusalError, show
from engine.riichi.option_checks import CHECKS
from engine.riichi.options import (
    FIXED,
    FOUR_PLAYERS_ONLY,
    MAJSOUL_LOCAL_YAKU,
    NO_OPTIONS,
    THREE_PLAYERS_ONLY,
    AkaCounts,
    DealerAfter,
    Options,
    Players,
)
from engine.riichi.presets import PRESETS

NOT_BUILT: Final[dict[str, Callable[[Any], bool]]] = {}
"""Option (or `preset`) -> whether a valid value still waits to be implemented."""

_RED_FIVES: Final[Mapping[int, tuple[int, int, int]]] = {
    0: (0, 0, 0),
    2: (0, 1, 1),
    3: (1, 1, 1),
    4: (1, 2, 1),
    6: (2, 2, 2),
    8: (2, 4, 2),
}
_LONGEST_NAME: Final = 64


class Rules(Options, frozen=True, kw_only=True):
    """A complete, consistent set of options; hashable. Made by `parse_rules`.

    An option that the number of players excludes holds the value that changes nothing
    (`THREE_PLAYERS_ONLY`, `FOUR_PLAYERS_ONLY`). What one option implies for another is already
    applied: `renhou` and `two_han_from_honba` hold what is played.
    """

    preset: str

    @property
    def aka_by_suit(self) -> tuple[int, int, int]:
        """Number of red fives in man, pin and sou (riichi.md 4.3)."""
        if isinstance(self.aka_dora, AkaCounts):
            return (self.aka_dora.m, self.aka_dora.p, self.aka_dora.s)
        return _RED_FIVES[self.aka_dora]

    @property
    def base_seconds(self) -> int:
        """Seconds granted at every decision."""
        return int(self.thinking_time.partition("+")[0])

    @property
    def bank_seconds(self) -> int:
        """Further seconds for the whole round."""
        return int(self.thinking_time.partition("+")[2])

    @property
    def local_yaku_names(self) -> frozenset[str]:
        """Local yaku in force, `renhou` apart, which is an option of its own (riichi.md 11)."""
        if self.local_yaku is True:
            return MAJSOUL_LOCAL_YAKU
        return frozenset(self.local_yaku or ()) - {"renhou"}

    def dealer_after(self, abort: str) -> DealerAfter:
        """Whether the dealer keeps the deal after an abort, by its `ryukyoku` reason.

        A map of `abort_dealer` that leaves an abort out means `keep`.
        """
        if isinstance(self.abort_dealer, str):
            return self.abort_dealer
        return next((word for name, word in self.abort_dealer if name == abort), "keep")

    def to_object(self) -> dict[str, Any]:
        """Return the full rule object as plain JSON data; `parse_rules` turns it back."""
        plain: dict[str, Any] = {"preset": self.preset, **msgspec.to_builtins(self)}
        for name in _absent(self.players):
            del plain[name]
        if not isinstance(self.abort_dealer, str):
            plain["abort_dealer"] = dict(self.abort_dealer)
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in plain.items()
        }


def parse_rules(obj: object) -> Rules:
    """Make rules from a preset's name or from an object with `preset` and overrides.

    Raises:
        BadRules: an unknown preset or option, a value that is not allowed, or a combination
            that makes no sense.
        NotBuilt: valid, but not implemented.
    """
    if isinstance(obj, str):
        obj = {"preset": obj}
    if not isinstance(obj, Mapping):
        raise BadRules(
            "rules", f"rules is {show(obj)}; allowed: a preset's name, or an object with `preset`"
        )
    preset = _preset(obj)
    base = PRESETS[preset]
    players: Players = base["players"]
    given = {
        name: _accept(name, value, preset, players)
        for name, value in obj.items()
        if name != "preset" and not _is_fixed(name, value)
    }
    values = {**base, **given}
    _imply(values, given)
    _refuse_combinations(values)
    values.update(_absent(players))
    for name, waits in NOT_BUILT.items():
        value = preset if name == "preset" else values[name]
        if waits(value):
            raise NotBuilt(name, f"{name} is {show(value)}, which is not built yet")
    return Rules(preset=preset, **values)


def _absent(players: int) -> Mapping[str, object]:
    return THREE_PLAYERS_ONLY if players == 4 else FOUR_PLAYERS_ONLY


def _preset(obj: Mapping[Any, object]) -> str:
    if "preset" not in obj:
        raise BadRules("preset", f"preset is missing; allowed: {', '.join(PRESETS)}")
    preset = obj["preset"]
    if not isinstance(preset, str) or preset not in PRESETS:
        raise BadRules("preset", f"preset is {show(preset)}; allowed: {', '.join(PRESETS)}")
    return preset


def _is_fixed(name: object, value: object) -> bool:
    if not isinstance(name, str) or name not in FIXED:
        return False
    if type(value) is not type(FIXED[name]) or value != FIXED[name]:
        raise BadRules(name, f"{name} is {show(value)}; allowed: {show(FIXED[name])} (fixed)")
    return True


def _accept(name: object, value: object, preset: str, players: Players) -> object:
    """Check one override by itself and return it as `Rules` holds it."""
    if not isinstance(name, str):
        raise BadRules("rules", f"{show(name)} is the name of an option; allowed: text only")
    check = _check(name, players)
    if name in _absent(players):
        raise BadRules(
            name,
            f"{name} is {show(value)}, but the option exists only in "
            f"{7 - players}-player games; allowed: leave it out of {preset}",
        )
    try:
        accepted = check.accept(value)
    except RefusalError as refused:
        why = f", which {refused}" if str(refused) else ""
        where = f" in a {players}-player game" if check != _check(name, _other(players)) else ""
        raise BadRules(
            name, f"{name} is {show(value)}{why}; allowed{where}: {check.allowed_text()}"
        ) from None
    if name == "players" and value != players:
        raise BadRules(
            name, f"players is {show(value)}, but it follows from {preset}; allowed: {players}"
        )
    return accepted


def _other(players: Players) -> Players:
    return 3 if players == 4 else 4


def _check(name: str, players: Players) -> Check:
    check = CHECKS[players].get(name)
    if check is not None:
        return check
    shown = show(name)
    field = name[:_LONGEST_NAME]
    if name in NO_OPTIONS:
        raise BadRules(field, f"{shown} is not played here: {NO_OPTIONS[name]}; leave it out")
    near = difflib.get_close_matches(field, CHECKS[players], n=1)
    hint = f"did you mean {near[0]}?" if near else "`jantaku rules --catalogue` lists all"
    raise BadRules(field, f"{shown} is not an option; allowed: the options of riichi.md 4, {hint}")


def _imply(values: dict[str, Any], given: Mapping[str, object]) -> None:
    """Settle what an option means for another one that the object leaves open."""
    local = values["local_yaku"]
    if (local is True or (local and "renhou" in local)) and "renhou" not in given:
        values["renhou"] = "yakuman"
    if local and local is not True and "paarenchan" in local:
        values["two_han_from_honba"] = given.get("two_han_from_honba", 5)
    if values["players"] == 3 and not values["tsumo_loss"] and "tsumo_split" not in given:
        # The presets with tsumo loss have no split of their own.
        values["tsumo_split"] = values["tsumo_split"] or "scale"


def _refuse_combinations(values: Mapping[str, Any]) -> None:
    """Refuse values that are fine alone and senseless together."""
    start: int = values["start_points"]
    required: int | None = values["required_points"]
    ceiling: int = values["ceiling_points"]
    if required is not None and required < start:
        raise BadRules(
            "required_points",
            f"required_points is {required}, less than start_points {start}; "
            f"allowed: {start}..200000 in steps of 100, or null",
        )
    if ceiling and ceiling <= start:
        raise BadRules(
            "ceiling_points",
            f"ceiling_points is {ceiling}, not more than start_points {start}; "
            f"allowed: more than {start}, or 0 (off)",
        )
    if values["players"] == 3 and not values["tsumo_loss"] and values["tsumo_split"] is None:
        raise BadRules(
            "tsumo_split",
            "tsumo_split is null, but without tsumo_loss north's part must go somewhere; "
            "allowed: scale, split_north",
        )
    if values["ryuuiisou_requires_hatsu"] and values["ryuuiisou_pure_double"]:
        raise BadRules(
            "ryuuiisou_pure_double",
            "ryuuiisou_pure_double is true, but with ryuuiisou_requires_hatsu the hand without "
            "hatsu is no yakuman; allowed: false",
        )
    local = values["local_yaku"]
    if not local or local is True:
        return
    if "renhou" in local and values["renhou"] == "off":
        raise BadRules(
            "renhou",
            "renhou is off, but local_yaku lists it; allowed: mangan, baiman, yakuman, "
            "or a local_yaku without it",
        )
    if "paarenchan" in local and values["two_han_from_honba"] != 5:
        raise BadRules(
            "two_han_from_honba",
            f"two_han_from_honba is {values['two_han_from_honba']}, but local_yaku lists "
            "paarenchan; allowed: 5",
        )
