"""Spectators of a load run: they watch, count what comes, and know no rules."""

import asyncio
from collections.abc import Callable
from typing import Final

from protocol.codec import decode_server, encode
from protocol.session import Hello, Ping
from protocol.spectate import Unwatch, Watch
from protocol.unions import ClientMessage
from server.client.wire import Wire

OPEN_AT_A_TIME: Final = 100
"""Connections that come up at a time: a server's backlog of new ones is short."""
AGAIN_S: Final = 1.0
"""How long one waits that found no game before it looks again."""
PING_S: Final = 25.0
_QUIET: Final = frozenset({b"watchers", b"presence", b"pong", b"ok"})
_STREAM: Final = frozenset({b"event", b"skip"})


class Onlooker:
    """One spectator; `table` says what is to be watched now, None: nothing yet."""

    def __init__(self, crowd: "Onlookers", number: int, table: Callable[[], str | None]) -> None:
        self._crowd = crowd
        self._number = number
        self._table = table
        self._wire: Wire | None = None
        self._last_id = 0
        self.greeted = asyncio.Event()

    async def connect(self, url: str) -> None:
        """Open the connection and say hello.

        Raises:
            ConnectionError: the server is not there, or is full.
        """
        self._wire = await Wire.connect(url, self._on_frame, self._on_close)
        self._say(Hello(client=f"onlooker-{self._number}", name=f"look{self._number}"))
        await self.greeted.wait()

    def watch(self) -> None:
        """Watch, or look again later."""
        table = self._table()
        if self._crowd.watching and table is not None:
            self._last_id += 1
            self._say(Watch(id=self._last_id, table=table))
        elif self._crowd.watching:
            asyncio.get_running_loop().call_later(AGAIN_S, self.watch)

    def unwatch(self) -> None:
        """Look away."""
        self._last_id += 1
        self._say(Unwatch(id=self._last_id))

    def ping(self) -> None:
        """Keep the connection alive."""
        self._say(Ping(t=0))

    def close(self) -> None:
        """Hang up."""
        wire, self._wire = self._wire, None
        if wire is not None:
            wire.close()

    def _say(self, message: ClientMessage) -> None:
        if self._wire is not None:
            self._wire.send(encode(message))

    def _on_close(self, reason: str) -> None:
        self.greeted.set()
        if self._wire is not None:
            self._wire = None
            self._crowd.lost(reason)

    def _on_frame(self, frame: bytes) -> None:
        crowd = self._crowd
        crowd.frames += 1
        kind = frame[9 : frame.index(b'"', 9)]
        if kind in _STREAM:
            crowd.events += 1
        elif kind in _QUIET:
            pass
        elif kind == b"welcome":
            self.greeted.set()
        elif kind == b"snapshot":
            crowd.snapshots += 1
        elif kind == b"table_over":
            asyncio.get_running_loop().call_later(AGAIN_S, self.watch)
        elif kind == b"watch_over":
            crowd.count("dropped")
            self.watch()
        elif kind == b"error":
            crowd.count(getattr(decode_server(frame), "code", "error"))
            asyncio.get_running_loop().call_later(AGAIN_S, self.watch)


class Onlookers:
    """Many spectators. `events`, `frames` and `snapshots` count what came, `errors` what did not.

    A game that ends between being looked up and being watched is no error of anybody: the
    onlooker takes the next one.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.watching = False
        self.events = 0
        self.frames = 0
        self.snapshots = 0
        self.errors: dict[str, int] = {}
        self.people: list[Onlooker] = []
        self._alive: asyncio.Task[None] | None = None

    async def come(self, count: int, table: Callable[[int], str | None]) -> None:
        """Connect so many; `table` says what each, by its number, is to watch.

        Raises:
            ConnectionError: the server is not there, or is full.
        """

        def chosen(number: int) -> Callable[[], str | None]:
            return lambda: table(number)

        first = len(self.people)
        self.people += [
            Onlooker(self, number, chosen(number)) for number in range(first, first + count)
        ]
        for place in range(first, first + count, OPEN_AT_A_TIME):
            group = self.people[place : place + OPEN_AT_A_TIME]
            await asyncio.gather(*[person.connect(self.url) for person in group])
        if self._alive is None:
            self._alive = asyncio.get_running_loop().create_task(self._keep_alive())

    def look(self) -> None:
        """Let everybody watch."""
        self.watching = True
        for person in self.people:
            person.watch()

    def look_away(self) -> None:
        """Let nobody watch."""
        self.watching = False
        for person in self.people:
            person.unwatch()

    def stop(self) -> None:
        """Hang up everywhere."""
        self.watching = False
        if self._alive is not None:
            self._alive.cancel()
        for person in self.people:
            person.close()

    def count(self, code: str) -> None:
        """Note a refusal."""
        if code not in ("game_over", "no_such_table"):
            self.errors[code] = self.errors.get(code, 0) + 1

    def lost(self, reason: str) -> None:
        """Note a connection that broke."""
        self.count(reason)

    async def _keep_alive(self) -> None:
        """Ping a few at a time."""
        place = 0
        while True:
            await asyncio.sleep(1.0)
            step = 1 + int(len(self.people) / PING_S)
            for person in self.people[place : place + step]:
                person.ping()
            place = place + step if place + step < len(self.people) else 0
