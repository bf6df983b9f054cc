"""Passwords, recovery, names, settings, and giving an account up."""

import asyncio
import json
from typing import Any

import pytest

from server.people.credentials import code_hash, new_recovery_code
from server.session.admission import DAY_S
from tests.support.people import PASSWORD, Registered, somebody
from tests.support.running_app import Running, running_app

OTHER = "three coloured runs"
ROOM = {"preset": "majsoul_friend_4p"}


async def opens(server: Running, token: str | None) -> bool:
    """Say whether a token opens an account."""
    async with somebody(server, "a-visit") as page:
        return bool((await page.hello(token=token))["type"] == "welcome")


async def signs_in(server: Running, name: str, password: str) -> str:
    """Sign in on a connection of its own; return the type of the answer, or the code."""
    async with somebody(server, "a-visit") as page:
        answer = await page.request("login", name=name, password=password, client="a-visit")
        return str(answer.get("code", answer["type"]))


# Passwords


async def test_a_wrong_or_weak_password_changes_nothing() -> None:
    async with running_app() as server, somebody(server) as aki:
        await aki.register("Aki")
        wrong = await aki.request("change_password", password=OTHER, new_password=OTHER)
        assert (wrong["code"], wrong["field"]) == ("wrong_login", "password")
        weak = await aki.request("change_password", password=PASSWORD, new_password="password1")
        assert weak["code"] == "weak_password"
        assert await signs_in(server, "Aki", PASSWORD) == "welcome"


async def test_a_changed_password_is_the_only_one() -> None:
    async with running_app() as server, somebody(server) as aki:
        await aki.register("Aki")
        before = aki.token
        answer = await aki.request("change_password", password=PASSWORD, new_password=OTHER)
        assert answer["type"] == "token"
        # Who is on the line stays there; nobody comes in by what was known before.
        assert (await aki.request("get_account"))["registered"] is True
        assert not await opens(server, before)
        assert await signs_in(server, "Aki", PASSWORD) == "wrong_login"
        assert await signs_in(server, "Aki", OTHER) == "welcome"
        assert await opens(server, answer["token"])


async def test_the_recovery_code_is_a_way_back_that_is_used_up() -> None:
    async with running_app() as server, somebody(server) as aki, somebody(server) as lost:
        await aki.register("Aki")
        await lost.hello()
        fields = {"name": "aki", "code": f" {aki.code.lower().replace('-', ' ')} "}
        answer = await lost.request("recover", password=OTHER, **fields)
        assert answer["type"] == "recovery"
        assert answer["recovery_code"] not in ("", aki.code)
        # Whoever was in is out, by token and on the line.
        assert (await aki.next("bye"))["code"] == "logged_out"
        assert await aki.closed() == (4410, "logged_out")
        assert not await opens(server, aki.token)
        assert (await lost.request("get_account"))["registered"] is False
        again = await lost.request("recover", password="four concealed triplets", **fields)
        assert again["code"] == "wrong_recovery_code"
        assert (await lost.request("login", name="Aki", password=OTHER))["type"] == "welcome"
        following = {"name": "Aki", "code": answer["recovery_code"]}
        assert (await lost.request("recover", password=PASSWORD, **following))["type"] == "recovery"
        assert await lost.closed() == (4410, "logged_out")


async def test_guessing_codes_is_slowed_like_guessing_passwords() -> None:
    async with running_app(message_burst=1000) as server, somebody(server) as page:
        async with somebody(server) as aki:
            await aki.register("Aki")
        await page.hello()
        codes = []
        for _ in range(7):
            fields = {"name": "Aki", "code": new_recovery_code(), "password": OTHER}
            codes.append((await page.request("recover", **fields))["code"])
        assert codes == ["wrong_recovery_code"] * 5 + ["too_many_failures"] * 2
        nobody = {"name": "Nobody", "code": new_recovery_code(), "password": OTHER}
        assert (await page.request("recover", **nobody))["code"] == "wrong_recovery_code"


