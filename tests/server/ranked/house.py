"""A server with ranked queues whose games are short, and people who play there."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, func, insert, select

from server.ranked.tables import Tables, load
from server.store.schema import games, matches, rank_changes, standings
from tests.support.fake_clock import FakeClock
from tests.support.real_server import RealServer, fast, real_server
from tests.support.seated_client import SeatedClient
from tests.support.ws_client import PATIENCE_S, Message

OURS = (files("server.ranked") / "ranks.toml").read_text(encoding="utf-8")
SHORT = {
    'length = "east",': 'length = "one_round",',
    'length = "east_south"': 'length = "one_round"',
}
"""Games of one round, whatever the queue's name says."""


def numbers(folder: Path, changes: Mapping[str, str] = SHORT) -> Path:
    """Write our numbers with some changes, each of which must change something."""
    text = OURS
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    path = folder / "ranks.toml"
    path.write_text(text, encoding="utf-8")
    return path


class Person(SeatedClient):
    """Somebody with an account who queues and plays."""

    def __init__(self, url: str, name: str) -> None:
        super().__init__(url, client=f"page-of-{name.replace(' ', '-')}")
        self.name = name

    async def come(self) -> Message:
        """Connect, for the first time or again."""
        await self.open()
        name = self.name if self.token is None else None
        welcome = await self.hello(name=name, token=self.token)
        assert welcome["type"] == "welcome", welcome
        return welcome

    async def queue(self, queue: str = "4p_south", **fields: Any) -> Message:
        """Join a queue; return the answer."""
        return await self.request("join_queue", queue=queue, **fields)

    async def ranks(self) -> Message:
        """Ask how the queues and the own ranks stand."""
        return await self.request("list_queues")

    async def wait_for(self, kind: str, server: RealServer) -> Message:
        """Let time go by until a message of this type comes after the last one."""
        waiting = asyncio.ensure_future(self.next(kind))
        try:
            await server.play_until(waiting.done)
        finally:
            waiting.cancel()
        return waiting.result()


class House(msgspec.Struct):
    """A running server and the numbers that it plays by."""

    server: RealServer
    tables: Tables
    stack: AsyncExitStack

    @property
    def clock(self) -> FakeClock:
        return self.server.clock

    async def people(self, *names: str) -> list[Person]:
        """Let people come in; they hang up in the end."""
        found = [Person(self.server.url, name) for name in names]
        for person in found:
            await person.come()
            self.stack.push_async_callback(person.close)
        return found

    async def all_get(self, people: list[Person], kind: str) -> list[Message]:
        """Let time go by until each has got a further message of this type."""
        waiting = [asyncio.ensure_future(person.next(kind)) for person in people]
        try:
            await self.server.play_until(lambda: all(one.done() for one in waiting))
        finally:
            for one in waiting:
                one.cancel()
        return [one.result() for one in waiting]

    async def read(self, work: Any) -> Any:
        """Look into the database."""
        return await self.server.app.records.database.read(work)

    async def standing(self, account: str, kind: str = "4p") -> tuple[int, int, int, int] | None:
        """Return title, stars, points and games as they are kept."""
        wanted = select(
            standings.c.title, standings.c.stars, standings.c.points, standings.c.games
        ).where(standings.c.account == account, standings.c.kind == kind)

        def work(connection: Connection) -> Any:
            row = connection.execute(wanted).first()
            return None if row is None else tuple(row)

        found: tuple[int, int, int, int] | None = await self.read(work)
        return found

    async def give_rank(
        self, account: str, title: int, stars: int, points: int, kind: str = "4p", games: int = 0
    ) -> None:
        """Let somebody have a rank without having played for it."""
        row = {
            "account": account,
            "kind": kind,
            "title": title,
            "stars": stars,
            "points": points,
            "mu": 25.0,
            "sigma": 8.333,
            "games": games,
            "best": 0,
            "changed": 0.0,
        }
        await self.server.app.records.database.write(
            lambda connection: connection.execute(insert(standings).values(row))
        )

    async def counts(self) -> dict[str, int]:
        """Return how many rows there are of what must be there once."""

        def work(connection: Connection) -> dict[str, int]:
            return {
                table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
                for table in (games, rank_changes, matches)
            }

        found: dict[str, int] = await self.read(work)
        return found


@asynccontextmanager
async def house(
    path: Path, *, clock: FakeClock | None = None, db: str | None = None, **settings: Any
) -> AsyncIterator[House]:
    """Run a server whose numbers are in the file `path`; guests may play."""
    about = {"ranked_guests": True, "ranked_file": str(path), **settings}
    config = msgspec.structs.replace(fast(db or ":memory:"), **about)
    async with (
        asyncio.timeout(6 * PATIENCE_S),
        real_server(config, clock or FakeClock(), journals=db is not None) as server,
        AsyncExitStack() as stack,
    ):
        yield House(server, load(path), stack)
