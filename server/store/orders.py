"""What those who run the server ask of it, and what they have done.

An order is for the process that serves the database: it takes what is asked, one after another, and
leaves an outcome. The audit has an entry for everything that changes something or looks at what is
private, whoever carried it out; it is written before, and says afterwards what came of it.
"""

import secrets
from typing import Any, Final, Literal, TypeAlias

import msgspec
from sqlalchemy import Connection, delete, insert, or_, select, update

from server.store.database import Database
from server.store.schema import audit, orders

KEPT_S: Final = 3600.0
"""Orders that nobody has fetched the outcome of are forgotten after so long."""

OrderState: TypeAlias = Literal["asked", "taken", "done", "refused"]


class KeptOrder(msgspec.Struct, frozen=True):
    """An order as it is kept: `order` and `outcome` are JSON."""

    id: str
    created: float
    actor: str
    order: str
    state: OrderState
    outcome: str | None


class Entry(msgspec.Struct, frozen=True):
    """An entry of the audit: who has done what to whom (an account, a table, a report)."""

    id: str
    at: float
    actor: str
    action: str
    target: str | None
    detail: dict[str, Any]


class OrderStore:
    """Reads and writes orders."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def ask(self, actor: str, order: str, now: float) -> str:
        """Keep an order; return its id."""
        number = secrets.token_hex(8)
        row = insert(orders).values(id=number, created=now, actor=actor, order=order, state="asked")
        await self._database.write(lambda connection: connection.execute(row).rowcount)
        return number

    async def take(self, now: float) -> KeptOrder | None:
        """Return the next order that is asked, which is taken from now on; forget old ones."""
        # Looking before writing: there is nothing to do almost every time.
        waiting = select(orders.c.id).where(
            or_(orders.c.state == "asked", orders.c.created < now - KEPT_S)
        )
        found = await self._database.read(lambda connection: connection.execute(waiting).first())
        return await self._next(now) if found is not None else None

    async def finish(self, order: str, state: OrderState, outcome: str) -> None:
        """Keep what came of an order."""
        row = update(orders).where(orders.c.id == order).values(state=state, outcome=outcome)
        await self._database.write(lambda connection: connection.execute(row).rowcount)

    async def outcome(self, order: str) -> KeptOrder | None:
        """Return an order as it stands."""
        wanted = select(orders).where(orders.c.id == order)

        def work(connection: Connection) -> KeptOrder | None:
            row = connection.execute(wanted).first()
            return None if row is None else KeptOrder(*row)

        return await self._database.read(work)

    async def drop(self, order: str, *, unless_taken: bool = False) -> bool:
        """Forget an order; False: it is not there, or it was taken."""
        gone = delete(orders).where(orders.c.id == order)
        if unless_taken:
            gone = gone.where(orders.c.state == "asked")
        return await self._database.write(lambda connection: connection.execute(gone).rowcount > 0)

    async def _next(self, now: float) -> KeptOrder | None:
        def work(connection: Connection) -> KeptOrder | None:
            connection.execute(delete(orders).where(orders.c.created < now - KEPT_S))
            row = connection.execute(_ASKED).first()
            if row is None:
                return None
            taken = update(orders).where(orders.c.id == row.id, orders.c.state == "asked")
            if connection.execute(taken.values(state="taken")).rowcount == 0:
                return None
            return KeptOrder(*row)

        return await self._database.write(work)


class AuditStore:
    """Reads and writes the audit."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def begin(
        self, actor: str, action: str, target: str | None, detail: dict[str, Any], now: float
    ) -> Entry:
        """Keep that something is about to be done."""
        entry = Entry(secrets.token_hex(8), now, actor, action, target, detail)
        row = insert(audit).values(
            id=entry.id,
            at=now,
            actor=actor,
            action=action,
            target=target,
            detail=msgspec.json.encode(detail).decode(),
        )
        await self._database.write(lambda connection: connection.execute(row).rowcount)
        return entry

    async def end(self, entry: Entry, outcome: str) -> None:
        """Keep what came of it."""
        detail = msgspec.json.encode({**entry.detail, "outcome": outcome}).decode()
        row = update(audit).where(audit.c.id == entry.id).values(detail=detail)
        await self._database.write(lambda connection: connection.execute(row).rowcount)

    async def latest(self, limit: int, target: str | None = None) -> list[Entry]:
        """Return entries, the newest first; of one account, table or report if named."""
        wanted = select(audit).order_by(audit.c.at.desc(), audit.c.id).limit(limit)
        if target is not None:
            wanted = wanted.where(audit.c.target == target)

        def work(connection: Connection) -> list[Entry]:
            return [
                Entry(id, at, actor, action, whom, msgspec.json.decode(detail))
                for id, at, actor, action, whom, detail in connection.execute(wanted)
            ]

        return await self._database.read(work)


_ASKED: Final = (
    select(orders).where(orders.c.state == "asked").order_by(orders.c.created, orders.c.id).limit(1)
)
