"""Choices at the table: what is lit, what is sent, what the signs say (ui.md, checks 10 to 14)."""

import re
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from tests.web.conftest import Visit
from tests.web.house import WORDS, House, Visitor
from tests.web.puppets import seated

pytestmark = pytest.mark.asyncio(loop_scope="session")

FRESH_MS = 300
"""A little more than the time in which a new button takes no press, or a second press counts."""


def acts(visitor: Visitor) -> list[dict[str, Any]]:
    return [message for message in visitor.sent if message["type"] == "act"]


def asks(visitor: Visitor) -> list[dict[str, Any]]:
    return [frame for frame in visitor.frames if frame["type"] == "ask"]


def offers(ask: dict[str, Any], kind: str) -> bool:
    return any(option["type"] == kind for option in ask["options"])


def told_furiten(visitor: Visitor) -> list[bool]:
    """Return what the server said about furiten, without what it repeats."""
    said = [frame["furiten"] for frame in visitor.frames if frame["type"] == "furiten"]
    return [now for before, now in zip([False, *said], said, strict=False) if now != before]


async def press(visitor: Visitor, key: str) -> None:
    """Press a button of the strip once it takes presses; what that opens is drawn."""
    button = visitor.actions().filter(has_text=WORDS[key])
    await button.wait_for()
    await visitor.page.wait_for_timeout(FRESH_MS)
    await button.click()
    await visitor.drawn()


async def throw(visitor: Visitor, tile: Locator) -> None:
    """Throw a tile once that cannot be taken for the second half of the press before it."""
    await visitor.page.wait_for_timeout(FRESH_MS)
    await tile.click()


async def usable(visitor: Visitor) -> list[str]:
    """Return the own tiles that may be thrown."""
    found: list[str] = await visitor.hand().evaluate_all(
        "tiles => tiles.filter((t) => t.ariaDisabled !== 'true').map((t) => t.dataset.pai)"
    )
    return found


async def test_riichi_lights_its_discards_and_cancel_sends_nothing(
    visit: Visit, dealt: House
) -> None:
    player = await visit(url=dealt.url)
    call = {"type": "chi", "pai": "5s"}
    async with seated(dealt, player, "two-riichi-discards", {1: [call]}):
        await player.until_asked("reach")
        await press(player, "actions.reach")
        assert await usable(player) == ["5s", "8s"]
        waits = player.page.locator("[data-wait]")
        assert await waits.evaluate_all("all => all.map((one) => one.dataset.wait)") == [
            *("6s", "9s"),
            *("6s",),
        ]
        await press(player, "actions.cancel")
        assert len(await usable(player)) == 14
        assert acts(player) == []

        await press(player, "actions.reach")
        await player.hand().and_(player.page.locator("[data-drawn]")).click()
        await player.until("state.table.seats[0].accepted")
        taken = player.page.locator(".side-self .pond [data-pai='5s']")
        await expect(taken).to_have_class(re.compile(r"\btile-called\b"))
        await player.until("state.table.seats[0].pond.length >= 2")
        pond = player.page.locator(".side-self .pond [data-pai]")
        turned = await pond.evaluate_all(
            "tiles => tiles.map((tile) => tile.classList.contains('tile-sideways'))"
        )
        assert turned[:2] == [True, True]
        await expect(player.page.locator(".edge-self .stick.out")).to_have_count(1)
        await expect(player.page.locator(".edge-self .points")).to_have_text("24000")


async def test_swap_calling_greys_exact_tiles_with_the_reason(visit: Visit, dealt: House) -> None:
    player = await visit(url=dealt.url)
    async with seated(dealt, player, "swap-calling"):
        await player.until_asked("chi")
        await press(player, "actions.chi")
        await player.until_asked("dahai")
        grey = player.page.locator(".hand-tiles [aria-disabled='true']")
        names = await grey.evaluate_all("tiles => tiles.map((tile) => tile.dataset.pai)")
        assert sorted(names) == ["4s", "7s"]
        sent = len(acts(player))
        for tile in await grey.all():
            await tile.focus()
            assert WORDS["ui.kuikae_blocked"] in (await tile.get_attribute("aria-label") or "")
            await tile.click(force=True)
        assert len(acts(player)) == sent


