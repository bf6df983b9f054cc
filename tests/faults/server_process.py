"""The real server as a child process: started, killed at any moment, started again.

Port and file stay the same, so that the people at its tables find it where it was.
"""

import asyncio
import json
import os
import random
import signal
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
START_S: Final = 120.0
"""A server that says nothing for so long does not start."""

QUICK: Final[Mapping[str, str]] = {
    "JANTAKU_FLOOR_MS": "10",
    "JANTAKU_AUTO_MS": "300",
    "JANTAKU_CONFIRM_MS": "2000",
    "JANTAKU_BOT_MIN_MS": "0",
    "JANTAKU_BOT_MAX_MS": "20",
    "JANTAKU_CLOSE_S": "1",
    "JANTAKU_DRAIN_S": "0.5",
    "JANTAKU_MESSAGE_RATE": "200",
    "JANTAKU_MESSAGE_BURST": "400",
    "JANTAKU_GUEST_RATE": "1000",
    "JANTAKU_GUEST_BURST": "100000",
    "JANTAKU_MAX_UNSENT": "16384",
    "JANTAKU_LOG_FORMAT": "json",
}
"""Games at the pace of programs, and readers that are cut off early."""


SHARES: Final = 100
"""So many processes may test side by side."""
SUSPICIOUS: Final = frozenset({"journal_differs", "room_dropped"})
"""Warnings that nothing in a trial gives a reason for."""


def free_port(pick: random.Random) -> int:
    """Return a port of this machine that nobody listens on and no outgoing connection gets.

    While the server is down, one from the range for outgoing connections could be given to
    somebody else, even to a connection that is meant to reach that very port. Processes that test
    side by side have ports of their own: nobody listens yet on one that was found.
    """
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % SHARES
    while True:
        port = 20_000 + SHARES * pick.randrange(10_000 // SHARES) + worker
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port


class ServerProcess:
    """`jantaku serve` on `port` with the database `db`; `log` collects what all its lives write."""

    def __init__(
        self, port: int, db: Path | str, log: Path, settings: Mapping[str, str] = QUICK
    ) -> None:
        self.port = port
        self._address = str(db)
        self.db = Path(db)
        """Where it is a file."""
        self.log = log
        self.starts = 0
        self._settings = settings
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int:
        """The process of the present life."""
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Start, and return once it listens."""
        await self._spawn()
        assert self._process is not None
        assert self._process.stdout is not None
        async with asyncio.timeout(START_S):
            line = await self._process.stdout.readline()
        assert b"listens" in line, f"the server does not start, see {self.log}"
        self.starts += 1

    async def start_in_vain(self, after_s: float) -> None:
        """Start, and kill it after a while: perhaps it has not got up yet."""
        await self._spawn()
        await asyncio.sleep(after_s)
        await self.kill()

    async def _spawn(self) -> None:
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "server", "serve"),
                *("--port", str(self.port), "--db", self._address),
                env={**os.environ, **self._settings},
                cwd=ROOT,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )

    async def kill(self) -> None:
        """End it without a warning."""
        await self._end(signal.SIGKILL)

    def ask_to_stop(self) -> None:
        """Ask it to stop, and do not wait for it."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)

    async def stop(self) -> int:
        """Ask it to stop; return its exit status."""
        return await self._end(signal.SIGTERM)

    async def _end(self, number: signal.Signals) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        if process.returncode is None:
            process.send_signal(number)
        assert process.stdout is not None
        await process.stdout.read()
        return await process.wait()

    def complaints(self) -> list[str]:
        """Return the lines of the log that report a fault of the server itself."""
        found = []
        for line in self.log.read_text(encoding="utf-8", errors="replace").splitlines():
            entry = _entry(line)
            if (
                entry is None
                or entry.get("level") in ("error", "critical", "exception")
                or entry.get("event") in SUSPICIOUS
            ):
                found.append(line)
        return found


def _entry(line: str) -> dict[str, Any] | None:
    """Return a line of the log; None for what did not come from the logger, a traceback say."""
    try:
        entry = json.loads(line)
    except ValueError:
        return None
    return entry if isinstance(entry, dict) else None
