"""Games as a journal keeps them: what was chosen, what it caused, where the game stood then."""

import random
from collections.abc import Callable, Sequence

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.core.decision import Choice
from engine.core.events import Event
from engine.core.game import Game
from engine.core.resume import Step
from engine.riichi import Rules, parse_rules
from tests.engine.riichi.random_games import SEEDS, any_rules, fresh_game, pick, play
from tests.support.random_rules import any_rule_object

MOST_STEPS = 4000
"""Then a game is left: with dealer_repeat_draw = always a dealer can go on and on."""

_EVENTS = msgspec.json.Decoder(tuple[Event, ...])


def anywhere(check: Callable[[Rules, int, float], None], examples: int) -> None:
    """Check so many games of any rules and seed, each cut at any part of its way."""

    @settings(max_examples=examples, suppress_health_check=[HealthCheck.too_slow])
    @given(
        rules=st.one_of(any_rules(), any_rule_object().map(parse_rules)),
        seed=SEEDS,
        cut=st.floats(0, 1),
    )
    def run(rules: Rules, seed: int, cut: float) -> None:
        check(rules, seed, cut)

    run()


def stored(events: Sequence[Event]) -> tuple[Event, ...]:
    """Events as they come back from the disk."""
    return _EVENTS.decode(msgspec.json.encode(events))


def journal_of(rules: Rules, seed: int, steps: int = MOST_STEPS) -> tuple[Game, list[Step]]:
    """Play so many steps of a game; return it, and its journal."""
    game = fresh_game(rules, seed)
    return game, journal(game, seed, steps)


def journal(game: Game, seed: int, steps: int = MOST_STEPS) -> list[Step]:
    """Play so many steps of a fresh game; return its journal."""
    kept: list[Step] = []
    events = choices = 0
    for _ in play(game, seed):
        step = Step(tuple(game.choices[choices:]), stored(game.log[events:]), game.mark)
        kept.append(step)
        events, choices = len(game.log), len(game.choices)
        if len(kept) == steps:
            break
    return kept


def events_of(steps: Sequence[Step]) -> list[Event]:
    return [event for step in steps for event in step.events]


def half_answers(steps: Sequence[Step]) -> list[Choice]:
    """Answers that have not settled the decision that is open after the steps."""
    mark = steps[-1].mark
    choices = [choice for step in steps for choice in step.choices]
    return [choice for choice in choices if mark.open and choice.decision == mark.decision]


def play_on(game: Game, seed: int) -> None:
    """Play a game from where it stands to its end."""
    chance = random.Random(seed)
    for _ in range(MOST_STEPS):
        decision = game.decision
        if game.over:
            return
        if decision is None:
            game.advance()
            continue
        for seat, ask in decision.asks.items():
            if seat not in game.answers:
                game.apply(Choice(seat, decision.id, pick(game, seat, ask, chance)))
                break
