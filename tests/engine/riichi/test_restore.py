"""A game restored from its events is the game that they came from."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.decision import Choice
from engine.core.errors import CannotRestore, IllegalAction
from engine.core.events import (
    Ankan,
    Chi,
    Dahai,
    Daiminkan,
    Dora,
    EndGame,
    EndKyoku,
    Event,
    Hora,
    Kakan,
    Nukidora,
    Pon,
    Ryukyoku,
    StartKyoku,
    Tsumo,
)
from engine.core.game import Game, Mark
from engine.core.resume import Step
from engine.core.viewer import FULL, PUBLIC
from engine.core.wall import SeededWalls, Wall
from engine.riichi import RoundStart, Rules, new_game, parse_rules
from engine.riichi.state import Seat, State
from engine.riichi.waiting import refresh
from tests.engine.riichi.journals import (
    anywhere,
    events_of,
    half_answers,
    journal,
    journal_of,
    play_on,
)
from tests.engine.riichi.random_games import PRESETS, SEEDS, fresh_game

QUICK, LONG = 60, 600


def everything(game: Game) -> tuple[Any, ...]:
    seats = range(len(game.view(PUBLIC).seats))
    views = [game.view(viewer) for viewer in (*seats, PUBLIC, FULL)]
    return game.log, game.decision, game.answers, game.mark, game.over, game.paused, views


def check_restored(rules: Rules, seed: int, cut: float) -> None:
    """Cut a game anywhere, restore it, and play both on."""
    _, whole = journal_of(rules, seed)
    live, steps = journal_of(rules, seed, 1 + int(cut * (len(whole) - 1)))
    game = fresh_game(rules, seed)
    game.restore(events_of(steps), steps[-1].mark)
    for choice in half_answers(steps):
        assert game.apply(choice) == []
    assert everything(game) == everything(live)
    chosen = len(live.choices) - len(game.choices)
    play_on(live, seed + 1)
    play_on(game, seed + 1)
    assert everything(game) == everything(live)
    assert game.choices == live.choices[chosen:]
    assert msgspec.json.encode(game.record("x")) == msgspec.json.encode(live.record("x"))


def test_a_game_is_restored_anywhere() -> None:
    anywhere(check_restored, QUICK)


@pytest.mark.full
def test_games_are_restored_anywhere() -> None:
    anywhere(check_restored, LONG)


@pytest.mark.parametrize("preset", ["majsoul_ranked_4p", "majsoul_3p"])
def test_every_boundary_of_a_game(preset: str) -> None:
    rules = parse_rules({"preset": preset, "length": "east"})
    live = fresh_game(rules, 5)
    _, whole = journal_of(rules, 5)
    for place, step in enumerate(whole, 1):
        take(live, step.choices)
        game = fresh_game(rules, 5)
        game.restore(events_of(whole[:place]), step.mark)
        for choice in half_answers(whole[:place]):
            game.apply(choice)
        assert everything(game) == everything(live)
    assert live.over


def take(game: Game, choices: Sequence[Choice]) -> None:
    if not choices:
        if game.log:
            game.advance()
        else:
            game.start()
    for choice in choices:
        game.apply(choice)


def test_a_dealer_who_may_stop_is_asked_once() -> None:
    rules = parse_rules(
        {
            "preset": "majsoul_friend_4p",
            "length": "east",
            "last_dealer_stop_win": "ask",
            "last_dealer_stop_tenpai": "ask",
        }
    )
    last_round = RoundStart(0, 4, 0, 0, 3, (10_000, 10_000, 10_000, 70_000))

    def fresh(seed: int) -> Game:
        return new_game(rules, "ABCD", SeededWalls(seed.to_bytes(4, "big")), last_round)

    for seed in range(100):
        live = fresh(seed)
        steps = journal(live, seed)
        places = [place for place, step in enumerate(steps) if is_stop(step)]
        if places and steps[places[0] + 1].events == ():
            break
    else:
        raise AssertionError("no dealer was asked and played on")
    asked = fresh(seed)
    asked.restore(events_of(steps[: places[0] + 1]), steps[places[0]].mark)
    assert asked.decision is not None
    assert asked.decision.phase == "stop"
    assert not asked.paused
    answered = fresh(seed)
    answered.restore(events_of(steps[: places[0] + 2]), steps[places[0] + 1].mark)
    assert answered.decision is None
    assert answered.paused
    assert answered.log == asked.log
    asked.apply(*steps[places[0] + 1].choices)
    assert everything(asked) == everything(answered)
    assert asked.advance() == answered.advance() == list(steps[places[0] + 2].events)


def is_stop(step: Step) -> bool:
    return bool(step.events) and isinstance(step.events[-1], EndKyoku) and step.mark.open


def test_walls_without_salt() -> None:
    """Scripted tables have no commitment and leave no proofs."""
    rules = parse_rules({"preset": "majsoul_ranked_4p", "length": "east"})

    class Unsalted(SeededWalls):
        def wall(self, round_index: int, tiles: Sequence[int], replacements: int) -> Wall:
            return Wall(super().wall(round_index, tiles, replacements).order, replacements)

    live = new_game(rules, "ABCD", Unsalted(b"x"))
    steps = journal(live, 3)
    for place in (len(steps) // 2, len(steps)):
        game = new_game(rules, "ABCD", Unsalted(b"x"))
        game.restore(events_of(steps[:place]), steps[place - 1].mark)
        play_on(game, 1)
        assert isinstance(game.log[-1], EndGame)
        assert game.log[-1].proofs is None
        assert steps[place - 1].mark.decision > 0


def test_a_game_that_has_begun_is_not_restored() -> None:
    rules = parse_rules("majsoul_ranked_4p")
    live, steps = journal_of(rules, 1, 5)
    with pytest.raises(IllegalAction) as refused:
        live.restore(events_of(steps), steps[-1].mark)
    assert refused.value.code == "stale_decision"
    game = fresh_game(rules, 1)
    game.restore(events_of(steps), steps[-1].mark)
    with pytest.raises(IllegalAction):
        game.start()


def test_restoring_costs_no_waits_of_rounds_that_are_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the last round's hands are looked at: a long game costs what one round does."""
    rules = parse_rules({"preset": "majsoul_ranked_4p", "length": "east_south"})
    live, steps = journal_of(rules, 8)
    events = events_of(steps)
    looked = 0

    def counted(state: State, seat: Seat) -> None:
        nonlocal looked
        looked += 1
        refresh(state, seat)

    monkeypatch.setattr("engine.riichi.fold.refresh", counted)
    game = fresh_game(rules, 8)
    game.restore(events, live.mark)
    begun = max(place for place, event in enumerate(events) if isinstance(event, StartKyoku))
    assert begun > 500
    assert looked <= len(events) - begun + rules.players


