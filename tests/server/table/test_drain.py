"""A server that stops: running rounds are played to their end, no further one is dealt."""

import asyncio

import pytest

from engine.core.events import StartKyoku
from protocol.table import Confirm, RoundEnd, VoteEnd
from tests.server.table.house import TABLE, House
from tests.support.ws_client import PATIENCE_S


def rounds(house: House) -> int:
    return sum(isinstance(frame.event, StartKyoku) for frame in house.people[0].events)


async def test_a_drained_table_ends_its_round_and_rests() -> None:
    house = House(people=2)
    await house.open()
    drained = asyncio.create_task(house.tables.drain())
    await house.settle()
    assert not drained.done(), "the round goes on"
    await house.until(drained.done)
    pause = house.people[0].sink.last(RoundEnd)
    assert pause is not None
    assert pause.next_ms == 15_000

    for person in house.people:
        await person.send(Confirm(table=TABLE))
    await house.clock.pass_time(60)
    assert rounds(house) == 1
    assert house.clock.waiting == 0, "nothing rings at a table that rests"
    await house.close()
    assert house.over == []


async def test_a_table_between_two_rounds_rests_at_once() -> None:
    house = House(people=2)
    await house.open()
    await house.until(lambda: house.people[0].sink.last(RoundEnd) is not None)
    dealt = rounds(house)
    # The clock of the house stands still: whoever waited would wait without end.
    await asyncio.wait_for(house.tables.drain(), PATIENCE_S)
    await house.clock.pass_time(60)
    assert rounds(house) == dealt
    await house.close()


@pytest.mark.parametrize("opened", [False, True])
async def test_a_game_that_ends_is_waited_for_no_longer(opened: bool) -> None:
    house = House(people=2)
    if opened:
        await house.open()
    drained = asyncio.create_task(house.tables.drain())
    await house.settle()
    assert drained.done() is not opened
    if opened:
        for person in house.people:
            await person.send(VoteEnd(table=TABLE, agree=True))
        await drained
        assert [over.ended for over in house.over] == ["voted"]
    await house.close()
