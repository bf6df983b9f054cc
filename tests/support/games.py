"""Whole games for tests, played by seeded policies."""

import json
import random
from typing import Any

import msgspec

from engine.bots import POLICIES
from engine.core.decision import Choice
from engine.core.game import Game
from engine.core.wall import SeededWalls
from engine.riichi import new_game, parse_rules


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
    game.start()
    while not game.over:
        decision = game.decision
        if decision is None:
            game.advance()
            continue
        for seat, ask in decision.asks.items():
            if game.decision is not decision:
                break
            if bots:
                option = bots[seat].choose(game.view(seat), ask, full)
            else:
                option = pick.randrange(len(ask.options))
            game.apply(Choice(seat, decision.id, option))
    return game


def record_of(seed: int, rules: object = "majsoul_ranked_4p") -> dict[str, Any]:
    """The record of a game among easy bots, as it would be read from a file."""
    game = play(seed, rules)
    record: dict[str, Any] = json.loads(msgspec.json.encode(game.record(f"test-{seed}")))
    return record
