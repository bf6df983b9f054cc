"""Coming back: the missing events, or a snapshot, then the open ask with what is left of it."""

from typing import Any

import pytest
from structlog.testing import capture_logs

from engine.core.events import Event, StartKyoku
from engine.riichi import Observer, parse_rules
from protocol.errors import Error, Ok
from protocol.table import (
    Act,
    AskFrame,
    Confirm,
    EventFrame,
    Presence,
    RoundEnd,
    SetAuto,
    Snapshot,
    Sync,
    TableOver,
    TimedOut,
)
from server.store.database import StoreError
from server.table.api import TableMessage, TableSettings
from tests.server.table.house import TABLE, House, Person


def seen_by(person: Person) -> list[Event]:
    return [frame.event for frame in person.events]


def observer_of(snapshot: Snapshot) -> Observer:
    seats = tuple(seat.view() for seat in snapshot.seats)
    rules = parse_rules(snapshot.rules)
    assert snapshot.seat is not None
    return Observer.from_snapshot(rules, snapshot.round, seats, snapshot.seat, snapshot.furiten)


async def test_a_short_gap_is_filled_with_the_missing_events() -> None:
    house = House()
    await house.open()
    gone, witness = house.people[3], house.people[2]
    await house.until(lambda: len(gone.events) > 20 and house.people[0].ask is not None)
    last = gone.events[-1].seq
    old = gone.sink
    gone.drop()
    while len(witness.events) < last + 6 and house.people[3].ask is None:
        for person in house.people[:3]:
            if person.ask is not None:
                await person.act()
        if all(person.ask is None for person in house.people[:3]):
            break
    gone.connect()
    await house.settle()
    assert gone.sink.frames == [], "nothing flows before the sync"
    answer = await gone.sync(last)
    assert isinstance(answer, Ok)
    assert [frame.seq for frame in gone.events] == list(range(last + 1, len(witness.events)))
    assert len(old.all(EventFrame)) == last + 1
    await house.close()


async def test_the_ask_comes_again_with_the_time_that_is_left() -> None:
    house = House()
    await house.open()
    dealer = house.people[0]
    ask = dealer.ask
    assert ask is not None
    await house.clock.pass_time(3.0)
    dealer.drop()
    await house.clock.pass_time(4.0)
    dealer.connect()
    assert isinstance(await dealer.sync(2), Ok)
    again = dealer.ask
    assert again is not None
    assert (again.decision, again.options) == (ask.decision, ask.options)
    assert (again.time.base_ms, again.time.bank_ms) == (0, 18_000)
    assert isinstance(await dealer.act(), Ok)
    await house.close()


async def test_a_fresh_page_gets_a_snapshot_that_needs_nothing_before() -> None:
    house = House()
    await house.open()
    other = house.people[1]
    await house.until(lambda: len(other.events) > 60 and other.ask is not None)
    await other.send(SetAuto(table=TABLE, win=True))
    rules = parse_rules(other.events[0].event.rules)  # type: ignore[union-attr]
    folded = Observer(rules)
    for event in seen_by(other):
        folded.fold(event)
    ask = other.ask
    other.drop()
    other.connect()
    snapshot = await other.sync(-1)
    assert isinstance(snapshot, Snapshot)
    assert snapshot.seat == 1
    assert snapshot.names == ("A", "B", "C", "D")
    assert snapshot.auto.win
    assert observer_of(snapshot).view(1) == folded.view(1)
    again = other.sink.last(AskFrame)
    assert again is not None
    assert ask is not None
    assert again.decision == ask.decision
    for seat in (0, 2, 3):
        assert set(snapshot.seats[seat].hand) == {"?"}
        assert snapshot.seats[seat].drawn in (None, "?")
    await house.close()


async def test_a_snapshot_can_be_played_on_from() -> None:
    house = House()
    await house.open()
    other = house.people[1]
    await house.until(lambda: len(other.events) > 50 and house.people[2].ask is not None)
    other.drop()
    other.connect()
    snapshot = await other.sync(-1)
    assert isinstance(snapshot, Snapshot)
    folded = observer_of(snapshot)
    await house.until(lambda: bool(other.events) and len(other.events) > 30)
    for frame in other.events:
        folded.fold(frame.event)
        if isinstance(frame.event, StartKyoku):
            break
    other.drop()
    other.connect()
    newest = await other.sync(-1)
    assert isinstance(newest, Snapshot)
    assert folded.view(1).round.scores == newest.round.scores
    await house.close()


async def test_a_number_from_another_round_or_from_nowhere_gets_a_snapshot() -> None:
    house = House()
    await house.open()
    other = house.people[1]

    def second_round() -> bool:
        deals = [frame for frame in other.events if isinstance(frame.event, StartKyoku)]
        return len(deals) == 2

    await house.until(second_round)
    deal = other.events[-2].seq if isinstance(other.events[-2].event, StartKyoku) else 0
    for seq in (5, deal - 1, 10_000):
        other.drop()
        other.connect()
        assert isinstance(await other.sync(max(seq, 0)), Snapshot)
    await house.close()


