"""Strikes, rates, silence, slow readers: how a connection ends (protocol.md)."""

import asyncio
import contextlib
import json

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Subprotocol

from server.net.connection import PING_S, Connection
from server.net.socket import SLICE
from tests.support.running_app import running_app
from tests.support.ws_client import PATIENCE_S, PATIENT


async def test_five_strikes_close_the_connection() -> None:
    async with running_app() as server, server.client() as client:
        await client.hello()
        for _ in range(4):
            await client.send_raw("{")
        # Refusals in between do not count.
        await client.request("leave_room")
        await client.send_raw("{")
        assert await client.closed() == (4400, "strikes")
        assert client.inbox[-1]["type"] == "bye"
        assert client.inbox[-1]["code"] == "strikes"


async def test_refused_requests_cost_no_strike() -> None:
    async with running_app() as server, server.client() as client:
        await client.hello()
        for _ in range(20):
            assert (await client.request("leave_room"))["code"] == "not_in_room"


async def test_more_than_a_burst_closes_the_connection() -> None:
    async with running_app() as server, server.client() as client:
        await client.hello()
        for _ in range(40):
            await client.send("ping", t=1)
        assert await client.closed() == (4429, "rate_limited")


async def test_the_rate_is_allowed_for_ever() -> None:
    async with running_app() as server, server.client() as client:
        await client.hello()
        for _ in range(5):
            for _ in range(20):
                await client.send("ping", t=1)
            await client.request("ping", t=2)
            server.clock.advance(1.05)


async def test_a_silent_connection_is_closed_and_one_that_pings_is_not() -> None:
    async with running_app() as server, server.client() as silent, server.client() as alive:
        await silent.hello()
        await alive.hello()
        server.clock.advance(40)
        await alive.request("ping", t=1)
        server.clock.advance(20)
        assert await silent.closed() == (4408, "silent")
        assert (await alive.request("ping", t=2))["t"] == 2
        server.clock.advance(60)
        assert await alive.closed() == (4408, "silent")


async def test_a_connection_without_hello_is_closed() -> None:
    async with running_app(hello_s=10) as server, server.client() as client:
        await client.request("ping", t=1)
        server.clock.advance(10)
        assert await client.closed() == (4401, "no_hello")


async def test_a_reader_that_does_not_drain_is_cut_off() -> None:
    async with running_app(max_unsent=50_000, close_s=0.2) as server, server.client() as other:
        socket = await connect(
            server.url, **PATIENT, subprotocols=[Subprotocol("jantaku.v1")], max_queue=1
        )
        await other.hello()
        await socket.send('{"type":"hello","client":"one-that-sleeps"}')
        await socket.recv()
        (account,) = set(server.tables.sinks) - {other.account}
        slow = server.app.sessions.client(account)
        assert slow is not None
        socket.transport.pause_reading()
        frame = b'{"type":"filler","text":"' + b"x" * 10_000 + b'"}'
        sent = 0
        while not slow.link.closed:
            slow.send(frame)
            sent += len(frame)
            # The kernel's own buffers come first; the bound on ours ends it.
            assert sent < 50_000_000
            await asyncio.sleep(0)
        slow.send(frame)
        assert (await other.request("ping", t=1))["type"] == "pong"
        async with asyncio.timeout(PATIENCE_S):
            assert await server.tables.detached.get() == account
        socket.transport.abort()
        await socket.wait_closed()


async def test_a_reader_that_was_cut_off_learns_why_and_can_come_back() -> None:
    async with running_app(max_unsent=50_000, close_s=60) as server:
        socket = await connect(
            server.url, **PATIENT, subprotocols=[Subprotocol("jantaku.v1")], max_queue=1
        )
        await socket.send('{"type":"hello","client":"one-that-sleeps"}')
        token = json.loads(await socket.recv())["token"]
        (account,) = server.tables.sinks
        slow = server.app.sessions.client(account)
        assert slow is not None
        socket.transport.pause_reading()
        frame = b'{"type":"filler","text":"' + b"x" * 10_000 + b'"}'
        while not slow.link.closed:
            slow.send(frame)
            await asyncio.sleep(0)
        socket.transport.resume_reading()
        with contextlib.suppress(ConnectionClosed):
            while True:
                await socket.recv()
        assert (socket.close_code, socket.close_reason) == (4431, "slow_reader")
        async with server.client() as again:
            assert (await again.hello(token=token))["account"] == account


