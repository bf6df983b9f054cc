"""Reading scenario files (formats.md, "jantaku scenario")."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from engine.core.errors import BadRules, BadTile, NotBuilt
from engine.core.tiles import HIDDEN, HONOURS, tile_id
from engine.core.wall import DEAD_WALL
from engine.riichi import RoundStart, Rules, parse_rules
from engine.riichi.tileset import replacement_tiles, tile_count
from server.scenario.faults import ScenarioError, mapping, only, sequence, shown, whole
from server.scenario.layout import HAND, check_tiles
from server.scenario.scenario import Scenario, Unbuilt
from server.scenario.step_reading import read_step

_KAN_INDICATORS: Final = 4
_HIGHEST_SCORE: Final = 10_000_000
_MOST_HONBA: Final = 1000
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


def load_scenarios(path: Path) -> list[Scenario | Unbuilt]:
    """Read a file that holds one scenario or a list of them.

    Raises:
        ScenarioError: the file is not JSON, or a scenario in it cannot be run; the message names
            the scenario and the field.
        OSError: the file cannot be read.
    """
    try:
        content = msgspec.json.decode(path.read_bytes().removeprefix(_BYTE_ORDER_MARK))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ScenarioError(f"not JSON: {error}") from None
    except RecursionError:
        raise ScenarioError("not JSON: nested too deeply") from None
    items = content if isinstance(content, list) else [content]
    return [_named(number, item) for number, item in enumerate(items, 1)]


def _named(number: int, item: object) -> Scenario | Unbuilt:
    name = item.get("id") if isinstance(item, dict) else None
    try:
        return read_scenario(item)
    except ScenarioError as error:
        who = name if isinstance(name, str) and name else f"number {number}"
        raise ScenarioError(f"scenario {who}: {error}") from None


def read_scenario(value: object) -> Scenario | Unbuilt:
    """Check one scenario; `Unbuilt` if its rules are fine but not implemented.

    Raises:
        ScenarioError: it cannot be run; the message names the field.
    """
    given = mapping("scenario", value)
    name = given.get("id")
    if not isinstance(name, str) or not name:
        raise ScenarioError(f"id: {shown(name)}; allowed: a name")
    try:
        rules = parse_rules(given.get("rules"))
    except NotBuilt as error:
        return Unbuilt(name, error.field)
    except BadRules as error:
        raise ScenarioError(f"rules.{error}") from None
    players = rules.players
    steps = sequence("steps", given.get("steps"))
    indicators = rules.start_indicators + _KAN_INDICATORS
    live = _live(given, players)
    scenario = Scenario(
        id=name,
        rules=rules,
        start=_round(given.get("round"), rules),
        hands=_hands(given.get("hands"), players),
        draws=_tiles("draws", given, live or _usual_live(players)),
        rinshan=_tiles("rinshan", given, replacement_tiles(players)),
        dora_markers=_tiles("dora_markers", given, indicators),
        ura_markers=_tiles("ura_markers", given, indicators),
        live=live,
        steps=tuple(
            read_step(f"steps[{number}]", step, players) for number, step in enumerate(steps)
        ),
    )
    check_tiles(scenario)
    return scenario


def _usual_live(players: int) -> int:
    return tile_count(players) - DEAD_WALL - players * HAND


def _live(given: Mapping[str, Any], players: int) -> int | None:
    live = given.get("live")
    return None if live is None else whole("live", live, 1, _usual_live(players))


def _round(value: object, rules: Rules) -> RoundStart:
    players = rules.players
    given = mapping("round", {} if value is None else value)
    only("round", given, ("bakaze", "kyoku", "honba", "kyotaku", "scores"))
    bakaze = given.get("bakaze", "E")
    winds = HONOURS[:4]
    if bakaze not in winds:
        raise ScenarioError(f"round.bakaze: {shown(bakaze)}; allowed: {', '.join(winds)}")
    kyoku = whole("round.kyoku", given.get("kyoku", 1), 1, players)
    scores = sequence("round.scores", given.get("scores", [rules.start_points] * players))
    if len(scores) != players:
        raise ScenarioError(f"round.scores: {len(scores)} scores; allowed: {players}")
    return RoundStart(
        bakaze=winds.index(bakaze),
        kyoku=kyoku,
        honba=whole("round.honba", given.get("honba", 0), 0, _MOST_HONBA),
        kyotaku=whole("round.kyotaku", given.get("kyotaku", 0), 0, _MOST_HONBA),
        oya=kyoku - 1,
        scores=tuple(
            whole(f"round.scores[{seat}]", score, -_HIGHEST_SCORE, _HIGHEST_SCORE)
            for seat, score in enumerate(scores)
        ),
    )


def _hands(value: object, players: int) -> tuple[tuple[int, ...], ...]:
    given = sequence("hands", [None] * players if value is None else value)
    if len(given) != players:
        raise ScenarioError(f"hands: {len(given)} hands; allowed: {players}")
    hands = []
    for seat, hand in enumerate(given):
        field = f"hands[{seat}]"
        tiles = sequence(field, [] if hand is None else hand)
        if len(tiles) > HAND:
            raise ScenarioError(f"{field}: {len(tiles)} tiles; allowed: up to {HAND}")
        hands.append(tuple(_tile(f"{field}[{place}]", tile) for place, tile in enumerate(tiles)))
    return tuple(hands)


def _tiles(name: str, given: Mapping[str, Any], most: int) -> tuple[int, ...]:
    value = given.get(name)
    tiles = sequence(name, [] if value is None else value)
    if len(tiles) > most:
        raise ScenarioError(f"{name}: {len(tiles)} tiles; allowed: up to {most}")
    return tuple(
        HIDDEN if tile is None else _tile(f"{name}[{place}]", tile)
        for place, tile in enumerate(tiles)
    )


def _tile(field: str, value: Any) -> int:
    try:
        return tile_id(value)
    except BadTile as error:
        raise ScenarioError(f"{field}: {error}") from None
