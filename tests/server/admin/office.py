"""A server with its database in a file, and `jantaku admin` beside it."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from server.admin import asking
from server.admin.clerk import LOOK_S
from server.cli import run
from tests.support.databases import STAGE
from tests.support.running_app import Running, running_app
from tests.support.ws_client import PATIENCE_S

PATIENT: Any = {"silence_s": 1e9, "hello_s": 1e9, "close_s": 1e9}
"""Hours go by on the server's clock while a command runs."""


class Office:
    """`admin` runs one command while the server goes on."""

    def __init__(self, running: Running, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.running = running
        self.path = path
        self._capsys = capsys

    async def run(self, *words: str) -> tuple[int, str, str]:
        """Run `jantaku admin`; return its exit code and what it has printed."""
        line = ["admin", *words, "--db", STAGE.setting(self.path), "--actor", "tess"]
        command = asyncio.create_task(asyncio.to_thread(run, line))
        while not command.done():
            await self.running.clock.pass_time(LOOK_S)
        captured = self._capsys.readouterr()
        return command.result(), captured.out, captured.err

    async def admin(self, *words: str) -> Any:
        """Run a command that succeeds and return the JSON that it prints."""
        code, out, err = await self.run(*words, "--json")
        assert (code, err) == (0, "")
        lines = [json.loads(line) for line in out.splitlines()]
        return lines if words[0] in ("reports", "audit", "announcements") else lines[0]

    async def refused(self, *words: str) -> str:
        """Run a command that fails and return the line that it prints."""
        code, out, err = await self.run(*words)
        assert (code, out) == (2, "")
        assert err.startswith("jantaku: ")
        assert err.count("\n") == 1
        return err.removeprefix("jantaku: ").rstrip()


@asynccontextmanager
async def office(
    path: Path, capsys: pytest.CaptureFixture[str], **settings: Any
) -> AsyncIterator[Office]:
    """Run a server on the database `path`."""
    # Both print in one process here, and the command's output is what counts.
    with capture_logs(), pytest.MonkeyPatch.context() as patch:
        # There is a server, and a busy machine may keep it waiting.
        patch.setattr(asking, "NOBODY_S", PATIENCE_S)
        async with running_app(db=str(path), **PATIENT, **settings) as running:
            yield Office(running, path, capsys)
