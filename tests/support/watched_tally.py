"""A tally that says when a load run has come so far."""

import asyncio

from server.client.tally import Tally


class Watched(Tally):
    """`seen` discards have come back since the beginning, whatever `clear` forgets."""

    def __init__(self) -> None:
        self.seen = 0
        self.all_games = 0
        self._wanted = 0
        self._reached = asyncio.Event()
        super().__init__()

    def clear(self) -> None:
        self.all_games += getattr(self, "games", 0)
        super().clear()

    def waited(self, seconds: float) -> None:
        super().waited(seconds)
        self.seen += 1
        if self.seen >= self._wanted:
            self._reached.set()

    async def further(self, discards: int) -> None:
        """Return after so many more discards."""
        self._wanted = self.seen + discards
        self._reached.clear()
        await self._reached.wait()