async def test_a_reader_that_was_cut_off_cannot_pour_in_more() -> None:
    async with running_app(max_unsent=50_000, close_s=1) as server, server.client() as other:
        await other.hello()
        socket = await connect(
            server.url, **PATIENT, subprotocols=[Subprotocol("jantaku.v1")], max_queue=1
        )
        await socket.send('{"type":"hello","client":"one-that-pours"}')
        await socket.recv()
        (account,) = set(server.tables.sinks) - {other.account}
        greedy = server.app.sessions.client(account)
        assert greedy is not None
        assert isinstance(greedy.link, Connection)
        socket.transport.pause_reading()
        while not greedy.link.closed:
            greedy.send(b"x" * 10_000)
            await asyncio.sleep(0)
        socket.transport.resume_reading()
        ping = b'{"type":"ping","t":1}'
        pings = (bytes([0x81, 0x80 | len(ping), 0, 0, 0, 0]) + ping) * 1000
        while not socket.transport.is_closing():
            # As much as the line takes, and no memory full of it.
            if socket.transport.get_write_buffer_size() < 1_000_000:
                socket.transport.write(pings)
            await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE_S):
            assert await server.tables.detached.get() == account
        taken = greedy.link._socket._hearing_left
        assert taken is not None
        assert taken > -SLICE
        assert (await other.request("ping", t=1))["type"] == "pong"
        socket.transport.abort()
        await socket.wait_closed()


async def test_pings_whose_pongs_nobody_reads_do_not_fill_the_memory() -> None:
    unlimited = running_app(max_unsent=50_000, message_rate=1e9, message_burst=10**9, close_s=0.2)
    async with unlimited as server, server.client() as other:
        socket = await connect(server.url, **PATIENT, subprotocols=[Subprotocol("jantaku.v1")])
        await other.hello()
        await socket.send('{"type":"hello","client":"one-that-pings"}')
        await socket.recv()
        (account,) = set(server.tables.sinks) - {other.account}
        greedy = server.app.sessions.client(account)
        assert greedy is not None
        socket.transport.pause_reading()
        pings = bytes([0x89, 0x80 | 125, 0, 0, 0, 0]) + b"x" * 125
        sent = 0
        while not greedy.link.closed:
            socket.transport.write(pings * 500)
            sent += len(pings) * 500
            assert sent < 50_000_000
            await asyncio.sleep(0)
        assert (await other.request("ping", t=1))["type"] == "pong"
        async with asyncio.timeout(PATIENCE_S):
            assert await server.tables.detached.get() == account
        socket.transport.abort()
        await socket.wait_closed()


async def test_a_flood_of_pings_closes_the_connection() -> None:
    async with running_app(close_s=0.2) as server, server.client() as client:
        await client.hello()
        for _ in range(30):
            await client.socket.ping()
        # A limit of their own: messages are not counted.
        assert (await client.request("ping", t=1))["type"] == "pong"
        for _ in range(30):
            await client.socket.ping()
        assert await client.closed() == (4429, "rate_limited")


async def test_a_message_in_pieces_without_end_closes_the_connection() -> None:
    """Pieces that hold nothing are below every limit on sizes."""
    async with running_app(close_s=0.2) as server, server.client() as client:
        await client.hello()
        begin, nothing = bytes([0x01, 0x81, 0, 0, 0, 0]) + b"{", bytes([0x00, 0x80, 0, 0, 0, 0])
        client.socket.transport.write(begin + nothing * 100)
        assert await client.closed() == (4429, "rate_limited")


