import asyncio

import pytest
from sqlalchemy import select

from server.store.schema import tokens
from tests.support.running_app import running_app
from tests.support.ws_client import PATIENCE_S


async def test_a_hello_without_token_makes_an_account_and_tells_the_token_once() -> None:
    async with running_app() as server, server.client() as client:
        welcome = await client.hello("Akagi")
        assert welcome["name"] == "Akagi"
        assert len(welcome["token"]) >= 32
        assert welcome["seat_in"] is None
        assert welcome["room"] is None
        assert welcome["server_time"] == int(server.clock.wall() * 1000)

        async with server.client() as again:
            resumed = await again.hello(token=welcome["token"])
    assert resumed["account"] == welcome["account"]
    assert resumed["name"] == "Akagi"
    assert resumed["token"] is None


async def test_the_database_holds_no_token() -> None:
    async with running_app() as server, server.client() as client:
        token = (await client.hello())["token"]
        rows = await server.app._database.read(
            lambda connection: connection.execute(select(tokens)).all()
        )
        assert token not in repr(rows)


async def test_the_newest_connection_wins() -> None:
    async with running_app() as server, server.client() as old, server.client() as new:
        token = (await old.hello("Akagi"))["token"]
        await new.hello(token=token)
        bye = await old.next("bye")
        assert bye["code"] == "another_login"
        assert await old.closed() == (4409, "another_login")

        # The older one's late disconnect has changed nothing.
        await server.clock.settle()
        assert (await new.request("ping", t=1))["type"] == "pong"
        sink = server.tables.sinks[new.account]
        assert sink is server.app.sessions.client(new.account)


async def test_a_disconnect_is_told_to_the_tables() -> None:
    async with running_app() as server:
        async with server.client() as client:
            await client.hello()
            assert client.account in server.tables.sinks
        async with asyncio.timeout(PATIENCE_S):
            assert await server.tables.detached.get() == client.account
        assert not server.tables.sinks
        assert server.app.sessions.client(client.account) is None


async def test_a_name_can_be_changed_at_hello() -> None:
    async with running_app() as server, server.client() as old:
        token = (await old.hello("Akagi"))["token"]
        async with server.client() as new:
            assert (await new.hello("Washizu", token=token))["name"] == "Washizu"
        async with server.client() as third:
            assert (await third.hello(token=token))["name"] == "Washizu"


async def test_a_guest_without_a_name_gets_one() -> None:
    async with running_app() as server, server.client() as client:
        assert (await client.hello())["name"].startswith("Guest ")


async def test_names_are_put_in_order() -> None:
    async with running_app() as server, server.client() as client:
        # A combining accent becomes one character, and spaces are single.
        assert (await client.hello("  Rene\u0301   K "))["name"] == "Ren\u00e9 K"


@pytest.mark.parametrize("name", ["A\u200bB", "A\ue000B", "\u3164", "A\u2800"])
async def test_names_that_could_pass_for_others_are_refused(name: str) -> None:
    async with running_app() as server, server.client() as client:
        answer = await client.hello(name)
        assert (answer["code"], answer["field"]) == ("bad_value", "name")
        # Nothing happened: the connection can still say hello.
        assert (await client.hello("Akagi"))["type"] == "welcome"


async def test_an_unknown_token_opens_nothing() -> None:
    async with running_app() as server, server.client() as client:
        answer = await client.hello(token="x" * 43)
        assert (answer["code"], answer["field"]) == ("bad_token", "token")


async def test_the_first_message_must_be_hello_and_there_is_only_one() -> None:
    async with running_app() as server, server.client() as client:
        assert (await client.request("ping", t=1))["code"] == "hello_required"
        assert (await client.hello())["type"] == "welcome"
        assert (await client.hello())["code"] == "already_greeted"


async def test_new_accounts_of_one_address_are_limited() -> None:
    async with running_app(guest_burst=1, guest_rate=0.1, unlimited_addresses=()) as server:
        async with server.client() as first:
            assert (await first.hello())["type"] == "welcome"
        async with server.client() as second:
            assert (await second.hello())["code"] == "too_fast"
            server.clock.advance(10)
            assert (await second.hello())["type"] == "welcome"


async def test_answers_of_an_absent_account_are_forgotten_after_a_while() -> None:
    async with running_app() as server:
        async with server.client() as client:
            await client.hello()
        await server.tables.detached.get()
        server.clock.advance(1800)
        assert not server.app.sessions._sessions
