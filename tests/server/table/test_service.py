"""Many tables in one process: bots, places, failures that stay where they happen."""

import asyncio
import json
from itertools import pairwise

import pytest
from structlog.testing import capture_logs

from engine.bots import Policy
from engine.core.actions import PASS, STOP
from engine.core.decision import Ask
from engine.core.views import View
from protocol.errors import Error
from protocol.table import Act, Presence, Say, Sync, TableOver
from server.table.api import Occupant, SeatTaken, TableSettings
from server.table.bots import PromptBrain, ThreadBrain
from tests.server.table.driven import Driven
from tests.server.table.house import QUICK, TABLE, House, started


async def test_bots_and_a_person_play_to_the_end() -> None:
    house = House(people=1, rules={"preset": "majsoul_ranked_4p", "length": "east"})
    await house.open()
    await Driven(house).to_the_end()
    assert [over.ended for over in house.over] == ["finished"]
    told = house.people[0].sink.all(Presence)
    assert told == [Presence(table=TABLE, seat=seat, state="bot") for seat in (1, 2, 3)]
    await house.close()


async def test_bots_know_no_more_than_their_seat() -> None:
    views: list[tuple[View, Ask]] = []

    class Spy:
        def __init__(self, seed: int) -> None:
            self.seed = seed

        def choose(self, view: View, ask: Ask, rules: object) -> int:
            views.append((view, ask))
            return ask.default

    house = House(people=1, policies={"easy": Spy})
    await house.open()
    await house.until(lambda: len(views) > 100)
    for view, ask in views:
        assert {getattr(option, "actor", view.viewer) for option in ask.options} == {view.viewer}
        for seat, shown in enumerate(view.seats):
            assert seat == view.viewer or set(shown.hand) <= {"?"}
    await house.close()


async def test_bots_take_their_time_on_their_turn_and_none_for_a_claim() -> None:
    settings = TableSettings(floor_ms=0, bot_min_ms=600, bot_max_ms=600)
    house = House(people=1, settings=settings)
    await house.open()
    person = house.people[0]
    await person.act()
    moments: list[float] = []
    while len(moments) < 3:
        seen = len(person.events)
        while len(person.events) == seen:
            await house.clock.pass_time(0.1)
            if person.ask is not None:
                await person.act()
        moments.append(round(house.clock.now(), 1))
    # Discard (and what claims it), draw: one pause a turn, and no other.
    assert all(0.5 < later - sooner < 0.7 for sooner, later in pairwise(moments))
    await house.close()


async def test_a_policy_that_fails_plays_the_default() -> None:
    class Broken:
        def __init__(self, seed: int) -> None:
            self.seed = seed

        def choose(self, view: View, ask: Ask, rules: object) -> int:
            raise RuntimeError("5mr 5mr")

    house = House(people=1, policies={"easy": Broken})
    with capture_logs() as logs:
        await house.open()
        await house.until(lambda: len(house.people[0].events) > 30)
    failures = [line for line in logs if line["event"] == "policy_failed"]
    assert failures
    assert "5mr" not in json.dumps(failures)
    await house.close()


async def test_the_thread_answers_on_the_loop() -> None:
    class Last:
        def choose(self, view: View, ask: Ask, rules: object) -> int:
            return len(ask.options) - 1

    policy: Policy = Last()
    brain = ThreadBrain()
    answered: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    view = View(viewer=0, round=None, seats=(), furiten=False, waits=())  # type: ignore[arg-type]
    brain.think(policy, view, Ask((STOP, PASS), 0), {}, answered.set_result)
    assert await answered == 1
    brain.close()
    PromptBrain().close()


async def test_an_account_sits_at_one_table_only() -> None:
    house = House(people=1)
    await house.open()
    seats = (Occupant("A", "a"), *(Occupant(f"b{n}", level="easy") for n in range(3)))
    with pytest.raises(SeatTaken):
        house.tables.open("t2", house.rules, seats, on_over=house.over.append)
    with pytest.raises(ValueError, match="exists"):
        house.tables.open(
            TABLE, house.rules, tuple(Occupant(f"b{n}", level="easy") for n in range(4)),
            on_over=house.over.append,
        )  # fmt: skip
    with pytest.raises(ValueError, match="3 seats"):
        house.tables.open("t3", house.rules, seats[:3], on_over=house.over.append)
    assert house.tables.seat_of("a") == (TABLE, 0)
    assert house.tables.seat_of("z") is None
    (live,) = house.tables.live()
    assert (live.table, live.round, live.mode) == (TABLE, "E1.0", "4p_south")
    await house.close()


