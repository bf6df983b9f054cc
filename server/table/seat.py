"""A seat of a running table: who sits there, over which connection, and what it is asked.

Connection, session and seat have three lifetimes (design.md, "The table"): a seat lasts for the
game, connections come and go below it.
"""

from collections import deque
from collections.abc import Callable
from operator import attrgetter
from typing import Final, TypeAlias

import msgspec

from engine.core.decision import Ask
from protocol import codec
from protocol.table import AskFrame, AskTime, PresenceState
from server.table.api import Occupant, Sink
from server.table.entries import SeatState
from server.table.gate import Gate
from server.table.options import NO_ORDERS, Orders
from server.table.timebank import Grant, TimeBank
from server.table.walls import Secret

TOKENS_REMEMBERED: Final = 32
LAST_ROUNDS: Final = 4
"""Rounds at the end of a game by which it is judged who has left it."""
LEFT_ROUNDS: Final = 2
"""So many of them somebody must have been away at least."""

Kept: TypeAlias = tuple[int, PresenceState, bool, int, bool, Orders, frozenset[int], int, bool]
"""The fields of a `SeatState`, in order."""

kept: Final[Callable[["Seat"], Kept]] = attrgetter(
    *("bank.left_ms", "presence", "grace", "timeouts", "silent", "orders", "muted"),
    *("turn_timeouts", "had_turn"),
)
"""Returns what of a seat outlives a restart. Looked at with every entry of the journal."""


class OpenAsk:
    """An ask that waits for its answer.

    `token` is the decision's id on the wire; `due` is the moment at which the default is played,
    `grant.deadline` or earlier; `shown` says that the frame was handed to a connection.
    """

    __slots__ = ("ask", "decision", "due", "grant", "shown", "token")

    def __init__(self, token: str, decision: int, ask: Ask, grant: Grant, due: float) -> None:
        self.token = token
        self.decision = decision
        self.ask = ask
        self.grant = grant
        self.due = due
        self.shown = False

    def shift(self, seconds: float) -> None:
        """Move its clock on by so much, back if that is negative."""
        self.grant = msgspec.structs.replace(self.grant, started=self.grant.started + seconds)
        self.due += seconds

    def frame(self, table: str, now: float) -> bytes:
        """Return what the seat is asked, with the time that is left at `now`."""
        base_ms, bank_ms = self.grant.left(now)
        return codec.encode(
            AskFrame(
                table=table,
                decision=self.token,
                options=self.ask.options,
                default=self.ask.default,
                time=AskTime(base_ms=base_ms, bank_ms=bank_ms),
            )
        )


