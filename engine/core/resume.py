"""Going on with a game from its journal: the events of finished rounds, then choices.

The running round is played again by its choices and held to the stored events, so that a game goes
on by the rules under which it was played. Where the two part, what the players were told stands:
all stored events are folded as they are.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from engine.core.decision import Choice
from engine.core.errors import CannotRestore, EngineError, IllegalAction
from engine.core.events import Event
from engine.core.game import Game, Mark


class Step(NamedTuple):
    """One entry of a journal.

    `choices` were taken one after another, `events` are what they caused, `mark` is where the game
    stood then. Events without choices are the start of the game or the deal of the next round, and
    a step of their own.
    """

    choices: tuple[Choice, ...]
    events: tuple[Event, ...]
    mark: Mark


class Difference(NamedTuple):
    """The first place where the rules and a journal part.

    `number` is that of the event (from 0), `stored` and `played` are the types of the stored
    event and of the one that the rules cause; "nothing" where there is none, "refusal" where they
    refuse a choice. The text names no tile.
    """

    number: int
    stored: str
    played: str

    def __str__(self) -> str:
        same = "another " if self.stored == self.played else ""
        return f"event {self.number}: stored is {self.stored}, the rules say {same}{self.played}"


class Resumed(NamedTuple):
    """A game that goes on; `difference` is None where rules and journal agree."""

    game: Game
    difference: Difference | None


def resume(make: Callable[[], Game], steps: Sequence[Step]) -> Resumed:
    """Return the game as it stood after `steps`, answers to an open decision included.

    Args:
        make: makes the game as it was before its start: same rules, names and walls.
        steps: the journal from the start of the game.

    Raises:
        CannotRestore: the stored events are no such game.
    """
    if not steps:
        raise CannotRestore("there are no events")
    game = make()
    begun = max((place for place, step in enumerate(steps) if _deals(step)), default=0)
    finished = [event for step in steps[:begun] for event in step.events]
    if finished:
        game.restore(finished, steps[begun - 1].mark)
    difference = _replay(game, steps[begun:])
    if difference is not None:
        return Resumed(_as_stored(make(), steps), difference)
    game.choices[:0] = [choice for step in steps[:begun] for choice in step.choices]
    return Resumed(game, None)


def _deals(step: Step) -> bool:
    return bool(step.events) and not step.choices


def _replay(game: Game, steps: Sequence[Step]) -> Difference | None:
    """Play the running round again, up to the first difference."""
    log = game.log
    for step in steps:
        before = len(log)
        try:
            if _deals(step):
                _deal(game)
            for choice in step.choices:
                game.apply(choice)
        except EngineError:
            return Difference(len(log), _type_at(step.events, len(log) - before), "refusal")
        caused = tuple(log[before:])
        if caused != step.events:
            return _first_difference(before, step.events, caused)
        if game.mark != step.mark:
            return Difference(len(log), _waiting(step.mark), _waiting(game.mark))
    return None


def _deal(game: Game) -> None:
    if game.log:
        game.advance()
    else:
        game.start()


def _first_difference(before: int, stored: Sequence[Event], played: Sequence[Event]) -> Difference:
    place = 0
    while place < min(len(stored), len(played)) and stored[place] == played[place]:
        place += 1
    return Difference(before + place, _type_at(stored, place), _type_at(played, place))


def _type_at(events: Sequence[Event], place: int) -> str:
    if place >= len(events):
        return "nothing"
    return str(events[place].__struct_config__.tag)


def _waiting(mark: Mark) -> str:
    return f"decision {mark.decision} {'open' if mark.open else 'settled'}"


def _as_stored(game: Game, steps: Sequence[Step]) -> Game:
    """Fold everything, and give the answers again that had not settled the open decision."""
    mark = steps[-1].mark
    game.restore([event for step in steps for event in step.events], mark)
    choices = [choice for step in steps for choice in step.choices]
    waiting = [choice for choice in choices if mark.open and choice.decision == mark.decision]
    game.choices += choices[: len(choices) - len(waiting)]
    for choice in waiting:
        _answer_again(game, choice)
    return game


def _answer_again(game: Game, choice: Choice) -> None:
    """Keep an answer to the open decision, unless it is not on offer or would settle it now."""
    decision = game.decision
    ask = decision.asks.get(choice.seat) if decision is not None else None
    if decision is None or ask is None or not 0 <= choice.option < len(ask.options):
        return
    if not decision.settled({**game.answers, choice.seat: choice.option}):
        with suppress(IllegalAction):
            game.apply(choice)
