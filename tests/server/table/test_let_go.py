"""A table that has ended is gone at once, not with the next full garbage collection."""

import gc
import weakref

from server.table.api import Occupant
from tests.server.table.mortal import MortalHouse


async def test_an_ended_table_holds_nothing() -> None:
    house = MortalHouse(people=0, rules={"preset": "majsoul_ranked_4p", "length": "one_round"})
    bots = tuple(Occupant(f"b{number}", level="easy") for number in range(4))
    gc.collect()
    gc.disable()
    try:
        house.tables.open("t7", house.rules, bots, on_over=house.over.append)
        table = house.tables._tables["t7"]
        whole = (table, table.game, table.game.director, table._play, table._requests)
        parts = [weakref.ref(part) for part in whole]
        del table, whole
        await house.until(lambda: bool(house.over))
        await house.settle()
        assert [part() for part in parts] == [None] * len(parts)
    finally:
        gc.enable()
    await house.close()
