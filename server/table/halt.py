"""Pauses that the players of a game agree on: all clocks stand, nobody is asked, nothing is dealt.

A pause begins before the next turn, or between two rounds at once; never before a claim. Everybody
sees whose turn it is, but whether somebody could call a discard is a secret: a game that stood
still in that window, and not after the draw that follows without one, would tell.
"""

from typing import Final

from engine.core.decision import Decision
from protocol import codec
from protocol.errors import ProtocolError
from protocol.table import Paused, Resumed
from server.clock import Clock
from server.table.agenda import Agenda
from server.table.api import TableSettings
from server.table.entries import HaltState
from server.table.intermission import Intermission
from server.table.journal import Journal
from server.table.options import claims
from server.table.stream import Stream

# Timers may ring a little early; what is due within a millisecond is due.
_EARLY: Final = 0.001


class Halt:
    """The pauses of one game: whether one is wanted, or lasts, and how much of them is left.

    A pause that is wanted has a `_by`, the seat that asked for it; one that lasts an `_until`, too.
    """

    def __init__(
        self,
        table: str,
        *,
        stream: Stream,
        clock: Clock,
        agenda: Agenda,
        settings: TableSettings,
        journal: Journal,
    ) -> None:
        self._table = table
        self._stream = stream
        self._clock = clock
        self._agenda = agenda
        self._longest_ms = settings.pause_ms
        self._budget_ms = settings.pauses_ms
        self._journal = journal
        self._by: int | None = None
        self._until: float | None = None

    @property
    def running(self) -> bool:
        """Whether the game stands still."""
        return self._until is not None

    @property
    def left(self) -> float:
        """Seconds that are left of the running pause, 0 without one."""
        return 0.0 if self._until is None else max(0.0, self._until - self._clock.now())

    # What people want

    def check_may_ask(self) -> None:
        """Refuse a vote on a pause where there is nothing to vote on."""
        if self._by is not None:
            raise ProtocolError("already_paused")
        if not min(self._longest_ms, self._budget_ms):
            raise ProtocolError("no_pause_left")

    def check_running(self) -> None:
        """Refuse a vote to go on with a game that has not stopped."""
        if not self.running:
            raise ProtocolError("not_paused")

    def ask(self, by: int) -> None:
        """They have agreed on what the seat `by` has asked for."""
        self._by = by
        self._note()

    # What happens at the table

    def before(self, decision: Decision, *, running: bool) -> bool:
        """Whether a decision has to wait; a pause that is wanted begins before a turn.

        `running`: its clocks ran before a restart, so it has come before the pause.
        """
        if self._wanted and not running and not any(map(claims, decision.asks.values())):
            self._begin(None)
        return self.running

    def between(self, intermission: Intermission) -> bool:
        """Whether the next round has to wait; a pause that is wanted begins at once."""
        if self._wanted:
            self._begin(intermission)
        return self.running

    def due(self, intermission: Intermission | None) -> bool:
        """End a pause whose time is out; answer whether that has happened."""
        if not self.running or self.left > _EARLY:
            self.reckon()
            return False
        self.end(intermission)
        return True

    def end(self, intermission: Intermission | None) -> None:
        """Go on; what was not used of the pause is there for another one."""
        left = self.left
        self._until = self._by = None
        self._budget_ms += round(1000 * left)
        if intermission is not None:
            intermission.until -= left
            self._agenda.at(intermission.until)
        self._note()
        self._stream.go_on(codec.encode(Resumed(table=self._table, budget_ms=self._budget_ms)))

    def reckon(self) -> None:
        """Put the end of a running pause back on the agenda."""
        if self._until is not None:
            self._agenda.at(self._until)

    def stalled(self, seconds: float) -> None:
        """Give the part of a running pause back in which nobody could do anything."""
        if self._until is not None:
            self._until += seconds
            self.reckon()
            self._note()

    def restore(self, state: HaltState | None) -> None:
        """Be as before a restart. The time between counts for nothing."""
        if state is None:
            return
        self._budget_ms = state.budget_ms
        self._by = state.by
        if state.running:
            self._until = self._clock.now() + state.left_ms / 1000
            self.reckon()
            self._stand()
        self._note()

    def frame(self) -> bytes | None:
        """Return the frame that tells of the running pause, None without one."""
        if not self.running or self._by is None:
            return None
        return codec.encode(
            Paused(
                table=self._table,
                until_ms=self._left_ms,
                by=self._by,
                budget_ms=self._budget_ms,
            )
        )

    # Inside

    @property
    def _wanted(self) -> bool:
        return self._by is not None and not self.running

    @property
    def _left_ms(self) -> int:
        return round(1000 * self.left)

    def _begin(self, intermission: Intermission | None) -> None:
        length_ms = min(self._longest_ms, self._budget_ms)
        self._budget_ms -= length_ms
        self._until = self._clock.now() + length_ms / 1000
        if intermission is not None:
            intermission.until += length_ms / 1000
        self.reckon()
        self._note()
        self._stand()

    def _stand(self) -> None:
        frame = self.frame()
        assert frame is not None
        self._stream.stand(frame)

    def _note(self) -> None:
        self._journal.halted(
            HaltState(
                by=self._by,
                running=self.running,
                left_ms=self._left_ms,
                budget_ms=self._budget_ms,
            )
        )
