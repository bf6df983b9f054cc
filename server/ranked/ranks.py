"""What a game does to a rank: points by place, tier and length, promotion and demotion.

Everything here is pure. A rank is a `Standing`; the numbers are those of `tables.py`.
"""

import math
from typing import NamedTuple

from msgspec import Struct

from protocol.queue import QueueName, Rank
from server.ranked.tables import Tables, Tier, players


class Standing(Struct, frozen=True, order=True):
    """Where somebody stands. `step` counts ranks from 0; beyond the ladder it counts levels."""

    step: int = 0
    points: int = 0


class Moved(NamedTuple):
    """A standing after a game, and what was won or lost in it."""

    standing: Standing
    delta: int


def beginner(tables: Tables) -> Standing:
    """Return where everybody begins."""
    return Standing(0, tables.ladder[0].start)


def is_top(tables: Tables, standing: Standing) -> bool:
    """Whether a standing has the highest title."""
    return standing.step >= len(tables.ladder)


def title_of(tables: Tables, standing: Standing) -> str:
    """Return the title of a standing."""
    if is_top(tables, standing):
        return tables.top.name
    return tables.ladder[standing.step].title


def shown(tables: Tables, standing: Standing) -> Rank:
    """Return a standing as people see it."""
    if is_top(tables, standing):
        level = standing.step - len(tables.ladder) + 1
        return Rank(
            title=tables.top.name, stars=level, points=standing.points, promote=tables.top.promote
        )
    star = tables.ladder[standing.step]
    return Rank(title=star.title, stars=star.stars, points=standing.points, promote=star.promote)


def delta(
    tables: Tables,
    standing: Standing,
    place: int,
    score: float,
    *,
    queue: QueueName,
    tier: Tier,
    among_equals: bool = False,
) -> int:
    """Return what a game brings: the place's points and the final score, rounded up.

    Args:
        tables: the numbers.
        standing: the rank before the game.
        place: from 1.
        score: the final score in thousands of points, uma applied: `points` of `end_game`.
        queue: what was played, which says how long and by how many.
        tier: what was played for.
        among_equals: whether all players have the highest title.
    """
    if is_top(tables, standing):
        factor = tables.top.among_equals if among_equals else 1
        return tables.top.places[queue][place - 1] * factor
    star = tables.ladder[standing.step]
    for_place = -star.last[queue] if place == players(queue) else tier.places[queue][place - 1]
    # Scores have one decimal: what floats make of it must not round up to the next point.
    change = for_place + math.ceil(round(score, 1))
    return change if star.loses else max(0, change)


def after(
    tables: Tables,
    standing: Standing,
    place: int,
    score: float,
    *,
    queue: QueueName,
    tier: Tier,
    among_equals: bool = False,
) -> Moved:
    """Return the standing after a game; the arguments are those of `delta`.

    A game moves a rank by one star at most, and what is over a promotion or below a fall is lost.
    """
    change = delta(
        tables, standing, place, score, queue=queue, tier=tier, among_equals=among_equals
    )
    return Moved(_moved(tables, standing, standing.points + change), change)


def _moved(tables: Tables, standing: Standing, points: int) -> Standing:
    step = standing.step
    if is_top(tables, standing):
        if points >= tables.top.promote:
            return Standing(step + 1, tables.top.start)
        # No points left is a fall here already: they count like lives.
        return Standing(step, points) if points > 0 else _begin(tables, step - 1)
    star = tables.ladder[step]
    if points >= star.promote:
        return _begin(tables, step + 1)
    if points >= 0:
        return Standing(step, points)
    return Standing(step, 0) if star.floor or step == 0 else _begin(tables, step - 1)


def _begin(tables: Tables, step: int) -> Standing:
    if step >= len(tables.ladder):
        return Standing(step, tables.top.start)
    return Standing(step, tables.ladder[step].start)


def place_of(tables: Tables, standing: Standing) -> tuple[int, int]:
    """Return title (from 0) and stars (from 1): a standing that outlives new numbers of stars."""
    titles = [title.name for title in tables.titles]
    if is_top(tables, standing):
        return len(titles), standing.step - len(tables.ladder) + 1
    star = tables.ladder[standing.step]
    return titles.index(star.title), star.stars


def standing_at(tables: Tables, title: int, stars: int, points: int) -> Standing:
    """Return the standing of a title and stars, the nearest one where there is no such any more."""
    if title >= len(tables.titles):
        step = len(tables.ladder) + stars - 1
        most = tables.top.promote
    else:
        below = sum(len(lower.start) for lower in tables.titles[:title])
        step = below + min(stars, len(tables.titles[title].start)) - 1
        most = tables.ladder[step].promote
    return Standing(step, min(points, most - 1))
