"""Reports: of whom, by whom, and where in the game; and what those who keep order see of them."""

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from structlog.testing import capture_logs

from server.cli import run
from server.figures.moments import moments
from server.store.moderation import ReportStore
from server.table.api import Occupant
from tests.support.databases import STAGE
from tests.support.fake_tables import fake_room_rules
from tests.support.records import wild
from tests.support.running_app import Running, running_app
from tests.support.ws_client import WsClient

PATIENT: Any = {"silence_s": 1e9, "hello_s": 1e9}


def at_a_table(server: Running, game: str, *accounts: str | None) -> None:
    seats = tuple(
        Occupant(f"P{seat}", account, None if account else "easy")
        for seat, account in enumerate(accounts)
    )
    rules = fake_room_rules({"preset": "majsoul_friend_4p"})
    server.tables.open(game, rules, seats, on_over=lambda _over: None)


async def kept(server: Running, game: str, *accounts: str | None) -> Any:
    record = {**wild(0), "id": game}
    await server.app.records.save_record(game, record, mode="4p_south", accounts=accounts)
    return record


async def listed(path: Path, capsys: pytest.CaptureFixture[str], *words: str) -> list[Any]:
    line = ["admin", "reports", "--db", STAGE.setting(path), "--json", *words]
    assert await asyncio.to_thread(run, line) == 0
    return [json.loads(text) for text in capsys.readouterr().out.splitlines()]


async def test_a_report_leads_to_the_moment_in_the_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "jantaku.sqlite"
    with capture_logs() as logs:
        async with (
            running_app(db=str(path), **PATIENT) as server,
            server.client() as aki,
            server.client("b") as ben,
        ):
            await aki.hello("Aki")
            await ben.hello("Ben")
            at_a_table(server, "g1", ben.account, aki.account, None, None)
            told = await aki.request(
                "report", game="g1", seat=0, reason="stalling", text="Slow\x1b[2J on purpose"
            )
            assert told["type"] == "ok"
            # While the game runs, there is no record to look at.
            (report,) = await listed(path, capsys)
            assert (report["link"], report["place"], report["game"]) == (None, 0, "g1")
            server.tables.finish("g1")
            record = await kept(server, "g1", ben.account, aki.account, None, None)
            (report,) = await listed(path, capsys)
            assert report["link"] == "/r/g1"
            assert (report["account"], report["name"]) == (ben.account, "Ben")
            assert (report["reporter"], report["reporter_name"]) == (aki.account, "Aki")
            assert (report["seat"], report["reason"], report["state"]) == (0, "stalling", "open")
            # Of a finished game the moment is named, as in a replay's address.
            wanted = {"round": "E2.0", "step": 7}
            place = next(
                number
                for number, (moment, _) in enumerate(moments(record["events"]))
                if moment and (moment.round, moment.step) == ("E2.0", 7)
            )
            await server.clock.pass_time(1.0)
            told = await aki.request("report", game="g1", seat=0, reason="cheating", at=wanted)
            assert told["type"] == "ok"
            reports = await listed(path, capsys)
            assert reports[1]["place"] == place
            assert reports[1]["link"] == "/r/g1#seat=0&round=E2.0&step=7"
            # In a running game it is where the game stands, whatever is named.
            told = await aki.request(
                "report", game="g1", seat=0, reason="other", at={"round": "S4.0", "step": 900}
            )
            assert (told["code"], told["field"]) == ("bad_value", "at")
            line = ["admin", "reports", reports[1]["id"], "--db", STAGE.setting(path)]
            assert await asyncio.to_thread(run, line) == 0
            text = capsys.readouterr().out
            assert f"about  Ben ({ben.account}), seat 0" in text
            assert "see    /r/g1#seat=0&round=E2.0&step=7" in text
            line[2] = reports[0]["id"]
            assert await asyncio.to_thread(run, line) == 0
            assert "says   Slow [2J on purpose" in capsys.readouterr().out
            # Nobody else is told, and no log has a word of it.
            await ben.request("get_account")
            assert {message["type"] for message in ben.inbox} == {"welcome", "account"}
            assert "on purpose" not in str(logs)


