"""The chairs of a friend room in their order: finding, moving and filling them."""

from collections.abc import Iterator, Sequence

from protocol.errors import ProtocolError
from protocol.room import BotLevel
from server.lobby.seat import Seat


class Chairs:
    """As many seats as the rules have players. Bots are called by the seat on which they are."""

    def __init__(self, seats: list[Seat]) -> None:
        self._seats = seats

    def __iter__(self) -> Iterator[Seat]:
        return iter(self._seats)

    def __len__(self) -> int:
        return len(self._seats)

    @property
    def all(self) -> list[Seat]:
        """The seats in order."""
        return self._seats

    @property
    def taken(self) -> list[Seat]:
        """The seats on which somebody sits, a person or a bot."""
        return [seat for seat in self._seats if not seat.empty]

    @property
    def people(self) -> list[str]:
        """The accounts of the people, by seat."""
        return [seat.account for seat in self._seats if seat.account is not None]

    @property
    def empty(self) -> int:
        """How many seats are empty."""
        return sum(seat.empty for seat in self._seats)

    def find(self, account: str) -> int | None:
        """Return the seat of a person, None for somebody who is not in the room."""
        return next(
            (number for number, seat in enumerate(self._seats) if seat.account == account), None
        )

    def place(self, account: str) -> int:
        """Return the seat of a person who is in the room."""
        number = self.find(account)
        assert number is not None, "asked about somebody who is not in the room"
        return number

    def at(self, number: int, field: str = "seat") -> Seat:
        """Return a seat that a request names in `field`.

        Raises:
            ProtocolError: the room has no such seat.
        """
        if number >= len(self._seats):
            raise ProtocolError(
                "no_such_seat",
                f"The room has no seat {number}; its seats are 0 to {len(self._seats) - 1}.",
                field,
            )
        return self._seats[number]

    def lowest_empty(self) -> int:
        """Return the first empty seat.

        Raises:
            ProtocolError: all are taken.
        """
        for number, seat in enumerate(self._seats):
            if seat.empty:
                return number
        raise ProtocolError("room_full")

    def put(self, number: int, seat: Seat) -> None:
        """Put somebody, or nobody, on a seat."""
        self._seats[number] = seat

    def swap(self, one: int, other: int) -> None:
        """Let two seats change places."""
        order = list(range(len(self._seats)))
        order[one], order[other] = other, one
        self.reorder(order)

    def reorder(self, order: Sequence[int]) -> None:
        """Let the seat `order[i]` be the new seat `i`."""
        self._line_up([self._seats[number] for number in order])

    def resize(self, players: int) -> None:
        """Keep everybody in order; bots go, the last first, where there is no room for them."""
        taken = self.taken
        while len(taken) > players:
            last_bot = max(number for number, seat in enumerate(taken) if seat.account is None)
            del taken[last_bot]
        self._line_up(taken + [Seat() for _ in range(players - len(taken))])

    def fill(self, level: BotLevel) -> None:
        """Let bots take the empty seats for one game."""
        for number, seat in enumerate(self._seats):
            if seat.empty:
                self._seats[number] = Seat.of_bot(level, number, filler=True)

    def clear_fillers(self) -> int:
        """Send the bots away that stood in for one game; return how many they were."""
        fillers = [number for number, seat in enumerate(self._seats) if seat.filler]
        for number in fillers:
            self._seats[number] = Seat()
        return len(fillers)

    def clear_ready(self) -> None:
        """Let nobody be ready but the bots."""
        for seat in self._seats:
            seat.ready = seat.level is not None

    def _line_up(self, seats: list[Seat]) -> None:
        self._seats = seats
        for number, seat in enumerate(seats):
            seat.stands_at(number)
