"""A whole server with real tables on a port, whose clock a test moves."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

import msgspec
import pytest

from engine.bots.easy import Easy
from engine.core.wall import WallSource
from engine.riichi.catalogue import catalogue
from server.app import App
from server.client import session, wire
from server.config import Config
from server.store.engine import driver_of
from server.store.journals import JournalStore
from server.store.records import RecordStore
from server.table.bots import PromptBrain
from server.table.rules import parse_room_rules
from server.table.service import TableService
from tests.support.fake_clock import FakeClock
from tests.support.ws_client import PATIENCE_S

STEP_S = 0.25


class RealServer(msgspec.Struct):
    """A running server; its bots are `easy` and answer at once."""

    app: App
    clock: FakeClock
    url: str

    async def play_until(self, done: Callable[[], bool]) -> None:
        """Let time go by in steps that are short beside any thinking time."""
        async with asyncio.timeout(3 * PATIENCE_S):
            while not done():
                await self.clock.pass_time(STEP_S)

    def tell_sqlite(self, pragma: str) -> None:
        """Set something on the connection that writes; not as a write, which may be refused."""
        driver_of(self.app.records.database._writer_connection).execute(f"PRAGMA {pragma}")


@asynccontextmanager
async def real_server(
    config: Config,
    clock: FakeClock,
    *,
    journals: bool = False,
    walls: Callable[[], WallSource] | None = None,
) -> AsyncIterator[RealServer]:
    """Run a server with settings like those of `fast`; `walls` makes the walls of each game."""

    def make_tables(records: RecordStore) -> TableService:
        return TableService(
            clock,
            records,
            policies={level: lambda _seed: Easy(1) for level in ("easy", "normal")},
            brain=PromptBrain(),
            journals=JournalStore(records.database) if journals else None,
            walls=walls,
        )

    app = App(
        config, clock, make_tables=make_tables, parse_rules=parse_room_rules, catalogue=catalogue
    )
    with patient_sessions(), prompt_commits():
        port = await app.start()
        try:
            yield RealServer(app, clock, f"ws://127.0.0.1:{port}/ws")
        finally:
            await app.stop()


@contextmanager
def patient_sessions() -> Iterator[None]:
    """Let our own clients wait for a busy machine to open a connection."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (session, wire):
            patch.setattr(module, "OPEN_S", PATIENCE_S)
        yield


@contextmanager
def prompt_commits() -> Iterator[None]:
    """Let no commit wait for the loop's own time, which a fake clock neither moves nor sees."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("server.store.journals._SPACING_S", (0.0, 0.0))
        yield


def fast(db: str = ":memory:") -> Config:
    """Settings for fast time: nobody pings in it, and what is fast here would be too fast there."""
    return Config(port=0, db=db, silence_s=1e9, message_rate=1e6, message_burst=10**6, drain_s=0)
