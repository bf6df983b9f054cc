"""The tables of the database as they are now.

`migrations/versions` has the steps that lead here from an empty database and from earlier ones; a
test holds both together. Times are wall seconds, `1` and `0` are yes and no, JSON is text.
"""

from typing import Any, Final

from sqlalchemy import (
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    MetaData,
    Table,
    text,
)

from server.store.columns import BYTES, JSON, NUMBER, PLACE, TEXT, WALL, WHOLE

REVISION: Final = "0003"
"""The newest of the steps."""

metadata: Final = MetaData()

_STRICT: Final[dict[str, Any]] = {"sqlite_strict": True}
# Without a rowid: a table that is only ever looked at by its key.
_BY_KEY: Final[dict[str, Any]] = {"sqlite_strict": True, "sqlite_with_rowid": False}


def _account(name: str = "account", **options: Any) -> Column[str]:
    """Refer to an account; what it has goes with it."""
    return Column(name, TEXT, ForeignKey("accounts.id", ondelete="CASCADE"), **options)


# Who somebody is

accounts: Final = Table(
    "accounts",
    metadata,
    Column("id", TEXT, primary_key=True),
    Column("name", TEXT, nullable=False),
    Column("created", WALL, nullable=False),
    Column("seen", WALL, nullable=False, server_default=text("0")),
    # From here on for those who have registered; guests have none of it.
    Column("registered", WALL),
    Column("name_key", TEXT),
    Column("password", TEXT),
    Column("recovery", BYTES),
    Column("renamed", WALL),
    Column("deleted", WALL),
    Column("settings", JSON),
    Index("accounts_by_seen", "seen"),
    Index("accounts_by_name_key", "name_key", unique=True),
    **_STRICT,
)

tokens: Final = Table(
    "tokens",
    metadata,
    Column("hash", BYTES, primary_key=True),
    Column("account", TEXT, ForeignKey("accounts.id"), nullable=False),
    Column("created", WALL, nullable=False),
    Column("replaces", BYTES),
    Column("renewed", WALL),
    Index("tokens_by_account", "account"),
    Index(
        "tokens_by_replaced",
        "replaces",
        sqlite_where=text("replaces IS NOT NULL"),
        postgresql_where=text("replaces IS NOT NULL"),
    ),
    **_BY_KEY,
)

# Games

games: Final = Table(
    "games",
    metadata,
    Column("id", TEXT, primary_key=True),
    Column("mode", TEXT, nullable=False),
    Column("ranked", WHOLE, nullable=False),
    Column("started", WALL),
    Column("ended", WALL, nullable=False),
    Column("names", JSON, nullable=False),
    Column("rules", JSON, nullable=False),
    Column("result", JSON),
    Column("record", BYTES, nullable=False),
    # What each seat won with, a list of lists; NULL: `RecordStore.catch_up` has not looked yet.
    Column("yaku", JSON),
    # Games that are not listed are for those who played them, and for whoever has the id.
    Column("listed", WHOLE, nullable=False, server_default=text("1")),
    # Games that only those see who played them; and when others see one.
    Column("private", WHOLE, nullable=False, server_default=text("0")),
    Column("public_from", WALL, nullable=False, server_default=text("0")),
    Column("queue", TEXT),
    Column("tier", TEXT),
    Index("games_by_end", "ended", "id"),
    Index(
        "games_without_yaku",
        "id",
        sqlite_where=text("yaku IS NULL"),
        postgresql_where=text("yaku IS NULL"),
    ),
    **_STRICT,
)

players: Final = Table(
    "players",
    metadata,
    Column("game", TEXT, ForeignKey("games.id"), primary_key=True),
    Column("seat", WHOLE, primary_key=True),
    Column("account", TEXT, ForeignKey("accounts.id")),
    Column("ended", WALL, nullable=False),
    # What the seat's game looks like in figures, derived from the record; NULL: not looked yet.
    Column("figures", JSON),
    Index("players_by_account", "account", "ended", "game"),
    **_BY_KEY,
)

journals: Final = Table(
    "journals",
    metadata,
    Column("id", TEXT, primary_key=True),
    Column("header", BYTES, nullable=False),
    Column("created", WALL, nullable=False),
    Column("state", TEXT, nullable=False),
    Column("reference", TEXT),
    Column("reason", TEXT),
    CheckConstraint("state IN ('running', 'frozen', 'damaged')"),
    **_STRICT,
)

# In order of arrival and without an index: sorted by game, here or there, every entry would dirty
# a page of its own.
journal_entries: Final = Table(
    "journal_entries",
    metadata,
    Column("id", PLACE, primary_key=True),
    Column("game", TEXT, nullable=False),
    Column("number", WHOLE, nullable=False),
    Column("entry", BYTES, nullable=False),
    **_STRICT,
)

heartbeat: Final = Table(
    "heartbeat",
    metadata,
    Column("id", WHOLE, primary_key=True, autoincrement=False),
    Column("wall", WALL, nullable=False),
    CheckConstraint("id = 1"),
    **_STRICT,
)

rooms: Final = Table(
    "rooms",
    metadata,
    Column("code", TEXT, primary_key=True),
    Column("state", BYTES, nullable=False),
    Column("changed", WALL, nullable=False),
    **_STRICT,
)

# Who served the database last (PostgreSQL): a server that lost its lock for a while looks here
# whether another one has served meanwhile.
served: Final = Table(
    "served",
    metadata,
    Column("id", WHOLE, primary_key=True, autoincrement=False),
    Column("process", TEXT, nullable=False),
    CheckConstraint("id = 1"),
    **_STRICT,
)

