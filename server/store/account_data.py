"""All that is kept of an account, for those who run the server: looking it up, writing it out."""

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, delete, or_, select

from protocol.profile import Ladder
from server.store.database import Database
from server.store.schema import (
    accounts,
    audit,
    blocks,
    friends,
    games,
    penalties,
    players,
    queued,
    rank_changes,
    reports,
    rule_sets,
    sanctions,
    standings,
    tokens,
)

_JSON: Final = frozenset(
    {"settings", "rules", "before", "after", "details", "detail", "result", "figures"}
)
"""Columns that hold JSON."""


class Found(msgspec.Struct, frozen=True):
    """An account that was looked up."""

    id: str
    name: str
    registered: bool
    deleted: bool


class AccountData:
    """Reads accounts whole."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, who: str, name_key: str | None) -> Found | None:
        """Return the account with this id, or else the registered one with this name's key."""
        wanted = select(
            accounts.c.id,
            accounts.c.name,
            accounts.c.registered.is_not(None),
            accounts.c.deleted.is_not(None),
        )

        def work(connection: Connection) -> Found | None:
            row = connection.execute(wanted.where(accounts.c.id == who)).first()
            if row is None and name_key is not None:
                row = connection.execute(wanted.where(accounts.c.name_key == name_key)).first()
            if row is None:
                return None
            id, name, registered, deleted = row
            return Found(id, name, bool(registered), bool(deleted))

        return await self._database.read(work)

    async def export(self, account: str) -> dict[str, Any]:
        """Return everything that is kept of an account, as plain values; times are wall seconds.

        Of passwords, codes and tokens it says that they are there. Who has reported the account
        is theirs, not its own.
        """
        return await self._database.read(lambda connection: _export(connection, account))

    async def reset_standings(self, account: str, kinds: Iterable[Ladder]) -> int:
        """Let an account begin anew in ranked play; return how many standings it had."""
        gone = delete(standings).where(
            standings.c.account == account, standings.c.kind.in_(tuple(kinds))
        )
        return await self._database.write(lambda connection: connection.execute(gone).rowcount)


def _export(connection: Connection, account: str) -> dict[str, Any]:
    def rows(
        columns: Iterable[ColumnElement[Any]], condition: ColumnElement[bool]
    ) -> list[dict[str, Any]]:
        wanted = select(*columns).where(condition)
        return [_plain(row) for row in connection.execute(wanted).mappings()]

    c = accounts.c
    (person,) = rows(
        (c.id, c.name, c.created, c.seen, c.registered, c.renamed, c.deleted, c.settings),
        c.id == account,
    )
    person["has_password"] = (
        connection.scalar(select(c.password).where(c.id == account)) is not None
    )
    seated = (
        select(
            games.c.id.label("game"),
            *(games.c.mode, games.c.ranked, games.c.started, games.c.ended, games.c.result),
            *(players.c.seat, players.c.figures),
        )
        .join(players, players.c.game == games.c.id)
        .where(players.c.account == account)
        .order_by(games.c.ended, games.c.id)
    )
    return {
        "account": person,
        "tokens": rows((tokens.c.created, tokens.c.renewed), tokens.c.account == account),
        "friends": rows(
            tuple(friends.c), or_(friends.c.account == account, friends.c.other == account)
        ),
        "blocked": rows((blocks.c.other, blocks.c.since), blocks.c.account == account),
        **{
            table.name: rows(
                (column for column in table.c if column.name != "account"),
                table.c.account == account,
            )
            for table in (rule_sets, standings, rank_changes, queued, penalties, sanctions)
        },
        "reports_made": rows(
            (column for column in reports.c if column.name not in ("reporter", "handled_by")),
            reports.c.reporter == account,
        ),
        "reports_about": rows(
            (reports.c.game, reports.c.reason, reports.c.created, reports.c.state),
            reports.c.account == account,
        ),
        "audit": rows((audit.c.at, audit.c.action, audit.c.detail), audit.c.target == account),
        "games": [_plain(row) for row in connection.execute(seated).mappings()],
    }


def _plain(row: Any) -> dict[str, Any]:
    return {
        name: msgspec.json.decode(value) if name in _JSON and value is not None else value
        for name, value in row.items()
    }
