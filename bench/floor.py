"""The floor: what websockets leaves room for, with no rules behind it.

One table action is one frame in, five encodings, four frames out: the answer of the seat, what
follows for each seat, the next ask. A bare server does just that for `tables` of four clients who
answer at once, on one core, with the load on another.

    python -m bench.floor --tables 500 --seconds 10
"""

import argparse
import asyncio
import itertools
import os
import time
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import NamedTuple

import msgspec
import uvloop
from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed

from server.client.wire import Wire

SEATS = 4
SLICE = 200


class Discard(msgspec.Struct, tag_field="type", tag="dahai"):
    actor: int
    pai: str
    tsumogiri: bool


class Draw(msgspec.Struct, tag_field="type", tag="tsumo"):
    actor: int
    pai: str


class Frame(msgspec.Struct, tag_field="type", tag="event"):
    table: str
    seq: int
    event: Discard | Draw


class Asked(msgspec.Struct, tag_field="type", tag="ask"):
    table: str
    decision: str
    options: list[Discard]
    default: int


class Done(msgspec.Struct, tag_field="type", tag="ok"):
    id: int


class Acted(msgspec.Struct, tag_field="type", tag="act"):
    id: int
    table: str
    decision: str
    option: int


class Result(NamedTuple):
    """Actions a second by the clock, and microseconds of the server's processor an action."""

    actions_per_s: float
    cpu_us: float


class Table:
    """Four sockets, and whose turn it is."""

    def __init__(self, number: int) -> None:
        self.name = f"floor{number}"
        self.sockets: list[ServerConnection] = []
        self.seq = 0
        self.options = [Discard(0, f"{rank}m", False) for rank in range(1, 10)]

    def act(self, act: Acted, encode: Callable[[object], bytes]) -> None:
        """Five encodings, four frames."""
        seat = self.seq % SEATS
        following = (seat + 1) % SEATS
        self.seq += 1
        discard = Discard(seat, "5m", True)
        frames = [
            encode(Done(act.id)),
            encode(Frame(self.name, self.seq, discard)),
            encode(Frame(self.name, self.seq, Draw(following, "?"))),
            encode(Frame(self.name, self.seq, Draw(following, "5m"))),
            encode(Asked(self.name, "d", self.options, 8)),
        ]
        for other, socket in enumerate(self.sockets):
            if other == following:
                frame = frames[4]
            elif other == seat:
                frame = frames[0]
            else:
                frame = frames[1 + other % 3]
            broadcast((socket,), frame, text=True)


async def _serve(tables: int, pipe: Connection) -> None:
    order = itertools.count()
    all_tables = [Table(number) for number in range(tables)]
    encode = msgspec.json.Encoder().encode
    decode = msgspec.json.Decoder(Acted).decode
    actions = 0

    async def handler(socket: ServerConnection) -> None:
        nonlocal actions
        table = all_tables[next(order) // SEATS]
        table.sockets.append(socket)
        try:
            while True:
                act = decode(await socket.recv(decode=False))
                table.act(act, encode)
                actions += 1
        except ConnectionClosed:
            return

    async with serve(handler, "127.0.0.1", 0, compression=None, ping_interval=None) as server:
        pipe.send(next(iter(server.sockets)).getsockname()[1])
        while True:
            asked = await asyncio.to_thread(pipe.recv)
            if asked == "stop":
                return
            pipe.send((actions, time.process_time()))


def serve_process(tables: int, pipe: Connection, core: int | None) -> None:
    """Run the bare server in a process of its own."""
    pin(core)
    uvloop.run(_serve(tables, pipe))


class Client:
    """Answers each ask at once."""

    def __init__(self) -> None:
        self.wire: Wire | None = None
        self._ids = itertools.count()

    def frame(self, frame: bytes) -> None:
        if frame.startswith(b'{"type":"ask"'):
            self.act()

    def act(self) -> None:
        assert self.wire is not None
        self.wire.send(msgspec.json.encode(Acted(next(self._ids), "floor", "d", 8)))

    def closed(self, _reason: str) -> None:
        self.wire = None


async def _load(port: int, tables: int, seconds: float, pipe: Connection) -> Result:
    clients = [Client() for _ in range(SEATS * tables)]
    for first in range(0, len(clients), SLICE):
        for client in clients[first : first + SLICE]:
            url = f"ws://127.0.0.1:{port}/"
            client.wire = await Wire.connect(url, client.frame, client.closed)
    for client in clients[::SEATS]:
        client.act()
    await asyncio.sleep(1.0)
    before, began = _ask(pipe), time.perf_counter()
    await asyncio.sleep(seconds)
    after, ended = _ask(pipe), time.perf_counter()
    actions = after[0] - before[0]
    pipe.send("stop")
    return Result(actions / (ended - began), 1e6 * (after[1] - before[1]) / actions)


def _ask(pipe: Connection) -> tuple[int, float]:
    pipe.send("count")
    counted: tuple[int, float] = pipe.recv()
    return counted


def pin(core: int | None) -> None:
    """Keep this process on one core, where that can be said and there is more than one."""
    if core is not None and hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {core})


def run_floor(tables: int, seconds: float) -> Result:
    """Measure the floor; this process is the load."""
    context = get_context("spawn")
    pipe, other = context.Pipe()
    process = context.Process(target=serve_process, args=(tables, other, 0), daemon=True)
    process.start()
    pin(1)
    port: int = pipe.recv()
    try:
        return uvloop.run(_load(port, tables, seconds, pipe))
    finally:
        process.join(5)
        process.kill()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=10.0)
    arguments = parser.parse_args()
    result = run_floor(arguments.tables, arguments.seconds)
    print(f"floor: {result.actions_per_s:.0f} actions/s, {result.cpu_us:.0f} us each")


if __name__ == "__main__":
    main()
