"""Passwords of accounts: kept as Argon2id hashes, worked on away from the event loop.

A hash takes some 50 ms and 19 MiB, on purpose. So one thread does them one after the other: they
take one core from the tables at most, and only so many may wait. Cheap checks stand before it
(`server.people.throttle`). Whoever asks for an account that does not exist waits for a hash as
well, or the time would tell which names exist.
"""

import asyncio
import base64
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from protocol.errors import ProtocolError
from server.config import Config
from server.people.names import common_passwords, name_key

T = TypeVar("T")

WAIT_S: Final = 5
"""Told to those for whom there is no room in the queue."""

_SALT_BYTES: Final = 16
_HASH_BYTES: Final = 32


class Verdict(msgspec.Struct, frozen=True):
    """Whether a password was right. `rehashed` replaces a hash that was made with old settings."""

    right: bool
    rehashed: str | None = None


class Passwords:
    """Makes and checks hashes. Both raise `ProtocolError` (`try_later`) if too many wait."""

    def __init__(self, config: Config) -> None:
        self._hasher = PasswordHasher(
            time_cost=config.password_passes,
            memory_cost=config.password_memory_kib,
            parallelism=1,
            hash_len=_HASH_BYTES,
            salt_len=_SALT_BYTES,
        )
        self._most = config.password_queue
        self._waiting = 0
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="argon2")
        self._nobody = _hash_of_nothing(config)

    async def hash(self, password: str) -> str:
        """Return what the store keeps of a password."""
        return await self._in_turn(lambda: self._hasher.hash(_same_text(password)))

    async def check(self, kept: str | None, password: str) -> Verdict:
        """Say whether `password` is the one of which `kept` was kept; None: of none."""
        return await self._in_turn(lambda: self._check(kept, _same_text(password)))

    def close(self) -> None:
        """Begin nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _check(self, kept: str | None, password: str) -> Verdict:
        try:
            self._hasher.verify(self._nobody if kept is None else kept, password)
        except (VerificationError, InvalidHashError):
            return Verdict(False)
        if kept is None:
            return Verdict(False)
        old = self._hasher.check_needs_rehash(kept)
        return Verdict(True, self._hasher.hash(password) if old else None)

    async def _in_turn(self, work: Callable[[], T]) -> T:
        if self._waiting >= self._most:
            raise ProtocolError("try_later", wait_s=WAIT_S)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._waiting -= 1


def check_new_password(password: str, name: str) -> None:
    """Refuse a password that anybody would guess first; how long it is, the protocol says.

    Raises:
        ProtocolError: it is a very common one, one character, or the name.
    """
    plain = _same_text(password)
    if (
        plain.casefold() in common_passwords()
        or len(set(plain)) < 3
        or name_key(plain) == name_key(name)
    ):
        raise ProtocolError("weak_password", field="password")


def _same_text(password: str) -> str:
    """Return the same text for the same characters, however a keyboard composes them."""
    return unicodedata.normalize("NFC", password)


def _hash_of_nothing(config: Config) -> str:
    """Return a hash in the right form that no password has, and that takes as long to check."""
    salt, digest = (
        base64.b64encode(secrets.token_bytes(size)).decode().rstrip("=")
        for size in (_SALT_BYTES, _HASH_BYTES)
    )
    costs = f"m={config.password_memory_kib},t={config.password_passes},p=1"
    return f"$argon2id$v=19${costs}${salt}${digest}"
