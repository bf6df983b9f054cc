"""Who stands where in ranked play, and how somebody came there."""

from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, func, or_, select, tuple_

from protocol.profile import Ladder, LeaderBy
from server.store.database import Database
from server.store.records import GameResult
from server.store.schema import accounts, games, rank_changes, standings
from server.store.standings import KeptStanding

HISTORY: Final = 100
"""Ranked games of each kind that a history goes back."""


class Leader(NamedTuple):
    """One row of a leaderboard."""

    account: str
    name: str
    standing: KeptStanding


class Leaders(NamedTuple):
    """Some rows, how many there are in all, and the place of who asks, None: not among them."""

    rows: list[Leader]
    total: int
    own: int | None


class Change(NamedTuple):
    """A ranked game of an account; `after` is JSON as it was kept."""

    game: str
    ended: float
    place: int
    delta: int
    after: str


class LeaderStore:
    """Reads standings in their order."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(
        self, kind: Ladder, by: LeaderBy, after: int, limit: int, account: str | None
    ) -> Leaders:
        """Return the rows after so many others, and where `account` stands."""
        order = _order(by)
        sorting = (*(value.desc() for value in order), standings.c.account)
        # Names are looked up for these rows alone, not for all that are passed over.
        some = (
            select(standings.c.account)
            .where(standings.c.kind == kind)
            .order_by(*sorting)
            .offset(after)
            .limit(limit)
            .subquery()
        )
        wanted = (
            select(standings.c.account, accounts.c.name, *_STANDING)
            .join(some, some.c.account == standings.c.account)
            .join(accounts, accounts.c.id == standings.c.account)
            .where(standings.c.kind == kind)
            .order_by(*sorting)
        )
        count = select(func.count()).where(standings.c.kind == kind)

        def work(connection: Connection) -> Leaders:
            rows = [
                Leader(found, name, KeptStanding(**dict(zip(_FIELDS, values, strict=True))))
                for found, name, *values in connection.execute(wanted)
            ]
            own = None if account is None else _place(connection, kind, order, account)
            return Leaders(rows, connection.scalar(count) or 0, own)

        return await self._database.read(work)

    async def place(self, kind: Ladder, account: str) -> int | None:
        """Return where an account stands by rank, None who has no standing of this kind."""
        return await self._database.read(
            lambda connection: _place(connection, kind, _order("rank"), account)
        )

    async def history(self, kind: Ladder, account: str) -> list[Change]:
        """Return the latest ranked games of an account, the oldest first."""
        wanted = (
            select(
                rank_changes.c.game,
                rank_changes.c.ended,
                rank_changes.c.seat,
                games.c.result,
                rank_changes.c.delta,
                rank_changes.c.after,
            )
            .join(games, games.c.id == rank_changes.c.game)
            .where(rank_changes.c.account == account, rank_changes.c.kind == kind)
            .order_by(rank_changes.c.ended.desc(), rank_changes.c.game.desc())
            .limit(HISTORY)
        )

        def work(connection: Connection) -> list[Change]:
            found = [
                Change(game, ended, _place_in(result, seat), delta, after)
                for game, ended, seat, result, delta, after in connection.execute(wanted)
            ]
            return found[::-1]

        return await self._database.read(work)


_FIELDS: Final = KeptStanding.__struct_fields__
_STANDING: Final = tuple(standings.c[field] for field in _FIELDS)


def _order(by: LeaderBy) -> tuple[ColumnElement[Any], ...]:
    """Return what is compared, the highest first; a rating counts what is sure of it."""
    if by == "rank":
        return standings.c.title, standings.c.stars, standings.c.points
    return (standings.c.mu - 3 * standings.c.sigma,)


def _place(
    connection: Connection, kind: Ladder, order: tuple[ColumnElement[Any], ...], account: str
) -> int | None:
    """Count those who stand before an account."""
    mine = connection.execute(
        select(*order).where(standings.c.kind == kind, standings.c.account == account)
    ).first()
    if mine is None:
        return None
    before = or_(
        tuple_(*order) > tuple_(*mine),
        and_(tuple_(*order) == tuple_(*mine), standings.c.account < account),
    )
    ahead = select(func.count()).where(standings.c.kind == kind, before)
    return (connection.scalar(ahead) or 0) + 1


def _place_in(result: str, seat: int) -> int:
    """Return the place of a seat; ranks change with games that have a result, and no others."""
    return msgspec.json.decode(result, type=GameResult).ranks[seat]
