import asyncio
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, select

from server.store.database import Database, Refused, StoreError
from server.store.engine import driver_of
from server.store.journals import JournalRow, JournalStore, SetAside
from server.store.records import RecordStore
from server.store.schema import journal_entries
from tests.support.ws_client import PATIENCE_S

RECORD = {"names": ["A", "B"], "rules": {"preset": "x"}, "events": []}


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    found = Database(str(tmp_path / "jantaku.db"))
    yield found
    found.close()


def journals_of(database: Database) -> JournalStore:
    return JournalStore(database)


async def entries_of(store: JournalStore, game: str) -> list[tuple[int, bytes]]:
    return await store.entries(game, (await store.places()).get(game, ()))


async def kept(database: Database) -> int:
    def count(connection: Connection) -> int:
        return connection.execute(select(func.count()).select_from(journal_entries)).scalar_one()

    return await database.read(count)


async def test_what_was_appended_is_read_in_order(database: Database) -> None:
    store = journals_of(database)
    await store.open("g", b"{}", b"zero", 5.0)
    await asyncio.gather(*[store.append("g", number, b"%d" % number) for number in range(1, 300)])
    await store.open("h", b"{}", b"other", 4.0)
    assert await store.running() == [JournalRow("h", b"{}", 4.0), JournalRow("g", b"{}", 5.0)]
    rows = await entries_of(store, "g")
    assert rows == [(0, b"zero"), *[(number, b"%d" % number) for number in range(1, 300)]]
    assert await entries_of(store, "nobody") == []


@pytest.mark.sqlite
async def test_tables_share_commits(database: Database) -> None:
    store = journals_of(database)
    await asyncio.gather(*[store.open(f"{game}", b"{}", b"0", 0.0) for game in range(100)])
    statements: list[str] = []
    driver_of(database._writer_connection).set_trace_callback(statements.append)
    await asyncio.gather(*[store.append(f"{game}", 1, b"1") for game in range(100)])
    # One statement by itself is a transaction.
    assert [statement.split()[0] for statement in statements] == ["INSERT"]


async def test_what_waits_for_a_commit_goes_into_the_next_one(database: Database) -> None:
    store = journals_of(database)
    await store.open("g", b"{}", b"0", 0.0)
    gate, running = threading.Event(), threading.Event()

    def block(_connection: Connection) -> bool:
        running.set()
        return gate.wait(PATIENCE_S)

    blocked = asyncio.create_task(database.write(block))
    assert await asyncio.to_thread(running.wait, PATIENCE_S)
    first = store.append("g", 1, b"1")
    await asyncio.sleep(0)
    others = [store.append("g", number, b"x") for number in range(2, 20)]
    assert not first.done()
    gate.set()
    await asyncio.gather(blocked, first, *others)
    assert len(await entries_of(store, "g")) == 20


async def test_an_entry_that_cannot_be_written_takes_no_other_with_it(database: Database) -> None:
    store = journals_of(database)
    await store.open("g", b"{}", b"0", 0.0)
    outcomes = await asyncio.gather(
        store.append("g", 1, b"one"),
        store.open("g", b"{}", b"again", 1.0),
        store.append("h", 0, b"zero"),
        return_exceptions=True,
    )
    assert outcomes[0] is None
    assert outcomes[2] is None
    assert isinstance(outcomes[1], StoreError)
    assert "entry 0 of g" in str(outcomes[1])
    assert await entries_of(store, "g") == [(0, b"0"), (1, b"one")]


async def test_a_table_that_stops_waiting_is_no_harm(database: Database) -> None:
    store = journals_of(database)
    impatient = store.open("g", b"{}", b"0", 0.0)
    other = store.open("h", b"{}", b"0", 0.0)
    impatient.cancel()
    await other
    await store.append("h", 1, b"1")


async def test_a_closed_database_fails_the_append(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "jantaku.db"))
    store = journals_of(database)
    await store.open("g", b"{}", b"0", 0.0)
    database.close()
    with pytest.raises(StoreError, match="is closed"):
        await store.append("g", 1, b"1")


