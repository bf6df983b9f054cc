"""Hashing passwords: one after the other, only so many, and the same work for nobody's."""

import asyncio
import threading
from collections.abc import Iterator

import pytest

from protocol.errors import ProtocolError
from server.config import Config
from server.people.names import common_passwords
from server.people.passwords import Passwords, check_new_password
from tests.support.ws_client import PATIENCE_S

CHEAP = Config(password_memory_kib=8, password_passes=1, password_queue=3)
GOOD = "seven pairs, dora two"


@pytest.fixture
def passwords() -> Iterator[Passwords]:
    made = Passwords(CHEAP)
    yield made
    made.close()


async def test_only_the_right_password_is_right(passwords: Passwords) -> None:
    kept = await passwords.hash(GOOD)
    assert GOOD not in kept
    assert kept.startswith("$argon2id$v=19$m=8,t=1,p=1$")
    assert kept != await passwords.hash(GOOD)
    assert (await passwords.check(kept, GOOD)).right
    assert not (await passwords.check(kept, GOOD + "!")).right
    assert not (await passwords.check(kept, "")).right


async def test_it_does_not_matter_how_a_keyboard_composes_letters(passwords: Passwords) -> None:
    kept = await passwords.hash("une épée de bois")
    assert (await passwords.check(kept, "une e\u0301pe\u0301e de bois")).right


async def test_nobody_has_a_password_but_it_is_looked_at(passwords: Passwords) -> None:
    verify = passwords._hasher.verify
    looked_at: list[str | bytes] = []

    class Watched:
        def verify(self, kept: str, password: str) -> bool:
            looked_at.append(kept)
            return verify(kept, password)

    passwords._hasher = Watched()  # type: ignore[assignment]
    assert not (await passwords.check(None, GOOD)).right
    (made_up,) = looked_at
    assert str(made_up).startswith("$argon2id$v=19$m=8,t=1,p=1$")


async def test_a_hash_that_is_none_is_wrong(passwords: Passwords) -> None:
    assert not (await passwords.check("not a hash", GOOD)).right


async def test_hashes_follow_the_settings(passwords: Passwords) -> None:
    stronger = Passwords(Config(password_memory_kib=16, password_passes=2))
    kept = await passwords.hash(GOOD)
    assert (await passwords.check(kept, GOOD)).rehashed is None
    verdict = await stronger.check(kept, GOOD)
    assert verdict.right
    assert verdict.rehashed is not None
    assert verdict.rehashed.startswith("$argon2id$v=19$m=16,t=2,p=1$")
    assert (await stronger.check(verdict.rehashed, GOOD)).rehashed is None
    assert (await stronger.check(kept, "wrong, all wrong")).rehashed is None
    stronger.close()


async def test_only_so_many_may_wait_and_one_thread_does_them_all(passwords: Passwords) -> None:
    go = threading.Event()
    threads: set[int] = set()

    class Held:
        def hash(self, password: str) -> str:
            assert go.wait(PATIENCE_S)
            threads.add(threading.get_ident())
            return "hashed"

    passwords._hasher = Held()  # type: ignore[assignment]
    waiting = [asyncio.create_task(passwords.hash(GOOD)) for _ in range(3)]
    await asyncio.sleep(0)
    with pytest.raises(ProtocolError) as refused:
        await passwords.hash(GOOD)
    assert (refused.value.code, refused.value.wait_s) == ("try_later", 5)
    go.set()
    assert await asyncio.gather(*waiting) == ["hashed"] * 3
    assert threads
    assert threads.isdisjoint({threading.get_ident()})
    assert len(threads) == 1
    # There is room again.
    assert await passwords.hash(GOOD) == "hashed"


async def test_the_loop_goes_on_meanwhile() -> None:
    slow = Passwords(Config(password_memory_kib=19_456, password_passes=8))

    async def turns() -> int:
        """How often the loop goes round while one is made."""
        work = asyncio.create_task(slow.hash(GOOD))
        found = 0
        while not work.done():
            await asyncio.sleep(0)
            found += 1
        return found

    # A busy machine may give the loop no time just then; if hashing did not let it, it never would.
    assert any([await turns() > 3 for _ in range(5)])
    slow.close()


@pytest.mark.parametrize(
    "password", ["password", "PASSWORD1", "mahjong123", "aaaaaaaaaa", "abababab"]
)
def test_passwords_that_anybody_would_try_are_refused(password: str) -> None:
    with pytest.raises(ProtocolError) as refused:
        check_new_password(password, "Aki")
    assert (refused.value.code, refused.value.field) == ("weak_password", "password")


def test_a_name_is_no_password() -> None:
    with pytest.raises(ProtocolError):
        check_new_password("akagi-shigeru", "Akagi Shigeru")
    check_new_password("akagi-shigeru", "Washizu")


def test_the_list_of_common_passwords_holds_only_what_could_be_one() -> None:
    assert all(len(password) >= 8 for password in common_passwords())
    assert all(password == password.casefold() for password in common_passwords())
    check_new_password(GOOD, "Aki")
