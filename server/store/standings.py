"""Ranks and ratings, what games have done to them, and pauses from the queue.

What changes with a game changes in the transaction that keeps its record: the functions that take a
connection are parts of one.
"""

from collections.abc import Iterable

import msgspec
from sqlalchemy import Connection, insert, select, update

from server.store.database import Database
from server.store.dialects import insert_into
from server.store.schema import accounts, games, penalties, rank_changes, standings


class KeptStanding(msgspec.Struct, frozen=True, kw_only=True):
    """Rank and rating of an account, of one kind (`4p`, `3p`).

    `title` counts from 0, `stars` from 1. `best` is the highest rank so far, counted in steps.
    """

    title: int
    stars: int
    points: int
    mu: float
    sigma: float
    games: int
    best: int


class KeptChange(msgspec.Struct, frozen=True, kw_only=True):
    """What a game has done to one seat's rank; `before` and `after` are JSON."""

    game: str
    seat: int
    account: str
    kind: str
    before: bytes
    after: bytes
    delta: int


class KeptPenalty(msgspec.Struct, frozen=True):
    """How often somebody has left, as far as it counts; until when, and since when, in seconds."""

    count: int
    until: float
    last: float


class StandingStore:
    """Reads what is known of accounts outside of a game's end."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, account: str) -> dict[str, KeptStanding]:
        """Return the standings of an account by kind; none of what was never played."""
        wanted = select(standings.c.kind, *_STANDING).where(standings.c.account == account)

        def work(connection: Connection) -> dict[str, KeptStanding]:
            return {kind: _standing(row) for kind, *row in connection.execute(wanted)}

        return await self._database.read(work)

    async def penalty(self, account: str) -> KeptPenalty | None:
        """Return the pause of an account, over or not."""
        return await self._database.read(lambda connection: penalty_of(connection, account))


def existing(connection: Connection, among: Iterable[str]) -> set[str]:
    """Return which of the accounts there are (still)."""
    return set(connection.scalars(select(accounts.c.id).where(accounts.c.id.in_(tuple(among)))))


def standings_of(
    connection: Connection, among: Iterable[str], kind: str
) -> dict[str, KeptStanding]:
    """Return the standings of accounts, of one kind; those who never played it have none."""
    wanted = select(standings.c.account, *_STANDING).where(
        standings.c.kind == kind, standings.c.account.in_(tuple(among))
    )
    return {account: _standing(row) for account, *row in connection.execute(wanted)}


def keep_standing(
    connection: Connection, account: str, kind: str, standing: KeptStanding, now: float
) -> None:
    """Keep a standing in the place of the one before."""
    values = {**msgspec.structs.asdict(standing), "changed": now}
    keep = insert_into(connection, standings).values(account=account, kind=kind, **values)
    connection.execute(keep.on_conflict_do_update(index_elements=["account", "kind"], set_=values))


def keep_stakes(connection: Connection, game: str, queue: str, tier: str) -> None:
    """Keep beside a game what it was played for."""
    connection.execute(update(games).where(games.c.id == game).values(queue=queue, tier=tier))


def keep_changes(connection: Connection, changes: Iterable[KeptChange], ended: float) -> None:
    """Keep what a game has done."""
    rows = [
        {
            **msgspec.structs.asdict(change),
            "before": change.before.decode(),
            "after": change.after.decode(),
            "ended": ended,
        }
        for change in changes
    ]
    if rows:
        connection.execute(insert(rank_changes), rows)


def penalty_of(connection: Connection, account: str) -> KeptPenalty | None:
    """Return the pause of an account, over or not."""
    row = connection.execute(
        select(penalties.c.count, penalties.c.until, penalties.c.last).where(
            penalties.c.account == account
        )
    ).first()
    return None if row is None else KeptPenalty(*row)


def keep_penalty(connection: Connection, account: str, penalty: KeptPenalty) -> None:
    """Keep a pause in the place of the one before."""
    values = msgspec.structs.asdict(penalty)
    keep = insert_into(connection, penalties).values(account=account, **values)
    connection.execute(keep.on_conflict_do_update(index_elements=["account"], set_=values))


_STANDING = tuple(standings.c[field] for field in KeptStanding.__struct_fields__)


def _standing(row: Iterable[float]) -> KeptStanding:
    return KeptStanding(**dict(zip(KeptStanding.__struct_fields__, row, strict=True)))  # type: ignore[arg-type]