# -- What is no such game -------------------------------------------------------------------------


def refused(rules: Rules, seed: int, events: Sequence[Event], mark: Mark) -> CannotRestore:
    with pytest.raises(CannotRestore) as error:
        fresh_game(rules, seed).restore(events, mark)
    return error.value


@settings(max_examples=80)
@given(data=st.data(), seed=SEEDS)
def test_garbage_is_one_clear_error(data: st.DataObject, seed: int) -> None:
    """Events torn out, put elsewhere, doubled or of another game: refused, or another such game."""
    rules = parse_rules({"preset": data.draw(st.sampled_from(PRESETS)), "length": "east"})
    _, steps = journal_of(rules, seed % 20)
    other, _ = journal_of(rules, seed % 20 + 1)
    events = events_of(steps)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(events) - 1))
        match data.draw(st.sampled_from(["drop", "double", "swap", "strange", "nonsense", "cut"])):
            case "drop":
                del events[place]
            case "double":
                events.insert(place, events[place])
            case "swap":
                events[0], events[place] = events[place], events[0]
            case "strange":
                events[place] = other.log[data.draw(st.integers(0, len(other.log) - 1))]
            case "nonsense":
                events[place] = data.draw(st.sampled_from(NONSENSE))
            case "cut":
                del events[place:]
        if not events:
            break
    mark = Mark(data.draw(st.integers(0, 99)), data.draw(st.booleans()))
    game = fresh_game(rules, seed % 20)
    with suppress(CannotRestore):
        game.restore(events, mark)
        # Rounds that are over are not looked into; where the game stands is sound.
        assert game.log == events
        assert game.mark == mark
        game.view(FULL)


