"""A server in a process of its own, people who play on it, and attackers."""

import asyncio
import os
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import msgspec

from tests.faults.server_process import ServerProcess, free_port
from tests.fuzz.attacker import Attacker
from tests.fuzz.innocent import Innocent, sit_down
from tests.support.ws_client import WsClient

ATTACKERS: Final = 8
SETTINGS: Final = {
    "JANTAKU_LOG_FORMAT": "json",
    # Much has to get through; strikes still come.
    "JANTAKU_MESSAGE_RATE": "1e9",
    "JANTAKU_MESSAGE_BURST": "1000000000",
    "JANTAKU_MESSAGE_RATE_ADDRESS": "1e9",
    "JANTAKU_MESSAGE_BURST_ADDRESS": "1000000000",
    "JANTAKU_RECORD_S": "0.01",
    "JANTAKU_MAX_STRIKES": "150",
    "JANTAKU_MAX_CONNECTIONS_ADDRESS": "200",
    "JANTAKU_CONNECTION_RATE": "1e9",
    "JANTAKU_CONNECTION_BURST": "1000000000",
    # The people and the attackers, and a few that the mutations make.
    "JANTAKU_UNLIMITED_ADDRESSES": "",
    "JANTAKU_GUEST_RATE": "0.001",
    "JANTAKU_GUEST_BURST": "60",
    "JANTAKU_ROOM_S": "0.01",
    # Half a request is forgotten soon, so that memory shows what stays.
    "JANTAKU_HANDSHAKE_S": "3",
    "JANTAKU_CLOSE_S": "1",
    "JANTAKU_FLOOR_MS": "20",
    "JANTAKU_BOT_MIN_MS": "0",
    "JANTAKU_BOT_MAX_MS": "50",
    "JANTAKU_DRAIN_S": "0",
}


class Outcome(msgspec.Struct):
    """What a pass has done."""

    frames: int
    requests: int
    thrown_out: int
    memory: int
    """Resident bytes of the server afterwards; 0 where the system does not tell."""


class Siege:
    """One server, its people, its attackers."""

    def __init__(self, server: ServerProcess, people: list[Innocent], seed: int) -> None:
        self.server = server
        self.people = people
        self.attackers = [
            Attacker(server.port, number, random.Random(f"{seed}/{number}"))
            for number in range(ATTACKERS)
        ]

    async def attack(self, frames: int) -> Outcome:
        """Send so many mutated frames, from all attackers at once."""
        share = frames // len(self.attackers)
        before = [(one.frames, one.requests, one.thrown_out) for one in self.attackers]
        async with asyncio.TaskGroup() as group:
            for attacker in self.attackers:
                group.create_task(attacker.attack(share))
        done = [(one.frames, one.requests, one.thrown_out) for one in self.attackers]
        frames_sent, requests, thrown_out = (
            sum(new[kind] - old[kind] for new, old in zip(done, before, strict=True))
            for kind in range(3)
        )
        await self.check()
        return Outcome(frames_sent, requests, thrown_out, resident(self.server.pid))

    async def check(self) -> None:
        """Fail unless everybody's connection is as good as ever, and the log knows no fault."""
        for person in self.people:
            answer = await person.request("ping", t=1)
            assert answer["type"] == "pong"
            assert not person.refused, person.refused
            await person.forget()
        async with WsClient(self.url, client="somebody-new") as newcomer:
            assert (await newcomer.request("ping", t=1))["code"] == "hello_required"
        assert not self.server.complaints(), self.server.complaints()[:3]

    @property
    def url(self) -> str:
        """Where the server is."""
        return f"ws://127.0.0.1:{self.server.port}/ws"


@asynccontextmanager
async def siege(folder: Path, seed: int) -> AsyncIterator[Siege]:
    """Start a server and a game on it."""
    port = free_port(random.Random(f"{seed}/{os.getpid()}"))
    server = ServerProcess(port, folder / "siege.sqlite", folder / "log.jsonl", SETTINGS)
    await server.start()
    try:
        people = await sit_down(f"ws://127.0.0.1:{port}/ws")
        yield Siege(server, people, seed)
        for person in people:
            await person.close()
    finally:
        status = await server.stop()
    assert status == 0
    assert not server.complaints(), server.complaints()[:3]


def resident(pid: int) -> int:
    """Return the resident memory of a process in bytes, 0 where the system does not tell."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return 0
    (line,) = [line for line in status.splitlines() if line.startswith("VmRSS:")]
    return int(line.split()[1]) * 1024
