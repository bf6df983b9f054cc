"""A process that dies at any kind of moment: the next one goes on as if nothing had happened."""

from typing import Any

import pytest
from msgspec import structs

from engine.core.actions import Pass
from engine.core.events import Dahai, EndGame, StartKyoku
from protocol.errors import Error, Ok
from protocol.table import (
    Act,
    Confirm,
    EventFrame,
    Presence,
    RoundEnd,
    SetAuto,
    Snapshot,
    Sync,
    TableOver,
    TableStart,
)
from server.table.api import Remembered, TableSettings
from server.table.walls import Secret
from tests.server.table.house import QUICK, TABLE, Person
from tests.server.table.mortal import MortalHouse, ask_of, finished, play

ONE_ROUND = {"preset": "majsoul_ranked_4p", "length": "one_round"}


@pytest.fixture(autouse=True)
def _same_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Secret, "new", lambda: Secret(bytes(32)))


async def test_nobody_is_told_before_it_is_durable() -> None:
    house = MortalHouse()
    house.disk.slow = True
    await house.open()
    assert all(person.sink.frames == [] for person in house.people)
    house.journals.sync()
    await house.settle()
    dealer = house.people[0]
    assert isinstance(dealer.sink.messages[0], TableStart)
    ask = ask_of(dealer)
    before = [len(person.sink.frames) for person in house.people]
    house.tables.handle(
        "a", dealer.sink, Act(id=7, table=TABLE, decision=ask.decision, option=ask.default)
    )
    await house.settle()
    # What others say meanwhile tells nothing either.
    house.tables.handle(
        "a", dealer.sink, Act(id=8, table=TABLE, decision=ask.decision, option=ask.default)
    )
    await house.clock.pass_time(5.0)
    assert [len(person.sink.frames) for person in house.people] == before
    house.journals.sync()
    await house.settle()
    # That it has stood for so long is written, too.
    house.journals.sync()
    await house.settle()
    told = dealer.sink.messages[before[0] :]
    assert told[0] == Ok(id=7)
    assert any(isinstance(message, EventFrame) for message in told)
    refusals = [message for message in told if isinstance(message, Error)]
    assert [(refusal.id, refusal.code) for refusal in refusals] == [(8, "stale_decision")]
    await house.close()


async def test_what_was_not_durable_has_not_happened() -> None:
    house = MortalHouse()
    await house.open()
    dealer = house.people[0]
    ask = ask_of(dealer)
    house.disk.slow = True
    house.tables.handle("a", dealer.sink, Act(id=7, table=TABLE, decision=ask.decision, option=0))
    await house.settle()
    recovered = await house.crash()
    assert recovered.answers == ()
    await house.come_back()
    assert ask_of(dealer).decision == ask.decision
    assert isinstance(await dealer.act(0), Ok)
    await house.close()


async def test_an_open_turn_comes_again_with_its_id_and_its_time() -> None:
    house = MortalHouse()
    await house.open()
    dealer = house.people[0]
    ask = ask_of(dealer)
    await house.clock.pass_time(7.5)
    await house.kill()
    recovered = await house.restart(down_s=3600)
    (header,) = recovered.tables
    assert (header.table, header.room, recovered.set_aside) == (TABLE, None, ())
    assert house.tables.seat_of("a") == (TABLE, 0)
    await house.clock.pass_time(4.0)
    await house.come_back()
    again = ask_of(dealer)
    assert structs.replace(again, time=ask.time) == ask
    # Of 5 + 20 s, 7 had passed at the last sign of life; neither the hour counts nor the 4 s.
    assert (again.time.base_ms, again.time.bank_ms) == (0, 18_000)
    await house.clock.pass_time(17.9)
    assert isinstance(await dealer.act(), Ok)
    assert dealer.sink.last(Presence) is not None
    await house.close()


async def test_the_clock_runs_without_somebody_who_does_not_come_back() -> None:
    house = MortalHouse()
    await house.open()
    dealer, other = house.people[:2]
    decision = ask_of(dealer).decision
    await house.clock.pass_time(5.0)
    await house.crash()
    await house.come_back(other)
    await house.clock.pass_time(29.9)
    assert not any(isinstance(frame.event, Dahai) for frame in other.events)
    await house.clock.pass_time(0.2)
    assert any(isinstance(frame.event, Dahai) for frame in other.events)
    late = Act(table=TABLE, decision=decision, option=0)
    await house.come_back(dealer)
    answer = await dealer.send(late)
    assert isinstance(answer, Error)
    assert answer.code == "stale_decision"
    await house.close()


