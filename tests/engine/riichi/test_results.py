"""Ranks and final points (riichi.md 4.2 and 14); case ids are those of the worked cases."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.riichi.results import Result, final_result
from engine.riichi.rules import Rules, parse_rules

SEED = "majsoul_friend_4p"
TIE = (30000, 30000, 25000, 15000)


def made(preset: str = SEED, **options: Any) -> Rules:
    return parse_rules({"preset": preset, **options})


@pytest.mark.parametrize(
    ("rules", "scores", "ranks", "points"),
    [
        # C152: no oka
        (made(), (42000, 28000, 20000, 10000), (1, 2, 3, 4), (32.0, 8.0, -10.0, -30.0)),
        # C139b: a negative score counts as it is
        (made(), (25000, 33900, -100, 41200), (3, 2, 4, 1), (-5.0, 13.9, -40.1, 31.2)),
        # C154: oka auto = (30 - 25) * 4
        (
            made(score_origin=30000, uma=[8, 4, -4, -8]),
            (54300, 29000, 19700, -3000),
            (1, 2, 3, 4),
            (52.3, 3.0, -14.3, -41.0),
        ),
        # C156: rounding 4 down 5 up, first place takes the rest
        (
            made(score_origin=30000, uma=[20, 10, -10, -20], rounding="nearest_5_up"),
            (41700, 30500, 18900, 8900),
            (1, 2, 3, 4),
            (51.0, 11.0, -21.0, -41.0),
        ),
        # C181: three players
        (made("majsoul_3p"), (50000, 35000, 20000), (1, 2, 3), (30.0, 0.0, -30.0)),
        # Equal points rank by seat
        (made(), (25000, 25000, 25000, 25000), (1, 2, 3, 4), (15.0, 5.0, -5.0, -15.0)),
        (made(), (20000, 30000, 20000, 30000), (3, 1, 4, 2), (-10.0, 20.0, -20.0, 10.0)),
        # Oka as a number stands for itself
        (made(oka=20), (25000,) * 4, (1, 2, 3, 4), (35.0, 5.0, -5.0, -15.0)),
        # No float noise
        (made(), (16800, -5400, 51600, 37000), (3, 4, 1, 2), (-13.2, -45.4, 41.6, 17.0)),
    ],
)
def test_points(
    rules: Rules, scores: tuple[int, ...], ranks: tuple[int, ...], points: tuple[float, ...]
) -> None:
    """R14.18, R14.22 to R14.25."""
    assert final_result(rules, scores, 0) == Result(scores, ranks, points)


@pytest.mark.parametrize(
    ("preset", "options", "scores", "expected"),
    [
        # C151: to first place, after the ranking
        (SEED, {}, (34000, 22000, 21000, 21000), (36000, 22000, 21000, 21000)),
        (SEED, {}, (30000, 30000, 19000, 19000), (32000, 30000, 19000, 19000)),
        (SEED, {"leftover_sticks": "lost"}, (34000, 22000, 21000, 21000), None),
        # Shared by those tied for first, in hundreds, the rest to the nearest
        ("mleague", {}, (30000, 30000, 19000, 19000), (31000, 31000, 19000, 19000)),
        ("mleague", {}, (8000, 30000, 30000, 30000), (8000, 30800, 30600, 30600)),
        (
            SEED,
            {"leftover_sticks": "split_first"},
            (30000, 30000, 19000, 19000),
            (31000, 31000, 19000, 19000),
        ),
        # tie_rule=split shares sticks too
        ("wrc", {}, (40000, 40000, 19000, 19000), (41000, 41000, 19000, 19000)),
    ],
)
def test_leftover_sticks(
    preset: str,
    options: dict[str, Any],
    scores: tuple[int, ...],
    expected: tuple[int, ...] | None,
) -> None:
    """R14.20, R14.21."""
    result = final_result(made(preset, **options), scores, 2)
    assert result.scores == (expected or scores)


def test_sticks_are_worth_what_the_rules_say() -> None:
    """R13.7."""
    assert final_result(made(riichi_stick=500), (25000,) * 4, 3).scores[0] == 26500


@pytest.mark.parametrize(
    ("preset", "scores", "points"),
    [
        # Places 1 and 2 share uma 15 + 5
        ("wrc", (40000, 40000, 25000, 15000), (20.0, 20.0, -10.0, -30.0)),
        # ... and the oka of 20
        ("mleague", TIE, (30.0, 30.0, -15.0, -45.0)),
        # Three ways: 50 / 3 = 16.6, the rest of 0.2 to the seat nearest to the first dealer
        ("mleague", (10000, 30000, 30000, 30000), (-50.0, 16.8, 16.6, 16.6)),
        ("wrc", (45000, 25000, 25000, 25000), (30.0, -10.0, -10.0, -10.0)),
        ("wrc", (30000,) * 4, (0.0,) * 4),
    ],
)
def test_split_ties(preset: str, scores: tuple[int, ...], points: tuple[float, ...]) -> None:
    """R14.19."""
    assert final_result(made(preset), scores, 0).points == points


def test_rest_of_a_negative_share_favours_the_seat_nearest_to_the_first_dealer() -> None:
    """R14.19."""
    rules = made(tie_rule="split", uma=[10, 0, -4.9, -5.1])
    assert final_result(rules, (40000, 20000, 20000, 20000), 0).points == (25.0, -8.2, -8.4, -8.4)


@pytest.mark.parametrize(
    ("rounding", "second", "last"),
    [
        # 30500 and -500, origin 30000
        ("nearest_5_up", 1, -30),
        ("nearest_6_up", 0, -31),
        ("half_away_from_zero", 1, -31),
        ("ceil", 1, -30),
        ("floor", 0, -31),
    ],
)
def test_rounding(rounding: str, second: int, last: int) -> None:
    """R14.24, R14.25."""
    rules = made("tenhou_4p", rounding=rounding, uma=[0, 0, 0, 0])
    points = final_result(rules, (46000, 30500, 24000, -500), 0).points
    assert points == (-(second - 6 + last), second, -6, last)


@pytest.mark.parametrize(
    ("rounding", "third"),
    [
        ("nearest_5_up", -11),
        ("nearest_6_up", -11),
        ("half_away_from_zero", -11),
        ("ceil", -11),
        ("floor", -12),
    ],
)
def test_rounding_below_half(rounding: str, third: int) -> None:
    """18900 is 11.1 below the origin (R14.24)."""
    rules = made("tenhou_4p", rounding=rounding, uma=[0, 0, 0, 0])
    assert final_result(rules, (50000, 31100, 18900, 0), 0).points[2] == third


ROUNDING = st.sampled_from(
    ["none", "nearest_5_up", "nearest_6_up", "half_away_from_zero", "ceil", "floor"]
)


@given(
    st.sampled_from(["majsoul_friend_4p", "majsoul_3p", "tenhou_4p", "tenhou_3p", "mleague"]),
    ROUNDING,
    st.sampled_from(["seat_order", "split"]),
    st.sampled_from(["first", "split_first"]),
    st.data(),
)
def test_laws(preset: str, rounding: str, tie: str, sticks: str, data: st.DataObject) -> None:
    """Nothing is lost: points add up to 0, and who has more points has more."""
    rules = made(preset, rounding=rounding, tie_rule=tie, leftover_sticks=sticks)
    count = data.draw(st.integers(0, 5))
    moves = data.draw(
        st.lists(st.integers(-200, 200), min_size=rules.players - 1, max_size=rules.players - 1)
    )
    changes = [*moves, -sum(moves) - count * rules.riichi_stick // 100]
    scores = tuple(rules.start_points + 100 * change for change in changes)
    result = final_result(rules, scores, count)
    assert sum(result.scores) == rules.start_points * rules.players
    assert round(sum(result.points), 6) == 0
    assert all(round(point, 1) == point for point in result.points)
    assert sorted(result.ranks) == list(range(1, rules.players + 1))
    by_rank = [result.ranks.index(rank) for rank in range(1, rules.players + 1)]
    assert by_rank == sorted(by_rank, key=lambda seat: -scores[seat])
    ranked = [result.points[seat] for seat in by_rank]
    assert ranked[1:] == sorted(ranked[1:], reverse=True)
    if tie == "split" and rounding == "none" and scores.count(max(scores)) == 2:
        assert abs(ranked[0] - ranked[1]) <= 0.21
