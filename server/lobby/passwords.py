"""Passwords of rooms: kept as a salted, slow hash, compared in constant time.

They stand in the database as long as their room does, and people use passwords elsewhere too:
whoever gets hold of the file must not find them quickly. Hashing takes some 20 ms and 8 MiB, so it
is done off the event loop, one after the other (`in_turn`); the limits on new rooms and joins stand
before it.
"""

import asyncio
import hashlib
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, ParamSpec, TypeVar

import msgspec

P = ParamSpec("P")
T = TypeVar("T")

_COST: Final = 2**13

_HASHER: Final = ThreadPoolExecutor(1, thread_name_prefix="passwords")
"""One thread for the process: hashing takes no more than one core from the tables. An allocator
keeps what a thread has used for that thread, so each more would also hold 8 MiB for good."""


class PasswordHash(msgspec.Struct, frozen=True):
    """What is kept of a password. Both methods that take one are slow."""

    salt: bytes
    digest: bytes

    @classmethod
    def of(cls, password: str) -> "PasswordHash":
        """Hash a password under a fresh salt."""
        salt = secrets.token_bytes(16)
        return cls(salt, _digest(salt, password))

    def matches(self, password: str | None) -> bool:
        """Whether this is the password; no password is like a wrong one."""
        return secrets.compare_digest(self.digest, _digest(self.salt, password or ""))


def _digest(salt: bytes, password: str) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, n=_COST, r=8, p=1, dklen=32)


async def in_turn(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Hash off the event loop, once all that was asked for before is done."""
    return await asyncio.get_running_loop().run_in_executor(_HASHER, partial(work, *args, **kwargs))
