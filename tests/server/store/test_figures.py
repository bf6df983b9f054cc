"""Figures beside games: kept with the record, caught up with later, read a page at a time."""

from typing import Any

import pytest
from sqlalchemy import select, update

from server.figures.game import figures_of
from server.figures.tally import Played
from server.store import figures as module
from server.store.accounts import Account, AccountStore
from server.store.database import Database
from server.store.figures import NOTHING, FigureStore
from server.store.records import RecordStore
from server.store.schema import players
from tests.support.fake_clock import FakeClock
from tests.support.records import wild


class Kept:
    """A store with two accounts, and games of theirs a second apart."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.clock = FakeClock()
        self.records = RecordStore(database, self.clock.wall)
        self.figures = FigureStore(database, self.clock.wall)

    async def people(self) -> None:
        for account in "ab":
            await AccountStore(self.database).create(
                Account(account, account.upper()), account.encode(), 0.0
            )

    async def game(self, game: str, record: Any, *accounts: str | None, **about: Any) -> None:
        self.clock.advance(1.0)
        await self.records.save_record(game, record, mode="m", accounts=accounts, **about)

    async def forget(self) -> None:
        """Be a database from before there were figures."""
        gone = update(players).values(figures=None)
        await self.database.write(lambda connection: connection.execute(gone).rowcount)

    async def column(self) -> list[str | None]:
        wanted = select(players.c.figures).order_by(players.c.game, players.c.seat)
        return await self.database.read(
            lambda connection: list(connection.execute(wanted).scalars())
        )


@pytest.fixture
async def kept(database: Database) -> Kept:
    store = Kept(database)
    await store.people()
    return store


async def test_a_game_is_counted_when_it_is_kept(kept: Kept) -> None:
    record = wild(0)
    await kept.game("g1", record, "a", "b", None, None, held_s=300)
    first = kept.clock.wall()
    await kept.game("g2", record, None, "a", None, None, ranked=True)
    await kept.game("g3", record, None, None, "a", None, listed=False)
    await kept.game("g4", record, None, None, None, "a", private=True, held_s=7)
    seats = figures_of(record["events"], 4)
    page = await kept.figures.page("a")
    assert page.next is None
    assert page.waiting == 0
    assert page.played == [
        Played("g1", first, 0, "4p_friend", seats[0], first + 300),
        Played("g2", first + 1, 1, "4p_ranked", seats[1], first + 1),
        Played("g3", first + 2, 2, "4p_bots", seats[2], None),
        Played("g4", first + 3, 3, "4p_bots", seats[3], None),
    ]
    assert [one.game for one in (await kept.figures.page("b")).played] == ["g1"]
    assert await kept.figures.extent("a") == (4, first + 3)
    assert await kept.figures.extent("b") == (1, first)
    assert await kept.figures.extent("nobody") == (0, 0.0)


async def test_games_from_before_are_caught_up_with(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever falls where two pages meet, and however many games wait."""
    record, three = wild(0), wild(0, "majsoul_3p")
    await kept.game("g0", record, None, None, None, None)
    for number in range(1, 6):
        await kept.game(f"g{number}", record, *("a" if s == number % 4 else None for s in range(4)))
    await kept.game("g6", three, "a", "b", None, listed=False)
    await kept.game("g7", three, None, None, "b", held_s=60)
    before = await kept.column()
    for scan in (5, 6, 7, 1000):
        monkeypatch.setattr(module, "_SCAN", scan)
        await kept.forget()
        page = await kept.figures.page("a")
        assert (page.played, page.waiting) == ([], 6)
        await kept.figures.catch_up()
        # Games without accounts are nobody's, so nobody counts them.
        assert await kept.column() == [None] * 4 + before[4:]


async def test_a_game_that_cannot_be_counted_is_kept_all_the_same(kept: Kept) -> None:
    odd = {"rules": {}, "names": ["A", "B", "C", "D"], "events": [{"type": "ryukyoku"}]}
    await kept.game("g1", odd, "a", None, None, None)
    assert await kept.records.record("g1") is not None
    assert await kept.column() == [NOTHING] * 4
    await kept.forget()
    await kept.figures.catch_up()
    assert await kept.column() == [NOTHING] * 4
    page = await kept.figures.page("a")
    assert (page.played, page.waiting) == ([], 0)


async def test_pages_follow_one_another(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAGE", 2)
    for number in range(5):
        await kept.game(f"g{number}", wild(0), "a", None, None, None)
    found: list[str] = []
    after = (-1.0, "")
    sizes = []
    while True:
        page = await kept.figures.page("a", after)
        found += [one.game for one in page.played]
        sizes.append(len(page.played))
        if page.next is None:
            break
        after = page.next
    assert found == [f"g{number}" for number in range(5)]
    assert sizes == [2, 2, 1]
