"""Friend rooms: making one, sitting down, agreeing on rules, starting."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct, field

from protocol.base import (
    SAFE_INT,
    Inbound,
    NewPassword,
    NewTitle,
    Outbound,
    Password,
    Reply,
    RoomCode,
    SeatNumber,
    TableId,
    Title,
)

RuleInt: TypeAlias = Annotated[int, Meta(ge=-SAFE_INT, le=SAFE_INT)]
RuleText: TypeAlias = Annotated[str, Meta(max_length=64)]
RuleScalar: TypeAlias = bool | RuleInt | float | RuleText | None
RuleValue: TypeAlias = (
    bool
    | RuleInt
    | float
    | RuleText
    | Annotated[list[RuleScalar], Meta(max_length=64)]
    | Annotated[dict[RuleText, RuleScalar], Meta(max_length=64)]
    | None
)
RuleObject: TypeAlias = Annotated[
    dict[RuleText, RuleValue],
    Meta(max_length=200, description="`preset` and the options that differ from it."),
]

BotLevel: TypeAlias = Literal["easy", "normal"]
Seating: TypeAlias = Literal["as_seated", "drawn"]
SpectateView: TypeAlias = Literal["full", "public"]
RoomSpectateView: TypeAlias = Literal["full", "public", "none"]
"""What a host says of spectators; `none`: nobody watches, whatever the rules say."""
EditSpectateView: TypeAlias = Literal["full", "public", "none", "rules"]
"""The same; `rules`: the host says nothing any more, and the rules decide."""
RematchSeats: TypeAlias = Literal["kept", "shuffled"]
RecordsListed: TypeAlias = Literal["listed", "unlisted", "private"]
"""Who has the records of a room's games: everybody, whoever knows the id, those who played."""
SpectateDelay: TypeAlias = Annotated[
    int, Meta(ge=0, le=3600, description="Seconds; the full view needs 60 at least.")
]
BlockNumber: TypeAlias = Annotated[
    int, Meta(ge=1, le=SAFE_INT, description="Names somebody who was blocked, in one room.")
]


class CreateRoom(Inbound, frozen=True, kw_only=True, tag="create_room"):
    """Open a room and sit down in it as its host."""

    rules: RuleObject
    title: Title | None = None
    password: Password | None = None
    seating: Seating = "as_seated"
    spectate_delay_s: SpectateDelay | None = None
    spectate_view: RoomSpectateView | None = None
    records: Annotated[
        RecordsListed, Meta(description="Who has the records of the room's games.")
    ] = "listed"
    public: Annotated[
        bool, Meta(description="Whether `list_rooms` shows the room to everybody.")
    ] = False


class EditRoom(Inbound, frozen=True, kw_only=True, tag="edit_room"):
    """Host: change what is given, leave the rest; only while nobody plays.

    An empty `title` or `password` takes it away. Where the change concerns the game (rules,
    seating, spectators, records), everybody's ready is cleared.
    """

    title: NewTitle | None = None
    password: NewPassword | None = None
    rules: RuleObject | None = None
    seating: Seating | None = None
    spectate_delay_s: SpectateDelay | None = None
    spectate_view: EditSpectateView | None = None
    records: RecordsListed | None = None
    public: bool | None = None


class JoinRoom(Inbound, frozen=True, kw_only=True, tag="join_room"):
    """Enter a room by its code and sit down on the lowest empty seat."""

    code: RoomCode
    password: Password | None = None


class LeaveRoom(Inbound, frozen=True, kw_only=True, tag="leave_room"):
    """Leave the room; a leaving host passes the role on."""


class Ready(Inbound, frozen=True, kw_only=True, tag="ready"):
    """Say whether one is ready to start."""

    ready: bool


class SetRules(Inbound, frozen=True, kw_only=True, tag="set_rules"):
    """Host: replace the rules; everybody's ready is cleared."""

    rules: RuleObject


class AddBot(Inbound, frozen=True, kw_only=True, tag="add_bot"):
    """Host: seat a bot, at the lowest empty seat unless `seat` is given."""

    level: BotLevel
    seat: SeatNumber | None = None


class RemoveSeat(Inbound, frozen=True, kw_only=True, tag="remove_seat"):
    """Host: send a bot or a person away."""

    seat: SeatNumber


