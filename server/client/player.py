"""A seat at a table, played over the wire: folds what it is told, answers what it is asked."""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from engine.bots import Policy
from engine.core.decision import Ask
from engine.core.events import EndGame, StartGame
from engine.riichi import Observer, parse_rules
from protocol.table import (
    Act,
    AskFrame,
    Confirm,
    EventFrame,
    RoundEnd,
    Skip,
    Snapshot,
    Sync,
    TableOver,
    TableStart,
    Vote,
    VoteEnd,
    VoteKind,
    VotePause,
    VoteResume,
)
from protocol.unions import ServerMessage

Answer: TypeAlias = Act | Confirm | Sync | VoteEnd | VotePause | VoteResume
"""What a seat may have to say."""

_AGREE: Final[Mapping[VoteKind, type[VoteEnd | VotePause | VoteResume]]] = {
    "end": VoteEnd,
    "pause": VotePause,
    "resume": VoteResume,
}


class Player:
    """Plays one seat of one table with a policy, from its first event or from a snapshot.

    `seq` is the number of the last event seen, `over` whether the game has ended, `result` its
    last event. `slow` says that `take` may block for seconds and wants a thread, `replays` that it
    has no use for a snapshot.
    """

    slow = False
    replays = False

    def __init__(self, table: str, seat: int, policy: Policy) -> None:
        self.table = table
        self.seat = seat
        self.seq = -1
        self.over = False
        self.result: EndGame | None = None
        self._policy = policy
        self._rules: Mapping[str, Any] = {}
        self._observer: Observer | None = None
        self._confirmed = -1
        self._answered: Act | None = None
        self._agreed: set[VoteKind] = set()

    def resync(self) -> Sync:
        """Return the request that continues the table on a new connection."""
        # What was said last may not have arrived.
        self._agreed.clear()
        return Sync(table=self.table, seq=self.seq, replay=self.replays)

    def close(self) -> None:
        """The game is over: nothing to clean up here."""

    def take(self, message: ServerMessage) -> Answer | None:
        """Take a message of this table; return what to send back, if anything."""
        answer: Answer | None = None
        match message:
            case EventFrame():
                answer = self._event(message)
            case Skip():
                answer = self._count(message.seq)
            case AskFrame():
                answer = self._asked(message)
            case RoundEnd():
                # Each other seat's confirm brings a further one of these.
                if not message.confirmed[self.seat] and self._confirmed != self.seq:
                    self._confirmed = self.seq
                    answer = Confirm(table=self.table)
            case Vote():
                answer = self._vote(message)
            case TableStart():
                self._begin(message.rules)
            case Snapshot():
                self._restore(message)
            case TableOver():
                self.over = True
            case _:
                pass
        return answer

    def _begin(self, rules: Mapping[str, Any]) -> None:
        self._rules = rules
        self._observer = Observer(parse_rules(rules))

    def _restore(self, snapshot: Snapshot) -> None:
        self.seq = snapshot.seq
        if snapshot.seat is not None:
            self.seat = snapshot.seat
        self._rules = snapshot.rules
        seats = tuple(seat.view() for seat in snapshot.seats)
        self._observer = Observer.from_snapshot(
            parse_rules(snapshot.rules), snapshot.round, seats, self.seat, snapshot.furiten
        )

    def _event(self, message: EventFrame) -> Sync | None:
        if message.seq <= self.seq:
            return None
        gap = self._count(message.seq)
        if gap is not None:
            return gap
        event = message.event
        if isinstance(event, StartGame):
            self._begin(event.rules)
        if self._observer is not None:
            self._observer.fold(event)
        if isinstance(event, EndGame):
            self.result = event
            self.over = True
        return None

    def _count(self, seq: int) -> Sync | None:
        """Follow the numbering; a gap (which the server promises not to make) means asking."""
        if seq > self.seq + 1:
            return self.resync()
        self.seq = max(self.seq, seq)
        return None

    def _asked(self, message: AskFrame) -> Act:
        """Answer; a decision that is shown again is answered as before."""
        if self._answered is None or self._answered.decision != message.decision:
            option = self._pick(message)
            self._answered = Act(table=self.table, decision=message.decision, option=option)
        return self._answered

    def _vote(self, message: Vote) -> Answer | None:
        """Go along with what people want: a vote needs everybody who is there."""
        kind = message.kind
        if not message.ends_ms:
            self._agreed.discard(kind)
        elif kind not in self._agreed:
            self._agreed.add(kind)
            return _AGREE[kind](table=self.table, agree=True)
        return None

    def _pick(self, message: AskFrame) -> int:
        if self._observer is None:
            return message.default
        view = self._observer.view(self.seat)
        return self._policy.choose(view, Ask(message.options, message.default), self._rules)
