"""What many are told at once: one framing for all, in order with all else, up to a limit."""

import asyncio
import json

import pytest
from websockets.asyncio.client import connect
from websockets.frames import Frame, Opcode
from websockets.typing import Subprotocol

from protocol.codec import encode
from protocol.errors import Ok
from server.net.framing import Batch, header
from tests.support.running_app import running_app
from tests.support.ws_client import PATIENT

LIMIT = 20_000


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535, 65_536, 70_000])
def test_headers_are_those_of_the_library(length: int) -> None:
    text = b"x" * length
    assert header(length) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


async def test_a_batch_keeps_its_place_among_other_messages() -> None:
    async with running_app() as server, server.client() as reader:
        await reader.hello()
        client = server.app.sessions.client(reader.account)
        assert client is not None
        batch = Batch([encode(Ok(id=number)) for number in (2, 3)])
        client.send(encode(Ok(id=1)))
        assert client.outlet.offer(batch, LIMIT)
        client.send(encode(Ok(id=4)))
        await reader.find(lambda message: message.get("id") == 4)
        assert client.outlet.offer(Batch([encode(Ok(id=5))]), LIMIT)
        await reader.find(lambda message: message.get("id") == 5)
        ids = [message["id"] for message in reader.inbox if message["type"] == "ok"]
        assert ids == [1, 2, 3, 4, 5]


async def test_who_leaves_too_much_unread_gets_nothing_more_and_stays() -> None:
    async with running_app() as server:
        socket = await connect(
            server.url, **PATIENT, subprotocols=[Subprotocol("jantaku.v1")], max_queue=1
        )
        await socket.send('{"type":"hello","client":"one-that-sleeps"}')
        await socket.recv()
        (account,) = server.tables.sinks
        client = server.app.sessions.client(account)
        assert client is not None
        socket.transport.pause_reading()
        batch = Batch([b'{"type":"filler","text":"' + b"x" * 10_000 + b'"}'])
        taken = 0
        while client.outlet.offer(batch, LIMIT):
            taken += 1
            # The kernel's own buffers come first.
            assert taken < 5_000
            await asyncio.sleep(0)
        assert not client.link.closed
        socket.transport.resume_reading()
        for _ in range(taken):
            assert json.loads(await socket.recv())["type"] == "filler"
        assert client.outlet.offer(batch, LIMIT)
        assert json.loads(await socket.recv())["type"] == "filler"
        await socket.close()
        await server.tables.detached.get()
        assert client.outlet.offer(batch, LIMIT), "a closed connection swallows everything"
