"""The budgets of the browser client, measured: loading over a slow line, a game, memory.

`python -m tests.web.budgets` prints all of it, `--part play --moves 60` only how soon the table
answers; `test_budgets.py` asserts what no busy machine changes.
"""

import argparse
import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any, Final

from playwright.async_api import Browser, BrowserContext, CDPSession, Page, async_playwright

from server.config import Config
from tests.web.house import (
    ARGUMENTS,
    CHROMIUM,
    DESKTOP,
    FIND,
    PATIENCE_S,
    PHONE,
    WORDS,
    House,
    Visitor,
    play_on,
    to_the_end,
)

WATCH: Final = Path(__file__).with_name("in_page") / "watch.js"
KB: Final = 1000
MB: Final = 1_000_000

BITS_PER_S: Final = 1.6e6
ROUND_TRIP_S: Final = 0.15
CPU_RATE: Final = 4

PEOPLE: Final = {"bot_min_ms": 100, "bot_max_ms": 250, "floor_ms": Config().floor_ms}
"""Opponents that are quick, but no faster than people at their quickest; a discard is followed as
soon as on a server that nobody has tuned."""

REST_MS: Final = 3000
BETWEEN_MS: Final = 100
"""Between two looks at the screen of somebody who plays."""


class SlowLine:
    """A TCP proxy that is as slow as 4G at its worst: new connections wait a round trip too."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._free_at = 0.0
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> str:
        """Listen; return the address to use instead of the server's."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(ROUND_TRIP_S)
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
        for source, sink, shared in ((reader, far_writer, False), (far_reader, writer, True)):
            task = asyncio.create_task(self._carry(source, sink, shared=shared))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _carry(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, *, shared: bool
    ) -> None:
        """Carry bytes with half a round trip of delay; those down share the line's width."""
        loop = asyncio.get_running_loop()
        try:
            while data := await source.read(1460):
                if shared:
                    self._free_at = max(self._free_at, loop.time()) + len(data) * 8 / BITS_PER_S
                    await asyncio.sleep(self._free_at - loop.time())
                loop.call_later(ROUND_TRIP_S / 2, _write, sink, data)
        except OSError:
            pass
        finally:
            loop.call_later(ROUND_TRIP_S / 2, sink.close)


def _write(sink: asyncio.StreamWriter, data: bytes) -> None:
    if not sink.is_closing():
        sink.write(data)


async def first_load(
    browser: Browser,
    url: str,
    *,
    slow: bool = False,
    ahead: bool = False,
    path: str = "/",
    size: tuple[int, int] = (390, 844),
) -> dict[str, Any]:
    """Load the lobby as a new person, then once more; with `slow` on a processor a quarter as fast.

    Times in ms from the start of the navigation: `usable` is when the button to play was painted.
    What is loaded ahead of its time, a moment after that, counts with `ahead` only.
    """
    context = await watched(browser, size)
    try:
        page = await context.new_page()
        session = await context.new_cdp_session(page)
        if slow:
            await session.send("Emulation.setCPUThrottlingRate", {"rate": CPU_RATE})
        first = await _load(page, session, url + path, ahead=ahead)
        second = await _load(page, session, url + path, ahead=ahead)
        return {**first, "second_bytes": second["bytes"]}
    finally:
        await context.close()


AHEAD: Final = """() => ["/js/later.", "/i18n/more/", "/css/people."].every((part) =>
  performance.getEntriesByType("resource").some(({ name }) => name.includes(part)))"""
"""Whether all has come that is loaded ahead."""


