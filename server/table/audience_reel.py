"""What the watchers of one table may see by now: the running round, and what is still to come.

Time is the server's own. When an event may be seen is settled in the moment in which the players
have it, so neither a watcher that comes back nor one that comes late changes anything.
"""

from array import array
from bisect import bisect_right
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from engine.core.events import Event, StartKyoku
from engine.core.redact import redact
from engine.core.viewer import FULL, PUBLIC
from engine.riichi.rules import Rules
from engine.riichi.view import Observer
from protocol import codec
from protocol.table import (
    AutoOrders,
    EventFrame,
    Presence,
    PresenceState,
    Skip,
    Snapshot,
    SnapshotSeat,
    TableOver,
)
from server.table.api import Spectating
from server.table.stakes import Stakes

NOBODY: Final = -1
"""No round has begun for the watchers."""


class Facts(msgspec.Struct, frozen=True):
    """What does not change while a game is played; `rules` for the machine, `flat` for people.

    `accounts` by seat, None for a bot; `stakes` are there if it is ranked.
    """

    table: str
    names: tuple[str, ...]
    rules: Rules
    flat: Mapping[str, Any]
    mode: str
    ranked: bool
    accounts: tuple[str | None, ...] = ()
    stakes: Stakes | None = None


class Reel:
    """The frames of the round that watchers see, in the order in which they may see them.

    Frames have places, counted from the beginning of the game: `start` is that of the first one
    after the deal of the running round, `head` that of the next one to come. `log` is the game's;
    only as much of it counts as was noted here. All moments are the clock's seconds.
    """

    def __init__(self, facts: Facts, spectating: Spectating, log: Sequence[Event]) -> None:
        self._facts = facts
        self._spectating = spectating
        self._viewer = FULL if spectating.view == "full" else PUBLIC
        self._log = log
        self._whens = array("d")
        self._rounds: list[int] = []
        self._presences: deque[tuple[int, float, int, PresenceState]] = deque()
        self._end: float | None = None
        self._seen = 0
        self._frames: list[bytes] = []
        self._base = 0
        self._now_present: list[PresenceState] = []
        self._deal: StartKyoku | None = None
        self._dealt_at = 0
        self._snapshot: Snapshot | None = None
        self._deal_present: tuple[PresenceState, ...] = ()
        self.start = NOBODY
        self.over = False

    # What happens at the table

    def seats(self, presences: Sequence[PresenceState]) -> None:
        """Say how the seats are played before anything is noted."""
        self._now_present = list(presences)

    def event(self, when: float) -> None:
        """Note that the next event of the log may be seen from `when` on."""
        seq = len(self._whens)
        # Whatever the clocks say: in order.
        self._whens.append(max(when, self._whens[-1]) if seq else when)
        if type(self._log[seq]) is StartKyoku:
            self._rounds.append(seq)

    def presence(self, when: float, seat: int, state: PresenceState) -> None:
        """Note how a seat is played, from `when` on as far as watchers know."""
        self._presences.append((len(self._whens), when, seat, state))

    def later(self, after: float, seconds: float) -> None:
        """Show whatever was to be seen after a moment so much later."""
        whens = self._whens
        for seq in range(bisect_right(whens, after), len(whens)):
            whens[seq] += seconds
        self._presences = deque(
            (seq, when + seconds if when > after else when, seat, state)
            for seq, when, seat, state in self._presences
        )

    def end(self, when: float) -> None:
        """Note that nothing more will come, and that the watchers may know that from `when` on."""
        self._end = max(when, self._whens[-1]) if self._whens else when

    # What watchers may see

    @property
    def head(self) -> int:
        """The place of the next frame."""
        return self._base + len(self._frames)

    @property
    def next_due(self) -> float | None:
        """When something more may be seen, None while nothing is on its way."""
        moments = [] if self.end_due is None else [self.end_due]
        if self._seen < len(self._whens):
            moments.append(self._whens[self._seen])
        if self._presences:
            moments.append(self._presences[0][1])
        return min(moments, default=None)

    @property
    def end_due(self) -> float | None:
        """When watchers may know that it is over, None before that is known at all, or after."""
        return None if self.over else self._end

    @property
    def first_due(self) -> float | None:
        """When the first round may be seen, None before it is dealt."""
        return self._whens[self._rounds[0]] if self._rounds else None

    def round_at(self, now: float) -> str | None:
        """Name the round that watchers see, None before the first."""
        seen = bisect_right(self._whens, now)
        place = bisect_right(self._rounds, seen - 1) - 1
        if place < 0:
            return None
        deal = self._log[self._rounds[place]]
        assert isinstance(deal, StartKyoku)
        return f"{deal.bakaze}{deal.kyoku}.{deal.honba}"

    def advance(self, now: float) -> None:
        """Take in everything that may be seen at `now`."""
        while True:
            seen, whens = self._seen, self._whens
            if self._presences and self._presences[0][0] <= seen:
                if self._presences[0][1] > now:
                    break
                _, _, seat, state = self._presences.popleft()
                self._show_presence(seat, state)
            elif seen < len(whens) and whens[seen] <= now:
                self._seen += 1
                self._show(seen, self._log[seen])
            else:
                break
        if self._end is not None and self._end <= now and not self.over:
            self.over = True
            self._frames.append(codec.encode(TableOver(table=self._facts.table)))

    def skip_to_round(self, now: float) -> None:
        """Like `advance` where nobody has seen anything: without what was before this round."""
        place = bisect_right(self._rounds, bisect_right(self._whens, now) - 1) - 1
        if place < 0 or self._rounds[place] <= self._seen:
            return
        first = self._rounds[place]
        while self._presences and self._presences[0][0] <= first:
            _, _, seat, state = self._presences.popleft()
            self._now_present[seat] = state
        self._base, self._seen = self.head, first
        self._frames.clear()

    def frames(self, since: int) -> list[bytes]:
        """Return the frames from a place on."""
        return self._frames[since - self._base :]

    def forget(self, before: int) -> None:
        """Let go of frames that nobody needs any more."""
        before = min(before, self.start if self.start != NOBODY else self.head)
        if before > self._base:
            del self._frames[: before - self._base]
            self._base = before

    def snapshot(self, request: int | None) -> bytes:
        """Return the table as the running round was dealt, answering a request or none."""
        if self._snapshot is None:
            self._snapshot = self._look()
        return codec.encode(msgspec.structs.replace(self._snapshot, id=request))

    # Inside

    def _show(self, seq: int, event: Event) -> None:
        seen = redact(event, self._viewer)
        table = self._facts.table
        self._frames.append(
            codec.encode(
                Skip(table=table, seq=seq)
                if seen is None
                else EventFrame(table=table, seq=seq, event=seen)
            )
        )
        if isinstance(event, StartKyoku):
            self._deal, self._dealt_at, self._snapshot = event, seq, None
            self._deal_present = tuple(self._now_present)
            self.start = self.head

    def _show_presence(self, seat: int, state: PresenceState) -> None:
        if self._now_present[seat] != state:
            self._now_present[seat] = state
            frame = Presence(table=self._facts.table, seat=seat, state=state)
            self._frames.append(codec.encode(frame))

    def _look(self) -> Snapshot:
        deal = self._deal
        assert deal is not None, "no round has begun"
        seen = redact(deal, self._viewer)
        assert seen is not None
        facts = self._facts
        observer = Observer(facts.rules)
        observer.fold(seen)
        view = observer.view(self._viewer)
        return Snapshot(
            table=facts.table,
            seq=self._dealt_at,
            seat=None,
            names=facts.names,
            rules=dict(facts.flat),
            mode=facts.mode,
            ranked=facts.ranked,
            round=view.round,
            seats=tuple(
                SnapshotSeat(**msgspec.structs.asdict(seat), presence=presence)
                for seat, presence in zip(view.seats, self._deal_present, strict=True)
            ),
            furiten=False,
            auto=AutoOrders(),
            tier=None if facts.stakes is None else facts.stakes.tier,
            ranks=None if facts.stakes is None else facts.stakes.ranks,
            view=self._spectating.view,
            delay_s=self._spectating.delay_s,
        )
