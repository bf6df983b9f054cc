"""`jantaku admin` beside a running server: what it does there, and what the audit says of it."""

from pathlib import Path

import pytest

from protocol.errors import CLOSE_CODES
from server.table.api import Occupant
from tests.server.admin.office import office
from tests.support.fake_tables import fake_room_rules
from tests.support.ws_client import WsClient

RULES = {"preset": "majsoul_friend_4p"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "jantaku.sqlite"


async def test_a_ban_ends_the_connection_and_keeps_its_account_out(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with office(path, capsys) as house:
        async with house.running.client() as aki:
            welcome = await aki.hello("Aki")
            banned = await house.admin("ban", aki.account, "--reason", "plays for two")
            assert (banned["account"], banned["name"]) == (aki.account, "Aki")
            code, reason = await aki.closed()
            assert (code, reason) == (4403, CLOSE_CODES[4403].name)
        async with house.running.client() as aki:
            refused = await aki.hello(token=welcome["token"])
            assert refused["code"] == "banned"
            assert "plays for two" in refused["message"]
            assert (await house.admin("unban", welcome["account"]))["lifted"] == [
                banned["sanction"]
            ]
            assert (await aki.hello(token=welcome["token"]))["type"] == "welcome"
        assert "is not banned" in await house.refused("unban", welcome["account"])


async def test_a_mute_holds_at_once_and_until_its_end(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with office(path, capsys) as house, house.running.client() as aki:
        await aki.hello("Aki")
        await house.admin("mute", aki.account, "--reason", "shouts", "--until", "2099-01-01")
        refused = await aki.request("say", table="t", stamp="hello")
        assert refused["code"] == "muted"
        assert "until 2099-01-01" in refused["message"]
        await house.admin("unmute", aki.account)
        assert (await aki.request("say", table="t", stamp="hello"))["type"] == "ok"


async def test_tables_are_listed_and_ended(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with office(path, capsys) as house, house.running.client() as aki:
        assert (await house.admin("tables"))["tables"] == []
        await aki.hello("Aki")
        tables = house.running.tables
        seats = (Occupant("Aki", aki.account), *(Occupant("Bot", level="easy") for _ in range(3)))
        over: list[object] = []
        tables.open("t-1", fake_room_rules(RULES), seats, on_over=over.append)
        (table,) = (await house.admin("tables"))["tables"]
        assert table["table"] == "t-1"
        assert table["seats"][0] == {"name": "Aki", "account": aki.account, "online": True}
        assert table["seats"][1] == {"name": "Bot", "account": None, "online": False}
        code, text, _ = await house.run("tables")
        assert code == 0
        assert f"0  Aki ({aki.account})" in text
        assert "is in a room, in a queue or at a table" in await house.refused(
            "delete", aki.account, "--reason", "asked for it", "--yes"
        )
        assert await house.admin("end", "t-1", "--reason", "stuck") == {"table": "t-1"}
        assert len(over) == 1
        assert "no running table 't-1'" in await house.refused("end", "t-1", "--reason", "again")


async def test_a_new_name_is_that_of_the_connection_too(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with office(path, capsys) as house, house.running.client() as aki:
        await aki.hello("Rude")
        renamed = await house.admin("rename", aki.account, "Aki", "--reason", "rude")
        assert renamed == {"account": aki.account, "before": "Rude", "name": "Aki"}
        assert (await aki.request("get_account"))["name"] == "Aki"
        assert "1 to 24 characters" in await house.refused(
            "rename", aki.account, "A" * 30, "--reason", "long"
        )


async def test_a_deleted_account_is_gone(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with office(path, capsys) as house:
        async with house.running.client() as aki:
            welcome = await aki.hello("Aki")
            assert "--yes" in await house.refused("delete", aki.account, "--reason", "asked")
            await house.admin("delete", aki.account, "--reason", "asked", "--yes")
            assert (await aki.closed())[1] == "logged_out"
        async with house.running.client() as ben:
            await ben.hello("Ben")
            gone = await ben.request("get_profile", account=welcome["account"])
            assert gone["code"] == "no_such_account"
            gone = await ben.request("report", account=welcome["account"], reason="name")
            assert gone["code"] == "no_such_account"
        assert "is deleted" in await house.refused(
            "ban", welcome["account"], "--reason", "too late"
        )


async def test_announcements_come_at_once_and_to_all_who_come_while_they_hold(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with office(path, capsys) as house:
        async with house.running.client() as aki:
            await aki.hello("Aki")
            told = await house.admin(
                "announce", "Hello all", "--also", "ja=やあ", "--until", "2099-01-01"
            )
            frame = await aki.next("announcement")
            assert frame["key"] == told["announcement"]
            assert frame["text"] == {"en": "Hello all", "ja": "やあ"}
            assert frame["until"] > frame["at"]
        async with house.running.client() as ben:
            await ben.hello("Ben")
            assert await ben.next("announcement") == frame
        (held,) = await house.admin("announcements")
        assert held["id"] == told["announcement"]
        await house.admin("withdraw", told["announcement"])
        assert await house.admin("announcements") == []
        async with house.running.client() as ciro:
            await ciro.hello("Ciro")
            await ciro.request("get_account")
            assert "announcement" not in {message["type"] for message in ciro.inbox}
        assert "there is no announcement" in await house.refused("withdraw", held["id"])
    # What holds outlives the server; what ends does so by itself.
    async with office(path, capsys) as house:
        await house.admin("announce", "Still here")
    async with office(path, capsys) as house, house.running.client() as dora:
        await dora.hello("Dora")
        assert (await dora.next("announcement"))["text"] == {"en": "Still here"}


async def test_a_new_recovery_code_opens_the_account(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with office(path, capsys) as house, house.running.client() as aki:
        await aki.hello("Guest 1000")
        assert "is not registered" in await house.refused(
            "reset", aki.account, "--recovery", "--reason", "lost"
        )
        registered = await aki.request("register", name="Aki", password="seven pairs, dora two")
        assert registered["type"] == "registered"
        code, text, _ = await house.run("reset", "Aki", "--recovery", "--reason", "lost all")
        assert code == 0
        recovery = text.split()[-1]
        old = await recover(house.running.client(), registered["recovery_code"])
        assert old["code"] == "wrong_recovery_code"
        assert (await recover(house.running.client(), recovery))["type"] == "recovery"
        (entry, *_) = [e for e in await house.admin("audit") if e["action"] == "reset_recovery"]
        assert recovery not in str(entry)


async def recover(client: WsClient, code: str) -> dict[str, object]:
    async with client:
        await client.hello("Guest 1001")
        return await client.request(
            "recover", name="Aki", code=code, password="four concealed triplets"
        )


async def test_an_export_has_what_is_kept_and_no_secret(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with office(path, capsys) as house, house.running.client() as aki:
        await aki.hello("Guest 1000")
        registered = await aki.request("register", name="Aki", password="seven pairs, dora two")
        await aki.request("set_settings", settings={"lang": "ja"})
        code, text, _ = await house.run("export", "aki")
        assert code == 0
        assert '"lang": "ja"' in text
        assert '"has_password": true' in text
        for secret in (registered["token"], registered["recovery_code"], "argon2"):
            assert secret not in text
        out = path.with_suffix(".json")
        await house.run("export", aki.account, "--out", str(out))
        assert '"name": "Aki"' in out.read_text(encoding="utf-8")


async def test_the_audit_has_everything_with_who_has_done_it(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with office(path, capsys) as house, house.running.client() as aki:
        await aki.hello("Aki")
        await house.admin("tables")
        await house.admin("mute", aki.account, "--reason", "shouts")
        await house.refused("unban", aki.account)
        await house.run("export", aki.account)
        entries = await house.admin("audit")
        assert [
            (e["actor"], e["action"], e["target"], e["detail"]["outcome"]) for e in entries
        ] == [
            ("tess", "export", aki.account, "done"),
            ("tess", "unban", aki.account, f"refused: account {aki.account} (Aki) is not banned"),
            ("tess", "mute", aki.account, "done"),
        ]
        assert entries[2]["detail"]["reason"] == "shouts"
        code, text, _ = await house.run("audit", "--limit", "1")
        assert code == 0
        assert f"tess  export {aki.account}  done" in text
        assert await house.admin("audit", "--about", "t-1") == []
