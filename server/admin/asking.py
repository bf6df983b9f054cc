"""Giving an order from another process: to the running server, or to the database without one."""

import asyncio
import time
from collections.abc import Callable
from typing import Final

import msgspec

from server.admin.desk import Desk, Outcome
from server.admin.orders import Order, OrderError, write_order
from server.store.database import Database
from server.store.errors import StoreError
from server.store.orders import KeptOrder, OrderStore

NOBODY_S: Final = 3.0
"""A server that runs has taken an order by then."""
PATIENCE_S: Final = 60.0
_AGAIN_S: Final = 0.05


async def ask(path: str, order: Order, actor: str) -> Outcome:
    """Have an order carried out by the server that runs on a database, or here if none does.

    Raises:
        OrderError: it cannot be carried out.
        StoreError: the database cannot be used.
    """
    database = Database(path)
    try:
        outcome = await _by_server(OrderStore(database), order, actor)
    finally:
        database.close()
    if outcome is not None:
        return outcome
    # Whoever serves a database holds its lock, so no server begins while this goes on.
    try:
        database = Database(path, sole=True)
    except StoreError as error:
        raise OrderError(
            f"the server does not take orders, and the database is in use: {error}"
        ) from None
    try:
        return await Desk(database, time.time).carry_out(order, actor)
    finally:
        database.close()


async def _by_server(store: OrderStore, order: Order, actor: str) -> Outcome | None:
    """Leave an order and wait for what comes of it; None: nobody takes it."""
    asked = await store.ask(actor, write_order(order), time.time())

    async def answered(wanted: Callable[[KeptOrder], bool], seconds: float) -> KeptOrder | None:
        until = time.monotonic() + seconds
        while True:
            kept = await store.outcome(asked)
            if kept is None or wanted(kept):
                return kept
            if time.monotonic() >= until:
                return None
            await asyncio.sleep(_AGAIN_S)

    taken = await answered(lambda kept: kept.state != "asked", NOBODY_S)
    if taken is None and await store.drop(asked, unless_taken=True):
        return None
    done = await answered(lambda kept: kept.state in ("done", "refused"), PATIENCE_S)
    if done is None or done.outcome is None:
        raise OrderError(
            "the server has taken the order and does not answer; `jantaku admin audit` will tell"
        )
    await store.drop(asked)
    outcome: Outcome = msgspec.json.decode(done.outcome)
    if done.state == "refused":
        raise OrderError(str(outcome.get("error", "refused")))
    return outcome
