"""A copy of the embedded database, and a server that starts on it."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from server import cli
from server.commands.backup_cmd import copy
from server.store.database import Database
from tests.faults.house import Player, at_table, check_record, house

pytestmark = pytest.mark.sqlite


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("JANTAKU_DB", "JANTAKU_CONFIG"):
        monkeypatch.delenv(name, raising=False)


def kept(path: Path) -> None:
    Database(str(path)).close()


async def test_a_server_is_copied_while_games_run_and_goes_on_from_the_copy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db, saved = tmp_path / "jantaku.sqlite", tmp_path / "saved.sqlite"
    async with house(db) as server, at_table(server, 20) as (host, _guest):
        told = host.seq
        assert await asyncio.to_thread(cli.run, ["backup", str(saved), "--db", str(db)]) == 0
        assert f"{saved}: {saved.stat().st_size} bytes\n" in capsys.readouterr().out
        await server.play_until(lambda: host.over)
        await check_record(host, host.table)
    # One file is all of it, and for its owner alone.
    assert not saved.with_name("saved.sqlite-wal").exists()
    assert saved.stat().st_mode & 0o077 == 0
    async with house(saved, wall=1_750_001_000.0) as server:
        (table,) = server.app.tables.live()
        assert table.table == host.table
        assert len(server.app.tables._tables[table.table].game.log) > told  # type: ignore[attr-defined]
        back = Player(server.url, "page-of-host")
        back.table, back.seat, back.token = host.table, host.seat, host.token
        back.seq = -1
        welcome = await back.come_back()
        assert welcome["name"] == "Aoi"
        await server.play_until(lambda: back.over)
        await check_record(back, back.table)
        await back.close()


def test_what_was_committed_before_is_in_the_copy(tmp_path: Path) -> None:
    db = tmp_path / "jantaku.sqlite"
    kept(db)
    with closing(sqlite3.connect(db, isolation_level=None)) as writer:
        for number in range(3):
            writer.execute("INSERT INTO rooms VALUES (?, x'7b7d', 1)", (f"CODE{number}",))
            writer.execute("BEGIN IMMEDIATE")
            writer.execute("INSERT INTO rooms VALUES ('OPEN', x'7b7d', 1)")
            # Nobody waits for a writer, nor for the copy.
            copy(db, tmp_path / f"copy{number}")
            writer.execute("ROLLBACK")
            with closing(sqlite3.connect(tmp_path / f"copy{number}")) as copied:
                codes = copied.execute("SELECT code FROM rooms ORDER BY code").fetchall()
            assert codes == [(f"CODE{earlier}",) for earlier in range(number + 1)]


def refused(target: Path, db: Path | str, capsys: pytest.CaptureFixture[str]) -> str:
    assert cli.run(["backup", str(target), "--db", str(db)]) == 2
    line = capsys.readouterr().err
    assert line.startswith("jantaku: ")
    assert line.count("\n") == 1
    assert not list(target.parent.glob("*.part"))
    return line


def test_what_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db, target = tmp_path / "jantaku.sqlite", tmp_path / "saved.sqlite"
    assert "there is no database" in refused(target, db, capsys)
    assert not db.exists()
    kept(db)
    target.write_text("dear to somebody")
    assert "is there already; name a new file" in refused(target, db, capsys)
    assert target.read_text() == "dear to somebody"
    target.unlink()
    assert "cannot be written" in refused(tmp_path / "nowhere" / "saved", db, capsys)
    text = tmp_path / "notes.txt"
    text.write_text("Dear diary, " * 1000)
    assert "not a database" in refused(target, text, capsys)
    other = tmp_path / "browser.sqlite"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
    assert "some other program" in refused(target, other, capsys)
    content = bytearray(db.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    db.write_bytes(content)
    assert "is damaged" in refused(target, db, capsys) or not target.exists()
    assert not target.exists()


def test_two_at_a_time_do_not_mix(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db, target = tmp_path / "jantaku.sqlite", tmp_path / "saved.sqlite"
    kept(db)
    (tmp_path / "saved.sqlite.part").write_text("half")
    assert cli.run(["backup", str(target), "--db", str(db)]) == 2
    assert "another backup runs, or one was broken off" in capsys.readouterr().err
    assert (tmp_path / "saved.sqlite.part").read_text() == "half"


def test_postgresql_has_tools_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = refused(tmp_path / "saved", "postgresql://u:geheim@host/name", capsys)
    assert "pg_dump" in line
    assert "geheim" not in line
