"""What docs/examples/newcomer.py shows works: four of it find each other in a ranked queue."""

import asyncio
import re
import sys
from pathlib import Path

from server.clock import SystemClock
from server.commands.serve_cmd import make_app
from server.config import Config
from tests.server.ranked.house import numbers

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "docs" / "examples" / "newcomer.py"
PATIENCE_S = 300.0
"""Nothing is timed by it: a machine with much else to do is slow."""
NAMES = ("Aki", "Ben", "Chie", "Dai")


async def test_four_newcomers_end_with_a_profile(tmp_path: Path) -> None:
    config = Config(
        port=0,
        db=":memory:",
        floor_ms=0,
        bot_min_ms=0,
        bot_max_ms=0,
        message_rate=1e6,
        message_burst=10**6,
        ranked_file=str(numbers(tmp_path)),
    )
    app = make_app(config, SystemClock(), {})
    try:
        url = f"ws://127.0.0.1:{await app.start()}/ws"
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, str(EXAMPLE), url, *NAMES),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        async with asyncio.timeout(PATIENCE_S):
            out, err = await process.communicate()
    finally:
        await app.stop()
    assert process.returncode == 0, err.decode()
    lines = out.decode().splitlines()
    for name in NAMES:
        said = "\n".join(line for line in lines if line.startswith(f"{name}: "))
        expected = (
            rf"{name}: friend room, places \[\d, \d, \d, \d\]\n"
            rf"{name}: registered, .* is [0-9A-Z]{{5}}(-[0-9A-Z]{{5}})+\n"
            rf"{name}: ranked, [+-]\d+ points, now novice \d\n"
            rf"{name}: profile, games by kind {{'4p_bots': 1, '4p_ranked': 1}}"
        )
        assert re.fullmatch(expected, said), said


def test_it_is_short() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 60
