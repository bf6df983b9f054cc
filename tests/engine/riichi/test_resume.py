"""A game goes on from its journal: by the choices of the running round, or as it is stored."""

import random
from functools import partial

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.core.decision import Choice
from engine.core.errors import CannotRestore
from engine.core.events import Event, Hora, ReachAccepted, Ryukyoku, Tsumo
from engine.core.game import Mark
from engine.core.resume import Difference, Step, resume
from engine.riichi import Rules, parse_rules
from tests.engine.riichi.journals import anywhere, events_of, half_answers, journal_of, play_on
from tests.engine.riichi.random_games import SEEDS, any_rules, fresh_game
from tests.engine.riichi.test_restore import everything

QUICK, LONG = 60, 600


def check_resumed(rules: Rules, seed: int, cut: float) -> None:
    _, whole = journal_of(rules, seed)
    live, steps = journal_of(rules, seed, 1 + int(cut * (len(whole) - 1)))
    game, difference = resume(lambda: fresh_game(rules, seed), steps)
    assert difference is None
    assert everything(game) == everything(live)
    assert game.choices == live.choices
    play_on(live, seed + 1)
    play_on(game, seed + 1)
    assert everything(game) == everything(live)
    assert msgspec.json.encode(game.record("x")) == msgspec.json.encode(live.record("x"))


def test_a_game_goes_on_from_anywhere() -> None:
    anywhere(check_resumed, QUICK)


@pytest.mark.full
def test_games_go_on_from_anywhere() -> None:
    anywhere(check_resumed, LONG)


def test_steps_may_hold_several_choices() -> None:
    """A journal may write one entry for a window that several seats answered at once."""
    rules = parse_rules({"preset": "majsoul_ranked_4p", "length": "east"})
    live, steps = journal_of(rules, 4, 333)
    joined: list[Step] = []
    for step in steps:
        last = joined[-1] if joined else None
        if last is not None and last.choices and step.choices and len(joined) % 3:
            joined[-1] = Step(last.choices + step.choices, last.events + step.events, step.mark)
        else:
            joined.append(step)
    # Entries that hold neither change nothing.
    joined[5:5] = [Step((), (), joined[4].mark)]
    joined.append(Step((), (), steps[-1].mark))
    game, difference = resume(lambda: fresh_game(rules, 4), joined)
    assert difference is None
    assert everything(game) == everything(live)
    assert game.choices == live.choices


def changed(event: Event) -> Event | None:
    """An event that can be folded in its place all the same, and was not caused by the rules."""
    if isinstance(event, ReachAccepted | Ryukyoku | Hora):
        scores = (event.scores[0] + 100, *event.scores[1:])
        return msgspec.structs.replace(event, scores=scores)
    return None


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(rules=any_rules(), seed=SEEDS, cut=st.floats(0.1, 1))
def test_a_changed_event_is_reported_and_stands(rules: Rules, seed: int, cut: float) -> None:
    _, whole = journal_of(rules, seed)
    live, steps = journal_of(rules, seed, 1 + int(cut * (len(whole) - 1)))
    begun = max(place for place, step in enumerate(steps) if not step.choices)
    before = len(events_of(steps[:begun]))
    place = None
    for number, step in enumerate(steps[begun:], begun):
        for within, event in enumerate(step.events):
            other = changed(event)
            if other is not None and place is None:
                place = before
                events = (*step.events[:within], other, *step.events[within + 1 :])
                steps[number] = step._replace(events=events)
            before += 1
    if place is None or live.over:
        return
    word = str(live.log[place].__struct_config__.tag)
    try:
        game, difference = resume(lambda: fresh_game(rules, seed), steps)
    except CannotRestore:
        # After the end of a round the changed scores may have decided the game.
        assert live.paused or live.decision is not None
        return
    assert difference == Difference(place, word, word)
    assert str(difference) == f"event {place}: stored is {word}, the rules say another {word}"
    assert game.log == events_of(steps)
    assert game.decision == live.decision
    assert game.answers == live.answers
    assert game.choices == live.choices


def journal(preset: str = "majsoul_ranked_4p", seed: int = 4, steps: int = 200) -> list[Step]:
    rules = parse_rules({"preset": preset, "length": "east"})
    return journal_of(rules, seed, steps)[1]