async def test_another_recovery_code_takes_the_place_of_the_first() -> None:
    async with running_app() as server, somebody(server) as aki, somebody(server) as lost:
        await aki.register("Aki")
        await lost.hello()
        assert (await aki.request("new_recovery_code", password=OTHER))["code"] == "wrong_login"
        code = (await aki.request("new_recovery_code", password=PASSWORD))["recovery_code"]
        old = await lost.request("recover", name="Aki", code=aki.code, password=OTHER)
        assert old["code"] == "wrong_recovery_code"
        new = await lost.request("recover", name="Aki", code=code, password=OTHER)
        assert new["type"] == "recovery"


def test_codes_are_long_and_read_as_they_were_written_down() -> None:
    codes = {new_recovery_code() for _ in range(100)}
    assert len(codes) == 100
    for code in codes:
        assert code_hash(code) == code_hash(f"  {code.lower().replace('-', '')} ")
        assert set(code.replace("-", "")).isdisjoint("01ILO")
        assert len(code) == 23
    assert len({code_hash(code) for code in codes}) == 100


async def test_logging_out_everywhere_leaves_one_token() -> None:
    async with running_app() as server, somebody(server) as aki:
        await aki.register("Aki")
        tokens = [aki.token]
        async with somebody(server, "phone") as phone:
            answer = await phone.request("login", name="Aki", password=PASSWORD, client="phone")
            tokens.append(answer["token"])
            assert (await aki.closed())[1] == "another_login"
            fresh = (await phone.request("log_out_everywhere"))["token"]
            assert (await phone.request("ping", t=0))["type"] == "pong"
        assert [await opens(server, token) for token in tokens] == [False, False]
        assert await opens(server, fresh)


async def test_what_only_registered_accounts_can_do() -> None:
    requests: dict[str, dict[str, Any]] = {
        "change_password": {"password": PASSWORD, "new_password": OTHER},
        "new_recovery_code": {"password": PASSWORD},
        "log_out_everywhere": {},
        "delete_account": {"password": PASSWORD},
        "friend_ask": {"name": "Aki"},
        "friend_accept": {"account": "a"},
        "invite": {"account": "a"},
    }
    async with running_app() as server, somebody(server) as guest:
        await guest.hello()
        for kind, fields in requests.items():
            assert (await guest.request(kind, **fields))["code"] == "not_registered", kind


# Names


async def test_a_registered_account_changes_its_name_now_and_then() -> None:
    timeless = running_app(rename_days=30, silence_s=1e9)
    async with timeless as server, somebody(server) as aki, somebody(server) as ben:
        await aki.register("Aki")
        await ben.register("Ben")
        assert (await aki.request("rename", name="bEn"))["code"] == "name_taken"
        assert (await aki.request("rename", name="System"))["code"] == "name_reserved"
        answer = await aki.request("rename", name=" Akiko ")
        assert (answer["type"], answer["name"]) == ("account", "Akiko")
        assert answer["rename_ms"] == 30 * DAY_S * 1000
        # The old name is free, this one is not.
        assert (await ben.request("rename", name="AKIKO"))["code"] == "name_taken"
        assert (await ben.request("rename", name="Aki"))["name"] == "Aki"
        soon = await aki.request("rename", name="Chie")
        assert (soon["code"], soon["wait_s"]) == ("too_soon", 30 * DAY_S + 1)
        server.clock.advance(30 * DAY_S)
        assert (await aki.request("get_account"))["rename_ms"] == 0
        assert (await aki.request("rename", name="Chie"))["name"] == "Chie"
        assert await signs_in(server, "Akiko", PASSWORD) == "wrong_login"
        assert await signs_in(server, "chie", PASSWORD) == "welcome"


async def test_another_spelling_of_ones_own_name_is_no_one_elses() -> None:
    async with running_app() as server, somebody(server) as aki:
        await aki.register("Aki")
        assert (await aki.request("rename", name="AKI"))["name"] == "AKI"


async def test_a_guest_changes_its_name_at_any_time() -> None:
    async with running_app() as server, somebody(server) as aki, somebody(server) as guest:
        await aki.register("Aki")
        token = (await guest.hello())["token"]
        for name in ("Ben", "Chie"):
            answer = await guest.request("rename", name=name)
            assert (answer["name"], answer["registered"]) == (name, False)
        assert (await guest.request("rename", name="aki"))["code"] == "name_taken"
        async with somebody(server) as again:
            assert (await again.hello(token=token))["name"] == "Chie"


