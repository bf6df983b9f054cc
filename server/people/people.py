"""People, put together: what the rest of the server needs of accounts, friends, bans.

`entry` is made first, as sessions let people in through it; the rest once there are sessions.
"""

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Protocol, TypeAlias

from protocol.base import Inbound
from protocol.friends import FriendState
from server.clock import Clock
from server.config import Config
from server.people.accounts import Accounts
from server.people.blocks import Blocks
from server.people.credentials import Credentials
from server.people.erasures import Erasures
from server.people.friends import Friends, OpenRoom
from server.people.names import DELETED_NAME, name_key
from server.people.passwords import Passwords
from server.people.presence import Presence
from server.people.sanctions import Sanctions
from server.people.throttle import Throttle
from server.session.admission import Admission
from server.session.dialogue import Handler
from server.session.sessions import Sessions
from server.store.accounts import Account, AccountStore
from server.store.credentials import CredentialStore
from server.store.database import Database
from server.store.erasure import ErasureStore
from server.store.friends import FriendStore
from server.store.sanctions import SanctionStore

Job: TypeAlias = Callable[[], Coroutine[Any, Any, None]]


class Places(Protocol):
    """Where people are (`server.whereabouts.Whereabouts`)."""

    def doing(self, account: str) -> FriendState:
        """Say what friends are shown of an account that is here."""

    def open_room(self, account: str) -> OpenRoom | None:
        """Return the room in which an account sits."""


class Entry:
    """How people come in: accounts, what opens them, and who is shut out."""

    def __init__(self, clock: Clock, config: Config, database: Database) -> None:
        self.accounts = AccountStore(database)
        self.registered = CredentialStore(database)
        self.passwords = Passwords(config)
        self.throttle = Throttle(clock)
        self.credentials = Credentials(clock, self.registered, self.passwords, self.throttle)
        self.sanctions = Sanctions(clock, SanctionStore(database), self._shut_out)
        self.admission = Admission(clock, config, self.accounts, self.credentials, self.sanctions)
        self._close: Callable[[str, str], None] | None = None

    def close_with(self, close: Callable[[str, str], None]) -> None:
        """Say how the connection of an account is closed (`Sessions.close`)."""
        self._close = close

    def _shut_out(self, account: str) -> None:
        if self._close is not None:
            self._close(account, "banned")


class People:
    """All of it. `places` says where an account is."""

    def __init__(
        self,
        clock: Clock,
        config: Config,
        database: Database,
        entry: Entry,
        sessions: Sessions,
        places: Places,
    ) -> None:
        self.registered = entry.registered
        self.passwords = entry.passwords
        self.sanctions = entry.sanctions
        self._entry = entry
        self._friends = FriendStore(database)
        self.blocks = Blocks(self._friends)
        self.presence = Presence(clock, self._friends, sessions, places.doing)
        self.erasures = Erasures(clock, ErasureStore(database, DELETED_NAME))
        entry.close_with(sessions.close)
        self._accounts = Accounts(
            clock,
            config,
            sessions,
            admission=entry.admission,
            credentials=entry.credentials,
            passwords=entry.passwords,
            accounts=entry.accounts,
            store=entry.registered,
            erase=self.erase,
            named=self.named,
        )
        self._circle = Friends(
            clock, config, self._friends, sessions, self.presence, self.blocks, places.open_room
        )

    def routes(self) -> Mapping[type[Inbound], Handler]:
        """Return the handler of each request."""
        return {**self._accounts.routes(), **self._circle.routes()}

    def jobs(self) -> tuple[Job, ...]:
        """Return what runs for as long as the server does."""
        return (self.presence.run, self.sanctions.run, self.erasures.run)

    async def load(self) -> None:
        """Read what must be known before anybody comes in.

        Raises:
            StoreError: it cannot be read.
        """
        await self.blocks.load()
        await self.sanctions.load()

    def close(self) -> None:
        """Begin nothing more."""
        self._entry.passwords.close()

    async def friends_of(self, account: str) -> frozenset[str]:
        """Return the ids of an account's friends."""
        return await self._friends.friends_of(account)

    async def erase(self, account: Account) -> None:
        """Delete an account; it must be in no room, queue or game.

        Raises:
            ProtocolError: it is no more.
        """
        friends = await self._friends.circle(account.id)
        await self.erasures.erase(account.id)
        self._entry.throttle.forget(name_key(account.name))
        self.blocks.forget(account.id)
        self.presence.forget(account, friends)

    def named(self, account: Account) -> None:
        """Tell others that somebody has registered, or has another name."""
        self.presence.named(account)
