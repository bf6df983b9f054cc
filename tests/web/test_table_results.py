"""Results of rounds and of the game (ui.md, check 17), and people at the table."""

import re

import pytest
from playwright.async_api import expect

from tests.web.conftest import Visit
from tests.web.house import WORDS, House, Visitor
from tests.web.puppets import seated

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def deltas(player: Visitor) -> list[int]:
    """Return what came and went, as the page of the scores says."""
    changes = player.page.locator(".result .score-row .delta")
    await expect(changes).to_have_count(4)
    texts = await changes.all_inner_texts()
    return [int(re.sub(r"[▲▼±+ ]", "", text).replace("−", "-")) for text in texts]


async def open_hands(player: Visitor) -> list[str | None]:
    """Return the seats whose hands the page of a draw shows, and those that lie open behind it."""
    shown = player.page.locator(".draw-hands li:has(.open-hand) .draw-who b")
    behind = player.page.locator(".side:has(.other-hand.open)")
    return [
        *await shown.all_inner_texts(),
        *[await side.get_attribute("data-seat") for side in await behind.all()],
    ]


async def let_it_be_drawn(player: Visitor) -> None:
    """Throw what was drawn until the wall is empty."""
    await player.run(
        """
        const actions = await import("/web/js/state/actions.js");
        await actions.setAuto({ no_call: true, tsumogiri: true });
        """
    )
    await player.until("state.table.roundResult?.draw")


async def test_only_tenpai_hands_are_open_after_a_draw(visit: Visit, dealt: House) -> None:
    player = await visit(url=dealt.url)
    async with seated(dealt, player, "one-tenpai"):
        await let_it_be_drawn(player)
        page = player.page.locator(".result")
        await expect(page.locator(".win-word")).to_have_text(WORDS["draws.exhaustive"])
        assert await open_hands(player) == [WORDS["ui.right_seat"], "1"]
        await expect(page.locator(".noten")).to_have_count(3)
        await expect(page.locator(".tenpai")).to_have_count(1)
        await page.locator(".onward").click()
        assert sorted(await deltas(player)) == [-1000, -1000, -1000, 3000]


@pytest.mark.full
async def test_a_hand_of_terminals_is_paid_and_named(visit: Visit, dealt: House) -> None:
    player = await visit(url=dealt.url)
    async with seated(dealt, player, "all-terminals"):
        await let_it_be_drawn(player)
        page = player.page.locator(".result")
        await expect(page.locator(".win-word")).to_have_text(WORDS["draws.nagashi_mangan"])
        assert set(await open_hands(player)) <= {WORDS["ui.right_seat"], "1"}
        await page.locator(".onward").click()
        assert sorted(await deltas(player)) == [-4000, -4000, -4000, 12000]


@pytest.mark.full
async def test_a_counted_yakuman_is_called_so(visit: Visit, dealt: House) -> None:
    player = await visit(url=dealt.url)
    async with seated(dealt, player, "counted-yakuman"):
        await player.until_asked("hora")
        await player.page.wait_for_timeout(300)
        await player.actions().filter(has_text=WORDS["actions.ron"]).click()
        page = player.page.locator(".result")
        await expect(page.locator(".limit")).to_have_text(WORDS["limits.kazoe_yakuman"])
        await expect(page.locator(".win-points")).to_have_text("32000")
        han = [int(re.sub(r"\D", "", text)) for text in await yaku_worths(player)]
        assert sum(han) >= 13
        await page.locator(".onward").click()
        assert sorted(await deltas(player)) == [-32000, 0, 0, 32000]


async def yaku_worths(player: Visitor) -> list[str]:
    return await player.page.locator(".result .yaku li b").all_inner_texts()


async def test_two_winners_have_a_page_each_the_nearest_first(visit: Visit, dealt: House) -> None:
    player = await visit(url=dealt.url)
    win = {"type": "hora"}
    async with seated(dealt, player, "two-winners", {1: [win], 2: [win]}):
        await player.until_asked("dahai")
        await player.hand().and_(player.page.locator("[data-pai='5p']")).click()
        await player.until("state.table.roundResult?.wins.length === 2")
        page = player.page.locator(".result")
        onward = page.locator(".onward")
        for name in ("Bea", "Cho"):
            await expect(page.locator(".win-who")).to_have_text(name)
            await expect(page.locator(".winning [data-pai]")).to_have_attribute("data-pai", "5p")
            await expect(page.locator(".yaku li").first).to_be_attached()
            await expect(page.locator(".win-points")).to_have_text(re.compile(r"^[1-9]\d+$"))
            await onward.click()
        rows = page.locator(".score-row")
        await expect(rows).to_have_count(4)
        values = await deltas(player)
        assert sum(values) == 1000, "the stick that lay there went to the nearest winner"
        assert min(values) == values[-1] < 0
        sticks = f"{WORDS['ui.honba']} 1 · {WORDS['ui.kyotaku']} 1"
        await expect(page.locator(".win-title")).to_contain_text(sticks)
        await page.get_by_role("button", name=WORDS["ui.see_table"]).click()
        await expect(page).to_have_count(0)
        await player.page.locator(".result-back").click()
        await expect(rows).to_have_count(4)
        await player.until("state.table.result !== null")
        await onward.click()
        final = player.page.get_by_role("dialog", name=WORDS["ui.game_result"])
        await expect(final.locator(".score-row")).to_have_count(4)


async def test_nine_terminals_say_why_and_open_no_other_hand(visit: Visit, dealt: House) -> None:
    player = await visit(url=dealt.url)
    async with seated(dealt, player, "nine-terminals"):
        await player.until_asked("ryukyoku")
        button = player.actions().filter(has_text=WORDS["actions.ryukyoku"])
        await player.page.wait_for_timeout(300)
        await button.click()
        page = player.page.locator(".result")
        await expect(page.locator(".win-word")).to_have_text(WORDS["draws.kyuushu"])
        hands = page.locator(".draw-hands .open-hand")
        assert await hands.count() <= 1
        await expect(player.page.locator(".other-hand.open")).to_have_count(0)


async def test_a_stamp_is_shown_and_can_be_muted(visit: Visit, dealt: House) -> None:
    player = await visit(url=dealt.url)
    async with seated(dealt, player, "swap-calling") as (right, *_):
        await right.send("say", table=right.table, stamp="nice_hand")
        bubble = player.page.locator(".plate-right .stamp-shown")
        await expect(bubble).to_have_text(WORDS["table.stamp.nice_hand"])
        await player.page.get_by_role("button", name=WORDS["ui.stamp"]).click()
        await player.page.get_by_role("button", name=re.compile("Bea")).click()
        await player.until("state.table.muted.includes(1)")
        await expect(bubble).to_have_count(0)
        await player.page.get_by_role("button", name=WORDS["table.stamp.hello"]).click()
        await player.until("state.table.said?.seat === 0")