async def test_a_new_name_is_that_of_the_next_room() -> None:
    async with running_app() as server, somebody(server) as aki:
        await aki.register("Aki")
        await aki.request("rename", name="Akiko")
        room = await aki.request("create_room", rules=ROOM)
        assert room["seats"][0]["name"] == "Akiko"


# Settings


async def test_settings_are_kept_for_the_account() -> None:
    settings = {"language": "ja", "volume": {"alerts": 0.5, "tiles": 1}, "keys": ["a", None, True]}
    async with running_app() as server, somebody(server) as guest:
        token = (await guest.hello())["token"]
        assert (await guest.request("get_settings"))["settings"] == {}
        assert (await guest.request("set_settings", settings=settings))["type"] == "ok"
        async with somebody(server, "elsewhere") as page:
            await page.hello(token=token)
            assert (await page.request("get_settings"))["settings"] == settings
            await page.request("set_settings", settings={})
            assert (await page.request("get_settings"))["settings"] == {}


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"a": "x" * 2041}, "out_of_range"),
        ({"": 1}, "out_of_range"),
        ({"x" * 33: 1}, "out_of_range"),
        ({str(number): 1 for number in range(65)}, "out_of_range"),
        ([], "wrong_type"),
        (None, "wrong_type"),
    ],
)
async def test_settings_have_bounds(settings: Any, code: str) -> None:
    async with running_app() as server, somebody(server) as guest:
        await guest.hello()
        assert (await guest.request("set_settings", settings={"a": "x" * 2040}))["type"] == "ok"
        assert (await guest.request("set_settings", settings=settings))["code"] == code
        assert (await guest.request("get_settings"))["settings"] == {"a": "x" * 2040}


@pytest.mark.parametrize("number", ["9" * 30, "-" + "9" * 30, "1e300", "5e-324", "-0.0"])
async def test_numbers_come_back_or_are_refused(number: str) -> None:
    async with running_app() as server, somebody(server) as guest:
        await guest.hello()
        await guest.send_raw(f'{{"type":"set_settings","id":1,"settings":{{"a":{number}}}}}')
        answer = await guest.find(lambda message: message.get("id") == 1)
        kept = (await guest.request("get_settings"))["settings"]
        if answer["type"] == "ok":
            assert kept == {"a": json.loads(number)}
        else:
            assert (answer["code"], answer["field"]) == ("bad_value", "settings")
            assert kept == {}


# Giving it up


async def test_a_deleted_account_is_gone_and_its_name_is_free() -> None:
    async with running_app() as server, somebody(server) as aki, somebody(server) as ben:
        await aki.register("Aki")
        await ben.register("Ben")
        await aki.befriend(ben)
        await aki.request("set_settings", settings={"language": "ja"})
        async with somebody(server, "phone") as phone:
            fields = {"name": "Aki", "password": PASSWORD, "client": "phone"}
            token = (await phone.request("login", **fields))["token"]
            wrong = await phone.request("delete_account", password=OTHER)
            assert wrong["code"] == "wrong_login"
            ben.skip()
            assert (await phone.request("delete_account", password=PASSWORD))["type"] == "ok"
            assert await phone.closed() == (4410, "logged_out")
        gone = await ben.find(lambda message: message.get("relation") == "none")
        assert (gone["account"], gone["name"]) == (aki.account, "Aki")
        assert (await ben.request("get_friends"))["friends"] == []
        assert not await opens(server, token)
        assert not await opens(server, aki.token)
        assert await signs_in(server, "Aki", PASSWORD) == "wrong_login"
        for kind in ("friend_ask", "block"):
            refused = await ben.request(kind, account=aki.account)
            assert refused["code"] == "no_such_account"
        async with somebody(server) as another:
            assert (await another.register("Aki"))["type"] == "registered"
            assert (await another.request("get_settings"))["settings"] == {}


