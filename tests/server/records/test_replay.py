"""Replays: seeking, views, and the same analysis as live."""

from typing import Any

import msgspec
import pytest

from engine.core.events import Dahai, Event, StartKyoku, Tsumo
from engine.core.viewer import FULL, PUBLIC
from engine.core.wall import SeededWalls
from engine.riichi import Observer, new_game, parse_rules
from server.commands.shanten_cmd import measure
from server.records.replay import NoSuchMoment, Replay
from server.table.hints import RiichiInsight
from tests.support.records import rare_games, tame, wild

REPLAY = Replay(tame(1))
WILD = Replay(wild(0, "majsoul_3p"))


def test_rounds_are_marked_with_their_moments() -> None:
    for number, mark in enumerate(REPLAY.rounds):
        start = REPLAY.events[mark.first - 1]
        assert isinstance(start, StartKyoku)
        assert (mark.number, mark.kyoku, mark.honba) == (number, start.kyoku, start.honba)
        assert REPLAY.seek(number) == mark.first
        assert REPLAY.round_at(mark.first) == REPLAY.round_at(mark.last) == number
    assert REPLAY.round_at(0) is None
    assert REPLAY.rounds[-1].last == len(REPLAY.events)


def test_a_turn_is_when_a_seat_is_about_to_discard() -> None:
    mark = REPLAY.rounds[1]
    start = REPLAY.events[mark.first - 1]
    assert isinstance(start, StartKyoku)
    for seat in (None, 0, 2):
        actor = start.oya if seat is None else seat
        for turn in (1, 3, 5):
            moment = REPLAY.seek(1, turn, seat)
            made = REPLAY.events[moment]
            assert isinstance(made, Dahai)
            assert made.actor == actor
            earlier = REPLAY.events[mark.first : moment]
            assert sum(isinstance(e, Dahai) and e.actor == actor for e in earlier) == turn - 1
            assert REPLAY.at(moment + 1).turn >= turn
    assert REPLAY.seek(1, 99) == mark.last


def test_an_event_of_a_round_is_counted_from_the_deal() -> None:
    mark = REPLAY.rounds[2]
    assert REPLAY.seek(2, event=0) == mark.first
    assert REPLAY.seek(2, event=7) == mark.first + 7
    assert REPLAY.seek(2, event=mark.last - mark.first) == mark.last


@pytest.mark.parametrize(
    ("where", "fault"),
    [
        ({"number": 99}, "round 99; allowed: 0 to "),
        ({"number": -1}, "round -1; allowed: 0 to "),
        ({"number": 0, "turn": 0}, "turn 0 of seat 0; turns begin with 1"),
        ({"number": 0, "turn": 1, "seat": 4}, "turn 1 of seat 4"),
        ({"number": 0, "event": 9999}, "event 9999; allowed: 0 to "),
    ],
)
def test_a_place_that_is_not_there(where: dict[str, Any], fault: str) -> None:
    with pytest.raises(NoSuchMoment, match=fault):
        REPLAY.seek(**where)


@pytest.mark.parametrize("moment", [-1, len(REPLAY.events) + 1])
def test_a_moment_that_is_not_there(moment: int) -> None:
    with pytest.raises(NoSuchMoment, match="allowed: 0 to "):
        REPLAY.at(moment)


@pytest.mark.parametrize("replay", [REPLAY, WILD], ids=["four players", "three players"])
@pytest.mark.parametrize("viewer", [0, 2, PUBLIC, FULL])
def test_views_are_those_of_somebody_who_got_the_events_live(replay: Replay, viewer: int) -> None:
    observer = Observer(replay.rules)
    for moment, event in enumerate(replay.stream(viewer), start=1):
        observer.fold(event)
        if moment % 9 == 0:
            seen = replay.at(moment, viewer)
            assert seen.view == observer.view(viewer)
            assert seen.event == event


