"""What can be measured about who can use a screen: axe, sizes of targets, what does not fit."""

from functools import cache
from typing import Any, Final

import pytest
from playwright.async_api import Page

from server.web.static import ROOT
from tests.web.house import DRAWN

AXE: Final = ROOT.parents[1] / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS: Final = ("serious", "critical")


@cache
def _axe() -> str:
    if not AXE.exists():
        pytest.skip("axe-core is not installed here (npm ci)")
    return AXE.read_text("utf-8")


_AT_REST: Final = """async () => {
  const moving = () => document.getAnimations()
    .filter((animation) => animation.playState === "running")
    .filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity);
  do {
    for (const animation of moving()) animation.finish();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  } while (moving().length > 0);
}"""


async def at_rest(page: Page) -> None:
    """Wait until all is drawn that is known, and let what moves be where it goes."""
    await page.evaluate(DRAWN)
    await page.evaluate(_AT_REST)


async def findings(page: Page) -> list[str]:
    """Return what axe-core calls serious or worse, with the elements.

    Looks when everything has come to rest: what fades in has no contrast on its way.
    """
    await at_rest(page)
    await page.evaluate(_axe())
    result: dict[str, Any] = await page.evaluate(
        "() => axe.run(document, { resultTypes: ['violations'] })"
    )
    return [
        f"{violation['id']}: {violation['help']}: {node['html'][:160]}"
        for violation in result["violations"]
        if violation["impact"] in SERIOUS
        for node in violation["nodes"]
    ]


async def small_targets(page: Page) -> list[str]:
    """Return what is pressed and measures less than 44 pixels either way.

    A radio or checkbox counts with its label, as that is what one presses.
    """
    await at_rest(page)
    found: list[str] = await page.evaluate(
        """() => [...document.querySelectorAll("a, button, input, select, summary")]
          .map((element) => element.closest("label") ?? element)
          .map((element) => [element, element.getBoundingClientRect()])
          .filter(([, box]) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
          .map(([{ outerHTML }, { width, height }]) =>
            `${width}x${height} ${outerHTML.slice(0, 120)}`)"""
    )
    return found


async def overflow(page: Page) -> int:
    """Return by how many pixels the page is wider than the view."""
    await at_rest(page)
    found: int = await page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    return found


async def cut_words(page: Page) -> list[str]:
    """Return the buttons whose words do not fit into them."""
    await at_rest(page)
    found: list[str] = await page.evaluate(
        """() => [...document.querySelectorAll("button, .button, .segment span, summary")]
          .filter((element) => element.scrollWidth > element.clientWidth + 1)
          .map((element) => element.textContent.trim())"""
    )
    return found