def differing(steps: list[Step], seed: int = 4) -> Difference:
    rules = parse_rules({"preset": "majsoul_ranked_4p", "length": "east"})
    game, difference = resume(lambda: fresh_game(rules, seed), steps)
    assert difference is not None
    assert game.log == events_of(steps)
    assert game.mark == steps[-1].mark
    return difference


def test_a_choice_that_the_rules_refuse_is_a_difference() -> None:
    steps = journal()
    choice = steps[-1].choices[-1]
    steps[-1] = steps[-1]._replace(choices=(Choice(choice.seat, choice.decision, 99),))
    number = len(events_of(steps[:-1]))
    word = steps[-1].events[0].__struct_config__.tag
    difference = differing(steps)
    assert difference == Difference(number, str(word), "refusal")
    assert str(difference) == f"event {number}: stored is {word}, the rules say refusal"


def test_missing_events_are_a_difference() -> None:
    steps = journal()
    last = max(place for place, step in enumerate(steps) if len(step.events) > 1)
    del steps[last + 1 :]
    *events, gone = steps[-1].events
    assert isinstance(gone, Tsumo)
    rules = parse_rules({"preset": "majsoul_ranked_4p", "length": "east"})
    steps[-1] = steps[-1]._replace(events=tuple(events))
    # The stored events cannot stand either: nobody is asked about the discard that is left.
    with pytest.raises(CannotRestore) as error:
        resume(lambda: fresh_game(rules, 4), steps)
    assert error.value.number == len(events_of(steps)) - 1


def test_another_decision_is_a_difference() -> None:
    steps = journal()
    mark = steps[-1].mark
    assert mark.open
    steps[-1] = steps[-1]._replace(mark=Mark(mark.decision + 1, True))
    difference = differing(steps)
    number = len(events_of(steps))
    waits = f"decision {mark.decision + 1} open", f"decision {mark.decision} open"
    assert difference == Difference(number, *waits)


def test_half_an_answer_outlives_a_difference() -> None:
    rules = parse_rules({"preset": "majsoul_ranked_4p", "length": "east_south"})
    kept = dropped = 0
    for seed in range(40):
        _, whole = journal_of(rules, seed)
        for end in range(2, len(whole), 7):
            steps = whole[:end]
            waiting = half_answers(steps)
            begun = max(place for place, step in enumerate(steps) if not step.choices)
            if not waiting or begun > end - 4:
                continue
            # A choice that cannot be: the events stand.
            spoilt = steps[begun + 1]
            steps[begun + 1] = spoilt._replace(choices=(Choice(0, 10**6, 0),))
            game, difference = resume(partial(fresh_game, rules, seed), steps)
            assert difference is not None
            assert game.answers == {choice.seat: choice.option for choice in waiting}
            kept += 1
            # An answer that is not on offer, or would settle the window, is asked for again.
            odd = waiting[-1]
            steps[-1] = steps[-1]._replace(choices=(Choice(odd.seat, odd.decision, 50),))
            game, _ = resume(partial(fresh_game, rules, seed), steps)
            assert odd.seat not in game.answers
            assert game.mark == steps[-1].mark
            dropped += 1
        if kept > 5:
            break
    assert kept
    assert dropped


def test_no_journal_is_an_error() -> None:
    rules = parse_rules("majsoul_3p")
    with pytest.raises(CannotRestore):
        resume(lambda: fresh_game(rules, 1), [])


@settings(max_examples=60)
@given(data=st.data())
def test_a_torn_journal_is_refused_or_sound(data: st.DataObject) -> None:
    rules = parse_rules({"preset": "majsoul_3p", "length": "east"})
    seed = data.draw(st.integers(0, 5))
    _, steps = journal_of(rules, seed)
    chance = random.Random(data.draw(SEEDS))
    for _ in range(data.draw(st.integers(1, 3))):
        place = chance.randrange(len(steps))
        match chance.randrange(4):
            case 0:
                del steps[place]
            case 1:
                steps.insert(place, steps[chance.randrange(len(steps))])
            case 2:
                steps[place] = steps[place]._replace(choices=(Choice(0, place, 0),))
            case 3:
                del steps[place + 1 :]
    try:
        game, difference = resume(lambda: fresh_game(rules, seed), steps)
    except CannotRestore:
        return
    assert game.log == events_of(steps)
    assert game.mark == steps[-1].mark
    if difference is None:
        play_on(game, seed)
        assert game.over
