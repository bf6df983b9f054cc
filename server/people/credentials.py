"""Who may open a registered account: name and password, or the recovery code.

Both ways are slowed for those who guess (`server.people.throttle`), and tell nobody which names
exist: a name that does not is answered like a wrong password, after the same work.
"""

import hashlib
import secrets
from typing import Final

from protocol.errors import ProtocolError
from server.clock import Clock
from server.log import get_logger
from server.people.names import name_key
from server.people.passwords import Passwords
from server.people.throttle import Throttle
from server.session.client import Link
from server.session.names import clean_name
from server.store.accounts import Account
from server.store.credentials import CredentialStore, Registration
from server.store.errors import StoreError

_CODE_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without those that are taken for one another when they are written down."""
_CODE_GROUPS: Final = 4
_CODE_GROUP: Final = 5

log = get_logger("accounts")


class Credentials:
    """Looks at passwords and codes. A link says from where they come."""

    def __init__(
        self, clock: Clock, store: CredentialStore, passwords: Passwords, throttle: Throttle
    ) -> None:
        self._clock = clock
        self._store = store
        self._passwords = passwords
        self._throttle = throttle

    async def open(self, link: Link, name: str, password: str) -> Account:
        """Return the account with this name and password.

        Raises:
            ProtocolError: there is none; too many wrong attempts; too many people sign in.
        """
        key = key_of(name)
        attempt = self._throttle.begin(link.address, key, unlimited=link.unlimited)
        try:
            found = await self._store.by_name(key)
            verdict = await self._passwords.check(_password(found), password)
        except BaseException:
            attempt.undo()
            raise
        if found is None or not verdict.right:
            log.info("login_failed", address=link.address)
            raise ProtocolError("wrong_login")
        self._throttle.passed(attempt)
        if verdict.rehashed is not None:
            await self._rehash(found, verdict.rehashed)
        return found.account

    async def confirm(self, link: Link, account: Account, password: str) -> Registration:
        """Return an account whose owner is on the line already and gives the password again.

        Raises:
            ProtocolError: it is not registered, or as in `open`.
        """
        found = await self._store.by_id(account.id)
        if found is None:
            raise ProtocolError("not_registered")
        key = name_key(found.account.name)
        attempt = self._throttle.begin(link.address, key, unlimited=link.unlimited)
        try:
            verdict = await self._passwords.check(found.password, password)
        except BaseException:
            attempt.undo()
            raise
        if not verdict.right:
            raise ProtocolError("wrong_login", "The password is another one.", "password")
        self._throttle.passed(attempt)
        return found

    async def recover(self, link: Link, name: str, code: str, password: str) -> tuple[str, str]:
        """Set a new password by the recovery code; return the account and the next code.

        Raises:
            ProtocolError: it is not the code of this name; too many wrong attempts.
        """
        key = key_of(name)
        attempt = self._throttle.begin(link.address, key, unlimited=link.unlimited)
        following = new_recovery_code()
        account: str | None = None
        try:
            if await self._store.has_recovery(key, code_hash(code)):
                hashed = await self._passwords.hash(password)
                account = await self._store.recover(
                    key, code_hash(code), hashed, code_hash(following)
                )
        except BaseException:
            attempt.undo()
            raise
        if account is None:
            log.info("recovery_failed", address=link.address)
            raise ProtocolError("wrong_recovery_code")
        # Whoever was in before may be the one because of whom it was recovered.
        self._throttle.forget(key)
        self._throttle.passed(attempt)
        return account, following

    async def check_name_free(self, name: str) -> None:
        """Refuse a name that is somebody's.

        Raises:
            ProtocolError: it is.
        """
        if await self._store.by_name(name_key(name)) is not None:
            raise ProtocolError("name_taken", field="name")

    async def add_token(self, account: str, token: bytes) -> None:
        """Keep one more token of an account."""
        await self._store.add_token(account, token, self._clock.wall())

    def welcome(self, link: Link, name: str) -> None:
        """Note that somebody has come in by a token: from here no attacker slows them."""
        self._throttle.welcome(link.address, name_key(name))

    async def _rehash(self, found: Registration, rehashed: str) -> None:
        try:
            await self._store.rehash(found.account.id, found.password, rehashed)
        except StoreError as error:
            # The old one is as good until the next time.
            log.warning("not_rehashed", account=found.account.id, error=str(error))


def new_recovery_code() -> str:
    """Return a code of 20 letters and digits in groups, about 98 bits."""
    return "-".join(
        "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_GROUP))
        for _ in range(_CODE_GROUPS)
    )


def code_hash(code: str) -> bytes:
    """Return what the store keeps of a code, however it was written down.

    It is as random as a token, so a fast hash cannot be searched.
    """
    plain = "".join(character for character in code.upper() if character.isalnum())
    return hashlib.sha256(b"recovery:" + plain.encode()).digest()


def key_of(name: str) -> str:
    """Return the key of a name as it was typed; names that nobody can have have one as well."""
    try:
        return name_key(clean_name(name))
    except ProtocolError:
        return f"not a name: {name}"


def _password(found: Registration | None) -> str | None:
    return None if found is None else found.password
