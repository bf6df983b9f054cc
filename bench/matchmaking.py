"""Matchmaking in simulated time: how long people wait, and how even the tables are.

10,000 accounts of known strength have played a season, some of them much more than others. Then
they come and go for a day, most of them in the evening, and play as long as they like. The same
people, at the same times, are brought together by the server's matching (also with tiers that merge
after three minutes), by a plain queue in each tier (the first four who come), and by one plain
queue for all. Strength decides places as far as it does in this game, which is not far. Ranks and
ratings move by the server's own rules. "Passed over" are people who wait on although their tier has
enough others and their window is open; the longest waits are those of people whose tier is empty.

    python -m bench.matchmaking [--accounts 10000] [--days 1] [--seed 1] [--check]

`--check` fails if anybody is passed over for ever, if tables are not more even than those of plain
queues, or if the ratings do not find the true order.
"""

import argparse
import heapq
import math
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from copy import copy
from typing import Final, NamedTuple

from msgspec import Struct

from protocol.queue import QueueName
from server.ranked.matching import Match, Terms, Waiting, tables
from server.ranked.ranks import Standing, after, beginner, is_top, title_of
from server.ranked.ratings import Ratings, Skill
from server.ranked.tables import Tables, load

QUEUE: Final[QueueName] = "4p_south"
SEATS: Final = 4
TICK_S: Final = 2.0
DAY_S: Final = 86_400.0
GAME_S: Final = (1200.0, 1800.0)
BREAK_S: Final = (5.0, 60.0)
STAYS: Final = 0.7
"""How likely it is that somebody plays another game."""
SESSIONS: Final = 1.5
"""A day and account, in the mean."""
SEASON: Final = 120
"""Rounds of the season, of which everybody plays some: 10 to all of them."""
LUCK: Final = 2.9
"""How much chance is in a game, in standard deviations of strength: who is one of them above the
others is first in 32 of 100 games instead of 25."""
MERGE_S: Final = 180.0
SCORES: Final = (32.0, 8.0, -12.0, -28.0)
SPREAD_BY: Final = (10, 30, 100)
"""Games that somebody has played, where the order is looked at."""

Policy = Callable[[list[Waiting], float], Iterable[Match]]


class Person(Struct):
    """One account: what is true, and what the server knows."""

    name: str
    strength: float
    skill: Skill
    standing: Standing
    games: int = 0


class Outcome(Struct):
    """What was seen. Waits in seconds, spreads in points of rating and in true strength."""

    waits: list[float]
    ratings: list[float]
    strengths: list[float]
    passed_over: int
    left: int
    longest: float
    people: list[Person]


class _Seen(NamedTuple):
    p50: float
    p95: float


def seen(values: list[float]) -> _Seen:
    ordered = sorted(values)
    return _Seen(ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)])


def busy(moment: float) -> float:
    """Return how many come at a time of day, beside the most: a trough at 5, a peak at 21."""
    hour = moment % DAY_S / 3600
    return 0.08 + 0.92 * (0.5 + 0.5 * math.cos((hour - 21) / 24 * math.tau)) ** 2


def arrivals(count: int, days: float, seed: int) -> list[tuple[float, int]]:
    """Return when who comes to play, in order."""
    rng = random.Random(seed)
    eager = [rng.lognormvariate(-0.5, 1.0) for _ in range(count)]
    coming: list[tuple[float, int]] = []
    for person in rng.choices(range(count), weights=eager, k=int(count * SESSIONS * days)):
        moment = rng.uniform(0, days * DAY_S)
        while rng.random() > busy(moment):
            moment = rng.uniform(0, days * DAY_S)
        coming.append((moment, person))
    return sorted(coming)


def season(numbers: Tables, ratings: Ratings, count: int, seed: int) -> list[Person]:
    """Return people who have played for a while, with those of their rank who came along."""
    rng = random.Random(seed + 1)
    people = [
        Person(f"p{number}", rng.gauss(0, 1), ratings.beginner(), beginner(numbers))
        for number in range(count)
    ]
    eager = [rng.uniform(10 / SEASON, 1) ** 2 for _ in people]
    for _ in range(SEASON):
        tables_of: dict[int, list[Person]] = {}
        for person, often in zip(people, eager, strict=True):
            if rng.random() < often:
                tier = tier_of(numbers, person)
                company = tables_of.setdefault(tier, [])
                company.append(person)
                if len(company) == SEATS:
                    settle(numbers, ratings, rng, company, tier)
                    company.clear()
    return people


