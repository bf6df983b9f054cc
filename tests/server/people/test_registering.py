"""From a guest to a registered account, and into it from elsewhere."""

import asyncio
from typing import Any

import pytest

from server.people import credentials
from server.people.names import name_key
from tests.support.people import PASSWORD, Registered, somebody
from tests.support.running_app import Running, running_app

ROOM = {"preset": "majsoul_friend_4p"}


async def columns(server: Running, name: str) -> dict[str, Any]:
    """Return what the store keeps of the account of a name."""
    found = await server.app.people.registered.by_name(name_key(name))
    assert found is not None
    return {"id": found.account.id, "name": found.account.name, "password": found.password}


async def test_a_guest_becomes_a_registered_account() -> None:
    async with running_app() as server, somebody(server) as aki:
        guest = await aki.hello("Somebody")
        assert "registered" not in guest
        old = guest["token"]
        answer = await aki.register("  Aki  Sato ")
        assert answer["type"] == "registered"
        assert answer["name"] == "Aki Sato"
        assert len(answer["recovery_code"]) == 23
        assert answer["token"] not in (None, old)
        account = await aki.request("get_account")
        assert account == {
            "type": "account",
            "id": account["id"],
            "account": guest["account"],
            "name": "Aki Sato",
            "registered": True,
            "rename_ms": 0,
        }
        kept = await columns(server, "aki sato")
        assert kept["id"] == guest["account"]
        assert PASSWORD not in repr(kept)

        # The answer may have been lost: the old token is good until the new one was used.
        async with somebody(server, "another") as again:
            assert (await again.hello(token=old))["registered"] is True
        async with somebody(server, "another") as again:
            assert (await again.hello(token=answer["token"]))["name"] == "Aki Sato"
        async with somebody(server, "another") as again:
            assert (await again.hello(token=old))["code"] == "bad_token"


async def test_an_answer_that_was_lost_is_repeated() -> None:
    async with running_app() as server:
        async with somebody(server) as aki:
            token = (await aki.hello())["token"]
            fields = {"name": "Aki", "password": PASSWORD}
            await aki.send("register", id=7001, **fields)
            first = await aki.find(lambda message: message.get("id") == 7001)
        async with somebody(server) as aki:
            await aki.hello(token=token)
            await aki.send("register", id=7001, **fields)
            assert await aki.find(lambda message: message.get("id") == 7001) == first
            assert (await aki.request("register", **fields))["code"] == "already_registered"


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"name": "aKı", "password": PASSWORD}, "name_taken", "name"),
        ({"name": "Admin", "password": PASSWORD}, "name_reserved", "name"),
        ({"name": "Guest 1234", "password": PASSWORD}, "name_reserved", "name"),
        ({"name": "Bеn", "password": PASSWORD}, "bad_value", "name"),
        ({"name": "A\u200bB", "password": PASSWORD}, "bad_value", "name"),
        ({"name": "B" * 25, "password": PASSWORD}, "out_of_range", "name"),
        ({"name": "Ben", "password": "short"}, "out_of_range", "password"),
        ({"name": "Ben", "password": "x" * 129}, "out_of_range", "password"),
        ({"name": "Ben", "password": "password123"}, "weak_password", "password"),
        ({"name": "Benjamin", "password": "b-e-n-jamin"}, "weak_password", "password"),
    ],
)
async def test_what_is_refused_changes_nothing(
    fields: dict[str, str], code: str, field: str
) -> None:
    async with running_app() as server, somebody(server) as aki, somebody(server) as ben:
        await aki.register("Aki")
        guest = await ben.hello("Somebody")
        refused = await ben.request("register", **fields)
        assert (refused["code"], refused["field"]) == (code, field)
        account = await ben.request("get_account")
        assert (account["name"], account["registered"]) == ("Somebody", False)
        async with somebody(server) as again:
            assert "registered" not in await again.hello(token=guest["token"])


async def test_two_who_want_one_name_at_once() -> None:
    async with running_app() as server, somebody(server) as one, somebody(server) as two:
        for client in (one, two):
            await client.hello()
        answers = await asyncio.gather(one.register("Aki"), two.register("AKI"))
        assert sorted(answer["type"] for answer in answers) == ["error", "registered"]
        (refused,) = [answer for answer in answers if answer["type"] == "error"]
        assert refused["code"] == "name_taken"


async def test_registrations_of_one_address_are_limited() -> None:
    limits: dict[str, Any] = {"register_burst": 1, "register_s": 30, "unlimited_addresses": ()}
    async with running_app(**limits) as server, somebody(server) as one, somebody(server) as two:
        assert (await one.register("Aki"))["type"] == "registered"
        assert (await two.register("Ben"))["code"] == "too_fast"
        server.clock.advance(30)
        await two.request("ping", t=0)
        assert (await two.register("Ben"))["type"] == "registered"


# Signing in


