"""What watchers could see of an ended game is gone as soon as nothing more can be seen."""

import gc
import weakref

import pytest

from protocol.table import TableOver
from tests.server.spectate.gallery import FULL, Gallery
from tests.server.table.house import TABLE

ONE_ROUND = {"preset": "majsoul_friend_4p", "length": "one_round"}


@pytest.mark.parametrize("watched", [False, True])
async def test_an_audience_that_has_seen_all_holds_nothing(watched: bool) -> None:
    house = Gallery(people=0, rules=ONE_ROUND)
    gc.collect()
    gc.disable()
    try:
        await house.show(FULL)
        watcher = house.spectator()
        if watched:
            watcher.watch()
        audience = house.tables._audiences._audiences[TABLE]
        parts = [
            weakref.ref(part)
            for part in (audience, audience._reel, audience._pump, house.tables._tables[TABLE].game)
        ]
        del audience
        await house.until(lambda: bool(house.over))
        await house.later(FULL.delay_s - 1)
        assert [part() is None for part in parts] == [False, False, False, True]
        await house.later(2)
        assert [part() for part in parts] == [None] * len(parts)
        assert len(watcher.sink.all(TableOver)) == watched
    finally:
        gc.enable()
    await house.close()


async def test_an_audience_that_has_to_make_room_holds_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("server.table.audiences.OVER_KEPT", 1)
    house = Gallery(people=0, rules=ONE_ROUND)
    gc.collect()
    gc.disable()
    try:
        await house.show(FULL)
        oldest = weakref.ref(house.tables._audiences._audiences[TABLE])
        await house.until(lambda: bool(house.over))
        assert oldest() is not None
        await house.show(FULL, table="t2")
        await house.until(lambda: len(house.over) == 2)
        assert oldest() is None
    finally:
        gc.enable()
    await house.close()
