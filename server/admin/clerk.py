"""Takes orders from the database, one after another, and leaves what came of them."""

from typing import Final

import msgspec

from server.admin.desk import Desk
from server.admin.orders import OrderError, read_order
from server.clock import Clock
from server.log import get_logger
from server.store.errors import StoreError
from server.store.orders import KeptOrder, OrderState, OrderStore

LOOK_S: Final = 0.5
"""How often the process that serves the database looks for orders."""

log = get_logger("admin")


class Clerk:
    """Serves those who run the server."""

    def __init__(self, clock: Clock, store: OrderStore, desk: Desk) -> None:
        self._clock = clock
        self._store = store
        self._desk = desk

    async def run(self) -> None:
        """Look again and again."""
        while True:
            try:
                await self.serve()
            except StoreError as error:
                log.warning("orders_not_read", reason=str(error))
            await self._clock.sleep(LOOK_S)

    async def serve(self) -> None:
        """Carry out all that is asked now.

        Raises:
            StoreError: orders cannot be read or answered.
        """
        while (kept := await self._store.take(self._clock.wall())) is not None:
            await self._carry_out(kept)

    async def _carry_out(self, kept: KeptOrder) -> None:
        try:
            outcome = await self._desk.carry_out(read_order(kept.order), kept.actor)
        except OrderError as error:
            await self._finish(kept, {"error": str(error)}, refused=True)
        except StoreError as error:
            await self._finish(kept, {"error": f"the database failed: {error}"}, refused=True)
        except Exception as error:
            # One order must not end the rest.
            log.exception("order_failed", order=kept.id)
            fault = f"the server failed at this order ({type(error).__name__}); its log has more"
            await self._finish(kept, {"error": fault}, refused=True)
        else:
            await self._finish(kept, outcome)

    async def _finish(
        self, kept: KeptOrder, outcome: dict[str, object], *, refused: bool = False
    ) -> None:
        state: OrderState = "refused" if refused else "done"
        log.info("order", order=kept.id, actor=kept.actor, state=state)
        await self._store.finish(kept.id, state, msgspec.json.encode(outcome).decode())
