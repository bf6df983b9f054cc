"""The table actor: one task, one mailbox, one writer (design.md, "The table").

Everything that happens at a table is a letter in its mailbox: messages of people, connections
that come and go, the timer, answers of bots. The task takes them one by one; the only thing it
ever waits for besides letters is the store: what a few letters did is written to the journal, and
only then told. What goes wrong here ends this table and no other.
"""

import secrets
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial

import msgspec

from engine.bots.policy import Policy
from engine.core.viewer import PUBLIC
from protocol import codec
from protocol.table import TableOver as OverFrame
from protocol.table import TableStart
from server import __version__
from server.clock import Clock
from server.log import get_logger
from server.store.database import StoreError
from server.table import api
from server.table.agenda import Agenda
from server.table.audience import Audience
from server.table.bot_seats import BotSeats
from server.table.bots import Brain
from server.table.entries import Resumed
from server.table.games import Deal
from server.table.gate import Gate
from server.table.journal import Journal
from server.table.keeping import Keeping
from server.table.mailbox import Mailbox
from server.table.notices import Notices
from server.table.patience import WAITS, Patience
from server.table.play import Play
from server.table.recovery import Restored
from server.table.requests import Requests, stopped
from server.table.resume import Resume
from server.table.seat import OpenAsk, Seat
from server.table.stakes import Settle
from server.table.stream import Stream
from server.table.timebank import TimeBank
from server.table.walls import Secret

_log = get_logger("table")

Letter = Callable[[], None]