async def test_time_that_was_spent_stays_spent_over_two_restarts() -> None:
    house = MortalHouse()
    await house.open()
    dealer = house.people[0]
    await house.clock.pass_time(6.0)
    await house.crash()
    await house.come_back()
    await house.clock.pass_time(14.0)
    await house.crash(down_s=5000)
    await house.come_back()
    again = ask_of(dealer)
    # 6 s before the first; after it the first 10 s may have been without a clock.
    assert again.time.base_ms == 0
    assert again.time.bank_ms in (15_000, 16_000)
    await house.close()


async def test_a_bank_is_as_it_was() -> None:
    house = MortalHouse()
    await house.open()
    dealer = house.people[0]
    await house.clock.pass_time(10.0)
    await dealer.act()
    await house.until(lambda: dealer.ask is not None)
    assert ask_of(dealer).time.bank_ms == 15_000
    await house.crash()
    await house.come_back()
    assert (ask_of(dealer).time.base_ms, ask_of(dealer).time.bank_ms) == (5000, 15_000)
    await house.close()


async def test_the_bank_is_full_when_the_process_dies_right_after_a_deal() -> None:
    house = MortalHouse()
    await house.open()
    dealer = house.people[0]
    await house.clock.pass_time(10.0)
    await dealer.act()
    await dealer.send(SetAuto(table=TABLE, no_call=True))
    await house.until(lambda: dealer.sink.last(RoundEnd) is not None)
    for person in house.people:
        await person.send(Confirm(table=TABLE))
    assert len([1 for event in house.game.log if isinstance(event, StartKyoku)]) == 2
    await house.crash()
    await house.come_back()
    snapshot = dealer.sink.last(Snapshot)
    assert snapshot is not None
    assert not snapshot.auto.no_call
    turn = next(person for person in house.people if person.ask is not None)
    assert ask_of(turn).time.bank_ms == 20_000
    await house.close()


async def two_claimers(house: MortalHouse) -> tuple[Person, Person]:
    """Play until two people are asked about one discard."""

    await play(house, lambda: len(house.asked) == 2)
    first, second = house.asked
    return first, second


async def test_an_answer_to_a_window_that_waits_for_others_is_kept() -> None:
    house = MortalHouse()
    await house.open()
    first, second = await two_claimers(house)
    asked = ask_of(second)
    passing = first.choose(lambda option: isinstance(option, Pass))
    assert passing is not None
    assert isinstance(await first.act(passing), Ok)
    assert house.asked == [second], "the window waits for the other"
    log = list(house.game.log)
    await house.crash()
    assert house.game.log == log
    await house.come_back()
    assert first.ask is None
    assert ask_of(second).decision == asked.decision
    assert ask_of(second).options == asked.options
    passing = second.choose(lambda option: isinstance(option, Pass))
    assert isinstance(await second.act(passing), Ok)
    assert len(house.game.log) > len(log)
    await house.close()


async def test_the_pause_between_two_rounds_goes_on() -> None:
    house = MortalHouse(settings=structs.replace(QUICK, confirm_ms=15_000))
    await house.open()
    await house.until(lambda: house.people[0].sink.last(RoundEnd) is not None)
    await house.people[2].send(Confirm(table=TABLE))
    await house.clock.pass_time(5.0)
    await house.crash()
    await house.clock.pass_time(2.0)
    await house.come_back()
    pause = house.people[0].sink.last(RoundEnd)
    assert pause is not None
    assert pause.confirmed == (False, False, True, False)
    last = house.people[3].sink.last(RoundEnd)
    assert last is not None
    assert 9_900 <= last.next_ms <= 10_100
    await house.clock.pass_time(9.8)
    assert house.people[0].sink.last(RoundEnd) is not None
    assert not any(isinstance(frame.event, StartKyoku) for frame in house.people[0].events)
    await house.clock.pass_time(0.4)
    assert any(isinstance(frame.event, StartKyoku) for frame in house.people[0].events)
    await house.close()


async def test_a_restart_within_the_floor_charges_nothing() -> None:
    house = MortalHouse(settings=TableSettings(floor_ms=300, bot_min_ms=0, bot_max_ms=0))
    await house.open()
    for person in house.people[1:]:
        await person.send(SetAuto(table=TABLE, no_call=True))
    await house.people[0].act()
    next_player = house.people[1]
    assert next_player.ask is None, "the floor passes first"
    await house.crash()
    await house.come_back()
    assert (ask_of(next_player).time.base_ms, ask_of(next_player).time.bank_ms) == (5000, 20_000)
    snapshot = next_player.sink.last(Snapshot)
    assert snapshot is not None
    assert snapshot.seats[0].pond
    assert snapshot.auto.no_call
    await house.close()


