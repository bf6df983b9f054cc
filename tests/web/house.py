"""What the browser tests stand on: a server process, and visitors with a page each."""

import asyncio
import json
import os
import re
import shutil
import sys
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.async_api import ConsoleMessage, Locator, Page, Request, WebSocket, expect

from server.web.static import ROOT
from tests.web.faces import Message, unknown_faces

CHROMIUM: Final = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
ARGUMENTS: Final = (
    *("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)
WORDS: Final[dict[str, str]] = {
    key: text
    for file in ("en.json", "more/en.json")
    for key, text in json.loads((ROOT / "i18n" / file).read_text("utf-8")).items()
}

DESKTOP: Final = (1440, 900)
PHONE: Final = (844, 390)

LOST_LINE: Final = r"WebSocket connection to .* failed|net::ERR_"
"""What Chromium writes to the console when the server is away."""


DRAWN: Final = """async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }
}"""
"""What is known is drawn with the next frame; its effects run one later, and what they change is
drawn with the one after that."""

PATIENCE_S: Final = 60.0
"""For what comes in a moment on an idle machine. What never comes still fails."""


class House:
    """A server process on a free port, with bots that do not dawdle."""

    def __init__(self, folder: Path, *, scripted: Path | None = None, **settings: object) -> None:
        """Settings are those of the server; with `scripted` rooms may be dealt from that file."""
        self.db = folder / "house.sqlite"
        self._scripted = [] if scripted is None else ["--scripted", str(scripted)]
        if scripted is not None:
            settings["testing"] = 1
        # A server that stops does not wait for the games that tests leave behind; results stay
        # until they have been looked at.
        quick = {"bot_min_ms": 0, "bot_max_ms": 20, "floor_ms": 20, "drain_s": 0}
        quick |= {"confirm_ms": 60_000}
        self._settings = {**quick, **settings}
        self._process: asyncio.subprocess.Process | None = None
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def open(self) -> None:
        """Start it; on the same port if it was open before."""
        environ = {name: value for name, value in os.environ.items() if "JANTAKU" not in name}
        environ |= {f"JANTAKU_{key.upper()}": str(value) for key, value in self._settings.items()}
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "server", "serve", "--port", str(self.port)),
            *("--db", str(self.db), "--log-level", "error"),
            *self._scripted,
            cwd=ROOT.parents[1],
            env=environ,
            stdout=asyncio.subprocess.PIPE,
        )
        assert self._process.stdout is not None
        line = (await self._process.stdout.readline()).decode()
        match = re.search(r":(\d+)/", line)
        assert match is not None, f"the server says: {line!r}"
        self.port = int(match[1])

    async def kill(self) -> None:
        """End it as a power cut does."""
        assert self._process is not None
        self._process.kill()
        await self._process.wait()

    async def close(self) -> None:
        """Stop it and wait until it is gone."""
        if self._process is not None and self._process.returncode is None:
            self._process.terminate()
            await self._process.wait()


