"""`jantaku import`: logs of other programs as game records, each checked by replaying."""

import asyncio
import hashlib
import sys
import time
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from cyclopts import Parameter

from engine.riichi.presets import PRESETS
from server.commands.export_cmd import ExportError, existing_database
from server.config import ConfigError
from server.records.importing import SOURCE_FORMATS, SourceFormat, import_file
from server.records.reading import BadRecord
from server.store.database import Database, StoreError
from server.store.records import RecordStore

_OK: Final = 0
_FAILED: Final = 1
_BAD_INPUT: Final = 2
_ID_DIGITS: Final = 20


def import_games(
    *files: Path,
    source: Annotated[str | None, Parameter(name="--format")] = None,
    rules: str | None = None,
    out: Path | None = None,
    db: str | None = None,
) -> int:
    """Read mjai, tenhou.net/6 and Tenhou mjlog files into game records.

    Every game is replayed as `jantaku verify` does it; what the file does not say (fu of limit
    hands, who was tenpai) is computed, and `source` in the record names what it lacks: walls and
    salts, so that it is no proof of its deals. A game that the rules play otherwise is not
    written; a line for each difference names file, round and reason, and the exit code is 1.

    Parameters
    ----------
    files
        Files of other programs, also gzipped; one game or many.
    source
        `mjai`, `tenhou6` or `mjlog`; found out from each file if left out.
    rules
        Preset or JSON object: the rules of all games. Needed for mjai, which does not say them;
        without it the others are taken as games on Tenhou with what the file says of length, red
        fives and open tanyao.
    out
        File to write the records to, one a line; standard output if left out.
    db
        Database of a server to keep the games in instead, a path or
        `postgresql://USER@HOST/NAME`: a line for each says under which id. The id follows from the
        game, so a second time changes nothing.
    """
    try:
        wanted = _format(source)
        rule_object = _rules(rules)
        if not files:
            raise BadRecord("import: no FILE; allowed: one file or more")
    except BadRecord as error:
        print(f"jantaku: {error}", file=sys.stderr)
        return _BAD_INPUT
    tally = _Tally()
    try:
        if db is not None:
            _keep(existing_database(db), _imported(files, wanted, rule_object, tally))
        else:
            with nullcontext(sys.stdout) if out is None else out.open("w", encoding="utf-8") as to:
                for record in _imported(files, wanted, rule_object, tally):
                    to.write(msgspec.json.encode(record).decode() + "\n")
    except (ExportError, ConfigError, StoreError) as error:
        print(f"jantaku: {error}", file=sys.stderr)
        return _BAD_INPUT
    print(tally, file=sys.stderr)
    return _BAD_INPUT if tally.unread else _FAILED if tally.differing else _OK


class _Tally(msgspec.Struct):
    games: int = 0
    rounds: int = 0
    events: int = 0
    differing: int = 0
    unread: int = 0

    def __str__(self) -> str:
        line = f"{self.games} games, {self.rounds} rounds, {self.events} events imported"
        if self.differing:
            line += f", {self.differing} games differ from the rules"
        return f"{line}, {self.unread} files cannot be read" if self.unread else line


def _imported(
    files: tuple[Path, ...], source: SourceFormat | None, rules: object, tally: _Tally
) -> Iterator[dict[str, Any]]:
    """Yield the records that verify; say on stderr what else there was."""
    for path in files:
        try:
            for game in import_file(path, source, rules):
                if game.record is None:
                    tally.differing += 1
                    for fault in game.faults:
                        print(fault, file=sys.stderr)
                    continue
                tally.games += 1
                tally.rounds += game.rounds
                tally.events += game.events
                yield game.record
        except BadRecord as error:
            tally.unread += 1
            print(f"jantaku: {' '.join(str(error).split())}", file=sys.stderr)


def _keep(path: str, records: Iterator[dict[str, Any]]) -> None:
    """Store games under ids of their own, whatever they were called elsewhere."""
    database = Database(path)
    try:
        store = RecordStore(database, wall=time.time)
        for record in records:
            played = msgspec.json.encode([record["rules"], record["names"], record["events"]])
            kept = f"i-{hashlib.sha256(played).hexdigest()[:_ID_DIGITS]}"
            source = {**record["source"], "id": record["id"]}
            accounts = (None,) * len(record["names"])
            saved = {**record, "id": kept, "source": source}
            asyncio.run(store.save_record(kept, saved, mode="imported", accounts=accounts))
            print(f"{kept} {record['id']}")
    finally:
        database.close()


def _format(source: str | None) -> SourceFormat | None:
    for known in SOURCE_FORMATS:
        if source == known:
            return known
    if source is None:
        return None
    raise BadRecord(f"--format: {source!r}; allowed: {', '.join(SOURCE_FORMATS)}")


def _rules(text: str | None) -> Any:
    if text is None or not text.lstrip().startswith("{"):
        if text is not None and text not in PRESETS:
            raise BadRecord(f"--rules: {text!r}; allowed: {', '.join(PRESETS)}, or an object")
        return text
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.DecodeError as error:
        raise BadRecord(f"--rules: not a rule object: {error}") from None
