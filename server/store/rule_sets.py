"""Rules that accounts keep under a name; what is in a row is the lobby's."""

from collections.abc import Callable

from sqlalchemy import Connection, delete, func, select

from server.store.database import Database
from server.store.dialects import insert_into
from server.store.schema import rule_sets


class RuleSetStore:
    """Reads and writes rule sets. `wall` gives the time that is noted with a change."""

    def __init__(self, database: Database, wall: Callable[[], float]) -> None:
        self._database = database
        self._wall = wall

    async def save(self, account: str, name: str, rules: str, most: int) -> bool:
        """Keep rules under a name, in place of those that were there.

        Returns once they are on the disk; False: the account has `most` others, nothing was kept.

        Raises:
            StoreError: nothing was kept.
        """
        others = (
            select(func.count())
            .select_from(rule_sets)
            .where(rule_sets.c.account == account, rule_sets.c.name != name)
        )
        row = {"account": account, "name": name, "rules": rules, "changed": self._wall()}

        def work(connection: Connection) -> bool:
            if connection.execute(others).scalar_one() >= most:
                return False
            keep = insert_into(connection, rule_sets)
            connection.execute(
                keep.on_conflict_do_update(
                    index_elements=["account", "name"],
                    set_={"rules": keep.excluded.rules, "changed": keep.excluded.changed},
                ),
                row,
            )
            return True

        return await self._database.write(work)

    async def delete(self, account: str, name: str) -> bool:
        """Forget rules; False: there were none of this name.

        Raises:
            StoreError: nothing was changed.
        """
        gone = (
            delete(rule_sets)
            .where(rule_sets.c.account == account, rule_sets.c.name == name)
            .returning(rule_sets.c.name)
        )
        return await self._database.write(
            lambda connection: connection.execute(gone).first() is not None
        )

    async def all(self, account: str) -> list[tuple[str, str]]:
        """Return the names and rules of an account, by name.

        Raises:
            StoreError: they cannot be read.
        """
        wanted = (
            select(rule_sets.c.name, rule_sets.c.rules)
            .where(rule_sets.c.account == account)
            .order_by(rule_sets.c.name)
        )
        return await self._database.read(
            lambda connection: [(name, rules) for name, rules in connection.execute(wanted)]
        )
