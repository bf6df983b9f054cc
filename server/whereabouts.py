"""Where an account is: at a table, in a room, in a queue, or nowhere."""

from collections.abc import Callable

from protocol.friends import FriendState
from protocol.session import SeatIn
from server.lobby.registry import Registry
from server.people.friends import OpenRoom
from server.table.api import Tables


class Whereabouts:
    """Asks those who know; `queue_of` names the queue in which an account waits."""

    def __init__(
        self, tables: Tables, registry: Registry, queue_of: Callable[[str], str | None]
    ) -> None:
        self._tables = tables
        self._registry = registry
        self._queue_of = queue_of

    def of(self, account: str) -> tuple[SeatIn | None, str | None, str | None]:
        """Return the seat of an account at a running table, the code of its room, and its queue."""
        place = self._tables.seat_of(account)
        room = self._registry.room_of(account)
        seat = SeatIn(*place) if place is not None else None
        return seat, room.code if room else None, self._queue_of(account)

    def elsewhere(self, account: str) -> bool:
        """Say whether an account is at a table or in a room, where it can wait in no queue."""
        return (
            self._tables.seat_of(account) is not None or self._registry.room_of(account) is not None
        )

    def doing(self, account: str) -> FriendState:
        """Say what friends are shown of an account that is here."""
        if self._tables.seat_of(account) is not None:
            return "playing"
        if self._queue_of(account) is not None:
            return "queue"
        return "online" if self._registry.room_of(account) is None else "room"

    def open_room(self, account: str) -> OpenRoom | None:
        """Return the room in which an account sits, as friends are invited into it."""
        room = self._registry.room_of(account)
        if room is None:
            return None
        return OpenRoom(
            code=room.code,
            title=room.settings.title,
            password=room.settings.password is not None,
            waiting=room.table is None,
        )
