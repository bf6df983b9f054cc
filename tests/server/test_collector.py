"""Garbage collection by the clock."""

import asyncio
import gc
import weakref
from itertools import pairwise

import pytest

from server.collector import EVERY_S, Collector
from tests.support.fake_clock import FakeClock


class Ring:
    """Refers to itself, so that counting references does not free it."""

    def __init__(self) -> None:
        self.ring = self


async def test_rings_that_were_old_are_freed_by_the_clock() -> None:
    clock = FakeClock()
    collecting = asyncio.create_task(Collector(clock).run())
    await clock.settle()
    ring = Ring()
    gc.collect()
    seen = weakref.ref(ring)
    del ring
    # The youngest, and those that outlived one look: it is older.
    gc.collect(1)
    assert seen() is not None
    await clock.pass_time(EVERY_S - 1)
    assert seen() is not None
    await clock.pass_time(1)
    assert seen() is None
    collecting.cancel()
    await asyncio.gather(collecting, return_exceptions=True)


async def test_what_was_usual_comes_back_at_the_end() -> None:
    before = gc.get_threshold()
    collecting = asyncio.create_task(Collector(FakeClock()).run())
    await asyncio.sleep(0)
    assert gc.get_threshold() != before
    assert gc.get_freeze_count() > 0
    collecting.cancel()
    await asyncio.gather(collecting, return_exceptions=True)
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


async def test_what_takes_long_is_done_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = FakeClock()
    collected: list[float] = []

    def collect(*_generation: int) -> int:
        clock.advance(0.4)
        collected.append(clock.now())
        return 0

    monkeypatch.setattr(gc, "collect", collect)
    collecting = asyncio.create_task(Collector(clock).run())
    await clock.settle()
    await clock.pass_time(4000)
    _begin, *times = collected
    assert 8 <= len(times) <= 12
    assert all(400 <= later - sooner <= 421 for sooner, later in pairwise(times))
    collecting.cancel()
    await asyncio.gather(collecting, return_exceptions=True)
