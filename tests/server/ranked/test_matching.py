"""Who plays whom: even tables, nobody twice, nobody with whom he must not, nobody for ever."""

import random
from itertools import pairwise

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from server.ranked.matching import Match, Terms, Waiting, strength, tables, window
from server.ranked.tables import QUEUES, load, players

NUMBERS = load().matching
TERMS = Terms(numbers=NUMBERS)


def one(name: str, rating: float = 1000, since: float = 0, **fields: object) -> Waiting:
    wanted = {"queue": "4p_east", "tier": 0, "rank": 0, **fields}
    return Waiting(account=name, since=since, rating=rating, **wanted)  # type: ignore[arg-type]


def names(match: Match) -> set[str]:
    return {person.account for person in match.people}


def test_four_who_are_near_play_at_once() -> None:
    waiting = [one(name, 1000 + 10 * place) for place, name in enumerate("abcd")]
    (match,) = tables(waiting, 0, TERMS)
    assert names(match) == set("abcd")
    assert match.bots == 0


def test_three_are_enough_for_three() -> None:
    waiting = [one(name, queue="3p_south") for name in "abc"]
    (match,) = tables(waiting, 0, TERMS)
    assert match.queue == "3p_south"


def test_queues_and_tiers_do_not_mix() -> None:
    waiting = [one("a"), one("b"), one("c"), one("d", tier=1), one("e", queue="4p_south")]
    assert not tables(waiting, 10_000, TERMS)


def test_the_nearest_play_and_the_one_apart_waits() -> None:
    waiting = [one("a"), one("far", 1055), one("b", 1005), one("c", 995), one("d", 1010)]
    (match,) = tables(waiting, 0, TERMS)
    assert names(match) == set("abcd")


def test_the_window_widens_until_anybody_will_do() -> None:
    far = NUMBERS.window + 100
    waiting = [one("a"), *[one(name, 1000 + far, since=5) for name in "bcd"]]
    soon = 100 / NUMBERS.grows
    assert not tables(waiting, soon - 1, TERMS)
    assert tables(waiting, soon, TERMS)
    apart = [one("a", -1e9), *[one(name, 1e9, since=5) for name in "bcd"]]
    assert not tables(apart, NUMBERS.any_after_s - 0.1, TERMS)
    assert tables(apart, NUMBERS.any_after_s, TERMS)


def test_ranks_count_beside_ratings() -> None:
    steps = NUMBERS.window / NUMBERS.star + 1
    waiting = [one("a"), *[one(name, rank=int(steps) + 1) for name in "bcd"]]
    assert not tables(waiting, 0, TERMS)


def test_an_account_that_waits_twice_sits_once() -> None:
    waiting = [one("a"), one("a", since=1), one("a", since=2, tier=1), one("b"), one("c")]
    assert not tables(waiting, 10_000, TERMS)


def test_who_must_not_meet_does_not() -> None:
    def apart(first: Waiting, other: Waiting) -> bool:
        return {first.account, other.account} == {"a", "b"}

    waiting = [one("a"), one("b"), one("c", 1020), one("d", 1020), one("e", 1050)]
    (match,) = tables(waiting, 0, Terms(numbers=NUMBERS, apart=apart))
    assert names(match) == set("acde")
    assert not tables(waiting[:4], 10_000, Terms(numbers=NUMBERS, apart=apart))


def test_tiers_merge_after_a_while_for_the_lower_stakes() -> None:
    merging = Terms(numbers=NUMBERS, merge_after_s=120)
    waiting = [one("a", tier=2), one("b", tier=2), one("c", tier=1), one("d", tier=2, since=30)]
    assert not tables(waiting, 119, merging)
    (match,) = tables(waiting, 120, merging)
    assert match.tier == 1
    assert names(match) == set("abcd")
    # Whoever has not waited so long is not moved to another tier, nor two tiers at once.
    late = [*waiting[:2], one("c", tier=1, since=1), waiting[3]]
    assert not tables(late, 120, merging)
    far = [*waiting[:2], one("c", tier=0), waiting[3]]
    assert not tables(far, 10_000, merging)