async def test_games_stay_without_the_name() -> None:
    async with running_app(silence_s=1e9) as server, somebody(server) as aki:
        await aki.register("Aki")
        names = ["Ben", "Aki", "Chie", "Easy bot 4"]
        accounts = (None, aki.account, None, None)
        for number in range(9):
            record = {
                "names": names,
                "rules": {"preset": "majsoul_friend_4p"},
                "events": [{"type": "start_game", "names": names}, {"type": "end_kyoku"}],
            }
            await server.app.records.save_record(
                f"game-{number}", record, mode="4p_east", accounts=accounts
            )
        await aki.request("delete_account", password=PASSWORD)
        await server.app.people.erasures.finish()
        page = await server.app.records.games()
        anonymous = ("Ben", "Deleted player", "Chie", "Easy bot 4")
        assert [line.names for line in page.games] == [anonymous] * 9
        # It is still the same player's game.
        assert {line.accounts for line in page.games} == {accounts}
        for number in range(9):
            kept = await server.app.records.record(f"game-{number}")
            assert kept is not None
            assert b"Aki" not in kept
            assert kept.count(b"Deleted player") == 2


async def test_an_erasure_that_was_cut_off_is_finished_by_the_next_process(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(tmp_path / "db")
    names = ["Aki", "Ben", "Chie", "Dai"]
    record = {"names": names, "rules": {}, "events": [{"type": "start_game", "names": names}]}
    with monkeypatch.context() as patched:

        async def cut_off(self: Any) -> None:
            await asyncio.Event().wait()

        patched.setattr("server.people.erasures.Erasures.finish", cut_off)
        async with running_app(db=path) as server, somebody(server) as aki:
            await aki.register("Aki")
            accounts = (aki.account, None, None, None)
            await server.app.records.save_record("g", record, mode="4p_east", accounts=accounts)
            await aki.request("delete_account", password=PASSWORD)
            assert b"Aki" in (await server.app.records.record("g") or b"")
    async with running_app(db=path) as server:
        await server.app.people.erasures.finish()
        kept = await server.app.records.record("g")
        assert kept is not None
        assert b"Aki" not in kept


async def test_who_is_in_a_room_leaves_it_first() -> None:
    async with running_app() as server, somebody(server) as aki:
        await aki.register("Aki")
        await aki.request("create_room", rules=ROOM)
        assert (await aki.request("delete_account", password=PASSWORD))["code"] == "busy"
        await aki.request("leave_room")
        assert (await aki.request("delete_account", password=PASSWORD))["type"] == "ok"


async def test_registered_accounts_are_not_forgotten_like_guests() -> None:
    async with running_app(guest_days=1, token_days=1e6) as server:
        for task in server.app._tasks:
            task.cancel()
        async with somebody(server) as aki:
            await aki.register("Aki")
        async with somebody(server) as guest:
            guest_token = (await guest.hello())["token"]
        server.clock.advance(10 * DAY_S)
        for _ in range(2):
            await server.tables.detached.get()
        assert await server.app._expiry.sweep() == 1
        assert not await opens(server, guest_token)
        assert await opens(server, aki.token)


async def test_who_registers_while_a_newer_connection_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The answer goes to the older page; the newer one is registered all the same."""
    go, waiting, done = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async with running_app() as server:
        passwords, store = server.app.people.passwords, server.app.people.registered
        make, register = passwords.hash, store.register

        async def slow(password: str) -> str:
            waiting.set()
            await go.wait()
            return await make(password)

        async def then_tell(*args: Any) -> bool:
            outcome = await register(*args)
            done.set()
            return outcome

        monkeypatch.setattr(passwords, "hash", slow)
        monkeypatch.setattr(store, "register", then_tell)
        old = Registered(server.url, client="old")
        await old.open()
        token = (await old.hello())["token"]
        await old.send("register", id=1, name="Aki", password=PASSWORD)
        await waiting.wait()
        async with somebody(server, "new") as new:
            await new.hello(token=token)
            go.set()
            assert await old.closed() == (4409, "another_login")
            await done.wait()
            account = await new.request("get_account")
            assert (account["name"], account["registered"]) == ("Aki", True)