class Visitor:
    """A person's page: keeps every frame and every fault; finds things as a person would."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.frames: list[Message] = []
        self.sent: list[Message] = []
        self.faults: list[str] = []
        self.requests: list[str] = []
        self._expected: list[str] = []
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("request", self._on_request)
        page.on("websocket", self._on_websocket)

    def expect_fault(self, pattern: str) -> None:
        """Allow messages on the console that match."""
        self._expected.append(pattern)

    def check(self) -> None:
        """Assert that nothing went wrong in the page."""
        wrong = [
            fault
            for fault in self.faults
            if not any(re.search(pattern, fault) for pattern in self._expected)
        ]
        assert not wrong, "\n".join(wrong)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"console: {message.text} ({message.location.get('url')})")

    def _on_request(self, request: Request) -> None:
        self.requests.append(request.url)
        parts = urlsplit(request.url)
        if parts.scheme != "data" and parts.netloc != urlsplit(self.url).netloc:
            self.faults.append(f"request to another host: {request.url}")

    def _on_websocket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(json.loads(frame)))
        socket.on("framesent", lambda frame: self.sent.append(json.loads(frame)))

    # Finding and doing

    async def go(self, path: str = "/") -> None:
        await self.page.goto(self.url + path)

    async def resize(self, size: tuple[int, int]) -> None:
        """Give the page another size, and wait until it is laid out in it.

        The page learns of its size in steps: media queries may still be those of the old one when
        `innerWidth` is that of the new. A frame drawn after both has seen the whole.
        """
        width, height = size
        await self.page.set_viewport_size({"width": width, "height": height})
        await self.page.evaluate(
            """async ([width, height]) => {
              const query = `(width: ${width}px) and (height: ${height}px)`;
              while (innerWidth !== width || innerHeight !== height || !matchMedia(query).matches) {
                await new Promise((resolve) => requestAnimationFrame(resolve));
              }
            }""",
            [width, height],
        )
        await self.drawn()

    def button(self, key: str) -> Locator:
        """Return the button with the English words of a key."""
        return self.page.get_by_role("button", name=re.compile(f"^{re.escape(WORDS[key])}"))

    async def pick(self, key: str) -> None:
        """Pick the choice with the English words of a key; its label is what one presses."""
        radio = self.page.get_by_role("radio", name=WORDS[key], exact=True)
        await self.page.locator("label").filter(has=radio).click()
        await expect(radio).to_be_checked()
        await self.drawn()

    async def fill(self, field: Locator, text: str) -> None:
        """Write into a field as a person does: slower than the page draws."""
        await field.fill(text)
        await self.drawn()

    async def play_bots(self, length: str = "one_round", players: int = 4) -> None:
        """Press what a new visitor presses."""
        if players == 3:
            await self.pick("rules.players.3")
        await self.pick(f"rules.length.{length}")
        await self.button("ui.quick_play").click()
        await self.at_table()

    async def at_table(self) -> None:
        """Wait until the own hand is there."""
        await self.page.wait_for_url("**/table/*")
        await self.hand().first.wait_for()

    def hand(self) -> Locator:
        """Return the tiles of the own hand."""
        hand = self.page.get_by_role("list", name=WORDS["table.your_hand"], exact=True)
        return hand.locator("[data-pai]")

    def actions(self) -> Locator:
        """Return the buttons of the strip: calls, win, pass."""
        group = self.page.get_by_role("group", name=WORDS["table.actions"], exact=True)
        return group.get_by_role("button")

    async def tiles(self) -> list[str]:
        """Return the names of the own tiles as they lie."""
        found: list[str] = await self.hand().evaluate_all(
            "tiles => tiles.map((tile) => tile.dataset.pai)"
        )
        return found

    # The state of the page

    async def run(self, body: str, argument: Any = None) -> Any:
        """Run the body of an async function over `store`, `wire` and the page's `model`."""
        return await self.page.evaluate(
            f"""async (argument) => {{
              const {{ store }} = await import("/web/js/state/store.js");
              const {{ wire }} = await import("/web/js/state/session.js");
              const model = await import("/web/js/model/table.js");
              {body}
            }}""",
            argument,
        )

    async def table(self) -> Message | None:
        """Return the model of the table."""
        found: Message | None = await self.run("return store.get().table;")
        return found

    async def me(self) -> Message:
        found: Message = await self.run("return store.get().me;")
        return found

    async def decision(self) -> str:
        """Return the decision that is open."""
        found: str = await self.run("return store.get().table.ask.decision;")
        return found

    async def status(self) -> str:
        found: str = await self.run("return store.get().status;")
        return found

    async def until(
        self, condition: str, argument: Any = None, seconds: float = PATIENCE_S
    ) -> None:
        """Wait until a JavaScript expression over `state` (and `argument`) is true, and drawn."""
        await self.run(
            f"""
            const test = (state) => Boolean({condition});
            const late = performance.now() + {seconds * 1000};
            while (!test(store.get())) {{
              if (performance.now() > late) {{
                const {{ status, table }} = store.get();
                const ask = JSON.stringify(table?.ask);
                throw new Error(`never: {condition!r} (${{status}}, ${{ask}})`);
              }}
              await new Promise((resolve) => setTimeout(resolve, 20));
            }}
            """,
            argument,
        )
        await self.drawn()

    async def drawn(self) -> None:
        """Wait until what the page knows by now is on the screen."""
        await self.page.evaluate(DRAWN)

    async def until_asked(self, kind: str = "dahai") -> None:
        """Wait until an option of this kind may be chosen."""
        await self.until(
            "state.table?.ask && !state.table.pending"
            " && state.table.ask.options.some((option) => option.type === argument)",
            kind,
        )

    async def differences_from_server(self) -> list[str]:
        """Compare the model with a snapshot of the same moment, made by the server."""
        found: list[str] = await self.run(
            """
            const known = (table) => ({
              seq: table.seq, round: table.round, furiten: table.furiten, auto: table.auto,
              seats: table.seats.map(({ hand, drawn, melds, pond, riichi, nukidora }) => ({
                hand, drawn, melds, riichi, nukidora, pond: pond.map(({ seq, ...tile }) => tile),
              })),
            });
            const late = performance.now() + argument;
            while (performance.now() < late) {
              const before = store.get().table;
              const snapshot = await wire.request({ type: "sync", table: before.id, seq: -1 });
              if (snapshot.type !== "snapshot") return [`answered with ${snapshot.type}`];
              if (snapshot.seq !== before.seq) continue;
              const [mine, theirs] = [known(before), known(model.fromSnapshot(snapshot))];
              return Object.keys(mine).filter(
                (key) => JSON.stringify(mine[key]) !== JSON.stringify(theirs[key]),
              );
            }
            return ["no moment of rest"];
            """,
            PATIENCE_S * 1000,
        )
        return found