def tier_of(numbers: Tables, person: Person) -> int:
    """Return the highest tier that somebody may enter."""
    title = title_of(numbers, person.standing)
    return max(place for place, tier in enumerate(numbers.tiers) if title in tier.titles)


def settle(
    numbers: Tables, ratings: Ratings, rng: random.Random, seats: list[Person], tier: int
) -> None:
    """Play a game, and count it."""
    places = _play(rng, [person.strength for person in seats])
    skills = ratings.after([person.skill for person in seats], places)
    tops = all(is_top(numbers, person.standing) for person in seats)
    for person, place, skill in zip(seats, places, skills, strict=True):
        person.skill = skill
        person.games += 1
        person.standing = after(
            numbers,
            person.standing,
            place,
            SCORES[place - 1] + rng.uniform(-8, 8),
            queue=QUEUE,
            tier=numbers.tiers[tier],
            among_equals=tops,
        ).standing


def run(
    numbers: Tables,
    known: list[Person],
    days: float,
    seed: int,
    policy: Policy,
    *,
    tiers: bool,
) -> Outcome:
    """Let everybody play for some days under a policy."""
    rng = random.Random(seed + 2)
    ratings = Ratings(numbers.rating)
    people = [copy(person) for person in known]
    count = len(people)
    number_of = {person.name: number for number, person in enumerate(people)}
    outcome = Outcome([], [], [], 0, 0, 0.0, people)
    coming = [
        (moment, order, person)
        for order, (moment, person) in enumerate(arrivals(count, days, seed))
    ]
    heapq.heapify(coming)
    order = len(coming)
    ending: list[tuple[float, int, tuple[int, ...], int]] = []
    pools: dict[int, list[Waiting]] = {}
    occupied: set[int] = set()
    any_after = numbers.matching.any_after_s

    def enter(person: int, now: float) -> None:
        occupied.add(person)
        of = people[person]
        tier = tier_of(numbers, of)
        entry = Waiting(of.name, QUEUE, tier, now, of.standing.step, ratings.shown(of.skill))
        pools.setdefault(tier if tiers else 0, []).append(entry)

    def finish(seats: tuple[int, ...], tier: int, now: float) -> None:
        nonlocal order
        settle(numbers, ratings, rng, [people[seat] for seat in seats], tier)
        for seat in seats:
            occupied.discard(seat)
            if rng.random() < STAYS:
                order += 1
                heapq.heappush(coming, (now + rng.uniform(*BREAK_S), order, seat))

    now = 0.0
    while coming or ending:
        upcoming = min(
            [line[0][0] for line in (coming, ending) if line]
            + [now + TICK_S for pool in pools.values() if len(pool) >= SEATS]
        )
        now = max(now + TICK_S, math.ceil(upcoming / TICK_S) * TICK_S)
        if now > days * DAY_S:
            break
        while ending and ending[0][0] <= now:
            _, _, seats, tier = heapq.heappop(ending)
            finish(seats, tier, now)
        while coming and coming[0][0] <= now:
            moment, _, person = heapq.heappop(coming)
            if person not in occupied:
                enter(person, moment)
        for pool in pools.values():
            if len(pool) < SEATS:
                continue
            for match in list(policy(pool, now)):
                gone = {one.account for one in match.people}
                pool[:] = [one for one in pool if one.account not in gone]
                seats = tuple(number_of[one.account] for one in match.people)
                order += 1
                heapq.heappush(ending, (now + rng.uniform(*GAME_S), order, seats, match.tier))
                outcome.waits += [now - one.since for one in match.people]
                shown = [one.rating for one in match.people]
                outcome.ratings.append(max(shown) - min(shown))
                true = [people[seat].strength for seat in seats]
                outcome.strengths.append(max(true) - min(true))
            company = Counter(one.tier for one in pool)
            outcome.passed_over += sum(
                company[one.tier] >= SEATS and now - one.since > any_after + TICK_S for one in pool
            )
    outcome.left = sum(map(len, pools.values()))
    outcome.longest = max(outcome.waits)
    return outcome


def _play(rng: random.Random, strengths: list[float]) -> tuple[int, ...]:
    """Return the places by seat: strength and luck."""
    luck = [strength - LUCK * math.log(-math.log(rng.random())) for strength in strengths]
    ranking = sorted(range(len(luck)), key=lambda seat: -luck[seat])
    return tuple(ranking.index(seat) + 1 for seat in range(len(luck)))


