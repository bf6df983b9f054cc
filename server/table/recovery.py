"""From a journal back to a table: the game, the clocks as they were, who has been answered.

Nothing here reads a database or waits. Whatever is wrong with a journal is one `JournalDamaged`
with a sentence that names no tile.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from engine.core.decision import Choice
from engine.core.errors import BadRules, CannotRestore
from engine.core.events import StartKyoku
from engine.core.game import Game, Mark
from engine.core.resume import Difference, Step, resume
from engine.core.wall import WallSource
from server.table import entries
from server.table.api import JournalHeader, RoomRules
from server.table.entries import Answered, Entry, HaltState, OpenVote, SeatState
from server.table.floor import shown_at
from server.table.games import Deal, Script, deal
from server.table.options import NO_ORDERS
from server.table.rules import parse_room_rules
from server.table.walls import Secret

_HEADER: Final = msgspec.json.Decoder(JournalHeader)


class JournalDamaged(Exception):
    """A journal that no game can be resumed from; the message says why."""


class Restored(NamedTuple):
    """A game as it stood, with what its table needs to go on.

    `spent_ms` is the time that had passed of the open asks, or of the pause. `entries` is the
    number of the next entry. `ages` are the seconds for which the players had each event.
    """

    rules: RoomRules
    deal: Deal
    secret: Secret
    seats: tuple[SeatState, ...]
    confirmed: tuple[bool, ...]
    answered: tuple[Answered, ...]
    spent_ms: int
    entries: int
    ages: tuple[float, ...]
    difference: Difference | None
    halt: HaltState | None = None
    votes: tuple[OpenVote, ...] = ()


def read_header(game: str, written: bytes) -> JournalHeader:
    """Read the header of a game's journal.

    Raises:
        JournalDamaged: it is not whole, or belongs to another game.
    """
    try:
        header = _HEADER.decode(written)
    except msgspec.MsgspecError:
        raise JournalDamaged("its header cannot be read") from None
    if header.table != game:
        raise JournalDamaged("its header is that of another game")
    return header


def read_entries(rows: Sequence[tuple[int, bytes]]) -> list[Entry]:
    """Read the entries of a journal.

    Raises:
        JournalDamaged: one is missing, or not whole.
    """
    if not rows:
        raise JournalDamaged("it has no entries")
    read: list[Entry] = []
    for place, (number, written) in enumerate(rows):
        if number != place:
            raise JournalDamaged(f"entry {place} is missing")
        try:
            read.append(entries.decode(written))
        except msgspec.MsgspecError:
            raise JournalDamaged(f"entry {number} cannot be read") from None
    return read


def restore(
    header: JournalHeader,
    journal: Sequence[Entry],
    *,
    alive: float | None,
    floor_ms: int,
    walls: Callable[[], WallSource] | None,
    script: Script | None,
) -> Restored:
    """Rebuild a game from its journal.

    Args:
        header: the journal's header.
        journal: its entries.
        alive: until when the last process is known to have lived (wall seconds).
        floor_ms: the least time between a discard and what follows.
        walls: makes the source of the walls, in place of the header's secret.
        script: the deal that the header names, if there is such a script.

    Raises:
        JournalDamaged: no game can be resumed from it.
    """
    try:
        rules = _rules_of(msgspec.json.encode(header.rules))
    except BadRules as error:
        raise JournalDamaged(f"its rules are not known here: {error}") from None
    try:
        secret = Secret.of(header.secret)
    except ValueError:
        raise JournalDamaged("its secret cannot be read") from None
    if header.script is not None and script is None:
        raise JournalDamaged("it was dealt from a script that is not loaded")
    if len(header.seats) != rules.players:
        raise JournalDamaged("its seats are not those of its rules")
    dealt: list[Deal] = []
    names = tuple(occupant.name for occupant in header.seats)

    def make() -> Game:
        if script is not None:
            dealt.append(deal(rules, names, script.walls(), script.first))
        else:
            dealt.append(deal(rules, names, walls() if walls is not None else secret))
        return dealt[-1].game

    try:
        resumed = resume(make, [_step(entry) for entry in journal if _moves(entry)])
    except CannotRestore as fault:
        raise JournalDamaged(f"its events are no game that could have been: {fault}") from None
    seats, confirmed = _seats(rules, header, journal)
    return Restored(
        rules=rules,
        deal=dealt[-1],
        secret=secret,
        seats=seats,
        confirmed=confirmed,
        answered=tuple(answer for entry in journal for answer in entry.answered),
        spent_ms=_spent_ms(journal, alive, floor_ms),
        entries=len(journal),
        ages=_ages(journal, alive, len(dealt[-1].game.log), floor_ms / 1000),
        difference=resumed.difference,
        halt=_halt(journal, alive),
        votes=next((entry.votes for entry in reversed(journal) if entry.votes is not None), ()),
    )


@lru_cache(64)
def _rules_of(written: bytes) -> RoomRules:
    """Check rules once, not once a table: most games are played under a few."""
    return parse_room_rules(msgspec.json.decode(written))


def _moves(entry: Entry) -> bool:
    return bool(entry.choices or entry.events)


def _step(entry: Entry) -> Step:
    choices = tuple([Choice(given.seat, given.decision, given.option) for given in entry.choices])
    return Step(choices, entry.events, Mark(entry.decision, entry.open))


def _seats(
    rules: RoomRules, header: JournalHeader, journal: Sequence[Entry]
) -> tuple[tuple[SeatState, ...], tuple[bool, ...]]:
    """Return the seats as they were, and who had confirmed the end of the round."""
    states = tuple(
        SeatState(rules.bank_ms, "bot" if occupant.is_bot else "offline")
        for occupant in header.seats
    )
    confirmed: tuple[bool, ...] = ()
    for entry in journal:
        if entry.seats:
            states = entry.seats
        if entry.confirmed:
            confirmed = entry.confirmed
        if any(isinstance(event, StartKyoku) for event in entry.events):
            confirmed = ()
            states = tuple(
                msgspec.structs.replace(state, bank_ms=rules.bank_ms, orders=NO_ORDERS)
                for state in states
            )
    if len(states) != rules.players or len(confirmed) not in (0, rules.players):
        raise JournalDamaged("its seats are not those of its rules")
    return states, confirmed


def _ages(
    journal: Sequence[Entry], alive: float | None, events: int, floor: float
) -> tuple[float, ...]:
    """Return for how long players had each event when the process died, in seconds.

    That is time in which the game could go on: how long the server was away before counts for
    nothing, and between an entry and the one of the process that took the game up it may have been.
    Nor does a pause that the players have agreed on.
    """
    moments: list[float] = []
    away, before, paused = 0.0, journal[0].wall, False
    for entry in journal:
        if paused or entry.resumed is not None:
            away += max(0.0, entry.wall - before)
        if entry.halt is not None:
            paused = entry.halt.running
        if entry.events:
            last = shown_at(entry.events, entry.wall, entry.wall + entry.hold_ms / 1000, floor)
            moments += [last - away] * len(entry.events)
        before = entry.wall
    until = (before if paused else max(before, alive or 0.0)) - away
    # What is not in an entry nobody has had.
    moments += [until] * (events - len(moments))
    return tuple([max(0.0, until - moment) for moment in moments[:events]])


def _spent_ms(journal: Sequence[Entry], alive: float | None, floor_ms: int) -> int:
    """Return how much time had passed of what is open when the process died.

    What happened after the last sign of life is not known, and charged to nobody.
    """
    spent, since = 0, journal[0].wall
    standing = False
    for entry in journal:
        if entry.events or (entry.choices and not entry.open):
            hold_until = entry.wall + entry.hold_ms / 1000
            spent, since = 0, shown_at(entry.events, entry.wall, hold_until, floor_ms / 1000)
        if entry.resumed is not None:
            spent = entry.resumed.spent_ms
            since = entry.wall + entry.resumed.grace_ms / 1000
        if entry.halt is not None and entry.halt.running is not standing:
            # While a pause lasts nothing is open, or its clock stands.
            if not standing:
                spent += max(0, round(1000 * (entry.wall - since)))
            standing, since = not standing, entry.wall
    if standing:
        return spent
    until = max(journal[-1].wall, alive or 0.0)
    return spent + max(0, round(1000 * (until - since)))


def _halt(journal: Sequence[Entry], alive: float | None) -> HaltState | None:
    """Return how the pauses stood when the process died, None if there was never a vote on one."""
    last = next((entry for entry in reversed(journal) if entry.halt is not None), None)
    if last is None or last.halt is None:
        return None
    until = max(journal[-1].wall, alive or 0.0)
    passed = round(1000 * (until - last.wall)) if last.halt.running else 0
    return msgspec.structs.replace(last.halt, left_ms=max(0, last.halt.left_ms - passed))
