"""The crowd of `bench.spectators`: a process of its own, which reads what to do from its input.

`come N`, `look TABLE`, `away`, `count`; each is answered with one JSON object.
"""

import asyncio
import os
import sys
from typing import Any, Final

import msgspec
import uvloop

from bench.floor import pin
from server.client.onlookers import OPEN_AT_A_TIME, Onlookers
from server.client.wire import Wire

BEHIND: Final = 19
"""How nice it is to the players, who measure on the same core, where nothing better can be had."""


class Bare:
    """Connections to a server that says no hello."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.frames = 0
        self.errors: dict[str, int] = {}
        self._wires: list[Wire] = []

    async def come(self, count: int) -> None:
        for _ in range(0, count, OPEN_AT_A_TIME):
            few = min(OPEN_AT_A_TIME, count - len(self._wires))
            opening = [Wire.connect(self.url, self._count, self._lost) for _ in range(few)]
            self._wires += await asyncio.gather(*opening)

    def _count(self, _frame: bytes) -> None:
        self.frames += 1

    def _lost(self, reason: str) -> None:
        self.errors[reason] = self.errors.get(reason, 0) + 1


async def serve(url: str, kind: str) -> None:
    """Do what is asked, until the input ends."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    watched: dict[str, str] = {}
    bare, onlookers = Bare(url), Onlookers(url)
    while line := await reader.readline():
        word, *rest = line.decode().split()
        if word == "come" and kind == "bare":
            await bare.come(int(rest[0]))
        elif word == "come":
            await onlookers.come(int(rest[0]), lambda _number: watched.get("table"))
        elif word == "look":
            watched["table"] = rest[0]
            onlookers.look()
        elif word == "away":
            onlookers.look_away()
        answer: dict[str, Any] = {
            "frames": bare.frames + onlookers.frames,
            "errors": {**bare.errors, **onlookers.errors},
        }
        print(msgspec.json.encode(answer).decode(), flush=True)


def step_behind() -> None:
    """Run when nobody else wants the core: the crowd's own work says nothing of the server."""
    if hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    else:
        os.nice(BEHIND)


def main() -> None:
    """Run the crowd: the arguments are the server's address, and what kind it is."""
    pin(1)
    step_behind()
    uvloop.run(serve(*sys.argv[1:3]))
