"""Looking at a record again: any moment of it, with all hands or through one seat's eyes.

A *moment* is a number of events: moment 0 is before the first, `len(events)` the end. What a seat
is shown follows from the same redaction, and waits from the same analysis, as at a live table.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from engine.analysis import improving
from engine.core.errors import EngineError
from engine.core.events import Dahai, Event, StartGame, StartKyoku
from engine.core.redact import redact
from engine.core.tiles import KIND_NAMES, kinds_in
from engine.core.viewer import FULL
from engine.core.views import View
from engine.riichi import Rules, new_game, parse_rules
from engine.riichi.director import RiichiDirector
from engine.riichi.fold import fold
from engine.riichi.given_wall import GivenWalls
from engine.riichi.state import Seat, State
from protocol.record import SeatAnalysis
from server.records.formats.rounds import printable
from server.records.verify import replay_record
from server.table.hints import RiichiInsight

_COPIES = 4
_NAME = 24
_MOST = 14


class NoSuchMoment(ValueError):
    """A place that the record does not have; the message says what there is."""


class RoundMark(msgspec.Struct, frozen=True):
    """One round: the moments from its deal (`start_kyoku` has been dealt) to its end."""

    number: int
    bakaze: str
    kyoku: int
    honba: int
    first: int
    last: int


class Moment(msgspec.Struct, frozen=True):
    """What `viewer` sees at a moment; `event` is what has just happened, as the viewer saw it."""

    moment: int
    round: int | None
    turn: int
    event: Event | None
    view: View


class Replay:
    """A record to move about in. Answers depend on the record and the question only."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        """Read a record; one that lacks fields is completed by replaying it.

        Raises:
            BadRules: its rules cannot be played.
            ValueError: it is damaged, or differs from what the rules play.
        """
        self.rules: Rules = parse_rules(record["rules"])
        self.events: tuple[Event, ...] = _events(record)
        self.names = _names(record, self.events, self.rules)
        self.rounds: tuple[RoundMark, ...] = tuple(_marks(self.events))
        self._begin()
        self._try()
        self._begin()

    def _begin(self) -> None:
        # A game that is never played: its state is folded from the record.
        self._game = new_game(self.rules, self.names, GivenWalls(()))
        director = self._game.director
        assert isinstance(director, RiichiDirector)
        self._state: State = director.state
        self._insight = RiichiInsight(self._game, self.rules)
        self._folded = 0

    def _try(self) -> None:
        """Go through it once, so that nothing goes wrong halfway."""
        for place, event in enumerate(self.events):
            try:
                fold(self._state, event)
            except (EngineError, LookupError, TypeError, ValueError, AttributeError) as error:
                kind = event.__struct_config__.tag
                raise ValueError(f"event {place} ({kind}) does not fit: {error}") from None
            held = [sum(seat.counts) for seat in self._state.seats if seat.known]
            if any(tiles > _MOST or tiles % 3 == 0 for tiles in held):
                raise ValueError(f"event {place} leaves a seat with a hand of no possible size")

    def seek(
        self,
        number: int,
        turn: int | None = None,
        seat: int | None = None,
        *,
        event: int | None = None,
    ) -> int:
        """Return a moment of round `number` (from 0).

        Without more it is the deal. With `turn` (from 1) it is when `seat`, the dealer if None, is
        about to make its discard of that number, the end of the round if it makes fewer. With
        `event` (from 0, the deal) it is after that event of the round.

        Raises:
            NoSuchMoment: there is no such round, turn, seat or event.
        """
        if not 0 <= number < len(self.rounds):
            raise NoSuchMoment(f"round {number}; allowed: 0 to {len(self.rounds) - 1}")
        mark = self.rounds[number]
        if event is not None:
            if not 0 <= event <= mark.last - mark.first:
                raise NoSuchMoment(f"event {event}; allowed: 0 to {mark.last - mark.first}")
            return mark.first + event
        return mark.first if turn is None else self._turn(mark, turn, seat)

    def _turn(self, mark: RoundMark, turn: int, seat: int | None) -> int:
        start = self.events[mark.first - 1]
        assert isinstance(start, StartKyoku)
        actor = start.oya if seat is None else seat
        if turn < 1 or not 0 <= actor < self.rules.players:
            raise NoSuchMoment(f"turn {turn} of seat {actor}; turns begin with 1, seats with 0")
        for moment in range(mark.first, mark.last):
            made = self.events[moment]
            if isinstance(made, Dahai) and made.actor == actor:
                turn -= 1
                if turn == 0:
                    return moment
        return mark.last

    def round_at(self, moment: int) -> int | None:
        """Return the number of the round that a moment is in, None before the first deal."""
        at = None
        for mark in self.rounds:
            if mark.first <= moment:
                at = mark.number
        return at

    def at(self, moment: int, viewer: int = FULL) -> Moment:
        """Return what `viewer` (a seat, `PUBLIC` or `FULL`) sees at a moment.

        Raises:
            NoSuchMoment: the record has fewer events.
        """
        self._go(moment)
        number = self.round_at(moment)
        first = 0 if number is None else self.rounds[number].first
        discards = [event.actor for event in self.events[first:moment] if isinstance(event, Dahai)]
        turn = max((discards.count(seat) for seat in set(discards)), default=0)
        event = redact(self.events[moment - 1], viewer) if moment else None
        return Moment(moment, number, turn, event, self._game.view(viewer))

    def analysis(self, moment: int, viewer: int = FULL) -> tuple[SeatAnalysis | None, ...]:
        """Return by seat what it could know of its hand; None for hands that `viewer` cannot see.

        Raises:
            NoSuchMoment: the record has fewer events.
        """
        self._go(moment)
        if not self._state.in_round:
            return (None,) * self.rules.players
        return tuple(
            self._analysed(seat) if viewer in (seat.number, FULL) else None
            for seat in self._state.seats
        )

    def _analysed(self, seat: Seat) -> SeatAnalysis:
        distance, mask = improving(seat.counts)
        waits, by_discard = self._insight.hint(seat.number)
        return SeatAnalysis(
            shanten=distance,
            useful={KIND_NAMES[kind]: _COPIES - seat.counts[kind] for kind in kinds_in(mask)},
            waits=waits,
            by_discard=by_discard,
            furiten=seat.furiten,
        )

    def stream(self, viewer: int, start: int = 0, stop: int | None = None) -> Iterator[Event]:
        """Yield the events between two moments as `viewer` would have received them live."""
        for event in self.events[start:stop]:
            shown = redact(event, viewer)
            if shown is not None:
                yield shown

    def _go(self, moment: int) -> None:
        if not 0 <= moment <= len(self.events):
            raise NoSuchMoment(f"moment {moment}; allowed: 0 to {len(self.events)}")
        if moment < self._folded:
            self._begin()
        for event in self.events[self._folded : moment]:
            fold(self._state, event)
        self._folded = moment


def _events(record: Mapping[str, Any]) -> tuple[Event, ...]:
    try:
        return msgspec.convert(record["events"], tuple[Event, ...])
    except msgspec.ValidationError:
        report, events = replay_record(dict(record))
    if report.mismatches:
        raise ValueError(str(report.mismatches[0]))
    return tuple(events)


def _names(record: Mapping[str, Any], events: tuple[Event, ...], rules: Rules) -> tuple[str, ...]:
    given = record.get("names")
    if not given and events and isinstance(events[0], StartGame):
        given = events[0].names
    # They are shown in terminals, and not every file comes from a server of ours.
    clean = [printable(str(name), _NAME) for name in given or ()]
    return tuple(clean or [f"P{seat}" for seat in range(rules.players)])


def _marks(events: tuple[Event, ...]) -> Iterator[RoundMark]:
    firsts = [place for place, event in enumerate(events) if isinstance(event, StartKyoku)]
    if not firsts:
        raise ValueError("its events hold no start_kyoku")
    for number, first in enumerate(firsts):
        start = events[first]
        assert isinstance(start, StartKyoku)
        following = firsts[number + 1] if number + 1 < len(firsts) else len(events)
        yield RoundMark(number, start.bakaze, start.kyoku, start.honba, first + 1, following)
