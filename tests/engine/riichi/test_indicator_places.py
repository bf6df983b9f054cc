"""Where the indicators lie, as the table turns them (riichi.md 5)."""

from typing import Final

import pytest

from engine.core.events import Ankan, Dora, Nukidora, Ryukyoku, StartKyoku, Tsumo
from engine.core.game import Game
from engine.core.tiles import NAMES
from engine.core.wall import DEAD_WALL, Wall
from engine.riichi import parse_rules
from tests.engine.riichi.dealt import laid, play_round, started

FOUR_KANS: Final = {0: "1111p9999pEEEES"}
"""With the fourth E and three more S from the wall: four concealed kans of one seat."""


def turned(game: Game) -> list[str]:
    """Indicators in the order in which they were turned."""
    return [event.dora_marker for event in game.log if isinstance(event, StartKyoku | Dora)]


def from_the_end(wall: Wall, places: range) -> list[str]:
    return [NAMES[wall.order[-place]] for place in places]


@pytest.mark.parametrize("number", [2, 3])
def test_starting_indicators_are_turned_before_the_first_draw(number: int) -> None:
    """R2.9, R2.11."""
    rules = parse_rules({"preset": "majsoul_friend_4p", "start_indicators": number})
    wall = laid(rules, {}, "")
    game = started(rules, [wall])
    types = [type(event) for event in game.log[1:]]
    assert types == [StartKyoku, *[Dora] * (number - 1), Tsumo]
    assert turned(game) == from_the_end(wall, range(5, 5 + 2 * number, 2))


@pytest.mark.parametrize(
    ("preset", "start", "hands", "replacements", "places"),
    [
        ("majsoul_friend_4p", 1, {}, 4, range(5, 14, 2)),
        ("majsoul_friend_4p", 3, {}, 4, range(5, 18, 2)),
        ("majsoul_3p", 1, {1: "NN", 2: "NN"}, 8, range(9, 18, 2)),
    ],
)
def test_indicators_outside_the_dead_wall_are_never_drawn(
    preset: str, start: int, hands: dict[int, str], replacements: int, places: range
) -> None:
    """R2.7 to R2.11: four kans (and four norths), then the wall is played to its end."""
    rules = parse_rules({"preset": preset, "start_indicators": start})
    wall = laid(rules, {**FOUR_KANS, **hands}, "S", rinshan="SS")
    game = started(rules, [wall])
    play_round(game, Ankan, Nukidora)
    assert any(isinstance(event, Ryukyoku) for event in game.log)
    assert turned(game) == from_the_end(wall, places)

    draws = [event for event in game.log if isinstance(event, Tsumo)]
    normal = [event.pai for event in draws if not event.rinshan]
    taken = [event.pai for event in draws if event.rinshan]
    dealt = 13 * rules.players
    assert taken == from_the_end(wall, range(1, replacements + 1))
    assert normal == [NAMES[tile] for tile in wall.order[dealt : dealt + len(normal)]]
    left = len(wall.order) - dealt - len(normal)
    assert left == DEAD_WALL + replacements
    # The last one under an indicator is the next place after it.
    assert left > places[-1]