async def test_signing_in_from_elsewhere_takes_the_connection_over() -> None:
    async with running_app() as server, somebody(server) as aki:
        await aki.register("Aki")
        async with somebody(server, "elsewhere") as page:
            guest = await page.hello("Somebody")
            welcome = await page.request("login", name="AKI", password=PASSWORD)
            assert welcome["type"] == "welcome"
            assert welcome["account"] == aki.account != guest["account"]
            assert (welcome["name"], welcome["registered"]) == ("Aki", True)
            assert (await aki.next("bye"))["code"] == "another_login"
            client = server.app.sessions.client(aki.account)
            assert client is not None
            assert not client.link.closed
            # The guest is away, and nothing of it has changed.
            assert server.app.sessions.client(guest["account"]) is None
            assert guest["account"] not in server.tables.sinks
            assert server.tables.sinks[aki.account] is client
            assert (await page.request("get_account"))["account"] == aki.account
            token = welcome["token"]
        async with somebody(server, "later") as later:
            assert (await later.hello(token=token))["account"] == aki.account
        async with somebody(server, "later") as later:
            assert (await later.hello(token=guest["token"]))["account"] == guest["account"]


async def test_signing_in_can_be_the_first_message() -> None:
    async with running_app() as server, somebody(server) as aki:
        await aki.register("Aki")
        async with somebody(server) as page:
            refused = await page.request("login", name="Aki", password=PASSWORD)
            assert (refused["code"], refused["field"]) == ("hello_required", "client")
            fields = {"name": "Aki", "password": PASSWORD, "client": "a-program"}
            wrong = await page.request("login", **{**fields, "password": "wrong, all wrong"})
            assert wrong["code"] == "wrong_login"
            assert (await page.request("ping", t=1))["code"] == "hello_required"
            welcome = await page.request("login", **fields)
            assert (welcome["account"], welcome["registered"]) == (aki.account, True)
            assert (await page.hello())["code"] == "already_greeted"
            assert (await page.request("ping", t=1))["type"] == "pong"


async def test_signing_in_again_under_the_same_id_is_no_repetition() -> None:
    """After a break the page is a guest again; a kept `welcome` would open nothing."""
    async with running_app() as server, somebody(server) as aki:
        await aki.register("Aki")
        fields = {"id": 7002, "name": "Aki", "password": PASSWORD}
        accounts = []
        token = None
        for _ in range(2):
            async with somebody(server, "elsewhere") as page:
                token = (await page.hello(token=token))["token"] or token
                await page.send("login", **fields)
                await page.find(lambda message: message.get("id") == 7002)
                accounts.append((await page.request("get_account"))["account"])
        assert accounts == [aki.account] * 2


async def test_ids_count_for_the_account_that_is_signed_in() -> None:
    async with running_app() as server, somebody(server) as aki:
        await aki.register("Aki")
        async with somebody(server, "elsewhere") as page:
            guest = await page.hello()
            await page.send("set_settings", id=9001, settings={"of": "the guest"})
            await page.find(lambda message: message.get("id") == 9001)
            await page.request("login", name="Aki", password=PASSWORD)
            await page.send("set_settings", id=9001, settings={"of": "aki"})
            await page.request("ping", t=0)
            assert (await page.request("get_settings"))["settings"] == {"of": "aki"}
        async with somebody(server, "elsewhere") as page:
            await page.hello(token=guest["token"])
            assert (await page.request("get_settings"))["settings"] == {"of": "the guest"}


async def test_who_is_in_a_room_stays_who_they_are() -> None:
    async with running_app() as server, somebody(server) as aki, somebody(server) as guest:
        await aki.register("Aki")
        await guest.hello()
        await guest.request("create_room", rules=ROOM)
        refused = await guest.request("login", name="Aki", password=PASSWORD)
        assert refused["code"] == "busy"
        assert (await guest.request("get_account"))["account"] == guest.account
        assert server.app.sessions.client(aki.account) is not None
        await guest.request("leave_room")
        assert (await guest.request("login", name="Aki", password=PASSWORD))["type"] == "welcome"


async def test_a_name_that_does_not_exist_is_like_a_wrong_password() -> None:
    async with running_app() as server, somebody(server) as aki, somebody(server) as page:
        await aki.register("Aki")
        await page.hello()
        wrong = await page.request("login", name="Aki", password="wrong, all wrong")
        nobody = await page.request("login", name="Nobody", password="wrong, all wrong")
        no_name = await page.request("login", name="\u200b", password="wrong, all wrong")
        shown = {(answer["code"], answer["message"], answer["field"]) for answer in (wrong, nobody)}
        assert shown == {(no_name["code"], no_name["message"], no_name["field"])}
        assert wrong["code"] == "wrong_login"


async def test_guessing_is_slowed_and_the_owner_comes_in() -> None:
    async with running_app(message_burst=1000) as server, somebody(server) as aki:
        await aki.register("Aki")
        async with somebody(server) as page:
            await page.hello()
            answers = [
                await page.request("login", name="Aki", password=f"guess number {number}")
                for number in range(8)
            ]
            codes = [answer["code"] for answer in answers]
            assert codes == ["wrong_login"] * 5 + ["too_many_failures"] * 3
            assert answers[-1]["wait_s"] == 2
            right = await page.request("login", name="Aki", password=PASSWORD)
            assert right["code"] == "too_many_failures"
            server.clock.advance(2)
            await page.request("ping", t=0)
            right = await page.request("login", name="Aki", password=PASSWORD)
            assert right["type"] == "welcome"


