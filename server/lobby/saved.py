"""A room as it is kept on the disk, and back.

Not kept is who is online: after a restart nobody is.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from engine.core.errors import BadRules
from protocol.room import BotLevel, RematchSeats
from server.lobby.barred import Bar, Barred
from server.lobby.chairs import Chairs
from server.lobby.codes import ALPHABET, LENGTH
from server.lobby.room import FriendRoom
from server.lobby.seat import Entry, Seat
from server.lobby.settings import Settings
from server.table.api import RoomRules


class DamagedRoom(ValueError):
    """A state that is no room; the message is one line without anything secret."""


class SavedSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """One chair; without `account` and `level` it is empty."""

    account: str | None = None
    level: BotLevel | None = None
    name: str | None = None
    ready: bool = False
    filler: bool = False
    entry: Entry | None = None


class SavedRoom(msgspec.Struct, frozen=True, omit_defaults=True):
    """A room; `rules` is the full rule object. See `FriendRoom`."""

    code: str
    rev: int
    settings: Settings
    rules: dict[str, Any]
    host: str
    seats: tuple[SavedSeat, ...]
    table: str | None
    opened: int = 0
    games: int = 0
    filled: int = 0
    order: tuple[int, ...] = ()
    rematch: RematchSeats | None = None
    barred: tuple[Bar, ...] = ()


def pack(room: FriendRoom) -> bytes:
    """Return a room's state for the store."""
    return msgspec.json.encode(saved(room))


def saved(room: FriendRoom) -> SavedRoom:
    """Return what is kept of a room."""
    return SavedRoom(
        code=room.code,
        rev=room.rev,
        settings=room.settings,
        rules=dict(room.rules.flat),
        host=room.host,
        seats=tuple(
            SavedSeat(seat.account, seat.level, seat.name, seat.ready, seat.filler, seat.entry)
            for seat in room.seats
        ),
        table=room.table,
        opened=room.opened,
        games=room.games,
        filled=room.filled,
        order=room.order,
        rematch=room.rematch,
        barred=tuple(room.barred),
    )


def unpack(
    code: str, state: bytes, rules: Callable[[Mapping[str, Any], Settings], RoomRules]
) -> FriendRoom:
    """Make the room again; everybody is offline. `rules` checks a rule object for a room.

    Raises:
        DamagedRoom: this is no room that could have been saved, or its rules are unknown here.
    """
    try:
        kept = msgspec.json.decode(state, type=SavedRoom)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamagedRoom(f"not a room: {error}") from None
    if kept.code != code or len(code) != LENGTH or not set(code) <= set(ALPHABET):
        raise DamagedRoom("its code is another one")
    try:
        parsed = rules(kept.rules, kept.settings)
    except BadRules as error:
        raise DamagedRoom(f"rules.{error.field}: {error.message}") from None
    _check(kept, parsed.players)
    room = FriendRoom(code, kept.settings, parsed, kept.host, "", opened=kept.opened)
    room.chairs = Chairs([_seat(seat) for seat in kept.seats])
    room.table, room.rev = kept.table, kept.rev
    room.games, room.filled, room.order = kept.games, kept.filled, kept.order
    room.rematch = kept.rematch
    room.barred = Barred(kept.barred)
    return room


def _check(kept: SavedRoom, players: int) -> None:
    if len(kept.seats) != players:
        raise DamagedRoom(f"{len(kept.seats)} seats for {players} players")
    people = [seat.account for seat in kept.seats if seat.account is not None]
    if kept.host not in people:
        raise DamagedRoom("its host is not in it")
    if len(set(people)) < len(people):
        raise DamagedRoom("somebody sits in it twice")
    if kept.order and sorted(kept.order) != list(range(players)):
        raise DamagedRoom("the seats of its last game are not those of the room")
    for number, seat in enumerate(kept.seats):
        taken = seat.account is not None or seat.level is not None
        if (seat.account is not None and seat.level is not None) or taken != bool(seat.name):
            raise DamagedRoom(f"seat {number} is neither empty nor taken by one")


def _seat(kept: SavedSeat) -> Seat:
    seat = Seat()
    seat.account, seat.level, seat.name = kept.account, kept.level, kept.name
    seat.ready, seat.filler, seat.entry = kept.ready, kept.filler, kept.entry
    seat.online = kept.level is not None
    return seat