async def _load(page: Page, session: CDPSession, url: str, *, ahead: bool) -> dict[str, Any]:
    answers: dict[str, int] = {}
    asked: dict[str, str] = {}
    session.on(
        "Network.requestWillBeSent",
        lambda event: asked.update({event["requestId"]: event["request"]["url"]}),
    )
    session.on(
        "Network.loadingFinished",
        lambda event: answers.update({event["requestId"]: int(event["encodedDataLength"])}),
    )
    await session.send("Network.enable")
    await page.goto(url, wait_until="commit")
    await page.get_by_role("button", name=WORDS["ui.quick_play"]).wait_for()
    if ahead:
        await page.wait_for_function(AHEAD)
    await page.wait_for_load_state("networkidle")
    found: dict[str, Any] = await page.evaluate(
        """() => ({
          usable: Math.round(seen.usable),
          painted: Math.round(performance.getEntriesByName("first-contentful-paint")[0]?.startTime),
          shift: seen.shift, shifts: seen.shifts,
        })"""
    )
    files = [request for request, address in asked.items() if address.startswith("http")]
    # Not what an earlier load still waited for.
    return {
        **found,
        "requests": len(files),
        "bytes": sum(answers.get(request, 0) for request in files),
    }


async def watched(
    browser: Browser, size: tuple[int, int] = DESKTOP, *, finger: bool = False
) -> BrowserContext:
    """Return a new person's context whose pages write down what happens in them.

    With `finger` the screen can be touched.
    """
    width, height = size
    context = await browser.new_context(
        viewport={"width": width, "height": height}, locale="en-GB", has_touch=finger
    )
    context.set_default_timeout(PATIENCE_S * 1000)
    await context.add_init_script(path=WATCH)
    return context


async def heap(page: Page) -> float:
    """Return what the page holds after everything that can go has gone, in MB."""
    session = await page.context.new_cdp_session(page)
    await session.send("HeapProfiler.enable")
    for _ in range(2):
        await session.send("HeapProfiler.collectGarbage")
    used: float = (await session.send("Runtime.getHeapUsage"))["usedSize"]
    await session.detach()
    return used / MB


async def nodes(page: Page) -> int:
    number: int = await page.evaluate("() => document.querySelectorAll('*').length")
    return number


def ended(visitor: Visitor, kind: str = "end_game", since: int = 0) -> int:
    """Return how many events of a kind came after the first `since` frames."""
    return sum(
        frame["type"] == "event" and frame["event"]["type"] == kind
        for frame in visitor.frames[since:]
    )


async def play_game(
    visitor: Visitor, length: str, seconds: float, *, after_round: int = 1
) -> dict[str, Any]:
    """Play a game against bots from the lobby; what the page held after a round and at the end."""
    since = len(visitor.frames)
    await visitor.play_bots(length)
    most = 0
    early = None
    for number in count(1):

        def over(number: int = number) -> bool:
            return ended(visitor, "end_kyoku", since) >= number

        def next_one(number: int = number) -> bool:
            return ended(visitor, "start_kyoku", since) > number or ended(visitor, since=since) > 0

        await play_on((visitor,), over, seconds)
        most = max(most, await nodes(visitor.page))
        if number == after_round:
            early = await heap(visitor.page)
        await play_on((visitor,), next_one, seconds)
        if ended(visitor, since=since):
            break
    return {
        "rounds": ended(visitor, "end_kyoku", since),
        "nodes": most,
        "heap_early": early,
        "heap_end": await heap(visitor.page),
    }


async def to_lobby(visitor: Visitor) -> None:
    """Turn the pages of the result to the last one and leave."""
    dialog = await to_the_end(visitor)
    await dialog.get_by_role("button", name=WORDS["ui.back_to_lobby"]).click()
    await visitor.button("ui.quick_play").wait_for()


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


