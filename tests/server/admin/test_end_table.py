"""A table that is ended by those who run the server."""

from typing import Any

import msgspec

from protocol.session import Notice
from protocol.table import TableOver
from server.table.service import TableService
from tests.server.table.house import TABLE, House, MemoryStore


def last_event(house: House) -> str:
    last = msgspec.to_builtins(house.store.records[TABLE]["events"][-1])
    return str(last["type"])


async def test_its_people_are_told_and_its_record_has_no_result() -> None:
    house = House(people=2)
    await house.open()
    running = house.tables.running(TABLE)
    assert running is not None
    assert [seat.account_id for seat in running.seats] == ["a", "b", None, None]
    assert running.events >= 3
    assert house.tables.end(TABLE)
    await house.settle()
    for person in house.people:
        told = person.sink.last(Notice)
        assert told is not None
        assert told.code == "table_ended"
        assert person.sink.last(TableOver) is not None
    assert [over.ended for over in house.over] == ["voted"]
    assert last_event(house) != "end_game"
    assert house.tables.running(TABLE) is None
    assert not house.tables.end(TABLE)
    assert house.clock.waiting == 0
    await house.close()


class Late(MemoryStore):
    """While the record is kept, the order comes to end the game."""

    tables: TableService

    async def save_record(self, game_id: str, record: Any, **about: Any) -> None:
        assert self.tables.end(TABLE)
        await super().save_record(game_id, record, **about)


async def test_a_game_that_is_over_keeps_its_result() -> None:
    house = House(people=1, rules={"preset": "majsoul_friend_4p", "length": "one_round"})
    late = Late()
    house.store = late
    late.tables = house.tables = house.service(None)
    await house.open()
    await house.until(lambda: bool(house.over))
    assert [over.ended for over in house.over] == ["finished"]
    assert last_event(house) == "end_game"
    assert house.people[0].sink.last(Notice) is None
    await house.close()
