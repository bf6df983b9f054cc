"""`jantaku admin` on a database that no server serves, and how moments are written."""

import asyncio
import json
import re
import shlex
from datetime import UTC, datetime
from pathlib import Path

import pytest

from server.admin import asking
from server.admin.orders import ORDERS, Announce, Impose, OrderError, read_order, write_order
from server.admin.times import read_moment, show_moment
from server.cli import run
from server.commands import admin_cmd
from server.store import postgres, sqlite
from server.store.accounts import Account, AccountStore
from server.store.database import Database
from server.store.orders import OrderStore
from tests.support.databases import STAGE
from tests.support.fake_clock import FakeClock

NOW = datetime(2026, 12, 24, 18, tzinfo=UTC).timestamp()


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database with one account; nobody waits for a server."""

    async def made() -> None:
        database = Database(str(found))
        await AccountStore(database).create(Account("a-1", "Aki"), b"token", 0.0)
        database.close()

    found = tmp_path / "jantaku.sqlite"
    asyncio.run(made())
    monkeypatch.setattr(asking, "NOBODY_S", 0.0)
    return found


def admin(path: Path, *words: str) -> int:
    return run(["admin", *words, "--db", STAGE.setting(path), "--actor", "tess"])


def test_what_concerns_the_database_is_done(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert admin(path, "ban", "a-1", "--reason", "cheats", "--until", "2099-01-01") == 0
    assert capsys.readouterr().out == "Aki (a-1) is banned until 2099-01-01 00:00 UTC\n"
    assert admin(path, "unban", "a-1") == 0
    assert admin(path, "rename", "a-1", "Akiko", "--reason", "asked") == 0
    assert admin(path, "reset", "a-1", "--standing", "all", "--reason", "asked") == 0
    assert admin(path, "announce", "Hello") == 0
    assert admin(path, "delete", "a-1", "--reason", "asked", "--yes") == 0
    capsys.readouterr()
    assert admin(path, "audit", "--json") == 0
    entries = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [entry["action"] for entry in entries] == [
        *("delete", "announce", "reset_standing", "rename", "unban", "ban")
    ]
    assert {entry["detail"]["outcome"] for entry in entries} == {"done"}
    assert admin(path, "export", "a-1") == 0
    exported = json.loads(capsys.readouterr().out)
    assert exported["account"]["name"] == "Deleted player"
    assert [sanction["reason"] for sanction in exported["sanctions"]] == ["cheats"]


def test_what_needs_a_server_is_refused(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["tables"], ["end", "t-1", "--reason", "stuck"]):
        assert admin(path, *words) == 2
        assert "no server runs on this database" in capsys.readouterr().err
    # Nothing is left for a server that begins later.
    assert asyncio.run(left(path)) is None


async def left(path: Path) -> object:
    database = Database(str(path))
    try:
        return await OrderStore(database).take(0.0)
    finally:
        database.close()


def test_a_database_in_use_is_left_alone(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody serves it and takes no orders: nothing happens behind their back."""
    for kind in (sqlite, postgres):
        monkeypatch.setattr(kind, "BUSY_MS", 1)
    served = Database(str(path), sole=True)
    try:
        assert admin(path, "ban", "a-1", "--reason", "cheats") == 2
    finally:
        served.close()
    assert "does not take orders" in capsys.readouterr().err
    assert admin(path, "unban", "a-1") == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["ban", "nobody", "--reason", "x"], "there is no account 'nobody'"),
        (["ban", "a-1", "--reason", ""], "at `$.reason`"),
        (["ban", "a-1", "--reason", "x" * 501], "at `$.reason`"),
        (["mute", "a-1", "--reason", "x", "--until", "soon"], "--until 'soon': allowed: +30m"),
        (["mute", "a-1", "--reason", "x", "--until", "2001-01-01"], "is over already"),
        (["unmute", "a-1"], "account a-1 (Aki) is not muted"),
        (["rename", "a-1", "\u202e", "--reason", "x"], "printable characters"),
        (["reset", "a-1", "--reason", "x"], "name one of --standing and --recovery"),
        (["reset", "a-1", "--standing", "4p", "--recovery", "--reason", "x"], "name one of"),
        (["reset", "a-1", "--recovery", "--reason", "x"], "is not registered: it has no code"),
        (["delete", "a-1", "--reason", "x"], "add --yes"),
        (["announce", "Hi", "--also", "ja"], "--also 'ja': allowed: LANGUAGE=TEXT"),
        (["withdraw", "nothing"], "there is no announcement 'nothing'"),
        (["close", "nothing", "--note", "x"], "there is no open report 'nothing'"),
        (["reports", "nothing"], "there is no report 'nothing'"),
        (["reports", "--limit", "0"], "--limit 0; allowed: 1 to 1000"),
        (["audit", "--limit", "9999"], "--limit 9999; allowed: 1 to 1000"),
    ],
)
def test_mistakes_are_one_line(
    words: list[str], said: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert admin(path, *words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert said in captured.err


@pytest.mark.sqlite
def test_a_database_that_is_not_there_is_not_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "none.sqlite"
    assert admin(path, "tables") == 2
    assert "there is no database" in capsys.readouterr().err
    assert not path.exists()


def test_every_command_says_what_it_does() -> None:
    commands = [name for name in admin_cmd.admin if not name.startswith("-")]
    assert len(commands) == 16
    for name in commands:
        assert admin_cmd.admin[name].help, name


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("+30m", 1800),
        ("+12h", 43_200),
        ("+7d", 604_800),
        ("+2w", 1_209_600),
        ("2026-12-25", 6 * 3600),
        ("2026-12-24T20:00", 7200),
        ("2026-12-24T20:00+01:00", 3600),
    ],
)
def test_moments(text: str, seconds: int) -> None:
    assert read_moment(text, NOW) == NOW + seconds


