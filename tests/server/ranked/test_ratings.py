"""The rating: it follows results, in the right direction, and becomes surer."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.ranked.ratings import Ratings, Skill
from server.ranked.tables import load

RATINGS = Ratings(load().rating)

SKILLS = st.builds(Skill, st.floats(0, 50), st.floats(0.5, 9))


def test_beginners_are_shown_a_thousand() -> None:
    assert RATINGS.shown(RATINGS.beginner()) == 1000


def test_among_equals_places_order_the_ratings() -> None:
    after = RATINGS.after([RATINGS.beginner()] * 4, [3, 1, 4, 2])
    shown = [RATINGS.shown(skill) for skill in after]
    assert shown[1] > shown[3] > shown[0] > shown[2]


@pytest.mark.parametrize("places", [[1, 1, 2, 3], [0, 1, 2, 3], [1, 2, 3], [2, 3, 4, 5]])
def test_places_must_be_an_order(places: list[int]) -> None:
    with pytest.raises(ValueError, match="are not the places of 4 seats"):
        RATINGS.after([RATINGS.beginner()] * 4, places)


@settings(deadline=None)
@given(st.lists(SKILLS, min_size=3, max_size=4), st.randoms(use_true_random=False))
def test_laws(skills: list[Skill], rng: random.Random) -> None:
    places = list(range(1, len(skills) + 1))
    rng.shuffle(places)
    after = RATINGS.after(skills, places)
    assert len(after) == len(skills)
    for skill, before, place in zip(after, skills, places, strict=True):
        # Each game tells something; only what may have changed between two is added to the doubt.
        assert skill.sigma < before.sigma + 0.01
        if place == 1:
            assert skill.mu > before.mu
        if place == len(skills):
            assert skill.mu < before.mu
    # The order of the seats says nothing.
    turned = RATINGS.after(skills[1:] + skills[:1], places[1:] + places[:1])
    for one, other in zip(after[1:] + after[:1], turned, strict=True):
        assert one.mu == pytest.approx(other.mu)
        assert one.sigma == pytest.approx(other.sigma)


def test_who_wins_more_often_is_found() -> None:
    rng = random.Random(4)
    strengths = [-1.5, -0.5, 0.5, 1.5]
    skills = [RATINGS.beginner() for _ in strengths]
    for _ in range(300):
        luck = [strength + rng.gauss(0, 2.5) for strength in strengths]
        order = sorted(range(4), key=lambda seat: -luck[seat])
        skills = list(RATINGS.after(skills, [order.index(seat) + 1 for seat in range(4)]))
    means = [skill.mu for skill in skills]
    assert means == sorted(means)
    assert all(skill.sigma < 0.6 * RATINGS.beginner().sigma for skill in skills)
