"""What people ask of one another: to be friends, to come into a room, to be left alone."""

from collections.abc import Callable, Mapping

import msgspec

from protocol.base import Inbound
from protocol.codec import encode
from protocol.errors import Ok, ProtocolError
from protocol.friends import (
    Block,
    Friend,
    FriendAccept,
    FriendAsk,
    FriendDecline,
    FriendRemove,
    GetBlocks,
    GetFriends,
    Invitation,
    Invite,
    Person,
    Unblock,
)
from protocol.friends import (
    Blocks as BlockList,
)
from protocol.friends import (
    Friends as FriendList,
)
from server.clock import Clock
from server.config import Config
from server.net.limits import Buckets
from server.people.blocks import Blocks
from server.people.credentials import key_of
from server.people.presence import Presence
from server.session.client import Client
from server.session.dialogue import Handler
from server.session.sessions import Sessions
from server.store.accounts import Account
from server.store.errors import Refused
from server.store.friends import Contact, FriendStore


class OpenRoom(msgspec.Struct, frozen=True):
    """The room in which somebody sits: into which friends may be invited if it is `waiting`."""

    code: str
    title: str | None
    password: bool
    waiting: bool


class Friends:
    """Handles requests about other people. `room_of` says in which room an account sits."""

    def __init__(
        self,
        clock: Clock,
        config: Config,
        store: FriendStore,
        sessions: Sessions,
        presence: Presence,
        blocks: Blocks,
        room_of: Callable[[str], OpenRoom | None],
    ) -> None:
        self._clock = clock
        self._store = store
        self._sessions = sessions
        self._presence = presence
        self._blocks = blocks
        self._room_of = room_of
        self._most_friends = config.max_friends
        self._most_blocks = config.max_blocks
        self._asks = Buckets(clock, 1.0 / config.friend_ask_s, config.friend_asks)

    def routes(self) -> Mapping[type[Inbound], Handler]:
        """Return the handler of each request."""
        return {
            FriendAsk: self.ask,
            FriendAccept: self.accept,
            FriendDecline: self.decline,
            FriendRemove: self.remove,
            GetFriends: self.get,
            Invite: self.invite,
            Block: self.block,
            Unblock: self.unblock,
            GetBlocks: self.get_blocks,
        }

    async def ask(self, client: Client, request: FriendAsk) -> None:
        """`friend_ask`."""
        account = _registered(client)
        self._check_rate(client)
        other = await self._find(client, request)
        if not other.registered:
            raise ProtocolError("not_registered", "Guests have no friends; they register first.")
        outcome = await self._store.ask(
            account.id, other.account, self._most_friends, self._clock.wall()
        )
        if outcome == "asked":
            client.reply(request.id, Ok(id=request.id))
            self._presence.tell(other.account, account, "asks_you")
            self._presence.tell(account.id, _account(other), "asked")
        elif outcome == "friends":
            self._befriend(client, request.id, other)
        else:
            raise ProtocolError("too_many_friends" if outcome == "too_many" else outcome)

    async def accept(self, client: Client, request: FriendAccept) -> None:
        """`friend_accept`."""
        account = _registered(client)
        other = await self._person(request.account)
        outcome = await self._store.accept(
            account.id, other.account, self._most_friends, self._clock.wall()
        )
        if outcome is None:
            raise ProtocolError("no_such_ask", field="account")
        if outcome == "too_many":
            raise ProtocolError("too_many_friends")
        self._befriend(client, request.id, other)

    async def decline(self, client: Client, request: FriendDecline) -> None:
        """`friend_decline`."""
        account = _registered(client)
        other = await self._person(request.account)
        if not await self._store.decline(account.id, other.account):
            raise ProtocolError("no_such_ask", field="account")
        client.reply(request.id, Ok(id=request.id))
        self._part(account, other)

    async def remove(self, client: Client, request: FriendRemove) -> None:
        """`friend_remove`."""
        account = _registered(client)
        other = await self._person(request.account)
        if not await self._store.remove(account.id, other.account):
            raise ProtocolError("not_friends", field="account")
        client.reply(request.id, Ok(id=request.id))
        self._part(account, other)

    async def get(self, client: Client, request: GetFriends) -> None:
        """`get_friends`: answered with `friends`."""
        circle = await self._store.circle(client.account.id)
        friends = tuple(
            Friend(
                account=contact.account,
                name=contact.name,
                state=self._presence.state(contact.account),
            )
            for contact in circle.friends
        )
        answer = FriendList(
            id=request.id,
            friends=friends,
            asks_you=_people(circle.asks_you),
            asked=_people(circle.asked),
        )
        client.reply(request.id, answer)

    async def invite(self, client: Client, request: Invite) -> None:
        """`invite`: the friend gets an `invitation`."""
        account = _registered(client)
        self._check_rate(client)
        self._blocks.check(account.id, request.account)
        if request.account not in await self._store.friends_of(account.id):
            raise ProtocolError("not_friends", field="account")
        room = self._room_of(account.id)
        if room is None:
            raise ProtocolError("not_in_room")
        if not room.waiting:
            raise ProtocolError("room_playing")
        friend = self._sessions.client(request.account)
        if friend is None:
            raise ProtocolError("not_here")
        client.reply(request.id, Ok(id=request.id))
        invitation = Invitation(
            from_=Person(account=account.id, name=account.name),
            code=room.code,
            title=room.title,
            password=room.password,
        )
        friend.send(encode(invitation))

    async def block(self, client: Client, request: Block) -> None:
        """`block`: what the two were to each other ends."""
        account = client.account
        other = await self._find(client, request)
        try:
            parted = await self._store.block(
                account.id, other.account, self._most_blocks, self._clock.wall()
            )
        except Refused:
            raise ProtocolError("no_such_account", field="account") from None
        if parted is None:
            raise ProtocolError("too_many_blocks")
        self._blocks.add(account.id, other.account)
        client.reply(request.id, Ok(id=request.id))
        if parted:
            self._part(account, other)

    async def unblock(self, client: Client, request: Unblock) -> None:
        """`unblock`."""
        if not await self._store.unblock(client.account.id, request.account):
            raise ProtocolError("not_blocked", field="account")
        self._blocks.remove(client.account.id, request.account)
        client.reply(request.id, Ok(id=request.id))

    async def get_blocks(self, client: Client, request: GetBlocks) -> None:
        """`get_blocks`: answered with `blocks`."""
        blocked = await self._store.blocked_by(client.account.id)
        client.reply(request.id, BlockList(id=request.id, blocked=_people(blocked)))

    # Inside

    def _befriend(self, client: Client, request_id: int | None, other: Contact) -> None:
        account = client.account
        self._presence.befriended(account.id, other.account)
        client.reply(request_id, Ok(id=request_id))
        self._presence.tell(other.account, account, "friend")
        self._presence.tell(account.id, _account(other), "friend")

    def _part(self, account: Account, other: Contact) -> None:
        self._presence.parted(account.id, other.account)
        self._presence.tell(other.account, account, "none")
        self._presence.tell(account.id, _account(other), "none")

    async def _find(self, client: Client, request: FriendAsk | Block) -> Contact:
        """Return whom a request names, who is not the one who asks."""
        if (request.account is None) == (request.name is None):
            raise ProtocolError("bad_value", "Give `account` or `name`, one of them.", "account")
        key = None if request.name is None else key_of(request.name)
        found = await self._store.person(account=request.account, name_key=key)
        if found is None:
            raise ProtocolError(
                "no_such_account", field="name" if request.account is None else "account"
            )
        if found.account == client.account.id:
            raise ProtocolError("own_account")
        return found

    async def _person(self, account: str) -> Contact:
        found = await self._store.person(account=account, name_key=None)
        if found is None:
            raise ProtocolError("no_such_account", field="account")
        return found

    def _check_rate(self, client: Client) -> None:
        if not self._asks.take(client.account.id):
            raise ProtocolError("too_fast", "You ask too many people; wait a bit.")


def _registered(client: Client) -> Account:
    if not client.account.registered:
        raise ProtocolError("not_registered")
    return client.account


def _account(contact: Contact) -> Account:
    return Account(contact.account, contact.name, contact.registered)


def _people(contacts: tuple[Contact, ...]) -> tuple[Person, ...]:
    return tuple(Person(account=contact.account, name=contact.name) for contact in contacts)
