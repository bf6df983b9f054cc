"""Files of other programs as records: read, checked by replaying, completed.

The replay that checks a game also computes what its file did not say (who was tenpai, fu of limit
hands, scores after each event), so an imported record has every field. What nothing can compute is
named in its `source`: walls and salts above all, without which a record is no proof of the deal.
"""

import gzip
import urllib.parse
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias
from xml.etree.ElementTree import Element

import msgspec

from engine.core.errors import BadRules, EngineError
from engine.riichi import parse_rules
from server.records.formats import mjai_reader, mjlog_reader, tenhou6_reader
from server.records.formats.faults import FormatError
from server.records.formats.rounds import printable, round_name
from server.records.reading import BadRecord
from server.records.verify import Mismatch, replay_record

SourceFormat: TypeAlias = Literal["mjai", "tenhou6", "mjlog"]
SOURCE_FORMATS: Final[tuple[SourceFormat, ...]] = ("mjai", "tenhou6", "mjlog")

LACKS: Final[dict[SourceFormat, tuple[str, ...]]] = {
    "mjai": mjai_reader.LACKS,
    "tenhou6": tenhou6_reader.LACKS,
    "mjlog": mjlog_reader.LACKS,
}
_NAME: Final = 24
_ID: Final = 64
_GZIP: Final = b"\x1f\x8b"
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_VIEWER: Final = b"#json="


class Imported(msgspec.Struct, frozen=True):
    """One game of a file.

    `record` is complete and verified, None where the replay differs from the file; `faults` then
    say where: a line for the first difference of each round.
    """

    where: str
    id: str
    record: dict[str, Any] | None
    rounds: int
    events: int
    faults: tuple[str, ...] = ()


def import_file(
    path: Path, source: SourceFormat | None = None, rules: object = None
) -> Iterator[Imported]:
    """Yield the games of a file, plain or gzipped.

    Args:
        path: the file.
        source: its format; found out from its content if None.
        rules: a preset or rule object for all games; None = what the file says.

    Raises:
        BadRecord: the file cannot be read, or a game is damaged beyond replaying; the message
            names file, place and fault.
    """
    text = _text(path)
    try:
        found = source or _format_of(text)
        for number, (place, read) in enumerate(_games(text, found), start=1):
            where = f"{path}:{place}" if place else str(path)
            yield _checked(where, f"{_stem(path)}-{number}", found, read, rules)
    except FormatError as error:
        raise BadRecord(f"{path}: {error}") from None


def _stem(path: Path) -> str:
    return path.name.partition(".")[0]


def _text(path: Path) -> bytes:
    try:
        raw = path.read_bytes()
        text = gzip.decompress(raw) if raw.startswith(_GZIP) else raw
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise BadRecord(f"{path}: {reason}") from None
    return text.removeprefix(_BYTE_ORDER_MARK).strip()


def _format_of(text: bytes) -> SourceFormat:
    if text.startswith(b"<"):
        return "mjlog"
    if _VIEWER in text[:200]:
        return "tenhou6"
    for piece in (text, text.partition(b"\n")[0]):
        try:
            first = msgspec.json.decode(piece)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            continue
        if isinstance(first, dict) and "log" in first:
            return "tenhou6"
        if isinstance(first, dict) and isinstance(first.get("type"), str):
            return "mjai"
        if isinstance(first, dict) and "events" in first:
            raise FormatError("this is a game record already; `jantaku verify` checks it")
    raise FormatError(f"not a log of a known kind; known: {', '.join(SOURCE_FORMATS)}")


_Read: TypeAlias = tuple[Callable[[], dict[str, Any]], Callable[[dict[str, Any]], dict[str, Any]]]
"""The rules that a file states, and the record that follows from full rules."""


def _games(text: bytes, source: SourceFormat) -> Iterator[tuple[int, _Read]]:
    if source == "mjlog":
        root: Element = mjlog_reader.parse_mjlog(text)
        yield (
            0,
            (
                lambda: mjlog_reader.rules_of(root),
                lambda rules: mjlog_reader.from_mjlog(root, rules),
            ),
        )
    elif source == "tenhou6":
        for number, game in _objects(text):
            yield number, _tenhou6(game)
    else:
        for number, events in _mjai_games(text):
            yield number, _mjai(events)


