"""No tells: what a seat is sent, and when, does not show what others hold or are asked.

Two deals that differ only in tiles hidden from a seat give it the same stream, byte for byte and
moment for moment, until something is different that it may see.
"""

from random import Random
from typing import Any, Final

import pytest

from server.table.rules import parse_room_rules
from tests.server.table.hidden import (
    Habits,
    difference,
    pair_of_walls,
    told,
)

FOUR: Final = {"preset": "majsoul_ranked_4p", "length": "east", "dealer_repeat_draw": "always"}
THREE: Final = {"preset": "majsoul_3p", "length": "east", "dealer_repeat_draw": "always"}
SIZES = pytest.mark.parametrize("rules", [FOUR, THREE], ids=["four", "three"])

QUICK, LONG = 4, 60


class Tally:
    """Compares pairs of deals, and notes that there was something to compare."""

    def __init__(self) -> None:
        self.pairs = 0
        self.asked_differently = 0
        self.long = 0

    async def compare(
        self,
        rules: dict[str, Any],
        habits: Habits,
        *,
        warm_up: bool = False,
    ) -> None:
        """Play both deals, after one that is the same in both games if that is wanted."""
        chance = Random(habits.seed)
        checked = parse_room_rules(rules).rules
        pair = pair_of_walls(checked, 0, habits.watcher, chance)
        before = [pair_of_walls(checked, 0, habits.watcher, chance).one] if warm_up else []
        one = await told(rules, [*before, pair.one], habits)
        other = await told(rules, [*before, pair.other], habits)
        parted = difference(one.frames, other.frames)
        self.pairs += 1
        self.asked_differently += one.claims != other.claims
        self.long += parted is None or one.frames.index(parted[0]) > 20
        if parted is not None:
            # Only an event may differ, and both come at the same moment.
            left, right = parted
            assert left.kind == right.kind == "event", (habits, parted)
            assert left.at == right.at, (habits, parted)

    def check(self) -> None:
        assert 2 * self.asked_differently > self.pairs, "hardly anybody was asked differently"
        assert 2 * self.long >= self.pairs, "most games parted at once"


def some(count: int, rules: dict[str, Any]) -> list[Habits]:
    """Watchers in every seat, games of every seed."""
    players = parse_room_rules(rules).players
    return [Habits(seed, watcher=seed % players) for seed in range(count)]


async def of_people(rules: dict[str, Any], count: int) -> None:
    """Everybody lets everything go: the streams are equal to the end of the round."""
    tally = Tally()
    for habits in some(count, rules):
        await tally.compare(rules, habits)
    tally.check()


async def of_people_who_call(rules: dict[str, Any], count: int) -> None:
    tally = Tally()
    for habits in some(count, rules):
        await tally.compare(rules, habits._replace(keen=0.15, own=0.02))
    tally.check()


async def with_probes(rules: dict[str, Any], count: int) -> None:
    """The watcher syncs, comes and goes, sends what is refused, gives orders, asks for votes."""
    tally = Tally()
    for habits in some(count, rules):
        await tally.compare(rules, habits._replace(keen=0.1 * (habits.seed % 3), probes=0.5))
    tally.check()


async def with_standing_orders(rules: dict[str, Any], count: int) -> None:
    tally = Tally()
    for habits in some(count, rules):
        others = frozenset(range(4)) - {habits.watcher}
        await tally.compare(rules, habits._replace(orders=others, keen=0.1))
    assert 2 * tally.long >= tally.pairs


async def with_bots(rules: dict[str, Any], count: int) -> None:
    tally = Tally()
    for habits in some(count, rules):
        watcher = habits.watcher % (parse_room_rules(rules).players - 2)
        bots = habits._replace(watcher=watcher, bots=2, keen=0.1, probes=0.2)
        await tally.compare(rules, bots)
    assert 2 * tally.long >= tally.pairs


async def with_seats_on_auto(rules: dict[str, Any], count: int) -> None:
    """One never came, one is there and never answers: both are on auto after a round."""
    tally = Tally()
    players = parse_room_rules(rules).players
    for habits in some(count, rules):
        away = frozenset({(habits.watcher + 1) % players})
        mute = frozenset({(habits.watcher + 2) % players})
        absent = habits._replace(away=away, mute=mute, probes=0.2)
        await tally.compare(rules, absent, warm_up=True)
    assert 2 * tally.long >= tally.pairs


async def on_a_slow_disk(rules: dict[str, Any], count: int) -> None:
    """The journal has an answer before anybody hears of it; within the floor that does not show."""
    tally = Tally()
    for habits in some(count, rules):
        await tally.compare(rules, habits._replace(keen=0.05 * (habits.seed % 2), disk_s=0.02))
    tally.check()


TABLES = [
    of_people,
    of_people_who_call,
    with_probes,
    with_standing_orders,
    with_bots,
    with_seats_on_auto,
    on_a_slow_disk,
]


@SIZES
@pytest.mark.parametrize("table", TABLES)
async def test_nothing_tells(table: Any, rules: dict[str, Any]) -> None:
    await table(rules, QUICK)


@pytest.mark.full
@SIZES
@pytest.mark.parametrize("table", TABLES)
async def test_nothing_tells_in_many_games(table: Any, rules: dict[str, Any]) -> None:
    await table(rules, LONG)


@SIZES
async def test_without_the_floor_it_would_tell(rules: dict[str, Any]) -> None:
    """The comparison sees what it is for."""
    with pytest.raises(AssertionError, match="Habits"):
        await Tally().compare(rules, Habits(1, watcher=1, floor_ms=0))
