"""What the README shows works: its bot plays a whole game, its messages make its rooms."""

import asyncio
import json
import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from protocol.codec import decode_client
from server.clock import SystemClock
from server.commands.serve_cmd import make_app
from server.config import Config
from server.table.rules import parse_room_rules

PATIENCE_S = 300.0
"""Nothing is timed by it: a machine with much else to do is slow."""
README = Path(__file__).resolve().parents[1].joinpath("README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.S)


@pytest.fixture
async def port() -> AsyncIterator[int]:
    """A server where nobody waits and a bot may be as quick as it likes."""
    config = Config(port=0, db=":memory:", floor_ms=0, bot_min_ms=0, bot_max_ms=0, message_rate=1e6)
    app = make_app(config, SystemClock(), {})
    try:
        yield await app.start()
    finally:
        await app.stop()


async def test_the_bot_plays_a_game_to_its_end(port: int) -> None:
    (script,) = blocks("python")
    assert "127.0.0.1:8765" in script
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", script.replace("127.0.0.1:8765", f"127.0.0.1:{port}")),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(PATIENCE_S):
        out, err = await process.communicate()
    assert process.returncode == 0, err.decode()
    result = re.fullmatch(r"ranks (\[.*\]) points (\[.*\])\n", out.decode())
    assert result is not None
    assert sorted(json.loads(result[1])) == [1, 2, 3, 4]
    assert sum(json.loads(result[2])) == pytest.approx(0)


def test_the_messages_are_valid() -> None:
    frames = [block.strip() for block in blocks("json")]
    assert len(frames) == 2
    for frame in [*frames, '{"type":"join_room","id":1,"code":"HK37WA"}']:
        assert frame in README
        decode_client(frame)
        rules = json.loads(frame).get("rules")
        if rules is not None:
            parse_room_rules(rules)
