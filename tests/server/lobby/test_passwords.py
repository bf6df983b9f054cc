"""Passwords of rooms are kept as slow hashes, which are made one at a time."""

import asyncio
import threading

import pytest

from server.lobby.passwords import PasswordHash, in_turn


def test_only_the_password_matches() -> None:
    kept = PasswordHash.of("tea")
    assert kept.matches("tea")
    assert not kept.matches("Tea")
    assert not kept.matches("")
    assert not kept.matches(None)
    assert PasswordHash.of("tea").digest != kept.digest, "each has a salt of its own"


async def test_hashing_takes_turns_in_one_thread_that_is_not_the_loop_s() -> None:
    working = 0
    most = 0

    def work(number: int) -> tuple[int, int]:
        nonlocal working, most
        working += 1
        most = max(most, working)
        PasswordHash.of("tea")
        working -= 1
        return number, threading.get_ident()

    done = await asyncio.gather(*(in_turn(work, number) for number in range(5)))
    assert [number for number, _ in done] == list(range(5))
    (thread,) = {thread for _, thread in done}
    assert thread != threading.get_ident()
    assert most == 1


async def test_what_goes_wrong_comes_back() -> None:
    def work() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await in_turn(work)
