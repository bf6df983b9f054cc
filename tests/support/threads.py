"""Work that the server has given to threads of its own: databases, passwords, bots, analyses.

A fake clock must not run away from it. On a slow machine minutes would pass while a password is
hashed, and whoever has to say hello within ten seconds would be late.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final, TypeVar

from server.store import database

T = TypeVar("T")

ASKED_BY_TESTS: Final = "asyncio"
"""Threads of `asyncio.to_thread`: what tests run there may itself wait for time to pass."""
STUCK_S: Final = 5.0
"""Real time after which work counts as held up by the test."""

_under_way: set[Future[Any]] = set()
_submit: Final = ThreadPoolExecutor.submit


class _Written(Future[Any]):
    """What the database's writer is asked for."""

    def __init__(self) -> None:
        super().__init__()
        _follow(self)


def install() -> None:
    """Follow all such work from now on."""
    vars(database)["Future"] = _Written
    ThreadPoolExecutor.submit = _submit_followed  # type: ignore[method-assign,assignment]


def forget() -> None:
    """Follow nothing any more of what a test has left behind."""
    _under_way.clear()


async def work_done() -> bool:
    """Wait until what is under way is done; False if nothing is, or nothing comes of it."""
    if not _under_way:
        return False
    work = [asyncio.wrap_future(future) for future in tuple(_under_way)]
    done, stuck = await asyncio.wait(work, timeout=STUCK_S)
    for future in done:
        if not future.cancelled():
            # Whoever asked for it hears of it.
            future.exception()
    return not stuck


def _follow(future: Future[Any]) -> None:
    _under_way.add(future)
    future.add_done_callback(_under_way.discard)


def _submit_followed(
    pool: ThreadPoolExecutor, work: Callable[..., T], /, *arguments: Any, **named: Any
) -> Future[T]:
    future = _submit(pool, work, *arguments, **named)
    if not (pool._thread_name_prefix or "").startswith(ASKED_BY_TESTS):
        _follow(future)
    return future
