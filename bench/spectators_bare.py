"""A server that does nothing but `websockets.broadcast`: what `bench.spectators` compares with."""

import asyncio
import sys
from typing import Final

import uvloop
from websockets.asyncio.server import ServerConnection, broadcast, serve

FRAME: Final = (
    '{"type":"event","table":"20261130-942553e69acb59fc","seq":57,'
    '"event":{"type":"dahai","actor":2,"pai":"5mr","tsumogiri":false}}'
)
EVERY_S: Final = 0.15


async def run(count: int) -> None:
    """Broadcast an event now and then, once so many are there."""
    connections: set[ServerConnection] = set()

    async def handle(connection: ServerConnection) -> None:
        connections.add(connection)
        await connection.wait_closed()
        connections.discard(connection)

    async with serve(
        handle, "127.0.0.1", 0, compression=None, ping_interval=None, open_timeout=None
    ) as server:
        port = server.sockets[0].getsockname()[1]
        print(f"ws://127.0.0.1:{port}/ws", flush=True)
        while True:
            await asyncio.sleep(EVERY_S)
            if len(connections) >= count:
                broadcast(connections, FRAME)


def main() -> None:
    """Run the server: the argument is how many will come."""
    uvloop.run(run(int(sys.argv[1])))