async def test_a_message_in_a_few_pieces_is_one_message() -> None:
    async with running_app() as server, server.client() as client:
        await client.hello()
        await client.socket.send(iter(['{"type":"pi', 'ng","t":1', ',"id":-1}']))
        assert (await client.find(lambda message: message.get("id") == -1))["type"] == "pong"


async def test_frames_beyond_all_measure_close_the_connection() -> None:
    async with running_app() as server, server.client() as client:
        await client.send_raw("x" * 70_000)
        code, _ = await client.closed()
        assert code == 1009


async def test_the_subprotocol_is_answered_and_others_are_refused() -> None:
    async with running_app() as server:
        async with connect(
            server.url, **PATIENT, subprotocols=[Subprotocol("jantaku.v1")]
        ) as socket:
            assert socket.subprotocol == "jantaku.v1"
        async with connect(server.url, **PATIENT) as socket:
            assert socket.subprotocol is None
        with pytest.raises(InvalidStatus) as refused:
            await connect(server.url, **PATIENT, subprotocols=[Subprotocol("jantaku.v2")])
        assert refused.value.response.status_code == 400


@pytest.mark.parametrize(
    ("trusted", "forwarded", "address", "unlimited"),
    [
        (("127.0.0.1",), "10.0.0.1, 203.0.113.7", "203.0.113.7", False),
        (("127.0.0.1",), "2001:db8::7", "2001:db8::/64", False),
        ((), "10.0.0.1, 203.0.113.7", "127.0.0.1", False),
        (("127.0.0.1",), "", "127.0.0.1", False),
        ((), None, "127.0.0.1", True),
        (("127.0.0.1",), None, "127.0.0.1", True),
    ],
)
async def test_the_address_that_counts(
    trusted: tuple[str, ...], forwarded: str | None, address: str, unlimited: bool
) -> None:
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    async with (
        running_app(trusted_proxies=trusted) as server,
        connect(server.url, **PATIENT, additional_headers=headers) as socket,
    ):
        await socket.send('{"type":"hello","client":"one-behind-a-proxy"}')
        await socket.recv()
        (account,) = server.tables.sinks
        client = server.app.sessions.client(account)
        assert client is not None
        assert (client.link.address, client.link.unlimited) == (address, unlimited)


async def test_the_round_trip_is_measured_from_the_start() -> None:
    async with running_app() as server, server.client() as client:
        await client.hello()
        held = server.app.sessions.client(client.account)
        assert held is not None
        # The pong of the socket stands before this message on the same line.
        await client.request("ping", t=0)
        connection = held.link
        assert isinstance(connection, Connection)
        assert connection._socket.latency > 0


async def test_the_round_trip_is_measured_again_and_again() -> None:
    async with running_app() as server, server.client() as client:
        await client.hello()
        held = server.app.sessions.client(client.account)
        assert held is not None
        socket = held.link._socket  # type: ignore[attr-defined]
        await client.request("ping", t=0)
        for _ in range(3):
            socket.latency = 0.0
            server.clock.advance(PING_S * 1.25)
            await client.request("ping", t=1)
            assert socket.latency > 0


async def test_codes_that_clients_make_up_are_counted_as_one() -> None:
    async with running_app() as server, server.client() as client:
        await client.hello()
        await client.socket.close(4321)
        await server.tables.detached.get()
        await server.app.stop()
        assert b'connections_closed_total{code="other"} 1.0' in server.app.metrics.render()


async def test_a_full_server_says_so() -> None:
    async with running_app(max_connections=1) as server, server.client():
        with pytest.raises(InvalidStatus) as refused:
            await connect(server.url, **PATIENT)
        assert refused.value.response.status_code == 503


async def test_a_stopping_server_says_bye() -> None:
    async with running_app() as server, server.client() as client:
        await client.hello()
        await server.app.stop()
        assert await client.closed() == (4450, "shutting_down")
        assert client.inbox[-1]["code"] == "shutting_down"
        assert server.tables.shut
