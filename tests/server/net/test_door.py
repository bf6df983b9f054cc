"""How many connections may be there, and how long one may take to say what it wants."""

import asyncio
import contextlib
import json

import pytest
from websockets.asyncio.client import connect
from websockets.datastructures import Headers
from websockets.exceptions import InvalidStatus

from server.config import Config
from server.metrics import Metrics
from server.net.door import Door
from tests.support.fake_clock import FakeClock
from tests.support.running_app import Running, running_app
from tests.support.ws_client import PATIENCE_S, PATIENT

PROXY = "10.0.0.1"


class FakeCaller:
    """A connection that only knows whether it was cut off; leaves by the door like a real one."""

    def __init__(self, door: Door) -> None:
        self.door = door
        self.dropped = False

    def drop(self) -> None:
        self.dropped = True
        self.door.gone(self)


class House:
    """A door and who stands before it."""

    def __init__(self, **settings: object) -> None:
        self.clock = FakeClock()
        config = Config(trusted_proxies=(PROXY,), **settings)  # type: ignore[arg-type]
        self.door = Door(self.clock, config, Metrics())

    def call(self, address: str) -> FakeCaller | str:
        """Connect from an address; the caller, or the reason of the refusal."""
        caller = FakeCaller(self.door)
        return self.door.accept(caller, address) or caller

    def guest(self, address: str) -> FakeCaller:
        """Connect from an address and open a websocket."""
        caller = self.call(address)
        assert isinstance(caller, FakeCaller)
        assert self.door.identify(caller, Headers()) is None
        self.door.enter(caller)
        return caller

    def through(self, address: str) -> str | None:
        """Ask for a websocket through the proxy; the reason of the refusal, if any."""
        caller = self.call(PROXY)
        assert isinstance(caller, FakeCaller)
        refusal = self.door.identify(caller, Headers({"X-Forwarded-For": address}))
        if refusal is None:
            self.door.enter(caller)
        else:
            self.door.gone(caller)
        return refusal


def test_connections_of_an_address_are_limited_and_come_back() -> None:
    house = House(max_connections_address=3)
    guests = [house.guest("203.0.113.7") for _ in range(2)]
    waiting = house.call("203.0.113.7")
    assert isinstance(waiting, FakeCaller), "the limit itself is allowed"
    assert house.call("203.0.113.7") == "too_many_connections"
    house.guest("203.0.113.8")
    waiting.drop()
    guests.append(house.guest("203.0.113.7"))
    assert house.call("203.0.113.7") == "too_many_connections"
    house.door.gone(guests[0])
    house.guest("203.0.113.7")


def test_one_household_of_ipv6_is_one_address() -> None:
    house = House(max_connections_address=2)
    house.guest("2001:db8:1:2::1")
    house.guest("2001:db8:1:2:ffff::2")
    assert house.call("2001:db8:1:2:3:4:5:6") == "too_many_connections"
    house.guest("2001:db8:1:3::1")


def test_clients_of_a_proxy_count_each_for_itself() -> None:
    house = House(max_connections_address=2)
    assert [house.through("203.0.113.7") for _ in range(3)] == [
        None,
        None,
        "too_many_connections",
    ]
    assert [house.through(f"198.51.100.{number}") for number in range(9)] == [None] * 9


def test_what_a_client_claims_before_the_proxy_does_not_count() -> None:
    house = House(max_connections_address=2)
    claims = [f"198.51.100.{number}, 203.0.113.7" for number in range(3)]
    assert [house.through(claim) for claim in claims] == [None, None, "too_many_connections"]
    # Nor does who claims to be the machine of the server itself.
    assert house.through("127.0.0.1, 203.0.113.7") == "too_many_connections"


def test_the_own_machine_is_not_limited() -> None:
    house = House(max_connections_address=2, connection_burst=1)
    for _ in range(9):
        house.guest("127.0.0.1")


def test_strangers_through_an_unknown_proxy_on_the_own_machine_are() -> None:
    house = House(max_connections_address=2)
    refusals: list[str | None] = []
    for number in range(3):
        caller = house.call("127.0.0.1")
        assert isinstance(caller, FakeCaller)
        named = Headers({"X-Forwarded-For": f"203.0.113.{number}"})
        refusals.append(house.door.identify(caller, named))
        assert not house.door.peer(caller, "127.0.0.1").unlimited
    assert refusals == [None, None, "too_many_connections"]


def test_new_connections_have_a_rate() -> None:
    house = House(connection_rate=2, connection_burst=3)
    for _ in range(3):
        house.door.gone(house.guest("203.0.113.7"))
    assert house.call("203.0.113.7") == "too_fast"
    house.guest("203.0.113.8")
    house.clock.advance(0.5)
    house.guest("203.0.113.7")
    assert house.call("203.0.113.7") == "too_fast"


