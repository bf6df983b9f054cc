"""A server that is killed while a game is paused, or about to be, or votes on it."""

import pytest

from protocol.errors import Error, Ok
from protocol.table import Confirm, Paused, Resumed, RoundEnd, Vote, VotePause, VoteResume
from server.table.api import TableSettings
from server.table.walls import Secret
from tests.server.table.house import TABLE, started
from tests.server.table.mortal import MortalHouse, ask_of
from tests.server.table.test_pause import agree

SETTINGS = TableSettings(floor_ms=0, bot_min_ms=0, bot_max_ms=0, pause_ms=60_000, pauses_ms=100_000)


@pytest.fixture(autouse=True)
def _same_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Secret, "new", lambda: Secret(bytes(32)))


async def paused_house() -> MortalHouse:
    house = MortalHouse(people=2, settings=SETTINGS)
    await house.open()
    await agree(house)
    await house.until(lambda: house.people[0].sink.last(Paused) is not None)
    return house


async def test_a_pause_goes_on_with_what_it_had_left() -> None:
    house = await paused_house()
    await house.clock.pass_time(20.0)
    await house.crash(down_s=3600)
    await house.come_back()
    first, second = house.people
    for person in house.people:
        shown = person.sink.last(Paused)
        assert shown is not None
        # The heart beats every second.
        assert 40_000 <= shown.until_ms <= 41_000
        assert (shown.by, shown.budget_ms) == (0, 40_000)
        assert person.ask is None
    await house.clock.pass_time(39.5)
    assert first.sink.last(Resumed) is None
    await house.clock.pass_time(1.6)
    assert [len(person.sink.all(Resumed)) for person in (first, second)] == [1, 1]
    (asked,) = [person for person in house.people if person.ask is not None]
    time = ask_of(asked).time
    assert (time.base_ms, time.bank_ms) == (5000, 20_000), "a pause is charged to nobody"
    await house.close()


async def test_a_second_kill_in_the_same_pause_takes_no_more_of_it() -> None:
    house = await paused_house()
    await house.clock.pass_time(10.0)
    await house.crash(down_s=3600)
    await house.clock.pass_time(10.0)
    await house.crash(down_s=3600)
    await house.come_back()
    shown = house.people[0].sink.last(Paused)
    assert shown is not None
    assert 40_000 <= shown.until_ms <= 42_000
    for person in house.people:
        await person.send(VoteResume(table=TABLE, agree=True))
    resumed = house.people[0].sink.last(Resumed)
    assert resumed is not None
    assert resumed.budget_ms == shown.until_ms + 40_000
    await house.close()


async def test_a_pause_that_was_agreed_on_begins_after_the_restart() -> None:
    house = MortalHouse(people=2, settings=SETTINGS)
    await house.open()
    dealer = house.people[0]
    decision = ask_of(dealer).decision
    await house.clock.pass_time(2.0)
    await agree(house)
    await house.crash()
    await house.come_back()
    assert dealer.sink.last(Paused) is None
    ask = ask_of(dealer)
    assert ask.decision == decision
    # What had passed of the ask still counts: it was running.
    assert 3000 <= ask.time.base_ms <= 4000
    await house.until(lambda: dealer.sink.last(Paused) is not None)
    assert dealer.sink.last(Paused) == Paused(table=TABLE, until_ms=60_000, by=0, budget_ms=40_000)
    await house.close()


async def test_what_is_used_up_stays_used_up() -> None:
    house = await paused_house()
    await house.clock.pass_time(60.1)
    await agree(house)
    first = house.people[0]
    await house.until(lambda: len(first.sink.all(Paused)) == 2)
    await house.clock.pass_time(40.1)
    await house.crash()
    await house.come_back()
    answer = await first.send(VotePause(table=TABLE, agree=True))
    assert isinstance(answer, Error)
    assert answer.code == "no_pause_left"
    await house.close()


async def test_between_two_rounds_the_rest_of_the_time_is_kept() -> None:
    house = MortalHouse(people=2, settings=SETTINGS)
    await house.open()
    first, second = house.people
    await house.until(lambda: first.sink.last(RoundEnd) is not None)
    await house.clock.pass_time(5.0)
    await agree(house)
    await first.send(Confirm(table=TABLE))
    await house.clock.pass_time(30.0)
    await house.crash()
    await house.come_back()
    rounds = len(first.events)
    await house.clock.pass_time(15.0)
    assert len(first.events) == rounds, "it is not dealt in a pause"
    for person in house.people:
        await person.send(VoteResume(table=TABLE, agree=True))
    shown = second.sink.last(RoundEnd)
    assert shown is not None
    assert 9_000 <= shown.next_ms <= 11_000
    assert shown.confirmed[:2] == (True, False)
    await house.close()


async def test_a_vote_that_was_open_is_closed_and_everybody_is_told() -> None:
    house = MortalHouse(people=2, settings=SETTINGS)
    await house.open()
    first, second = house.people
    await first.send(VotePause(table=TABLE, agree=True))
    await house.crash()
    await house.come_back()
    for person in house.people:
        (vote,) = person.sink.all(Vote)
        assert vote == Vote(table=TABLE, kind="pause", agreed=1, needed=2, ends_ms=0)
    # They are told once, and it is not open any more.
    await second.sync(-1)
    assert len(second.sink.all(Vote)) == 1
    answer = await second.send(VotePause(table=TABLE, agree=False))
    assert isinstance(answer, Error)
    assert answer.code == "no_vote"
    await house.close()


async def test_a_vote_that_had_ended_is_not_told_again() -> None:
    house = MortalHouse(people=2, settings=SETTINGS)
    await house.open()
    first, second = house.people
    await first.send(VotePause(table=TABLE, agree=True))
    await second.send(VotePause(table=TABLE, agree=False))
    await first.send(VotePause(table=TABLE, agree=True))
    await house.clock.pass_time(30.1)
    await house.crash()
    await house.come_back()
    assert first.sink.all(Vote) == []
    await house.close()


async def test_whoever_is_back_first_does_not_decide_alone() -> None:
    house = MortalHouse(people=2, settings=SETTINGS)
    await house.open()
    first, second = house.people
    await house.crash()
    await house.come_back(first)
    assert isinstance(await first.send(VotePause(table=TABLE, agree=True)), Ok)
    vote = first.sink.last(Vote)
    assert vote is not None
    assert (vote.agreed, vote.needed, vote.ends_ms) == (1, 2, 30_000)
    # The other one is awaited for ten seconds, and does not come.
    await house.clock.pass_time(10.1)
    vote = first.sink.last(Vote)
    assert vote is not None
    assert (vote.agreed, vote.needed, vote.ends_ms) == (1, 1, 0)
    assert started(second).table == TABLE
    await house.close()


async def test_who_is_awaited_no_more_is_needed_no_more() -> None:
    house = MortalHouse(people=3, settings=SETTINGS)
    await house.open()
    await house.crash()
    first, second, _ = house.people
    await house.come_back(first, second)
    await first.send(VotePause(table=TABLE, agree=True))
    assert [vote.needed for vote in second.sink.all(Vote)] == [3]
    await house.clock.pass_time(10.1)
    (_, vote) = second.sink.all(Vote)
    assert (vote.agreed, vote.needed) == (1, 2)
    assert 19_000 <= vote.ends_ms <= 20_000
    await house.close()
