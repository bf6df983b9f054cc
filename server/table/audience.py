"""Those who watch one table: who they are, and when they get what (protocol.md, "Spectating").

Nothing of it is on the path of players: the table says what has happened and when, which costs it
one number; whatever is sent is sent from timers.
"""

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from engine.core.events import Event
from protocol import codec
from protocol.spectate import NotYet, WatchedTable, WatchEnd, WatchOver
from protocol.table import PresenceState, Watchers
from server.clock import Clock, Timer
from server.table.agenda import Agenda
from server.table.api import Spectating, TableSettings, WatchSink
from server.table.audience_pump import Pump, Watcher
from server.table.audience_reel import NOBODY, Facts, Reel

Tell = Callable[[bytes], None]

_MS: Final = 1000


class Audience:
    """The watchers of one table, by account.

    Args:
        facts: what does not change.
        spectating: what may be seen, and how late.
        log: the game's events; those that the players have are said with `event`.
        on_over: called with the accounts that watched once nothing more will be seen here.
    """

    def __init__(
        self,
        facts: Facts,
        spectating: Spectating,
        log: Sequence[Event],
        *,
        clock: Clock,
        settings: TableSettings,
        on_over: Callable[[Sequence[str]], None],
    ) -> None:
        self.id = facts.table
        self.facts = facts
        self.spectating = spectating
        self._clock = clock
        self._settings = settings
        self._on_over = on_over
        self._tell_players: Tell = _nobody
        self._reel = Reel(facts, spectating, log)
        self._watchers: dict[str, Watcher] = {}
        self._pump = Pump(
            self._reel,
            self._watchers,
            clock,
            unsent=settings.watcher_unsent,
            drop=lambda watcher: self.dismiss(watcher, "slow"),
            on_done=self._rest,
        )
        self._agenda = Agenda(clock, self._ring)
        self._count_timer: Timer | None = None
        self._stands_since: float | None = None
        self.told = 0
        """How many watch, as was told last."""

    def __len__(self) -> int:
        return len(self._watchers)

    # From the table

    def begin(
        self,
        presences: Sequence[PresenceState],
        tell_players: Tell,
        ages: Sequence[float] = (),
    ) -> None:
        """Take the table up; `ages` are of the events that players had in an earlier process.

        A game that stood still while the server was away is no older for it: else whoever watches
        would see the hands over which the players sit when they are back.
        """
        self._tell_players = tell_players
        self._reel.seats(presences)
        delay, now = self.spectating.delay_s, self._now
        for age in ages:
            self._reel.event(now + max(0.0, delay - age))

    def event(self) -> None:
        """Note that the players have the next event."""
        self._reel.event(self._now + self.spectating.delay_s)
        self._schedule()

    def presence(self, seat: int, state: PresenceState) -> None:
        """Note how a seat is played."""
        self._reel.presence(self._now + self.spectating.delay_s, seat, state)
        self._schedule()

    def pause(self) -> None:
        """Show nothing more while the players have paused their game.

        It gets no older: else whoever watches would catch up with it, and see the hands over which
        the players will sit when they go on.
        """
        if self._stands_since is None:
            self._stands_since = self._clock.now()

    def resume(self) -> None:
        """Go on as late as before the pause."""
        since, self._stands_since = self._stands_since, None
        if since is not None:
            self._reel.later(since, self._clock.now() - since)
            self._schedule()

    def end(self) -> None:
        """Note that the game is over, or will not go on."""
        self._tell_players = _nobody
        self.resume()
        self._reel.end(self._now + self.spectating.delay_s)
        self._schedule()

    def close(self) -> None:
        """Stop where everything stands: the process ends."""
        self._agenda.close()
        self._pump.close()
        if self._count_timer is not None:
            self._count_timer.cancel()
        for watcher in self._watchers.values():
            watcher.gone = True
        self._watchers.clear()

    # From watchers

    def join(self, account: str, sink: WatchSink, request: int | None) -> Watcher:
        """Let somebody watch, and answer."""
        now, reel = self._now, self._reel
        self._advance(now)
        watcher = self._watchers[account] = Watcher(account, sink)
        if reel.start == NOBODY:
            delay_s = self.spectating.delay_s
            due = reel.first_due
            left = delay_s if due is None else due - now
            sink.answer(
                request,
                codec.encode(
                    NotYet(
                        id=request,
                        table=self.id,
                        starts_ms=max(0, math.ceil(_MS * left)),
                        delay_s=delay_s,
                    )
                ),
            )
        else:
            watcher.place = reel.start
            sink.answer(request, reel.snapshot(request))
            self._pump.serve(watcher)
        if reel.over:
            self._pump.wake()
        self._schedule()
        self._recount()
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """Send somebody nothing more."""
        if not watcher.gone:
            watcher.gone = True
            del self._watchers[watcher.account]
            self._recount()

    def dismiss(self, watcher: Watcher, reason: WatchEnd) -> None:
        """Send somebody nothing more, and say so."""
        if not watcher.gone:
            self.leave(watcher)
            with suppress(Exception):
                watcher.sink.send(codec.encode(WatchOver(table=self.id, reason=reason)))

    def line(self) -> WatchedTable:
        """Describe the table for a list."""
        facts = self.facts
        return WatchedTable(
            table=self.id,
            mode=facts.mode,
            ranked=facts.ranked,
            names=facts.names,
            round=self._reel.round_at(self._now),
            watchers=len(self._watchers),
            view=self.spectating.view,
            delay_s=self.spectating.delay_s,
            tier=None if facts.stakes is None else facts.stakes.tier,
            ranks=None if facts.stakes is None else facts.stakes.ranks,
        )

    # Inside

    @property
    def _now(self) -> float:
        """The clock's moment, or while a pause lasts the one in which that began."""
        return self._clock.now() if self._stands_since is None else self._stands_since

    def _advance(self, now: float) -> None:
        """Take in what may be seen by now; let those know who watch."""
        reel = self._reel
        if not self._watchers and not self._pump.running:
            reel.skip_to_round(now)
        head = reel.head
        reel.advance(now)
        if self._watchers and reel.head != head:
            self._pump.wake()

    def _schedule(self) -> None:
        """Look again when somebody can be shown something more, or when all is over."""
        due = self._reel.next_due if self._watchers else self._reel.end_due
        if due is not None and self._stands_since is None:
            self._agenda.at(due)

    def _ring(self) -> None:
        self._advance(self._now)
        self._schedule()
        self._rest()

    def _rest(self) -> None:
        """Let go of everything once everybody has all there will ever be."""
        if self._reel.over and not self._pump.running:
            accounts = tuple(self._watchers)
            self.close()
            self._on_over(accounts)

    def _recount(self) -> None:
        if self._count_timer is None:
            wait = self._settings.watchers_ms / _MS
            self._count_timer = self._clock.call_later(wait, self._tell_count)

    def _tell_count(self) -> None:
        self._count_timer = None
        count = len(self._watchers)
        if count != self.told:
            self.told = count
            frame = codec.encode(Watchers(table=self.id, count=count))
            self._tell_players(frame)
            if count and not self._reel.over:
                self._pump.count(count, frame)


def _nobody(_frame: bytes) -> None:
    """Tell nobody: the players have gone."""
