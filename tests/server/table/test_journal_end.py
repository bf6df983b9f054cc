"""What is asked of a table whose record is kept, and whose last events wait for the floor."""

from protocol.errors import Ok
from protocol.table import Say, TableOver
from server.table.api import TableSettings
from tests.server.table.house import TABLE, Person
from tests.server.table.mortal import MortalHouse, finished

RULES = {"preset": "majsoul_ranked_4p", "length": "one_round"}
FLOOR_MS = 300


async def play_until_recorded(house: MortalHouse) -> None:
    answered: set[str] = set()
    for _ in range(4000):
        for person in house.people:
            ask = person.ask
            if ask is not None and ask.decision not in answered:
                answered.add(ask.decision)
                await person.act()
        if TABLE in house.store.records:
            return
        await house.clock.pass_time(FLOOR_MS / 1000)
    raise AssertionError("the game does not end")


async def test_nothing_is_written_after_the_record() -> None:
    house = MortalHouse(
        rules=RULES, settings=TableSettings(floor_ms=FLOOR_MS, bot_min_ms=0, bot_max_ms=0)
    )
    await house.open()
    await play_until_recorded(house)
    assert house.over == [], "the last events wait for the floor"
    person: Person = house.people[1]
    assert isinstance(await person.send(Say(table=TABLE, stamp="good_game")), Ok)
    await house.clock.pass_time(1.0)
    assert finished(house.over)
    assert not house.disk.headers
    assert not house.disk.entries
    assert isinstance(await person.sync(-1), TableOver)
    await house.close()
