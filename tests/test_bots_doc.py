"""What docs/bots.md shows works: its programs play games on a live server, by its commands."""

import asyncio
import importlib.util
import re
import shlex
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from server.app import App
from server.clock import SystemClock
from server.commands.serve_cmd import make_app
from server.config import Config

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT.joinpath("docs", "bots.md").read_text(encoding="utf-8")
PATIENCE_S = 300.0
"""Nothing is timed by it: a machine with much else to do is slow."""
GAMES = 20
"""Games of the bot on a library, in the long form of its test."""

NAMES = ("ten_lines.py", "tsumogiri.py", "library.py")
_WATCHED = """
import json, sys
from pathlib import Path

faults = Path(sys.argv[1])
expected = None


def check(event, answer):
    '''What was answered on the own turn has to be what happens next.'''
    global expected
    if expected is not None and expected["type"] == "hora":
        if event["type"] != "hora":
            faults.open("a").write(f"{expected} became {event}\\n")
    elif expected is not None and event.get("actor") == expected["actor"]:
        if any(event.get(key) != value for key, value in expected.items() if key in event):
            faults.open("a").write(f"{expected} became {event}\\n")
    expected = None
    own = event["type"] in ("tsumo", "reach") and answer["type"] in ("dahai", "reach", "ankan")
    if own or answer["type"] == "hora":
        expected = answer


read, write = sys.stdin, print
script = Path(sys.argv[2]).read_text()
last = {}


def lines():
    for line in read:
        last.update(event=json.loads(line))
        yield line


def answer(text, flush=True):
    check(last["event"], json.loads(text))
    write(text, flush=flush)


sys.stdin = lines()
exec(compile(script, sys.argv[2], "exec"), {"print": answer, "__name__": "__main__"})
"""


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """The programs of the page, under the names that it gives them."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    assert len(blocks) == len(NAMES)
    for name, block in zip(NAMES, blocks, strict=True):
        tmp_path.joinpath(name).write_text(block, encoding="utf-8")
    return tmp_path


@pytest.fixture
async def app() -> AsyncIterator[App]:
    """A server where nobody waits and a bot may be as quick as it likes."""
    config = Config(port=0, db=":memory:", floor_ms=0, bot_min_ms=0, bot_max_ms=0, message_rate=1e6)
    app = make_app(config, SystemClock(), {})
    try:
        yield app
    finally:
        await app.stop()


def errors_of(app: App) -> list[str]:
    lines = app.metrics.render().decode().splitlines()
    return [line for line in lines if line.startswith("jantaku_errors_out_total{")]


class Runner:
    """Runs commands of the page against a server on `port`, in `place`."""

    def __init__(self, port: int, place: Path) -> None:
        self.port = port
        self.place = place
        self.running: list[Process] = []

    async def run(self, words: Sequence[str]) -> Process:
        python = sys.executable
        first = [python, "-m", "server"] if words[0] == "jantaku" else [python]
        rest = [word.replace("python3 ", f"{shlex.quote(python)} ") for word in words[1:]]
        rest = [word.replace("127.0.0.1:8765", f"127.0.0.1:{self.port}") for word in rest]
        if "--mjai" in words:
            # Its own patience is for machines that do nothing else.
            rest += ["--mjai-answer-s", str(PATIENCE_S)]
        process = await asyncio.create_subprocess_exec(
            *first, *rest, cwd=self.place, env={"PYTHONPATH": str(ROOT)}, stdout=PIPE, stderr=PIPE
        )
        self.running.append(process)
        return process

    async def stop(self) -> None:
        for process in self.running:
            if process.returncode is None:
                process.kill()
            await process.communicate()


async def room_of(process: Process) -> str:
    assert process.stdout is not None
    line = (await process.stdout.readline()).decode()
    assert line.startswith("room "), (line, await process.communicate())
    return line.split()[1]


async def test_the_commands_play_a_game(app: App, programs: Path) -> None:
    """One round instead of an East game: what is new is in the first."""
    (block,) = re.findall(r"```sh\n(.*?)```", PAGE, re.S)
    opening, *joining = map(shlex.split, block.splitlines())
    assert len(joining) == 3
    runner = Runner(await app.start(), programs)
    try:
        async with asyncio.timeout(PATIENCE_S):
            first = await runner.run([word.replace('"east"', '"one_round"') for word in opening])
            room = await room_of(first)
            for words in joining:
                await runner.run([word.replace("CODE", room) for word in words])
            results = [await process.communicate() for process in runner.running]
    finally:
        await runner.stop()
    codes = [process.returncode for process in runner.running]
    assert codes == [0] * 4, [errors.decode() for _, errors in results]
    places = [re.search(r": place (\d) with ", out.decode()) for out, _ in results]
    # The one in ten lines prints nothing.
    assert [place is not None for place in places] == [True, False, True, True]
    assert errors_of(app) == []


async def library_games(app: App, programs: Path, games: int) -> None:
    if importlib.util.find_spec("riichienv") is None:
        pytest.skip("needs riichienv, which the extra `bench` installs")
    programs.joinpath("watched.py").write_text(_WATCHED)
    faults = programs / "faults.txt"
    program = f"python3 watched.py {faults} library.py"
    rules = '{"preset":"majsoul_friend_4p","length":"east"}'
    url = "ws://127.0.0.1:8765/ws"
    runner = Runner(await app.start(), programs)
    try:
        async with asyncio.timeout(games * PATIENCE_S):
            first = await runner.run(
                ["jantaku", "bot", "--url", url, "--rules", rules, "--stay", "--mjai", program]
            )
            room = await room_of(first)
            for _ in range(3):
                await runner.run(["jantaku", "bot", "--url", url, "--room", room, "--stay"])
            assert first.stdout is not None
            for _ in range(games):
                line = (await first.stdout.readline()).decode()
                assert re.search(r": place \d with ", line), line
    finally:
        for process in runner.running:
            if process.returncode is None:
                process.terminate()
        _, complaints = await first.communicate()
        await runner.stop()
    assert complaints.decode() == ""
    assert not faults.exists(), faults.read_text()
    # Between two games a guest may get ready for a room whose host has just begun the next.
    assert [line for line in errors_of(app) if "room_playing" not in line] == []


async def test_a_bot_on_a_library_plays_a_game(app: App, programs: Path) -> None:
    await library_games(app, programs, 1)


@pytest.mark.full
async def test_a_bot_on_a_library_plays_many_games(app: App, programs: Path) -> None:
    await library_games(app, programs, GAMES)
