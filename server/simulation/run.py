"""Many games from one seed: same seed, same games."""

import hashlib
from collections.abc import Iterator

import msgspec

from engine.core.game import Game
from engine.core.wall import SeededWalls
from engine.riichi import Rules, new_game
from server.simulation.play import play
from server.simulation.players import chooser


class Plan(msgspec.Struct, frozen=True):
    """What is played.

    `bots` holds one name of `PLAYER_NAMES` a seat. From game to game everybody moves on by one
    seat, so that after as many games as there are seats each has sat everywhere.
    """

    games: int
    rules: Rules
    bots: tuple[str, ...]
    seed: str


class Played(msgspec.Struct, frozen=True):
    """One game at its end; `bots` by seat."""

    id: str
    game: Game
    bots: tuple[str, ...]


def play_plan(plan: Plan) -> Iterator[Played]:
    """Play the games of a plan, one after the other."""
    flat = plan.rules.to_object()
    seats = plan.rules.players
    for number in range(plan.games):
        bots = tuple(plan.bots[(seat - number) % seats] for seat in range(seats))
        game = new_game(plan.rules, bots, SeededWalls(_seed(plan, number, "walls")))
        choosers = [
            chooser(name, int.from_bytes(_seed(plan, number, f"seat {seat}")[:8], "big"), flat)
            for seat, name in enumerate(bots)
        ]
        play(game, choosers)
        yield Played(f"sim-{plan.seed}-{number}", game, bots)


def _seed(plan: Plan, number: int, what: str) -> bytes:
    return hashlib.sha256(f"{plan.seed}/{number}/{what}".encode()).digest()
