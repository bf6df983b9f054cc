"""What a game does to a rank: examples by hand, and laws over all ranks and results."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.queue import QueueName
from server.ranked.ranks import Standing, after, beginner, delta, is_top, shown, title_of
from server.ranked.tables import QUEUES, load, players

TABLES = load()
LADDER = len(TABLES.ladder)


def rank(title: str, stars: int, points: int) -> Standing:
    if title == TABLES.top.name:
        return Standing(LADDER + stars - 1, points)
    step = next(
        place
        for place, star in enumerate(TABLES.ladder)
        if (star.title, star.stars) == (title, stars)
    )
    return Standing(step, points)


@pytest.mark.parametrize(
    ("before", "place", "score", "queue", "tier", "change", "result"),
    [
        # Place, final score rounded up.
        (("adept", 1, 300), 1, 41.2, "4p_south", "bronze", 62, ("adept", 1, 362)),
        (("adept", 1, 300), 2, 5.0, "4p_south", "bronze", 15, ("adept", 1, 315)),
        (("adept", 1, 300), 3, -9.9, "4p_south", "bronze", -9, ("adept", 1, 291)),
        (("adept", 1, 300), 4, -31.9, "4p_south", "bronze", -51, ("adept", 1, 249)),
        (("expert", 2, 700), 4, -20.0, "4p_east", "silver", -70, ("expert", 2, 630)),
        (("master", 1, 1400), 1, 30.0, "3p_south", "jade", 190, ("master", 1, 1590)),
        (("master", 3, 1800), 3, -40.0, "3p_south", "gold", -255, ("master", 3, 1545)),
        # Up: what is over is lost.
        (("novice", 1, 19), 1, 50.0, "4p_south", "bronze", 70, ("novice", 2, 0)),
        (("adept", 3, 990), 1, 20.0, "4p_east", "silver", 40, ("expert", 1, 600)),
        (("saint", 3, 8990), 1, 30.0, "4p_south", "throne", 150, ("celestial", 1, 1000)),
        # Exactly at the mark.
        (("adept", 1, 540), 1, 40.0, "4p_south", "bronze", 60, ("adept", 2, 400)),
        (("adept", 1, 539), 1, 40.0, "4p_south", "bronze", 60, ("adept", 1, 599)),
        # Down.
        (("master", 2, 10), 4, -20.0, "4p_south", "gold", -200, ("master", 1, 1400)),
        (("master", 1, 10), 4, -20.0, "4p_south", "gold", -185, ("expert", 3, 1000)),
        (("expert", 2, 10), 4, -20.0, "4p_south", "gold", -120, ("expert", 1, 600)),
        (("saint", 1, 0), 3, -5.0, "4p_south", "jade", -5, ("master", 3, 1800)),
        (("master", 1, 5), 3, -5.0, "4p_south", "gold", -5, ("master", 1, 0)),
        # Protected.
        (("expert", 1, 10), 4, -20.0, "4p_south", "silver", -100, ("expert", 1, 0)),
        (("adept", 2, 10), 4, -20.0, "4p_south", "silver", -60, ("adept", 2, 0)),
        (("novice", 2, 30), 4, -60.0, "4p_south", "bronze", 0, ("novice", 2, 30)),
        (("novice", 2, 30), 2, -3.0, "4p_south", "bronze", 7, ("novice", 2, 37)),
        # The top counts by places alone.
        (("celestial", 1, 1000), 1, 90.0, "4p_south", "throne", 50, ("celestial", 1, 1050)),
        (("celestial", 4, 1970), 1, -9.0, "4p_east", "throne", 30, ("celestial", 5, 1000)),
        (("celestial", 5, 50), 4, -9.0, "4p_south", "throne", -50, ("celestial", 4, 1000)),
        (("celestial", 1, 30), 3, 1.0, "3p_east", "throne", -30, ("saint", 3, 4500)),
    ],
)
def test_a_game(
    before: tuple[str, int, int],
    place: int,
    score: float,
    queue: QueueName,
    tier: str,
    change: int,
    result: tuple[str, int, int],
) -> None:
    moved = after(TABLES, rank(*before), place, score, queue=queue, tier=TABLES.tier_of[tier])
    assert moved.delta == change
    assert moved.standing == rank(*result)


def test_among_equals_at_the_top_places_count_double() -> None:
    throne = TABLES.tier_of["throne"]
    for place, change in enumerate((100, 40, -40, -100), 1):
        top = rank("celestial", 1, 1000)
        moved = after(TABLES, top, place, 0, queue="4p_south", tier=throne, among_equals=True)
        assert moved.delta == change
        # Saints at the same table count as always.
        saint = rank("saint", 1, 2000)
        assert delta(
            TABLES, saint, place, 0.0, queue="4p_south", tier=throne, among_equals=True
        ) == delta(TABLES, saint, place, 0.0, queue="4p_south", tier=throne)


def test_what_is_shown() -> None:
    assert beginner(TABLES) == rank("novice", 1, 0)
    first = shown(TABLES, rank("expert", 2, 810))
    assert (first.title, first.stars, first.points, first.promote) == ("expert", 2, 810, 1400)
    top = shown(TABLES, rank("celestial", 7, 1500))
    assert (top.title, top.stars, top.points, top.promote) == ("celestial", 7, 1500, 2000)


@st.composite
def standings(draw: st.DrawFn) -> Standing:
    step = draw(st.integers(0, LADDER + 5))
    most = TABLES.ladder[step].promote if step < LADDER else TABLES.top.promote
    least = 0 if step < LADDER else 1
    return Standing(step, draw(st.integers(least, most - 1)))


RESULTS = st.fixed_dictionaries(
    {
        "queue": st.sampled_from(QUEUES),
        "tier": st.sampled_from(TABLES.tiers),
        "among_equals": st.booleans(),
    }
)
SCORES = st.integers(-2000, 2000).map(lambda tenths: tenths / 10)


@given(standings(), RESULTS, st.integers(1, 4), SCORES)
def test_a_standing_stays_one(before, result, place, score) -> None:  # type: ignore[no-untyped-def]
    place = min(place, players(result["queue"]))
    moved = after(TABLES, before, place, score, **result)
    now = moved.standing
    rank_now = shown(TABLES, now)
    assert 0 <= now.points < rank_now.promote
    assert abs(now.step - before.step) <= 1
    assert now.step >= 0
    # Who rises or falls begins anew; who stays has what was won added, but is never below zero.
    if now.step == before.step:
        assert now.points == max(0, before.points + moved.delta)
    elif now.step > before.step:
        assert before.points + moved.delta >= shown(TABLES, before).promote
    else:
        assert before.points + moved.delta <= 0


@given(standings(), RESULTS, SCORES)
def test_a_better_place_never_brings_less(before, result, score) -> None:  # type: ignore[no-untyped-def]
    count = players(result["queue"])
    changes = [delta(TABLES, before, place, score, **result) for place in range(1, count + 1)]
    assert changes == sorted(changes, reverse=True)


@given(standings(), RESULTS, st.integers(1, 4), SCORES, SCORES)
def test_a_better_score_never_brings_less(before, result, place, one, other) -> None:  # type: ignore[no-untyped-def]
    place = min(place, players(result["queue"]))
    low, high = sorted((one, other))
    changes = [delta(TABLES, before, place, score, **result) for score in (low, high)]
    assert changes[0] <= changes[1]


@given(standings(), RESULTS, st.integers(1, 4), SCORES)
def test_titles_fall_only_where_they_may(before, result, place, score) -> None:  # type: ignore[no-untyped-def]
    place = min(place, players(result["queue"]))
    now = after(TABLES, before, place, score, **result).standing
    title = title_of(TABLES, before)
    if title in ("novice", "adept"):
        assert now.step >= before.step
    if title == "expert":
        assert title_of(TABLES, now) != "adept"
    if title == "novice":
        assert now >= before


@given(standings(), RESULTS, st.integers(1, 3), SCORES)
def test_points_are_whole_and_rounded_up(before, result, place, score) -> None:  # type: ignore[no-untyped-def]
    place = min(place, players(result["queue"]) - 1)
    change = delta(TABLES, before, place, score, **result)
    if not is_top(TABLES, before) and title_of(TABLES, before) != "novice":
        over = change - result["tier"].places[result["queue"]][place - 1]
        assert over == math.ceil(score)