@asynccontextmanager
async def seen(locator: Locator) -> AsyncIterator[None]:
    """Expect that something is shown which goes by itself: look for it from the start."""
    looking = asyncio.create_task(locator.wait_for())
    try:
        yield
        await looking
    finally:
        looking.cancel()


async def play_on(visitors: Iterable[Visitor], done: Callable[[], bool], seconds: float) -> None:
    """Play with what the screen offers: win, else pass; throw what was drawn; confirm.

    Meanwhile no tile may lie on the screen that no frame has brought.
    """
    async with asyncio.timeout(seconds):
        for turn in count():
            if done():
                return
            for visitor in visitors:
                await press_something(visitor)
                if turn % 8 == 0:
                    assert await unknown_faces(visitor) == []
            await asyncio.sleep(0.02)


_ONWARD: Final = [
    [WORDS[key] for key in group]
    for group in (
        ("actions.ron", "actions.tsumo_win", "actions.nukidora"),
        ("actions.none", "table.go_on"),
        ("actions.confirm", "table.next_page"),
    )
]
FIND: Final = f"""
  const find = () => {{
    const [win, pass, onward] = {json.dumps(_ONWARD)};
    const usable = (button) => !button.disabled && button.getAttribute("aria-disabled") !== "true";
    const buttons = [...document.querySelectorAll("button:not(.auto)")].filter(usable);
    const named = (words) => buttons.find((button) =>
      words.some((word) => button.textContent.trim().startsWith(word)));
    const button = named(win) ?? named(onward) ?? named(pass);
    if (button) return button;
    const tiles = [...document.querySelectorAll(".hand-tiles button[data-pai]")].filter(usable);
    const drawn = tiles.find((tile) => "drawn" in tile.dataset) ?? tiles.at(-1);
    return drawn && document.querySelector(".hand.asked") ? drawn : null;
  }};
"""
"""Defines what finds the button that moves the game on: win, go on, pass, throw what was drawn."""


async def press_something(visitor: Visitor) -> str | None:
    """Press the button that moves the game on, if there is one."""
    pressed: str | None = await visitor.page.evaluate(
        f"""() => {{
          {FIND}
          const button = find();
          button?.click();
          return button && (button.dataset.pai ?? button.textContent);
        }}"""
    )
    return pressed


async def to_the_end(visitor: Visitor) -> Locator:
    """Turn the pages of the last round's result; return the result of the game."""
    dialog = visitor.page.get_by_role("dialog", name=WORDS["ui.game_result"], exact=True)
    async with asyncio.timeout(PATIENCE_S):
        while await dialog.count() == 0:
            await press_something(visitor)
            await visitor.drawn()
    return dialog
