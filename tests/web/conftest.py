"""Fixtures of the browser tests: one browser and one server for all, a page for each person."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, async_playwright, expect

from tests.web.deals import DEALS
from tests.web.house import ARGUMENTS, CHROMIUM, DESKTOP, PATIENCE_S, House, Visitor
from tests.web.line import Line

Visit = Callable[..., Awaitable[Visitor]]
Lay = Callable[..., Awaitable[Line]]
Build = Callable[..., Awaitable[House]]

# A busy machine may take its time; what never comes still fails.
expect.set_options(timeout=PATIENCE_S * 1000)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here (Debian: apt-get install chromium)")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM, args=list(ARGUMENTS), timeout=180_000
        )
        yield browser
        await browser.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    folder: Path = tmp_path_factory.mktemp("house")
    house = House(folder)
    await house.open()
    yield house
    await house.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def dealt(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """A server whose rooms are dealt as `deals` says."""
    folder: Path = tmp_path_factory.mktemp("dealt")
    file = folder / "deals.json"
    file.write_text(json.dumps(DEALS))
    house = House(folder, scripted=file)
    await house.open()
    yield house
    await house.close()


@pytest.fixture
def soon_s(request: pytest.FixtureRequest) -> float:
    """Within how many seconds others must see a change: quick tests share their machine."""
    return 1.0 if request.config.getoption("--full") else PATIENCE_S


@pytest_asyncio.fixture(loop_scope="session")
async def build(tmp_path: Path) -> AsyncIterator[Build]:
    """Start a server that may be stopped and killed; `build(drain_s=…)` and other settings."""
    houses: list[House] = []

    async def build(**settings: Any) -> House:
        house = House(tmp_path, **settings)
        houses.append(house)
        await house.open()
        return house

    yield build
    for house in houses:
        await house.close()


@pytest_asyncio.fixture(loop_scope="session")
async def lay() -> AsyncIterator[Lay]:
    """Lay a line to a port; `lay(port, delay_s=…, loss=…)`, its `url` takes the server's place."""
    lines: list[Line] = []

    async def lay(port: int, **how: float) -> Line:
        line = Line(port, **how)
        lines.append(line)
        await line.open()
        return line

    yield lay
    for line in lines:
        await line.close()


@pytest_asyncio.fixture(loop_scope="session")
async def visit(browser: Browser, house: House, lay: Lay) -> AsyncIterator[Visit]:
    """Open a page as a new person, or as the person whose `context` is given.

    Lines are cut after the pages are gone.
    """
    contexts: list[BrowserContext] = []
    visitors: list[Visitor] = []

    async def visit(
        path: str = "/",
        *,
        url: str | None = None,
        size: tuple[int, int] = DESKTOP,
        context: BrowserContext | None = None,
    ) -> Visitor:
        if context is None:
            width, height = size
            context = await browser.new_context(
                viewport={"width": width, "height": height}, locale="en-GB"
            )
            context.set_default_timeout(PATIENCE_S * 1000)
            contexts.append(context)
        visitor = Visitor(await context.new_page(), url or house.url)
        visitors.append(visitor)
        await visitor.go(path)
        return visitor

    yield visit
    for context in contexts:
        await context.close()
    for visitor in visitors:
        visitor.check()