async def test_several_chi_are_shown_as_pictures(visit: Visit, dealt: House) -> None:
    player = await visit(url=dealt.url)
    async with seated(dealt, player, "several-chi"):
        await player.until_asked("chi")
        await press(player, "actions.chi")
        pictures = player.actions().locator(".picture")
        shown = await pictures.evaluate_all(
            "all => all.map((one) => [...one.querySelectorAll('[data-pai]')]"
            ".map((tile) => tile.dataset.pai).join(' '))"
        )
        assert len(shown) == len(set(shown)) >= 3
        await player.page.wait_for_timeout(FRESH_MS)
        await player.page.keyboard.press("2")
        await player.until("state.table.seats[0].melds.length === 1")
        meld = player.page.locator(".hand .meld [data-pai]")
        tiles = await meld.evaluate_all("all => all.map((tile) => tile.dataset.pai)")
        assert sorted(tiles) == sorted(shown[1].split())


async def test_furiten_after_a_win_that_was_passed(visit: Visit, dealt: House) -> None:
    player = await visit(url=dealt.url)
    sign = player.page.locator(".furiten")
    async with seated(dealt, player, "passed-win"):
        await player.until_asked("hora")
        await expect(sign).to_have_count(0)
        # Neither Escape nor a right-click lets a win go.
        await player.page.wait_for_timeout(FRESH_MS)
        await player.page.keyboard.press("Escape")
        await player.page.mouse.click(700, 300, button="right")
        assert acts(player) == []
        await press(player, "actions.none")
        await player.until_asked("dahai")
        await expect(sign).to_contain_text(WORDS["ui.furiten"])
        await throw(player, player.hand().last)
        await player.until_asked("hora")
        await expect(sign).to_have_count(0)
        await press(player, "actions.ron")
        await player.until("state.table.roundResult?.wins.length === 1")


async def test_furiten_by_an_own_discard(visit: Visit, dealt: House) -> None:
    player = await visit(url=dealt.url)
    sign = player.page.locator(".furiten")
    async with seated(dealt, player, "thrown-wait"):
        await player.until_asked("hora")
        await expect(sign).to_have_count(0)
        # It could win with it, and throws it: the other wait is lost as well.
        await throw(player, player.hand().and_(player.page.locator("[data-drawn]")))
        await expect(sign).to_contain_text(WORDS["ui.furiten"])
        await player.until_asked("dahai")
        assert not [ask for ask in asks(player)[1:] if offers(ask, "hora")]
        await expect(sign).to_contain_text(WORDS["ui.furiten"])
        await throw(player, player.hand().and_(player.page.locator("[data-pai='5p']")).first)
        await expect(sign).to_have_count(0)
        await press(player, "actions.ron")
        await player.until("state.table.roundResult?.wins.length === 1")
    assert told_furiten(player) == [True, False]


@pytest.mark.full
async def test_furiten_in_riichi_stays(visit: Visit, dealt: House) -> None:
    player = await visit(url=dealt.url)
    sign = player.page.locator(".furiten")
    async with seated(dealt, player, "passed-in-riichi"):
        await player.until_asked("reach")
        await press(player, "actions.reach")
        await player.hand().and_(player.page.locator("[data-drawn]")).click()
        await player.until_asked("hora")
        await expect(sign).to_have_count(0)
        await press(player, "actions.none")
        await expect(sign).to_contain_text(WORDS["ui.furiten"])
        # Own draws go by themselves and do not take it away; the other wait is no win any more.
        await player.until("state.table.seats[0].pond.length === 3")
        await expect(sign).to_contain_text(WORDS["ui.furiten"])
        await expect(player.actions()).to_have_count(0)
        assert [offers(ask, "hora") for ask in asks(player)].count(True) == 1
    assert told_furiten(player) == [True]


