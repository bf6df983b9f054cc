"""An SQLite file, or one in memory, as the server's database."""

import sqlite3
from typing import ClassVar, Final

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from server.store.engine import Kind, driver_of
from server.store.errors import StoreError
from server.store.legacy import STEPS
from server.store.schema import REVISION

BUSY_MS: Final = 5000
CHECKPOINT_PAGES: Final = 8000
"""Pages (of 4 KiB) in the log before they are copied into the file."""
LEGACY: Final = len(STEPS)
"""`PRAGMA user_version` before there was Alembic."""
_VERSION: Final = LEGACY + 1
"""And since: a server of that time says of such a file that it is too new."""


class SqliteFile(Kind):
    """An SQLite file by its path; `:memory:` lives as long as one connection to it is open."""

    url = "sqlite+pysqlite://"
    # A deferred BEGIN would ignore the busy timeout when it turns into a write.
    begin = "BEGIN IMMEDIATE"
    singles = True
    faults: ClassVar[tuple[type[Exception], ...]] = (SQLAlchemyError, sqlite3.Error)
    refusals: ClassVar[tuple[type[Exception], ...]] = (sqlite3.IntegrityError,)

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self._memory = path == ":memory:"
        self._target = f"file:jantaku-{id(self)}?mode=memory&cache=shared" if self._memory else path
        self._lock: sqlite3.Connection | None = None

    def lock(self, _connection: Connection) -> None:
        """Hold `PATH-served` for as long as the lock's connection is open, or the process lives.

        A lock on the database itself would keep its own readers out. SQLite's locks end with the
        process that holds them, however it ends, and work alike on every system.
        """
        if self._memory:
            return
        path = f"{self.name}-served"
        try:
            connection = sqlite3.connect(
                path, timeout=BUSY_MS / 1000, isolation_level=None, check_same_thread=False
            )
        except sqlite3.Error as error:
            raise StoreError(f"{self.name}: cannot be opened: {error}") from None
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            connection.close()
            if "locked" in str(error):
                raise StoreError(f"{self.name}: another server process uses it") from None
            raise _explained(path, error) from None
        self._lock = connection

    def unlock(self) -> None:
        """Let go of `PATH-served`."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def prepare(self, connection: Connection) -> None:
        """Check the file, take over one from before Alembic, and run what steps are missing."""
        driver: sqlite3.Connection = driver_of(connection)
        try:
            (version,) = driver.execute("PRAGMA user_version").fetchone()
            tables = {name for (name,) in driver.execute("SELECT name FROM sqlite_schema")}
            revision = None
            if "alembic_version" in tables:
                row = driver.execute("SELECT version_num FROM alembic_version").fetchone()
                revision = row[0] if row else None
            if version > _VERSION or (revision is not None and revision > REVISION):
                raise StoreError(
                    f"{self.name}: has schema version {revision or version}, this server knows "
                    f"{REVISION}; use a newer server or another file"
                )
            if version == 0 and tables:
                raise StoreError(f"{self.name}: is a database of some other program")
            (verdict,) = driver.execute("PRAGMA quick_check(1)").fetchone()
            if verdict != "ok":
                raise StoreError(f"{self.name}: is damaged: {' '.join(verdict.split())}")
            if revision != REVISION:
                self._upgrade(connection, driver, version)
        except self.faults as error:
            raise self.explained(error) from None

    def is_lost(self, _connection: Connection) -> bool:
        """Never: a file does not go away."""
        return False

    def again(self) -> Connection:
        """Open another connection."""
        return self.open()

    def _upgrade(self, connection: Connection, driver: sqlite3.Connection, version: int) -> None:
        # Alembic takes a third of a second to load, and is needed here only.
        from server.store.migrations import FIRST, upgrade

        if 0 < version <= LEGACY:
            for step in range(version, LEGACY):
                driver.executescript(
                    f"BEGIN IMMEDIATE;{STEPS[step]};PRAGMA user_version = {step + 1};COMMIT;"
                )
        driver.execute("BEGIN IMMEDIATE")
        try:
            upgrade(connection, has=FIRST if 0 < version <= LEGACY else None)
            driver.execute(f"PRAGMA user_version = {_VERSION}")
            driver.execute("COMMIT")
        except BaseException:
            driver.execute("ROLLBACK")
            raise

    def _connect(self) -> sqlite3.Connection:
        try:
            connection = sqlite3.connect(
                self._target,
                timeout=BUSY_MS / 1000,
                isolation_level=None,
                check_same_thread=False,
                # Journals have one for each number of rows.
                cached_statements=256,
                uri=self._memory,
            )
        except sqlite3.Error as error:
            raise StoreError(f"{self.name}: cannot be opened: {error}") from None
        try:
            connection.execute("PRAGMA journal_mode = WAL").fetchone()
            connection.execute("PRAGMA synchronous = FULL")
            # Journals write the same pages again and again: fewer checkpoints copy them once.
            connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
            connection.execute("PRAGMA foreign_keys = ON")
            if self._memory:
                # Its readers would be told that a table is locked for as long as one is written.
                connection.execute("PRAGMA read_uncommitted = ON")
        except sqlite3.Error as error:
            connection.close()
            raise self.explained(error) from None
        return connection

    def _explained(self, error: BaseException) -> StoreError:
        return _explained(self.name, error)


def _explained(path: str, error: BaseException) -> StoreError:
    text = " ".join(str(error).split())
    if "locked" in text:
        return StoreError(f"{path}: is locked by another process")
    if "not a database" in text or "malformed" in text:
        return StoreError(f"{path}: is damaged or not an SQLite database ({text})")
    return StoreError(f"{path}: {text}")
