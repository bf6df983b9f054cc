"""Riichi mahjong for three and four players.

`new_game` builds a game from a rule object; `Observer` rebuilds what one viewer knows from the
events that it receives. A rule is found by file name: `kuikae.py`, `furiten.py`, `pao.py`, ...
"""

from collections.abc import Sequence

from engine.core.errors import BadRules
from engine.core.game import Game
from engine.core.wall import WallSource
from engine.riichi.director import RiichiDirector
from engine.riichi.progression import RoundStart, first_round
from engine.riichi.rules import Rules, parse_rules
from engine.riichi.view import Observer

__all__ = ["Observer", "RoundStart", "Rules", "new_game", "parse_rules"]


def new_game(
    rules: Rules, names: Sequence[str], walls: WallSource, first: RoundStart | None = None
) -> Game:
    """Return a game that has not started yet.

    Args:
        rules: see `parse_rules`.
        names: one a seat; seat 0 deals East 1.
        walls: where each round's wall comes from.
        first: the round to begin with; East 1 with the starting points if None.

    Raises:
        BadRules: the number of names is not the number of seats.
    """
    if len(names) != rules.players:
        raise BadRules("names", f"{len(names)} names for {rules.players} seats")
    return Game(RiichiDirector(rules, tuple(names), walls, first or first_round(rules)))
