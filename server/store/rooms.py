"""Friend rooms as they stand, so that a restart finds them; what is in a row is the lobby's."""

from collections.abc import Callable, Mapping

from sqlalchemy import Connection, delete, select

from server.store.database import Database
from server.store.dialects import insert_into
from server.store.schema import rooms


class RoomStore:
    """Reads and writes rooms by code. `wall` gives the time that is noted with a change."""

    def __init__(self, database: Database, wall: Callable[[], float]) -> None:
        self._database = database
        self._wall = wall

    async def write(self, states: Mapping[str, bytes | None]) -> None:
        """Keep the states of some rooms, None for one that is no more; all of them or none.

        Returns once they are on the disk.

        Raises:
            StoreError: nothing was kept.
        """
        now = self._wall()
        kept = [
            {"code": code, "state": state, "changed": now}
            for code, state in states.items()
            if state is not None
        ]
        gone = [code for code, state in states.items() if state is None]

        def work(connection: Connection) -> None:
            if kept:
                keep = insert_into(connection, rooms)
                connection.execute(
                    keep.on_conflict_do_update(
                        index_elements=["code"],
                        set_={"state": keep.excluded.state, "changed": keep.excluded.changed},
                    ),
                    kept,
                )
            if gone:
                connection.execute(delete(rooms).where(rooms.c.code.in_(gone)))

        await self._database.write(work)

    async def all(self) -> list[tuple[str, bytes]]:
        """Return code and state of every room, the one that changed last first."""
        wanted = select(rooms.c.code, rooms.c.state).order_by(rooms.c.changed.desc(), rooms.c.code)

        def work(connection: Connection) -> list[tuple[str, bytes]]:
            return [(code, state) for code, state in connection.execute(wanted)]

        return await self._database.read(work)
