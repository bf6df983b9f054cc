"""The public list of rooms that wait, over the socket and over HTTP (`/api/rooms`).

A room stands in it as long as its host wants it to. The code of any other room is never shown.
"""

from collections.abc import Callable, Iterator
from http import HTTPStatus
from typing import Final

import msgspec

from protocol.room_list import ListedRoom, ListRooms, RoomFilter, Rooms
from server.lobby.members import Blocked
from server.lobby.rates import Rates
from server.lobby.registry import Registry
from server.lobby.room import FriendRoom
from server.net.http import HttpError, Page, Query, whole_number
from server.session.client import Client

_PLACE_DIGITS: Final = 15
_WORDS: Final = ("length", "preset", "text")
_WORD: Final = 32


class Listing:
    """Lists rooms, newest first. `blocked` says whether a person has blocked another."""

    def __init__(self, registry: Registry, rates: Rates, blocked: Blocked) -> None:
        self._registry = registry
        self._rates = rates
        self._blocked = blocked

    def list(self, client: Client, request: ListRooms) -> None:
        """`list_rooms`: answered with `rooms`, without those that this person may not enter."""
        self._rates.check_list(client)
        account = client.account.id

        def shown(room: FriendRoom) -> bool:
            return account not in room.barred and not self._blocked(room.host, account)

        rooms = self._find(request.filter, request.limit, request.before, shown)
        client.reply(request.id, msgspec.structs.replace(rooms, id=request.id))

    def page(self, _path: str, query: Query) -> Page:
        """`/api/rooms`: what anybody may see."""
        wanted = RoomFilter(
            players=whole_number(query, "players", 0, 3, 4) if "players" in query else None,
            password=_yes_or_no(query, "password"),
            free=_yes_or_no(query, "free"),
            **{name: _word(query, name) for name in _WORDS},
        )
        limit = whole_number(query, "limit", 20, 1, 100)
        rooms = self._find(wanted, limit, _place(query), lambda _room: True)
        return Page(
            msgspec.json.encode({"rooms": rooms.rooms, "total": rooms.total, "next": rooms.next})
        )

    def _find(
        self,
        wanted: RoomFilter,
        limit: int,
        before: int | None,
        shown: Callable[[FriendRoom], bool],
    ) -> Rooms:
        fitting = [room for room in self._open_to_all() if _fits(room, wanted) and shown(room)]
        fitting.sort(key=lambda room: room.opened, reverse=True)
        rest = [room for room in fitting if before is None or room.opened < before]
        page = rest[:limit]
        return Rooms(
            rooms=tuple([_line(room) for room in page]),
            total=len(fitting),
            next=page[-1].opened if len(rest) > len(page) else None,
        )

    def _open_to_all(self) -> Iterator[FriendRoom]:
        for room in self._registry.rooms.values():
            if room.settings.public and room.table is None:
                yield room


def _fits(room: FriendRoom, wanted: RoomFilter) -> bool:
    rules, settings = room.rules, room.settings
    if (
        wanted.players not in (None, len(room.seats))
        or wanted.length not in (None, rules.length)
        or wanted.preset not in (None, rules.preset)
        or wanted.password not in (None, settings.password is not None)
        or wanted.free not in (None, room.chairs.empty > 0)
    ):
        return False
    if wanted.text is None:
        return True
    part = wanted.text.casefold()
    return part in (settings.title or "").casefold() or part in room.host_name.casefold()


def _line(room: FriendRoom) -> ListedRoom:
    rules, settings = room.rules, room.settings
    people = len(room.people)
    return ListedRoom(
        code=room.code,
        title=settings.title,
        host=room.host_name,
        seats=len(room.seats),
        people=people,
        bots=len(room.chairs.taken) - people,
        preset=rules.preset,
        length=rules.length,
        differs=dict(rules.differs),
        password=settings.password is not None,
        seating=settings.seating,
        spectate_view=settings.spectate_view,
        since=room.opened,
    )


def _place(query: Query) -> int | None:
    text = query.get("before")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= _PLACE_DIGITS):
        raise HttpError(
            HTTPStatus.BAD_REQUEST,
            "out_of_range",
            "before must be a next of this list.",
            "before",
        )
    return int(text)


def _yes_or_no(query: Query, name: str) -> bool | None:
    return bool(whole_number(query, name, 0, 0, 1)) if name in query else None


def _word(query: Query, name: str) -> str | None:
    text = query.get(name)
    if text is not None and not 1 <= len(text) <= _WORD:
        raise HttpError(
            HTTPStatus.BAD_REQUEST,
            "out_of_range",
            f"{name} must have 1 to {_WORD} characters.",
            name,
        )
    return text