class Seat:
    """One seat. `line` is its newest connection, `sink` the same one once it has synced."""

    __slots__ = (
        "_gate",
        "_secret",
        "ask",
        "awaited_until",
        "away",
        "bank",
        "furiten",
        "grace",
        "had_turn",
        "hint",
        "index",
        "line",
        "muted",
        "occupant",
        "orders",
        "presence",
        "silent",
        "sink",
        "spent",
        "timeouts",
        "tokens",
        "turn_timeouts",
    )

    def __init__(
        self, index: int, occupant: Occupant, bank: TimeBank, gate: Gate, secret: Secret
    ) -> None:
        self._gate = gate
        self._secret = secret
        self.index = index
        self.occupant = occupant
        self.bank = bank
        self.line: Sink | None = None
        self.sink: Sink | None = None
        self.presence: PresenceState = "bot" if occupant.is_bot else "offline"
        # A dropped seat's next ask still gets its full time; so does its next own turn, if that
        # ask was a claim, of which nobody may know (`had_turn`: it has had one).
        self.grace = True
        self.had_turn = False
        self.ask: OpenAsk | None = None
        self.tokens: deque[str] = deque(maxlen=TOKENS_REMEMBERED)
        self.orders = NO_ORDERS
        # In a row, and how many of them were own turns. Claims that run out bring nothing that
        # others could see: after some, further claims are passed at once (`silent`).
        self.timeouts = 0
        self.turn_timeouts = 0
        self.silent = False
        self.muted: frozenset[int] = frozenset()
        # After a restart: until when the clock stands for a person who is not back yet, and the
        # seconds that had passed of the ask that is opened again.
        self.awaited_until = 0.0
        self.spent = 0.0
        # Of the last rounds, as far as this process saw them end: whether it was away then.
        self.away: deque[bool] = deque(maxlen=LAST_ROUNDS)
        # What this seat was told last.
        self.furiten = False
        self.hint: bytes | None = None

    @property
    def is_bot(self) -> bool:
        """Whether the server plays this seat from the start."""
        return self.occupant.is_bot

    @property
    def on_auto(self) -> bool:
        """Whether its turns are played without waiting for it, as everybody sees."""
        return self.presence == "auto" or (
            self.presence == "offline" and self.had_turn and not self.grace
        )

    @property
    def passes(self) -> bool:
        """Whether its claims are passed at once, as nobody sees."""
        return self.on_auto or self.silent or (self.presence == "offline" and not self.grace)

    def restore(self, state: SeatState, awaited_until: float) -> None:
        """Be as before a restart; a person is away, and awaited for a while."""
        self.bank.left_ms = state.bank_ms
        self.timeouts = state.timeouts
        self.turn_timeouts = state.turn_timeouts
        self.silent = state.silent
        self.had_turn = state.had_turn
        self.grace = state.grace
        self.orders = NO_ORDERS if state.orders == NO_ORDERS else state.orders
        self.muted = frozenset(state.muted)
        if not self.is_bot:
            self.awaited_until = awaited_until
            if state.presence == "auto":
                self.presence = "auto"
            elif state.presence == "online":
                self.grace = True

    def send(self, frame: bytes) -> None:
        """Send to the seat if it has a connection that has synced."""
        if self.sink is not None:
            self._gate.send(self.sink, frame)

    def open(self, decision: int, ask: Ask, now: float) -> OpenAsk:
        """Ask the seat, from `now` on. The id says nothing about other seats."""
        token = self._secret.token(decision, self.index)
        self.tokens.append(token)
        latency = self.sink.latency_ms if self.sink is not None else 0
        grant = self.bank.grant(max(now, self.awaited_until) - self.spent, latency)
        self.spent = 0.0
        self.ask = OpenAsk(token, decision, ask, grant, grant.deadline)
        return self.ask

    def close(self, now: float) -> None:
        """Take the open ask away, answered or settled without this seat; charge its time."""
        if self.ask is not None:
            self.bank.charge(self.ask.grant, now)
            self.ask = None

    def round_over(self) -> None:
        """Note whether the person is here at the end of a round."""
        self.away.append(self.presence in ("offline", "auto"))

    def has_left(self, rounds: int) -> bool:
        """Say whether the person has left a game of so many rounds, which is over.

        That is: away when the last round ended, and at the end of most of the last ones. Ends
        before a restart, which throws everybody out, do not count as away.
        """
        away = sum(self.away)
        return (
            bool(self.away)
            and self.away[-1]
            and away >= LEFT_ROUNDS
            and 2 * away > min(rounds, LAST_ROUNDS)
        )

    def timed_out(self, most: int, *, claim: bool) -> None:
        """Count an ask that ran out; after `most` in a row further claims are passed at once."""
        if self.timeouts == 0:
            self.turn_timeouts = 0
        self.timeouts += 1
        # Claims count for claims alone: whatever else they did would tell who could have called.
        self.turn_timeouts += not claim
        self.silent = self.silent or self.timeouts >= most

    def spent_ms(self, now: float) -> int:
        """Return what has passed of the time for an open ask, 0 without one."""
        return 0 if self.ask is None else max(0, round(1000 * (now - self.ask.grant.started)))

    def stall(self, now: float, seconds: float) -> None:
        """Take the last `seconds` off the clocks."""
        if self.awaited_until > now - seconds:
            self.awaited_until += seconds
        if self.ask is not None:
            self.ask.shift(seconds)

    def awaited(self, now: float) -> bool:
        """Whether the seat's clock stands, because the person may be on the way back."""
        return self.awaited_until > now

    def back(self, now: float) -> float:
        """Let the clock run from `now` on: the person is back. Return the seconds it would stand.

        Those are taken off everything that was to begin once they had passed.
        """
        spared = max(0.0, self.awaited_until - now)
        self.awaited_until = 0.0
        if spared and self.ask is not None:
            self.ask.shift(-spared)
        return spared
