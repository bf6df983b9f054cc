"""The few expressions for which SQLite and PostgreSQL have no common form."""

from typing import TypeAlias

from sqlalchemy import Connection, Table, TextClause, text
from sqlalchemy.dialects import postgresql, sqlite

Insert: TypeAlias = sqlite.Insert | postgresql.Insert


def on_postgresql(connection: Connection) -> bool:
    """Say which of the two a connection leads to."""
    return connection.dialect.name == "postgresql"


def insert_into(connection: Connection, table: Table) -> Insert:
    """Return an INSERT that can go on after a conflict (`on_conflict_do_...`)."""
    return postgresql.insert(table) if on_postgresql(connection) else sqlite.insert(table)


def played_by(connection: Connection, part: str) -> TextClause:
    """Hold for games in which `part` is in a player's name; A to Z are like a to z."""
    return text(_NAMED[on_postgresql(connection)]).bindparams(part=part)


def won_with(connection: Connection, yaku: str, account: str | None = None) -> TextClause:
    """Hold for games in which somebody, or the account, has won with a yaku."""
    conditions = "" if account is None else " AND players.account = :account"
    statement = text(_WON[on_postgresql(connection)].format(conditions=conditions))
    values = {"yaku": yaku} if account is None else {"yaku": yaku, "account": account}
    return statement.bindparams(**values)


# PostgreSQL takes no NUL out of JSON; an imported game may have a player of that name.
_NAMED = {
    False: """EXISTS (
        SELECT 1 FROM json_each(games.names) WHERE instr(lower(value), lower(:part)))""",
    True: """EXISTS (
        SELECT 1 FROM json_array_elements_text(
            CASE WHEN strpos(games.names, '\\u0000') > 0 THEN '[]' ELSE games.names END ::json
        ) AS value
        WHERE strpos(lower(value COLLATE "C"), lower(:part COLLATE "C")) > 0)""",
}
_WON = {
    False: """EXISTS (
        SELECT 1 FROM json_each(games.yaku) AS won, json_each(won.value) AS name
        JOIN players ON players.game = games.id AND players.seat = won.key
        WHERE name.value = :yaku{conditions})""",
    True: """EXISTS (
        SELECT 1 FROM jsonb_array_elements(games.yaku::jsonb) WITH ORDINALITY AS won (names, place)
        JOIN players ON players.game = games.id AND players.seat = won.place - 1
        WHERE jsonb_exists(won.names, :yaku){conditions})""",
}
