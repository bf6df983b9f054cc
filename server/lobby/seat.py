"""One chair of a friend room: who sits on it, and whether they are here and ready."""

from typing import NamedTuple

from protocol.room import BotLevel, RoomSeat
from server.table.api import Occupant


class Entry(NamedTuple):
    """The request by which somebody came in: an id of a page, the `client` of its `hello`.

    It is kept with the room, so that a request whose answer was lost with the process is answered
    when it comes again.
    """

    page: str
    request: int


class Seat:
    """One chair. With neither `account` nor `level` it is empty."""

    __slots__ = ("account", "entry", "filler", "level", "name", "online", "ready")

    def __init__(self) -> None:
        self.account: str | None = None
        self.level: BotLevel | None = None
        self.name: str | None = None
        self.ready = False
        self.online = False
        self.filler = False
        """A bot that stands in for one game (`start_room` with `fill`)."""
        self.entry: Entry | None = None

    @property
    def empty(self) -> bool:
        """Whether somebody may sit down."""
        return self.account is None and self.level is None

    @property
    def here(self) -> bool:
        """Whether a game may start as far as this chair is concerned: ready and online."""
        return self.ready and self.online

    @classmethod
    def of_person(cls, account: str, name: str, entry: Entry | None = None) -> "Seat":
        """A chair with a person who has just come."""
        seat = cls()
        seat.account, seat.name, seat.online, seat.entry = account, name, True, entry
        return seat

    @classmethod
    def of_bot(cls, level: BotLevel, number: int, *, filler: bool = False) -> "Seat":
        """A chair with a bot; bots are always ready. `number` tells them apart."""
        seat = cls()
        seat.level = level
        seat.ready = seat.online = True
        seat.filler = filler
        seat.stands_at(number)
        return seat

    def stands_at(self, number: int) -> None:
        """Say which chair of the room this is: bots are called by it, so no two are the same."""
        if self.level is not None:
            self.name = f"{self.level.capitalize()} bot {number + 1}"

    def shown(self) -> RoomSeat:
        """The chair as members see it."""
        if self.empty:
            return RoomSeat(kind="empty")
        return RoomSeat(
            kind="bot" if self.account is None else "human",
            name=self.name,
            # Kept over a restart, but nobody is ready who is not here.
            ready=self.here,
            online=self.online,
            level=self.level,
        )

    def occupant(self) -> Occupant:
        """Whoever sits here, for the table."""
        assert self.name is not None
        return Occupant(name=self.name, account_id=self.account, level=self.level)
