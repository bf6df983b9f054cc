"""Whole games under random rules: every option with every value, all presets, four and three.

`JANTAKU_RULE_OBJECTS` is the number of rule objects of the long run, for running it in slices.
"""

import os
import random
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings

from engine.bots import POLICIES, Policy
from engine.core.decision import Choice
from engine.core.game import Game
from engine.core.redact import redact
from engine.core.tiles import HONOURS
from engine.core.viewer import FULL, PUBLIC
from engine.riichi import Observer, Rules, parse_rules
from server.records.verify import verify_game
from tests.engine.riichi.random_games import SEEDS, fresh_game, pick
from tests.support.ledger import Round, check_points, rounds_of
from tests.support.promises import check_promises
from tests.support.random_rules import any_rule_object, each_value

QUICK: Final = 300
LONG: Final = int(os.environ.get("JANTAKU_RULE_OBJECTS") or 10_000)
MOST_ROUNDS: Final = 40
"""Then a game is left: with dealer_repeat_draw = always a dealer can go on and on."""


def check_game(rules: Rules, seed: int) -> None:
    """Play one game and hold it to everything that must be so whatever the rules are."""
    assert parse_rules(rules.to_object()) == rules
    game = _played(rules, seed)
    check_points(rules, game.log)
    rounds = rounds_of(rules, game.log)
    for one in rounds:
        check_promises(one)
    _check_places(rules, rounds)
    _check_views(game, rules, seed)
    record: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(game.record("x")))
    report = verify_game(record)
    assert report.mismatches == []
    assert report.rounds == len(rounds)


def _played(rules: Rules, seed: int) -> Game:
    """Play with easy bots and random players, in shares that the seed decides."""
    game = fresh_game(rules, seed)
    chance = random.Random(seed)
    share = chance.random()
    bots: list[Policy | None] = [
        POLICIES["easy"](seed + seat) if chance.random() < share else None
        for seat in range(rules.players)
    ]
    full = rules.to_object()
    game.start()
    rounds = 1
    while not game.over:
        decision = game.decision
        if decision is None:
            if rounds == MOST_ROUNDS:
                break
            rounds += 1
            game.advance()
            continue
        seats = list(decision.asks)
        chance.shuffle(seats)
        for seat in seats:
            ask, bot = decision.asks[seat], bots[seat]
            option = (
                bot.choose(game.view(seat), ask, full)
                if bot is not None
                else pick(game, seat, ask, chance)
            )
            game.apply(Choice(seat, decision.id, option))
            if game.decision is not decision:
                break
    return game


def _check_places(rules: Rules, rounds: Sequence[Round]) -> None:
    """Every round is played again or is followed by the next place, and the places run out."""
    winds = {"one_round": 1, "east": 1, "east_south": 2, "full": rules.players}[rules.length]
    winds += rules.extension and rules.length in ("east", "east_south")
    places = [(HONOURS.index(one.start.bakaze), one.start.kyoku - 1) for one in rounds]
    numbers = [wind * rules.players + turn for wind, turn in places]
    assert numbers[0] == 0
    assert all(after - before in (0, 1) for before, after in pairwise(numbers))
    assert numbers[-1] < winds * rules.players
    assert [one.start.oya for one in rounds] == [turn for _, turn in places]
    assert rules.length != "one_round" or len(rounds) == 1


def _check_views(game: Game, rules: Rules, seed: int) -> None:
    """What each viewer folds from its own events is what the table would show it."""
    chance = random.Random(seed)
    # All six viewers would take half of the time; across hundreds of games all get their turn.
    viewers = chance.sample((*range(rules.players), PUBLIC, FULL), 2)
    table = Observer(rules)
    observers = {viewer: Observer(rules) for viewer in viewers}
    for event in game.log:
        table.fold(event)
        for viewer, observer in observers.items():
            shown = redact(event, viewer)
            if shown is not None:
                observer.fold(shown)
        if chance.random() < 0.2:
            viewer = chance.choice(viewers)
            assert observers[viewer].view(viewer) == table.view(viewer)
    for viewer, observer in observers.items():
        assert observer.view(viewer) == game.view(viewer)


def play_random_rules(examples: int) -> None:
    @settings(max_examples=examples, suppress_health_check=[HealthCheck.too_slow])
    @given(rules=any_rule_object(), seed=SEEDS)
    def play(rules: dict[str, Any], seed: int) -> None:
        check_game(parse_rules(rules), seed)

    play()


@pytest.mark.parametrize(
    ("name", "value", "rules"),
    [pytest.param(*each, id=f"{each[2].preset}-{each[0]}-{each[1]}") for each in each_value()],
)
def test_each_value_of_each_option(name: str, value: Any, rules: Rules) -> None:
    check_game(rules, 7)


def test_random_rules() -> None:
    play_random_rules(QUICK)


@pytest.mark.full
def test_many_random_rules() -> None:
    play_random_rules(LONG)
