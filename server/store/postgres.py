"""A PostgreSQL database as the server's.

The connection that writes holds the lock by which one process serves the database: with the
session the lock is gone, and nothing can be written without it. Who served last stands in a row:
a process that lost its session and gets the lock again sees there whether another one has served
meanwhile, of whose games it knows nothing.
"""

import secrets
from typing import Any, ClassVar, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import Connection, select
from sqlalchemy.exc import SQLAlchemyError

from server.store.dialects import insert_into
from server.store.engine import Kind, driver_of, hang_up
from server.store.errors import NeverAgain, StoreError
from server.store.schema import REVISION, metadata, served

BUSY_MS: Final = 5000
"""So long a start waits for a process that still serves the database."""
OLDEST: Final = 13
"""The oldest version of PostgreSQL that will do."""

# Locks are numbers; a schema has its own: one to serve, one to change the tables.
_SERVE: Final = "hashtextextended('jantaku serves ' || current_schema(), 0)"
_UPGRADE: Final = "hashtextextended('jantaku upgrades ' || current_schema(), 0)"

# What the address does not say. A server that is gone without a word is noticed within a minute.
_DEFAULTS: Final[dict[str, Any]] = {
    "application_name": "jantaku",
    "connect_timeout": 10,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 60_000,
    "client_encoding": "UTF8",
}
# The server, too, should notice soon that nobody holds a lock any more; and a commit that was
# confirmed is on its disk.
_SETTINGS: Final = """
SELECT set_config('tcp_keepalives_idle', '30', false),
       set_config('tcp_keepalives_interval', '10', false),
       set_config('tcp_keepalives_count', '3', false),
       CASE WHEN current_setting('synchronous_commit') = 'off'
            THEN set_config('synchronous_commit', 'on', false) END
"""


class PostgresDatabase(Kind):
    """A database by its address, `postgresql://USER@HOST/NAME`, as libpq understands it.

    Raises:
        StoreError: the address cannot be read.
    """

    url = "postgresql+psycopg://"
    begin = "BEGIN"
    faults: ClassVar[tuple[type[Exception], ...]] = (SQLAlchemyError, psycopg.Error)
    refusals: ClassVar[tuple[type[Exception], ...]] = (psycopg.IntegrityError,)

    def __init__(self, address: str) -> None:
        try:
            self._parts = conninfo_to_dict(address)
        except psycopg.Error:
            # What libpq says of it would show the password.
            raise StoreError("db: is no postgresql:// address that can be read") from None
        super().__init__(_shown(self._parts))
        self._process: str | None = None
        """What this process wrote into `served`."""
        self._sole = False

    def lock(self, connection: Connection) -> None:
        """Hold the lock for as long as the session of `connection` lives."""
        driver = driver_of(connection)
        try:
            driver.execute(f"SET lock_timeout = {BUSY_MS}")
            driver.execute(f"SELECT pg_advisory_lock({_SERVE})")
            driver.execute("RESET lock_timeout")
        except psycopg.errors.LockNotAvailable:
            raise StoreError(f"{self.name}: another server process uses it") from None
        except psycopg.Error as error:
            raise self.explained(error) from None
        self._sole = True

    def unlock(self) -> None:
        """Nothing: the lock went with its connection."""

    def prepare(self, connection: Connection) -> None:
        """Check the database and run what steps are missing."""
        driver = driver_of(connection)
        try:
            self._check(driver)
            if self._revision(driver) != REVISION:
                self._upgrade(connection, driver)
            if self._sole:
                self._process = secrets.token_hex(16)
                connection.execute(
                    insert_into(connection, served)
                    .values(id=1, process=self._process)
                    .on_conflict_do_update(index_elements=["id"], set_={"process": self._process})
                )
        except self.faults as error:
            raise self.explained(error) from None

    def is_lost(self, connection: Connection) -> bool:
        """Say whether the session is over."""
        return connection.invalidated or bool(driver_of(connection).closed)

    def again(self) -> Connection:
        """Open another session to write in."""
        connection = self.open()
        try:
            if self._sole:
                self.lock(connection)
                last = connection.execute(select(served.c.process)).scalar()
                if last != self._process:
                    raise NeverAgain(
                        f"{self.name}: another server process has used it since; this one must "
                        "be started anew"
                    )
        except BaseException as error:
            hang_up(connection)
            if isinstance(error, self.faults):
                raise self.explained(error) from None
            raise
        return connection

    def _check(self, driver: "psycopg.Connection[Any]") -> None:
        version = driver.info.server_version // 10_000
        if version < OLDEST:
            raise StoreError(f"{self.name}: is PostgreSQL {version}; allowed: {OLDEST} or newer")
        encoding = driver.info.parameter_status("server_encoding")
        if encoding != "UTF8":
            raise StoreError(f"{self.name}: its encoding is {encoding}; allowed: UTF8")

    def _revision(self, driver: "psycopg.Connection[Any]") -> str | None:
        rows = driver.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
        tables = {name for (name,) in rows}
        if "alembic_version" not in tables:
            if tables & set(metadata.tables):
                raise StoreError(f"{self.name}: is a database of some other program")
            return None
        row = driver.execute("SELECT version_num FROM alembic_version").fetchone()
        revision = row[0] if row else None
        if revision is not None and revision > REVISION:
            raise StoreError(
                f"{self.name}: has schema version {revision}, this server knows {REVISION}; "
                "use a newer server or another database"
            )
        return revision

    def _upgrade(self, connection: Connection, driver: "psycopg.Connection[Any]") -> None:
        # Alembic takes a third of a second to load, and is needed here only.
        from server.store.migrations import upgrade

        driver.execute("BEGIN")
        try:
            # Of two processes that start at the same time one waits here, and finds it done.
            driver.execute(f"SELECT pg_advisory_xact_lock({_UPGRADE})")
            if self._revision(driver) != REVISION:
                upgrade(connection)
            driver.execute("COMMIT")
        except BaseException:
            if not driver.closed:
                driver.execute("ROLLBACK")
            raise

    def _connect(self) -> "psycopg.Connection[Any]":
        connection = psycopg.connect(autocommit=True, **{**_DEFAULTS, **self._parts})
        connection.execute(_SETTINGS)
        return connection

    def _explained(self, error: BaseException) -> StoreError:
        # Further lines would show the row.
        primary = error.diag.message_primary if isinstance(error, psycopg.Error) else None
        return StoreError(f"{self.name}: {primary or ' '.join(str(error).split())}")


def _shown(parts: dict[str, Any]) -> str:
    user = f"{parts['user']}@" if parts.get("user") else ""
    port = f":{parts['port']}" if parts.get("port") else ""
    return f"postgresql://{user}{parts.get('host', '')}{port}/{parts.get('dbname', '')}"
