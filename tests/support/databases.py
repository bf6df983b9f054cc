"""Databases for tests: each test that opens one runs on SQLite, and once more on PostgreSQL.

The second time every database that a test asks for by a path is a schema of the server that
`JANTAKU_TEST_POSTGRES` names: one a path, and one for each that would be in memory. Schemas are
made once and emptied after use, which takes some milliseconds. Tests of what only a file has, or
only its driver, are marked `sqlite`.

The tables of a new file are made from what the migrations made of the first one, ten times faster.
"""

import os
import secrets
import sqlite3
import time
from urllib.parse import quote

import psycopg
from psycopg import sql
from sqlalchemy import Connection

from server.store import database
from server.store.engine import Kind
from server.store.postgres import PostgresDatabase
from server.store.schema import REVISION, metadata
from server.store.sqlite import SqliteFile
from tests.support import threads

SERVER = os.environ.get("JANTAKU_TEST_POSTGRES")
NO_SERVER = "JANTAKU_TEST_POSTGRES names no PostgreSQL server"

_EMPTY = ";".join(f'DELETE FROM "{table.name}"' for table in reversed(metadata.sorted_tables))


class Schemas:
    """Schemas of one server, for as long as the tests run."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._admin = psycopg.connect(server, autocommit=True)
        # A run that was killed leaves its schemas, and another machine may have equal processes.
        self._run = f"test_{os.getpid()}_{secrets.token_hex(4)}"
        self._made: list[str] = []
        self._free: list[str] = []

    def take(self, *, bare: bool = False) -> str:
        """Return the name of a schema without rows; a bare one has no tables either."""
        if self._free and not bare:
            return self._free.pop()
        name = f"{self._run}_{len(self._made)}"
        self._admin.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(name)))
        self._made.append(name)
        return name

    def address(self, name: str) -> str:
        """Return what `Database` opens a schema by."""
        glue = "&" if "?" in self._server else "?"
        return f"{self._server}{glue}options={quote(f'-csearch_path={name}')}"

    def give_back(self, name: str) -> None:
        """Empty a schema for the next test, if it is whole."""
        self._admin.execute(sql.SQL("SET search_path TO {}").format(sql.Identifier(name)))
        tables = self._admin.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
        )
        if {table for (table,) in tables} != {*metadata.tables, "alembic_version"}:
            return
        if self._admin.execute("SELECT * FROM alembic_version").fetchall() == [(REVISION,)]:
            self._admin.execute(_EMPTY)
            self._free.append(name)

    def close(self) -> None:
        """Drop them."""
        for name in self._made:
            self._admin.execute(sql.SQL("DROP SCHEMA {} CASCADE").format(sql.Identifier(name)))
        self._admin.close()


class Stage:
    """Where databases are opened at the moment, and how many were since `begin`."""

    def __init__(self) -> None:
        self.opened = 0
        self.again = 0
        self.again_s = 0.0
        """How many tests ran on PostgreSQL, and how long all of them took."""
        self._began = 0.0
        self._on_postgres = False
        self._schemas: Schemas | None = None
        self._in_use: dict[str, str] = {}
        self._on_files = database._kind

    def install(self) -> None:
        """Open all databases from here on, and follow what is asked of them."""
        database._kind = self.kind
        threads.install()

    def begin(self, *, on_postgres: bool = False) -> None:
        """Begin a test."""
        threads.forget()
        self.opened = 0
        self._on_postgres = on_postgres
        self._began = time.monotonic()

    def end(self) -> None:
        """End a test: what it has left is of no more use."""
        if self._schemas is not None:
            for name in self._in_use.values():
                self._schemas.give_back(name)
        self._in_use.clear()
        if self._on_postgres:
            self._on_postgres = False
            self.again += 1
            self.again_s += time.monotonic() - self._began

    def close(self) -> None:
        """Leave nothing on the server."""
        database._kind = self._on_files
        if self._schemas is not None:
            self._schemas.close()

    def place(self, path: str) -> str:
        """Return what a process opens that this test starts."""
        self.opened += 1
        return self.address(path) if self._on_postgres else path

    def kind(self, path: str, *, bare: bool = False) -> Kind:
        """Return what stands for a path in this run of the test; `bare`: it has no tables yet."""
        self.opened += 1
        if self._on_postgres and "://" not in path:
            return PostgresDatabase(self.address(path, bare=bare))
        kind = self._on_files(path)
        return QuickFile(path) if isinstance(kind, SqliteFile) else kind

    def setting(self, path: object) -> str:
        """Return what a command is given to find the database that stands for a path."""
        return self.address(str(path)) if self._on_postgres else str(path)

    def address(self, path: str, *, bare: bool = False) -> str:
        """Return the address of the schema that stands for a path."""
        assert SERVER is not None
        if self._schemas is None:
            self._schemas = Schemas(SERVER)
        key = f"{path}{len(self._in_use)}" if path == ":memory:" else os.path.abspath(path)
        if key not in self._in_use:
            self._in_use[key] = self._schemas.take(bare=bare)
        return self._schemas.address(self._in_use[key])


class QuickFile(SqliteFile):
    """An SQLite file whose tables are made in one go."""

    _script: str | None = None

    def _upgrade(self, connection: Connection, driver: sqlite3.Connection, version: int) -> None:
        if version == 0 and QuickFile._script is not None:
            driver.executescript(QuickFile._script)
            return
        super()._upgrade(connection, driver, version)
        if version == 0:
            made = driver.execute("SELECT sql FROM sqlite_schema WHERE sql > ''").fetchall()
            (now,) = driver.execute("PRAGMA user_version").fetchone()
            steps = ";".join(statement for (statement,) in made)
            QuickFile._script = (
                f"BEGIN IMMEDIATE;{steps};INSERT INTO alembic_version VALUES ('{REVISION}');"
                f"PRAGMA user_version = {now};COMMIT;"
            )


STAGE = Stage()
