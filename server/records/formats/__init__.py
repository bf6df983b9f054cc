"""Game records in the formats of other programs.

`render` writes one record in any of `FORMATS`; the readers are used by `server.records.importing`.
Everything here is a pure function of records and rules.
"""

import gzip
import re
from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

import msgspec

from engine.riichi import parse_rules
from server.records.formats.kifu import to_text
from server.records.formats.mjai_writer import FLAVOURS, Flavour, to_mjai
from server.records.formats.results_csv import to_csv
from server.records.formats.rounds import rounds_of
from server.records.formats.tenhou6_writer import to_tenhou6

Format: TypeAlias = Literal["jsonl", "mjai", "tenhou6", "text", "csv"]
FORMATS: Final[tuple[Format, ...]] = ("jsonl", "mjai", "tenhou6", "text", "csv")

_TYPES: Final[dict[Format, tuple[str, str]]] = {
    "jsonl": ("application/jsonl; charset=utf-8", ".jsonl"),
    "mjai": ("application/jsonl; charset=utf-8", ".mjai.json"),
    "tenhou6": ("application/json; charset=utf-8", ".tenhou6.json"),
    "text": ("text/plain; charset=utf-8", ".txt"),
    "csv": ("text/csv; charset=utf-8", ".csv"),
}
"""Content type and ending of the file name."""
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9._-]+")

__all__ = [
    "FLAVOURS",
    "FORMATS",
    "BadRequest",
    "Flavour",
    "Format",
    "Rendered",
    "check_request",
    "render",
]


class BadRequest(ValueError):
    """A rendering that does not exist; the message names what was asked for and what is allowed."""


class Rendered(msgspec.Struct, frozen=True):
    """A record as a file: what it holds, what it is, what to call it."""

    body: bytes
    content_type: str
    file_name: str


def render(
    record: Mapping[str, Any],
    format: str,
    *,
    flavour: str = "gimite",
    only_round: int | None = None,
    packed: bool = False,
    header: bool = True,
) -> Rendered:
    """Write a record in a format of `FORMATS`.

    Args:
        record: a game record (formats.md).
        format: one of `FORMATS`.
        flavour: of mjai: one of `FLAVOURS`.
        only_round: for tenhou6: the number of the one round to write, from 0; all if None.
        packed: whether to gzip.
        header: for csv: whether to begin with the names of the columns.

    Raises:
        BadRequest: there is no such format, flavour or round.
        BadRules: the record's rules cannot be played.
    """
    chosen, spoken = check_request(format, flavour)
    if only_round is not None:
        _check_round(record, chosen, only_round)
    body = _body(record, chosen, spoken, only_round, header)
    content_type, ending = _TYPES[chosen]
    name = _UNSAFE.sub("_", str(record.get("id", ""))).strip("._") or "game"
    if only_round is not None:
        name += f"-{only_round + 1}"
    if packed:
        # No time stamp: the same record gives the same bytes.
        return Rendered(gzip.compress(body, mtime=0), "application/gzip", f"{name}{ending}.gz")
    return Rendered(body, content_type, name + ending)


def check_request(format: str, flavour: str) -> tuple[Format, Flavour]:
    """Return both as what `render` knows.

    Raises:
        BadRequest: there is no such format or flavour.
    """
    chosen = next((known for known in FORMATS if known == format), None)
    if chosen is None:
        raise BadRequest(f"format {format!r} is not a format; allowed: {', '.join(FORMATS)}")
    spoken = next((known for known in FLAVOURS if known == flavour), None)
    if spoken is None:
        raise BadRequest(f"flavour {flavour!r} is not a flavour; allowed: {', '.join(FLAVOURS)}")
    return chosen, spoken


def _check_round(record: Mapping[str, Any], format: Format, number: int) -> None:
    if format != "tenhou6":
        raise BadRequest(f"round: format {format!r} has whole games only; allowed: tenhou6")
    count = sum(1 for _ in rounds_of(record["events"]))
    if not 0 <= number < count:
        raise BadRequest(f"round: {number + 1}; allowed: 1 to {count}")


def _body(
    record: Mapping[str, Any],
    format: Format,
    flavour: Flavour,
    only_round: int | None,
    header: bool,
) -> bytes:
    if format == "jsonl":
        return msgspec.json.encode(record) + b"\n"
    full = {**record, "rules": parse_rules(record["rules"]).to_object()}
    full.setdefault("names", [f"P{seat}" for seat in range(full["rules"]["players"])])
    if format == "mjai":
        return b"".join(msgspec.json.encode(event) + b"\n" for event in to_mjai(full, flavour))
    if format == "tenhou6":
        return msgspec.json.encode(to_tenhou6(full, only_round)) + b"\n"
    return (to_text(full) if format == "text" else to_csv(full, header)).encode()
