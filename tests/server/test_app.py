"""The server as a process: what it prints, how it stops, what it says about wrong settings."""

import asyncio
import json
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from tests.support.ws_client import PATIENCE_S, WsClient

ROOT = Path(__file__).parents[2]


@asynccontextmanager
async def process(*arguments: str, **environ: str) -> AsyncIterator[asyncio.subprocess.Process]:
    inherited = {name: value for name, value in os.environ.items() if "JANTAKU" not in name}
    started = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "server",
        "serve",
        *arguments,
        cwd=ROOT,
        env={**inherited, **environ},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(2 * PATIENCE_S):
            yield started
    finally:
        if started.returncode is None:
            started.kill()
        await started.communicate()


async def ended(started: asyncio.subprocess.Process) -> tuple[int, str, str]:
    out, err = await started.communicate()
    assert started.returncode is not None
    return started.returncode, out.decode(), err.decode()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_it_says_where_it_listens_and_stops_in_order(
    number: signal.Signals, tmp_path: Path
) -> None:
    path = str(tmp_path / "jantaku.db")
    async with process("--port", "0", "--db", path) as server:
        assert server.stdout is not None
        line = (await server.stdout.readline()).decode()
        url = line.partition("(")[2].partition(")")[0]
        assert url.startswith("ws://127.0.0.1:")
        async with WsClient(url) as client:
            token = (await client.hello("Aoi"))["token"]
            server.send_signal(number)
            assert await client.closed() == (4450, "shutting_down")
            assert [message["type"] for message in client.inbox[-2:]] == ["notice", "bye"]
        code, _, err = await ended(server)
        assert code == 0
        events = [json.loads(entry)["event"] for entry in err.splitlines()]
        assert events[:2] == ["recovered", "server_started"]
        assert events[-1] == "server_stopped"
        assert token not in err

    async with process("--port", "0", "--db", path) as server:
        assert server.stdout is not None
        line = (await server.stdout.readline()).decode()
        async with WsClient(line.partition("(")[2].partition(")")[0]) as client:
            assert (await client.hello(token=token))["name"] == "Aoi"


@pytest.mark.parametrize(
    ("arguments", "environ", "fault"),
    [
        (["--port", "70000"], {}, "flags: port = 70000"),
        (["--db", "mysql://localhost/x"], {}, "flags: db: 'mysql://localhost/x'"),
        (["--db", "nowhere/at/all.db"], {}, "nowhere/at/all.db: cannot be opened"),
        (["--config", "nothing.toml"], {}, "nothing.toml: cannot be read"),
        ([], {"JANTAKU_PROT": "1"}, "environment: JANTAKU_PROT is not a setting"),
        ([], {"JANTAKU_BOT_MIN_MS": "5000"}, "bot_max_ms = 1600"),
    ],
)
async def test_wrong_settings_are_one_line_and_exit_code_2(
    arguments: list[str], environ: dict[str, str], fault: str
) -> None:
    async with process(*arguments, JANTAKU_PORT="0", JANTAKU_DB=":memory:", **environ) as server:
        code, out, err = await ended(server)
        assert (code, out) == (2, "")
        assert err.startswith(f"jantaku: {fault}")
        assert len(err.splitlines()) == 1


async def test_a_port_that_is_taken() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        async with process("--port", str(port), "--db", ":memory:") as server:
            code, _, err = await ended(server)
            assert code == 2
            assert f"jantaku: cannot listen on 127.0.0.1 port {port}: " in err