# People among themselves

friends: Final = Table(
    "friends",
    metadata,
    _account(primary_key=True),
    _account("other", primary_key=True),
    Column("state", TEXT, nullable=False),
    Column("since", WALL, nullable=False),
    CheckConstraint("state IN ('asked', 'friends')"),
    Index("friends_by_other", "other"),
    **_BY_KEY,
)

blocks: Final = Table(
    "blocks",
    metadata,
    _account(primary_key=True),
    _account("other", primary_key=True),
    Column("since", WALL, nullable=False),
    Index("blocks_by_other", "other"),
    **_BY_KEY,
)

rule_sets: Final = Table(
    "rule_sets",
    metadata,
    _account(primary_key=True),
    Column("name", TEXT, primary_key=True),
    Column("rules", JSON, nullable=False),
    Column("changed", WALL, nullable=False),
    **_STRICT,
)

# Ranked play

standings: Final = Table(
    "standings",
    metadata,
    _account(primary_key=True),
    Column("kind", TEXT, primary_key=True),
    Column("title", WHOLE, nullable=False),
    Column("stars", WHOLE, nullable=False),
    Column("points", WHOLE, nullable=False),
    Column("mu", NUMBER, nullable=False),
    Column("sigma", NUMBER, nullable=False),
    Column("games", WHOLE, nullable=False),
    # The highest title so far, and its stars, as one number.
    Column("best", WHOLE, nullable=False),
    Column("changed", WALL, nullable=False),
    CheckConstraint("kind IN ('4p', '3p')"),
    Index("standings_by_rank", "kind", "title", "stars", "points"),
    **_STRICT,
)

rank_changes: Final = Table(
    "rank_changes",
    metadata,
    Column("game", TEXT, ForeignKey("games.id"), primary_key=True),
    Column("seat", WHOLE, primary_key=True),
    _account(nullable=False),
    Column("kind", TEXT, nullable=False),
    Column("ended", WALL, nullable=False),
    Column("before", JSON, nullable=False),
    Column("after", JSON, nullable=False),
    Column("delta", WHOLE, nullable=False),
    Index("rank_changes_by_account", "account", "ended"),
    **_STRICT,
)

queued: Final = Table(
    "queued",
    metadata,
    _account(primary_key=True),
    Column("queue", TEXT, nullable=False),
    Column("tier", TEXT, nullable=False),
    Column("since", WALL, nullable=False),
    Column("details", JSON, nullable=False),
    **_STRICT,
)

matches: Final = Table(
    "matches",
    metadata,
    Column("id", TEXT, primary_key=True),
    Column("queue", TEXT, nullable=False),
    Column("tier", TEXT, nullable=False),
    Column("created", WALL, nullable=False),
    Column("accounts", JSON, nullable=False),
    Column("state", TEXT, nullable=False),
    Index("matches_by_state", "state", "created"),
    **_STRICT,
)

penalties: Final = Table(
    "penalties",
    metadata,
    _account(primary_key=True),
    Column("count", WHOLE, nullable=False),
    Column("until", WALL, nullable=False),
    Column("last", WALL, nullable=False),
    **_STRICT,
)

# Keeping order

sanctions: Final = Table(
    "sanctions",
    metadata,
    Column("id", TEXT, primary_key=True),
    _account(nullable=False),
    Column("kind", TEXT, nullable=False),
    Column("reason", TEXT, nullable=False),
    Column("since", WALL, nullable=False),
    # NULL: for good.
    Column("until", WALL),
    Column("by", TEXT, nullable=False),
    Column("lifted", WALL),
    CheckConstraint("kind IN ('mute', 'ban')"),
    Index("sanctions_by_account", "account"),
    **_STRICT,
)

reports: Final = Table(
    "reports",
    metadata,
    Column("id", TEXT, primary_key=True),
    _account("reporter", nullable=False),
    _account(nullable=False),
    Column("game", TEXT, nullable=False),
    # The number of the event at which the reporter stood.
    Column("place", WHOLE),
    Column("reason", TEXT, nullable=False),
    Column("text", TEXT, nullable=False),
    Column("created", WALL, nullable=False),
    Column("state", TEXT, nullable=False),
    Column("handled_by", TEXT),
    Column("handled", WALL),
    Index("reports_by_state", "state", "created"),
    **_STRICT,
)

# Not tied to accounts: what was done to one stays when the account goes.
audit: Final = Table(
    "audit",
    metadata,
    Column("id", TEXT, primary_key=True),
    Column("at", WALL, nullable=False),
    Column("actor", TEXT, nullable=False),
    Column("action", TEXT, nullable=False),
    Column("target", TEXT),
    Column("detail", JSON, nullable=False),
    Index("audit_by_time", "at"),
    **_STRICT,
)

announcements: Final = Table(
    "announcements",
    metadata,
    Column("id", TEXT, primary_key=True),
    # By language.
    Column("text", JSON, nullable=False),
    Column("since", WALL, nullable=False),
    Column("until", WALL),
    **_STRICT,
)

# What those who run the server ask of the process that serves the database.
orders: Final = Table(
    "orders",
    metadata,
    Column("id", TEXT, primary_key=True),
    Column("created", WALL, nullable=False),
    Column("actor", TEXT, nullable=False),
    Column("order", JSON, nullable=False),
    Column("state", TEXT, nullable=False),
    Column("outcome", JSON),
    CheckConstraint("state IN ('asked', 'taken', 'done', 'refused')"),
    Index("orders_by_state", "state", "created"),
    **_STRICT,
)
