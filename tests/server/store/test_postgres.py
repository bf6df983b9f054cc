"""What PostgreSQL can do to a server that a file cannot: go away, come back, belong to others."""

import asyncio
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection, select

from server.store.accounts import Account, AccountStore
from server.store.database import Database, Refused, StoreError
from server.store.engine import driver_of
from server.store.journals import JournalStore
from server.store.records import RecordStore, Wanted
from server.store.schema import REVISION, served
from tests.support.databases import NO_SERVER, SERVER, STAGE

pytestmark = [pytest.mark.sqlite, pytest.mark.skipif(SERVER is None, reason=NO_SERVER)]


@pytest.fixture
def address() -> str:
    """A schema without tables."""
    return STAGE.address("postgres", bare=True)


@pytest.fixture
def admin(address: str) -> Iterator["psycopg.Connection[tuple[object, ...]]"]:
    with psycopg.connect(address, autocommit=True) as connection:
        yield connection


@pytest.fixture
def database(address: str) -> Iterator[Database]:
    with closing(Database(address, sole=True)) as found:
        yield found


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has hung up holds its lock until the server has noticed."""
    monkeypatch.setattr("server.store.postgres.BUSY_MS", 60_000)


@contextmanager
def impatient() -> Iterator[None]:
    """Do not wait for a lock that somebody keeps."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("server.store.postgres.BUSY_MS", 50)
        yield


def session_of(connection: Connection) -> int:
    pid = driver_of(connection).info.backend_pid
    assert isinstance(pid, int)
    return pid


@pytest.fixture
def end_sessions(
    database: Database, admin: "psycopg.Connection[tuple[object, ...]]"
) -> Callable[[], None]:
    """End what the database has on the server, as its restart would."""

    def end() -> None:
        for connection in (database._writer_connection, database._reader_connection):
            pid = session_of(connection)
            admin.execute("SELECT pg_terminate_backend(%s, 60000)", (pid,))

    return end


async def test_a_session_that_ended_in_a_pause_is_not_missed(
    database: Database, end_sessions: Callable[[], None]
) -> None:
    accounts = AccountStore(database)
    await accounts.create(Account("a", "Aoi"), b"hash", 1.0)
    end_sessions()
    await accounts.saw("a", 2.0)
    opened = await accounts.open(b"hash")
    assert opened is not None
    assert opened.seen == 2.0
    end_sessions()
    # Also past SQLAlchemy.
    journals = JournalStore(database)
    await journals.open("g", b"{}", b"0", 0.0)
    end_sessions()
    places = await journals.places()
    assert await journals.entries("g", places["g"]) == [(0, b"0")]


async def test_a_write_during_which_the_session_ends_fails_and_the_next_does_not(
    database: Database, end_sessions: Callable[[], None]
) -> None:
    accounts = AccountStore(database)

    def cut(connection: Connection) -> None:
        end_sessions()
        connection.execute(select(1))

    outcomes = await asyncio.gather(
        database.write(cut),
        accounts.create(Account("a", "Aoi"), b"hash", 1.0),
        return_exceptions=True,
    )
    # The other one was in the same transaction, or came after it.
    assert isinstance(outcomes[0], StoreError)
    assert outcomes[1] is None or isinstance(outcomes[1], StoreError)
    await accounts.create(Account("b", "Ben"), b"other", 1.0)
    assert await accounts.open(b"other") is not None
    assert (await accounts.open(b"hash") is not None) == (outcomes[1] is None)


async def test_nothing_is_written_while_another_process_has_the_lock(
    database: Database, address: str, end_sessions: Callable[[], None]
) -> None:
    accounts = AccountStore(database)
    await accounts.create(Account("a", "Aoi"), b"hash", 1.0)
    end_sessions()
    with (
        closing(Database(address, sole=True)),
        impatient(),
        pytest.raises(StoreError, match="another server process uses it"),
    ):
        await accounts.saw("a", 2.0)
    # Nor later: this process knows nothing of what the other one has written.
    for _ in range(2):
        with pytest.raises(StoreError, match="another server process has used it since"):
            await accounts.saw("a", 2.0)
    opened = await accounts.open(b"hash")
    assert opened is not None
    assert opened.seen == 1.0


async def test_a_tool_beside_the_server_does_not_take_its_place(
    database: Database, address: str, end_sessions: Callable[[], None]
) -> None:
    with closing(Database(address)) as tool:
        await AccountStore(tool).create(Account("a", "Aoi"), b"hash", 1.0)
        end_sessions()
        await AccountStore(database).saw("a", 2.0)


def test_a_process_that_is_killed_leaves_no_lock(address: str) -> None:
    holds = (
        "import sys, time; from server.store.database import Database; "
        f"database = Database({address!r}, sole=True); print('holds', flush=True); "
        "sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", holds], stdout=subprocess.PIPE, stdin=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"holds\n"
        with impatient(), pytest.raises(StoreError, match="another server process uses it"):
            Database(address, sole=True)
        process.kill()
    Database(address, sole=True).close()


