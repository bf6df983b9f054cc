"""`jantaku watch`: what keys do, what is drawn, and the command in a terminal and in a pipe."""

import asyncio
import json
import os
import pty
import subprocess
import sys
from collections.abc import AsyncIterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from structlog.testing import capture_logs

from engine.core.events import StartGame
from engine.core.viewer import FULL
from server import cli
from server.clock import SystemClock
from server.commands.serve_cmd import make_app
from server.config import Config
from server.records.drawing import tile_sign
from server.records.formats import render
from server.records.keys import keys
from server.records.replay import Replay
from server.records.viewing import Viewing
from server.store.database import Database
from server.store.records import RecordStore
from tests.support.records import tame, wild

ROOT = Path(__file__).resolve().parents[3]


def shown(viewing: Viewing) -> str:
    console = Console(file=StringIO(), width=120, color_system=None)
    console.print(viewing.picture())
    stream = console.file
    assert isinstance(stream, StringIO)
    return stream.getvalue()


@pytest.fixture
def viewing() -> Viewing:
    return Viewing(Replay(tame(1)), "ascii")


def test_steps_go_on_and_back_and_stop_at_the_ends(viewing: Viewing) -> None:
    first = viewing.moment
    last = len(Replay(tame(1)).events)
    for key, moment in (("right", first + 1), (" ", first + 2), ("left", first + 1),
                        ("home", first), ("left", first), ("end", last), ("right", last),
                        ("x", last)):  # fmt: skip
        assert viewing.press(key)
        assert viewing.moment == moment
    assert not viewing.press("q")


def test_rounds_go_on_and_back(viewing: Viewing) -> None:
    rounds = Replay(tame(1)).rounds
    viewing.press("down")
    assert viewing.moment == rounds[1].first
    viewing.press("right")
    viewing.press("up")
    assert viewing.moment == rounds[1].first
    viewing.press("up")
    assert viewing.moment == rounds[0].first
    viewing.press("up")
    assert viewing.moment == rounds[0].first
    for _ in rounds:
        viewing.press("n")
    assert viewing.moment == len(Replay(tame(1)).events)
    viewing.press("p")
    assert viewing.moment == rounds[-1].first


def test_seats_take_turns(viewing: Viewing) -> None:
    seen = []
    for _ in range(6):
        seen.append(viewing.seat)
        viewing.press("v")
    assert seen == [FULL, 0, 1, 2, 3, FULL]


def test_a_seat_sees_its_own_hand_only(viewing: Viewing) -> None:
    assert "? ? ?" not in shown(viewing)
    viewing.press("v")
    rows = [line for line in shown(viewing).splitlines() if "? ? ?" in line]
    assert len(rows) == 3


def test_what_is_drawn_names_place_and_event(viewing: Viewing) -> None:
    viewing.press("right")
    picture = shown(viewing)
    start = tame(1)["events"][1]
    drawn = tame(1)["events"][2]
    assert f"P0 draws {drawn['pai']}" in picture
    assert f"East 1  honba 0  sticks 0  left 69  indicators {start['dora_marker']}" in picture
    assert all(f"{wind} P{seat}" in picture for seat, wind in enumerate("ESWN"))


def test_moments_are_drawn_with_their_analysis() -> None:
    replay = Replay(wild(0, "majsoul_3p"))
    viewing = Viewing(replay, "unicode")
    viewing.press("a")
    kinds = [type(event) for event in replay.events]
    pictures = ""
    # After the first and the last event of each kind.
    for kind in set(kinds) - {StartGame}:
        for moment in (kinds.index(kind) + 1, len(kinds) - kinds[::-1].index(kind)):
            viewing.moment = moment
            pictures += shown(viewing)
    for words in ("from tenpai", "waits", "riichi", "north", "pon", "wins", "new indicator"):
        assert words in pictures


def test_tiles_as_signs_and_as_names() -> None:
    assert [tile_sign(name, "unicode") for name in ("E", "1m", "9p", "5sr", "?")] == [
        *("\U0001f000", "\U0001f007", "\U0001f021", "\U0001f014", "\U0001f02b")
    ]
    assert [tile_sign(name, "ascii") for name in ("E", "5mr", "5m")] == ["E", "0m", "5m"]


