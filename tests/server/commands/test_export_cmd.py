"""`jantaku export`: records out of files and out of a server's database."""

import asyncio
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from server import cli
from server.records.formats import render
from server.store.database import Database
from server.store.records import RecordStore
from tests.support.games import record_of

GAME: dict[str, Any] = {
    "id": "g1",
    "rules": {"preset": "majsoul_4p_current"},
    "names": ["A", "B", "C", "D"],
    "events": [
        {"type": "start_game", "names": ["A", "B", "C", "D"], "rules": {}},
        {
            "type": "end_game",
            "scores": [25000] * 4,
            "ranks": [1, 2, 3, 4],
            "points": [15.0, 5.0, -5.0, -15.0],
        },
    ],
}
PLAYED = record_of(3)


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("JANTAKU_DB", "JANTAKU_CONFIG"):
        monkeypatch.delenv(name, raising=False)


async def stored(path: Path) -> None:
    database = Database(str(path))
    try:
        store = RecordStore(database, wall=lambda: 0.0)
        await store.save_record("g1", GAME, mode="friend", accounts=(None,) * 4)
    finally:
        database.close()


def test_a_file_is_written_game_by_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl.gz"
    second = {**GAME, "id": "g2"}
    file.write_bytes(gzip.compress(f"{json.dumps(GAME)}\n\n{json.dumps(second)}\n".encode()))
    assert cli.run(["export", str(file)]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [GAME, second]


@pytest.mark.sqlite
async def test_a_stored_game_is_found_by_its_id(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "jantaku.sqlite"
    await stored(path)
    assert await export_in_a_thread("g1", "--db", str(path)) == 0
    assert await export_in_a_thread("g1", "--db", f"sqlite:///{path}") == 0
    monkeypatch.setenv("JANTAKU_DB", str(path))
    assert await export_in_a_thread("g1", "--format", "jsonl") == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [GAME] * 3


async def export_in_a_thread(*arguments: str) -> int:
    """The command runs a loop of its own, which this loop's thread cannot hold as well."""
    return await asyncio.to_thread(cli.run, ["export", *arguments])


@pytest.mark.sqlite
async def test_an_unknown_game_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "jantaku.sqlite"
    await stored(path)
    assert await export_in_a_thread("nope", "--db", str(path)) == 2
    assert "'nope'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (
            ["--format", "pdf"],
            "format 'pdf' is not a format; allowed: jsonl, mjai, tenhou6, text, csv",
        ),
        (
            ["--format", "mjai", "--flavour", "salty"],
            "flavour 'salty' is not a flavour; allowed: gimite, mortal",
        ),
    ],
)
def test_a_format_that_does_not_exist_is_the_first_fault(
    arguments: list[str], fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["export", "g1", *arguments]) == 2
    assert capsys.readouterr().err == f"jantaku: {fault}\n"


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    """Two games that differ in their ids."""
    path = tmp_path / "two.jsonl"
    lines = [json.dumps({**PLAYED, "id": name}) for name in ("one", "../two")]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.mark.parametrize("format", ["mjai", "tenhou6", "text", "csv"])
def test_each_format_writes_each_game(
    game_file: Path, format: str, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert cli.run(["export", str(game_file), "--format", format]) == 0
    one, two = (
        render({**PLAYED, "id": name}, format, header=name == "one").body
        for name in ("one", "../two")
    )
    assert capsysbinary.readouterr().out == one + two


def test_a_directory_gets_a_file_a_game(game_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out" / "deep"
    arguments = ["--format", "mjai", "--flavour", "mortal", "--gzip", "--out", str(out)]
    assert cli.run(["export", str(game_file), *arguments]) == 0
    assert sorted(path.name for path in out.iterdir()) == ["one.mjai.json.gz", "two.mjai.json.gz"]
    first = gzip.decompress((out / "one.mjai.json.gz").read_bytes()).splitlines()[0]
    assert json.loads(first)["aka_flag"] is True


def test_one_round(game_file: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert cli.run(["export", str(game_file), "--format", "tenhou6", "--round", "2"]) == 0
    second = json.loads(render(PLAYED, "tenhou6").body)["log"][1]
    for line in capsysbinary.readouterr().out.splitlines():
        assert json.loads(line)["log"] == [second]


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["--format", "tenhou6", "--round", "0"], "round: 0; allowed: 1 to "),
        (["--format", "tenhou6", "--round", "99"], "round: 99; allowed: 1 to "),
        (["--format", "csv", "--round", "1"], "format 'csv' has whole games only"),
    ],
)
def test_a_round_that_is_not_there(
    game_file: Path, arguments: list[str], fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["export", str(game_file), *arguments]) == 2
    error = capsys.readouterr().err
    assert fault in error
    assert error.count("\n") == 1


def test_a_damaged_record_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "damaged.jsonl"
    damaged = {**GAME, "events": [{"type": "start_game"}, {"type": "start_kyoku"}]}
    path.write_text(json.dumps(damaged), encoding="utf-8")
    assert cli.run(["export", str(path), "--format", "text"]) == 2
    assert capsys.readouterr().err == "jantaku: game g1: damaged record: field 'oya' is missing\n"


def test_asking_for_a_game_makes_no_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "missing.sqlite"
    assert cli.run(["export", "g1", "--db", str(path)]) == 2
    assert "missing.sqlite" in capsys.readouterr().err
    assert not path.exists()


def test_a_missing_file_is_not_looked_up_as_an_id(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["export", str(tmp_path / "g.jsonl")]) == 2
    assert "no such file" in capsys.readouterr().err


def test_a_bad_line_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text(f"{json.dumps(GAME)}\n{{nonsense\n", encoding="utf-8")
    assert cli.run(["export", str(file)]) == 2
    error = capsys.readouterr().err
    assert "bad.jsonl:2" in error
    assert error.count("\n") == 1


def test_a_file_that_is_no_database_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "text.sqlite"
    path.write_text("not a database at all, but long enough to be read as one" * 40)
    assert cli.run(["export", "g1", "--db", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
