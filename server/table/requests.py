"""What people send to a table, and the one answer that each message gets."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from protocol import codec
from protocol.errors import Error, Ok, ProtocolError
from protocol.session import Notice
from protocol.table import (
    Act,
    Confirm,
    Mute,
    Said,
    Say,
    SetAuto,
    Sync,
    TableOver,
    VoteEnd,
    VoteKind,
    VotePause,
    VoteResume,
)
from server.clock import Clock
from server.table.agenda import Agenda
from server.table.api import Sink, TableSettings
from server.table.gate import Gate
from server.table.journal import Journal
from server.table.notices import Notices
from server.table.options import NO_ORDERS, find_option, ordered_option
from server.table.play import Play
from server.table.resume import Resume
from server.table.seat import Seat
from server.table.stream import Stream
from server.table.votes import Votes


class Requests:
    """Takes the messages of a table's people. `voted` is set once they agreed to end the game."""

    def __init__(
        self,
        table: str,
        seats: Sequence[Seat],
        *,
        play: Play,
        stream: Stream,
        notices: Notices,
        resume: Resume,
        clock: Clock,
        agenda: Agenda,
        settings: TableSettings,
        votes: bool,
        journal: Journal,
        gate: Gate,
    ) -> None:
        self.voted = False
        self._closed = False
        self._table = table
        self._seats = seats
        self._play = play
        self._stream = stream
        self._notices = notices
        self._resume = resume
        self._clock = clock
        self._agenda = agenda
        self._settings = settings
        self._may_vote = votes
        self._journal = journal
        self._gate = gate
        self.votes = Votes(
            table,
            seats,
            stream=stream,
            clock=clock,
            agenda=agenda,
            journal=journal,
            vote_ms=settings.vote_ms,
            passed=self._passed,
        )
        self._late_syncs: list[tuple[Seat, Sink, Sync]] = []

    def take(self, seat: Seat, sink: Sink, message: msgspec.Struct) -> None:
        """Do what a message asks for and answer it."""
        if self._closed:
            self._refuse(sink, message)
            return
        self._back(seat)
        handler = _HANDLERS[type(message)]
        try:
            handler(self, seat, sink, message)
        except ProtocolError as error:
            request: int | None = getattr(message, "id", None)
            self._gate.answer(sink, request, codec.encode(error.reply(request)))

    def after_letter(self) -> None:
        """Serve those who asked to sync before all was told, or within the floor."""
        if not self._play.halt.running:
            self.votes.close("resume")
        while self._late_syncs and self._play.quiet:
            self._sync(*self._late_syncs.pop(0))

    def close(self) -> None:
        """The game has ended: refuse what comes from now on, and what still waits."""
        self._closed = True
        for _, sink, message in self._late_syncs:
            self._refuse(sink, message)
        self._late_syncs.clear()

    def due(self) -> None:
        """End votes whose time is out."""
        self.votes.due()

    def recount(self) -> None:
        """Count open votes again: somebody left or came back."""
        self.votes.recount()

    def _refuse(self, sink: Sink, message: msgspec.Struct) -> None:
        request: int | None = getattr(message, "id", None)
        sink.answer(request, refusal_after_end(self._table, message))

    def _back(self, seat: Seat) -> None:
        """Whoever sends anything plays for himself again."""
        seat.timeouts = 0
        seat.grace = True
        seat.silent = False
        if seat.awaited_until:
            self._play.back(seat)
        if seat.presence != "online":
            self._stream.presence(seat, "online")
            self._play.wake(seat)
            self.recount()

    def _act(self, seat: Seat, sink: Sink, message: Act) -> None:
        asked = seat.ask
        if asked is None or asked.token != message.decision:
            asked = self._play.settled(seat, message.decision)
        if asked is None:
            known = seat.ask is not None or message.decision in seat.tokens
            raise ProtocolError("stale_decision" if known else "not_asked")
        options = asked.ask.options
        # The codec lets through exactly one of the two.
        if message.action is None:
            option = message.option
        else:
            option = find_option(options, message.action)
        if option is None or option >= len(options):
            raise ProtocolError("no_such_option")
        if asked is seat.ask:
            self._play.choose(seat, option)
        else:
            self._play.let_go(seat)
        self._ok(seat, sink, message.id)
        self._play.advance()

    def _auto(self, seat: Seat, sink: Sink, message: SetAuto) -> None:
        orders = seat.orders.changed(message.win, message.no_call, message.tsumogiri, message.kita)
        seat.orders = NO_ORDERS if orders == NO_ORDERS else orders
        self._ok(seat, sink, message.id)
        self._gate.send(sink, self._notices.orders(seat))
        asked = seat.ask
        if asked is not None:
            option = ordered_option(seat.orders, asked.ask.options, self._play.replacement)
            if option is not None:
                self._play.choose(seat, option)
                self._play.advance()

    def _confirm(self, seat: Seat, sink: Sink, message: Confirm) -> None:
        pause = self._play.intermission
        if pause is None:
            raise ProtocolError("no_pause")
        self._ok(seat, sink, message.id)
        if pause.confirm(seat.index):
            self._journal.confirmed(pause.confirmed)
            frame = self._play.round_end()
            assert frame is not None
            self._stream.broadcast(frame)
            self._play.advance()

    def _say(self, seat: Seat, sink: Sink, message: Say) -> None:
        self._ok(seat, sink, message.id)
        frame = codec.encode(Said(table=self._table, seat=seat.index, stamp=message.stamp))
        for other in self._seats:
            if seat.index not in other.muted:
                other.send(frame)

    def _mute(self, seat: Seat, sink: Sink, message: Mute) -> None:
        if message.seat >= len(self._seats):
            raise ProtocolError("no_such_seat", field="seat")
        other = {message.seat}
        seat.muted = seat.muted | other if message.muted else seat.muted - other
        self._ok(seat, sink, message.id)

    def _vote_end(self, seat: Seat, sink: Sink, message: VoteEnd) -> None:
        if not self._may_vote:
            raise ProtocolError("vote_not_allowed")
        self._voted("end", seat, sink, message)

    def _vote_pause(self, seat: Seat, sink: Sink, message: VotePause) -> None:
        if not self._may_vote:
            raise ProtocolError("vote_not_allowed", "A ranked game cannot be paused.")
        self._play.halt.check_may_ask()
        self._voted("pause", seat, sink, message)

    def _vote_resume(self, seat: Seat, sink: Sink, message: VoteResume) -> None:
        self._play.halt.check_running()
        self._voted("resume", seat, sink, message)

    def _voted(
        self, kind: VoteKind, seat: Seat, sink: Sink, message: VoteEnd | VotePause | VoteResume
    ) -> None:
        self.votes.check(kind, message.agree)
        self._ok(seat, sink, message.id)
        self.votes.answer(kind, seat, message.agree)

    def _passed(self, kind: VoteKind, by: int) -> None:
        """Do what they have agreed on."""
        match kind:
            case "end":
                self.voted = True
            case "pause":
                self._play.halt.ask(by)
                self._play.advance()
            case "resume":
                self._play.end_halt()
                self._play.advance()

    def end(self) -> None:
        """End the game as by a vote: those who run the server may."""
        if not (self._closed or self._play.game.over):
            self._stream.broadcast(codec.encode(ENDED))
            self.voted = True

    def _sync(self, seat: Seat, sink: Sink, message: Sync) -> None:
        if not self._play.quiet:
            self._late_syncs.append((seat, sink, message))
            return
        if sink is not seat.line:
            # A newer connection has taken over while this one waited: it gets no stream.
            sink.answer(message.id, self._resume.snapshot(seat, message.id))
            return
        self._resume.resume(seat, sink, message)
        paused = self._play.halt.frame()
        if paused is not None:
            seat.send(paused)
        self.votes.tell(seat)

    def _ok(self, seat: Seat, sink: Sink, request: int | None) -> None:
        """Answer a request that was done, once the journal has it."""
        self._journal.answers(seat, sink.page, request)
        self._gate.answer(sink, request, codec.encode(Ok(id=request)))


ENDED: Final = Notice(
    code="table_ended", message="The game was ended by those who run the server.", ends_ms=None
)


def stopped(request: int | None, reference: str) -> Error:
    """Return what players are told of a table that has failed."""
    message = f"The table has stopped; nothing can be done here. Reference: {reference}."
    return Error(id=request, code="internal_error", message=message, field=None)


def refusal_after_end(table: str, message: msgspec.Struct) -> bytes:
    """Return the answer to a message for a game that has ended."""
    request: int | None = getattr(message, "id", None)
    if isinstance(message, Sync):
        return codec.encode(TableOver(id=request, table=table))
    return codec.encode(ProtocolError("game_over").reply(request))


_HANDLERS: Final[dict[type[Any], Callable[..., None]]] = {
    Act: Requests._act,
    Confirm: Requests._confirm,
    Mute: Requests._mute,
    Say: Requests._say,
    SetAuto: Requests._auto,
    Sync: Requests._sync,
    VoteEnd: Requests._vote_end,
    VotePause: Requests._vote_pause,
    VoteResume: Requests._vote_resume,
}