def first_come(pool: list[Waiting], _now: float) -> Iterable[Match]:
    """Bring together whoever came first."""
    for place in range(0, len(pool) - SEATS + 1, SEATS):
        four = tuple(pool[place : place + SEATS])
        yield Match(QUEUE, min(one.tier for one in four), four)


def spearman(one: list[float], other: list[float]) -> float:
    """Return the rank correlation of two lists without ties that matter."""

    def ranks(values: list[float]) -> list[int]:
        order = sorted(range(len(values)), key=values.__getitem__)
        found = [0] * len(values)
        for rank, place in enumerate(order):
            found[place] = rank
        return found

    count = len(one)
    apart = sum((a - b) ** 2 for a, b in zip(ranks(one), ranks(other), strict=True))
    return 1 - 6 * apart / (count * (count**2 - 1))


def found_order(people: list[Person], least: int) -> tuple[int, float]:
    """Return how many have played so many games, and how well their order is known."""
    known = [person for person in people if person.games >= least]
    if len(known) < SEATS:
        return len(known), 0.0
    return len(known), spearman(
        [person.strength for person in known], [person.skill.mu for person in known]
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--accounts", type=int, default=10_000)
    parser.add_argument("--days", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", action="store_true", help="exit with 1 if a claim fails")
    given = parser.parse_args()
    numbers = load()
    terms = Terms(numbers=numbers.matching)
    merging = Terms(numbers=numbers.matching, merge_after_s=MERGE_S)
    policies: dict[str, tuple[Policy, bool]] = {
        "matching": (lambda pool, now: tables(pool, now, terms), False),
        "matching, merged tiers": (lambda pool, now: tables(pool, now, merging), False),
        "first come, by tier": (first_come, True),
        "first come, one queue": (first_come, False),
    }
    print(f"{given.accounts:,} accounts, {given.days:g} days, seed {given.seed}")
    print(
        f"{'':24}{'tables':>8}{'wait p50':>10}{'p95':>7}{'max':>8}"
        f"{'rating spread p50':>20}{'p95':>6}"
        f"{'true spread p50':>17}{'p95':>6}{'passed over':>13}"
    )
    people = season(numbers, Ratings(numbers.rating), given.accounts, given.seed)
    outcomes: dict[str, Outcome] = {}
    for name, (policy, tiers) in policies.items():
        started = time.perf_counter()
        outcome = run(numbers, people, given.days, given.seed, policy, tiers=tiers)
        outcomes[name] = outcome
        wait, rating, true = map(seen, (outcome.waits, outcome.ratings, outcome.strengths))
        print(
            f"{name:24}{len(outcome.ratings):>8,}{wait.p50:>8.0f} s{wait.p95:>5.0f} s"
            f"{outcome.longest:>6.0f} s{rating.p50:>20.0f}{rating.p95:>6.0f}"
            f"{true.p50:>17.2f}{true.p95:>6.2f}{outcome.passed_over:>13}"
            f"   ({time.perf_counter() - started:.0f} s)"
        )
    ours = outcomes["matching"]
    orders = {least: found_order(ours.people, least) for least in SPREAD_BY}
    print("order of ratings beside true strength (Spearman), after so many games:")
    for least, (many, found) in orders.items():
        print(f"  {least:>4} or more: {found:.3f} ({many:,} accounts)")
    titles = Counter(title_of(numbers, person.standing) for person in ours.people)
    print("titles:", ", ".join(f"{name} {count:,}" for name, count in titles.items()))
    return _judge(outcomes, orders) if given.check else 0


def _judge(outcomes: dict[str, Outcome], orders: dict[int, tuple[int, float]]) -> int:
    ours = outcomes["matching"]
    faults: list[str] = []
    for name, other in outcomes.items():
        if other.passed_over:
            faults.append(f"{name}: {other.passed_over} people were passed over")
        if name.startswith("matching"):
            continue
        for what, values, others in (
            ("rating spread", ours.ratings, other.ratings),
            ("true spread", ours.strengths, other.strengths),
        ):
            if seen(values).p50 >= seen(others).p50:
                faults.append(f"{what}: not better than {name!r}")
    known = [found for people, found in orders.values() if people >= SEATS]
    if known != sorted(known) or not known or known[-1] < 0.85:
        faults.append("the ratings do not find the true order")
    for fault in faults:
        print(f"FAILED: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