async def test_the_newest_connection_wins_and_the_older_hears_nothing() -> None:
    house = House()
    await house.open()
    dealer = house.people[0]
    old = dealer.sink
    dealer.connect()
    await dealer.sync(-1)
    heard = len(old.frames)
    house.tables.detach("a", old)
    await house.settle()
    await dealer.act()
    assert len(old.frames) == heard
    assert dealer.events, "the late disconnect of the old connection changes nothing"
    await house.close()


async def test_a_dropped_seat_gets_its_open_ask_and_one_more_in_full_then_plays_by_itself() -> None:
    house = House()
    await house.open()
    gone, other = house.people[0], house.people[1]
    gone.drop()
    await house.settle()
    presence = other.sink.last(Presence)
    assert presence == Presence(table=TABLE, seat=0, state="offline")
    started = house.clock.now()
    waits: list[float] = []
    for _ in range(200):
        if len(waits) == 5:
            break
        before = len(other.events)
        for person in house.people[1:]:
            if person.ask is not None:
                await person.act()
        if len(other.events) == before and all(p.ask is None for p in house.people[1:]):
            started = house.clock.now()
            while len(other.events) == before:
                await house.clock.pass_time(0.5)
            waits.append(house.clock.now() - started)
    # The open one; the first after the drop, a claim (the bank is spent: base alone); as nobody may
    # know of that, the first turn as well; then a short while.
    assert waits[:3] == [25.0, 5.0, 5.0]
    assert all(wait <= 1.5 for wait in waits[3:])
    assert other.sink.last(Presence) == Presence(table=TABLE, seat=0, state="auto")
    gone.connect()
    await gone.sync(-1)
    assert other.sink.last(Presence) == Presence(table=TABLE, seat=0, state="online")
    assert gone.sink.last(TimedOut) is None
    await house.close()


async def test_sync_between_rounds_tells_how_the_pause_stands() -> None:
    house = House()
    await house.open()
    other = house.people[1]
    await house.until(lambda: other.sink.last(RoundEnd) is not None)
    await house.people[2].send(Confirm(table=TABLE))
    await house.clock.pass_time(5.0)
    other.drop()
    other.connect()
    await other.sync(-1)
    pause = other.sink.last(RoundEnd)
    assert pause is not None
    assert pause.next_ms <= 10_000
    assert pause.confirmed[2]
    await house.close()


async def test_a_sync_while_events_are_held_back_waits_for_them() -> None:
    house = House(settings=TableSettings(floor_ms=300, bot_min_ms=0, bot_max_ms=0))
    await house.open()
    dealer, other = house.people[0], house.people[2]
    await dealer.act()
    for person in house.people:
        if person.ask is not None:
            await person.act()
    other.drop()
    other.connect()
    house.tables.handle("c", other.sink, Sync(id=77, table=TABLE, seq=3))
    await house.settle()
    assert other.sink.frames == []
    await house.clock.pass_time(0.31)
    assert 77 in other.sink.answers
    assert other.events[-1].seq > 3
    await house.close()


async def test_an_ended_table_answers_table_over_and_an_unknown_one_an_error() -> None:
    house = House(rules={"preset": "majsoul_ranked_4p", "length": "one_round"})
    await house.open()
    person = house.people[0]
    await house.until(lambda: bool(house.over))
    assert await person.sync(3) == TableOver(id=person._ids, table=TABLE)
    house.store.records["older"] = {}
    assert isinstance(await person.send(Sync(table="older", seq=-1)), TableOver)
    refused: tuple[tuple[TableMessage, str], ...] = (
        (Sync(table="t9", seq=-1), "no_such_table"),
        (Act(table="t9", decision="d", option=0), "no_such_table"),
        # An act whose answer was lost, sent again to a process that knows the game by its record.
        (Act(table="older", decision="d", option=0), "game_over"),
    )
    for message, expected in refused:
        answer: Any = await person.send(message)
        assert isinstance(answer, Error)
        assert answer.code == expected
    await house.close()


async def test_a_store_that_fails_leaves_no_question_about_an_ended_table_unanswered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = House()
    await house.open()

    async def broken(game_id: str) -> bytes | None:
        raise StoreError(f"cannot look for {game_id}")

    monkeypatch.setattr(house.store, "record", broken)
    with capture_logs() as logs:
        answer = await house.people[0].send(Sync(table="older", seq=-1))
    assert isinstance(answer, Error)
    assert answer.code == "internal_error"
    assert [log["event"] for log in logs] == ["lookup_failed"]
    await house.close()


async def test_a_replay_is_the_whole_round_by_its_events() -> None:
    house = House()
    await house.open()
    person = house.people[3]
    await house.until(lambda: sum(isinstance(e, StartKyoku) for e in seen_by(person)) == 2)
    for _ in range(60):
        await house.step()
    stream = person.events
    start = next(
        place
        for place in reversed(range(len(stream)))
        if isinstance(stream[place].event, StartKyoku)
    )
    assert len(stream) - start > 41, "too many to be told as missing events"
    person.drop()
    person.connect()
    answer = await person.send(Sync(table=TABLE, seq=stream[-1].seq - 50, replay=True))
    assert isinstance(answer, Ok)
    assert person.sink.all(Snapshot) == []
    assert person.events[: 1 + len(stream) - start] == [stream[0], *stream[start:]]
    await house.close()
