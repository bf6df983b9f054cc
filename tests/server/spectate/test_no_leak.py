"""Random games, watched by people who come, go, fail and come back; nothing is seen too early.

What counts is what came over the connections, and when; `oracle.py` says what may be known when.
"""

from random import Random
from typing import Final

import pytest

from protocol.errors import Error
from protocol.table import Confirm
from server.table.api import Spectating, TableSettings
from tests.server.spectate.gallery import Gallery, Spectator, WatchedPerson
from tests.server.spectate.oracle import Oracle, check_seat, moments
from tests.server.table.house import TABLE

KINDS: Final = (
    Spectating("public", 0),
    Spectating("public", 20),
    Spectating("full", 60),
    Spectating("full", 300),
)
RULES: Final = (
    {"preset": "majsoul_friend_4p", "length": "one_round", "thinking_time": "5+20"},
    {"preset": "majsoul_friend_4p", "length": "east", "thinking_time": "3+5"},
    {"preset": "majsoul_3p", "length": "one_round", "thinking_time": "5+20"},
    {"preset": "tenhou_4p", "length": "one_round", "thinking_time": "5+10"},
)


class Evening:
    """One game with its crowd; everything follows from the seed."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(f"evening {seed}")
        self.spectating = KINDS[seed % len(KINDS)]
        rules = RULES[seed // len(KINDS) % len(RULES)]
        self.house = Gallery(
            4 if "4p" in rules["preset"] else 3,
            rules=dict(rules),
            seed=f"evening {seed}".encode(),
            settings=TableSettings(bot_min_ms=0, bot_max_ms=0),
        )
        self.crowd: list[Spectator] = []
        self.stayed: list[Spectator] = []
        self.crashes = 0

    async def play(self) -> None:
        await self.house.show(self.spectating)
        self.crowd = [self.house.spectator(f"w{number}") for number in range(5)]
        for _ in range(5_000):
            self._stir()
            # The process may have died once the record was there, and nothing was told any more.
            if self.house.over or TABLE in self.house.store.records:
                break
            await self._move()
        else:
            raise AssertionError("the game does not end")
        for watcher in self.crowd:
            watcher.sink.unsent = 0
            if not isinstance(watcher.watch(), Error):
                self.stayed.append(watcher)
        await self.house.later(self.spectating.delay_s + 1)
        await self.house.close()

    async def _move(self) -> None:
        house, chance = self.house, self.chance
        if self.crashes < 2 and chance.random() < 0.004:
            self.crashes += 1
            await house.crash(down_s=chance.choice((1.0, 90.0, 1_000.0)))
            await house.come_back()
            for watcher in self.crowd:
                watcher.connect()
            return
        asked = [person for person in house.people if person.ask is not None]
        for person in chance.sample(asked, len(asked)):
            ask = person.ask
            if ask is not None and chance.random() < 0.8:
                other = chance.random() < 0.3
                await person.act(chance.randrange(len(ask.options)) if other else None)
        if not asked:
            for person in house.people:
                if chance.random() < 0.5:
                    await person.send(Confirm(table=TABLE))
        await house.later(chance.choice((0.0, 0.3, 1.0, 4.0)))

    def _stir(self) -> None:
        """Let somebody of the crowd do something."""
        chance = self.chance
        watcher = chance.choice(self.crowd)
        match chance.randrange(12):
            case 0 | 1 | 2:
                watcher.watch()
            case 3:
                watcher.unwatch()
            case 4:
                watcher.connect()
            case 5:
                watcher.drop()
                watcher.connect()
                watcher.watch()
            case 6:
                watcher.listed()
            case 7:
                watcher.sink.unsent = chance.choice((0, 0, 100_000))
            case _:
                pass


async def evening(seed: int) -> int:
    """Play one, check everybody; return how many frames showed watchers tiles."""
    game = Evening(seed)
    await game.play()
    house = game.house
    record = house.record["events"]
    people = [person for person in house.people if isinstance(person, WatchedPerson)]
    oracle = Oracle(record, moments([person.seen for person in people], len(record)))
    for seat, person in enumerate(people):
        check_seat(oracle, seat, person.seen)
    shown = [oracle.check(watcher.seen, game.spectating) for watcher in game.crowd]
    assert game.stayed or not game.spectating.delay_s or not house.over
    assert {watcher.last_seq for watcher in game.stayed} <= {len(record) - 1}
    return sum(shown)


@pytest.mark.parametrize("seed", range(20))
async def test_nothing_is_seen_before_its_time(seed: int) -> None:
    assert await evening(seed) > 100


@pytest.mark.full
@pytest.mark.parametrize("seed", range(20, 200))
async def test_nothing_is_seen_before_its_time_in_more_games(seed: int) -> None:
    assert await evening(seed) > 100
