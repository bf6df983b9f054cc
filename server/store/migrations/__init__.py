"""From an empty database, or one of an earlier release, to the tables of `server.store.schema`.

Alembic runs the steps in `versions` and notes in the table `alembic_version` which it has run.
"""

from functools import cache
from pathlib import Path
from typing import Any, Final

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

FIRST: Final = "0001"
"""The step that makes what files of earlier releases have without Alembic."""


@cache
def scripts() -> ScriptDirectory:
    """Return the steps."""
    return ScriptDirectory(str(Path(__file__).parent))


def upgrade(connection: Connection, *, to: str = "head", has: str | None = None) -> None:
    """Run the steps that are missing; the caller begins and ends the transaction.

    `has` is the revision of a database that Alembic has not seen yet.
    """

    def steps(revisions: Any, _context: MigrationContext) -> Any:
        return scripts()._upgrade_revs(to, revisions)

    context = MigrationContext.configure(
        connection,
        opts={"fn": steps, "transactional_ddl": True, "transaction_per_migration": False},
    )
    if has is not None:
        context.stamp(scripts(), has)
    with Operations.context(context):
        context.run_migrations()