def test_bots_come_after_a_while_where_they_may() -> None:
    with_bots = Terms(numbers=NUMBERS, bots_after_s=300)
    waiting = [one("a"), one("b", since=200)]
    assert not tables(waiting, 299, with_bots)
    (match,) = tables(waiting, 300, with_bots)
    assert names(match) == {"a", "b"}
    assert match.bots == 2


@st.composite
def crowds(draw: st.DrawFn) -> list[Waiting]:
    count = draw(st.integers(0, 40))
    return [
        Waiting(
            account=f"a{draw(st.integers(0, 30))}",
            queue=draw(st.sampled_from(QUEUES)),
            tier=draw(st.integers(0, 2)),
            since=draw(st.integers(0, 200)),
            rank=draw(st.integers(0, 15)),
            rating=draw(st.integers(500, 2500)),
            address=draw(st.sampled_from("xyz")),
        )
        for _ in range(count)
    ]


TERMS_ANY = st.builds(
    lambda merge, bots, apart: Terms(
        numbers=NUMBERS,
        merge_after_s=merge,
        bots_after_s=bots,
        apart=(lambda a, b: a.address == b.address) if apart else (lambda _a, _b: False),
    ),
    st.sampled_from([None, 60, 120]),
    st.sampled_from([None, 150]),
    st.booleans(),
)


@given(crowds(), st.integers(200, 320), TERMS_ANY, st.randoms(use_true_random=False))
def test_laws(crowd: list[Waiting], now: int, terms: Terms, rng: random.Random) -> None:
    found = tables(crowd, now, terms)
    seated = [person.account for match in found for person in match.people]
    assert len(seated) == len(set(seated))
    for match in found:
        assert len(match.people) + match.bots == players(match.queue)
        assert all(person in crowd and person.queue == match.queue for person in match.people)
        assert not any(
            terms.apart(first, other)
            for place, first in enumerate(match.people)
            for other in match.people[:place]
        )
        first, *others = match.people
        waited = now - first.since
        assert match.tier == min(person.tier for person in match.people)
        reach = window(waited, NUMBERS)
        for other in others:
            assert abs(strength(first, NUMBERS) - strength(other, NUMBERS)) <= reach
            if other.tier != first.tier:
                assert terms.merge_after_s is not None
                assert min(waited, now - other.since) >= terms.merge_after_s
                assert abs(other.tier - first.tier) == 1
        if match.bots:
            assert terms.bots_after_s is not None
            assert waited >= terms.bots_after_s
    # The order in which they are listed says nothing.
    shuffled = list(crowd)
    rng.shuffle(shuffled)
    if len({(one.account, one.since) for one in crowd}) == len(crowd):
        assert tables(shuffled, now, terms) == found


@given(crowds(), st.integers(0, 120))
def test_nobody_waits_for_ever_beside_people_who_could_play(
    crowd: list[Waiting], more: int
) -> None:
    """Once somebody has waited for long, a tier keeps fewer people than a table needs."""
    alone: dict[str, Waiting] = {}
    for person in sorted(crowd, key=lambda person: (person.since, person.account)):
        alone.setdefault(person.account, person)
    people = list(alone.values())
    now = 200 + more
    gone = {person.account for match in tables(people, now, TERMS) for person in match.people}
    left = [person for person in people if person.account not in gone]
    for person in left:
        if now - person.since >= NUMBERS.any_after_s:
            company = [
                other for other in left if (other.queue, other.tier) == (person.queue, person.tier)
            ]
            assert len(company) < players(person.queue)


@given(crowds())
def test_whoever_waits_is_reached_by_ever_more_people(crowd: list[Waiting]) -> None:
    moments = [window(waited, NUMBERS) for waited in range(0, 200, 5)]
    assert all(earlier <= later for earlier, later in pairwise(moments))
    assert moments[-1] == float("inf")
    assert window(-5, NUMBERS) == NUMBERS.window
    # A clock that was set back harms nobody.
    tables(
        [msgspec.structs.replace(person, since=person.since + 1000) for person in crowd], 0, TERMS
    )