def test_two_that_start_on_an_empty_database_both_find_it_ready(address: str) -> None:
    with ThreadPoolExecutor(4) as threads:
        for found in list(threads.map(Database, [address] * 4)):
            found.close()


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ("postgresql://u:geheim@127.0.0.1:1/name", "Connection refused"),
        ("postgresql://u:geheim@127.0.0.1:x/name", "port"),
        ("postgresql://u:geheim@127.0.0.1/name?sslmode=maybe", "sslmode"),
        ("postgresql://u:geh%zzeim@127.0.0.1/name", "no postgresql:// address that can be read"),
        ("postgresql://u:geheim@127.0.0.1/name?nonsense=1", "no postgresql:// address"),
    ],
)
def test_an_address_that_leads_nowhere_is_one_line_without_the_password(
    wrong: str, reason: str
) -> None:
    with pytest.raises(StoreError) as error:
        Database(wrong)
    message = str(error.value)
    assert reason in message
    assert "\n" not in message
    assert "geh" not in message


def test_a_user_who_may_not(address: str, admin: "psycopg.Connection[object]") -> None:
    assert SERVER is not None
    with pytest.raises(StoreError) as error:
        Database(SERVER.replace("postgres@", "nobody_here:geheim@"))
    assert "nobody_here@" in str(error.value)
    assert "geheim" not in str(error.value)


def test_a_database_of_a_newer_version(address: str, admin: "psycopg.Connection[object]") -> None:
    Database(address).close()
    admin.execute("UPDATE alembic_version SET version_num = '0999'")
    with pytest.raises(StoreError, match=f"schema version 0999, this server knows {REVISION}"):
        Database(address)


def test_a_database_of_some_other_program(
    address: str, admin: "psycopg.Connection[object]"
) -> None:
    admin.execute("CREATE TABLE rooms (beds int)")
    with pytest.raises(StoreError, match="some other program"):
        Database(address)


def test_a_step_that_fails_leaves_nothing(
    address: str, admin: "psycopg.Connection[object]"
) -> None:
    # The second step adds a table of that name.
    admin.execute("CREATE TABLE blockade ()")
    admin.execute("CREATE INDEX friends ON blockade ((1))")
    with pytest.raises(StoreError, match='"friends" already exists'):
        Database(address)
    tables = admin.execute(
        "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
    ).fetchall()
    assert tables == [("blockade",)]
    admin.execute("DROP TABLE blockade")
    Database(address).close()


async def test_an_error_does_not_show_the_row(database: Database) -> None:
    accounts = AccountStore(database)
    await accounts.create(Account("a", "Aoi"), b"hash", 1.0)
    with pytest.raises(Refused) as error:
        await accounts.create(Account("b", "Ben"), b"hash", 1.0)
    assert str(error.value) == 'duplicate key value violates unique constraint "tokens_pkey"'


async def test_work_that_hides_its_failure_takes_no_other_with_it(database: Database) -> None:
    def hides(connection: Connection) -> str:
        try:
            driver_of(connection).execute("SELECT 1 / 0")
        except psycopg.Error:
            return "all is well"
        return "it was"

    accounts = AccountStore(database)
    outcomes = await asyncio.gather(
        accounts.create(Account("a", "Aoi"), b"hash", 1.0),
        database.write(hides),
        accounts.create(Account("b", "Ben"), b"other", 1.0),
        return_exceptions=True,
    )
    assert isinstance(outcomes[1], StoreError)
    assert (outcomes[0], outcomes[2]) == (None, None)


async def test_who_serves_is_noted(database: Database, address: str) -> None:
    def process(connection: Connection) -> str:
        (found,) = connection.execute(select(served.c.process)).scalars()
        return str(found)

    before = await database.read(process)
    Database(address).close()
    assert await database.read(process) == before
    database.close()
    with closing(Database(address, sole=True)) as next_one:
        assert await next_one.read(process) != before


async def test_names_of_imported_games_may_be_anything(database: Database) -> None:
    records = RecordStore(database, float)
    for game, name in (("g1", "\0"), ("g2", "Zoë 'x' \\ %"), ("g3", "ÄRGER")):
        record = {"names": [name], "rules": {"preset": "wrc"}, "events": []}
        await records.save_record(game, record, mode="m", accounts=(None,))
    for part, games in (("zoë '", ["g2"]), ("\\", ["g2"]), ("rger", ["g3"]), ("ärger", [])):
        page = await records.games(wanted=Wanted(player=part))
        assert [line.game for line in page.games] == games
    assert len((await records.games()).games) == 3


def test_the_command_line_takes_an_address(address: str, tmp_path: Path) -> None:
    jantaku = [sys.executable, "-m", "server", "export", "nothing", "--db", address]
    ended = subprocess.run(jantaku, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert ended.stderr.startswith("jantaku: postgresql://")
    assert "there is no finished game 'nothing'" in ended.stderr