def test_moments_do_not_depend_on_the_way_there() -> None:
    there = Replay(tame(1))
    for moment in (300, 20, 900, 899, 0, len(there.events)):
        fresh = Replay(tame(1))
        assert there.at(moment, 1) == fresh.at(moment, 1)
        assert there.analysis(moment) == fresh.analysis(moment)


def test_one_seat_sees_no_other_hand() -> None:
    moment = REPLAY.seek(0, 4)
    view = REPLAY.at(moment, 2).view
    assert [set(seat.hand) == {"?"} for seat in view.seats] == [True, True, False, True]
    assert [found is None for found in REPLAY.analysis(moment, 2)] == [True, True, False, True]
    assert REPLAY.analysis(moment, PUBLIC) == (None,) * 4
    assert None not in REPLAY.analysis(moment, FULL)
    drawn = [event for event in REPLAY.stream(2) if isinstance(event, Tsumo) and event.actor != 2]
    assert {event.pai for event in drawn} == {"?"}


def test_the_analysis_is_that_of_the_live_table() -> None:
    """The same game, played again: at each moment the live insight says what the replay says."""
    record = tame(1)
    rules = parse_rules(record["rules"])
    game = new_game(rules, record["names"], SeededWalls((1).to_bytes(8, "big")))
    insight = RiichiInsight(game, rules)
    replay = Replay(record)
    hints = 0
    for moment in follow(game, replay.events):
        for seat in insight.hinted():
            found = replay.analysis(moment, seat)[seat]
            assert found is not None
            assert (found.waits, found.by_discard) == insight.hint(seat)
            assert found.furiten == insight.furiten()[seat]
            hints += bool(found.waits)
    assert hints > 100


def follow(game: Any, events: tuple[Event, ...]) -> Any:
    """Play a recorded game again with its choices; yields the moments at which the game waits."""
    from engine.core.decision import Choice
    from server.records.answers import recorded_answers

    raw = [msgspec.to_builtins(event) for event in events]
    game.start()
    while not game.over:
        yield len(game.log)
        decision = game.decision
        if decision is None:
            game.advance()
            continue
        for seat, option in recorded_answers(decision, raw[len(game.log) :]).items():
            if game.decision is decision:
                game.apply(Choice(seat, decision.id, option))


def test_shanten_and_useful_tiles_are_those_of_the_command() -> None:
    for number in range(len(REPLAY.rounds)):
        moment = REPLAY.seek(number, 6)
        view = REPLAY.at(moment).view
        for seat, found in zip(view.seats, REPLAY.analysis(moment), strict=True):
            drawn = [] if seat.drawn is None else [seat.drawn]
            answer = measure({"hand": [*seat.hand, *drawn]})
            assert found is not None
            assert (found.shanten, found.useful) == (answer["shanten"], answer["ukeire"])


def test_between_rounds_there_is_nothing_to_analyse() -> None:
    mark = REPLAY.rounds[0]
    assert REPLAY.analysis(mark.last) == (None,) * 4
    assert REPLAY.analysis(0) == (None,) * 4


def test_records_that_lack_fields_are_completed() -> None:
    for record in rare_games()[:3]:
        replay = Replay(record)
        assert len(replay.events) >= len(record["events"])
        assert replay.at(replay.seek(0, 3)).view.round.bakaze == "E"


def test_a_record_without_rounds_is_refused() -> None:
    with pytest.raises(ValueError, match="no start_kyoku"):
        Replay({**tame(1), "events": tame(1)["events"][:1]})


def test_an_event_that_does_not_fit_is_named() -> None:
    record = tame(1)
    events = [dict(event) for event in record["events"]]
    place = next(at for at, event in enumerate(events) if event["type"] == "dahai")
    events[place]["tsumogiri"] = False
    events[place]["pai"] = "5mr" if "5mr" not in events[1]["tehais"][0] else "5pr"
    with pytest.raises(ValueError, match=rf"event {place} \(dahai\) does not fit"):
        Replay({**record, "events": events})
