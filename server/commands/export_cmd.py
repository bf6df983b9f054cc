"""`jantaku export`: write game records for other tools."""

import asyncio
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from cyclopts import Parameter

from engine.core.errors import BadRules
from server.config import ConfigError, load_config
from server.records.formats import BadRequest, Rendered, check_request, render
from server.records.reading import BadRecord, read_records
from server.store.address import database_path, is_address
from server.store.database import Database, StoreError
from server.store.records import RecordStore

_OK: Final = 0
_BAD_INPUT: Final = 2


class ExportError(ValueError):
    """Something that cannot be exported; the message is one line for the user."""


def export(
    source: str,
    /,
    *,
    format: str = "jsonl",
    flavour: str = "gimite",
    only_round: Annotated[int | None, Parameter(name="--round")] = None,
    packed: Annotated[bool, Parameter(name="--gzip")] = False,
    out: Path | None = None,
    db: str | None = None,
) -> int:
    """Write game records.

    As `jsonl` a record is complete: every hand, every draw, and with `end_kyoku` each round's wall
    and salt, so that the `wall_hash` of each deal can be checked. The other formats hold less;
    docs/records.md says what.

    Parameters
    ----------
    source
        A record file (`.jsonl`, also `.gz`), or else the id of a finished game in a server's
        database.
    format
        `jsonl`: one game a line. `mjai`: one event a line. `tenhou6`: tenhou.net/6 JSON, one game
        a line. `text`: for people. `csv`: results, a row a seat.
    flavour
        Of mjai: `gimite` (with the value of each win) or `mortal` (as its reviewers read it).
    only_round
        For `tenhou6`: write only this round, counted from 1.
    packed
        Gzip what is written.
    out
        Directory to write a file a game to, instead of standard output.
    db
        The database to look up an id in: a path or `postgresql://USER@HOST/NAME`. Otherwise
        JANTAKU_DB, or the `db` of the file that JANTAKU_CONFIG names, as for `jantaku serve`.
    """
    number = None if only_round is None else only_round - 1
    try:
        # Before a database is looked for: a format that does not exist is the clearer fault.
        check_request(format, flavour)
        for place, record in enumerate(_records(source, db)):
            rendered = rendered_or_fault(record, format, flavour, number, packed, header=place == 0)
            if out is None:
                sys.stdout.buffer.write(rendered.body)
                continue
            out.mkdir(parents=True, exist_ok=True)
            (out / rendered.file_name).write_bytes(rendered.body)
    except (ExportError, BadRequest, ConfigError, BadRecord, StoreError) as error:
        print(f"jantaku: {error}", file=sys.stderr)
        return _BAD_INPUT
    return _OK


def rendered_or_fault(
    record: dict[str, Any],
    format: str,
    flavour: str,
    number: int | None,
    packed: bool,
    header: bool,
) -> Rendered:
    """Render a record of unknown origin.

    Raises:
        BadRequest: there is no such round.
        ExportError: the record is damaged, or its rules cannot be played.
    """
    game = record.get("id", "?")
    try:
        return render(
            record, format, flavour=flavour, only_round=number, packed=packed, header=header
        )
    except BadRules as error:
        raise ExportError(f"game {game}: rules: {error}") from None
    except BadRequest:
        raise
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        fault = f"field {error} is missing" if isinstance(error, KeyError) else str(error)
        raise ExportError(f"game {game}: damaged record: {' '.join(fault.split())}") from None


def _records(source: str, db: str | None) -> Iterator[dict[str, Any]]:
    """Yield games: of the file `source`, or else the stored game with that id."""
    path = Path(source)
    if path.is_file():
        for _, game in read_records(path):
            yield game
        return
    if path.suffix in {".jsonl", ".json", ".gz"} or len(path.parts) > 1:
        raise ExportError(f"{source}: there is no such file")
    record: dict[str, Any] = msgspec.json.decode(
        asyncio.run(_stored(source, existing_database(db)))
    )
    yield record


def existing_database(db: str | None) -> str:
    """Return what the `Database` that `--db`, or else the environment, names is opened by.

    Raises:
        ConfigError: the setting is not allowed.
        ExportError: there is no such file.
    """
    setting = load_config(None, os.environ, {"db": db}).db
    path = database_path(setting)
    # Opening a file makes it; a wrong path must not.
    if not is_address(path) and not Path(path).is_file():
        raise ExportError(f"db: there is no database {setting!r}; name one with --db")
    return path


async def _stored(game_id: str, path: str) -> bytes:
    database = Database(path)
    try:
        record = await RecordStore(database, wall=float).record(game_id)
    finally:
        database.close()
    if record is None:
        where = f"{database.path}: there is no finished game {game_id!r}"
        raise ExportError(f"{where}; nor a file of that name")
    return record
