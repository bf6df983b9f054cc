"""A running table's journal: collects what happens, and makes it durable as one entry."""

from collections.abc import Sequence
from typing import Final

import msgspec

from engine.core.decision import Choice
from engine.core.game import Game
from server.clock import Clock
from server.store.errors import StoreError
from server.table import entries
from server.table.api import JournalHeader, JournalStore
from server.table.entries import (
    Answered,
    Entry,
    Given,
    HaltState,
    OpenVote,
    Resumed,
    SeatState,
)
from server.table.gate import Gate
from server.table.patience import Patience
from server.table.seat import Kept, Seat, kept

_STALL_S: Final = 1.0
"""A store that is so slow, or fails for so long, has cost people time to think."""


class Journal:
    """Notes what happens at one table, and shuts its gate until that is written.

    Without a store nothing is kept, and the gate stays open.

    Args:
        store: where entries go, None for a table that is not kept.
        header: what the game needs to be rebuilt besides its entries.
        game: the game; what its log holds already is in the journal.
        seats: the seats, whose state goes with the choices.
        gate: shut by everything that is noted.
        clock: tells the wall time of entries.
        patience: for a store that fails for a while.
        number: that of the next entry.
    """

    def __init__(
        self,
        store: JournalStore | None,
        header: JournalHeader,
        *,
        game: Game,
        seats: Sequence[Seat],
        gate: Gate,
        clock: Clock,
        patience: Patience,
        number: int = 0,
    ) -> None:
        self._store = store
        self._header = header
        self._game = game
        self._seats = seats
        self._gate = gate
        self._clock = clock
        self._patience = patience
        self._number = number
        self._events = len(game.log)
        self._choices: list[Given] = []
        self._answered: list[Answered] = []
        self._confirmed: tuple[bool, ...] = ()
        self._resumed: Resumed | None = None
        self._halt: HaltState | None = None
        self._votes: tuple[OpenVote, ...] | None = None
        # What a reader of the journal takes the seats to be after its last entry.
        self._kept: list[Kept] = []

    def chose(self, choice: Choice) -> None:
        """A seat's answer was taken."""
        if self._store is not None:
            self._choices.append(Given(choice.seat, choice.decision, choice.option))
            self._gate.shut = True

    def dealt(self) -> None:
        """The game has begun, or its next round."""
        if self._store is not None:
            self._gate.shut = True

    def confirmed(self, confirmed: Sequence[bool]) -> None:
        """A seat is done with looking at the result."""
        if self._store is not None:
            self._confirmed = tuple(confirmed)
            self._gate.shut = True

    def answers(self, seat: Seat, page: str, request: int | None) -> None:
        """A seat's request is done and will be answered with `ok`; its state may have changed."""
        if self._store is not None:
            if request is not None:
                self._answered.append(Answered(seat.index, page, request))
            self._gate.shut = True

    def resumed(self, resumed: Resumed) -> None:
        """This process has taken the game up."""
        if self._store is not None:
            self._resumed = resumed
            self._gate.shut = True

    def halted(self, halt: HaltState) -> None:
        """A pause is wanted, begins or is over."""
        if self._store is not None:
            self._halt = halt
            self._gate.shut = True

    def votes(self, votes: Sequence[OpenVote]) -> None:
        """These votes are open now."""
        if self._store is not None:
            self._votes = tuple(votes)
            self._gate.shut = True

    def end(self) -> None:
        """Note nothing more: the game's record is kept, and the journal went with it."""
        self._store = None

    async def write(self, hold_ms: int) -> float:
        """Make durable what was noted; `hold_ms` is what is left of the floor.

        Return for how many seconds the store kept the table waiting, 0 for less than one.

        Raises:
            StoreError: it could not be written.
        """
        store, game = self._store, self._game
        assert store is not None
        now = self._clock.wall()
        states = list(map(kept, self._seats))
        mark = game.mark
        events = tuple(game.log[self._events :])
        entry = entries.encode(
            Entry(
                wall=now,
                choices=tuple(self._choices),
                events=events,
                decision=mark.decision,
                open=mark.open,
                hold_ms=hold_ms if events else 0,
                seats=() if states == self._kept else tuple([SeatState(*seat) for seat in states]),
                confirmed=self._confirmed,
                answered=tuple(self._answered),
                resumed=self._resumed,
                halt=self._halt,
                votes=self._votes,
            )
        )
        self._events = len(game.log)
        self._choices.clear()
        self._answered.clear()
        self._confirmed = ()
        self._resumed = None
        self._halt = None
        self._votes = None
        self._kept = states
        number, self._number = self._number, self._number + 1
        table, began = self._header.table, self._clock.now()
        if number:
            try:
                await store.append(table, number, entry)
            except StoreError as fault:
                await self._patience.keep_trying(
                    lambda: store.append(table, number, entry), fault, began
                )
            took = self._clock.now() - began
            return took if took >= _STALL_S else 0.0
        # Nothing is lost by not beginning.
        await store.open(table, msgspec.json.encode(self._header), entry, now)
        return 0.0

    async def freeze(self, reference: str, reason: str) -> None:
        """Take the journal out of use: the table has failed."""
        if self._store is not None:
            await self._store.set_aside(self._header.table, "frozen", reference, reason)
