"""Making a game of the right family, with what it may tell a seat."""

from collections.abc import Callable
from typing import NamedTuple

from engine.core.game import Game
from engine.core.wall import WallSource
from engine.riichi import RoundStart, new_game
from server.table.api import RoomRules
from server.table.hints import RiichiInsight
from server.table.insight import Insight


class Deal(NamedTuple):
    """A game that has not begun, and its insight."""

    game: Game
    insight: Insight


class Script(NamedTuple):
    """A deal that tests of clients start from (protocol.md, "For tests")."""

    rules: RoomRules
    first: RoundStart
    walls: Callable[[], WallSource]


def deal(
    rules: RoomRules, names: tuple[str, ...], walls: WallSource, first: RoundStart | None = None
) -> Deal:
    """Make a game of `rules` that begins with the round `first`, East 1 if None."""
    game = new_game(rules.rules, names, walls, first)
    return Deal(game, RiichiInsight(game, rules.rules))
