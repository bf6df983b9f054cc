"""Reading steps: every name is checked, so that a misspelt check cannot pass by itself."""

from collections.abc import Callable, Mapping
from typing import Any, Final, get_args

from engine.core.actions import Action
from engine.core.errors import BadTile
from engine.core.events import Event
from engine.core.tiles import tile_id
from server.scenario.faults import ScenarioError, mapping, only, sequence, shown, whole
from server.scenario.scenario import (
    Do,
    GameOver,
    Happened,
    NotOffered,
    Offered,
    Pattern,
    Refused,
    Skip,
    StateIs,
    Step,
    Until,
)

_MOST_DRAWS: Final = 10_000
_ACTIONS: Final[dict[str, tuple[str, ...]]] = {
    kind.__struct_config__.tag: ("type", *dict.fromkeys(("actor", *kind.__struct_fields__)))
    for kind in get_args(Action)
}
"""Type of an action -> fields that a pattern may name; each has an `actor`, `none` as well."""

_EVENTS: Final[dict[str, tuple[str, ...]]] = {
    kind.__struct_config__.tag: ("type", *kind.__struct_fields__) for kind in get_args(Event)
}
_TOTALS: Final = ("scores", "kyotaku", "honba", "kyoku", "bakaze", "oya", "live")
_BY_SEAT: Final = ("furiten", "waits", "menzen", "riichi")


def read_step(field: str, value: object, players: int) -> Step:
    """Read one step; `field` is its place in the file.

    Raises:
        ScenarioError: it is no step.
    """
    step = mapping(field, value)
    if len(step) != 1:
        raise ScenarioError(f"{field}: {len(step)} keys; allowed: one of {', '.join(_READERS)}")
    ((name, content),) = step.items()
    if name not in _READERS:
        raise ScenarioError(f"{field}: {shown(name)}; allowed: {', '.join(_READERS)}")
    return _READERS[name](f"{field}.{name}", content, players)


def _action(field: str, value: object, players: int) -> Pattern:
    action = dict(mapping(field, value))
    kind = _type(field, action, _ACTIONS)
    only(field, action, _ACTIONS[kind])
    _check_values(field, action, players, needs_actor=True)
    return action


def _type(field: str, pattern: Mapping[str, Any], known: Mapping[str, object]) -> str:
    kind = pattern.get("type")
    if not isinstance(kind, str) or kind not in known:
        raise ScenarioError(f"{field}.type: {shown(kind)}; allowed: {', '.join(known)}")
    return kind


def _check_values(field: str, pattern: Mapping[str, Any], players: int, needs_actor: bool) -> None:
    if needs_actor or "actor" in pattern:
        whole(f"{field}.actor", pattern.get("actor"), 0, players - 1)
    if "target" in pattern:
        whole(f"{field}.target", pattern["target"], 0, players - 1)
    if "pai" in pattern:
        _tile(f"{field}.pai", pattern["pai"])
    for place, tile in enumerate(sequence(f"{field}.consumed", pattern.get("consumed", []))):
        _tile(f"{field}.consumed[{place}]", tile)


def _tile(field: str, value: object) -> str:
    try:
        tile_id(value)  # type: ignore[arg-type]
    except BadTile as error:
        raise ScenarioError(f"{field}: {error}") from None
    return str(value)


def _do(field: str, value: object, players: int) -> Step:
    return Do(_action(field, value, players))


def _refused(field: str, value: object, players: int) -> Step:
    return Refused(_action(field, value, players))


def _skip(field: str, value: object, players: int) -> Step:  # noqa: ARG001
    return Skip(whole(field, value, 1, _MOST_DRAWS))


def _until(field: str, value: object, players: int) -> Step:
    wanted = mapping(field, value)
    only(field, wanted, ("live", "actor", "tsumo"))
    if not wanted:
        raise ScenarioError(f"{field}: {{}}; allowed: live, actor, tsumo")
    live = actor = pai = None
    if "live" in wanted:
        live = whole(f"{field}.live", wanted["live"], 0, 136)
    if "actor" in wanted:
        actor = whole(f"{field}.actor", wanted["actor"], 0, players - 1)
    if "tsumo" in wanted:
        place = f"{field}.tsumo"
        tsumo = mapping(place, wanted["tsumo"])
        only(place, tsumo, ("actor", "pai"))
        actor = whole(f"{place}.actor", tsumo.get("actor"), 0, players - 1)
        if "pai" in tsumo:
            pai = _tile(f"{place}.pai", tsumo["pai"])
    return Until(live, actor, pai)


def _option_pattern(field: str, value: Mapping[str, Any], players: int) -> Pattern:
    pattern = dict(value)
    kind = _type(field, pattern, _ACTIONS) if "type" in pattern else None
    every = dict.fromkeys(name for names in _ACTIONS.values() for name in names)
    only(field, pattern, _ACTIONS[kind] if kind else tuple(every))
    _check_values(field, pattern, players, needs_actor=False)
    return pattern


def _offered(field: str, value: object, players: int) -> Step:
    given = dict(mapping(field, value))
    actor = whole(f"{field}.actor", given.get("actor"), 0, players - 1)
    exact = given.pop("exact", False)
    listed = given.pop("options", None)
    if not isinstance(exact, bool):
        raise ScenarioError(f"{field}.exact: {shown(exact)}; allowed: true, false")
    if exact != (listed is not None):
        raise ScenarioError(f"{field}: exact and options; allowed: both, or neither")
    options = None
    if listed is not None:
        place = f"{field}.options"
        options = tuple(
            _option_pattern(f"{place}[{number}]", mapping(f"{place}[{number}]", option), players)
            for number, option in enumerate(sequence(place, listed))
        )
    return Offered(actor, _option_pattern(field, given, players), options)


def _not_offered(field: str, value: object, players: int) -> Step:
    given = mapping(field, value)
    actor = whole(f"{field}.actor", given.get("actor"), 0, players - 1)
    return NotOffered(actor, _option_pattern(field, given, players))


def _event_pattern(field: str, value: object) -> Pattern:
    pattern = dict(mapping(field, value))
    only(field, pattern, _EVENTS[_type(field, pattern, _EVENTS)])
    return pattern


def _event(field: str, value: object, players: int) -> Step:  # noqa: ARG001
    return Happened(_event_pattern(field, value))


def _no_event(field: str, value: object, players: int) -> Step:  # noqa: ARG001
    return Happened(_event_pattern(field, value), wanted=False)


def _state(field: str, value: object, players: int) -> Step:
    values = dict(mapping(field, value))
    only(field, values, _TOTALS + _BY_SEAT)
    seats = [str(seat) for seat in range(players)]
    for name in _BY_SEAT:
        only(f"{field}.{name}", mapping(f"{field}.{name}", values.get(name, {})), seats)
    return StateIs(values)


def _game_over(field: str, value: object, players: int) -> Step:
    if isinstance(value, bool):
        return GameOver(value, {})
    result = dict(mapping(field, value))
    only(field, result, ("ranks", "points", "scores"))
    for name, numbers in result.items():
        if len(sequence(f"{field}.{name}", numbers)) != players:
            raise ScenarioError(f"{field}.{name}: {shown(numbers)}; allowed: {players} numbers")
    return GameOver(True, result)


_READERS: Final[dict[str, Callable[[str, object, int], Step]]] = {
    "do": _do,
    "skip": _skip,
    "until": _until,
    "offered": _offered,
    "not_offered": _not_offered,
    "refused": _refused,
    "event": _event,
    "no_event": _no_event,
    "state": _state,
    "game_over": _game_over,
}
