"""What makes people come back: names of their own, friends, ranks, and somebody who keeps order."""

from typing import Any, Final

import sqlalchemy as sa
from alembic import op

from server.store.columns import BYTES, JSON, NUMBER, TEXT, WALL, WHOLE

revision = "0002"
down_revision = "0001"

_STRICT: Final[dict[str, Any]] = {"sqlite_strict": True}
_BY_KEY: Final[dict[str, Any]] = {"sqlite_strict": True, "sqlite_with_rowid": False}


def upgrade() -> None:
    """Add columns to accounts and games, and the tables for people."""
    for column in (
        sa.Column("registered", WALL),
        sa.Column("name_key", TEXT),
        sa.Column("password", TEXT),
        sa.Column("recovery", BYTES),
        sa.Column("renamed", WALL),
        sa.Column("deleted", WALL),
        sa.Column("settings", JSON),
    ):
        op.add_column("accounts", column)
    op.create_index("accounts_by_name_key", "accounts", ["name_key"], unique=True)
    op.add_column("games", sa.Column("queue", TEXT))
    op.add_column("games", sa.Column("tier", TEXT))
    op.add_column("players", sa.Column("figures", JSON))
    op.create_table(
        "served",
        sa.Column("id", WHOLE, primary_key=True, autoincrement=False),
        sa.Column("process", TEXT, nullable=False),
        sa.CheckConstraint("id = 1"),
        **_STRICT,
    )
    _people()
    _ranks()
    _queues()
    _order()


def _account(name: str = "account", **options: Any) -> sa.Column[str]:
    return sa.Column(name, TEXT, sa.ForeignKey("accounts.id", ondelete="CASCADE"), **options)


def _people() -> None:
    op.create_table(
        "friends",
        _account(primary_key=True),
        _account("other", primary_key=True),
        sa.Column("state", TEXT, nullable=False),
        sa.Column("since", WALL, nullable=False),
        sa.CheckConstraint("state IN ('asked', 'friends')"),
        **_BY_KEY,
    )
    op.create_index("friends_by_other", "friends", ["other"])
    op.create_table(
        "blocks",
        _account(primary_key=True),
        _account("other", primary_key=True),
        sa.Column("since", WALL, nullable=False),
        **_BY_KEY,
    )
    op.create_index("blocks_by_other", "blocks", ["other"])
    op.create_table(
        "rule_sets",
        _account(primary_key=True),
        sa.Column("name", TEXT, primary_key=True),
        sa.Column("rules", JSON, nullable=False),
        sa.Column("changed", WALL, nullable=False),
        **_STRICT,
    )


def _ranks() -> None:
    op.create_table(
        "standings",
        _account(primary_key=True),
        sa.Column("kind", TEXT, primary_key=True),
        sa.Column("title", WHOLE, nullable=False),
        sa.Column("stars", WHOLE, nullable=False),
        sa.Column("points", WHOLE, nullable=False),
        sa.Column("mu", NUMBER, nullable=False),
        sa.Column("sigma", NUMBER, nullable=False),
        sa.Column("games", WHOLE, nullable=False),
        sa.Column("best", WHOLE, nullable=False),
        sa.Column("changed", WALL, nullable=False),
        sa.CheckConstraint("kind IN ('4p', '3p')"),
        **_STRICT,
    )
    op.create_index("standings_by_rank", "standings", ["kind", "title", "stars", "points"])
    op.create_table(
        "rank_changes",
        sa.Column("game", TEXT, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", WHOLE, primary_key=True),
        _account(nullable=False),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("ended", WALL, nullable=False),
        sa.Column("before", JSON, nullable=False),
        sa.Column("after", JSON, nullable=False),
        sa.Column("delta", WHOLE, nullable=False),
        **_STRICT,
    )
    op.create_index("rank_changes_by_account", "rank_changes", ["account", "ended"])


def _queues() -> None:
    op.create_table(
        "queued",
        _account(primary_key=True),
        sa.Column("queue", TEXT, nullable=False),
        sa.Column("tier", TEXT, nullable=False),
        sa.Column("since", WALL, nullable=False),
        sa.Column("details", JSON, nullable=False),
        **_STRICT,
    )
    op.create_table(
        "matches",
        sa.Column("id", TEXT, primary_key=True),
        sa.Column("queue", TEXT, nullable=False),
        sa.Column("tier", TEXT, nullable=False),
        sa.Column("created", WALL, nullable=False),
        sa.Column("accounts", JSON, nullable=False),
        sa.Column("state", TEXT, nullable=False),
        **_STRICT,
    )
    op.create_index("matches_by_state", "matches", ["state", "created"])
    op.create_table(
        "penalties",
        _account(primary_key=True),
        sa.Column("count", WHOLE, nullable=False),
        sa.Column("until", WALL, nullable=False),
        sa.Column("last", WALL, nullable=False),
        **_STRICT,
    )


def _order() -> None:
    op.create_table(
        "sanctions",
        sa.Column("id", TEXT, primary_key=True),
        _account(nullable=False),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("reason", TEXT, nullable=False),
        sa.Column("since", WALL, nullable=False),
        sa.Column("until", WALL),
        sa.Column("by", TEXT, nullable=False),
        sa.Column("lifted", WALL),
        sa.CheckConstraint("kind IN ('mute', 'ban')"),
        **_STRICT,
    )
    op.create_index("sanctions_by_account", "sanctions", ["account"])
    op.create_table(
        "reports",
        sa.Column("id", TEXT, primary_key=True),
        _account("reporter", nullable=False),
        _account(nullable=False),
        sa.Column("game", TEXT, nullable=False),
        sa.Column("place", WHOLE),
        sa.Column("reason", TEXT, nullable=False),
        sa.Column("text", TEXT, nullable=False),
        sa.Column("created", WALL, nullable=False),
        sa.Column("state", TEXT, nullable=False),
        sa.Column("handled_by", TEXT),
        sa.Column("handled", WALL),
        **_STRICT,
    )
    op.create_index("reports_by_state", "reports", ["state", "created"])
    op.create_table(
        "audit",
        sa.Column("id", TEXT, primary_key=True),
        sa.Column("at", WALL, nullable=False),
        sa.Column("actor", TEXT, nullable=False),
        sa.Column("action", TEXT, nullable=False),
        sa.Column("target", TEXT),
        sa.Column("detail", JSON, nullable=False),
        **_STRICT,
    )
    op.create_index("audit_by_time", "audit", ["at"])
    op.create_table(
        "announcements",
        sa.Column("id", TEXT, primary_key=True),
        sa.Column("text", JSON, nullable=False),
        sa.Column("since", WALL, nullable=False),
        sa.Column("until", WALL),
        **_STRICT,
    )
