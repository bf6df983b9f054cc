from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, insert, select

from server.store.accounts import Account, AccountStore, Opened
from server.store.database import Database
from server.store.journals import JournalStore
from server.store.records import GameResult, RecordStore
from server.store.schema import announcements
from tests.support.fake_clock import FakeClock

RESULT = {
    "scores": [40000, 30000, 20000, 10000],
    "ranks": [1, 2, 3, 4],
    "points": [30, 10, -10, -30],
}


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def records(database: Database, clock: FakeClock) -> RecordStore:
    return RecordStore(database, clock.wall)


def record(game: str, *events: dict[str, Any]) -> dict[str, Any]:
    return {"id": game, "rules": {"preset": "wrc"}, "names": ["A", "B", "C", "D"],
            "events": list(events)}  # fmt: skip


async def save(records: RecordStore, game: str, *accounts: str | None) -> None:
    await records.save_record(
        game,
        record(game, {"type": "start_game"}, {"type": "end_game", **RESULT}),
        mode="4p_south",
        accounts=accounts or (None,) * 4,
        started=5.0,
    )


async def test_a_record_comes_back_as_it_was(records: RecordStore) -> None:
    kept = record("g", {"type": "dahai", "pai": "5mr"}, {"type": "end_game", **RESULT})
    await records.save_record("g", kept, mode="4p_south", accounts=(None,) * 4)
    found = await records.record("g")
    assert found is not None
    assert msgspec.json.decode(found) == kept
    assert await records.record("other") is None


async def test_the_list_shows_the_result(records: RecordStore, clock: FakeClock) -> None:
    await save(records, "g")
    (line,) = (await records.games()).games
    assert line.result == GameResult(
        (40000, 30000, 20000, 10000), (1, 2, 3, 4), (30.0, 10.0, -10.0, -30.0)
    )
    assert (line.preset, line.mode, line.ranked) == ("wrc", "4p_south", False)
    assert (line.started, line.ended) == (5.0, clock.wall())
    assert line.names == ("A", "B", "C", "D")


async def test_a_game_that_was_ended_early_has_no_result(records: RecordStore) -> None:
    await records.save_record(
        "g", record("g", {"type": "tsumo"}), mode="4p_south", accounts=(None,) * 4
    )
    assert (await records.games()).games[0].result is None


async def test_saving_again_changes_nothing(records: RecordStore, clock: FakeClock) -> None:
    await save(records, "g")
    clock.advance(5)
    await save(records, "g")
    assert len((await records.games()).games) == 1


async def test_what_follows_from_a_game_is_kept_with_it_once_or_not_at_all(
    records: RecordStore, database: Database
) -> None:
    def count(connection: Connection) -> None:
        connection.execute(insert(announcements).values(id="x", text="{}", since=0))

    def fail(connection: Connection) -> None:
        count(connection)
        raise RuntimeError("no rank for this")

    def counted(connection: Connection) -> int:
        return len(connection.execute(select(announcements)).all())

    kept = record("g", {"type": "tsumo"})
    journals = JournalStore(database)
    await journals.open("g", b"{}", b"0", 0.0)
    with pytest.raises(RuntimeError, match="no rank"):
        await records.save_record("g", kept, mode="m", accounts=(None,) * 4, also=fail)
    assert await records.record("g") is None
    assert await database.read(counted) == 0
    assert [row.game for row in await journals.running()] == ["g"]
    # The second time it would be a twin of itself.
    for _ in range(2):
        await records.save_record("g", kept, mode="m", accounts=(None,) * 4, also=count)
    assert await database.read(counted) == 1
    assert await journals.running() == []


async def test_pages_are_complete_when_games_end_at_the_same_time(records: RecordStore) -> None:
    for number in range(7):
        await save(records, f"g{number}")
    found: list[str] = []
    before = None
    while True:
        page = await records.games(before=before, limit=3)
        found += [line.game for line in page.games]
        before = page.next
        if before is None:
            break
    assert found == [f"g{number}" for number in reversed(range(7))]


async def test_games_of_one_account(database: Database, records: RecordStore) -> None:
    accounts = AccountStore(database)
    for name in ("a", "b"):
        await accounts.create(Account(name, name.upper()), name.encode(), 0)
    await save(records, "one", "a", "b", None, None)
    await save(records, "two", None, "b", None, None)
    assert [line.game for line in (await records.games(account="a")).games] == ["one"]
    assert len((await records.games(account="b")).games) == 2
    assert (await records.games(account="c")).games == ()


async def test_accounts(database: Database) -> None:
    accounts = AccountStore(database)
    await accounts.create(Account("a", "Aoi"), b"hash", 5.0)
    opened = Opened(Account("a", "Aoi"), seen=5.0, issued=5.0, unused=False, renewed=None)
    assert await accounts.open(b"hash") == opened
    assert await accounts.open(b"other") is None
    await accounts.rename("a", "Ben")
    await accounts.saw("a", 7.0)
    renamed = msgspec.structs.replace(opened, account=Account("a", "Ben"), seen=7.0)
    assert await accounts.open(b"hash") == renamed
