"""The table without a pointer (ui.md, check 19): the focus is always somewhere, and seen."""

import pytest
from playwright.async_api import expect

from tests.web.conftest import Visit
from tests.web.house import WORDS, House, Visitor
from tests.web.puppets import seated

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def focused(visitor: Visitor) -> str:
    """Return what has the focus, a tile by its name, and check that one sees it.

    The table itself takes what was lost; it is the whole screen and needs no ring.
    """
    name, ring = await visitor.page.evaluate(
        """() => {
          const { activeElement: element } = document;
          const { outlineStyle, outlineWidth } = getComputedStyle(element);
          const name = element.dataset.pai ?? element.className;
          return [name, outlineStyle !== "none" && parseFloat(outlineWidth) >= 2];
        }"""
    )
    assert name, "the focus is nowhere"
    assert ring or name.startswith("table "), f"no ring around {name}"
    return str(name)


async def state_of(visitor: Visitor) -> str:
    found: str = await visitor.run(
        """
        const { table } = store.get();
        const has = (...kinds) => table.ask?.options.some(({ type }) => kinds.includes(type));
        if (table.result) return "over";
        if (table.roundResult) return "result";
        if (!table.ask || table.pending) return "wait";
        return has("hora") ? "win" : has("dahai") ? "turn" : "offer";
        """
    )
    return found


KEYS = {"turn": ("End", "Enter"), "offer": ("x",), "win": ("w",), "result": ("Enter",)}


async def play_by_keys(visitor: Visitor, until: str) -> None:
    """Press what each state of the table wants, until the table is in the state."""
    for _ in range(600):
        state = await state_of(visitor)
        await focused(visitor)
        if state == until:
            return
        for key in KEYS.get(state, ()):
            await visitor.page.keyboard.press(key)
        await visitor.page.wait_for_timeout(50)
    pytest.fail(f"the table never came to {until!r}")


async def test_a_round_its_result_and_the_next_by_keyboard(visit: Visit, dealt: House) -> None:
    player = await visit(url=dealt.url)
    keys = player.page.keyboard
    async with seated(dealt, player, "short-draw"):
        await player.until_asked()
        await keys.press("End")
        assert await focused(player) == (await player.tiles())[-1]
        await keys.press("ArrowLeft")
        assert await focused(player) == (await player.tiles())[-2]
        await keys.press("Enter")
        await player.until("state.table.seats[0].pond.length === 1")
        await play_by_keys(player, "result")
        onward = player.page.locator(".onward")
        await expect(onward).to_be_focused()
        await expect(player.page.locator(".win-word")).to_have_text(WORDS["draws.exhaustive"])
        await player.page.wait_for_timeout(300)
        await keys.press("Enter")
        await expect(player.page.locator(".score-row")).to_have_count(4)
        await expect(onward).to_be_focused()
        await player.page.wait_for_timeout(300)
        await keys.press("Enter")
        await player.until("state.table.roundResult === null")
        await focused(player)
        await play_by_keys(player, "turn")
        await keys.press("Home")
        assert await focused(player) == (await player.tiles())[0]


@pytest.mark.full
async def test_a_game_by_keyboard(visit: Visit) -> None:
    player = await visit()
    await player.play_bots()
    await player.until_asked()
    await play_by_keys(player, "over")
    final = player.page.get_by_role("dialog", name=WORDS["ui.game_result"], exact=True)
    while await final.count() == 0:
        await player.page.keyboard.press("Enter")
        await player.page.wait_for_timeout(300)
    await expect(player.page.locator(".onward")).to_be_focused()
    record = final.get_by_role("link", name=WORDS["table.record"])
    await player.page.keyboard.press("Shift+Tab")
    await player.page.keyboard.press("Shift+Tab")
    await expect(record).to_be_focused()
    await focused(player)
    await player.page.keyboard.press("Enter")
    await player.page.wait_for_url("**/r/*")
    heading = player.page.get_by_role("heading", name=WORDS["record.title"])
    await expect(heading).to_be_focused()