def test_no_end_is_for_good() -> None:
    assert read_moment(None, NOW) is None
    assert show_moment(None) == "for good"
    assert show_moment(NOW) == "2026-12-24 18:00"


@pytest.mark.parametrize("text", ["+7", "7d", "-7d", "tomorrow", "2026-13-01", "", "+999999999d"])
def test_no_moments(text: str) -> None:
    with pytest.raises(OrderError, match="allowed"):
        read_moment(text, NOW)


def test_orders_come_back_as_they_were() -> None:
    for order in (
        Impose(account="a", kind="ban", reason="x", until=None),
        Announce(text={"en": "Hi"}, until=5.0),
    ):
        assert read_order(write_order(order)) == order
    assert len({order.__struct_config__.tag for order in ORDERS}) == len(ORDERS)


@pytest.mark.parametrize(
    "kept",
    [
        "",
        "{}",
        '{"do":"dance"}',
        '{"do":"impose","account":"a","kind":"kick","reason":"x","until":null}',
        '{"do":"tables","all":true}',
        '{"do":"announce","text":{},"until":null}',
    ],
)
def test_what_is_no_order_is_refused(kept: str) -> None:
    with pytest.raises(OrderError, match="no order that this server knows"):
        read_order(kept)


async def test_orders_are_taken_once_and_in_turn(path: Path) -> None:
    database = Database(str(path))
    clock = FakeClock()
    store = OrderStore(database)
    first = await store.ask("tess", "{}", clock.wall())
    second = await store.ask("tess", "{}", clock.wall() + 1)
    taken = await store.take(clock.wall())
    assert taken is not None
    assert taken.id == first
    assert not await store.drop(first, unless_taken=True)
    assert await store.drop(second, unless_taken=True)
    assert await store.take(clock.wall()) is None
    await store.finish(first, "done", '{"a":1}')
    done = await store.outcome(first)
    assert done is not None
    assert (done.state, done.outcome) == ("done", '{"a":1}')
    # Whose outcome nobody fetches is forgotten after an hour: there may be an export in it.
    assert await store.take(clock.wall() + 3599) is None
    assert await store.outcome(first) is not None
    assert await store.take(clock.wall() + 3601) is None
    assert await store.outcome(first) is None
    database.close()


def test_the_page_names_every_command() -> None:
    page = Path(__file__).parents[3].joinpath("docs", "admin.md").read_text("utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    named = {word for row in rows for word in re.findall(r"`(\w+)", row)}
    assert named == {name for name in admin_cmd.admin if not name.startswith("-")}
    for line in re.findall(r"^jantaku admin (.*)$", page, re.MULTILINE):
        assert shlex.split(line)[0] in named