async def test_the_same_report_again_changes_nothing_until_it_is_closed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "jantaku.sqlite"
    with capture_logs():
        async with (
            running_app(db=str(path), **PATIENT) as server,
            server.client() as aki,
            server.client("b") as ben,
        ):
            await aki.hello("Aki")
            await ben.hello("Ben")
            for _ in range(2):
                told = await aki.request("report", account=ben.account, reason="name")
                assert told["type"] == "ok"
            (report,) = await listed(path, capsys)
            assert (report["game"], report["seat"], report["link"]) == (None, None, None)
            store = ReportStore(server.app.records.database)
            assert await store.close(report["id"], "tess", 5.0)
            assert not await store.close(report["id"], "tess", 6.0)
            await server.clock.pass_time(1.0)
            await aki.request("report", account=ben.account, reason="name")
            (again,) = await listed(path, capsys)
            assert again["id"] != report["id"]
            closed, _ = await listed(path, capsys, "--all")
            assert (closed["state"], closed["handled_by"]) == ("closed", "tess")


class Case:
    """What is refused, for somebody who sits on seat 0 of `run` and `done`."""

    def __init__(self, code: str, field: str | None, **report: Any) -> None:
        self.code, self.field, self.report = code, field, report


CASES = {
    "nothing": Case("bad_value", "seat"),
    "no seat": Case("bad_value", "seat", game="run"),
    "no game": Case("bad_value", "game", seat=1),
    "both": Case("bad_value", "account", game="run", seat=1, account="other"),
    "a moment of nothing": Case("bad_value", "account", account="other",
                                at={"round": "E1.0", "step": 0}),
    "no such game": Case("no_such_record", "game", game="nothing", seat=1),
    "a running game of others": Case("not_seated", "game", game="theirs", seat=1),
    "a finished game of others": Case("no_such_record", "game", game="theirs-done", seat=1),
    "no such seat": Case("no_such_seat", "seat", game="three", seat=3),
    "a bot": Case("not_a_person", "seat", game="run", seat=2),
    "a bot that was": Case("not_a_person", "seat", game="done", seat=2),
    "oneself": Case("own_seat", "seat", game="run", seat=0),
    "oneself once": Case("own_seat", "seat", game="done", seat=0),
    "one's account": Case("own_account", "account", account="me"),
    "no such account": Case("no_such_account", "account", account="nobody"),
    "no such moment": Case("bad_value", "at", game="done", seat=1,
                           at={"round": "N4.9", "step": 1}),
}  # fmt: skip


async def test_what_cannot_be_reported() -> None:
    async with (
        running_app(reports_account=100, **PATIENT) as server,
        server.client() as me,
        server.client("o") as other,
    ):
        await me.hello("Me")
        await other.hello("Other")
        at_a_table(server, "run", me.account, other.account, None, None)
        seats = (Occupant("Other", other.account), *(Occupant("B", level="easy"),) * 3)
        server.tables.tables["theirs"] = msgspec.structs.replace(
            server.tables.tables["run"], seats=seats
        )
        await kept(server, "done", me.account, other.account, None, None)
        await kept(server, "theirs-done", other.account, None, None, None)
        three = {**wild(0, "majsoul_3p"), "id": "three"}
        await server.app.records.save_record(
            "three", three, mode="3p_south", accounts=(me.account, other.account, None)
        )
        names = {"me": me.account, "other": other.account}
        for name, case in CASES.items():
            report = dict(case.report)
            if "account" in report:
                report["account"] = names.get(report["account"], report["account"])
            answer = await me.request("report", reason="other", **report)
            assert (answer.get("code"), answer.get("field")) == (case.code, case.field), name


async def test_reports_are_limited_by_account_and_by_address() -> None:
    async with (
        running_app(
            reports_account=2, reports_address=3, report_s=60, unlimited_addresses=(), **PATIENT
        ) as server,
        server.client() as aki,
        server.client("b") as ben,
    ):
        await aki.hello("Aki")
        await ben.hello("Ben")

        async def code(client: WsClient, other: WsClient, reason: str) -> str:
            answer = await client.request("report", account=other.account, reason=reason)
            return str(answer.get("code", answer["type"]))

        # What is no report costs none.
        for _ in range(3):
            assert (await aki.request("report", reason="name"))["code"] == "bad_value"
        assert await code(aki, ben, "name") == "ok"
        assert await code(aki, ben, "other") == "ok"
        assert await code(aki, ben, "talk") == "too_fast"
        assert await code(ben, aki, "name") == "ok"
        assert await code(ben, aki, "other") == "too_fast"
        await server.clock.pass_time(60.0)
        assert await code(aki, ben, "talk") == "ok"
