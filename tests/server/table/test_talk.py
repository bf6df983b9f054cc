"""Everything at a table that is not the game: pauses, stamps, votes, presence."""

from engine.core.events import StartKyoku
from protocol.errors import Error, Ok
from protocol.table import Confirm, Mute, RoundEnd, Said, Say, TableOver, Vote, VoteEnd
from tests.server.table.house import TABLE, House, Person


def code(answer: object) -> str:
    assert isinstance(answer, Error)
    return answer.code


def rounds(person: Person) -> int:
    return sum(isinstance(frame.event, StartKyoku) for frame in person.events)


async def paused(house: House) -> None:
    await house.open()
    await house.until(lambda: house.people[0].sink.last(RoundEnd) is not None)


async def test_the_next_round_comes_when_all_have_confirmed() -> None:
    house = House(people=3)
    await paused(house)
    first = house.people[0].sink.all(RoundEnd)[0]
    assert first == RoundEnd(table=TABLE, next_ms=15_000, confirmed=(False, False, False, True))
    for number, person in enumerate(house.people):
        assert rounds(person) == 1
        await house.clock.pass_time(1.0)
        assert isinstance(await person.send(Confirm(table=TABLE)), Ok)
        if number < 2:
            told = house.people[2].sink.last(RoundEnd)
            assert told is not None
            assert told.next_ms == 14_000 - 1000 * number, "a confirm does not restart the time"
    assert rounds(house.people[0]) == 2
    assert code(await house.people[0].send(Confirm(table=TABLE))) == "no_pause"
    await house.close()


async def test_a_second_confirm_is_harmless() -> None:
    house = House()
    await paused(house)
    person = house.people[1]
    await person.send(Confirm(table=TABLE))
    told = len(person.sink.all(RoundEnd))
    assert isinstance(await person.send(Confirm(table=TABLE)), Ok)
    assert len(person.sink.all(RoundEnd)) == told
    await house.close()


async def test_the_next_round_comes_by_itself_after_the_pause() -> None:
    house = House()
    await paused(house)
    await house.clock.pass_time(14.9)
    assert rounds(house.people[0]) == 1
    await house.clock.pass_time(0.2)
    assert rounds(house.people[0]) == 2
    await house.close()


async def test_stamps_reach_all_but_those_who_mute_their_sender() -> None:
    house = House()
    await house.open()
    first, second, third = house.people[:3]
    assert isinstance(await second.send(Mute(seat=0)), Ok)
    await first.send(Say(table=TABLE, stamp="hello"))
    assert first.sink.all(Said) == [Said(table=TABLE, seat=0, stamp="hello")]
    assert second.sink.all(Said) == []
    assert third.sink.all(Said) == first.sink.all(Said)
    await second.send(Mute(seat=0, muted=False))
    await first.send(Say(table=TABLE, stamp="sorry"))
    assert len(second.sink.all(Said)) == 1
    sanma = House(people=3, rules={"preset": "majsoul_3p"})
    await sanma.open()
    assert code(await sanma.people[0].send(Mute(seat=3))) == "no_such_seat"
    await sanma.close()
    await house.close()


async def test_a_vote_of_all_people_ends_the_game() -> None:
    house = House(people=2)
    await house.open()
    first, second = house.people
    assert code(await first.send(VoteEnd(table=TABLE, agree=False))) == "no_vote"
    await first.send(VoteEnd(table=TABLE, agree=True))
    expected = Vote(table=TABLE, kind="end", agreed=1, needed=2, ends_ms=30_000)
    assert second.sink.all(Vote) == [expected]
    await second.send(VoteEnd(table=TABLE, agree=True))
    assert [over.ended for over in house.over] == ["voted"]
    assert second.sink.last(TableOver) is not None
    assert TABLE in house.store.records
    assert house.tables.seat_of("a") is None
    assert house.clock.waiting == 0
    await house.close()


async def test_a_refusal_or_the_time_ends_a_vote() -> None:
    house = House()
    await house.open()
    first, second = house.people[:2]
    await first.send(VoteEnd(table=TABLE, agree=True))
    await second.send(VoteEnd(table=TABLE, agree=False))
    assert first.sink.all(Vote)[-1].ends_ms == 0
    await first.send(VoteEnd(table=TABLE, agree=True))
    assert first.sink.all(Vote)[-1].ends_ms == 30_000
    await house.clock.pass_time(30.1)
    assert first.sink.all(Vote)[-1].ends_ms == 0
    assert not house.over
    await house.close()


async def test_a_vote_does_not_wait_for_those_who_have_gone() -> None:
    house = House(people=3)
    await house.open()
    await house.people[0].send(VoteEnd(table=TABLE, agree=True))
    await house.people[1].send(VoteEnd(table=TABLE, agree=True))
    assert not house.over
    house.people[2].drop()
    await house.settle()
    assert [over.ended for over in house.over] == ["voted"]
    await house.close()


async def test_ranked_games_cannot_be_voted_to_an_end() -> None:
    house = House()
    await house.open(ranked=True)
    answer = await house.people[0].send(VoteEnd(table=TABLE, agree=True))
    assert code(answer) == "vote_not_allowed"
    await house.close()
