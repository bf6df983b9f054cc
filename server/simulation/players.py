"""Who may sit down in a simulation: the bots' policies, and uniform random play."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final, TypeAlias

from engine.bots import POLICIES
from engine.core.decision import Ask
from engine.core.game import Game

Chooser: TypeAlias = Callable[[Game, int, Ask], int]
"""(game, seat, what the seat is asked) -> index of an option."""

RANDOM: Final = "random"

PLAYER_NAMES: Final = (RANDOM, *sorted(POLICIES))
"""Names that `chooser` knows."""


def chooser(name: str, seed: int, rules: Mapping[str, Any]) -> Chooser:
    """Return a player of one game; equal seeds play equally.

    Args:
        name: one of `PLAYER_NAMES`.
        seed: of everything that it decides by chance.
        rules: the full flat rule object.
    """
    if name == RANDOM:
        chance = Random(seed).random
        return lambda game, seat, ask: int(chance() * len(ask.options))  # noqa: ARG005
    policy = POLICIES[name](seed)
    return lambda game, seat, ask: policy.choose(game.view(seat), ask, rules)
