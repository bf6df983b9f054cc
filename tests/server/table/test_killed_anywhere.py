"""Games of people who answer by what lies on the table, killed at any moments: same record."""

import asyncio
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.table import Act
from server.table.walls import Secret
from tests.server.table.house import TABLE
from tests.server.table.mortal import MortalHouse, choice, finished

RULES: dict[str, dict[str, Any]] = {
    "four": {"preset": "majsoul_friend_4p", "length": "one_round"},
    "three": {"preset": "majsoul_3p", "length": "one_round"},
    "east": {"preset": "majsoul_friend_4p", "length": "east", "start_points": 6000},
}


async def game(rules: dict[str, Any], seed: bytes, kills: set[int], slow: set[int]) -> Any:
    """Play a game, killing it at the moments of `kills`, and return its record.

    A moment is one answer of somebody, handed over but not carried out yet. At those of `slow` it
    gets so far that it waits to become durable, and is lost with the process.
    """
    house = MortalHouse(people=3 if "3p" in rules["preset"] else 4, seed=seed, rules=rules)
    await house.open()
    moment = turns = 0
    while not house.over:
        turns += 1
        assert turns < 3000, "the game does not go on"
        if not house.asked:
            await house.step()
            continue
        moment += 1
        person = house.asked[0]
        if moment in kills:
            house.disk.slow = moment in slow
            offer(house, person)
            if house.disk.slow:
                await house.settle()
            await house.crash()
            if not house.over:
                await house.come_back()
        else:
            await person.act(choice(house, person))
    assert finished(house.over)
    await house.close()
    assert house.disk.headers == {}
    return house.record


def offer(house: MortalHouse, person: Any) -> None:
    act = Act(table=TABLE, decision=person.ask.decision, option=choice(house, person))
    house.tables.handle(person.account, person.sink, act)


@pytest.fixture(autouse=True, scope="module")
def _same_secret() -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Secret, "new", lambda: Secret(bytes(32)))
        yield


GAMES = {
    "name": st.sampled_from(sorted(RULES)),
    "seed": st.binary(min_size=1, max_size=2),
    "kills": st.sets(st.integers(1, 120), min_size=1, max_size=8),
    "data": st.data(),
}


@settings(max_examples=3)
@given(**GAMES)
def test_a_game_that_is_killed_ends_like_one_that_is_not(
    name: str, seed: bytes, kills: set[int], data: st.DataObject
) -> None:
    asyncio.run(play_both(RULES[name], seed, kills, data))


@pytest.mark.full
@settings(max_examples=100)
@given(**GAMES)
def test_many_games_that_are_killed_end_like_ones_that_are_not(
    name: str, seed: bytes, kills: set[int], data: st.DataObject
) -> None:
    asyncio.run(play_both(RULES[name], seed, kills, data))


async def play_both(
    rules: dict[str, Any], seed: bytes, kills: set[int], data: st.DataObject
) -> None:
    slow = data.draw(st.sets(st.sampled_from(sorted(kills))))
    assert await game(rules, seed, kills, slow) == await game(rules, seed, set(), set())
