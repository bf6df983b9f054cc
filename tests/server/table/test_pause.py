"""A pause by vote: when it begins, that nothing moves, how it ends, how long it may be."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.events import Event, StartKyoku, Tsumo
from protocol.errors import Error, Ok
from protocol.table import (
    AskFrame,
    Confirm,
    EventFrame,
    Paused,
    Resumed,
    RoundEnd,
    Say,
    TableOver,
    Vote,
    VoteEnd,
    VotePause,
    VoteResume,
)
from server.table.api import TableSettings
from server.table.floor import HELD
from tests.server.table.house import TABLE, House, Person

SETTINGS = TableSettings(floor_ms=0, bot_min_ms=0, bot_max_ms=0, pause_ms=60_000, pauses_ms=100_000)


def code(answer: object) -> str:
    assert isinstance(answer, Error)
    return answer.code


async def agree(house: House, *people: Person) -> None:
    """Let people, or all of them, agree on a pause."""
    for person in people or house.people:
        assert isinstance(await person.send(VotePause(table=TABLE, agree=True)), Ok)


async def paused_house(people: int = 2, **about: object) -> House:
    """A game that stands still before a turn."""
    house = House(people, **{"settings": SETTINGS, **about})  # type: ignore[arg-type]
    await house.open()
    await agree(house)
    await house.until(lambda: house.people[0].sink.last(Paused) is not None)
    return house


def last_event(person: Person) -> Event:
    return person.events[-1].event


async def test_the_running_decision_is_played_first() -> None:
    house = House(people=4, settings=SETTINGS)
    await house.open()
    dealer, second, *_ = house.people
    ask = dealer.ask
    assert ask is not None
    await agree(house)
    votes = second.sink.all(Vote)
    assert [(vote.kind, vote.agreed, vote.needed) for vote in votes] == [
        ("pause", 1, 4),
        ("pause", 2, 4),
        ("pause", 3, 4),
        ("pause", 4, 4),
    ]
    assert votes[-1].ends_ms == 0
    assert dealer.ask == ask
    assert second.sink.last(Paused) is None
    await dealer.act()
    await house.until(lambda: second.sink.last(Paused) is not None)
    expected = Paused(table=TABLE, until_ms=60_000, by=0, budget_ms=40_000)
    assert all(person.sink.messages[-1] == expected for person in house.people)
    assert isinstance(last_event(second), Tsumo)
    assert all(person.ask is None for person in house.people)
    await house.close()


async def test_nothing_moves_until_the_time_is_out_and_no_clock_has_run() -> None:
    house = await paused_house(4)
    seen = [len(person.sink.frames) for person in house.people]
    await house.clock.pass_time(59.9)
    assert [len(person.sink.frames) for person in house.people] == seen
    await house.clock.pass_time(0.2)
    told = [
        person.sink.messages[before:] for person, before in zip(house.people, seen, strict=True)
    ]
    assert all(messages[0] == Resumed(table=TABLE, budget_ms=40_000) for messages in told)
    (ask,) = [message for messages in told for message in messages if isinstance(message, AskFrame)]
    assert (ask.time.base_ms, ask.time.bank_ms) == (5000, 20_000)
    await house.close()


async def test_all_who_are_here_end_a_pause_and_keep_what_is_left_of_it() -> None:
    house = await paused_house()
    first, second = house.people
    await house.clock.pass_time(10.0)
    await second.send(VoteResume(table=TABLE, agree=True))
    vote = first.sink.last(Vote)
    assert vote == Vote(table=TABLE, kind="resume", agreed=1, needed=2, ends_ms=30_000)
    assert first.sink.last(Resumed) is None
    await first.send(VoteResume(table=TABLE, agree=True))
    assert second.sink.last(Resumed) == Resumed(table=TABLE, budget_ms=90_000)
    assert first.ask or second.ask or len(first.events) > 3
    assert code(await first.send(VoteResume(table=TABLE, agree=True))) == "not_paused"
    await house.close()


async def test_a_vote_to_go_on_ends_with_the_pause() -> None:
    house = await paused_house()
    first, second = house.people
    await house.clock.pass_time(50.0)
    await first.send(VoteResume(table=TABLE, agree=True))
    await house.clock.pass_time(10.1)
    closed = second.sink.last(Vote)
    assert closed == Vote(table=TABLE, kind="resume", agreed=1, needed=2, ends_ms=0)
    await house.close()


async def test_who_has_gone_is_not_waited_for() -> None:
    house = await paused_house()
    first, second = house.people
    await first.send(VoteResume(table=TABLE, agree=True))
    assert first.sink.last(Resumed) is None
    second.drop()
    await house.settle()
    assert first.sink.last(Resumed) is not None
    await house.close()


async def test_one_refusal_ends_the_vote() -> None:
    house = House(settings=SETTINGS)
    await house.open()
    first, second = house.people[:2]
    assert code(await first.send(VotePause(table=TABLE, agree=False))) == "no_vote"
    await agree(house, first)
    await second.send(VotePause(table=TABLE, agree=False))
    closed = first.sink.last(Vote)
    assert closed is not None
    assert (closed.kind, closed.agreed < closed.needed, closed.ends_ms) == ("pause", True, 0)
    assert isinstance(await first.send(VotePause(table=TABLE, agree=True)), Ok)
    await house.close()


async def test_votes_of_two_kinds_may_be_open_at_once() -> None:
    house = House(people=2, settings=SETTINGS)
    await house.open()
    first, second = house.people
    await first.send(VotePause(table=TABLE, agree=True))
    await second.send(VoteEnd(table=TABLE, agree=True))
    await first.sync(-1)
    assert [vote.kind for vote in first.sink.all(Vote)[-2:]] == ["pause", "end"]
    await first.send(VoteEnd(table=TABLE, agree=True))
    assert [over.ended for over in house.over] == ["voted"]
    await house.close()


async def test_a_paused_game_can_be_ended_by_a_vote() -> None:
    house = await paused_house()
    for person in house.people:
        await person.send(VoteEnd(table=TABLE, agree=True))
    assert house.people[0].sink.last(TableOver) is not None
    assert house.clock.waiting == 0
    await house.close()


async def test_people_may_talk_and_sync_meanwhile() -> None:
    house = await paused_house()
    first, second = house.people
    assert isinstance(await first.send(Say(table=TABLE, stamp="hello")), Ok)
    await house.clock.pass_time(20.0)
    second.drop()
    await house.settle()
    second.connect()
    await second.sync(-1)
    assert second.sink.messages[-1] == Paused(table=TABLE, until_ms=40_000, by=0, budget_ms=40_000)
    assert second.ask is None
    await house.close()


async def test_pauses_are_limited_each_and_together() -> None:
    house = await paused_house()
    first = house.people[0]
    assert code(await first.send(VotePause(table=TABLE, agree=True))) == "already_paused"
    await house.clock.pass_time(60.1)
    await agree(house)
    assert code(await first.send(VotePause(table=TABLE, agree=True))) == "already_paused"
    await house.until(lambda: len(first.sink.all(Paused)) == 2)
    assert first.sink.last(Paused) == Paused(table=TABLE, until_ms=40_000, by=0, budget_ms=0)
    await house.clock.pass_time(40.1)
    assert len(first.sink.all(Resumed)) == 2
    assert code(await first.send(VotePause(table=TABLE, agree=True))) == "no_pause_left"
    await house.close()


async def test_a_server_may_have_no_pauses_and_ranked_games_have_none() -> None:
    house = House(settings=TableSettings(floor_ms=0, pause_ms=0))
    await house.open()
    answer = await house.people[0].send(VotePause(table=TABLE, agree=True))
    assert code(answer) == "no_pause_left"
    await house.close()
    ranked = House(settings=SETTINGS)
    await ranked.open(ranked=True)
    answer = await ranked.people[0].send(VotePause(table=TABLE, agree=True))
    assert code(answer) == "vote_not_allowed"
    await ranked.close()


async def test_between_two_rounds_it_begins_at_once_and_no_round_is_dealt() -> None:
    house = House(people=2, settings=SETTINGS)
    await house.open()
    first, second = house.people
    await house.until(lambda: first.sink.last(RoundEnd) is not None)
    await house.clock.pass_time(5.0)
    await agree(house)
    assert first.sink.last(Paused) is not None
    for person in house.people:
        await person.send(Confirm(table=TABLE))
    await house.clock.pass_time(30.0)
    assert sum(isinstance(frame.event, StartKyoku) for frame in first.events) == 1
    await first.send(VoteResume(table=TABLE, agree=True))
    await second.send(VoteResume(table=TABLE, agree=True))
    assert sum(isinstance(frame.event, StartKyoku) for frame in first.events) == 2
    await house.close()


async def test_the_time_between_two_rounds_goes_on_where_it_stood() -> None:
    house = House(people=2, settings=SETTINGS)
    await house.open()
    first, second = house.people
    await house.until(lambda: first.sink.last(RoundEnd) is not None)
    await house.clock.pass_time(5.0)
    await agree(house)
    await house.clock.pass_time(30.0)
    for person in house.people:
        await person.send(VoteResume(table=TABLE, agree=True))
    shown = second.sink.messages[-1]
    assert isinstance(shown, RoundEnd)
    assert shown.next_ms == 10_000
    await house.clock.pass_time(9.9)
    assert sum(isinstance(frame.event, StartKyoku) for frame in first.events) == 1
    await house.clock.pass_time(0.2)
    assert sum(isinstance(frame.event, StartKyoku) for frame in first.events) == 2
    await house.close()


async def test_a_table_that_is_paused_is_at_rest_for_a_server_that_stops() -> None:
    house = await paused_house()
    await house.tables.drain()
    await house.close()


@settings(max_examples=25, deadline=None)
@given(seed=st.binary(min_size=1, max_size=4), answers=st.integers(0, 40))
async def test_a_pause_never_shows_that_somebody_could_call(seed: bytes, answers: int) -> None:
    """It begins after a draw or a call, or between two rounds: never after a discard."""
    house = House(people=4, seed=seed, settings=SETTINGS)
    await house.open()
    for _ in range(answers):
        await house.step()
    await agree(house)
    first = house.people[0]
    await house.until(lambda: first.sink.last(Paused) is not None or bool(house.over), steps=200)
    if not house.over:
        messages = first.sink.messages
        place = next(n for n, message in enumerate(messages) if isinstance(message, Paused))
        before = [
            message for message in messages[:place] if isinstance(message, EventFrame | RoundEnd)
        ][-1]
        held: frozenset[type] = HELD
        assert isinstance(before, RoundEnd) or type(before.event) not in held
        assert all(person.ask is None for person in house.people)
    await house.close()
