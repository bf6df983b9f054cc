"""The table for those who see no colours (ui.md, check 21)."""

import base64
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Locator, expect

from tests.web.conftest import Visit
from tests.web.house import WORDS, House, Visitor
from tests.web.pictures import MOMENTS, SHOW
from tests.web.puppets import seated
from tests.web.scenes import game

pytestmark = pytest.mark.asyncio(loop_scope="session")

DIFFER: Final = Path(__file__).with_name("in_page") / "differ.js"


async def show(visitor: Visitor, moment: str) -> None:
    """Put a kept moment on the screen."""
    name, last = MOMENTS[moment]
    await visitor.run(SHOW, game(name)[: last + 1])
    await visitor.page.locator(".hand-tiles [data-pai]").first.wait_for()


async def difference(one: bytes, other: bytes, visitor: Visitor) -> float:
    """Return the share of pixels that differ in lightness."""
    pictures = [base64.b64encode(picture).decode() for picture in (one, other)]
    found: float = await visitor.page.evaluate(DIFFER.read_text("utf-8"), pictures)
    return found


HAND: Final = """
  const { table } = store.get();
  const own = { ...table.seats[table.seat], hand: ["5p", "5pr", "7s", "8s"], drawn: "9s" };
  const round = { ...table.round, doraMarkers: [argument.dora ? "6s" : "1m"] };
  const seats = table.seats.map((seat, at) => (at === table.seat ? own : seat));
  const { furiten } = argument;
  store.set({ table: { ...table, seats, round, ask: null, hint: null, furiten } });
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
"""


@pytest.mark.parametrize("how", ["grey", "forced colours"])
async def test_reds_dora_and_furiten_need_no_colour(visit: Visit, how: str) -> None:
    player = await visit()
    await player.page.emulate_media(
        reduced_motion="reduce", forced_colors="active" if how == "forced colours" else "none"
    )
    await show(player, "table")
    if how == "grey":
        session = await player.page.context.new_cdp_session(player.page)
        await session.send("Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"})

    def tile(pai: str) -> Locator:
        return player.page.locator(f".hand-tiles [data-pai='{pai}']")

    await player.run(HAND, {"dora": False, "furiten": False})
    plain, red = await tile("5p").screenshot(), await tile("5pr").screenshot()
    without = await tile("7s").screenshot()
    await player.run(HAND, {"dora": True, "furiten": True})
    dora = await tile("7s").screenshot()
    sign = await player.page.locator(".furiten").bounding_box()
    assert sign is not None
    warned = await player.page.screenshot(clip=sign)
    await player.run(HAND, {"dora": True, "furiten": False})
    calm = await player.page.screenshot(clip=sign)
    shares = {
        "red five": await difference(plain, red, player),
        "dora": await difference(without, dora, player),
        "furiten": await difference(calm, warned, player),
    }
    print(how, shares)
    assert min(shares.values()) > 0.01, shares


async def test_the_first_turn_says_what_to_do_until_a_tile_is_thrown(
    visit: Visit, dealt: House
) -> None:
    player = await visit(url=dealt.url)
    async with seated(dealt, player, "no-hints"):
        await player.until_asked()
        prompt = player.page.get_by_text(WORDS["table.first_turn"])
        await prompt.wait_for()
        await player.hand().last.click()
        await prompt.wait_for(state="detached")
        await player.until("state.table.seats[state.table.seat].pond.length > 0")
        await player.until_asked()
        await expect(prompt).to_have_count(0)
