"""A game in time: events out, asks out, answers and time-outs in.

Nothing here waits or knows a socket: moments come from the clock, the next moment that matters is
put on the agenda, and whoever owns this object calls `advance` after every change, and again when
the journal has it: while the gate is shut nothing is published and nobody is asked.
"""

from collections.abc import Callable, Sequence

from engine.core.decision import Ask, Choice, Decision
from engine.core.events import StartKyoku, Tsumo
from engine.core.game import Game
from protocol import codec
from protocol.table import TimedOut
from server.clock import Clock
from server.table.agenda import Agenda
from server.table.api import TableSettings
from server.table.floor import HELD
from server.table.gate import Gate
from server.table.halt import Halt
from server.table.intermission import Intermission
from server.table.journal import Journal
from server.table.notices import Notices
from server.table.options import NO_ORDERS, claims, ordered_option
from server.table.seat import OpenAsk, Seat
from server.table.stream import Stream

# Timers may ring a little early; what is due within a millisecond is due.
_EARLY = 0.001

AskBot = Callable[[Seat, OpenAsk], None]


class Play:
    """Drives one game.

    `sent` counts the events that are published; the rest of the log waits for the floor, or at
    the end of the game for the record (`recorded`). `round_start` is the number of the running
    round's `start_kyoku`.
    """

    def __init__(
        self,
        table: str,
        game: Game,
        seats: Sequence[Seat],
        *,
        stream: Stream,
        notices: Notices,
        clock: Clock,
        agenda: Agenda,
        settings: TableSettings,
        ask_bot: AskBot,
        journal: Journal,
        gate: Gate,
    ) -> None:
        self.game = game
        self.sent = 0
        self.round_start = 0
        self.intermission: Intermission | None = None
        self.recorded = False
        self._table = table
        self._seats = seats
        self._stream = stream
        self._notices = notices
        self._clock = clock
        self._agenda = agenda
        self._settings = settings
        self._floor = settings.floor_ms / 1000
        self._ask_bot = ask_bot
        self._journal = journal
        self._gate = gate
        self._decision: Decision | None = None
        # Open when the last process ended: not the first ask after a drop.
        self._reopened: Decision | None = None
        self._hold_until = 0.0
        # Asks that others have settled, until everybody sees it.
        self._settled: dict[int, OpenAsk] = {}
        # Events have come of which the seats' notices do not know yet.
        self._untold = False
        self._on_rest: Callable[[], None] | None = None
        self.halt = Halt(
            table,
            stream=stream,
            clock=clock,
            agenda=agenda,
            settings=settings,
            journal=journal,
        )

    @property
    def caught_up(self) -> bool:
        """Whether everything that has happened is durable and published."""
        return self.sent == len(self.game.log) and not self._gate.shut

    @property
    def quiet(self) -> bool:
        """Whether, besides, the floor has passed: until then nothing shows if anybody is asked."""
        return self.caught_up and self._hold_until <= self._clock.now() + _EARLY

    @property
    def finished(self) -> bool:
        """Whether the game is over and everybody has been told."""
        return self.game.over and self.caught_up

    @property
    def replacement(self) -> bool:
        """Whether the tile drawn last is a replacement tile."""
        last = self.game.log[-1]
        return isinstance(last, Tsumo) and last.rinshan

    @property
    def hold_ms(self) -> int:
        """What is left of the floor, in milliseconds."""
        return max(0, round(1000 * (self._hold_until - self._clock.now())))

    @property
    def spent_ms(self) -> int:
        """What has passed, at most, of the time for what is open."""
        now, pause = self._clock.now(), self.intermission
        if pause is not None:
            return max(0, self._settings.confirm_ms - pause.next_ms(now))
        return max(seat.spent_ms(now) for seat in self._seats)

    def start(self) -> None:
        """Begin the game; `advance` afterwards."""
        self.game.start()
        self._journal.dealt()

    def resume(self, confirmed: Sequence[bool], pause_left: float) -> None:
        """Stand where the game stood before a restart; `advance` afterwards.

        Seats and halts are restored already. `confirmed` and `pause_left` (seconds) are of the
        pause, if the game stands in one. Whatever has happened counts as published: everybody who
        comes back will ask for it.
        """
        log = self.game.log
        self.sent = len(log)
        self.round_start = next(
            seq for seq in range(self.sent - 1, -1, -1) if isinstance(log[seq], StartKyoku)
        )
        self._reopened = self.game.decision
        self._notices.after_events()
        if self.game.paused:
            halted_until = self._clock.now() + self.halt.left
            awaited = [seat.awaited_until for seat in self._seats]
            until = max(halted_until, *awaited) + pause_left
            self.intermission = Intermission(
                [
                    seat.is_bot or (bool(confirmed) and confirmed[seat.index])
                    for seat in self._seats
                ],
                until,
            )
            self._agenda.at(until)

    def advance(self) -> None:
        """Go on as far as it goes without further answers."""
        game = self.game
        while self._publish():
            decision = game.decision
            if decision is None:
                if game.over or not self._pause():
                    return
                self.intermission = None
                game.advance()
                self._journal.dealt()
            elif decision is self._decision or self.halt.before(
                decision, running=decision is self._reopened
            ):
                return
            else:
                self._decision = decision
                for seat, option in self._open(decision):
                    # An answer before may have settled it.
                    if game.decision is decision:
                        self._apply(seat, option)
                if game.decision is decision:
                    return

    def settled(self, seat: Seat, token: str) -> OpenAsk | None:
        """Return a seat's ask that others have settled, as long as that is not to be seen.

        An answer to it comes to nothing, and is taken all the same: who was quicker never shows.
        """
        asked = self._settled.get(seat.index)
        return asked if asked is not None and asked.token == token else None

    def let_go(self, seat: Seat) -> None:
        """Take a seat's answer to an ask that others have settled."""
        del self._settled[seat.index]

    def choose(self, seat: Seat, option: int) -> None:
        """Take a seat's answer to its open ask; `advance` afterwards."""
        seat.close(self._clock.now())
        self._apply(seat, option)

    def due(self) -> None:
        """Play the defaults of the seats whose time is out, then go on."""
        now = self._clock.now() + _EARLY
        if self.halt.due(self.intermission):
            self._tell_round_end()
        for seat in self._seats:
            if seat.ask is not None and seat.ask.due <= now:
                self._time_out(seat, seat.ask)
        self.advance()
        self._reckon()

    def wake(self, seat: Seat) -> None:
        """Give a seat that was on auto the time back that it has left for its open ask."""
        if seat.ask is not None:
            seat.ask.due = seat.ask.grant.deadline

    def back(self, seat: Seat) -> None:
        """Let the clocks run that stood for a seat after a restart."""
        now = self._clock.now()
        spared = seat.back(now)
        if seat.ask is not None:
            self._agenda.at(seat.ask.due)
        pause = self.intermission
        awaited = self.halt.running or any(other.awaited(now) for other in self._seats)
        if spared and pause is not None and not awaited:
            pause.until -= spared
            self._agenda.at(pause.until)

    def stalled(self, seconds: float) -> None:
        """Give people the time back for which the store kept the table; `advance` afterwards."""
        now = self._clock.now()
        for seat in self._seats:
            seat.stall(now, seconds)
            if seat.ask is not None:
                self.show(seat, seat.ask, now)
        if self.intermission is not None:
            self.intermission.until += seconds
            self._tell_round_end()
        self.halt.stalled(seconds)
        self._reckon()

    def end_halt(self) -> None:
        """Go on before the pause is over that the players had agreed on; `advance` afterwards."""
        self.halt.end(self.intermission)
        self._tell_round_end()

    def drain(self, on_rest: Callable[[], None]) -> None:
        """Deal no further round; call `on_rest` once the game stands between two, or is halted."""
        self._on_rest = on_rest
        if self.intermission is not None or self.halt.running:
            on_rest()

    def show(self, seat: Seat, open_ask: OpenAsk, now: float) -> None:
        """Hand an open ask to the seat's connection, with the time that is left."""
        self._notices.before_ask(seat, renew=self._untold)
        seat.send(open_ask.frame(self._table, now))
        open_ask.shown = seat.sink is not None

    def round_end(self) -> bytes | None:
        """Return the frame that tells how the pause stands, None outside of one."""
        pause = self.intermission
        return None if pause is None else pause.frame(self._table, self._clock.now())

    def _publish(self) -> bool:
        """Send what has happened; answer whether nothing waits any more."""
        if self._gate.shut:
            return False
        log = self.game.log
        if self.sent == len(log) and not self._untold:
            return True
        if self.game.over and not self.recorded:
            return False
        now = self._clock.now()
        while self.sent < len(log):
            if self._hold_until > now + _EARLY:
                self._agenda.at(self._hold_until)
                return False
            event = log[self.sent]
            self._settled.clear()
            self._stream.publish(self.sent, event)
            kind = type(event)
            if kind is StartKyoku:
                self._begin_round(self.sent)
            elif kind in HELD:
                self._hold_until = now + self._floor
            self.sent += 1
            self._untold = True
            self._notices.outdated()
        if self._hold_until > now + _EARLY:
            # What is told now could not be told if the game went on by itself.
            self._agenda.at(self._hold_until)
        elif self._untold:
            self._untold = False
            self._notices.after_events()
        return True

    def _begin_round(self, seq: int) -> None:
        self.round_start = seq
        for seat in self._seats:
            seat.bank.refill()
            if seat.orders is not NO_ORDERS:
                seat.orders = NO_ORDERS
                seat.send(self._notices.orders(seat))

    def _open(self, decision: Decision) -> list[tuple[Seat, int]]:
        """Ask the seats of a new decision; return the answers that are known already.

        Known are those of standing orders, and passes of seats on auto: both come at once, so
        that they fall within the floor and no pause shows that somebody could have called.
        """
        known: list[tuple[Seat, int]] = []
        answered = self.game.answers
        for index, ask in decision.asks.items():
            if index in answered:
                # Before a restart; the others have not settled it.
                continue
            seat = self._seats[index]
            option = None
            if seat.orders is not NO_ORDERS:
                option = ordered_option(seat.orders, ask.options, self.replacement)
            # Who is awaited after a restart may have been back from auto without a trace.
            if option is None and claims(ask) and seat.passes:
                option = None if seat.awaited(self._clock.now()) else ask.default
            if option is None:
                self._ask(seat, decision, ask)
            else:
                known.append((seat, option))
        return known

    def _ask(self, seat: Seat, decision: Decision, ask: Ask) -> None:
        now = self._clock.now()
        open_ask = seat.open(decision.id, ask, now)
        if seat.is_bot:
            self._ask_bot(seat, open_ask)
        elif seat.passes if claims(ask) else seat.on_auto:
            if not claims(ask):
                self._stream.presence(seat, "auto")
            start = max(now, seat.awaited_until)
            open_ask.due = min(open_ask.due, start + self._settings.auto_ms / 1000)
        elif seat.presence == "offline" and decision is not self._reopened:
            seat.had_turn = not claims(ask) or (seat.had_turn and not seat.grace)
            seat.grace = False
        self._agenda.at(open_ask.due)
        self.show(seat, open_ask, now)

    def _apply(self, seat: Seat, option: int) -> None:
        decision = self._decision
        assert decision is not None
        choice = Choice(seat.index, decision.id, option)
        self.game.apply(choice)
        self._journal.chose(choice)
        if self.game.decision is not decision:
            now = self._clock.now()
            for other in self._seats:
                if other.ask is not None:
                    self._settled[other.index] = other.ask
                other.close(now)
                if self.game.decision is None:
                    other.round_over()

    def _time_out(self, seat: Seat, open_ask: OpenAsk) -> None:
        most = self._settings.timeouts_until_auto
        seat.timed_out(most, claim=claims(open_ask.ask))
        self.choose(seat, open_ask.ask.default)
        if open_ask.shown:
            seat.send(codec.encode(TimedOut(table=self._table, decision=open_ask.token)))
        if seat.turn_timeouts >= most and seat.presence == "online":
            self._stream.presence(seat, "auto")

    def _pause(self) -> bool:
        """Stand between two rounds; answer whether the next one may come."""
        now = self._clock.now()
        pause = self.intermission
        if pause is None:
            start = max(now, *[seat.awaited_until for seat in self._seats])
            until = start + self._settings.confirm_ms / 1000
            confirmed = [
                seat.is_bot or (seat.on_auto and not seat.awaited(now)) for seat in self._seats
            ]
            pause = self.intermission = Intermission(confirmed, until)
            self._tell_round_end()
            self._agenda.at(until)
            if self._on_rest is not None:
                self._on_rest()
        if self.halt.between(pause):
            return False
        return self._on_rest is None and pause.over(now + _EARLY)

    def _tell_round_end(self) -> None:
        frame = self.round_end()
        if frame is not None:
            self._stream.broadcast(frame)

    def _reckon(self) -> None:
        """Put the moments that are still ahead back on the agenda."""
        for seat in self._seats:
            if seat.ask is not None:
                self._agenda.at(seat.ask.due)
        if self.intermission is not None and self._on_rest is None:
            self._agenda.at(self.intermission.until)