async def test_strangers_are_refused() -> None:
    house = House(people=2)
    await house.open()
    stranger = House(people=1).people[0]
    stranger.house, stranger.account = house, "z"
    stranger.connect()
    for message, code in (
        (Say(table=TABLE, stamp="hello"), "not_seated"),
        (Sync(table=TABLE, seq=-1), "not_seated"),
        (Say(table="t9", stamp="hello"), "no_such_table"),
    ):
        answer = await stranger.send(message)
        assert isinstance(answer, Error)
        assert answer.code == code
    await house.close()


async def test_what_goes_wrong_at_a_table_ends_that_table_alone() -> None:
    house = House(people=4)
    await house.open()
    bots = tuple(Occupant(f"b{n}", level="easy") for n in range(4))
    with capture_logs() as logs:
        house.tables.open("t2", house.rules, bots, on_over=house.over.append)
        dealer, other = house.people[:2]
        assert dealer.ask is not None
        # No client can make a table fail; a broken game can.
        house.tables._tables[TABLE].game.decision = None
        act = Act(id=1, table=TABLE, decision=dealer.ask.decision, option=0)
        house.tables.handle("a", dealer.sink, act)
        await house.settle()
    assert [(over.table, over.ended) for over in house.over] == [(TABLE, "failed")]
    error = other.sink.last(Error)
    assert error is not None
    assert error.code == "internal_error"
    (line,) = [line for line in logs if line["event"] == "table_failed"]
    assert line["reference"] in error.message
    assert not {"message", "exception"} & line.keys(), "an exception's text may name tiles"
    assert other.sink.last(TableOver) is not None
    assert [live.table for live in house.tables.live()] == ["t2"]
    await house.close()


async def test_a_store_that_fails_keeps_nobody_from_the_result() -> None:
    house = House(people=1, rules={"preset": "majsoul_ranked_4p", "length": "one_round"})
    house.store.broken = True
    await house.open()
    await Driven(house).to_the_end()
    assert [over.ended for over in house.over] == ["finished"]
    await house.close()


async def test_a_full_mailbox_refuses_people() -> None:
    settings = TableSettings(floor_ms=0, bot_min_ms=0, bot_max_ms=0, mailbox_size=3)
    house = House(settings=settings)
    await house.open()
    dealer = house.people[0]
    for number in range(5):
        house.tables.handle("a", dealer.sink, Say(id=number, table=TABLE, stamp="hello"))
    await house.settle()
    refused = [number for number in range(5) if b"too_fast" in dealer.sink.answers[number]]
    assert refused == [3, 4]
    await house.close()


async def test_people_who_come_later_find_the_table() -> None:
    house = House(people=2, settings=QUICK)
    await house.open(connect=False)
    late = house.people[0]
    late.connect()
    await house.settle()
    assert late.sink.frames == []
    await late.sync(-1)
    assert late.ask is not None
    await house.close()


async def test_tables_stop_where_they_stand() -> None:
    house = House()
    await house.open()
    assert started(house.people[0]).table == TABLE
    await house.close()
    assert not house.over
    assert house.clock.waiting == 0


async def test_a_connection_that_breaks_its_promise_takes_nobody_elses_table_along() -> None:
    house = House()
    await house.open()
    house.people[2].sink.failing = True
    dealer = house.people[0]
    assert dealer.ask is not None
    act = Act(id=1, table=TABLE, decision=dealer.ask.decision, option=dealer.ask.default)
    house.tables.handle("a", dealer.sink, act)
    await house.settle()
    assert [over.ended for over in house.over] == ["failed"]
    assert house.people[3].sink.last(TableOver) is not None
    assert house.tables.seat_of("c") is None
    await house.close()
