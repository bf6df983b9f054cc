"""Friends: asking, accepting, who of them is here, inviting; and people one wants no more of."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from protocol.base import Inbound, Outbound, Reply

AccountId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
GivenName: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=64, description="The name of a registered account.")
]
FriendState: TypeAlias = Literal["offline", "online", "room", "queue", "playing"]
Relation: TypeAlias = Literal["friend", "asked", "asks_you", "none"]


# From a client


class FriendAsk(Inbound, frozen=True, kw_only=True, tag="friend_ask"):
    """Ask somebody to be friends, by `account` or by `name`; who has asked you is accepted."""

    account: AccountId | None = None
    name: GivenName | None = None


class FriendAccept(Inbound, frozen=True, kw_only=True, tag="friend_accept"):
    """Say yes to somebody who has asked."""

    account: AccountId


class FriendDecline(Inbound, frozen=True, kw_only=True, tag="friend_decline"):
    """Say no to somebody who has asked."""

    account: AccountId


class FriendRemove(Inbound, frozen=True, kw_only=True, tag="friend_remove"):
    """Be friends no more, or take one's own asking back."""

    account: AccountId


class GetFriends(Inbound, frozen=True, kw_only=True, tag="get_friends"):
    """Ask for one's friends, who has asked, and whom one has asked."""


class Invite(Inbound, frozen=True, kw_only=True, tag="invite"):
    """Invite a friend who is here into the room in which one sits."""

    account: AccountId


class Block(Inbound, frozen=True, kw_only=True, tag="block"):
    """Have nothing to do with somebody any more, by `account` or by `name`; ends a friendship."""

    account: AccountId | None = None
    name: GivenName | None = None


class Unblock(Inbound, frozen=True, kw_only=True, tag="unblock"):
    """Take a block back."""

    account: AccountId


class GetBlocks(Inbound, frozen=True, kw_only=True, tag="get_blocks"):
    """Ask whom one has blocked."""


# From the server


class Person(Struct, frozen=True, kw_only=True):
    """Somebody else."""

    account: str
    name: str


class Friend(Person, frozen=True, kw_only=True):
    """A friend and what they are doing."""

    state: FriendState


class Friends(Reply, frozen=True, kw_only=True, tag="friends"):
    """Answers `get_friends`, each list by name."""

    friends: tuple[Friend, ...]
    asks_you: tuple[Person, ...]
    asked: tuple[Person, ...]


class FriendChange(Outbound, frozen=True, kw_only=True, tag="friend"):
    """Somebody has become something else to the receiver, or a friend does something else.

    `state` is null unless they are friends.
    """

    account: str
    name: str
    relation: Relation
    state: FriendState | None


class Invitation(Outbound, frozen=True, kw_only=True, tag="invitation"):
    """A friend asks the receiver into a room: `join_room` with `code`."""

    from_: Person = field(name="from")
    code: str
    title: str | None
    password: Annotated[bool, Meta(description="Whether joining needs one.")]


class Blocks(Reply, frozen=True, kw_only=True, tag="blocks"):
    """Answers `get_blocks`, by name."""

    blocked: tuple[Person, ...]
