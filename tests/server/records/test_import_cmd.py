"""`jantaku import`: files in, records out, faults by file and round."""

import asyncio
import json
from pathlib import Path
from urllib.parse import quote

import pytest

from server import cli
from server.records.formats import render
from server.records.verify import verify_game
from server.store.database import Database
from tests.support.mjlog import to_mjlog
from tests.support.records import same_events, tame


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """The same game of Tenhou in all three formats."""
    record = tame(1, "tenhou_4p")
    contents = {
        "a.mjai.json.gz": render(record, "mjai", packed=True).body,
        "b.json": render(record, "tenhou6").body,
        "c.mjlog": to_mjlog(record, 9).encode(),
    }
    for name, content in contents.items():
        tmp_path.joinpath(name).write_bytes(content)
    return [str(tmp_path / name) for name in contents]


def test_records_come_out_that_verify(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["import", *files, "--rules", "tenhou_4p"]) == 0
    out, err = capsys.readouterr()
    records = [json.loads(line) for line in out.splitlines()]
    assert [record["id"] for record in records] == ["a-1", "tame-1", "c-1"]
    for record in records:
        same_events(tame(1, "tenhou_4p"), record)
        assert verify_game(record).mismatches == []
    events = sum(len(record["events"]) for record in records)
    rounds = 3 * sum(e["type"] == "start_kyoku" for e in records[0]["events"])
    assert err == f"3 games, {rounds} rounds, {events} events imported\n"


def test_records_go_to_a_file_that_verify_reads(files: list[str], tmp_path: Path) -> None:
    out = tmp_path / "club.jsonl"
    assert cli.run(["import", *files[1:], "--out", str(out)]) == 0
    assert cli.run(["verify", str(out)]) == 0


def test_rules_may_be_an_object(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    rules = '{"preset": "tenhou_4p", "uma": [30, 10, -10, -30]}'
    assert cli.run(["import", files[0], "--rules", rules]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["rules"]["uma"] == [30, 10, -10, -30]


def test_a_game_that_differs_is_left_out_and_named(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = json.loads(Path(files[1]).read_text())
    place = next(at for at, entries in enumerate(game["log"]) if entries[-1][0] == "和了")
    game["log"][place][-1][1][0] += 100
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(game))
    assert cli.run(["import", str(bad), files[1]]) == 1
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 1
    first, *_, last = err.splitlines()
    assert first.startswith(f"{bad}:1: round {place + 1} (")
    assert "hora deltas: recorded" in first
    assert last.endswith(", 1 games differ from the rules")


def test_a_file_that_cannot_be_read_does_not_stop_the_others(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("nonsense")
    assert cli.run(["import", str(bad), str(tmp_path / "none"), files[1]]) == 2
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 1
    first, second, last = err.splitlines()
    known = "known: mjai, tenhou6, mjlog"
    assert first == f"jantaku: {bad}: not a log of a known kind; {known}"
    assert second == f"jantaku: {tmp_path / 'none'}: No such file or directory"
    assert last.endswith(", 2 files cannot be read")


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ([], "import: no FILE; allowed: one file or more"),
        (["x", "--format", "pdf"], "--format: 'pdf'; allowed: mjai, tenhou6, mjlog"),
        (["x", "--rules", "house"], "--rules: 'house'; allowed: majsoul_ranked_4p, "),
        (["x", "--rules", "{"], "--rules: not a rule object: "),
    ],
)
def test_bad_arguments(
    arguments: list[str], fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["import", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"jantaku: {fault}")
    assert err.count("\n") == 1


def test_rules_that_cannot_be_played(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["import", files[1], "--rules", '{"preset": "tenhou_4p", "chi": 1}']) == 2
    first = capsys.readouterr().err.splitlines()[0]
    assert first.startswith(f"jantaku: {files[1]}:1: rules: chi")


def test_a_record_of_ours_is_told_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ours.jsonl"
    path.write_bytes(render(tame(1), "jsonl").body)
    assert cli.run(["import", str(path)]) == 2
    assert "`jantaku verify` checks it" in capsys.readouterr().err


def test_an_address_of_tenhous_viewer_is_read(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = "https://tenhou.net/6/#json=" + quote(Path(files[1]).read_text()) + "&ts=0"
    path = tmp_path / "links.txt"
    path.write_text(f"{address}\n\n{address}\n")
    assert cli.run(["import", str(path)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_a_damaged_gzip_file_is_one_line(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cut.gz"
    path.write_bytes(Path(files[0]).read_bytes()[:200])
    assert cli.run(["import", str(path)]) == 2
    first = capsys.readouterr().err.splitlines()[0]
    assert first.startswith(f"jantaku: {path}: Compressed file ended")


async def made(path: Path) -> None:
    Database(str(path)).close()


@pytest.mark.sqlite
def test_a_server_keeps_the_games_under_ids_that_follow_from_them(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "server.sqlite"
    asyncio.run(made(path))
    listed = []
    for _ in range(2):
        assert cli.run(["import", *files[1:], "--db", str(path)]) == 0
        listed.append(capsys.readouterr().out)
    assert listed[0] == listed[1]
    kept, called = listed[0].splitlines()[0].split()
    assert called == "tame-1"
    assert cli.run(["export", kept, "--db", f"sqlite:///{path}"]) == 0
    record = json.loads(capsys.readouterr().out)
    same_events(tame(1, "tenhou_4p"), record)
    assert (record["id"], record["source"]["id"]) == (kept, "tame-1")


def test_a_database_that_is_not_there(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "none.sqlite"
    assert cli.run(["import", files[1], "--db", str(path)]) == 2
    assert capsys.readouterr().err == (
        f"jantaku: db: there is no database {str(path)!r}; name one with --db\n"
    )
    assert not path.exists()


def test_names_of_others_cannot_move_a_cursor(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = json.loads(Path(files[1]).read_text())
    game["name"] = ["\x1b[2Jx", "a\u202eb", "", "n" * 99]
    game["ref"] = "id\n\x07"
    bad = tmp_path / "names.json"
    bad.write_text(json.dumps(game))
    assert cli.run(["import", str(bad)]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["names"] == record["events"][0]["names"] == ["[2Jx", "a b", "P2", "n" * 24]
    assert record["id"] == "id"
    text = render({**record, "names": game["name"]}, "text").body.decode()
    assert all(sign.isprintable() or sign == "\n" for sign in text)
