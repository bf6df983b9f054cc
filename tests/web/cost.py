"""What an event costs the processor: a kept game is shown, one frame of the server after another.

`python -m tests.web.cost` prints it. The time is that of the page's thread, not of the clock, and
it is given in units of a fixed piece of work of the same page: so a busy or a slow machine gives
nearly the same number as a quiet one.
"""

import asyncio
from typing import Any, Final

from playwright.async_api import CDPSession

from tests.web.budgets import CPU_RATE, opened, watched
from tests.web.house import Visitor
from tests.web.scenes import game

FRAMES: Final = 330
PARTS: Final = ("Task", "Script", "RecalcStyle", "Layout")

OPEN: Final = """
  const session = await import("/web/js/state/session.js");
  await import("/web/js/ui/table/screen.js");
  await session.loadTables();
  store.set({ me: { account: "a", name: "Aki" }, status: "online" });
  session.loadedTables().onFrame(argument, performance.now());
  await new Promise((resolve) => setTimeout(resolve, 500));
"""

FEED: Final = """
  const { loadedTables } = await import("/web/js/state/session.js");
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  for (const frame of argument) {
    loadedTables().onFrame(frame, performance.now());
    await drawn();
  }
"""

UNIT: Final = """() => {
  const found = new Map();
  for (let number = 0; number < 200000; number += 1) {
    found.set(`k${number % 5000}`, { number, text: String(number) });
  }
  return found.size;
}"""
"""The piece of work: objects, text and a table of names, as the client's own work is."""


async def _times(session: CDPSession) -> dict[str, float]:
    metrics: list[dict[str, Any]] = (await session.send("Performance.getMetrics"))["metrics"]
    return {metric["name"]: metric["value"] for metric in metrics}


async def _unit(visitor: Visitor, session: CDPSession) -> float:
    before = await _times(session)
    await visitor.page.evaluate(UNIT)
    return (await _times(session))["TaskDuration"] - before["TaskDuration"]


async def cost(visitor: Visitor, name: str = "four") -> dict[str, float]:
    """Show a kept game; what a frame took of the page's thread, in units, and how many layouts.

    `unit` is that piece of work itself, in ms.
    """
    frames = [frame for frame in game(name) if frame["type"] != "snapshot"][:FRAMES]
    session = await visitor.page.context.new_cdp_session(visitor.page)
    await session.send("Performance.enable", {"timeDomain": "threadTicks"})
    await visitor.run(OPEN, frames[0])
    units = [await _unit(visitor, session) for _ in range(3)][1:]
    before = await _times(session)
    await visitor.run(FEED, frames[1:])
    after = await _times(session)
    units += [await _unit(visitor, session) for _ in range(2)]
    unit = sum(units) / len(units)
    number = len(frames) - 1

    def each(metric: str) -> float:
        return (after[metric] - before[metric]) / number

    spent = {part: each(f"{part}Duration") / unit for part in PARTS}
    counts = {f"{part}s": each(f"{part}Count") for part in ("Layout", "RecalcStyle")}
    return {**spent, **counts, "unit": unit * 1000}


async def main() -> None:
    """Print the cost of a frame for a desktop and a phone."""
    async with opened() as (browser, house):
        for size in ((1440, 900), (844, 390), (390, 844)):
            context = await watched(browser, size)
            visitor = Visitor(await context.new_page(), house.url)
            await visitor.go()
            await visitor.button("ui.quick_play").wait_for()
            found = await cost(visitor)
            print(f"{size[0]}x{size[1]}, in units:", {key: round(found[key], 3) for key in found})
            slow = found["Task"] * found["unit"] * CPU_RATE
            print(f"  a frame takes {slow:.0f} ms of a processor that is {CPU_RATE} times as slow")
            await context.close()


if __name__ == "__main__":
    asyncio.run(main())
