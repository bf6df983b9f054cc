"""The commands of docs/records.md work as they stand there."""

import asyncio
import re
import shlex
from pathlib import Path

import pytest

from server import cli
from server.records.formats import render
from server.store.database import Database
from server.store.records import RecordStore
from tests.support.mjlog import to_mjlog
from tests.support.records import tame

PAGE = Path(__file__).resolve().parents[1].joinpath("docs", "records.md").read_text("utf-8")
GAME = "20261130-942553e69acb59fc"
SERVERS = "--url"
"""What needs a server is tested in tests/server/records/test_watch.py."""


async def stored(path: Path) -> None:
    path.parent.mkdir()
    database = Database(str(path))
    try:
        store = RecordStore(database, wall=lambda: 0.0)
        await store.save_record(GAME, tame(1), mode="friend", accounts=(None,) * 4)
    finally:
        database.close()


@pytest.mark.sqlite
def test_the_commands_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.jsonl").write_bytes(render(tame(1), "jsonl").body)
    Path("2026113022gm-0009-0000-abcdef.mjlog").write_text(to_mjlog(tame(1, "tenhou_4p"), 9))
    Path("logs").mkdir()
    for seed in (1, 2):
        packed = render(tame(seed, "majsoul_4p_current"), "mjai", packed=True)
        Path("logs", f"{seed}.json.gz").write_bytes(packed.body)
    asyncio.run(stored(Path("data", "jantaku.sqlite")))
    lines = [line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.S)
             for line in block.splitlines() if SERVERS not in line]  # fmt: skip
    assert len(lines) == 6
    for line in lines:
        words = shlex.split(line.partition(" > ")[0])
        assert words.pop(0) == "jantaku"
        found = [str(path) for word in words if "*" in word for path in Path().glob(word)]
        words = [*found, *(word for word in words if "*" not in word)] if found else words
        words.sort(key=lambda word: word not in cli.COMMANDS)
        assert cli.run(words) == 0, (line, capsys.readouterr().err)
    # The second export has put another log beside the two.
    assert len(Path("club.jsonl").read_text().splitlines()) == 3
    assert {path.name for path in Path("logs").iterdir()} >= {"tame-1.mjai.json.gz"}
