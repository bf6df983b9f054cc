"""A disk that is full for a while, a database that is started anew: the game waits and goes on."""

from typing import Any

import msgspec
import pytest

from protocol import codec
from protocol.errors import Error, Ok
from protocol.session import Notice
from protocol.table import (
    Act,
    AskFrame,
    Confirm,
    Paused,
    Resumed,
    RoundEnd,
    SetAuto,
    TimedOut,
    Vote,
    VoteEnd,
    VotePause,
)
from server.store.errors import EntryRefused, NeverAgain, StoreError
from tests.server.table.house import QUICK, RANKED, TABLE, MemorySink, Person
from tests.server.table.mortal import MortalHouse

FULL = StoreError("x.sqlite: database or disk is full")


def codes(sink: MemorySink) -> list[str]:
    return [notice.code for notice in sink.all(Notice)]


async def opened(**settings: Any) -> MortalHouse:
    house = MortalHouse(rules=RANKED, settings=msgspec.structs.replace(QUICK, **settings))
    await house.open()
    return house


async def send(person: Person, message: Any) -> int:
    """Send without waiting for the answer, which does not come yet."""
    person._ids += 1
    numbered = msgspec.structs.replace(message, id=person._ids)
    person.house.tables.handle(person.account, person.sink, numbered)
    await person.house.settle()
    return person._ids


def answer(person: Person, request: int) -> Any:
    return codec.decode_server(person.sink.answers[request])


async def test_the_game_waits_and_goes_on() -> None:
    house = await opened()
    dealer, other = house.people[:2]
    told = len(other.events)
    house.disk.broken = FULL
    ask = dealer.ask
    assert ask is not None
    request = await send(dealer, Act(table=TABLE, decision=ask.decision, option=ask.default))
    # Longer than anybody may think.
    await house.clock.pass_time(120)
    assert request not in dealer.sink.answers
    assert len(other.events) == told, "something was told that is not on the disk"
    for person in house.people:
        assert codes(person.sink) == ["store_waits"]
    house.disk.broken = None
    await house.clock.pass_time(1)
    assert isinstance(answer(dealer, request), Ok)
    assert len(other.events) > told
    assert not any(person.sink.all(TimedOut) for person in house.people)
    for person in house.people:
        assert codes(person.sink) == ["store_waits", "store_works"]
    # What was written is the game: another process takes it up.
    recovered = await house.crash()
    assert [header.table for header in recovered.tables] == [TABLE]
    await house.close()


async def test_who_thinks_meanwhile_has_the_time_back() -> None:
    house = await opened()
    dealer, other = house.people[:2]
    await house.clock.pass_time(2)
    house.disk.broken = FULL
    await send(other, SetAuto(table=TABLE, no_call=True))
    await house.clock.pass_time(100)
    house.disk.broken = None
    await house.clock.pass_time(1)
    first, again = dealer.sink.all(AskFrame)
    assert again.decision == first.decision
    spent = first.time.base_ms - again.time.base_ms
    assert (again.time.bank_ms, spent) == (first.time.bank_ms, 2000)
    assert not dealer.sink.all(TimedOut)
    # And no more of it than that.
    await house.clock.pass_time((again.time.base_ms + again.time.bank_ms) / 1000 + 0.5)
    assert dealer.sink.all(TimedOut)
    await house.close()


async def test_the_pause_between_two_rounds_waits_too() -> None:
    house = await opened()
    dealer = house.people[0]
    await house.until(lambda: dealer.sink.last(RoundEnd) is not None)
    before = dealer.sink.last(RoundEnd)
    assert before is not None
    house.disk.broken = FULL
    await send(dealer, Confirm(table=TABLE))
    await house.clock.pass_time(100)
    house.disk.broken = None
    await house.clock.pass_time(1)
    after = dealer.sink.last(RoundEnd)
    assert after is not None
    assert after.confirmed[0]
    assert abs(after.next_ms - before.next_ms) <= 1000
    await house.close()


async def test_a_disk_that_is_only_slow_costs_nobody_time_either() -> None:
    house = await opened()
    dealer, other = house.people[:2]
    house.disk.slow = True
    await send(other, SetAuto(table=TABLE, no_call=True))
    await house.clock.pass_time(100)
    house.disk.slow = False
    house.journals.sync()
    await house.settle()
    first, again = dealer.sink.all(AskFrame)
    assert (again.decision, again.time) == (first.decision, first.time)
    assert not dealer.sink.all(TimedOut)
    assert codes(dealer.sink) == []
    await house.close()


