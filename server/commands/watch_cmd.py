"""`jantaku watch`: a recorded or a running game in the terminal."""

import asyncio
import sys
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.live import Live

from engine.core.errors import EngineError
from engine.core.viewer import FULL
from protocol.errors import Error
from protocol.record import GetRecord, Record
from server.client.session import Disconnected, Refused, Session
from server.commands.watching_live import watch_live
from server.records.drawing import TileStyle
from server.records.formats import render
from server.records.keys import keys, unbuffered
from server.records.reading import BadRecord, read_records
from server.records.replay import NoSuchMoment, Replay
from server.records.viewing import Viewing

_OK: Final = 0
_FAILED: Final = 1
_BAD_INPUT: Final = 2


def watch(
    source: str | None = None,
    /,
    *,
    url: str | None = None,
    table: str | None = None,
    game: str | None = None,
    only_round: Annotated[int, Parameter(name="--round")] = 1,
    seat: int | None = None,
    ascii_tiles: Annotated[bool, Parameter(name="--ascii")] = False,
) -> int:
    """Look at a game: step through a finished one with keys, or see a running one as it goes on.

    Left and right step, up and down go from round to round, `v` looks through a seat's eyes, `a`
    shows waits and distances, `q` leaves. Where the output is no terminal the game is printed as
    text instead.

    With --url and --table a running game is shown as far as its table lets people watch, until it
    ends. Exits with 1 when the table cannot be watched, or is shown no more.

    Parameters
    ----------
    source
        A record file (`.jsonl`, also `.gz`), or with --url the id of a finished game.
    url
        Server that has the game, ws://HOST:PORT/ws.
    table
        Id of a running table on that server.
    game
        Id of the game, where a file has several; the first if left out.
    only_round
        Round to begin with, counted from 1.
    seat
        Look through the eyes of this seat, 0 for the first dealer; all hands if left out.
    ascii_tiles
        Write tiles as names instead of signs.
    """
    if (source is None) == (table is None) or (table is not None and url is None):
        print("jantaku: give a source, or --url and --table", file=sys.stderr)
        return _BAD_INPUT
    if source is None:
        assert url is not None
        assert table is not None
        return watch_live(url, table, "ascii" if ascii_tiles or not _shows_signs() else "unicode")
    try:
        record = _fetched(url, source) if url is not None else _read(Path(source), game)
        replay = _replay(record, source)
        if seat is not None and not 0 <= seat < replay.rules.players:
            raise BadRecord(f"--seat: {seat}; allowed: 0 to {replay.rules.players - 1}")
        tiles: TileStyle = "ascii" if ascii_tiles or not _shows_signs() else "unicode"
        viewing = Viewing(replay, tiles, FULL if seat is None else seat, only_round - 1)
    except NoSuchMoment:
        count = len(replay.rounds)
        print(f"jantaku: --round: {only_round}; allowed: 1 to {count}", file=sys.stderr)
        return _BAD_INPUT
    except (BadRecord, Refused, ValueError) as error:
        print(f"jantaku: {' '.join(str(error).split())}", file=sys.stderr)
        return _BAD_INPUT
    except Disconnected as error:
        print(f"jantaku: {error}", file=sys.stderr)
        return _FAILED
    if sys.stdin.isatty() and sys.stdout.isatty():
        _step(viewing)
    else:
        events = [msgspec.to_builtins(event) for event in replay.events]
        names = list(replay.names)
        text = render({**record, "names": names, "events": events}, "text")
        sys.stdout.write(text.body.decode())
    return _OK


def _shows_signs() -> bool:
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


def _read(path: Path, game: str | None) -> dict[str, Any]:
    known = []
    for _, record in read_records(path):
        name = str(record.get("id", "?"))
        if game is None or name == game:
            return record
        known.append(name)
    if not known:
        raise BadRecord(f"{path}: there is no game in it")
    raise BadRecord(f"{path}: --game: there is no game {game!r}; the first one is {known[0]!r}")


def _replay(record: dict[str, Any], source: str) -> Replay:
    try:
        return Replay(record)
    except (EngineError, KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        fault = f"field {error} is missing" if isinstance(error, KeyError) else str(error)
        raise BadRecord(f"{source}: damaged record: {fault}") from None


def _fetched(url: str, game: str) -> dict[str, Any]:
    return asyncio.run(_fetch(Session(url, "watch"), game))


async def _fetch(session: Session, game: str) -> dict[str, Any]:
    try:
        await session.connect()
        wanted = await session.send(GetRecord(game=game))
        while True:
            message = await session.receive()
            if isinstance(message, Error) and message.id == wanted:
                raise Refused(message)
            if isinstance(message, Record) and message.id == wanted:
                record: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(message.record))
                return record
    finally:
        await session.close()


def _step(viewing: Viewing) -> None:
    descriptor = sys.stdin.fileno()
    console = Console(highlight=False)
    with (
        unbuffered(descriptor),
        Live(viewing.picture(), console=console, screen=True, auto_refresh=False) as live,
    ):
        for key in keys(descriptor):
            if not viewing.press(key):
                return
            live.update(viewing.picture(), refresh=True)
