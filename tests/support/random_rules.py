"""Random valid rule objects over every option, drawn from the engine's own checks.

Nothing here names an option's values: a new option, or a new value of an old one, is drawn as soon
as `option_checks.py` knows it. A new kind of check or a new forbidden combination makes the
generator fail, so it cannot fall behind unnoticed.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from hypothesis import strategies as st

from engine.core.errors import BadRules
from engine.riichi.checks import Check, Clock, Oka, OneOf, Whole
from engine.riichi.checks_of_lists import AfterAbort, Reds, Subset, Uma
from engine.riichi.option_checks import CHECKS
from engine.riichi.options import FIXED, FOUR_PLAYERS_ONLY, THREE_PLAYERS_ONLY, Players
from engine.riichi.presets import PRESETS
from engine.riichi.rules import Rules, parse_rules

Values = st.SearchStrategy[Any]

LENGTHS: Final = ("one_round", "east", "one_round", "east", "east", "east_south", "full")
"""Short games more often than long ones."""

_AGREES: Final[Mapping[str, object]] = {
    "required_points": None,
    "ceiling_points": 0,
    "tsumo_split": "scale",
    "ryuuiisou_pure_double": False,
    "renhou": "yakuman",
    "two_han_from_honba": 5,
}
"""Option that may be refused beside others -> a value that always goes with them."""


def option_values(check: Check) -> Values:
    """Every value that a check accepts, as it may stand in a rule object."""
    match check:
        case OneOf():
            return st.sampled_from(check.values)
        case Whole():
            edges = (*check.extra, check.low, check.low + check.step, check.high)
            steps = (check.high - check.low) // check.step
            inner = st.integers(0, steps).map(lambda number: check.low + number * check.step)
            return st.sampled_from(edges) | inner
        case Clock():
            return st.builds("{}+{}".format, st.integers(1, 600), st.integers(0, 600))
        case Oka():
            return st.just("auto") | _tenths(check.limit)
        case Uma():
            others = check.players - 1
            share = check.limit // others
            return st.lists(_tenths(share), min_size=others, max_size=others).map(_adding_up_to_0)
        case Subset():
            names = st.lists(st.sampled_from(check.names), unique=True)
            return st.booleans() | names if check.or_bool else names
        case Reds():
            return st.sampled_from(_allowed(check)["any_of"]) | st.fixed_dictionaries(
                {},
                optional={
                    suit: st.integers(bounds["min"], bounds["max"])
                    for suit, bounds in _allowed(check)["or_map"].items()
                },
            )
        case AfterAbort():
            words = st.sampled_from(_allowed(check)["any_of"])
            return words | st.dictionaries(st.sampled_from(check.aborts), words)
    raise TypeError(f"no values for {type(check).__name__}")


def _allowed(check: Reds | AfterAbort) -> dict[str, Any]:
    allowed = check.allowed
    assert isinstance(allowed, dict)
    return allowed


def _tenths(limit: int) -> Values:
    return st.integers(-10 * limit, 10 * limit).map(lambda number: number / 10)


def _adding_up_to_0(others: list[float]) -> list[float]:
    # In tenths: floats would not add up.
    return [*others, -sum(round(number * 10) for number in others) / 10]


def options_of(preset: str) -> dict[str, Values]:
    """Values of every option that may be changed under a preset."""
    players: Players = PRESETS[preset]["players"]
    absent = THREE_PLAYERS_ONLY if players == 4 else FOUR_PLAYERS_ONLY
    values = {
        name: option_values(check) for name, check in CHECKS[players].items() if name not in absent
    }
    # The number of players follows from the preset; length is drawn by `any_rule_object`.
    del values["players"], values["length"]
    return values | {name: st.just(value) for name, value in FIXED.items()}


@st.composite
def any_rule_object(draw: st.DrawFn) -> dict[str, Any]:
    """A preset with any number of options changed to any value, combinations made to agree."""
    preset = draw(st.sampled_from(list(PRESETS)))
    changed = draw(st.fixed_dictionaries({}, optional=options_of(preset)))
    return agreeing({"preset": preset, "length": draw(st.sampled_from(LENGTHS)), **changed})


def agreeing(given: dict[str, Any]) -> dict[str, Any]:
    """Replace the values that are refused beside the others."""
    while True:
        try:
            parse_rules(given)
        except BadRules as refused:
            if given.get(refused.field, given) == _AGREES[refused.field]:
                raise
            given = {**given, refused.field: _AGREES[refused.field]}
        else:
            return given


def each_value() -> Iterator[tuple[str, Any, Rules]]:
    """Every option with each value that can be listed: name, value, rules that hold it.

    The presets take turns, so that each value meets another neighbourhood.
    """
    for players in (4, 3):
        presets = [name for name, preset in PRESETS.items() if preset["players"] == players]
        absent = THREE_PLAYERS_ONLY if players == 4 else FOUR_PLAYERS_ONLY
        for name, check in CHECKS[players].items():
            if name == "players" or name in absent:
                continue
            for place, value in enumerate(_listed(check)):
                preset = presets[(len(name) + place) % len(presets)]
                given = {"preset": preset, "length": "one_round", name: value}
                yield name, value, parse_rules(agreeing(given))


def _listed(check: Check) -> list[Any]:
    match check:
        case OneOf():
            return list(check.values)
        case Whole():
            middle = (check.low + check.high) // (2 * check.step) * check.step
            return [*check.extra, check.low, middle, check.high]
        case Subset():
            plain = [False, True] if check.or_bool else []
            return [*plain, [], list(check.names), *([name] for name in check.names)]
        case Reds():
            full = {suit: bounds["max"] for suit, bounds in _allowed(check)["or_map"].items()}
            return [*_allowed(check)["any_of"], full]
        case AfterAbort():
            words = _allowed(check)["any_of"]
            maps = [dict.fromkeys(check.aborts, word) for word in words]
            return [*words, *maps, *({abort: "rotate"} for abort in check.aborts)]
        case Uma():
            return [[0] * check.players, [check.limit, *[0] * (check.players - 2), -check.limit]]
        case Oka():
            return ["auto", 0, 12.5, -check.limit, check.limit]
        case Clock():
            return ["1+0", "3+10", "600+600"]
    raise TypeError(f"no values for {type(check).__name__}")
