"""The dealer's eighth win in a row, at the table (riichi.md 11)."""

from collections.abc import Iterator
from typing import Final

import pytest

from engine.core.actions import DeclareHora, DeclareRyukyoku
from engine.core.events import Hora
from engine.core.wall import Wall
from engine.riichi import Rules, parse_rules
from tests.engine.riichi.dealt import TENPAI, laid, play_round, started

NINE_TERMINALS: Final = "19m19p19sESW2m5p8s3m"


def walls(rules: Rules, rounds: str) -> Iterator[Wall]:
    """A wall for each round: W the dealer wins, L the next seat does, D drawn, A aborted."""
    oya = 0
    for letter in rounds:
        if letter == "W":
            yield laid(rules, {oya: TENPAI}, "E---6s", oya=oya)
        elif letter == "L":
            oya = (oya + 1) % rules.players
            yield laid(rules, {oya: TENPAI}, "-E---6s", oya=(oya - 1) % rules.players)
        elif letter == "D":
            # A tenpai dealer keeps the deal.
            yield laid(rules, {oya: TENPAI}, "E", oya=oya, live=1)
        else:
            yield laid(rules, {oya: NINE_TERMINALS}, "N", oya=oya)


@pytest.mark.parametrize(
    ("rounds", "with_it"),
    [
        ("WWWWWWWW", [7]),
        ("WWWWWWWWW", [7, 8]),
        ("WWWDWWWWW", []),
        ("WWWWWWWDW", []),
        ("WWWWWWWAW", []),
        ("DWWWWWWWW", [8]),
        ("WWWWWWWLW", []),
        # The win that made a seat the dealer is not one of its wins as dealer.
        ("WLWWWWWWW", []),
        ("WLWWWWWWWW", [9]),
    ],
)
def test_eight_wins_in_a_row(rounds: str, with_it: list[int]) -> None:
    """R10.21: draws and another dealer begin the count anew; which rounds have it."""
    rules = parse_rules(
        {
            "preset": "majsoul_friend_4p",
            "local_yaku": ["paarenchan"],
            "nagashi_mangan": False,
            "start_points": 200_000,
            "required_points": 200_000,
        }
    )
    game = started(rules, list(walls(rules, rounds)))
    found: list[int] = []
    for number in range(len(rounds)):
        seen = len(game.log)
        play_round(game, DeclareHora, DeclareRyukyoku)
        wins = [event for event in game.log[seen:] if isinstance(event, Hora)]
        assert bool(wins) == (rounds[number] in "WL")
        if any(("paarenchan", 1) in win.yaku for win in wins):
            found.append(number)
        if number + 1 < len(rounds):
            game.advance()
    assert found == with_it
