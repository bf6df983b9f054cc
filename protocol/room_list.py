"""Beside single rooms: the public list of those that wait, and rules saved under a name."""

from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from protocol.base import SAFE_INT, Inbound, Reply, Title
from protocol.room import RoomSpectateView, RuleObject, Seating

RuleSetName: TypeAlias = Title
Word: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32)]
ListPlace: TypeAlias = Annotated[
    int, Meta(ge=0, le=SAFE_INT, description="A place in the list; says nothing by itself.")
]


# From a client


class RoomFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a list of rooms is narrowed to; all that is given must hold."""

    players: Annotated[int, Meta(ge=3, le=4)] | None = None
    length: Word | None = None
    preset: Word | None = None
    password: Annotated[bool, Meta(description="Whether joining needs one.")] | None = None
    free: Annotated[bool, Meta(description="Whether a seat is empty.")] | None = None
    text: Annotated[Word, Meta(description="Part of the title or of the host's name.")] | None = (
        None
    )


class ListRooms(Inbound, frozen=True, kw_only=True, tag="list_rooms"):
    """Ask which public rooms wait, newest first; `before` goes on from an earlier `next`."""

    filter: RoomFilter = RoomFilter()
    limit: Annotated[int, Meta(ge=1, le=100)] = 20
    before: ListPlace | None = None


class SaveRules(Inbound, frozen=True, kw_only=True, tag="save_rules"):
    """Keep rules of one's own under a name; the same name again replaces them."""

    name: RuleSetName
    rules: RuleObject


class ListRules(Inbound, frozen=True, kw_only=True, tag="list_rules"):
    """Ask for the rules that one has saved."""


class DeleteRules(Inbound, frozen=True, kw_only=True, tag="delete_rules"):
    """Forget the rules saved under a name."""

    name: RuleSetName


# From the server


class ListedRoom(Struct, frozen=True, kw_only=True):
    """A public room that waits. `seats` counts all, `people` and `bots` who sits there."""

    code: str
    title: str | None
    host: Annotated[str, Meta(description="The host's name.")]
    seats: int
    people: int
    bots: int
    preset: str
    length: str
    differs: Annotated[
        dict[str, Any], Meta(description="Its rules that are not as in their preset.")
    ]
    password: bool
    seating: Seating
    spectate_view: RoomSpectateView | None
    since: Annotated[int, Meta(description="When it was opened, Unix milliseconds.")]


class Rooms(Reply, frozen=True, kw_only=True, tag="rooms"):
    """Answers `list_rooms`; with `next` as `before` the list goes on, null: that was all."""

    rooms: tuple[ListedRoom, ...]
    total: Annotated[int, Meta(ge=0, description="How many fit, on all pages.")]
    next: ListPlace | None


class RuleSet(Struct, frozen=True, kw_only=True):
    """Rules saved under a name: their preset and what differs from it.

    `valid`: whether this server can play them; rules of an older version may not be.
    """

    name: str
    rules: dict[str, Any]
    valid: bool


class RuleSets(Reply, frozen=True, kw_only=True, tag="rule_sets"):
    """Answers `list_rules`, by name."""

    sets: tuple[RuleSet, ...]
