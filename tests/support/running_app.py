"""A server on a free port of this machine, with a clock that the test moves."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from server.app import App
from server.config import Config
from tests.support.fake_clock import FakeClock
from tests.support.fake_tables import FakeTables, fake_room_rules
from tests.support.ws_client import WsClient


class Running(msgspec.Struct):
    """The parts of a running server that tests look at."""

    app: App
    clock: FakeClock
    tables: FakeTables
    port: int

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    def client(self, client: str = "client-for-tests") -> WsClient:
        return WsClient(self.url, client=client)


@asynccontextmanager
async def running_app(
    catalogue: Callable[[], Any] = dict, tables: FakeTables | None = None, **settings: Any
) -> AsyncIterator[Running]:
    """Run a server with fake tables; `settings` replace those of the configuration."""
    clock = FakeClock()
    tables = tables or FakeTables()
    cheap = {"password_memory_kib": 8, "password_passes": 1}
    config = Config(**{"port": 0, "db": ":memory:", **cheap, **settings})
    app = App(
        config,
        clock,
        make_tables=lambda _records: tables,
        parse_rules=fake_room_rules,
        catalogue=catalogue,
    )
    port = await app.start()
    try:
        yield Running(app, clock, tables, port)
    finally:
        await app.stop()
