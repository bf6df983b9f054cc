"""Accounts, games and rooms: in SQLite what `server.store.legacy` led to."""

from typing import Any, Final

import sqlalchemy as sa
from alembic import op

from server.store.columns import BYTES, JSON, PLACE, TEXT, WALL, WHOLE

revision = "0001"
down_revision = None

_STRICT: Final[dict[str, Any]] = {"sqlite_strict": True}
_BY_KEY: Final[dict[str, Any]] = {"sqlite_strict": True, "sqlite_with_rowid": False}


def upgrade() -> None:
    """Make the tables of an empty database."""
    op.create_table(
        "accounts",
        sa.Column("id", TEXT, primary_key=True),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("created", WALL, nullable=False),
        sa.Column("seen", WALL, nullable=False, server_default=sa.text("0")),
        **_STRICT,
    )
    op.create_index("accounts_by_seen", "accounts", ["seen"])
    op.create_table(
        "tokens",
        sa.Column("hash", BYTES, primary_key=True),
        sa.Column("account", TEXT, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("created", WALL, nullable=False),
        sa.Column("replaces", BYTES),
        sa.Column("renewed", WALL),
        **_BY_KEY,
    )
    op.create_index("tokens_by_account", "tokens", ["account"])
    replaced = sa.text("replaces IS NOT NULL")
    op.create_index(
        "tokens_by_replaced",
        "tokens",
        ["replaces"],
        sqlite_where=replaced,
        postgresql_where=replaced,
    )
    _games()
    _journals()
    op.create_table(
        "rooms",
        sa.Column("code", TEXT, primary_key=True),
        sa.Column("state", BYTES, nullable=False),
        sa.Column("changed", WALL, nullable=False),
        **_STRICT,
    )


def _games() -> None:
    op.create_table(
        "games",
        sa.Column("id", TEXT, primary_key=True),
        sa.Column("mode", TEXT, nullable=False),
        sa.Column("ranked", WHOLE, nullable=False),
        sa.Column("started", WALL),
        sa.Column("ended", WALL, nullable=False),
        sa.Column("names", JSON, nullable=False),
        sa.Column("rules", JSON, nullable=False),
        sa.Column("result", JSON),
        sa.Column("record", BYTES, nullable=False),
        sa.Column("yaku", JSON),
        sa.Column("listed", WHOLE, nullable=False, server_default=sa.text("1")),
        sa.Column("private", WHOLE, nullable=False, server_default=sa.text("0")),
        sa.Column("public_from", WALL, nullable=False, server_default=sa.text("0")),
        **_STRICT,
    )
    op.create_index("games_by_end", "games", ["ended", "id"])
    unknown = sa.text("yaku IS NULL")
    op.create_index(
        "games_without_yaku", "games", ["id"], sqlite_where=unknown, postgresql_where=unknown
    )
    op.create_table(
        "players",
        sa.Column("game", TEXT, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", WHOLE, primary_key=True),
        sa.Column("account", TEXT, sa.ForeignKey("accounts.id")),
        sa.Column("ended", WALL, nullable=False),
        **_BY_KEY,
    )
    op.create_index("players_by_account", "players", ["account", "ended", "game"])


def _journals() -> None:
    op.create_table(
        "journals",
        sa.Column("id", TEXT, primary_key=True),
        sa.Column("header", BYTES, nullable=False),
        sa.Column("created", WALL, nullable=False),
        sa.Column("state", TEXT, nullable=False),
        sa.Column("reference", TEXT),
        sa.Column("reason", TEXT),
        sa.CheckConstraint("state IN ('running', 'frozen', 'damaged')"),
        **_STRICT,
    )
    op.create_table(
        "journal_entries",
        sa.Column("id", PLACE, primary_key=True),
        sa.Column("game", TEXT, nullable=False),
        sa.Column("number", WHOLE, nullable=False),
        sa.Column("entry", BYTES, nullable=False),
        **_STRICT,
    )
    op.create_table(
        "heartbeat",
        sa.Column("id", WHOLE, primary_key=True, autoincrement=False),
        sa.Column("wall", WALL, nullable=False),
        sa.CheckConstraint("id = 1"),
        **_STRICT,
    )