class BlockSeat(Inbound, frozen=True, kw_only=True, tag="block_seat"):
    """Host: send a person away, who cannot come back to this room."""

    seat: SeatNumber


class LiftBlock(Inbound, frozen=True, kw_only=True, tag="lift_block"):
    """Host: let somebody come back; `block` is a number from `blocked` in `room`."""

    block: BlockNumber


class TakeSeat(Inbound, frozen=True, kw_only=True, tag="take_seat"):
    """Sit on another seat, which is empty or a bot's; a bot changes places."""

    seat: SeatNumber


class MoveSeat(Inbound, frozen=True, kw_only=True, tag="move_seat"):
    """Host: let whoever sits on `seat` and whoever sits on `to` change places."""

    seat: SeatNumber
    to: SeatNumber


class ShuffleSeats(Inbound, frozen=True, kw_only=True, tag="shuffle_seats"):
    """Host: draw all seats of the room anew."""


class GiveHost(Inbound, frozen=True, kw_only=True, tag="give_host"):
    """Host: pass the role to the person on `seat`."""

    seat: SeatNumber


class DismissRoom(Inbound, frozen=True, kw_only=True, tag="dismiss_room"):
    """Host: close the room for everybody; only while nobody plays."""


class StartRoom(Inbound, frozen=True, kw_only=True, tag="start_room"):
    """Host: start the game; with `fill` bots take the empty seats."""

    fill: bool


class Rematch(Inbound, frozen=True, kw_only=True, tag="rematch"):
    """Want another game and be ready for it; it starts once everybody is ready.

    `seats` counts if it is the host's, or if nobody has asked yet.
    """

    seats: RematchSeats = "kept"


class RoomSeat(Struct, frozen=True, kw_only=True):
    """One seat of a room. `name` is null on an empty one, `level` on all but a bot's."""

    kind: Literal["human", "bot", "empty"]
    name: str | None = None
    ready: bool = False
    online: bool = False
    level: BotLevel | None = None


class RematchAsked(Struct, frozen=True, kw_only=True):
    """Somebody wants another game: how the seats will be, and which seats want it."""

    seats: RematchSeats
    agreed: tuple[SeatNumber, ...]


class RoomBlock(Struct, frozen=True, kw_only=True):
    """Somebody who cannot come back to the room; `block` is for `lift_block`."""

    block: BlockNumber
    name: str


class Room(Reply, frozen=True, kw_only=True, tag="room"):
    """The whole room, to each member after every change. `rev` grows with each change.

    Whoever is sent away gets it a last time, with `seat` null.
    """

    code: str
    rev: int
    title: str | None
    host: Annotated[int, Meta(ge=0, le=3, description="The host's seat.")]
    seat: Annotated[
        SeatNumber | None, Meta(description="The receiver's seat; null: no longer in the room.")
    ]
    rules: Annotated[dict[str, Any], Meta(description="The full rule object.")]
    seats: tuple[RoomSeat, ...]
    spectators: Annotated[int, Meta(ge=0, description="How many watch the room's game.")]
    state: Literal["waiting", "playing"]
    table: Annotated[TableId | None, Meta(description="The table while playing.")]
    password: Annotated[bool, Meta(description="Whether joining needs one.")]
    seating: Seating
    spectate_delay_s: int | None
    spectate_view: RoomSpectateView | None
    records: RecordsListed = "listed"
    public: bool = False
    differs: Annotated[
        dict[str, Any], Meta(description="Those of `rules` that are not as in their preset.")
    ] = field(default_factory=dict)
    games: Annotated[int, Meta(ge=0, description="How many games have ended here.")] = 0
    rematch: RematchAsked | None = None
    blocked: Annotated[tuple[RoomBlock, ...], Meta(description="To the host alone.")] = ()


class RoomClosed(Outbound, frozen=True, kw_only=True, tag="room_closed"):
    """To each member of a room that is no more; a last `room` with `seat` null follows.

    `dismissed`: by its host; `idle`: nothing had happened in it for too long. There will be
    further reasons.
    """

    code: str
    reason: Annotated[str, Meta(description="`dismissed` or `idle`; more will come.")]
    message: str
