"""What seats did in their games, counted when a game is stored and kept beside it for profiles.

Games that were stored before there were figures are counted in the background (`catch_up`).
"""

import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, func, select, tuple_, update

from server.figures.kept import kept_figures, read_figures
from server.figures.tally import Played
from server.log import get_logger
from server.store.database import Database
from server.store.errors import StoreError
from server.store.schema import games, players

PAGE: Final = 500
"""Games of an account that are read at a time: others want to read as well."""
NOTHING: Final = "null"
"""Kept for a seat whose game cannot be counted."""

_SCAN: Final = 2000
_CATCH_UP: Final = 4
"""Games that are counted at a time, some 10 ms each."""

_log = get_logger("figures")


class Extent(NamedTuple):
    """How many games an account has played, and when the last one ended: both change together."""

    games: int
    latest: float


class Page(NamedTuple):
    """Some games of an account. `next` is where the following page begins, None at the end.

    `waiting`: how many were left out, as nobody has counted them yet.
    """

    played: list[Played]
    waiting: int
    next: tuple[float, str] | None


class FigureStore:
    """Reads the figures of accounts. `wall` gives the time."""

    def __init__(self, database: Database, wall: Callable[[], float]) -> None:
        self._database = database
        self._wall = wall

    async def extent(self, account: str) -> Extent:
        """Return how much there is of an account."""
        wanted = select(func.count(), func.max(players.c.ended)).where(players.c.account == account)

        def work(connection: Connection) -> Extent:
            count, latest = connection.execute(wanted).one()
            return Extent(count, latest or 0.0)

        return await self._database.read(work)

    async def page(self, account: str, after: tuple[float, str] = (-1.0, "")) -> Page:
        """Return the next games of an account, the oldest first."""
        wanted = (
            select(players.c.game, players.c.ended, players.c.seat, players.c.figures)
            .where(players.c.account == account)
            .where(tuple_(players.c.ended, players.c.game) > tuple_(*after))
            .order_by(players.c.ended, players.c.game)
            .limit(PAGE)
        )

        def work(connection: Connection) -> Page:
            rows = connection.execute(wanted).all()
            played = [
                kept.played(game, ended, seat)
                for game, ended, seat, figures in rows
                if figures is not None and (kept := read_figures(figures)) is not None
            ]
            waiting = sum(row.figures is None for row in rows)
            last = (rows[-1].ended, rows[-1].game) if len(rows) == PAGE else None
            return Page(played, waiting, last)

        return await self._database.read(work)

    async def catch_up(self) -> None:
        """Count the games that have not been counted yet."""
        after: str | None = ""
        try:
            while after is not None:
                found, after = await self._database.read(partial(_uncounted, after))
                for place in range(0, len(found), _CATCH_UP):
                    some = found[place : place + _CATCH_UP]
                    counted = await self._database.read(partial(_count, some))
                    await self._database.write(partial(_keep, counted))
        except StoreError as error:
            # The next start goes on.
            _log.error("catch_up_failed", reason=str(error))


def figures_or_nothing(
    events: Sequence[Mapping[str, Any]],
    accounts: Sequence[str | None],
    *,
    ranked: bool,
    shown_from: float | None,
) -> tuple[str, ...]:
    """Return by seat what is kept of a game's figures, `NOTHING` where it cannot be counted.

    `shown_from` is when others may know of the game (wall seconds), None: never.
    """
    try:
        return kept_figures(events, accounts, ranked=ranked, shown_from=shown_from)
    except (KeyError, IndexError, TypeError, ValueError) as error:
        # A record is kept whatever is in it.
        _log.warning("not_counted", seats=len(accounts), error=type(error).__name__)
        return (NOTHING,) * len(accounts)


def _uncounted(after: str, connection: Connection) -> tuple[list[str], str | None]:
    """Look through the next seats; return games that wait, and where to go on."""
    wanted = (
        select(players.c.game, players.c.figures.is_(None) & players.c.account.is_not(None))
        # The last game of a page may have been cut in two, so it comes again.
        .where(players.c.game >= after)
        .order_by(players.c.game)
        .limit(_SCAN)
    )
    rows = connection.execute(wanted).all()
    found = dict.fromkeys(game for game, waits in rows if waits)
    return list(found), rows[-1].game if len(rows) == _SCAN else None


def _count(some: list[str], connection: Connection) -> list[tuple[str, tuple[str, ...]]]:
    seated = (
        select(players.c.game, players.c.account)
        .where(players.c.game.in_(some))
        .order_by(players.c.game, players.c.seat)
    )
    accounts: dict[str, list[str | None]] = {}
    for game, account in connection.execute(seated):
        accounts.setdefault(game, []).append(account)
    wanted = select(
        games.c.id,
        games.c.ranked,
        games.c.listed,
        games.c.private,
        games.c.public_from,
        games.c.record,
    ).where(games.c.id.in_(some))
    return [
        (
            game,
            figures_or_nothing(
                _events(record),
                accounts[game],
                ranked=bool(ranked),
                shown_from=public_from if listed and not private else None,
            ),
        )
        for game, ranked, listed, private, public_from, record in connection.execute(wanted)
    ]


def _events(compressed: bytes) -> list[dict[str, Any]]:
    try:
        kept = msgspec.json.decode(zlib.decompress(compressed))
    except (zlib.error, msgspec.DecodeError):
        # No event at all cannot be counted.
        return [{}]
    events: list[dict[str, Any]] = kept["events"]
    return events


def _keep(counted: list[tuple[str, tuple[str, ...]]], connection: Connection) -> None:
    for game, seats in counted:
        for seat, figures in enumerate(seats):
            connection.execute(
                update(players)
                .where(players.c.game == game, players.c.seat == seat)
                .values(figures=figures)
            )
