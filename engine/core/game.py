"""The kernel: decide, then fold; one game of any rule family.

A `Director` is a family's deciding half. It answers a settled decision with events and the next
decision; the events alone change its state. The kernel keeps the log, the open decision and the
answers given so far, and refuses what is not on offer before anything has changed.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from engine.core.decision import Choice, Decision
from engine.core.errors import IllegalAction
from engine.core.events import EndGame, Event
from engine.core.views import View


class Observable(Protocol):
    """A state that can be looked at."""

    def view(self, viewer: int) -> View:
        """Return what `viewer` knows."""
        ...


class Mark(msgspec.Struct, frozen=True):
    """Where a game stands, besides its events.

    `decision` is the id of the last decision (0: none yet), `open` whether it still waits. Events
    alone do not say whether a dealer who may stop the game has answered.
    """

    decision: int
    open: bool


class Director(ABC):
    """The deciding half of a rule family.

    `log` holds every event emitted so far. A None decision means that the game is `paused`
    between two rounds, or `over`. `last_id` is the id of the last decision, open or settled, 0
    before the first.
    """

    log: list[Event]
    last_id: int
    paused: bool
    over: bool

    @abstractmethod
    def start(self) -> Decision | None:
        """Emit the start of the game and of its first round."""

    @abstractmethod
    def resolve(self, decision: Decision, answers: Mapping[int, int]) -> Decision | None:
        """Emit what follows from a settled decision; `answers` maps seats to option indices."""

    @abstractmethod
    def advance(self) -> Decision | None:
        """Deal the next round after a pause."""

    @abstractmethod
    def restore(self, events: Sequence[Event], mark: Mark) -> Decision | None:
        """Fold the events of a game so far, and open the decision at which it stands.

        Raises:
            CannotRestore: no game of these rules, names and walls stands like that.
        """

    @property
    @abstractmethod
    def observable(self) -> Observable:
        """The state behind the events."""


class Game:
    """A running game. See `engine.riichi.new_game`."""

    def __init__(self, director: Director) -> None:
        self.director = director
        self.decision: Decision | None = None
        self.answers: dict[int, int] = {}
        self.choices: list[Choice] = []
        self.log = director.log
        self._started = False

    @property
    def over(self) -> bool:
        """Whether `end_game` has been emitted."""
        return self.director.over

    @property
    def paused(self) -> bool:
        """Whether a round has ended and `advance` deals the next."""
        return self.director.paused

    @property
    def mark(self) -> Mark:
        """Where the game stands; with the log it is all that `restore` needs."""
        return Mark(self.director.last_id, self.decision is not None)

    def start(self) -> list[Event]:
        """Begin; return the first events.

        Raises:
            IllegalAction: `game_over` code family does not apply; `stale_decision` if begun.
        """
        self._begin()
        self.decision = self.director.start()
        return self.log[:]

    def restore(self, events: Sequence[Event], mark: Mark) -> None:
        """Stand where a game stood after `events`, without deciding anything again.

        For a game that has not begun, of the same rules, names and walls. Answers that were given
        to the open decision are applied afterwards; `choices` begins anew.

        Raises:
            CannotRestore: and the game is of no further use.
            IllegalAction: `stale_decision` if begun.
        """
        self._begin()
        self.decision = self.director.restore(events, mark)

    def apply(self, choice: Choice) -> list[Event]:
        """Take one seat's answer; return what it caused ([] while others must still answer).

        Raises:
            IllegalAction: and nothing has changed.
        """
        decision = self.decision
        if decision is None or choice.decision != decision.id:
            if self.director.over:
                raise IllegalAction("game_over", "the game is over")
            raise IllegalAction("stale_decision", f"decision {choice.decision} is not open")
        seat = choice.seat
        option = choice.option
        asks = decision.asks
        ask = asks.get(seat)
        if ask is None:
            raise IllegalAction("not_asked", f"seat {seat} is not asked")
        answers = self.answers
        if seat in answers:
            raise IllegalAction("already_answered", f"seat {seat} has answered already")
        if not 0 <= option < len(ask.options):
            raise IllegalAction(
                "no_such_option", f"option {option} of {len(ask.options)} does not exist"
            )
        self.choices.append(choice)
        if len(asks) == 1:
            answers = {seat: option}
        else:
            answers[seat] = option
            if not decision.settled(answers):
                return []
            self.answers = {}
        log = self.log
        before = len(log)
        self.decision = self.director.resolve(decision, answers)
        return log[before:]

    def advance(self) -> list[Event]:
        """Deal the next round; return its first events.

        Raises:
            IllegalAction: `stale_decision` when the game is not paused.
        """
        if not self.director.paused:
            raise IllegalAction("stale_decision", "no round has just ended")
        before = len(self.log)
        self.decision = self.director.advance()
        return self.log[before:]

    def view(self, viewer: int) -> View:
        """Return what a seat, `PUBLIC` or `FULL` knows now."""
        return self.director.observable.view(viewer)

    def _begin(self) -> None:
        if self._started:
            raise IllegalAction("stale_decision", "the game has begun already")
        self._started = True

    def record(self, game_id: str) -> dict[str, Any]:
        """Return the game record (formats.md). Walls stand in `end_kyoku` only."""
        events: list[Event] = [
            msgspec.structs.replace(event, proofs=None) if isinstance(event, EndGame) else event
            for event in self.log
        ]
        start = msgspec.to_builtins(events[0])
        return {
            "id": game_id,
            "rules": start["rules"],
            "names": list(start["names"]),
            "events": [msgspec.to_builtins(event) for event in events],
        }


def replay(game: Game, choices: list[Choice]) -> Game:
    """Rebuild a game from its choices: start a fresh `game` of the same rules and walls.

    Raises:
        IllegalAction: a choice does not fit (another engine version, or a damaged journal).
    """
    game.start()
    for choice in choices:
        if game.decision is None:
            game.advance()
        game.apply(choice)
    return game
