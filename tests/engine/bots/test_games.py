"""Whole games: the policies never leave what is offered, and the normal one is the stronger."""

import math
import random
from collections.abc import Sequence

import pytest

from engine.bots import POLICIES
from engine.core.decision import Ask
from engine.core.events import EndGame
from engine.core.game import Game
from engine.core.wall import SeededWalls
from engine.riichi import new_game, parse_rules
from server.simulation.play import play as play_out


def play(
    rule_object: dict[str, object], bots: Sequence[str], seed: int, stray: float = 0.0
) -> Game:
    """Play a game to its end; with chance `stray` any option is taken instead of the chosen."""
    rules = parse_rules(rule_object)
    flat = rules.to_object()
    source = random.Random(seed)
    game = new_game(rules, bots, SeededWalls(seed.to_bytes(32, "big")))
    policies = [POLICIES[name](seed + seat) for seat, name in enumerate(bots)]

    def choose(game: Game, seat: int, ask: Ask) -> int:
        option = policies[seat].choose(game.view(seat), ask, flat)
        return source.randrange(len(ask.options)) if source.random() < stray else option

    # It is refused what is not an option.
    play_out(game, [choose] * len(bots))
    return game


@pytest.mark.parametrize(
    "rule_object",
    [
        {"preset": "majsoul_ranked_4p", "length": "one_round"},
        {"preset": "majsoul_friend_4p", "length": "one_round", "open_riichi": "on"},
        {"preset": "tenhou_4p", "length": "one_round", "min_han": 4},
        {"preset": "wrc", "length": "one_round", "kuikae": "allowed", "furiten": False},
    ],
)
def test_games_of_four_end(rule_object: dict[str, object]) -> None:
    for seed in range(2):
        game = play(rule_object, ("normal", "easy", "normal", "easy"), seed, stray=0.2)
        assert isinstance(game.log[-1], EndGame)


@pytest.mark.parametrize("preset", ["majsoul_3p", "tenhou_3p"])
def test_games_of_three_end(preset: str) -> None:
    for seed in range(3):
        game = play(
            {"preset": preset, "length": "one_round"}, ("normal", "easy", "normal"), seed, 0.2
        )
        assert isinstance(game.log[-1], EndGame)


def test_equal_seeds_make_equal_games() -> None:
    rule_object: dict[str, object] = {"preset": "majsoul_ranked_4p", "length": "one_round"}
    bots = ("normal", "easy", "easy", "normal")
    assert play(rule_object, bots, 3).log == play(rule_object, bots, 3).log


@pytest.mark.full
@pytest.mark.parametrize(
    ("preset", "players", "games", "limit"),
    [("majsoul_ranked_4p", 4, 300, 2.2), ("majsoul_3p", 3, 200, 1.8)],
)
def test_normal_beats_easy(preset: str, players: int, games: int, limit: float) -> None:
    ranks: list[int] = []
    for seed in range(games):
        place = seed % players
        bots = ["easy"] * players
        bots[place] = "normal"
        end = play({"preset": preset}, bots, seed).log[-1]
        assert isinstance(end, EndGame)
        ranks.append(end.ranks[place])
    mean = sum(ranks) / games
    error = math.sqrt(sum((rank - mean) ** 2 for rank in ranks)) / games
    assert mean + 2 * error < limit, f"mean rank {mean:.3f} +- {2 * error:.3f}"