def test_who_does_not_say_what_it_wants_is_cut_off() -> None:
    house = House(handshake_s=20)
    silent = house.call("203.0.113.7")
    assert isinstance(silent, FakeCaller)
    guest = house.guest("203.0.113.7")
    dropped: list[bool] = []
    for seconds in (19, 1):
        house.clock.advance(seconds)
        dropped.append(silent.dropped)
    assert dropped == [False, True]
    house.clock.advance(100)
    assert not guest.dropped
    assert house.clock.waiting == 0


def test_a_crowd_at_the_door_shuts_nobody_else_out() -> None:
    house = House(max_handshakes=10)
    early = house.call("198.51.100.1")
    crowd = [house.call("203.0.113.7") for _ in range(30)]
    late = house.call("198.51.100.2")
    assert isinstance(early, FakeCaller)
    assert isinstance(late, FakeCaller)
    assert not early.dropped
    assert not late.dropped
    cut = [caller.dropped for caller in crowd if isinstance(caller, FakeCaller)]
    assert cut == [True] * 22 + [False] * 8, "the oldest of the crowd go first"
    assert house.door.waiting == 10


def test_nothing_is_kept_of_those_who_left() -> None:
    house = House()
    for caller in [house.guest("203.0.113.7"), house.guest("127.0.0.1")]:
        house.door.gone(caller)
        house.door.gone(caller)
    assert house.through("203.0.113.7") is None
    for visitor in tuple(house.door._visits):
        house.door.gone(visitor)
    assert not house.door._visits
    assert not house.door._waiting
    assert not house.door._inside
    assert house.door.waiting == house.clock.waiting == 0


# Over real sockets


async def answer(server: Running, request: str = "") -> bytes:
    """Everything that the server says on one connection until it closes it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    said = b""
    with contextlib.suppress(ConnectionError):
        writer.write(request.encode())
        said = await reader.read()
    writer.close()
    with contextlib.suppress(ConnectionError):
        await writer.wait_closed()
    return said


async def test_too_many_of_one_address_are_told_so() -> None:
    strict = running_app(max_connections_address=2, unlimited_addresses=())
    async with strict as server:
        async with server.client() as one, server.client() as other:
            await one.hello()
            await other.hello()
            with pytest.raises(InvalidStatus) as refused:
                await connect(server.url, **PATIENT)
            assert refused.value.response.status_code == 429
            body = await answer(server)
            assert json.loads(body.partition(b"\r\n\r\n")[2])["code"] == "too_many_connections"
            assert (await one.request("ping", t=1))["type"] == "pong"
        async with server.client() as third:
            assert (await third.hello())["type"] == "welcome"
        assert b'refused_total{reason="too_many_connections"} 2.0' in server.app.metrics.render()


async def test_too_many_of_one_address_behind_a_proxy_are_told_so() -> None:
    strict = running_app(max_connections_address=1, trusted_proxies=("127.0.0.1",))
    async with strict as server:
        named = {"X-Forwarded-For": "203.0.113.7"}
        async with connect(server.url, **PATIENT, additional_headers=named):
            with pytest.raises(InvalidStatus) as refused:
                await connect(server.url, **PATIENT, additional_headers=named)
            assert refused.value.response.status_code == 429
            page = "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {}\r\n\r\n"
            assert b" 429 " in await answer(server, page.format("203.0.113.7"))
            assert b" 200 " in await answer(server, page.format("203.0.113.8"))


async def test_half_a_request_is_cut_off_and_holds_nobody_up() -> None:
    async with running_app(handshake_s=20, max_handshakes=5) as server:
        lines = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(4)]
        for _, writer in lines:
            writer.write(b"GET /ws HTTP/1.1\r\nHost:")
        async with server.client() as client:
            await client.hello()
            await server.clock.pass_time(20)
            assert [await reader.read() for reader, _ in lines] == [b""] * 4
            assert (await client.request("ping", t=1))["type"] == "pong"
        for _, writer in lines:
            writer.close()


async def test_a_stopping_server_does_not_wait_for_half_a_request() -> None:
    # Who says goodbye would be waited for without end.
    async with running_app(close_s=1e9) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"GET /ws HTTP/1.1\r\n")
        async with server.client() as client:
            await client.hello()
            async with asyncio.timeout(PATIENCE_S):
                await server.app.stop()
        with contextlib.suppress(ConnectionResetError):
            assert await reader.read() == b""
        writer.close()


async def test_headers_without_end_are_refused() -> None:
    async with running_app() as server:
        endless = "GET /ws HTTP/1.1\r\n" + ("X-Filler: " + "x" * 4000 + "\r\n") * 20
        said = await answer(server, endless)
        assert said == b"" or said.startswith(b"HTTP/1.1 431 ")
        assert b" 200 " in await answer(server, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")


async def test_a_broken_request_that_goes_on_and_on_is_cut_off() -> None:
    async with running_app() as server:
        broken = "GET /ws\r\n" + ("X-Filler: " + "x" * 4000 + "\r\n") * 20
        said = await answer(server, broken)
        assert said == b"" or said.startswith(b"HTTP/1.1 400 ")
        assert b" 200 " in await answer(server, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
