"""Where the named tiles of a scenario lie in its wall (riichi.md 5)."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from engine.core.tiles import HIDDEN, NAMES
from engine.core.wall import Wall
from engine.riichi.given_wall import given_wall
from engine.riichi.tileset import tiles_of
from server.scenario.faults import ScenarioError
from server.scenario.scenario import Do, Scenario

HAND: Final = 13
_KANS: Final = ("ankan", "daiminkan", "kakan")


class Places:
    """Places in a wall: of draws, replacement tiles, indicators and what lies under them."""

    def __init__(self, wall: Wall, players: int) -> None:
        self.dealt = HAND * players
        self._end = len(wall.order)
        self._indicators = self._end - wall.replacements - 1

    def draw(self, number: int) -> int:
        """Place of the `number`-th draw (from 0), the dealer's first included."""
        return self.dealt + number

    def replacement(self, number: int) -> int:
        """Place of the `number`-th replacement tile."""
        return self._end - 1 - number

    def indicator(self, number: int) -> int:
        """Place of the `number`-th dora indicator."""
        return self._indicators - 2 * number

    def ura(self, number: int) -> int:
        """Place of the tile under it."""
        return self._indicators - 2 * number - 1


def lay(scenario: Scenario, hands: Sequence[Sequence[int]]) -> Wall:
    """Lay the named tiles; `HIDDEN` in every other place.

    The last indicators of three players (of any wall that `live` makes very short) lie in the
    live wall. They are turned only where kans have shortened that further (riichi.md 5.2): where
    a named draw has the place, an indicator that no step turns gives way.

    Args:
        scenario: names draws, replacement tiles and indicators.
        hands: by seat; short ones are filled up with `HIDDEN`.

    Raises:
        ScenarioError: two named tiles that are both used lie in one place.
    """
    players = scenario.rules.players
    padded = [[*hand, *[HIDDEN] * (HAND - len(hand))] for hand in hands]
    wall = given_wall(players, scenario.start.oya, padded, live=scenario.live)
    places = Places(wall, players)
    turned = _indicators_turned(scenario)
    for field, tiles, place_of, used in (
        ("draws", scenario.draws, places.draw, len(scenario.draws)),
        ("rinshan", scenario.rinshan, places.replacement, len(scenario.rinshan)),
        ("dora_markers", scenario.dora_markers, places.indicator, turned),
        ("ura_markers", scenario.ura_markers, places.ura, turned),
    ):
        for number, tile in enumerate(tiles):
            place = place_of(number)
            if tile == HIDDEN:
                continue
            if place >= places.dealt and wall.order[place] == HIDDEN:
                wall.order[place] = tile
            elif number < used:
                raise ScenarioError(
                    f"{field}[{number}]: its place in the wall is taken; "
                    "allowed: one tile a place, in a wall as long as `live` says"
                )
    return wall


def _indicators_turned(scenario: Scenario) -> int:
    kans = sum(isinstance(step, Do) and step.action["type"] in _KANS for step in scenario.steps)
    return scenario.rules.start_indicators + kans


def check_tiles(scenario: Scenario) -> None:
    """Check that the named tiles exist often enough, each in a place of its own.

    Raises:
        ScenarioError: they do not.
    """
    lists = (
        *scenario.hands,
        scenario.draws,
        scenario.rinshan,
        scenario.dora_markers,
        scenario.ura_markers,
    )
    there = Counter(tiles_of(scenario.rules))
    named = Counter(tile for tiles in lists for tile in tiles if tile != HIDDEN)
    for tile, count in sorted(named.items()):
        if count > there[tile]:
            raise ScenarioError(
                f"tiles: {NAMES[tile]} is named {count} times; "
                f"allowed under these rules: {there[tile]}"
            )
    lay(scenario, scenario.hands)


def left_over(scenario: Scenario) -> list[int]:
    """Tiles that have no place yet in the wall of a scenario, sorted."""
    laid = Counter(lay(scenario, scenario.hands).order)
    return sorted((Counter(tiles_of(scenario.rules)) - laid).elements())
