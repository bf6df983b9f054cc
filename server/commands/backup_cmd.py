"""`jantaku backup`: a copy of the embedded database, also while a server uses it."""

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Final

from server.commands.export_cmd import ExportError, existing_database
from server.config import ConfigError
from server.store.address import is_address

_OK: Final = 0
_BAD_INPUT: Final = 2


class BackupError(Exception):
    """There is no copy; the message is one line."""


def backup(target: Path, *, db: str | None = None) -> int:
    """Copy a server's SQLite database, also while the server runs.

    The copy is the database as it stood at one moment: everything that anybody was told of before
    is in it. To restore, start a server on it (`--db TARGET`), or on a copy of it. A PostgreSQL
    database is saved by its own tools (`pg_dump`).

    Parameters
    ----------
    target
        File to write; it must not be there yet.
    db
        The database, a path. Otherwise JANTAKU_DB, or the `db` of the file that JANTAKU_CONFIG
        names, as for `jantaku serve`.
    """
    try:
        source = existing_database(db)
        if is_address(source):
            raise BackupError("backup: the database is PostgreSQL; save it with pg_dump")
        size = copy(Path(source), target)
    except (BackupError, ConfigError, ExportError) as error:
        print(f"jantaku: {error}", file=sys.stderr)
        return _BAD_INPUT
    print(f"{target}: {size} bytes")
    return _OK


def copy(source: Path, target: Path) -> int:
    """Write the copy, on the disk with all of it on return; return its size in bytes.

    Raises:
        BackupError: the target is there already or cannot be written, or the source is damaged or
            no database.
    """
    # Made beside its place and moved there: what has the name of a backup is one.
    partial = target.with_name(f"{target.name}.part")
    if target.exists():
        raise BackupError(f"backup: {target} is there already; name a new file")
    try:
        handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise BackupError(
            f"backup: {partial} is there already: another backup runs, or one was broken off; "
            "delete it if none runs"
        ) from None
    except OSError as error:
        raise BackupError(f"backup: {partial} cannot be written: {error.strerror}") from None
    os.close(handle)
    try:
        _copy(source, partial)
        if target.exists():
            raise BackupError(f"backup: {target} is there already; name a new file")
        partial.rename(target)
    except sqlite3.Error as error:
        raise BackupError(f"backup: {source}: {error}") from None
    finally:
        partial.unlink(missing_ok=True)
    return target.stat().st_size


def _copy(source: Path, partial: Path) -> None:
    with (
        # Not made where there is none.
        closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=rw", uri=True)) as origin,
        closing(sqlite3.connect(partial)) as copied,
    ):
        # In one step: a server that writes meanwhile writes into its log, and waits for nothing.
        origin.backup(copied)
        (verdict,) = copied.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise BackupError(f"backup: {source} is damaged: {' '.join(verdict.split())}")
        (version,) = copied.execute("PRAGMA user_version").fetchone()
        if version == 0:
            raise BackupError(f"backup: {source} is a database of some other program")
        # One file that is whole without a log beside it.
        copied.execute("PRAGMA journal_mode = DELETE").fetchone()
    with partial.open("rb+") as written:
        os.fsync(written.fileno())
