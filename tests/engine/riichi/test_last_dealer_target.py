"""The leading last dealer stops with exactly the required points (riichi.md 14)."""

import pytest

from engine.riichi.progression import GameOver, Outcome, RoundStart, after_round
from engine.riichi.rules import parse_rules

DEALER = 3


@pytest.mark.parametrize(
    ("points", "stops"), [(29900, False), (30000, True), (30100, True), (45000, True)]
)
@pytest.mark.parametrize("outcome", [
    Outcome("win", winners=(DEALER,)),
    Outcome("draw", tenpai=(False, False, False, True), reason="exhaustive"),
])  # fmt: skip
def test_required_points_are_enough(points: int, stops: bool, outcome: Outcome) -> None:
    """R14.15."""
    rest = 100000 - points
    scores = (rest - 2 * 21000, 21000, 21000, points)
    played = RoundStart(1, 4, 0, 0, DEALER, (25000,) * 4)
    following = after_round(parse_rules("majsoul_friend_4p"), played, outcome, scores, 0)
    if stops:
        assert following == GameOver("dealer_stop")
    else:
        assert following == RoundStart(1, 4, 1, 0, DEALER, scores)
