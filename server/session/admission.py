"""Opening an account: by its token, by a password, or a new one for a guest; and renewing tokens.

A token that is older than `token_days` is replaced: `welcome` carries the new one, and the old one
stays valid until the new one has been used, so a `welcome` that got lost locks nobody out.
"""

import secrets
from typing import Final

import msgspec

from protocol.errors import ProtocolError
from server.clock import Clock
from server.config import Config
from server.log import get_logger
from server.net.limits import Buckets
from server.people.credentials import Credentials
from server.people.names import check_reserved, check_scripts
from server.people.sanctions import Sanctions
from server.session.client import Link
from server.session.names import guest_name
from server.session.tokens import new_token, token_hash
from server.store.accounts import Account, AccountStore, Opened
from server.store.database import StoreError

DAY_S: Final = 86_400.0

SEEN_S: Final = DAY_S
"""How exactly it is known when an account was here last: a write a day, not one a `hello`."""

RENEW_AGAIN_S: Final = DAY_S
"""A client that keeps no new tokens is offered another one after so long."""

log = get_logger("admission")


class Admitted(msgspec.Struct, frozen=True):
    """Who came in, by the token of which the store keeps `key`.

    `token` is a new one to be told, `new` says that the account was just made.
    """

    account: Account
    key: bytes
    token: str | None = None
    new: bool = False


class Admission:
    """Opens accounts. New ones are limited by network address (`guest_rate`)."""

    def __init__(
        self,
        clock: Clock,
        config: Config,
        accounts: AccountStore,
        credentials: Credentials,
        sanctions: Sanctions,
    ) -> None:
        self._clock = clock
        self._accounts = accounts
        self._credentials = credentials
        self._sanctions = sanctions
        self._token_s = config.token_days * DAY_S
        self._guests = Buckets(clock, config.guest_rate, config.guest_burst)

    async def guest(self, link: Link, name: str | None) -> Admitted:
        """Make an account.

        Raises:
            ProtocolError: a name that guests do not get, too many new accounts from this address.
        """
        if name is not None:
            await self.check_guest_name(name)
        if not link.unlimited and not self._guests.take(link.address):
            raise ProtocolError("too_fast", "Too many new accounts from this address; wait a bit.")
        token = new_token()
        key = token_hash(token)
        account = Account(secrets.token_hex(8), name or guest_name())
        await self._accounts.create(account, key, self._clock.wall())
        return Admitted(account, key, token, new=True)

    async def login(self, link: Link, name: str, password: str) -> Admitted:
        """Open a registered account, with a new token.

        Raises:
            ProtocolError: see `Credentials.open`; the account is banned.
        """
        account = await self._credentials.open(link, name, password)
        self._sanctions.check_ban(account.id)
        token = new_token()
        key = token_hash(token)
        await self._credentials.add_token(account.id, key)
        return Admitted(account, key, token)

    async def resume(self, link: Link, token: str, name: str | None) -> Admitted:
        """Open the account of a token, a guest's under another name if one is given.

        Raises:
            ProtocolError: the token opens nothing; the account is banned.
        """
        key = token_hash(token)
        opened = await self._accounts.open(key)
        if opened is None:
            raise ProtocolError("bad_token", field="token")
        account = opened.account
        self._sanctions.check_ban(account.id)
        now = self._clock.wall()
        try:
            if opened.unused:
                await self._accounts.first_use(key)
            if now - opened.seen >= SEEN_S:
                await self._accounts.saw(account.id, now)
            renewed = await self._renewed(key, opened, now)
        except StoreError as error:
            # A disk that takes nothing keeps nobody out: what was to be noted can wait.
            log.warning("visit_not_noted", account=account.id, error=str(error))
            renewed = None
        if account.registered:
            self._credentials.welcome(link, account.name)
        else:
            account = await self._guest_again(account, name)
        return Admitted(account, key, renewed)

    async def check_guest_name(self, name: str) -> None:
        """Refuse a name that no guest may carry.

        Raises:
            ProtocolError: it mixes scripts, is reserved, or somebody has registered it.
        """
        check_scripts(name)
        check_reserved(name, guest=True)
        await self._credentials.check_name_free(name)

    async def _guest_again(self, account: Account, wish: str | None) -> Account:
        """Return a guest under the name that it wishes, or the old one, or else another.

        Nobody is kept out for a name: it may have been registered since the last visit.
        """
        for name in dict.fromkeys((wish or account.name, account.name)):
            try:
                await self.check_guest_name(name)
            except ProtocolError:
                continue
            break
        else:
            name = guest_name()
        if name != account.name:
            await self._accounts.rename(account.id, name)
        return Account(account.id, name)

    async def whose(self, token: str) -> str | None:
        """Return the account that a token opens, None for one that opens nothing.

        For what is asked beside a conversation: it is no visit, and renews nothing.
        """
        opened = await self._accounts.open(token_hash(token))
        return None if opened is None else opened.account.id

    async def _renewed(self, key: bytes, opened: Opened, now: float) -> str | None:
        if now - opened.issued < self._token_s:
            return None
        if opened.renewed is not None and now - opened.renewed < RENEW_AGAIN_S:
            return None
        token = new_token()
        await self._accounts.renew(key, token_hash(token), now)
        return token