async def test_a_journal_that_is_set_aside_does_not_run_but_is_kept(database: Database) -> None:
    store = journals_of(database)
    await store.open("g", b"{}", b"0", 0.0)
    assert await store.fate("g") is None
    await store.set_aside("g", "damaged", "ab12", "entry 3 is missing")
    assert await store.running() == []
    assert await store.fate("g") == SetAside("g", "damaged", "ab12", "entry 3 is missing")
    await store.set_aside("g", "frozen", "cd34", "again")
    assert await store.fate("g") == SetAside("g", "damaged", "ab12", "entry 3 is missing")
    assert await entries_of(store, "g") == [(0, b"0")]


async def test_the_heart_beats(database: Database) -> None:
    store = journals_of(database)
    assert await store.last_beat() is None
    await store.beat(7.5)
    await store.beat(9.5)
    assert await store.last_beat() == 9.5


async def test_a_record_and_the_end_of_its_journal_are_one(database: Database) -> None:
    store, records = journals_of(database), RecordStore(database, lambda: 9.0)
    await store.open("g", b"{}", b"0", 0.0)
    await store.open("h", b"{}", b"0", 0.0)
    # A record that cannot be saved keeps the journal.
    with pytest.raises(Refused):
        await records.save_record("g", RECORD, mode="m", accounts=("nobody", None))
    assert await records.record("g") is None
    assert len(await store.running()) == 2
    await records.save_record("g", RECORD, mode="m", accounts=(None, None))
    assert await records.record("g") is not None
    assert [row.game for row in await store.running()] == ["h"]
    await store.beat(1.0)
    assert await kept(database) == 1


async def test_entries_of_games_that_have_ended_are_swept_out(database: Database) -> None:
    store, records = journals_of(database), RecordStore(database, lambda: 9.0)
    games = [f"g{number}" for number in range(8)]
    for game in games:
        await store.open(game, b"{}", b"0", 0.0)
    for number in range(1, 300):
        await asyncio.gather(*[store.append(game, number, b"%d" % number) for game in games])
    await store.set_aside("g0", "frozen", "ab12", "it failed")
    for game in games[2:]:
        await records.save_record(game, RECORD, mode="m", accounts=(None, None))
    # The running game's entries pay for the sweep of what others left.
    number = 300
    while await kept(database) > 2 * (300 + number):
        await store.append("g1", number, b"%d" % number)
        number += 1
        assert number < 2000
        await store.beat(float(number))
    assert len(await entries_of(store, "g0")) == 300
    assert await entries_of(store, "g1") == [(place, b"%d" % place) for place in range(number)]


def test_only_one_process_serves_a_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wait_ms(most: float) -> None:
        for kind in ("sqlite", "postgres"):
            monkeypatch.setattr(f"server.store.{kind}.BUSY_MS", most)

    path = str(tmp_path / "jantaku.db")
    with closing(Database(path, sole=True)) as first:
        wait_ms(10)
        with pytest.raises(StoreError) as error:
            Database(path, sole=True)
        assert str(error.value) == f"{first.path}: another server process uses it"
        Database(path).close()
    # PostgreSQL may take a moment to notice that the first one has hung up.
    wait_ms(1000 * PATIENCE_S)
    Database(path, sole=True).close()


@pytest.mark.sqlite
def test_a_database_that_cannot_be_used_is_not_held(tmp_path: Path) -> None:
    path = tmp_path / "jantaku.db"
    path.write_text("no database at all, " * 100)
    with pytest.raises(StoreError, match="not an SQLite database"):
        Database(str(path), sole=True)
    path.unlink()
    Database(str(path), sole=True).close()


async def test_databases_in_memory_do_not_meet() -> None:
    with closing(Database(":memory:", sole=True)), closing(Database(":memory:", sole=True)):
        pass