async def test_a_hiccup_is_not_told() -> None:
    house = await opened()
    house.disk.broken = FULL
    await send(house.people[1], SetAuto(table=TABLE, no_call=True))
    await house.clock.pass_time(0.5)
    house.disk.broken = None
    await house.clock.pass_time(1)
    assert not any(codes(person.sink) for person in house.people)
    await house.close()


async def test_a_restart_soon_afterwards_charges_for_none_of_it() -> None:
    house = await opened()
    dealer, other = house.people[:2]
    await house.clock.pass_time(2)
    house.disk.broken = FULL
    await send(other, SetAuto(table=TABLE, no_call=True))
    await house.clock.pass_time(200)
    house.disk.broken = None
    await house.clock.pass_time(3)
    (first, *_rest) = dealer.sink.all(AskFrame)
    await house.crash()
    await house.come_back()
    again = dealer.ask
    assert again is not None
    assert again.decision == first.decision
    spent = first.time.base_ms + first.time.bank_ms - again.time.base_ms - again.time.bank_ms
    assert 2000 <= spent <= 6000
    await house.close()


async def test_a_pause_that_runs_and_a_vote_that_is_open_are_as_long_as_ever() -> None:
    house = await opened(pause_ms=150_000, vote_ms=30_000)
    dealer, other = house.people[:2]
    for person in house.people:
        await person.send(VotePause(table=TABLE, agree=True))
    await dealer.act()
    await house.until(lambda: dealer.sink.last(Paused) is not None)
    await dealer.send(VoteEnd(table=TABLE, agree=True))
    await house.clock.pass_time(10)
    house.disk.broken = FULL
    await send(other, SetAuto(table=TABLE, no_call=True))
    await house.clock.pass_time(120)
    house.disk.broken = None
    await house.clock.pass_time(15)
    vote = dealer.sink.last(Vote)
    assert vote is not None
    assert vote.ends_ms > 0
    await house.clock.pass_time(110)
    assert dealer.sink.last(Resumed) is None
    await house.clock.pass_time(30)
    assert dealer.sink.last(Resumed) is not None
    vote = dealer.sink.last(Vote)
    assert vote is not None
    assert vote.ends_ms == 0
    await house.close()


async def test_who_comes_meanwhile_is_told_at_once() -> None:
    house = await opened()
    dealer, other = house.people[:2]
    house.disk.broken = FULL
    await send(other, SetAuto(table=TABLE, no_call=True))
    await house.clock.pass_time(5)
    dealer.connect()
    assert codes(dealer.sink) == ["store_waits"]
    house.disk.broken = None
    await house.clock.pass_time(1)
    dealer.connect()
    assert codes(dealer.sink) == []
    await house.close()


async def test_patience_has_an_end() -> None:
    house = await opened(store_patience_ms=5000)
    dealer, other = house.people[:2]
    house.disk.broken = FULL
    request = await send(other, SetAuto(table=TABLE, no_call=True))
    await house.clock.pass_time(4)
    assert request not in other.sink.answers
    await house.clock.pass_time(3)
    refused = answer(other, request)
    assert isinstance(refused, Error)
    assert refused.code == "internal_error"
    assert [over.ended for over in house.over] == ["failed"]
    assert codes(dealer.sink) == ["store_waits"]
    await house.close()


@pytest.mark.parametrize(
    ("fault", "patience_ms"),
    [(EntryRefused("entry 3 of t1"), 300_000), (NeverAgain("x: taken over"), 300_000), (FULL, 0)],
)
async def test_what_waiting_does_not_help_is_not_waited_for(
    fault: StoreError, patience_ms: int
) -> None:
    house = await opened(store_patience_ms=patience_ms)
    other = house.people[1]
    house.disk.broken = fault
    request = await send(other, SetAuto(table=TABLE, no_call=True))
    assert isinstance(answer(other, request), Error)
    assert codes(other.sink) == []
    assert [over.ended for over in house.over] == ["failed"]
    await house.close()
