"""Many tables of scripted clients, four a table: they make a room and play game after game in it.

What is measured is how long a discard takes to come back in the stream.
"""

import asyncio
from collections.abc import Mapping
from typing import Any, Final

from protocol.room import SpectateView
from server.client.swarm_client import SwarmClient
from server.client.tally import Tally

PING_S: Final = 20.0
_TICK_S: Final = 0.1
"""Between the pings of some clients and those of the next: all at once would be a storm."""
_SLICE: Final = 50
"""Tables that come up at a time: a server's backlog of new connections is short."""


class Swarm:
    """`tables` tables at one server. `wildness`: how often a random option is taken, 0..1.

    `view`: how the tables may be watched, as their rules say if None.
    `thinking_s`: mean time before an answer, evenly spread; it may be changed while they play.
    """

    def __init__(
        self,
        url: str,
        tables: int,
        rules: Mapping[str, Any],
        wildness: float = 0.1,
        view: SpectateView | None = None,
    ) -> None:
        self.url = url
        self.view = view
        self.rules = rules
        self.wildness = wildness
        self.thinking_s = 0.0
        self.tally = Tally()
        self.first_attempt = True
        self.holding = True
        self.clients: list[SwarmClient] = []
        self._reconnecting: set[asyncio.Task[None]] = set()
        self._pinging: asyncio.Task[None] | None = None
        for table in range(tables):
            members: list[SwarmClient] = []
            members += [SwarmClient(self, 4 * table + seat, members) for seat in range(4)]
            self.clients += members

    def table(self, number: int) -> str | None:
        """Return what is played at one of the tables now."""
        tables = len(self.clients) // 4
        return self.clients[4 * (number % tables)].table

    async def start(self) -> None:
        """Bring all tables up; none plays before all stand, or they would starve the others.

        Raises:
            ConnectionError: the server cannot be reached.
        """
        step = 4 * _SLICE
        for first in range(0, len(self.clients), step):
            group = self.clients[first : first + step]
            await asyncio.gather(*[client.connect() for client in group])
            self.first_attempt = False
            await asyncio.gather(*[client.playing.wait() for client in group])
        self.holding = False
        self._pinging = asyncio.get_running_loop().create_task(self._ping())
        for client in self.clients:
            client.play()

    async def measure(self, seconds: float) -> None:
        """Count for so many seconds."""
        self.tally.clear()
        await asyncio.sleep(seconds)

    def lost(self, client: SwarmClient, reason: str) -> None:
        """Connect a client again."""
        self.tally.lost(reason)
        task = asyncio.get_running_loop().create_task(client.connect())
        self._reconnecting.add(task)
        task.add_done_callback(self._reconnecting.discard)

    def stop(self) -> None:
        """Hang up everywhere."""
        if self._pinging is not None:
            self._pinging.cancel()
        for task in self._reconnecting:
            task.cancel()
        for client in self.clients:
            client.stop()

    async def _ping(self) -> None:
        """Keep all connections alive, each once in `PING_S`, one after the other."""
        while True:
            ticks = round(PING_S / _TICK_S)
            for tick in range(ticks):
                for client in self.clients[tick::ticks]:
                    client.ping()
                await asyncio.sleep(_TICK_S)
