"""`jantaku watch --url --table`: lines in a pipe, a picture in a terminal."""

import asyncio
import os
import pty
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from protocol.session import Bye
from protocol.table import EventFrame
from server import cli
from server.records.live import LiveTable
from server.table.api import Spectating
from tests.server.client.house import RULES, house
from tests.server.spectate.gallery import Gallery
from tests.support.seated_client import SeatedClient
from tests.support.ws_client import PATIENCE_S

ROOT = Path(__file__).resolve().parents[3]


def picture(seen: LiveTable) -> str:
    stream = StringIO()
    Console(file=stream, width=120, color_system=None).print(seen.picture())
    return stream.getvalue()


async def test_what_came_over_the_line_is_drawn() -> None:
    game = Gallery(rules={"preset": "majsoul_friend_4p", "length": "one_round"})
    await game.show(Spectating("full", 60))
    watcher = game.spectator()
    watcher.watch()
    seen = LiveTable("ascii")
    words = [seen.take(message) for message in watcher.sink.messages]
    assert words == ["shown 60 s behind the game, from 60 s on"]
    assert words[0] in picture(seen)
    await game.until(lambda: bool(game.over))
    await game.later(30)
    game.people[0].drop()
    await game.later(31)
    taken = 0
    for message in watcher.sink.messages[1:]:
        words.append(seen.take(message))
        drawn = picture(seen)
        if isinstance(message, EventFrame):
            taken += 1
            assert "60 s behind" in drawn
            assert "? ? ?" not in drawn
    assert taken == game.seq - 1
    assert seen.over
    assert words[-1] == "the game is over"
    assert any("Player a discards" in line for line in words)
    assert seen.take(Bye(code="shutting_down", message="")) == ""


async def test_the_public_view_hides_hands() -> None:
    game = Gallery()
    await game.show()
    watcher = game.spectator()
    watcher.watch()
    seen = LiveTable("ascii")
    for message in watcher.sink.messages:
        seen.take(message)
    assert sum("? ? ?" in line for line in picture(seen).splitlines()) == 4
    assert "live" in picture(seen)
    await game.close()


async def open_table(host: SeatedClient) -> str:
    """A game that waits for its host, who says nothing."""
    await host.hello("Aoi")
    await host.request("create_room", rules=RULES, spectate_view="public")
    await host.request("ready", ready=True)
    await host.request("start_room", fill=True)
    await host.find(lambda message: message["type"] == "ask")
    return host.table


async def watched(host: SeatedClient) -> None:
    """Wait for somebody to watch."""
    await host.find(lambda message: message["type"] == "watchers" and message["count"] == 1)


async def test_in_a_pipe_each_event_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    async with house() as running, SeatedClient(running.url, mute=True) as host:
        table = await open_table(host)
        command = ["watch", "--url", running.url, "--table", table, "--ascii"]
        watching = asyncio.create_task(asyncio.to_thread(cli.run, command))
        await watched(host)
        host.mute = False
        assert host.open_ask is not None
        await host._on_ask(host.open_ask)
        assert await watching == 0
    lines = capsys.readouterr().out.splitlines()
    assert any("Aoi discards" in line for line in lines)
    assert any(line.startswith("final scores") for line in lines)
    assert "the game is over" in lines


async def test_in_a_terminal_q_leaves() -> None:
    async with house() as running, SeatedClient(running.url, mute=True) as host:
        table = await open_table(host)
        outer, inner = pty.openpty()
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "server", "watch", "--ascii"),
            *("--url", running.url, "--table", table),
            cwd=ROOT,
            stdin=inner,
            stdout=inner,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "120", "LINES": "50"},
        )
        os.close(inner)
        shown = asyncio.Event()
        loop = asyncio.get_running_loop()
        reading = asyncio.create_task(
            asyncio.to_thread(read_all, outer, lambda: loop.call_soon_threadsafe(shown.set))
        )
        await watched(host)
        # Whoever leaves before the first picture sees none.
        async with asyncio.timeout(PATIENCE_S):
            await shown.wait()
        os.write(outer, b"xq")
        text = await reading
        os.close(outer)
        _, errors = await process.communicate()
    assert (process.returncode, errors) == (0, b"")
    assert "East 1" in text
    assert "Aoi" in text


def read_all(descriptor: int, table_shown: Callable[[], object]) -> str:
    """Read to the end; say when there is a table to be seen."""
    seen = b""
    try:
        while piece := os.read(descriptor, 65536):
            seen += piece
            if b"East 1" in seen:
                table_shown()
    except OSError:
        pass  # The other side has closed, which Linux tells in this way.
    return seen.decode()


async def test_a_table_that_is_not_there_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    async with house() as running:
        command = ["watch", "--url", running.url, "--table", "t9"]
        assert await asyncio.to_thread(cli.run, command) == 1
    assert capsys.readouterr().err == "jantaku: no_such_table: There is no such table.\n"


@pytest.mark.parametrize(
    "arguments", [[], ["--table", "t1"], ["t1", "--url", "ws://127.0.0.1:9/ws", "--table", "t1"]]
)
def test_a_command_that_names_nothing_or_two(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["watch", *arguments]) == 2
    assert capsys.readouterr().err == "jantaku: give a source, or --url and --table\n"
