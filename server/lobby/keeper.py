"""Rooms are saved first, then people are told: what a member has seen survives a kill.

Requests change a room in memory at once. The change is written in the background, together with
all others that have come up meanwhile, and what is to be said about it waits for that commit, in
the order in which it was said. The writing is as quick as one commit, whatever the number of rooms.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import Protocol, TypeAlias

from server.log import get_logger

Saying: TypeAlias = Callable[[], None]
"""Tells people something; what it tells was made when the change was."""

log = get_logger("lobby")


class RoomWriter(Protocol):
    """Where states go (`server.store.rooms.RoomStore`)."""

    async def write(self, states: Mapping[str, bytes | None]) -> None:
        """Keep states by code, None for a room that is no more."""


class Keeper:
    """Writes changes in groups and then lets them be told."""

    def __init__(self, store: RoomWriter) -> None:
        self._store = store
        self._states: dict[str, bytes | None] = {}
        self._sayings: list[Saying] = []
        self._work: asyncio.Task[None] | None = None

    def keep(self, code: str, state: bytes | None, saying: Saying) -> None:
        """Save a room's state, None where it is no more; then say it."""
        self._states[code] = state
        self.after(saying)

    def after(self, saying: Saying) -> None:
        """Say something once all that was changed before is saved."""
        self._sayings.append(saying)
        if self._work is None:
            self._work = asyncio.get_running_loop().create_task(self._write(), name="keep rooms")

    async def settle(self) -> None:
        """Return once everything is saved and said."""
        while self._work is not None:
            await asyncio.shield(self._work)

    async def _write(self) -> None:
        while self._sayings:
            states, self._states = self._states, {}
            sayings, self._sayings = self._sayings, []
            if states:
                await self._save(states)
            for saying in sayings:
                try:
                    saying()
                except Exception:
                    log.exception("saying_failed")
        self._work = None

    async def _save(self, states: Mapping[str, bytes | None]) -> None:
        """Save; rooms go on without a store, which gets what it did not take once more later."""
        try:
            await self._store.write(states)
        except Exception as error:
            self._states = {**states, **self._states}
            log.error("rooms_not_saved", rooms=sorted(states), error=str(error))
