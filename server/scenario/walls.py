"""From a scenario to its wall: named tiles in their places, the others filled in."""

import hashlib
from collections.abc import Sequence
from typing import Final

from engine.core.wall import SeededWalls, Wall
from engine.riichi import RoundStart, Rules
from server.scenario.filling import Filling
from server.scenario.layout import lay, left_over
from server.scenario.scenario import Scenario

_SALT_LENGTH: Final = 32


def scripted_wall(scenario: Scenario) -> tuple[Rules, RoundStart, Wall]:
    """Return what a table needs to play the scenario's round; equal scenarios, equal walls."""
    filling = Filling(scenario, left_over(scenario))
    hands = [filling.hand(seat, named) for seat, named in enumerate(scenario.hands)]
    wall = lay(scenario, hands)
    filling.wall(wall, hands)
    wall.salt = hashlib.sha256(b"salt" + scenario.id.encode()).hexdigest()[:_SALT_LENGTH]
    return scenario.rules, scenario.start, wall


class ScriptedWalls:
    """A scenario's wall for the first round; walls that follow from its id for any further one."""

    def __init__(self, scenario: Scenario) -> None:
        self._first = scripted_wall(scenario)[2]
        self._further = SeededWalls(scenario.id.encode())

    def wall(self, round_index: int, tiles: Sequence[int], replacements: int) -> Wall:
        """Return the wall of the round (`engine.core.wall.WallSource`)."""
        if round_index == 0:
            return self._first
        return self._further.wall(round_index, tiles, replacements)