async def test_a_game_that_was_over_but_not_recorded_is_recorded_once() -> None:
    house = MortalHouse(rules=ONE_ROUND)
    await house.open()
    house.store.dead = True  # type: ignore[attr-defined]
    await play(house, lambda: isinstance(house.game.log[-1], EndGame))
    events = list(house.game.log)
    assert house.over == []
    assert not any(isinstance(frame.event, EndGame) for frame in house.people[0].events)
    await house.kill()
    house.store.dead = False  # type: ignore[attr-defined]
    recovered = await house.restart()
    assert len(recovered.tables) == 1
    assert finished(house.over)
    assert len(house.record["events"]) == len(events)
    assert house.store.saved == [TABLE]  # type: ignore[attr-defined]
    assert house.disk.headers == {}
    person = house.people[0]
    person.connect()
    assert isinstance(await person.sync(-1), TableOver)
    assert (await house.crash()).tables == ()
    await house.close()


async def test_standing_orders_are_kept_and_applied() -> None:
    house = MortalHouse()
    await house.open()
    dealer, other = house.people[:2]
    await other.send(SetAuto(table=TABLE, tsumogiri=True, no_call=True))
    await house.crash()
    await house.come_back(dealer, house.people[2], house.people[3])
    await dealer.act()
    await house.until(lambda: any(_drew_and_threw(frame.event) for frame in dealer.events))
    await house.come_back(other)
    snapshot = other.sink.last(Snapshot)
    assert snapshot is not None
    assert (snapshot.auto.tsumogiri, snapshot.auto.no_call, snapshot.auto.win) == (
        True,
        True,
        False,
    )
    await house.close()


def _drew_and_threw(event: Any) -> bool:
    return isinstance(event, Dahai) and event.actor == 1 and event.tsumogiri


async def test_a_seat_on_auto_stays_on_auto_until_it_sends_something() -> None:
    house = MortalHouse()
    await house.open()
    gone, other = house.people[0], house.people[1]
    gone.drop()
    for _ in range(600):
        if (0, "auto") in [(state.seat, state.state) for state in other.sink.all(Presence)]:
            break
        for person in house.people[1:]:
            if person.ask is not None:
                await person.act()
        await house.clock.pass_time(1.0)
    await house.crash()
    await house.come_back(other)
    snapshot = other.sink.last(Snapshot)
    assert snapshot is not None
    assert snapshot.seats[0].presence == "auto"
    await house.come_back(gone)
    last = [state for state in other.sink.all(Presence) if state.seat == 0][-1]
    assert last.state == "online"
    await house.close()


async def test_answered_requests_are_remembered() -> None:
    house = MortalHouse()
    await house.open()
    dealer = house.people[0]
    await dealer.act()
    await dealer.send(SetAuto(table=TABLE, no_call=True))
    await dealer.send(Act(table=TABLE, decision="00", option=0))
    recovered = await house.crash()
    assert recovered.answers == (Remembered("a", "page", (1, 2)),)
    await house.close()


async def test_bots_go_on() -> None:
    house = MortalHouse(people=1, rules=ONE_ROUND)
    await house.open()
    await house.people[0].act()
    await house.crash()
    await house.come_back()
    await house.until(lambda: bool(house.over))
    assert finished(house.over)
    await house.close()


async def test_a_sync_after_a_restart_fills_a_short_gap() -> None:
    house = MortalHouse()
    await house.open()
    person = house.people[1]
    await house.people[0].act()
    last = person.events[-1].seq
    await house.crash()
    person.connect()
    assert isinstance(await person.sync(last - 1), Ok)
    assert [frame.seq for frame in person.events] == [last]
    await house.close()


async def test_an_older_socket_changes_nothing_after_a_restart() -> None:
    house = MortalHouse()
    await house.open()
    await house.crash()
    person, other = house.people[:2]
    await house.come_back(other, person)
    old = person.sink
    await house.come_back(person)
    house.tables.detach("a", old)
    await house.settle()
    assert [state.state for state in other.sink.all(Presence) if state.seat == 0][-1] == "online"
    assert isinstance(await person.act(), Ok)
    await house.close()


async def test_a_stranger_to_the_old_process_is_refused_as_ever() -> None:
    house = MortalHouse(people=2)
    await house.open()
    await house.crash()
    stranger = Person(house, "z")
    stranger.connect()
    answer = await stranger.send(Sync(table=TABLE, seq=-1))
    assert isinstance(answer, Error)
    assert answer.code == "not_seated"
    await house.close()
