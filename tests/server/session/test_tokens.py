"""Tokens that are renewed, and guests that are forgotten."""

import asyncio
from typing import Any, cast

import pytest
from sqlalchemy import Connection, func, select

from server.session.admission import DAY_S
from server.session.expiry import Expiry
from server.store.accounts import AccountStore
from server.store.database import StoreError
from server.store.schema import metadata
from tests.support.fake_clock import FakeClock
from tests.support.running_app import Running, running_app
from tests.support.ws_client import Message


async def hello(server: Running, token: str | None, page: str = "client-for-tests") -> Message:
    """Say hello on a connection of its own."""
    async with server.client(page) as client:
        return await client.hello(token=token)


async def count(server: Running, table: str) -> int:
    def work(connection: Connection) -> int:
        counted = select(func.count()).select_from(metadata.tables[table])
        return connection.execute(counted).scalar_one()

    return await server.app._database.read(work)


def by_hand(server: Running) -> Expiry:
    """Stop the daily sweep, which would come between; return it."""
    for task in server.app._tasks:
        task.cancel()
    return server.app._expiry


async def test_a_young_token_stays() -> None:
    async with running_app(token_days=30) as server:
        token = (await hello(server, None))["token"]
        server.clock.advance(29 * DAY_S)
        assert (await hello(server, token))["token"] is None
        assert await count(server, "tokens") == 1


async def test_an_old_token_is_renewed_and_valid_until_the_new_one_is_used() -> None:
    async with running_app(token_days=30) as server:
        first = await hello(server, None)
        server.clock.advance(30 * DAY_S)
        renewed = await hello(server, first["token"])
        assert renewed["token"] not in (None, first["token"])
        assert renewed["account"] == first["account"]
        # The answer may have been lost.
        assert (await hello(server, first["token"]))["account"] == first["account"]
        used = await hello(server, renewed["token"])
        assert (used["account"], used["token"]) == (first["account"], None)
        assert (await hello(server, first["token"]))["code"] == "bad_token"
        assert await count(server, "tokens") == 1


async def test_a_renewed_token_grows_old_too() -> None:
    async with running_app(token_days=30) as server:
        token = (await hello(server, None))["token"]
        for _ in range(3):
            server.clock.advance(31 * DAY_S)
            fresh = (await hello(server, token))["token"]
            assert fresh is not None
            token = fresh
            assert (await hello(server, token))["token"] is None


async def test_pages_that_were_told_different_tokens_keep_them() -> None:
    async with running_app(token_days=30) as server:
        token = (await hello(server, None))["token"]
        server.clock.advance(30 * DAY_S)
        one = (await hello(server, token))["token"]
        server.clock.advance(DAY_S)
        other = (await hello(server, token, "another-page"))["token"]
        assert len({token, one, other}) == 3
        assert (await hello(server, one))["type"] == "welcome"
        assert (await hello(server, other))["type"] == "welcome"
        assert (await hello(server, token))["type"] == "error"


async def test_a_client_that_keeps_no_new_tokens_fills_no_table() -> None:
    async with running_app(token_days=30) as server:
        token = (await hello(server, None))["token"]
        server.clock.advance(30 * DAY_S)
        offered = []
        for _ in range(12):
            offered.append((await hello(server, token))["token"])
            server.clock.advance(DAY_S / 2)
        assert sum(fresh is not None for fresh in offered) == 6
        assert await count(server, "tokens") == 1 + 3
        # The latest are those that count.
        assert (await hello(server, offered[0]))["code"] == "bad_token"
        assert (await hello(server, offered[10]))["type"] == "welcome"


async def test_a_disk_that_takes_nothing_keeps_nobody_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def full(*_: object) -> None:
        raise StoreError("database or disk is full")

    async with running_app(token_days=30) as server:
        first = await hello(server, None)
        server.clock.advance(31 * DAY_S)
        for name in ("saw", "renew", "first_use"):
            monkeypatch.setattr(AccountStore, name, full)
        welcome = await hello(server, first["token"])
        assert (welcome["account"], welcome["token"]) == (first["account"], None)
        monkeypatch.undo()
        assert (await hello(server, first["token"]))["token"] is not None
        captured = capsys.readouterr()
        assert "visit_not_noted" in captured.out + captured.err


async def test_guests_that_never_played_are_forgotten() -> None:
    async with running_app(guest_days=180) as server:
        expiry = by_hand(server)
        idle = (await hello(server, None))["token"]
        player = await hello(server, None)
        await server.app.records.save_record(
            "g1",
            {"names": ["A"], "rules": {}, "events": []},
            mode="4p_east",
            accounts=(player["account"], None, None, None),
        )
        server.clock.advance(100 * DAY_S)
        regular = (await hello(server, None))["token"]
        server.clock.advance(80.5 * DAY_S)
        assert await expiry.sweep() == 1
        assert (await hello(server, idle))["code"] == "bad_token"
        assert (await hello(server, player["token"]))["account"] == player["account"]
        assert (await hello(server, regular))["type"] == "welcome"
        assert await count(server, "accounts") == 2


async def test_who_comes_now_and_then_is_kept() -> None:
    async with running_app(guest_days=180, token_days=1e6) as server:
        expiry = by_hand(server)
        token = (await hello(server, None))["token"]
        for _ in range(3):
            server.clock.advance(179 * DAY_S)
            assert await expiry.sweep() == 0
            assert (await hello(server, token))["type"] == "welcome"


async def test_who_is_here_or_in_a_room_is_kept() -> None:
    forgetful = running_app(guest_days=1, silence_s=1e9, room_offline_s=1e9, room_idle_s=1e9)
    async with forgetful as server, server.client() as here:
        expiry = by_hand(server)
        await here.hello()
        async with server.client() as away:
            await away.hello()
            await away.request("create_room", rules={"preset": "majsoul_3p"})
        assert await server.tables.detached.get() == away.account
        server.clock.advance(2 * DAY_S)
        assert await expiry.sweep() == 0


async def test_the_sweep_runs_once_a_day_and_survives_a_fault(
    capsys: pytest.CaptureFixture[str],
) -> None:
    class Faulty(AccountStore):
        asked = 0

        async def idle(self, before: float, after: str, limit: int) -> tuple[str, ...]:
            self.asked += 1
            if self.asked == 1:
                raise StoreError("the disk is full")
            return ()

    clock, store = FakeClock(), Faulty(cast(Any, None))
    task = asyncio.create_task(Expiry(clock, store, 1.0, lambda _account: False).run())
    asked: list[int] = []
    for hours in (0, 23, 1, 24):
        await clock.pass_time(hours * 3600)
        asked.append(store.asked)
    assert asked == [1, 1, 2, 3]
    captured = capsys.readouterr()
    assert "expiry_failed" in captured.out + captured.err
    task.cancel()


async def test_more_guests_than_one_transaction_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.session.expiry.BATCH", 2)
    async with running_app(guest_days=1) as server:
        expiry = by_hand(server)
        for _ in range(5):
            await hello(server, None)
        server.clock.advance(2 * DAY_S)
        assert await expiry.sweep() == 5
        assert await count(server, "tokens") == 0
