"""Playing one game to its end."""

from collections.abc import Callable, Sequence

from engine.core.decision import Choice
from engine.core.game import Game
from server.simulation.players import Chooser


def play(game: Game, choosers: Sequence[Chooser]) -> None:
    """Play a fresh game to its end; `choosers` by seat."""
    game.start()
    while not game.over:
        decision = game.decision
        if decision is None:
            game.advance()
            continue
        for seat, ask in decision.asks.items():
            game.apply(Choice(seat, decision.id, choosers[seat](game, seat, ask)))
            if game.decision is not decision:
                break


def play_random(game: Game, chance: Callable[[], float]) -> None:
    """Play a fresh game to its end, every option equally likely: `play` without players.

    Args:
        game: has not started.
        chance: returns numbers in [0, 1), such as `random.Random(seed).random`.
    """
    game.start()
    apply = game.apply
    while not game.over:
        decision = game.decision
        if decision is None:
            game.advance()
            continue
        number = decision.id
        for seat, ask in decision.asks.items():
            apply(Choice(seat, number, int(chance() * len(ask.options))))
            if game.decision is not decision:
                break