@asynccontextmanager
async def opened(**settings: Any) -> AsyncIterator[tuple[Browser, House]]:
    """Open a browser and a server; the settings are those of `House`."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder), **settings)
        await house.open()
        try:
            async with async_playwright() as playwright:
                yield (
                    await playwright.chromium.launch(
                        executable_path=CHROMIUM, args=list(ARGUMENTS), timeout=60_000
                    ),
                    house,
                )
        finally:
            await house.close()


async def press_as_a_hand_does(visitor: Visitor, *, finger: bool) -> bool:
    """Press what `press_something` presses, as a hand does; tell whether a move was made.

    A mouse stays where it pressed; a finger is gone, and lifts a tile before it throws it.
    """
    place = await visitor.page.evaluate(
        f"""() => {{
          {FIND}
          const button = find();
          if (!button) return null;
          const {{ x, y, width, height }} = button.getBoundingClientRect();
          const up = button.matches(".tile-raised");
          return {{ x: x + width / 2, y: y + height / 2, tile: "pai" in button.dataset, up }};
        }}"""
    )
    if place is None:
        return False
    if finger:
        await visitor.page.touchscreen.tap(place["x"], place["y"])
    else:
        await visitor.page.mouse.click(place["x"], place["y"])
    return bool(place["tile"] and (place["up"] or not finger))


async def pace(
    browser: Browser,
    address: str,
    moves: int,
    rate: float = CPU_RATE,
    size: tuple[int, int] = PHONE,
) -> dict[str, Any]:
    """Play so many moves on a processor `rate` times as slow; how long what happened took to show.

    `inputs` from a press to the picture that shows it, `events` from a frame of the server to that
    picture, `tasks` above 50 ms: all in ms, from the moment at which the table was asked for.
    """
    finger = size != DESKTOP
    context = await watched(browser, size, finger=finger)
    player = Visitor(await context.new_page(), address)
    await player.go()
    await player.button("ui.quick_play").wait_for()
    # All screens are there, as they are after the first seconds in the lobby.
    await player.page.wait_for_timeout(REST_MS)
    session = await context.new_cdp_session(player.page)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    await player.pick("rules.length.east_south")
    await player.page.evaluate("() => Object.assign(seen, { inputs: [], events: [], tasks: [] })")
    await player.button("ui.quick_play").click()
    await player.at_table()
    async with asyncio.timeout(moves * 8):
        made = 0
        while made < moves and not ended(player):
            made += await press_as_a_hand_does(player, finger=finger)
            await player.page.wait_for_timeout(BETWEEN_MS)
    seen: dict[str, Any] = await player.page.evaluate("() => seen")
    await context.close()
    return seen


def print_shares(name: str, values: list[float]) -> None:
    """Print how the values are spread."""
    shares = ", ".join(f"p{p} {percentile(values, p / 100):.0f}" for p in (50, 90, 95, 99))
    print(f"{name}, ms: {len(values)} measured, {shares}, most {max(values, default=0):.0f}")


async def print_loads(loads: int) -> None:
    async with opened() as (browser, house):
        line = SlowLine(house.port)
        address = await line.open()
        found = [await first_load(browser, address, slow=True) for _ in range(loads)]
        await line.close()
    for name in ("usable", "painted", "requests", "bytes", "second_bytes", "shift"):
        values = [load[name] for load in found]
        print(f"first load, {name}: median {median(values):g}, {values}")


async def print_pace(moves: int, rate: float, size: tuple[int, int]) -> None:
    async with opened(**PEOPLE) as (browser, house):
        line = SlowLine(house.port)
        seen = await pace(browser, await line.open(), moves, rate, size)
        await line.close()
    print_shares("press to paint", seen["inputs"])
    print_shares("event to paint", seen["events"])
    print("tasks above 50 ms [at, ms]:", seen["tasks"])


async def print_game() -> None:
    async with opened() as (browser, house):
        context = await watched(browser)
        player = Visitor(await context.new_page(), house.url)
        await player.go()
        print("south game:", await play_game(player, "east_south", 900, after_round=2))
        await context.close()


def main() -> None:
    """Print everything that ui.md 3 sets a number for."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--part", choices=("load", "play", "game"), help="only this")
    parser.add_argument("--loads", type=int, default=5)
    parser.add_argument("--moves", type=int, default=100)
    parser.add_argument(
        "--rate", type=float, default=CPU_RATE, help="how many times as slow the game is drawn"
    )
    parser.add_argument("--desktop", action="store_true", help="draw the game on a large screen")
    wish = parser.parse_args()
    if wish.part in (None, "load"):
        asyncio.run(print_loads(wish.loads))
    if wish.part in (None, "play"):
        asyncio.run(print_pace(wish.moves, wish.rate, DESKTOP if wish.desktop else PHONE))
    if wish.part in (None, "game"):
        asyncio.run(print_game())


if __name__ == "__main__":
    main()
