"""The steps from an empty database, and from earlier ones, to the tables as they are."""

import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, select, text

from server.store import migrations
from server.store.accounts import Account, AccountStore
from server.store.database import Database, StoreError
from server.store.engine import driver_of, hang_up
from server.store.journals import JournalStore
from server.store.legacy import STEPS
from server.store.records import RecordStore
from server.store.rooms import RoomStore
from server.store.schema import REVISION, accounts, metadata
from server.store.sqlite import SqliteFile
from tests.support.databases import STAGE

RECORD = {"id": "g", "names": ["A", "B"], "rules": {"preset": "wrc"}, "events": []}
# What a file of so many steps may hold besides.
LATER: dict[int, str] = {
    1: "INSERT INTO accounts VALUES ('a', 'Aoi', 5.0);"
    "INSERT INTO tokens VALUES (x'01', 'a', 6.0);"
    "INSERT INTO games (id, mode, ranked, ended, names, rules, record) VALUES "
    "('g', '4p_east', 0, 7.0, '[\"A\",\"B\"]', '{\"preset\":\"wrc\"}', :record);"
    "INSERT INTO players VALUES ('g', 0, 'a', 7.0), ('g', 1, NULL, 7.0);",
    2: "INSERT INTO journals VALUES ('run', x'7b7d', 8.0, 'running', NULL, NULL);"
    "INSERT INTO journal_entries (game, number, entry) VALUES ('run', 0, x'30'), ('run', 1, x'31');"
    "INSERT INTO heartbeat VALUES (1, 9.5);"
    "INSERT INTO rooms VALUES ('ABCDEF', x'7b7d', 10.0);",
}


def earlier_file(path: Path, steps: int) -> None:
    """Make a file as the server made them before there was Alembic, with something of each kind."""
    record = zlib.compress(msgspec.json.encode(RECORD)).hex()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA foreign_keys = ON")
        for step in range(1, steps + 1):
            connection.executescript(
                f"BEGIN IMMEDIATE;{STEPS[step - 1]};PRAGMA user_version = {step};COMMIT;"
            )
            connection.executescript(LATER.get(step, "").replace(":record", f"x'{record}'"))


def shape(connection: sqlite3.Connection) -> dict[str, Any]:
    """What tables, columns, keys and indexes there are, whatever their order."""
    found: dict[str, Any] = {}
    names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
    for (table,) in names.fetchall():
        columns = connection.execute(f"SELECT * FROM pragma_table_xinfo('{table}')").fetchall()
        keys = connection.execute(f"SELECT * FROM pragma_foreign_key_list('{table}')").fetchall()
        (kind,) = connection.execute(
            f"SELECT wr || strict FROM pragma_table_list('{table}')"
        ).fetchall()
        # A key of text could be NULL in SQLite, and is not.
        found[table] = (
            {
                (name, of, bool(need or key), default, key)
                for _, name, of, need, default, key, _ in columns
            },
            {key[2:] for key in keys},
            kind,
        )
    indexes = connection.execute(
        "SELECT name, replace(sql, '\"', '') FROM sqlite_schema WHERE type = 'index' AND sql > ''"
    )
    found["indexes"] = {(name, " ".join(sql.split())) for name, sql in indexes}
    return found


@pytest.mark.sqlite
@pytest.mark.parametrize("steps", range(1, len(STEPS) + 1))
async def test_a_file_of_before_alembic_is_taken_over_whole(tmp_path: Path, steps: int) -> None:
    path = tmp_path / "jantaku.db"
    earlier_file(path, steps)
    for _ in range(2):
        with closing(Database(str(path), sole=True)) as database:
            people, records = AccountStore(database), RecordStore(database, float)
            opened = await people.open(b"\x01")
            assert opened is not None
            assert opened.account == Account("a", "Aoi")
            assert (opened.seen, opened.issued, opened.unused) == (5.0, 6.0, False)
            (line,) = (await records.games(account="a")).games
            assert (line.game, line.preset, line.accounts) == ("g", "wrc", ("a", None))
            kept = await records.record("g")
            assert kept is not None
            assert msgspec.json.decode(kept) == RECORD
            journals = JournalStore(database)
            rooms = await RoomStore(database, float).all()
            if steps == 1:
                assert await journals.running() == []
                continue
            assert [row.game for row in await journals.running()] == ["run"]
            places = (await journals.places())["run"]
            assert await journals.entries("run", places) == [(0, b"0"), (1, b"1")]
            assert await journals.last_beat() == 9.5
            assert rooms == [("ABCDEF", b"{}")]
    # A server of that time says that it is too old, and not that the file is somebody else's.
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(STEPS) + 1,)
        assert connection.execute("SELECT * FROM alembic_version").fetchall() == [(REVISION,)]


@pytest.mark.sqlite
def test_a_file_that_was_taken_over_is_like_a_new_one(tmp_path: Path) -> None:
    shapes = []
    for name in ("new", "taken"):
        path = tmp_path / name
        if name == "taken":
            earlier_file(path, len(STEPS))
        Database(str(path)).close()
        with closing(sqlite3.connect(path)) as connection:
            shapes.append(shape(connection))
    assert shapes[0] == shapes[1]
    assert len(shapes[0]) > 20


@pytest.mark.sqlite
def test_the_first_step_makes_what_was_there_before_alembic(tmp_path: Path) -> None:
    old = tmp_path / "old"
    earlier_file(old, len(STEPS))
    kind = SqliteFile(":memory:")
    connection = kind.open()
    migrations.upgrade(connection, to=migrations.FIRST)
    made = shape(driver_of(connection))
    del made["alembic_version"]
    with closing(sqlite3.connect(old)) as earlier:
        assert made == shape(earlier)
    hang_up(connection)


@pytest.mark.sqlite
def test_a_step_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "jantaku.db"
    earlier_file(path, len(STEPS))

    def half(connection: Connection, **options: Any) -> None:
        upgrade(connection, **options)
        connection.execute(text("INSERT INTO nowhere VALUES (1)"))

    upgrade = migrations.upgrade
    with monkeypatch.context() as broken:
        broken.setattr("server.store.migrations.upgrade", half)
        with pytest.raises(StoreError, match="no such table: nowhere"):
            Database(str(path))
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(STEPS),)
        assert "alembic_version" not in shape(connection)
    Database(str(path)).close()


def test_the_newest_step_is_the_one_that_the_server_knows() -> None:
    assert migrations.scripts().get_heads() == [REVISION]
    steps = list(migrations.scripts().walk_revisions())
    assert [step.revision for step in reversed(steps)] == [
        f"{number:04}" for number in range(1, len(steps) + 1)
    ]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Connection]:
    """A connection to a database that has no tables."""
    kind = STAGE.kind(str(tmp_path / "bare.db"), bare=True)
    connection = kind.open()
    yield connection
    hang_up(connection)


def test_steps_and_tables_agree(opened: Connection) -> None:
    migrations.upgrade(opened)
    context = MigrationContext.configure(
        opened, opts={"compare_type": True, "compare_server_default": True}
    )
    assert compare_metadata(context, metadata) == []


def test_people_of_the_first_step_are_there_after_the_others(opened: Connection) -> None:
    migrations.upgrade(opened, to=migrations.FIRST)
    opened.execute(text("INSERT INTO accounts (id, name, created) VALUES ('a', 'Aoi', 5)"))
    migrations.upgrade(opened)
    row = opened.execute(select(accounts)).mappings().one()
    assert (row["id"], row["name"], row["created"], row["name_key"]) == ("a", "Aoi", 5.0, None)