def _tenhou6(game: dict[str, Any]) -> _Read:
    return (
        lambda: tenhou6_reader.rules_of(game),
        lambda rules: tenhou6_reader.from_tenhou6(game, rules),
    )


def _mjai(events: list[dict[str, Any]]) -> _Read:
    return (
        lambda: mjai_reader.rules_of(events),
        lambda rules: mjai_reader.from_mjai(events, rules),
    )


def _objects(text: bytes) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (line, object): one object over many lines, or one a line, or a viewer's address."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and not _decodes(lines[0]) and _VIEWER not in lines[0]:
        yield 0, _object(0, text)
        return
    for number, line in enumerate(text.splitlines(), start=1):
        if _VIEWER in line:
            fragment = line.partition(_VIEWER)[2].partition(b"&")[0]
            yield number, _object(number, urllib.parse.unquote_to_bytes(fragment))
        elif line.strip():
            yield number, _object(number, line)


def _decodes(line: bytes) -> bool:
    try:
        msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True


def _object(number: int, line: bytes) -> dict[str, Any]:
    place = f"line {number}: " if number else ""
    try:
        value = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise FormatError(f"{place}not JSON: {error}") from None
    except RecursionError:
        raise FormatError(f"{place}not JSON: nested too deeply") from None
    if not isinstance(value, dict):
        raise FormatError(f"{place}an object is expected")
    return value


def _mjai_games(text: bytes) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """Yield (first line, events) of each game: a `start_game` begins the next one."""
    events: list[dict[str, Any]] = []
    first = 1
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        event = _object(number, line)
        if not isinstance(event.get("type"), str):
            raise FormatError(f"line {number}: an event has a type")
        if event["type"] == "start_game":
            if any(earlier["type"] == "start_kyoku" for earlier in events):
                yield first, events
            events, first = [], number
        events.append(event)
    yield first, events


def _checked(where: str, name: str, source: SourceFormat, read: _Read, rules: object) -> Imported:
    stated, build = read
    try:
        full = parse_rules(stated() if rules is None else rules).to_object()
        record = build(full)
        report, events = replay_record(record)
    except BadRules as error:
        raise BadRecord(f"{where}: rules: {error}") from None
    except FormatError as error:
        raise BadRecord(f"{where}: {error}") from None
    except (EngineError, KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        fault = f"field {error} is missing" if isinstance(error, KeyError) else str(error)
        raise BadRecord(f"{where}: damaged game: {fault}") from None
    game_id = printable(record["id"], _ID) or name
    if report.mismatches:
        # What else differs in a round mostly follows from the first difference.
        first = {mismatch.round: mismatch for mismatch in reversed(report.mismatches)}
        faults = tuple(_said(where, record, first[number]) for number in sorted(first))
        return Imported(where, game_id, None, report.rounds, report.events, faults)
    names = [printable(name, _NAME) or f"P{seat}" for seat, name in enumerate(record["names"])]
    record["events"][0]["names"] = names
    completed: dict[str, Any] = {
        "id": game_id,
        "rules": full,
        "names": names,
        "source": {
            "format": source,
            "file": Path(where).name.partition(":")[0],
            "lacks": list(LACKS[source]),
        },
        "events": [record["events"][0], *map(msgspec.to_builtins, events[1:])],
    }
    # As it would be read from a file: lists, not tuples.
    record = msgspec.json.decode(msgspec.json.encode(completed))
    return Imported(where, game_id, record, report.rounds, len(completed["events"]))


def _said(where: str, record: dict[str, Any], mismatch: Mismatch) -> str:
    starts = [event for event in record["events"] if event["type"] == "start_kyoku"]
    event = record["events"][min(mismatch.event, len(record["events"]) - 1)]
    place = round_name(starts[min(mismatch.round, len(starts) - 1)])
    return (
        f"{where}: round {mismatch.round + 1} ({place}): {event['type']} {mismatch.field}: "
        f"recorded {mismatch.recorded!r}, by the rules {mismatch.computed!r}"
    )