class Table:
    """One game with its seats.

    `policies` maps bot levels to makers of policies, which take a seed. `run` is the task; all
    other public methods may be called from outside of it and only put letters into the mailbox.
    With `restored` it goes on where its journal ends. `keeping` is about the game's end.
    """

    def __init__(
        self,
        header: api.JournalHeader,
        rules: api.RoomRules,
        deal: Deal,
        secret: Secret,
        *,
        policies: Mapping[str, Callable[[int], Policy]],
        brain: Brain,
        store: api.RecordStore,
        journals: api.JournalStore | None,
        clock: Clock,
        settings: api.TableSettings,
        on_over: api.OnOver,
        settle: Settle | None = None,
        audience: Audience | None = None,
        restored: Restored | None = None,
    ) -> None:
        self.id = header.table
        self.rules = rules
        self.mode = header.mode
        self.ranked = header.ranked
        self.game = deal.game
        self.names = tuple(occupant.name for occupant in header.seats)
        self._gate = Gate()
        self.seats = tuple(
            Seat(
                index,
                occupant,
                TimeBank(rules.base_ms, rules.bank_ms, settings.latency_cap_ms),
                self._gate,
                secret,
            )
            for index, occupant in enumerate(header.seats)
        )
        self._header = header
        self._clock = clock
        self._settings = settings
        self.keeping = Keeping(header, self.game, self.seats, store, settle)
        self._on_over = on_over
        self._audience = audience
        self._restored = restored
        self._mailbox: Mailbox[Letter] = Mailbox(settings.mailbox_size)
        self._agenda = Agenda(clock, partial(self._mailbox.post, self._ring))
        self._stream = Stream(self.id, self.seats, audience)
        self._notices = Notices(self.id, self.seats, deal.insight, rules.hints)
        patience_s = settings.store_patience_ms / 1000
        self._patience = Patience(self.id, clock, patience_s, self._tell_at_once)
        self._journal = Journal(
            journals,
            header,
            game=self.game,
            seats=self.seats,
            gate=self._gate,
            clock=clock,
            patience=self._patience,
            number=0 if restored is None else restored.entries,
        )
        bots = BotSeats(
            self.seats,
            policies,
            brain,
            game=self.game,
            rules=rules,
            clock=clock,
            settings=settings,
            answer=self._bot_thought,
        )
        self._play = Play(
            self.id,
            self.game,
            self.seats,
            stream=self._stream,
            notices=self._notices,
            clock=clock,
            agenda=self._agenda,
            settings=settings,
            ask_bot=bots.ask,
            journal=self._journal,
            gate=self._gate,
        )
        self._requests = Requests(
            self.id,
            self.seats,
            play=self._play,
            stream=self._stream,
            notices=self._notices,
            resume=Resume(
                self.id,
                self.seats,
                names=self.names,
                rules=rules.flat,
                mode=self.mode,
                ranked=self.ranked,
                stakes=header.stakes,
                play=self._play,
                stream=self._stream,
                notices=self._notices,
                clock=clock,
                audience=audience,
            ),
            clock=clock,
            agenda=self._agenda,
            settings=settings,
            votes=not self.ranked,
            journal=self._journal,
            gate=self._gate,
        )
        self._closed = False

    # From outside the task

    def offer(self, seat: int, sink: api.Sink, message: msgspec.Struct) -> bool:
        """Put a person's message into the mailbox; answer False when it is full."""
        return self._mailbox.offer(partial(self._requests.take, self.seats[seat], sink, message))

    def attach(self, seat: int, sink: api.Sink) -> None:
        """Make `sink` the seat's connection; nothing of the game flows on it before its sync."""
        if self._patience.told:
            # Its sync will not be answered soon.
            sink.send(WAITS)
        self._mailbox.post(partial(self._attach, self.seats[seat], sink))

    def detach(self, seat: int, sink: api.Sink) -> None:
        """Take the connection away, if it is still the seat's."""
        self._mailbox.post(partial(self._detach, self.seats[seat], sink))

    def seat_at_start(self, seat: int, sink: api.Sink) -> None:
        """Give a seat the connection over which it sees the game begin; before `run`."""
        taken = self.seats[seat]
        taken.line = taken.sink = sink
        taken.presence = "online"

    def drain(self, on_rest: Callable[[], None]) -> None:
        """Deal no further round; `on_rest` is called once the table stands between two."""
        self._mailbox.post(partial(self._play.drain, on_rest))

    def live(self) -> api.LiveTable:
        """Describe the running game for a list."""
        now = self.game.view(PUBLIC).round
        return api.LiveTable(
            table=self.id,
            mode=self.mode,
            ranked=self.ranked,
            names=self.names,
            round=f"{now.bakaze}{now.kyoku}.{now.honba}",
        )

    def end(self) -> None:
        """End the game without a result."""
        self._mailbox.post(self._requests.end)

    # The task

    async def run(self) -> None:
        """Play the game to its end and report it once."""
        try:
            ended = await self._run()
        except Exception as error:
            await self._fail(error)
            ended = api.TableOver(self.id, "failed")
        finally:
            self._agenda.close()
        self._closed = True
        self._requests.close()
        while (letter := self._mailbox.take()) is not None:
            letter()
        self._on_over(ended)
        # Its parts call back into it and into each other. Left like that it would wait, with its
        # whole game, for a full garbage collection.
        for part in (self._requests, self._play, self):
            vars(part).clear()
        self._closed = True

    async def _run(self) -> api.TableOver:
        if self._restored is None:
            await self._begin()
        else:
            self._resume(self._restored)
        mailbox, play = self._mailbox, self._play
        await self._settle()
        while not play.finished:
            await mailbox.wait()
            while (letter := mailbox.take()) is not None:
                letter()
                self._requests.after_letter()
                if self._requests.voted:
                    return await self._voted()
            await self._settle()
        return self.keeping.result()

    async def _settle(self) -> None:
        """Make durable what has happened, tell it, and go on from there."""
        play, gate = self._play, self._gate
        while True:
            while gate.shut:
                stalled = await self._journal.write(play.hold_ms)
                if stalled:
                    play.stalled(stalled)
                    self._requests.votes.stalled(stalled)
                    # Written, too, before anybody is told: a restart must not charge for it.
                    self._journal.resumed(Resumed(__version__, play.spent_ms, 0))
                    continue
                gate.open()
                play.advance()
                self._requests.after_letter()
            if not self.game.over or play.recorded:
                return
            await self.keeping.record()
            if not self.keeping.unrecorded:
                self._journal.end()
            play.recorded = True
            play.advance()
            self._requests.after_letter()

    async def _begin(self) -> None:
        self._admit(())
        self._play.start()
        if self._gate.shut:
            await self._journal.write(0)
            self._gate.open()
        stakes = self._header.stakes
        for seat in self.seats:
            if seat.sink is not None:
                seat.send(
                    codec.encode(
                        TableStart(
                            table=self.id,
                            seat=seat.index,
                            names=self.names,
                            rules=dict(self.rules.flat),
                            mode=self.mode,
                            ranked=self.ranked,
                            tier=stakes.tier if stakes is not None else None,
                            ranks=stakes.ranks if stakes is not None else None,
                        )
                    )
                )
        for seat in self.seats:
            if seat.presence != "online":
                self._stream.announce(seat)
        self._play.advance()

    def _resume(self, restored: Restored) -> None:
        """Take the game up where its journal ends; the clocks stand until people are back."""
        grace_ms = self._settings.resume_ms
        awaited_until = self._clock.now() + grace_ms / 1000
        asks = self.game.decision.asks if self.game.decision is not None else {}
        for seat, state in zip(self.seats, restored.seats, strict=True):
            seat.restore(state, awaited_until)
            if seat.index in asks:
                seat.spent = restored.spent_ms / 1000
        self._admit(restored.ages)
        self._journal.resumed(Resumed(__version__, restored.spent_ms, grace_ms))
        self._play.halt.restore(restored.halt)
        self._requests.votes.lose(restored.votes)
        pause_left = max(0, self._settings.confirm_ms - restored.spent_ms) / 1000
        self._play.resume(restored.confirmed, pause_left)

    def _admit(self, ages: Sequence[float]) -> None:
        """Let the audience in."""
        if self._audience is not None:
            presences = [seat.presence for seat in self.seats]
            self._audience.begin(presences, self._tell, ages)

    def _tell(self, frame: bytes) -> None:
        """Tell the players what is no secret, from outside of the task."""
        if not self._closed:
            self._mailbox.post(lambda: None if self._closed else self._stream.broadcast(frame))

    def _tell_at_once(self, frame: bytes) -> None:
        """Tell the players past the gate."""
        for seat in self.seats:
            if seat.sink is not None:
                seat.sink.send(frame)

    async def _voted(self) -> api.TableOver:
        if self._gate.shut:
            await self._journal.write(0)
        await self.keeping.record()
        self._gate.open()
        self._stream.broadcast(codec.encode(OverFrame(table=self.id)))
        return api.TableOver(self.id, "voted")

    async def _fail(self, error: Exception) -> None:
        """Keep the journal; tell the players, and the log without a word that could hold a tile."""
        reference = secrets.token_hex(4)
        _log.error(
            "table_failed",
            table=self.id,
            reference=reference,
            error=type(error).__name__,
            where=[
                f"{frame.filename}:{frame.lineno} {frame.name}"
                for frame in traceback.extract_tb(error.__traceback__)
            ],
        )
        try:
            await self._journal.freeze(reference, f"the table failed: {type(error).__name__}")
        except StoreError as fault:
            # It is resumed after a restart then, and may fail again.
            _log.error("journal_not_frozen", table=self.id, reference=reference, reason=str(fault))
        # What went wrong may be a connection; the others are told all the same.
        with suppress(Exception):
            self._gate.drop(lambda request: codec.encode(stopped(request, reference)))
        for seat in self.seats:
            with suppress(Exception):
                seat.send(codec.encode(stopped(None, reference)))
                seat.send(codec.encode(OverFrame(table=self.id)))

    # Letters

    def _attach(self, seat: Seat, sink: api.Sink) -> None:
        seat.line = sink
        seat.sink = None

    def _detach(self, seat: Seat, sink: api.Sink) -> None:
        if seat.line is not sink:
            return
        seat.line = seat.sink = None
        if seat.presence == "online":
            seat.grace = True
            self._stream.presence(seat, "offline")
            self._requests.recount()

    def _ring(self) -> None:
        if self._closed:
            return
        self._requests.due()
        self._play.due()

    def _bot_thought(self, seat: Seat, asked: OpenAsk, option: int) -> None:
        if not self._closed:
            self._mailbox.post(partial(self._bot_answers, seat, asked, option))

    def _bot_answers(self, seat: Seat, asked: OpenAsk, option: int) -> None:
        if seat.ask is asked and not self._closed:
            self._play.choose(seat, option)
            self._play.advance()
