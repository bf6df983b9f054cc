"""Bans and mutes: at the door, for those who are here, and until they end."""

import asyncio
from typing import Any

import pytest

from protocol.errors import ProtocolError
from server.people.sanctions import AGAIN_S
from server.store.errors import Refused, StoreError
from server.store.sanctions import SanctionStore
from tests.support.people import PASSWORD, somebody
from tests.support.running_app import Running, running_app

ROOM = {"preset": "majsoul_friend_4p"}


async def impose(server: Running, account: str, kind: Any, seconds: float | None = None) -> str:
    until = None if seconds is None else server.clock.wall() + seconds
    return await server.app.people.sanctions.impose(account, kind, "Being rude.", until, "a test")


async def test_a_ban_closes_the_connection_and_the_door() -> None:
    async with running_app(silence_s=1e9, hello_s=1e9) as server, somebody(server) as aki:
        await aki.register("Aki")
        ban = await impose(server, aki.account, "ban", 3600)
        assert (await aki.next("bye"))["code"] == "banned"
        assert await aki.closed() == (4403, "banned")
        async with somebody(server) as page:
            by_token = await page.hello(token=aki.token)
            fields = {"name": "Aki", "password": PASSWORD, "client": "page"}
            by_password = await page.request("login", **fields)
            for refused in (by_token, by_password):
                assert refused["code"] == "banned"
                assert refused["message"].endswith("UTC: Being rude.")
                assert "until 2025-06-15 16:06" in refused["message"]
                assert refused["wait_s"] == 3601
            # A wrong password tells nobody that there is a ban.
            wrong = await page.request("login", **{**fields, "password": "wrong, all wrong"})
            assert wrong["code"] == "wrong_login"
            assert await server.app.people.sanctions.lift(ban)
            assert not await server.app.people.sanctions.lift(ban)
            assert (await page.hello(token=aki.token))["type"] == "welcome"


async def test_a_ban_ends_by_itself() -> None:
    async with running_app(silence_s=1e9, hello_s=1e9) as server:
        async with somebody(server) as aki:
            await aki.register("Aki")
        await impose(server, aki.account, "ban", 60)
        async with somebody(server) as page:
            server.clock.advance(59)
            assert (await page.hello(token=aki.token))["wait_s"] == 2
            server.clock.advance(1)
            assert (await page.hello(token=aki.token))["type"] == "welcome"


async def test_a_ban_for_good_says_so() -> None:
    async with running_app() as server:
        async with somebody(server) as aki:
            await aki.hello("Aki")
        await impose(server, aki.account, "ban", 60)
        await impose(server, aki.account, "ban")
        async with somebody(server) as page:
            refused = await page.hello(token=aki.token)
            assert refused["message"] == "This account is shut out for good: Being rude."
            assert "wait_s" not in refused


async def test_who_is_muted_shows_no_stamps_and_does_all_else() -> None:
    async with running_app(silence_s=1e9) as server, somebody(server) as aki:
        await aki.hello("Aki")
        mute = await impose(server, aki.account, "mute", 600)
        say = {"table": "t", "stamp": "hello"}
        refused = await aki.request("say", **say)
        assert (refused["code"], refused["wait_s"]) == ("muted", 601)
        assert "Being rude." in refused["message"]
        assert not server.tables.handled
        assert (await aki.request("confirm", table="t"))["type"] == "ok"
        assert await server.app.people.sanctions.lift(mute)
        assert (await aki.request("say", **say))["type"] == "ok"


async def test_what_another_process_writes_counts_within_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running_app(silence_s=1e9) as server, somebody(server) as aki:
        await aki.hello("Aki")
        elsewhere = SanctionStore(server.app._database)
        now = server.clock.wall()
        await elsewhere.impose(aki.account, "ban", "Being rude.", now, None, "a tool")
        assert (await aki.request("ping", t=0))["type"] == "pong"
        read = asyncio.Event()
        load = server.app.people.sanctions.load

        async def and_tell() -> None:
            await load()
            read.set()

        monkeypatch.setattr(server.app.people.sanctions, "load", and_tell)
        await server.clock.pass_time(AGAIN_S)
        await read.wait()
        assert await aki.closed() == (4403, "banned")


async def test_a_sanction_needs_an_account() -> None:
    async with running_app() as server:
        with pytest.raises(Refused):
            await impose(server, "nobody", "ban")


async def test_what_was_known_holds_when_the_store_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: object) -> Any:
        raise StoreError("the disk is gone")

    async with running_app(silence_s=1e9) as server, somebody(server) as aki:
        await aki.hello("Aki")
        await impose(server, aki.account, "mute")
        monkeypatch.setattr(SanctionStore, "held", fails)
        for _ in range(3):
            await server.clock.pass_time(AGAIN_S)
        with pytest.raises(ProtocolError, match="muted"):
            server.app.people.sanctions.check_mute(aki.account)
