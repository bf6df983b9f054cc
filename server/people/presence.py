"""What people are doing, for their friends.

Where somebody is, rooms, queues and tables know. Nobody tells this part: it looks once a second at
those who have a friend here, and says what has changed. So a state is at most a second old, and
whoever goes through several in between is seen in the last one.
"""

import asyncio
from collections.abc import Callable
from typing import Final, TypeAlias

from protocol.codec import encode
from protocol.friends import FriendChange, FriendState, Relation
from server.clock import Clock
from server.log import get_logger
from server.session.client import Client
from server.session.sessions import Sessions
from server.store.accounts import Account
from server.store.errors import StoreError
from server.store.friends import Circle, FriendStore

LOOK_S: Final = 1.0

WhatDoing: TypeAlias = Callable[[str], FriendState]
"""What an account is doing that has a connection: never `offline`."""

log = get_logger("presence")


class Presence:
    """Follows who is there (`server.session.sessions.Companion`) and tells friends."""

    def __init__(
        self, clock: Clock, store: FriendStore, sessions: Sessions, doing: WhatDoing
    ) -> None:
        self._clock = clock
        self._store = store
        self._sessions = sessions
        self._doing = doing
        # Of registered accounts that are here.
        self._friends: dict[str, set[str]] = {}
        self._told: dict[str, FriendState] = {}
        self._loading: set[asyncio.Task[None]] = set()

    def state(self, account: str) -> FriendState:
        """What an account is doing now."""
        if self._sessions.client(account) is None:
            return "offline"
        return self._doing(account)

    def tell(self, account: str, other: Account, relation: Relation) -> None:
        """Tell an account, if it is here, what another one is to it from now on."""
        client = self._sessions.client(account)
        if client is None:
            return
        state = self.state(other.id) if relation == "friend" else None
        client.send(
            encode(FriendChange(account=other.id, name=other.name, relation=relation, state=state))
        )

    def befriended(self, one: str, other: str) -> None:
        """Note that two are friends from now on, who are told so by `tell`."""
        for account, friend in ((one, other), (other, one)):
            if account in self._friends:
                # Friends from before hear first what they have not been told yet.
                self._look_at(account)
                self._friends[account].add(friend)
                self._told[account] = self._doing(account)

    def parted(self, one: str, other: str) -> None:
        """Note that two are friends no more."""
        for account, friend in ((one, other), (other, one)):
            if account in self._friends:
                self._friends[account].discard(friend)

    def named(self, account: Account) -> None:
        """Tell the friends of an account its name; somebody who has registered may have some."""
        if account.registered and account.id not in self._friends:
            self._begin(account.id)
        for friend in self._friends.get(account.id, ()):
            self.tell(friend, account, "friend")

    def forget(self, account: Account, circle: Circle) -> None:
        """Tell all who had to do with an account that is no more."""
        self._friends.pop(account.id, None)
        self._told.pop(account.id, None)
        for contact in (*circle.friends, *circle.asks_you, *circle.asked):
            self.parted(contact.account, account.id)
            self.tell(contact.account, account, "none")

    # Who is there

    def arrived(self, client: Client) -> None:
        """Somebody is here: friends are told once it is known who they are."""
        account = client.account
        if not account.registered or account.id in self._friends:
            return
        self._begin(account.id)

    def left(self, client: Client) -> None:
        """Somebody is gone: friends are told at once."""
        friends = self._friends.pop(client.account.id, None)
        if friends is None:
            return
        self._told.pop(client.account.id, None)
        for friend in friends:
            self.tell(friend, client.account, "friend")

    def _begin(self, account: str) -> None:
        task = asyncio.get_running_loop().create_task(self._load(account), name="load friends")
        self._loading.add(task)
        task.add_done_callback(self._loading.discard)

    async def _load(self, account: str) -> None:
        """Read who somebody's friends are, who has come or has registered just now."""
        try:
            friends = await self._store.friends_of(account)
        except StoreError as error:
            log.warning("friends_not_read", account=account, reason=str(error))
            return
        if self._sessions.client(account) is not None:
            self._friends[account] = set(friends)
            self._look_at(account)

    async def run(self) -> None:
        """Look at everybody, again and again."""
        while True:
            await self._clock.sleep(LOOK_S)
            for account in tuple(self._friends):
                self._look_at(account)

    def _look_at(self, account: str) -> None:
        client = self._sessions.client(account)
        friends = self._friends.get(account)
        if client is None or not friends:
            return
        state = self._doing(account)
        if self._told.get(account) == state:
            return
        self._told[account] = state
        for friend in friends:
            self.tell(friend, client.account, "friend")
