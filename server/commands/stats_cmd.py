"""`jantaku stats`: players' figures from records."""

import asyncio
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from cyclopts import Parameter

from protocol.profile import BestHand, PlayFigures
from server.commands.export_cmd import ExportError, existing_database
from server.config import ConfigError
from server.figures.game import figures_of
from server.figures.kinds import kind_of
from server.figures.tally import Played, Tally
from server.records.formats.rounds import printable
from server.records.reading import BadRecord, read_records
from server.store.database import Database, StoreError
from server.store.records import GameLine, RecordStore

_OK: Final = 0
_BAD_INPUT: Final = 2
_SEATS: Final = (3, 4)
_PAGE: Final = 100


class Seated(NamedTuple):
    """Who sat in a seat: `player` tells people apart, `account` is None where a file says no more
    than names."""

    player: str
    account: str | None
    played: Played


class _Line(msgspec.Struct, frozen=True):
    """What `--json` prints, a line a player and kind; the figures are those of a profile."""

    player: str
    account: str | None
    figures: PlayFigures
    best: tuple[BestHand, ...]


def stats(
    *files: Path,
    db: str | None = None,
    player: str | None = None,
    as_json: Annotated[bool, Parameter(name="--json")] = False,
) -> int:
    """Work out players' figures.

    They are counted from the records' events alone, the same way as the profiles of a server:
    over the records of a player's games this prints what the profile shows. docs/records.md says
    what each figure counts.

    Parameters
    ----------
    files
        Record files (`.jsonl`, also `.gz`). Players are told apart by their names, games of four
        and of three players are apart.
    db
        A server's database instead of files: a path or `sqlite:///PATH`. Players are its accounts,
        and ranked games, games with others and games among bots are apart.
    player
        Only this one: a name as it is written, or with `--db` an account.
    as_json
        A JSON object for each player and kind of games, best hands included.
    """
    try:
        lines = list(_lines(_seats_of(files, db), player))
        if player is not None and not lines:
            raise ExportError(f"--player: nobody called {player!r} has played there")
    except (ExportError, ConfigError, BadRecord, StoreError) as error:
        print(f"jantaku: {error}", file=sys.stderr)
        return _BAD_INPUT
    if as_json:
        for line in lines:
            print(msgspec.json.encode(line).decode())
    else:
        print(_text(lines))
    return _OK


def _seats_of(files: tuple[Path, ...], db: str | None) -> Iterator[Seated]:
    if (db is None) == (not files):
        raise ExportError("stats: name record files, or a database with --db")
    if db is not None:
        yield from _seats_of_store(existing_database(db))
    for path in files:
        for number, record in read_records(path):
            yield from seats_of_file(record, f"{path}:{number}")


def _seats_of_store(path: str) -> Iterator[Seated]:
    """Yield the seats of accounts in all stored games, the newest first, a game at a time."""
    database = Database(path)
    try:
        store = RecordStore(database, wall=time.time)
        with asyncio.Runner() as runner:
            before: str | None = None
            while True:
                page = runner.run(store.games(before=before, limit=_PAGE, own=True))
                for line in page.games:
                    if any(line.accounts):
                        yield from _seats_of_line(line, runner.run(store.record(line.game)))
                if page.next is None:
                    return
                before = page.next
    finally:
        database.close()


def _seats_of_line(line: GameLine, record: bytes | None) -> Iterator[Seated]:
    kept = msgspec.json.decode(record or b"{}")
    kind = kind_of(line.accounts, ranked=line.ranked)
    counted = seats_of_file(kept, f"game {line.game}")
    for seated, account, name in zip(counted, line.accounts, line.names, strict=True):
        if account is not None:
            seat = seated.played
            played = Played(line.game, line.ended, seat.seat, kind, seat.counted)
            yield Seated(name, account, played)


def seats_of_file(record: dict[str, Any], where: str) -> Iterator[Seated]:
    """Yield the seats of a game of unknown origin.

    Raises:
        BadRecord: it is damaged; the message begins with `where`.
    """
    names = record.get("names")
    if not isinstance(names, list) or len(names) not in _SEATS:
        raise BadRecord(f"{where}: names: a game has 3 or 4 of them")
    try:
        seats = figures_of(record["events"], len(names))
    except (KeyError, IndexError, TypeError, ValueError) as error:
        fault = f"field {error} is missing" if isinstance(error, KeyError) else str(error)
        raise BadRecord(f"{where}: damaged record: {' '.join(fault.split())}") from None
    game = str(record.get("id", ""))
    for seat, (name, counted) in enumerate(zip(names, seats, strict=True)):
        yield Seated(str(name), None, Played(game, 0.0, seat, f"{len(names)}p", counted))


def _lines(seats: Iterable[Seated], wanted: str | None) -> Iterator[_Line]:
    """Put the games of each player together; the name is that of the game that came first."""
    tallies: dict[tuple[str, str | None], Tally] = {}
    names: dict[tuple[str, str | None], str] = {}
    for player, account, played in seats:
        if wanted in (None, player, account):
            key = (account or player, account)
            names.setdefault(key, player)
            tallies.setdefault(key, Tally()).add(played)
    found = [
        _Line(
            names[key],
            key[1],
            figures,
            tuple(hand for hand in tally.best() if hand.kind == figures.kind),
        )
        for key, tally in tallies.items()
        for figures in tally.figures()
    ]
    yield from sorted(found, key=lambda line: (line.figures.kind, -line.figures.games, line.player))


_COLUMNS: Final = (
    *("player", "kind", "games", "rounds", "rank", "places", "points"),
    *("win", "self-draw", "mean win", "deal-in", "mean", "riichi", "call", "tenpai"),
)
_LEFT: Final = 2
"""Columns of words; the others are numbers."""


def _text(lines: list[_Line]) -> str:
    rows = [_COLUMNS, *(_row(line) for line in lines)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if place < _LEFT else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def _row(line: _Line) -> tuple[str, ...]:
    of = line.figures
    return (
        printable(line.player, 24),
        of.kind,
        str(of.games),
        str(of.rounds),
        _number(of.mean_rank, 3),
        " ".join(map(str, of.places)),
        _number(of.mean_points, 2),
        _share(of.win_rate),
        _share(of.self_draw_rate),
        _number(of.mean_win, 0),
        _share(of.deal_in_rate),
        _number(of.mean_deal_in, 0),
        _share(of.riichi_rate),
        _share(of.call_rate),
        _share(of.tenpai_rate),
    )


def _number(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def _share(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f} %"