NONSENSE: Sequence[Event] = (
    Tsumo(7, "1m"),
    Tsumo(-1, "1m"),
    Tsumo(0, "?"),
    Tsumo(0, "9z"),
    Dahai(0, "0", False),
    Dahai(-3, "1p", True),
    Chi(0, 3, "1p", ("2p", "3p")),
    Chi(0, 3, "1p", ()),
    Pon(1, 0, "E", ("E",)),
    Daiminkan(2, 2, "E", ("E", "E", "E")),
    Ankan(0, ("W",) * 4),
    Ankan(0, ()),
    Kakan(0, "N", ("N", "N", "N")),
    Nukidora(0, "N"),
    Dora("1z"),
    Dora("P"),
    EndKyoku(),
    EndKyoku("00", ("1m",)),
    Ryukyoku("exhaustive", (0,) * 9, (0,) * 9, tenpais=(True,)),
    Hora(0, 0, "?", (), (), (), 0, 0, 0, 0, (), ()),
    EndGame((), (), ()),
)


def test_what_is_refused_names_the_event() -> None:
    rules = parse_rules({"preset": "majsoul_ranked_4p", "length": "east"})
    live, steps = journal_of(rules, 2, 60)
    events = events_of(steps)
    begun = max(place for place, event in enumerate(events) if isinstance(event, StartKyoku))

    def without(place: int) -> list[Event]:
        return events[:place] + events[place + 1 :]

    assert refused(rules, 2, (), live.mark).number is None
    assert refused(rules, 2, events[1:], live.mark).number == 0
    assert refused(rules, 2, events[:1], live.mark).number == 0
    assert refused(rules, 3, events, live.mark).number == begun
    others = parse_rules({"preset": "majsoul_ranked_4p", "length": "east_south"})
    assert refused(others, 2, events, live.mark).number == 0
    # Without the first draw the first discard is of nobody's tile.
    first = next(place for place in range(begun, len(events)) if isinstance(events[place], Tsumo))
    error = refused(rules, 2, without(first), live.mark)
    assert error.number is not None
    assert error.number >= first
    assert str(error).startswith(f"event {error.number}: ")
    # A mark that says otherwise than the events.
    assert (
        refused(rules, 2, events, Mark(live.mark.decision, not live.mark.open)).number is not None
    )
    # No decision stands between a riichi, a new dora or the end of a hand and what follows it.
    middle = fresh_game(rules, 2)
    middle.restore(events, live.mark)
    for place in range(begun + 1, len(events)):
        if not isinstance(events[place - 1], Tsumo | Dahai | Chi | Pon | Ankan | Kakan):
            assert refused(rules, 2, events[:place], live.mark).number == place - 1


@pytest.mark.parametrize("kind", [Tsumo, Dahai, Dora])
def test_a_tile_that_lies_elsewhere_is_refused(kind: type[Any]) -> None:
    rules = parse_rules({"preset": "majsoul_ranked_4p", "length": "one_round"})
    live, steps = journal_of(rules, 6)
    events = events_of(steps)
    place = max(place for place, event in enumerate(events) if isinstance(event, kind))
    field = "dora_marker" if kind is Dora else "pai"
    tile = getattr(events[place], field)
    changed: Any = msgspec.structs.replace(events[place], **{field: "1m" if tile != "1m" else "2m"})
    events[place] = changed
    error = refused(rules, 6, events, live.mark)
    assert error.number == place
    assert "1m" not in str(error)
