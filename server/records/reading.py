"""Reading game records from files: `.jsonl`, one game a line or a file, also gzipped."""

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


class BadRecord(ValueError):
    """A file or line that is not a game record; the message names file, line and fault."""


def read_records(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (line number, game) of a file; a file may also hold one game over many lines.

    Raises:
        BadRecord: the file cannot be read or a line is not a record.
    """
    try:
        raw = path.read_bytes()
        text = gzip.decompress(raw) if path.suffix == ".gz" else raw
    except (OSError, EOFError, zlib.error) as error:
        raise BadRecord(f"{path}: {_reason(error)}") from None
    text = text.removeprefix(_BYTE_ORDER_MARK)
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and not _is_object(lines[0]):
        yield 1, _checked(path, 1, text)
        return
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            yield number, _checked(path, number, line)


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(msgspec.json.decode(line), dict)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False


def _checked(path: Path, number: int, line: bytes) -> dict[str, Any]:
    where = f"{path}:{number}"
    try:
        game = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRecord(f"{where}: not JSON: {error}") from None
    except RecursionError:
        raise BadRecord(f"{where}: not JSON: nested too deeply") from None
    if not isinstance(game, dict):
        raise BadRecord(f"{where}: a game record is an object")
    for field, kind in (("rules", (dict, str)), ("events", list)):
        if not isinstance(game.get(field), kind):
            raise BadRecord(f"{where}: field {field!r} is missing or of the wrong type")
    for place, event in enumerate(game["events"]):
        if not isinstance(event, dict) or not isinstance(event.get("type"), str):
            raise BadRecord(f"{where}: event {place} has no type")
    return game
