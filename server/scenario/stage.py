"""A scenario's game, and the moves that need no step: defaults, and the next round."""

from engine.core.decision import Choice
from engine.core.events import Event
from engine.core.game import Game
from engine.riichi import new_game
from server.scenario.matching import Offer, offer_of
from server.scenario.scenario import Pattern, Scenario
from server.scenario.walls import ScriptedWalls

_TURN = "turn"


class Stage:
    """The game and what has happened since the last move that a step made."""

    def __init__(self, scenario: Scenario) -> None:
        names = [f"seat {seat}" for seat in range(scenario.rules.players)]
        self.game: Game = new_game(scenario.rules, names, ScriptedWalls(scenario), scenario.start)
        self.game.start()
        self.announced: dict[int, Pattern] = {}
        """Seat -> a riichi whose tile comes with the seat's next discard (formats.md)."""
        self._since = 0

    def mark(self) -> None:
        """A step moves now: what happens from here on is recent."""
        self._since = len(self.game.log)

    @property
    def recent(self) -> list[Event]:
        """Events since the last move."""
        return self.game.log[self._since :]

    def offer(self, seat: int) -> Offer | None:
        """What a seat is offered; None if it is not asked."""
        decision = self.game.decision
        ask = None if decision is None else decision.asks.get(seat)
        return None if ask is None else offer_of(seat, ask, self.announced.get(seat))

    def answer(self, options: dict[int, int]) -> None:
        """Settle the open decision: these seats answer so, all others take their default.

        Raises:
            EngineError: the engine refuses, or the wall has no such tile.
        """
        decision = self.game.decision
        if decision is None:
            return
        self.announced.clear()
        silent = {seat: ask.default for seat, ask in decision.asks.items() if seat not in options}
        for seat, option in (*options.items(), *silent.items()):
            if self.game.decision is decision:
                self.game.apply(Choice(seat, decision.id, option))
        while self.game.paused:
            self.game.advance()

    def about_to_act(self) -> int | None:
        """The seat that has drawn and decides now; None at any other moment."""
        decision = self.game.decision
        if decision is None or decision.phase != _TURN:
            return None
        (seat,) = decision.asks
        return seat if self.game.view(seat).seats[seat].drawn is not None else None
