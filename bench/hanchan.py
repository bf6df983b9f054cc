"""Whole hanchan with random legal play: this engine beside two of the field.

`jansou` is pure Python, `riichienv` is Rust. All three play Tenhou's four-player rules, every
offered action equally likely, and keep the log that they keep by default. They take turns game by
game in one process, so that a busy machine disturbs all alike: trust the ratios. Time is CPU time.

    python -m bench.hanchan [--games N] [--seed S] [--json]
"""

import argparse
import json
import random
import sys
from collections.abc import Callable
from importlib.util import find_spec
from time import process_time
from typing import Any, Final, NamedTuple

from engine.core.events import EndKyoku
from engine.core.wall import SeededWalls
from engine.riichi import new_game, parse_rules
from server.simulation import play_random

OURS: Final = "jantaku"
TARGETS: Final = {"jansou": 5.0, "riichienv": 1.0}
"""Peer -> how many times its games a second we mean to play."""


class Player(NamedTuple):
    """A contestant: plays one game by a seed, and counts the rounds of what it returned."""

    play: Callable[[int], Any]
    rounds: Callable[[Any], int]


def jantaku() -> Player:
    rules = parse_rules("tenhou_4p")
    names = ("A", "B", "C", "D")

    def play(seed: int) -> Any:
        game = new_game(rules, names, SeededWalls(seed.to_bytes(8, "big")))
        play_random(game, random.Random(seed).random)
        return game

    return Player(play, lambda game: sum(isinstance(event, EndKyoku) for event in game.log))


def jansou() -> Player:
    from jansou.core.rules import preset
    from jansou.game.environment import Environment

    rules = preset("tenhou")

    def play(seed: int) -> Any:
        choice = random.Random(seed).choice
        environment = Environment(rules, seed=seed)
        game = environment.play()
        request = next(game)
        try:
            while True:
                request = game.send(choice(request.actions))
        except StopIteration:
            return environment

    return Player(play, lambda environment: len(environment.records))


def riichienv() -> Player:
    from riichienv import GameRule, RiichiEnv

    def play(seed: int) -> Any:
        choice = random.Random(seed).choice
        env = RiichiEnv("4p-red-half", seed=seed, rule=GameRule.default_tenhou())
        observations = env.reset()
        while not env.done():
            observations = env.step(
                {seat: choice(seen.legal_actions()) for seat, seen in observations.items()}
            )
        return env

    return Player(play, lambda env: sum(event["type"] == "start_kyoku" for event in env.mjai_log))


def run(players: dict[str, Player], games: int, seed: int) -> dict[str, dict[str, float]]:
    """Play and measure; the order of the players moves on by one from game to game."""
    seconds = dict.fromkeys(players, 0.0)
    rounds = dict.fromkeys(players, 0)
    names = list(players)
    for name in names:
        players[name].play(seed)
    for number in range(games):
        for name in names[number % len(names) :] + names[: number % len(names)]:
            began = process_time()
            played = players[name].play(seed + 1 + number)
            seconds[name] += process_time() - began
            rounds[name] += players[name].rounds(played)
    return {
        name: {
            "games_per_second": games / seconds[name],
            "rounds_per_second": rounds[name] / seconds[name],
            "rounds_per_game": rounds[name] / games,
        }
        for name in names
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=40, help="hanchan for each (default 40)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print one object")
    arguments = parser.parse_args()
    if arguments.games < 1:
        parser.error("--games: 1 or more")
    players = {OURS: jantaku()}
    for name, make in (("jansou", jansou), ("riichienv", riichienv)):
        if find_spec(name) is None:
            print(f"{name} is not installed (extra `bench`)", file=sys.stderr)
        else:
            players[name] = make()
    results = run(players, arguments.games, arguments.seed)
    ratios = {
        name: results[OURS]["games_per_second"] / results[name]["games_per_second"]
        for name in TARGETS
        if name in results
    }
    if arguments.json:
        print(json.dumps({"players": results, "ratios": ratios, "targets": TARGETS}))
        return 0
    for name, result in results.items():
        ratio = ""
        if name in ratios:
            ratio = f"  {OURS} x{ratios[name]:.2f} (target x{TARGETS[name]:g})"
        print(
            f"{name:<10}{result['games_per_second']:8.1f} games/s"
            f"{result['rounds_per_second']:9.1f} rounds/s"
            f"{result['rounds_per_game']:6.1f} rounds/game{ratio}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