def test_keys_are_read_one_by_one() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"a\x1b[C\x1bOD\x1b[Z\xe9\x1b")
    os.close(writing)
    try:
        assert list(keys(reading)) == ["a", "right", "left", "escape", "\xe9", "escape"]
    finally:
        os.close(reading)


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    lines = [json.dumps({**tame(1), "id": name}) for name in ("one", "two")]
    path.write_text("\n".join(lines))
    return path


def test_in_a_terminal_keys_move_and_q_leaves(game_file: Path) -> None:
    """The keys are typed ahead; the command ends by itself."""
    outer, inner = pty.openpty()
    os.write(outer, b"\x1b[C\x1b[Bva\x1b[Cq")
    process = subprocess.Popen(
        [sys.executable, "-m", "server", "watch", str(game_file), "--ascii"],
        cwd=ROOT,
        stdin=inner,
        stdout=inner,
        stderr=subprocess.PIPE,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "120", "LINES": "50"},
    )
    os.close(inner)
    seen = b""
    try:
        while piece := os.read(outer, 65536):
            seen += piece
    except OSError:
        pass  # The other side has closed, which Linux tells in this way.
    os.close(outer)
    _, errors = process.communicate(timeout=300)
    assert (process.returncode, errors) == (0, b"")
    text = seen.decode()
    assert "P0 draws" in text
    assert "from tenpai" in text
    assert "? ? ?" in text


def test_in_a_pipe_the_game_is_text(game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["watch", str(game_file), "--game", "two"]) == 0
    expected = render({**tame(1), "id": "two"}, "text").body.decode()
    assert capsys.readouterr().out == expected


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["--game", "three"], "--game: there is no game 'three'; the first one is 'one'"),
        (["--round", "99"], "--round: 99; allowed: 1 to "),
        (["--round", "0"], "--round: 0; allowed: 1 to "),
        (["--seat", "4"], "--seat: 4; allowed: 0 to 3"),
    ],
)
def test_bad_arguments(
    game_file: Path, arguments: list[str], fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["watch", str(game_file), *arguments]) == 2
    error = capsys.readouterr().err
    assert fault in error
    assert error.count("\n") == 1


def test_a_damaged_record_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text('{"rules": "majsoul_ranked_4p", "events": [{"type": "start_kyoku"}]}')
    assert cli.run(["watch", str(path)]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"jantaku: {path}: damaged record: ")
    assert error.count("\n") == 1


@pytest.fixture
async def url(tmp_path: Path) -> AsyncIterator[str]:
    """A server that has a game."""
    path = tmp_path / "server.sqlite"
    database = Database(str(path))
    try:
        store = RecordStore(database, wall=lambda: 0.0)
        await store.save_record("g-1", tame(1), mode="friend", accounts=(None,) * 4)
    finally:
        database.close()
    app = make_app(Config(port=0, db=str(path)), SystemClock(), {})
    port = await app.start()
    try:
        yield f"ws://127.0.0.1:{port}/ws"
    finally:
        await app.stop()


async def test_a_game_is_fetched_from_a_server(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    # The server of this test would log to the same stream.
    with capture_logs():
        assert await asyncio.to_thread(cli.run, ["watch", "g-1", "--url", url]) == 0
    assert capsys.readouterr().out == render(tame(1), "text").body.decode()


async def test_a_game_that_the_server_does_not_have(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await asyncio.to_thread(cli.run, ["watch", "g-2", "--url", url]) == 2
    error = capsys.readouterr().err
    assert error.startswith("jantaku: no_such_record: ")
    assert error.count("\n") == 1


@pytest.mark.parametrize(("where", "code"), [("ws://127.0.0.1:1/ws", 1), ("http://x", 2)])
def test_a_server_that_is_not_there(
    where: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["watch", "g-1", "--url", where]) == code
    assert capsys.readouterr().err.count("\n") == 1
