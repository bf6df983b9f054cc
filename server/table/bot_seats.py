"""The seats of a table that bots play from the start."""

import random
import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from engine.bots import Policy
from engine.core.actions import Pass
from engine.core.game import Game
from server.clock import Clock
from server.table.api import RoomRules, TableSettings
from server.table.bots import Brain
from server.table.seat import OpenAsk, Seat


class BotSeats:
    """Gets the answers of a table's bots; `answer` takes them, in a later turn of the loop."""

    def __init__(
        self,
        seats: Sequence[Seat],
        policies: Mapping[str, Callable[[int], Policy]],
        brain: Brain,
        *,
        game: Game,
        rules: RoomRules,
        clock: Clock,
        settings: TableSettings,
        answer: Callable[[Seat, OpenAsk, int], None],
    ) -> None:
        # One policy a seat: a bot may remember things, and must not tell them to another.
        self._policies = {
            seat.index: policies[seat.occupant.level or rules.cpu_level](secrets.randbits(32))
            for seat in seats
            if seat.is_bot
        }
        self._brain = brain
        self._game = game
        self._rules = rules.flat
        self._clock = clock
        self._settings = settings
        self._answer = answer

    def ask(self, seat: Seat, asked: OpenAsk) -> None:
        """Let a bot think. Its pause on its own turn is for people to follow the game.

        A claim is answered as soon as it is decided, within the floor: a bot's pause would only
        show that there is something to claim.
        """
        settings = self._settings
        turn = not isinstance(asked.ask.options[asked.ask.default], Pass)
        pause = random.uniform(settings.bot_min_ms, settings.bot_max_ms) / 1000 if turn else 0.0
        ready = self._clock.now() + pause

        def decided(option: int) -> None:
            wait = ready - self._clock.now()
            if wait > 0:
                self._clock.call_later(wait, partial(self._answer, seat, asked, option))
            else:
                self._answer(seat, asked, option)

        view = self._game.view(seat.index)
        policy = self._policies[seat.index]
        self._brain.think(policy, view, asked.ask, self._rules, decided)
