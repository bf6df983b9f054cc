"""Whole games for tests, played by seeded policies."""

import json
import random
from typing import Any

import msgspec

from engine.bots import POLICIES
from engine.core.decision import Ask
from engine.core.game import Game
from engine.core.wall import SeededWalls
from engine.riichi import new_game, parse_rules
from server.simulation.play import play as play_out


def play(seed: int, rules: object = "majsoul_ranked_4p", policy: str = "easy") -> Game:
    """Play a game to its end; `policy` is a bot's name or `random`."""
    parsed = parse_rules(rules)
    full = parsed.to_object()
    names = [f"P{seat}" for seat in range(parsed.players)]
    game = new_game(parsed, names, SeededWalls(seed.to_bytes(8, "big")))
    pick = random.Random(seed)
    bots = (
        [POLICIES[policy](seed + seat) for seat in range(parsed.players)]
        if (policy != "random")
        else []
    )

    def choose(game: Game, seat: int, ask: Ask) -> int:
        if bots:
            return bots[seat].choose(game.view(seat), ask, full)
        return pick.randrange(len(ask.options))

    play_out(game, [choose] * parsed.players)
    return game


def record_of(seed: int, rules: object = "majsoul_ranked_4p") -> dict[str, Any]:
    """The record of a game among easy bots, as it would be read from a file."""
    game = play(seed, rules)
    record: dict[str, Any] = json.loads(msgspec.json.encode(game.record(f"test-{seed}")))
    return record
