"""Bans and mutes, those that have ended too."""

import secrets
from typing import Any, Final, Literal, TypeAlias

import msgspec
from sqlalchemy import Connection, Select, insert, or_, select, update

from server.store.database import Database
from server.store.schema import sanctions

Kind: TypeAlias = Literal["ban", "mute"]


class Sanction(msgspec.Struct, frozen=True):
    """One ban or mute; times are wall seconds, `until` None: for good."""

    id: str
    account: str
    kind: Kind
    reason: str
    since: float
    until: float | None
    by: str
    lifted: float | None


_COLUMNS: Final = (
    *(sanctions.c.id, sanctions.c.account, sanctions.c.kind, sanctions.c.reason),
    *(sanctions.c.since, sanctions.c.until, sanctions.c.by, sanctions.c.lifted),
)


class SanctionStore:
    """Reads and writes sanctions."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def held(self, now: float) -> tuple[Sanction, ...]:
        """Return all that hold at a moment, the oldest first."""
        wanted = (
            select(*_COLUMNS)
            .where(
                sanctions.c.lifted.is_(None),
                or_(sanctions.c.until.is_(None), sanctions.c.until > now),
            )
            .order_by(sanctions.c.since, sanctions.c.id)
        )
        return await self._database.read(lambda connection: _all(connection, wanted))

    async def of(self, account: str) -> tuple[Sanction, ...]:
        """Return all of an account, the newest first, ended or not."""
        wanted = (
            select(*_COLUMNS)
            .where(sanctions.c.account == account)
            .order_by(sanctions.c.since.desc(), sanctions.c.id)
        )
        return await self._database.read(lambda connection: _all(connection, wanted))

    async def impose(
        self, account: str, kind: Kind, reason: str, now: float, until: float | None, by: str
    ) -> str:
        """Keep a sanction that holds from now on; return its id.

        Raises:
            Refused: there is no such account.
        """
        sanction = secrets.token_hex(8)
        row = insert(sanctions).values(
            id=sanction, account=account, kind=kind, reason=reason, since=now, until=until, by=by
        )

        def work(connection: Connection) -> None:
            connection.execute(row)

        await self._database.write(work)
        return sanction

    async def lift(self, sanction: str, now: float) -> bool:
        """End a sanction; False where none of this id holds."""
        ended = (
            update(sanctions)
            .where(
                sanctions.c.id == sanction,
                sanctions.c.lifted.is_(None),
                or_(sanctions.c.until.is_(None), sanctions.c.until > now),
            )
            .values(lifted=now)
        )
        return await self._database.write(lambda connection: connection.execute(ended).rowcount > 0)


def _all(connection: Connection, wanted: Select[Any]) -> tuple[Sanction, ...]:
    return tuple(Sanction(*row) for row in connection.execute(wanted))
