"""What must hold in every game, whatever is played (docs/architecture.md, "The kernel")."""

import random
from collections import Counter
from collections.abc import Callable
from itertools import permutations
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

from engine.core.decision import Choice
from engine.core.errors import IllegalAction
from engine.core.game import Game, replay
from engine.core.redact import redact
from engine.core.tiles import IDS, PLAIN
from engine.core.viewer import FULL, PUBLIC
from engine.riichi import Observer, Rules
from engine.riichi.tileset import tiles_of
from engine.riichi.turn import NORTH
from server.records.verify import verify_game
from tests.engine.riichi.random_games import (
    SEEDS,
    any_rules,
    director_of,
    fresh_game,
    play,
    played,
)

Law = Callable[[Rules, int], None]
"""Holds for a game under these rules with this seed."""


def law(check: Law, games: int) -> Any:
    """The law as a test over so many games."""
    return settings(max_examples=games)(given(rules=any_rules(), seed=SEEDS)(check))


def tiles_stay(rules: Rules, seed: int) -> None:
    game = fresh_game(rules, seed)
    everything = Counter(tiles_of(rules))
    for _ in play(game, seed):
        if director_of(game).state.in_round:
            assert _tiles_on_the_table(game) == everything


def _tiles_on_the_table(game: Game) -> Counter[int]:
    director = director_of(game)
    state = director.state
    # What is still in the wall: past the draws made, before the replacement tiles taken.
    order = director._wall.order
    dealt = 13 * state.players
    tiles = Counter(order[dealt + state.normal_draws : len(order) - state.replacements])
    for seat in state.seats:
        tiles.update(seat.hand)
        tiles.update([seat.drawn] if seat.drawn >= 0 else [])
        tiles.update({PLAIN[NORTH]: seat.nukidora})
        for meld in seat.melds:
            tiles.update(meld.tiles)
        tiles.update(IDS[tile.pai] for tile in seat.pond if tile.called_by is None)
    # A counter with a zero in it equals one without.
    return tiles


def points_stay(rules: Rules, seed: int) -> None:
    game = fresh_game(rules, seed)
    total = rules.start_points * rules.players
    for _ in play(game, seed):
        state = director_of(game).state
        assert sum(state.scores) + rules.riichi_stick * state.kyotaku == total


def illegal_acts_change_nothing(rules: Rules, seed: int) -> None:
    game = fresh_game(rules, seed)
    chance = random.Random(seed)
    for _ in play(game, seed):
        if chance.random() < 0.1:
            before = _everything(game)
            for choice, code in _illegal(game):
                with pytest.raises(IllegalAction) as refused:
                    game.apply(choice)
                assert refused.value.code == code
            if game.decision is not None:
                with pytest.raises(IllegalAction):
                    game.advance()
            assert _everything(game) == before


def _illegal(game: Game) -> list[tuple[Choice, str]]:
    decision = game.decision
    if decision is None:
        code = "game_over" if game.over else "stale_decision"
        return [(Choice(0, 1, 0), code)]
    tried = [(Choice(seat, decision.id - 1, 0), "stale_decision") for seat in decision.asks]
    for seat in range(5):
        ask = decision.asks.get(seat)
        if ask is None:
            tried.append((Choice(seat, decision.id, 0), "not_asked"))
        elif seat in game.answers:
            tried.append((Choice(seat, decision.id, 0), "already_answered"))
        else:
            tried += [
                (Choice(seat, decision.id, option), "no_such_option")
                for option in (-1, len(ask.options))
            ]
    return tried


def _everything(game: Game) -> tuple[Any, ...]:
    seats = range(director_of(game).state.players)
    views = [game.view(viewer) for viewer in (*seats, PUBLIC, FULL)]
    return len(game.log), len(game.choices), dict(game.answers), game.decision, views


def choices_rebuild_the_game(rules: Rules, seed: int) -> None:
    game = fresh_game(rules, seed)
    stop = random.Random(seed).randrange(1, 400)
    for step, _ in enumerate(play(game, seed)):
        if step == stop:
            break
    rebuilt = replay(fresh_game(rules, seed), game.choices)
    if game.decision is not None and rebuilt.decision is None:
        rebuilt.advance()
    assert rebuilt.log == game.log
    assert rebuilt.decision == game.decision
    assert rebuilt.answers == game.answers
    assert _everything(rebuilt) == _everything(game)


def redacted_events_show_the_same(rules: Rules, seed: int) -> None:
    game = played(rules, seed)
    viewers = (*range(rules.players), PUBLIC, FULL)
    table = Observer(rules)
    observers = {viewer: Observer(rules) for viewer in viewers}
    chance = random.Random(seed)
    for event in game.log:
        table.fold(event)
        for viewer, observer in observers.items():
            shown = redact(event, viewer)
            if shown is not None:
                observer.fold(shown)
        viewer = chance.choice(viewers)
        assert observers[viewer].view(viewer) == table.view(viewer)
    for viewer in viewers:
        assert observers[viewer].view(viewer) == game.view(viewer)


def order_of_answers_does_not_matter(rules: Rules, seed: int) -> None:
    game = fresh_game(rules, seed)
    tried: set[int] = set()
    for _ in play(game, seed):
        decision = game.decision
        if decision is None or len(decision.asks) < 2 or game.answers or len(tried) == 3:
            continue
        tried.add(decision.id)
        chance = random.Random(seed + decision.id)
        answers = {seat: chance.randrange(len(ask.options)) for seat, ask in decision.asks.items()}
        outcomes = []
        for order in permutations(answers):
            again = replay(fresh_game(rules, seed), game.choices)
            if again.decision is None:
                again.advance()
            for seat in order:
                if again.decision == decision:
                    again.apply(Choice(seat, decision.id, answers[seat]))
            assert again.decision != decision
            outcomes.append(again.log)
        assert all(outcome == outcomes[0] for outcome in outcomes)


def same_seed_same_game(rules: Rules, seed: int) -> None:
    one, other = played(rules, seed), played(rules, seed)
    assert one.choices == other.choices
    assert msgspec.json.encode(one.record("x")) == msgspec.json.encode(other.record("x"))


def records_verify(rules: Rules, seed: int) -> None:
    record = msgspec.json.decode(msgspec.json.encode(played(rules, seed).record("x")))
    report = verify_game(record)
    assert report.mismatches == []
    assert report.games == 1


LAWS: dict[Law, int] = {
    tiles_stay: 40,
    points_stay: 40,
    illegal_acts_change_nothing: 20,
    choices_rebuild_the_game: 30,
    redacted_events_show_the_same: 20,
    order_of_answers_does_not_matter: 10,
    same_seed_same_game: 10,
    records_verify: 30,
}
"""Law -> games in the quick run: 200 in all, ten times as many in the full one."""


def _name(check: Law) -> str:
    return getattr(check, "__name__", "law")


@pytest.mark.parametrize("check", LAWS, ids=_name)
def test_law(check: Law) -> None:
    law(check, LAWS[check])()


@pytest.mark.full
@pytest.mark.parametrize("check", LAWS, ids=_name)
def test_law_in_many_games(check: Law) -> None:
    law(check, 10 * LAWS[check])()
