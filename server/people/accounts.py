"""What people ask of their own account: registering, passwords, names, settings, giving it up."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import msgspec

from protocol.account import (
    AccountInfo,
    ChangePassword,
    DeleteAccount,
    FreshToken,
    GetAccount,
    GetSettings,
    KeptSettings,
    LogOutEverywhere,
    NewRecoveryCode,
    Recover,
    Recovery,
    Register,
    Registered,
    Rename,
    SetSettings,
)
from protocol.base import Inbound
from protocol.errors import Ok, ProtocolError
from server.clock import Clock
from server.config import Config
from server.log import get_logger
from server.net.limits import Buckets
from server.people.credentials import Credentials, code_hash, new_recovery_code
from server.people.names import check_reserved, check_scripts, name_key
from server.people.passwords import Passwords, check_new_password
from server.session.admission import DAY_S, Admission
from server.session.client import Client
from server.session.dialogue import Handler
from server.session.names import clean_name
from server.session.sessions import Sessions
from server.session.tokens import new_token, token_hash
from server.store.accounts import Account, AccountStore
from server.store.credentials import CredentialStore, Registration
from server.store.errors import Refused

SETTINGS_BYTES: Final = 2048
"""JSON that clients may keep in an account."""

log = get_logger("accounts")


class Accounts:
    """Handles account requests.

    `erase` deletes an account, `named` is told of one that has registered or has another name.
    """

    def __init__(
        self,
        clock: Clock,
        config: Config,
        sessions: Sessions,
        *,
        admission: Admission,
        credentials: Credentials,
        passwords: Passwords,
        accounts: AccountStore,
        store: CredentialStore,
        erase: Callable[[Account], Awaitable[None]],
        named: Callable[[Account], None],
    ) -> None:
        self._clock = clock
        self._sessions = sessions
        self._admission = admission
        self._credentials = credentials
        self._passwords = passwords
        self._accounts = accounts
        self._store = store
        self._erase = erase
        self._named = named
        self._rename_s = config.rename_days * DAY_S
        self._registrations = Buckets(clock, 1.0 / config.register_s, config.register_burst)

    def routes(self) -> Mapping[type[Inbound], Handler]:
        """Return the handler of each request."""
        return {
            Register: self.register,
            ChangePassword: self.change_password,
            Recover: self.recover,
            NewRecoveryCode: self.new_recovery_code,
            LogOutEverywhere: self.log_out_everywhere,
            Rename: self.rename,
            DeleteAccount: self.delete,
            GetAccount: self.get,
            GetSettings: self.get_settings,
            SetSettings: self.set_settings,
        }

    async def register(self, client: Client, request: Register) -> None:
        """`register`: answered with `registered`. The account stays the same one."""
        account = client.account
        if account.registered:
            raise ProtocolError("already_registered")
        name = _new_name(request.name)
        check_new_password(request.password, name)
        await self._credentials.check_name_free(name)
        link = client.link
        if not link.unlimited and not self._registrations.take(link.address):
            raise ProtocolError("too_fast", "Too many registrations from this address; wait a bit.")
        hashed = await self._passwords.hash(request.password)
        token, code = new_token(), new_recovery_code()
        now_registered = Account(account.id, name, registered=True)
        try:
            done = await self._store.register(
                now_registered,
                name_key(name),
                hashed,
                code_hash(code),
                token_hash(token),
                client.key,
                self._clock.wall(),
            )
        except Refused:
            raise ProtocolError("name_taken", field="name") from None
        if not done:
            raise ProtocolError("already_registered")
        client.key = token_hash(token)
        self._now_is(client, now_registered)
        self._credentials.welcome(link, name)
        log.info("registered", account=account.id, name=name)
        client.reply(
            request.id, Registered(id=request.id, name=name, token=token, recovery_code=code)
        )
        self._named(now_registered)

    async def change_password(self, client: Client, request: ChangePassword) -> None:
        """`change_password`: answered with `token`."""
        found = await self._credentials.confirm(client.link, client.account, request.password)
        check_new_password(request.new_password, found.account.name)
        hashed = await self._passwords.hash(request.new_password)
        token = new_token()
        changed = await self._store.change_password(
            found.account.id, found.password, hashed, token_hash(token), self._clock.wall()
        )
        if not changed:
            raise ProtocolError("wrong_login", "The password is another one.", "password")
        log.info("password_changed", account=found.account.id)
        self._only(client, request.id, token)

    async def recover(self, client: Client, request: Recover) -> None:
        """`recover`: answered with `recovery`; the account is logged out wherever it is."""
        check_new_password(request.password, request.name)
        account, code = await self._credentials.recover(
            client.link, request.name, request.code, request.password
        )
        log.info("recovered_account", account=account)
        client.reply(request.id, Recovery(id=request.id, recovery_code=code))
        self._sessions.close(account, "logged_out")

    async def new_recovery_code(self, client: Client, request: NewRecoveryCode) -> None:
        """`new_recovery_code`: answered with `recovery`."""
        found = await self._credentials.confirm(client.link, client.account, request.password)
        code = new_recovery_code()
        await self._store.set_recovery(found.account.id, code_hash(code))
        client.reply(request.id, Recovery(id=request.id, recovery_code=code))

    async def log_out_everywhere(self, client: Client, request: LogOutEverywhere) -> None:
        """`log_out_everywhere`: answered with `token`. A guest could never come back."""
        if not client.account.registered:
            raise ProtocolError("not_registered")
        token = new_token()
        account = client.account.id
        await self._store.only_token(account, token_hash(token), self._clock.wall())
        log.info("logged_out_everywhere", account=account)
        self._only(client, request.id, token)

    async def rename(self, client: Client, request: Rename) -> None:
        """`rename`: answered with `account`."""
        account = client.account
        if account.registered:
            name = _new_name(request.name)
            wait = self._wait(await self._store.by_id(account.id))
            if wait > 0.0:
                raise _too_soon(wait)
            await self._take_name(account, name)
        else:
            name = clean_name(request.name)
            await self._admission.check_guest_name(name)
            await self._accounts.rename(account.id, name)
        log.info("renamed", account=account.id, before=account.name, name=name)
        self._now_is(client, Account(account.id, name, account.registered))
        await self._tell_account(client, request.id)
        self._named(client.account)

    async def delete(self, client: Client, request: DeleteAccount) -> None:
        """`delete_account`: answered with `ok`; the connection ends."""
        found = await self._credentials.confirm(client.link, client.account, request.password)
        if self._sessions.engaged(found.account.id):
            raise ProtocolError("busy")
        await self._erase(found.account)
        client.reply(request.id, Ok(id=request.id))
        self._sessions.close(found.account.id, "logged_out")

    async def get(self, client: Client, request: GetAccount) -> None:
        """`get_account`: answered with `account`."""
        await self._tell_account(client, request.id)

    async def get_settings(self, client: Client, request: GetSettings) -> None:
        """`get_settings`: answered with `settings`."""
        kept = await self._store.settings(client.account.id)
        settings: dict[str, Any] = {} if kept is None else msgspec.json.decode(kept)
        client.reply(request.id, KeptSettings(id=request.id, settings=settings))

    async def set_settings(self, client: Client, request: SetSettings) -> None:
        """`set_settings`."""
        try:
            kept = msgspec.json.encode(request.settings)
        except (OverflowError, ValueError):
            # A number that was read but that no JSON of ours can hold.
            raise ProtocolError(
                "bad_value", "`settings` has a number that is too large.", "settings"
            ) from None
        if len(kept) > SETTINGS_BYTES:
            raise ProtocolError(
                "out_of_range",
                f"`settings` must have at most {SETTINGS_BYTES} bytes of JSON, not {len(kept)}.",
                "settings",
            )
        await self._store.set_settings(client.account.id, kept.decode())
        client.reply(request.id, Ok(id=request.id))

    # Inside

    async def _take_name(self, account: Account, name: str) -> None:
        now = self._clock.wall()
        try:
            done = await self._store.rename(
                account.id, name, name_key(name), now, now - self._rename_s
            )
        except Refused:
            raise ProtocolError("name_taken", field="name") from None
        if not done:
            # On another connection, in this moment.
            raise _too_soon(self._rename_s)

    async def _tell_account(self, client: Client, request_id: int | None) -> None:
        account = client.account
        registration = await self._store.by_id(account.id) if account.registered else None
        answer = AccountInfo(
            id=request_id,
            account=account.id,
            name=account.name,
            registered=account.registered,
            rename_ms=round(1000 * self._wait(registration)),
        )
        client.reply(request_id, answer)

    def _wait(self, registration: Registration | None) -> float:
        """Return the seconds until an account may take another name."""
        if registration is None or registration.renamed is None:
            return 0.0
        return max(0.0, registration.renamed + self._rename_s - self._clock.wall())

    def _now_is(self, client: Client, account: Account) -> None:
        """Let the account's connection know it, which may be another one by now."""
        client.account = account
        newest = self._sessions.client(account.id)
        if newest is not None:
            newest.account = account

    def _only(self, client: Client, request_id: int | None, token: str) -> None:
        """Tell the only token that is left, and log out whoever came in by another one."""
        client.key = token_hash(token)
        client.reply(request_id, FreshToken(id=request_id, token=token))
        if self._sessions.client(client.account.id) is not client:
            self._sessions.close(client.account.id, "logged_out")


def _new_name(name: str) -> str:
    """Return a name as a registered account may have it, if nobody else does.

    Raises:
        ProtocolError: nobody gets such a name.
    """
    cleaned = clean_name(name)
    check_scripts(cleaned)
    check_reserved(cleaned, guest=False)
    return cleaned


def _too_soon(wait: float) -> ProtocolError:
    days = wait / DAY_S
    return ProtocolError(
        "too_soon", f"The name can be changed again in {days:.1f} days.", wait_s=int(wait) + 1
    )
