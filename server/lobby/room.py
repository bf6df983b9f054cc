"""One friend room: who sits where, under which rules, and what each person may do to it.

Nothing here sends or waits. A method either does what it says or raises `ProtocolError` and has
changed nothing.
"""

from collections.abc import Sequence

import msgspec

from protocol.errors import ProtocolError
from protocol.room import BotLevel, RematchAsked, RematchSeats, Room
from server.lobby.barred import Barred
from server.lobby.chairs import Chairs
from server.lobby.seat import Entry, Seat
from server.lobby.settings import Settings
from server.table.api import Occupant, RoomRules


class FriendRoom:
    """A room; the person who makes it sits down first and is its host."""

    def __init__(
        self,
        code: str,
        settings: Settings,
        rules: RoomRules,
        host: str,
        name: str,
        *,
        entry: Entry | None = None,
        opened: int = 0,
    ) -> None:
        self.code = code
        self.settings = settings
        self.rules = rules
        self.host = host
        self.table: str | None = None
        self.rev = 0
        self.opened = opened
        """When it was made, Unix milliseconds; no two rooms are of the same moment."""
        first = Seat.of_person(host, name, entry)
        self.chairs = Chairs([first, *[Seat() for _ in range(rules.players - 1)]])
        self.barred = Barred()
        self.games = 0
        """How many games have ended here."""
        self.filled = 0
        """How many bots stood in for one game in the last of them."""
        self.order: tuple[int, ...] = ()
        """Which seat of the room each seat of the last game was, where they were drawn."""
        self.rematch: RematchSeats | None = None
        """How the seats are to be in the game that somebody has asked for after the last."""

    # What it is

    @property
    def seats(self) -> list[Seat]:
        """The seats in order."""
        return self.chairs.all

    @property
    def people(self) -> list[str]:
        """The accounts in the room, by seat."""
        return self.chairs.people

    @property
    def host_name(self) -> str:
        """What the host is called."""
        name = self.chairs.at(self.chairs.place(self.host)).name
        assert name is not None
        return name

    @property
    def agreed(self) -> bool:
        """Whether a rematch begins by itself: all want it, and nobody of the last game is missing.

        Bots take as many empty seats as they took then.
        """
        return (
            self.table is None
            and self.rematch is not None
            and all(seat.here for seat in self.chairs.taken)
            and self.chairs.empty <= self.filled
        )

    def message(self, account: str, request_id: int | None = None, *, spectators: int = 0) -> Room:
        """The whole room, as the person `account` is told of it."""
        room = self.farewell()
        return msgspec.structs.replace(
            room,
            id=request_id,
            seat=self.chairs.find(account),
            spectators=spectators,
            blocked=self.barred.shown() if account == self.host else (),
        )

    def farewell(self) -> Room:
        """The room as somebody is told of it who is no longer in it."""
        settings = self.settings
        return Room(
            code=self.code,
            rev=self.rev,
            title=settings.title,
            host=self.chairs.place(self.host),
            seat=None,
            rules=dict(self.rules.flat),
            seats=tuple(seat.shown() for seat in self.seats),
            spectators=0,
            state="waiting" if self.table is None else "playing",
            table=self.table,
            password=settings.password is not None,
            seating=settings.seating,
            spectate_delay_s=settings.spectate_delay_s,
            spectate_view=settings.spectate_view,
            records=settings.records,
            public=settings.public,
            differs=dict(self.rules.differs),
            games=self.games,
            rematch=self._rematch_shown(),
        )

    def entry_of(self, account: str) -> Entry | None:
        """The request by which somebody came in, as far as it is known."""
        return self._of(account).entry

    # What anybody may do

    def check_may_enter(self, account: str) -> None:
        """Refuse whoever was sent away for good."""
        if account in self.barred:
            raise ProtocolError("barred", field="code")

    def join(self, account: str, name: str, entry: Entry | None = None) -> None:
        """Sit down on the lowest empty seat; the password has been checked."""
        self.check_may_enter(account)
        self._check_waiting()
        self.chairs.put(self.chairs.lowest_empty(), Seat.of_person(account, name, entry))

    def leave(self, account: str) -> None:
        """Get up; a leaving host passes the role to the next person by seat."""
        self._check_waiting()
        self._get_up(self.chairs.place(account))

    def set_ready(self, account: str, ready: bool) -> bool:
        """Say whether one is ready; return whether that is a change."""
        self._check_waiting()
        seat = self._of(account)
        changed = seat.ready is not ready
        seat.ready = ready
        self._forget_rematch()
        return changed

    def take_seat(self, account: str, number: int) -> None:
        """Sit on an empty seat, or change places with a bot."""
        self._check_waiting()
        there = self.chairs.at(number)
        if there.account == account:
            raise ProtocolError("own_seat", field="seat")
        if there.account is not None:
            raise ProtocolError("seat_taken", field="seat")
        self.chairs.swap(self.chairs.place(account), number)
        self._seats_chosen()

    def want_rematch(self, account: str, seats: RematchSeats) -> None:
        """Be ready for another game; the host says how the seats will be, or who asks first."""
        self._check_waiting()
        if not self.games:
            raise ProtocolError("no_rematch")
        if self.rematch is None or account == self.host:
            self.rematch = seats
        self._of(account).ready = True

    # What the host may do

    def check_may_change(self, account: str) -> None:
        """Refuse what only the host may do, and only while nobody plays."""
        self._check_host(account)
        self._check_waiting()

    def set_rules(self, account: str, rules: RoomRules) -> None:
        """Play under other rules; nobody is ready any more. People move up if seats go."""
        self.check_may_change(account)
        self._play_under(rules)
        self._clear_ready()

    def edit(self, account: str, settings: Settings, rules: RoomRules) -> None:
        """Change settings and rules; nobody is ready any more if the game is another one now."""
        self.check_may_change(account)
        same = rules.flat == self.rules.flat and settings.plays_like(self.settings)
        self._play_under(rules)
        self.settings = settings
        if not same:
            self._clear_ready()

    def add_bot(self, account: str, level: BotLevel, number: int | None) -> None:
        """Seat a bot, on the lowest empty seat unless one is named."""
        self.check_may_change(account)
        if number is None:
            number = self.chairs.lowest_empty()
        elif not self.chairs.at(number).empty:
            raise ProtocolError("seat_taken", field="seat")
        self.chairs.put(number, Seat.of_bot(level, number))

    def remove(self, account: str, number: int) -> str | None:
        """Send a bot or a person away; return the person's account."""
        self.check_may_change(account)
        seat = self.chairs.at(number)
        if seat.empty:
            raise ProtocolError("seat_empty", field="seat")
        if seat.account == account:
            raise ProtocolError("own_seat", field="seat")
        self._get_up(number)
        return seat.account

    def block(self, account: str, number: int) -> str:
        """Send a person away, who cannot come back; return the person's account."""
        self.check_may_change(account)
        seat = self.chairs.at(number)
        if seat.level is not None:
            raise ProtocolError("not_a_person", field="seat")
        self.barred.check_room()
        removed = self.remove(account, number)
        assert removed is not None
        assert seat.name is not None
        self.barred.add(removed, seat.name)
        return removed

    def lift_block(self, account: str, block: int) -> None:
        """Let somebody come back who was blocked; at any time."""
        self._check_host(account)
        self.barred.lift(block)

    def move(self, account: str, number: int, to: int) -> None:
        """Let two seats change places, of which one may be empty."""
        self.check_may_change(account)
        if self.chairs.at(number).empty and self.chairs.at(to, "to").empty:
            raise ProtocolError("seat_empty", field="seat")
        self.chairs.at(to, "to")
        if number == to:
            raise ProtocolError("bad_value", "`seat` and `to` are the same seat.", "to")
        self.chairs.swap(number, to)
        self._seats_chosen()

    def shuffle(self, account: str, order: Sequence[int]) -> None:
        """Let the seat `order[i]` be the new seat `i`."""
        self.check_may_change(account)
        self.chairs.reorder(order)
        self._seats_chosen()

    def give_host(self, account: str, number: int) -> None:
        """Pass the host's role on."""
        self._check_host(account)
        seat = self.chairs.at(number)
        if seat.empty:
            raise ProtocolError("seat_empty", field="seat")
        if seat.account is None:
            raise ProtocolError("not_a_person", field="seat")
        if seat.account == account:
            raise ProtocolError("own_seat", field="seat")
        self.host = seat.account

    def check_may_start(self, account: str, fill: bool) -> None:
        """Refuse to start while somebody is not ready; without `fill`, with an empty seat."""
        self.check_may_change(account)
        if not all(seat.here for seat in self.chairs.taken):
            raise ProtocolError("not_ready")
        if not fill and self.chairs.empty:
            raise ProtocolError("seats_open", field="fill")

    # What happens to it

    def started(self, table: str, order: Sequence[int] = ()) -> tuple[Occupant, ...]:
        """A game begins; bots sit on what was empty until it ends. Return who plays, by seat.

        With `order` the seat `order[i]` of the room is the seat `i` of the game.
        """
        self.chairs.fill("easy" if self.rules.cpu_level == "easy" else "normal")
        self.table = table
        self.rematch = None
        self.order = tuple(order)
        seats = self.seats
        return tuple([seats[number].occupant() for number in order or range(len(seats))])

    def ended(self, *, played: bool = True) -> None:
        """The game is over: the room waits for a rematch, which everybody has to want.

        Without `played` there was none.
        """
        self.table = None
        fillers = self.chairs.clear_fillers()
        if played:
            self.games += 1
            self.filled = fillers
        self._clear_ready()

    def drop(self, account: str) -> None:
        """Somebody has been away for too long."""
        self._get_up(self.chairs.place(account))

    def came_online(self, account: str, name: str) -> bool:
        """Somebody is here, perhaps under a new name; return whether that is a change."""
        seat = self._of(account)
        changed = not seat.online or seat.name != name
        seat.online, seat.name = True, name
        return changed

    def went_offline(self, account: str) -> None:
        """Somebody's connection is gone: no game should start without looking again."""
        seat = self._of(account)
        seat.online = False
        if self.table is None:
            seat.ready = False
            self._forget_rematch()

    # Inside

    def _of(self, account: str) -> Seat:
        return self.chairs.at(self.chairs.place(account))

    def _get_up(self, number: int) -> None:
        account = self.chairs.at(number).account
        self.chairs.put(number, Seat())
        if account == self.host and self.people:
            # The first who is here, or else the first.
            here = [seat.account for seat in self.chairs.taken if seat.account and seat.online]
            self.host = (here or self.people)[0]
        self._forget_rematch()

    def _play_under(self, rules: RoomRules) -> None:
        if len(self.people) > rules.players:
            raise ProtocolError("too_many_people", field="rules")
        if rules.players != len(self.chairs):
            self.chairs.resize(rules.players)
            self.order = ()
        self.rules = rules

    def _seats_chosen(self) -> None:
        self.order = ()
        self._clear_ready()

    def _clear_ready(self) -> None:
        self.chairs.clear_ready()
        self.rematch = None

    def _forget_rematch(self) -> None:
        """Forget it once nobody wants it any more."""
        if not any(seat.ready for seat in self.seats if seat.account is not None):
            self.rematch = None

    def _rematch_shown(self) -> RematchAsked | None:
        if self.rematch is None:
            return None
        wanted = [
            number
            for number, seat in enumerate(self.seats)
            if seat.account is not None and seat.here
        ]
        return RematchAsked(seats=self.rematch, agreed=tuple(wanted))

    def _check_host(self, account: str) -> None:
        if account != self.host:
            raise ProtocolError("not_host")

    def _check_waiting(self) -> None:
        if self.table is not None:
            raise ProtocolError("room_playing")
