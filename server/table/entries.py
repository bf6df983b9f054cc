"""What stands in a journal. As JSON, so that a person can read one when something went wrong.

An entry is everything that one letter or a few of them did to a table. The choices of all entries
rebuild the game; the events say what they caused at the time; the rest is what rules know nothing
of: clocks, orders, presence, who has been answered.
"""

from typing import Final

import msgspec

from engine.core.events import Event
from protocol.table import PresenceState, VoteKind
from server.table.options import NO_ORDERS, Orders


class Given(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An answer to a decision, as the kernel took it (`engine.core.decision.Choice`)."""

    seat: int
    decision: int
    option: int


class Answered(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A request of a seat that was answered with `ok`; `page` is the `client` of its `hello`."""

    seat: int
    page: str
    request: int


class SeatState(msgspec.Struct, frozen=True, array_like=True):
    """What a seat keeps besides its tiles; `bank_ms` as of the last answer. See `Seat`."""

    bank_ms: int
    presence: PresenceState
    grace: bool = True
    timeouts: int = 0
    silent: bool = False
    orders: Orders = NO_ORDERS
    muted: frozenset[int] = frozenset()
    turn_timeouts: int = 0
    had_turn: bool = False


class Resumed(msgspec.Struct, frozen=True):
    """A process took the game up again: from here on `engine` decides.

    Of the time for what is open, `spent_ms` had passed; the clocks stand for `grace_ms` more.
    """

    engine: str
    spent_ms: int
    grace_ms: int


class HaltState(msgspec.Struct, frozen=True):
    """How the pauses of a game stand, from the moment of the entry on. See `Halt`.

    `by` is the seat that asked for the one that is wanted, or `running` for `left_ms` more;
    `budget_ms` is what further ones may take.
    """

    by: int | None
    running: bool
    left_ms: int
    budget_ms: int


class OpenVote(msgspec.Struct, frozen=True, array_like=True):
    """A vote that is open: how many have agreed, of how many that are needed."""

    kind: VoteKind
    agreed: int
    needed: int


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One entry. `wall` is when it was written, in seconds since 1970.

    `choices` were taken one after another and caused `events` (full). Events without choices are
    the start of the game or the deal of a round. Afterwards the last decision had the id
    `decision` and was `open` or not. The first event is published `hold_ms` later. `seats` and
    `confirmed` are there if they have changed; a new round changes them by itself. So are `halt`
    and `votes`.
    """

    wall: float
    choices: tuple[Given, ...] = ()
    events: tuple[Event, ...] = ()
    decision: int = 0
    open: bool = False
    hold_ms: int = 0
    seats: tuple[SeatState, ...] = ()
    confirmed: tuple[bool, ...] = ()
    answered: tuple[Answered, ...] = ()
    resumed: Resumed | None = None
    halt: HaltState | None = None
    votes: tuple[OpenVote, ...] | None = None


encode: Final = msgspec.json.Encoder().encode
decode: Final = msgspec.json.Decoder(Entry).decode