async def test_hints_count_what_is_left(visit: Visit, dealt: House) -> None:
    player = await visit(url=dealt.url)
    async with seated(dealt, player, "hints"):
        await player.until_asked("dahai")
        drawn = player.hand().last
        await drawn.hover()
        wait = player.page.locator("[data-wait='4p']")
        await expect(wait).to_contain_text("4")
        await drawn.click()
        await press(player, "actions.none")
        await player.until_asked("dahai")
        await player.page.mouse.move(700, 300)
        await expect(wait).to_contain_text(WORDS["ui.tiles_left"].replace("{n}", "3"))


async def test_no_hint_where_they_are_off(visit: Visit, dealt: House) -> None:
    player = await visit(url=dealt.url)
    async with seated(dealt, player, "no-hints"):
        await player.until_asked("dahai")
        await player.hand().last.hover()
        await player.hand().last.click()
        await player.until("state.table.seats[0].pond.length === 1")
        await player.until_asked("dahai")
        await expect(player.page.locator("[data-wait]")).to_have_count(0)
        await expect(player.page.locator(".tile-dora")).to_have_count(0)
        assert not [frame for frame in player.frames if frame["type"] == "hint"]


async def test_win_is_taken_while_calls_are_passed(visit: Visit, dealt: House) -> None:
    player = await visit(url=dealt.url)
    async with seated(dealt, player, "orders"):
        await player.until_asked("pon")
        await player.button("ui.no_call").click()
        await player.until(
            "state.table.auto.no_call && !state.table.ask?.options.some((o) => o.type === 'pon')"
        )
        await expect(player.actions().filter(has_text=WORDS["actions.pon"])).to_have_count(0)
        await player.button("ui.auto_win").click()
        await player.until("state.table.auto.win")
        await player.until_asked("dahai")
        await player.hand().last.click()
        await player.until("state.table.roundResult?.wins[0].actor === 0")
        assert len(acts(player)) == 1, "the win was taken without a press"
        on = player.page.locator(".auto[aria-pressed='true']")
        await expect(on).to_have_count(3)
        await player.page.locator(".onward").click()
        await player.page.locator(".onward").click()
        await player.until("state.table.round.bakaze === 'S' && state.table.roundResult === null")
        await expect(on).to_have_count(1)
        await expect(on.locator(".unseen")).to_have_text(WORDS["ui.auto_sort"])


async def test_tsumogiri_never_throws_a_replacement_tile(visit: Visit, dealt: House) -> None:
    player = await visit(url=dealt.url)
    async with seated(dealt, player, "kan-then-drawn"):
        await player.until_asked("ankan")
        await press(player, "actions.kan")
        await player.button("ui.auto_tsumogiri").click()
        await player.until("state.table.auto.tsumogiri")
        await player.until_asked("dahai")
        await player.page.wait_for_timeout(500)
        assert (await player.tiles())[-1] == "N"
        on = player.page.locator(".auto[aria-pressed='true']")
        await expect(on).to_have_count(2)


@pytest.mark.full
async def test_time_runs_out(visit: Visit, dealt: House) -> None:
    """3+5 seconds; what the line is allowed beyond them is at most a second."""
    player = await visit(url=dealt.url)
    async with seated(dealt, player, "time-runs-out"):
        await player.until_asked("dahai")
        note = player.page.get_by_text(WORDS["ui.timed_out"])
        took = await player.run(
            """
            const { at } = store.get().table.ask;
            while (!store.get().table.timedOut) {
              await new Promise((resolve) => setTimeout(resolve, 10));
            }
            return store.get().table.timedOut.at - at;
            """
        )
        print(f"timed out after {took:.0f} ms")
        # The ask took its way before the page counts, the note after: both are short here.
        assert 7_900 <= took <= 9_500
        await note.wait_for()
        await player.until("state.table.seats[0].pond.length >= 1")
        assert acts(player) == []
        pond = player.page.locator(".side-self .pond [data-pai]")
        await expect(pond.first).to_have_attribute("data-pai", "P")
        await note.wait_for(state="detached")
        shown = await player.run("return performance.now() - store.get().table.timedOut.at;")
        assert shown >= 3_000
