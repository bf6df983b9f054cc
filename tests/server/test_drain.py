"""Before a server stops: what is refused, who is told, and what ends the waiting."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from structlog.testing import capture_logs

from tests.support.running_app import Running, running_app
from tests.support.ws_client import WsClient

FOUR = {"preset": "majsoul_friend_4p"}


class Draining:
    """A server that drains, with a person in a room who is ready."""

    def __init__(self, server: Running, host: WsClient) -> None:
        self.server = server
        self.host = host
        self.at_once = asyncio.Event()
        self.task = asyncio.create_task(server.app.drain(self.at_once))


@asynccontextmanager
async def draining(drain_s: float = 60) -> AsyncIterator[Draining]:
    async with running_app(drain_s=drain_s, silence_s=1e9) as server, server.client() as host:
        await host.hello("Aoi")
        await host.request("create_room", rules=FOUR)
        await host.request("ready", ready=True)
        stopping = Draining(server, host)
        try:
            yield stopping
        finally:
            stopping.task.cancel()


async def test_nothing_new_begins_and_everybody_is_told() -> None:
    async with draining() as stopping, stopping.server.client() as ben:
        notice = await stopping.host.next("notice")
        assert notice == {
            "type": "notice",
            "code": "shutting_down",
            "message": "The server is about to restart; running games go on afterwards.",
            "ends_ms": 60_000,
        }
        await stopping.server.clock.pass_time(20)
        await ben.hello("Ben")
        assert (await ben.next("notice"))["ends_ms"] == 40_000
        refused = await ben.request("create_room", rules=FOUR)
        assert refused["code"] == "shutting_down"
        refused = await stopping.host.request("start_room", fill=True)
        assert refused["code"] == "shutting_down"
        assert not stopping.task.done()


async def test_it_ends_when_the_tables_rest() -> None:
    async with draining() as stopping:
        await stopping.host.next("notice")
        assert stopping.server.tables.drained
        assert not stopping.task.done()
        stopping.server.tables.at_rest.set()
        await stopping.task
        assert stopping.server.clock.now() == 1000.0


async def test_it_ends_after_its_time() -> None:
    async with draining() as stopping:
        await stopping.host.next("notice")
        await stopping.server.clock.pass_time(59)
        assert not stopping.task.done()
        await stopping.server.clock.pass_time(1)
        await stopping.task


async def test_it_ends_at_once_when_asked_again() -> None:
    async with draining() as stopping:
        await stopping.host.next("notice")
        stopping.at_once.set()
        await stopping.task


async def test_without_a_limit_of_time_it_does_not_wait() -> None:
    async with draining(drain_s=0) as stopping:
        await stopping.server.clock.pass_time(0)
        await stopping.task
        assert (await stopping.host.next("notice"))["ends_ms"] == 0


async def test_a_fault_of_the_tables_does_not_keep_it_from_stopping() -> None:
    async with draining() as stopping:

        async def fail() -> None:
            raise RuntimeError("no rest")

        stopping.server.tables.drain = fail  # type: ignore[method-assign]
        with capture_logs() as logs:
            await stopping.task
        assert [entry["error"] for entry in logs if entry["event"] == "drain_failed"] == [
            "RuntimeError"
        ]


async def test_readiness_ends_with_the_first_signal() -> None:
    async with draining() as stopping:
        await stopping.host.next("notice")
        reader, writer = await asyncio.open_connection("127.0.0.1", stopping.server.port)
        writer.write(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b" 503 " in await reader.readline()
        writer.close()
        await writer.wait_closed()
