"""What those who run the server ask of the process that serves the database."""

from typing import Any, Final

import sqlalchemy as sa
from alembic import op

from server.store.columns import JSON, TEXT, WALL

revision = "0003"
down_revision = "0002"

_STRICT: Final[dict[str, Any]] = {"sqlite_strict": True}


def upgrade() -> None:
    """Add the table for orders."""
    op.create_table(
        "orders",
        sa.Column("id", TEXT, primary_key=True),
        sa.Column("created", WALL, nullable=False),
        sa.Column("actor", TEXT, nullable=False),
        sa.Column("order", JSON, nullable=False),
        sa.Column("state", TEXT, nullable=False),
        sa.Column("outcome", JSON),
        sa.CheckConstraint("state IN ('asked', 'taken', 'done', 'refused')"),
        **_STRICT,
    )
    op.create_index("orders_by_state", "orders", ["state", "created"])
