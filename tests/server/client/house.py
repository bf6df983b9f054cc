"""A server on a free port with real tables that lose no time."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec

from engine.bots.easy import Easy
from engine.core.wall import SeededWalls
from server.app import App
from server.clock import SystemClock
from server.config import Config
from server.table.api import TableSettings
from server.table.bots import PromptBrain
from server.table.rules import parse_room_rules
from server.table.service import TableService
from tests.support.real_server import patient_sessions

RULES = {"preset": "majsoul_friend_4p", "length": "one_round", "thinking_time": "300+0"}


class House(msgspec.Struct):
    app: App
    url: str


@asynccontextmanager
async def house(seed: bytes = b"guests") -> AsyncIterator[House]:
    clock = SystemClock()
    config = Config(port=0, db=":memory:", message_rate=1e6, message_burst=10**6)
    app = App(
        config,
        clock,
        make_tables=lambda records: TableService(
            clock,
            records,
            policies={level: lambda _seed: Easy(1) for level in ("easy", "normal")},
            brain=PromptBrain(),
            settings=TableSettings(floor_ms=0, bot_min_ms=0, bot_max_ms=0, confirm_ms=1000),
            walls=lambda: SeededWalls(seed),
        ),
        parse_rules=parse_room_rules,
        catalogue=dict,
    )
    port = await app.start()
    try:
        with patient_sessions():
            yield House(app, f"ws://127.0.0.1:{port}/ws")
    finally:
        await app.stop()