async def test_a_hash_follows_the_settings_when_its_owner_signs_in(tmp_path: Any) -> None:
    path = str(tmp_path / "db")
    async with running_app(db=path) as server, somebody(server) as aki:
        await aki.register("Aki")
        before = (await columns(server, "Aki"))["password"]
    async with running_app(db=path, password_passes=2) as server, somebody(server) as page:
        await page.hello()
        assert (await page.request("login", name="Aki", password=PASSWORD))["type"] == "welcome"
        after = (await columns(server, "Aki"))["password"]
        assert before.startswith("$argon2id$v=19$m=8,t=1,")
        assert after.startswith("$argon2id$v=19$m=8,t=2,")


async def test_an_account_keeps_only_so_many_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.store.credentials.TOKENS_KEPT", 3)
    async with running_app() as server, somebody(server) as aki:
        await aki.register("Aki")
        tokens = []
        for _ in range(5):
            server.clock.advance(1)
            async with somebody(server) as page:
                fields = {"name": "Aki", "password": PASSWORD, "client": "page"}
                tokens.append((await page.request("login", **fields))["token"])
        valid = []
        for token in tokens:
            async with somebody(server) as page:
                valid.append((await page.hello(token=token))["type"] == "welcome")
        assert valid == [False, False, True, True, True]


class SlowPasswords:
    """Passwords that are looked at once a test lets them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.waiting = asyncio.Event()
        self.go = asyncio.Event()
        opened = credentials.Credentials.open

        async def slow(looks: credentials.Credentials, *args: Any) -> Any:
            self.waiting.set()
            await self.go.wait()
            return await opened(looks, *args)

        monkeypatch.setattr(credentials.Credentials, "open", slow)


async def test_a_link_that_is_gone_signs_nobody_in(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running_app() as server, somebody(server) as aki:
        await aki.register("Aki")
        slow = SlowPasswords(monkeypatch)
        page, newer = Registered(server.url), Registered(server.url)
        await page.open()
        guest = await page.hello()
        await page.send("login", id=1, name="Aki", password=PASSWORD)
        await slow.waiting.wait()
        await newer.open()
        await newer.hello(token=guest["token"])
        slow.go.set()
        assert await page.closed() == (4409, "another_login")
        assert (await aki.request("ping", t=0))["type"] == "pong"
        assert (await newer.request("get_account"))["account"] == guest["account"]
        await newer.close()
        assert await server.tables.detached.get() == guest["account"]
        assert server.app.sessions.client(guest["account"]) is None


async def test_whoever_came_later_wins_over_a_password_that_took_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running_app() as server, somebody(server) as aki:
        await aki.register("Aki")
        slow = SlowPasswords(monkeypatch)
        page = Registered(server.url)
        await page.open()
        guest = await page.hello()
        await page.send("login", id=1, name="Aki", password=PASSWORD)
        await slow.waiting.wait()
        async with somebody(server, "newer") as newer:
            await newer.hello(token=aki.token)
            assert (await aki.closed())[1] == "another_login"
            slow.go.set()
            assert await page.closed() == (4409, "another_login")
            assert [message["type"] for message in page.inbox] == ["welcome", "bye"]
            assert (await newer.request("get_account"))["account"] == aki.account
            # Of the guest nothing hangs on.
            assert server.app.sessions.client(guest["account"]) is None
            assert set(server.tables.sinks) == {aki.account}


async def test_signing_in_to_the_account_that_one_is() -> None:
    async with running_app() as server, somebody(server) as aki:
        await aki.register("Aki")
        welcome = await aki.request("login", name="Aki", password=PASSWORD)
        assert (welcome["type"], welcome["account"]) == ("welcome", aki.account)
        assert (await aki.request("get_account"))["registered"] is True
        client = server.app.sessions.client(aki.account)
        assert server.tables.sinks == {aki.account: client}


# Names of guests


async def test_a_guest_carries_no_registered_name() -> None:
    async with running_app() as server, somebody(server) as aki, somebody(server) as other:
        old = (await other.hello("Aki"))["token"]
        await aki.register("Aki")
        async with somebody(server) as page:
            refused = await page.hello("aki")
            assert (refused["code"], refused["field"]) == ("name_taken", "name")
            assert (await page.hello("Admin"))["code"] == "name_reserved"
            assert (await page.hello("Ben"))["name"] == "Ben"
        # Nobody is kept out for a name that was free when they came first.
        async with somebody(server) as page:
            assert (await page.hello("Aki", token=old))["name"].startswith("Guest ")
        async with somebody(server) as page:
            assert (await page.hello("Chie", token=old))["name"] == "Chie"
        async with somebody(server) as page:
            assert (await page.hello("aki", token=old))["name"] == "Chie"


async def test_hello_does_not_rename_a_registered_account() -> None:
    async with running_app() as server, somebody(server) as aki:
        await aki.register("Aki")
        async with somebody(server) as page:
            assert (await page.hello("Ben", token=aki.token))["name"] == "Aki"
