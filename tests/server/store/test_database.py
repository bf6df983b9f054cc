import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, select

from server.store.database import Database, Refused, StoreError, Work
from server.store.engine import driver_of
from server.store.schema import REVISION, accounts
from tests.support.ws_client import PATIENCE_S


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    found = Database(str(tmp_path / "jantaku.db"))
    yield found
    found.close()


def add(name: str, account: str = "a") -> Work[None]:
    def work(connection: Connection) -> None:
        connection.execute(insert(accounts).values(id=account, name=name, created=0))

    return work


def names(connection: Connection) -> list[str]:
    return list(connection.execute(select(accounts.c.name).order_by(accounts.c.id)).scalars())


async def test_what_was_written_is_there_after_a_restart(tmp_path: Path) -> None:
    path = str(tmp_path / "jantaku.db")
    with closing(Database(path)) as first:
        await first.write(add("Aoi"))
    with closing(Database(path)) as second:
        assert await second.read(names) == ["Aoi"]


async def test_a_write_that_fails_takes_no_other_with_it(database: Database) -> None:
    gate = threading.Event()
    # While the writer waits here, the three that follow become one group.
    blocked = asyncio.create_task(database.write(lambda _connection: gate.wait(PATIENCE_S)))
    await asyncio.sleep(0)
    writes = [
        asyncio.create_task(database.write(add(name, account)))
        for name, account in (("Aoi", "a"), ("Twin", "a"), ("Ben", "b"))
    ]
    await asyncio.sleep(0)
    gate.set()
    outcomes = await asyncio.gather(blocked, *writes, return_exceptions=True)
    assert isinstance(outcomes[2], Refused)
    assert [outcome for place, outcome in enumerate(outcomes) if place != 2] == [True, None, None]
    assert await database.read(names) == ["Aoi", "Ben"]


@pytest.mark.sqlite
async def test_many_writes_share_commits(database: Database) -> None:
    commits = 0

    def count(statement: str) -> None:
        nonlocal commits
        commits += statement == "COMMIT"

    driver_of(database._writer_connection).set_trace_callback(count)
    running, gate = threading.Event(), threading.Event()

    def block(_connection: Connection) -> bool:
        running.set()
        return gate.wait(PATIENCE_S)

    blocked = asyncio.create_task(database.write(block))
    # Only what comes after the first has begun waits for the second commit.
    assert await asyncio.to_thread(running.wait, PATIENCE_S)
    writes = [database.write(add("N", str(number))) for number in range(100)]
    pending = asyncio.gather(blocked, *writes)
    await asyncio.sleep(0)
    gate.set()
    await pending
    assert commits == 2


async def test_a_cancelled_writer_is_no_harm(database: Database) -> None:
    gate = threading.Event()
    blocked = asyncio.create_task(database.write(lambda _connection: gate.wait(PATIENCE_S)))
    impatient = asyncio.create_task(database.write(add("Aoi")))
    await asyncio.sleep(0)
    impatient.cancel()
    gate.set()
    await blocked
    await database.write(add("Ben", "b"))
    assert "Ben" in await database.read(names)


async def test_closing_finishes_what_was_asked_for(tmp_path: Path) -> None:
    path = str(tmp_path / "jantaku.db")
    database = Database(path)
    write = asyncio.create_task(database.write(add("Aoi")))
    await asyncio.sleep(0)
    database.close()
    await write
    database.close()
    with pytest.raises(StoreError, match="is closed"):
        await database.read(names)
    with pytest.raises(StoreError, match="is closed"):
        await database.aside(list)
    with closing(Database(path)) as again:
        assert await again.read(names) == ["Aoi"]


async def test_a_database_in_memory_is_shared_by_writer_and_reader() -> None:
    with closing(Database(":memory:")) as database, closing(Database(":memory:")) as other:
        await database.write(add("Aoi"))
        assert await database.read(names) == ["Aoi"]
        assert await other.read(names) == []


def refused(path: Path) -> str:
    with pytest.raises(StoreError) as error:
        Database(str(path))
    message = str(error.value)
    assert message.startswith(str(path))
    assert "\n" not in message
    return message


@pytest.mark.sqlite
def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Dear diary, " * 1000)
    assert "not an SQLite database" in refused(path)


@pytest.mark.sqlite
def test_a_damaged_database(tmp_path: Path) -> None:
    path = tmp_path / "jantaku.db"
    Database(str(path)).close()
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(content)
    assert "damaged" in refused(path)


@pytest.mark.sqlite
def test_a_database_of_a_newer_version(tmp_path: Path) -> None:
    path = tmp_path / "jantaku.db"
    Database(str(path)).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0999'")
        connection.commit()
    assert f"has schema version 0999, this server knows {REVISION}" in refused(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    assert "use a newer server or another file" in refused(path)


@pytest.mark.sqlite
def test_a_database_of_some_other_program(tmp_path: Path) -> None:
    path = tmp_path / "browser.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
    assert "some other program" in refused(path)


@pytest.mark.sqlite
def test_a_locked_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.store.sqlite.BUSY_MS", 10)
    path = tmp_path / "jantaku.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        assert "locked by another process" in refused(path)


@pytest.mark.sqlite
def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert "cannot be opened" in refused(tmp_path / "nowhere" / "jantaku.db")
