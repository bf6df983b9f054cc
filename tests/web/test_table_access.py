"""The table for the ear, and without motion or colours (ui.md, checks 20 and 21)."""

import re

import pytest
from playwright.async_api import expect

from tests.web.access import findings
from tests.web.conftest import Visit
from tests.web.house import WORDS, House
from tests.web.puppets import seated

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_each_discard_is_spoken_once_and_in_order(visit: Visit, dealt: House) -> None:
    player = await visit(url=dealt.url)
    async with seated(dealt, player, "hints"):
        await player.page.evaluate(
            """() => {
              window.heard = [];
              const log = document.querySelector("[role=log]");
              const note = () => {
                for (const line of log.children) {
                  if (window.heard.at(-1) !== line.textContent) window.heard.push(line.textContent);
                }
              };
              new MutationObserver(note).observe(log, { childList: true, subtree: true });
            }"""
        )
        await player.until_asked("dahai")
        await player.hand().last.click()
        await player.until_asked("none")
        await player.page.wait_for_function(
            "() => window.heard.some((line) => line.includes('Right discards 4 pin'))"
        )
        heard = await player.page.evaluate("() => window.heard.join('\\n')")
        assert heard.count("You discard East") == 1
        assert heard.count("Right discards 4 pin") == 1
        alert = player.page.locator("[aria-live=assertive]")
        await expect(alert).to_contain_text(f"{WORDS['actions.ron']} (W)")
        await player.page.keyboard.press("s")
        await expect(alert).to_contain_text(f"{WORDS['ui.right_seat']}, {WORDS['winds.S']}: 25000")


async def test_every_own_tile_has_a_name(visit: Visit, dealt: House) -> None:
    player = await visit(url=dealt.url)
    async with seated(dealt, player, "several-chi"):
        await player.until_asked("chi")
        names = await player.hand().evaluate_all("all => all.map((tile) => tile.ariaLabel)")
        shown = await player.tiles()
        assert len(names) == len(shown) == 13
        for name, pai in zip(names, shown, strict=True):
            assert name.startswith(WORDS[f"tiles.{pai}"])


async def test_nothing_moves_where_motion_is_not_wanted(visit: Visit, dealt: House) -> None:
    player = await visit(url=dealt.url)
    await player.page.emulate_media(reduced_motion="reduce", forced_colors="active")
    async with seated(dealt, player, "hints"):
        await player.until_asked("dahai")
        await player.hand().last.click()
        await player.until("state.table.seats[0].pond.length === 1")
        # Where nothing moves, what would be moved takes a hundredth of a millisecond.
        moving = await player.page.evaluate(
            "() => document.getAnimations().filter((a) => a.effect.getComputedTiming().endTime > 1)"
            ".map((a) => a.animationName ?? a.transitionProperty)"
        )
        assert moving == []


async def test_a_choice_says_its_name_in_each_language(visit: Visit, dealt: House) -> None:
    player = await visit(url=dealt.url)
    async with seated(dealt, player, "several-chi"):
        await player.until_asked("chi")
        for lang in ("ja", "zh-Hans", "zh-Hant", "en"):
            await player.run(
                'const { setLang } = await import("/web/js/state/actions.js");'
                "await setLang(argument);",
                lang,
            )
            await expect(player.page.locator("html")).to_have_attribute("lang", lang)
            await player.drawn()
            text = await player.page.locator("main").inner_text()
            assert not re.search(r"\b(ui|table|actions|winds)\.[a-z]", text)
            for button in await player.page.locator(".call, .auto, .score").all():
                clipped = await button.evaluate("node => node.scrollWidth > node.clientWidth + 1")
                assert not clipped, (lang, await button.inner_text())


async def test_axe_finds_nothing_serious_at_the_table(visit: Visit, dealt: House) -> None:
    player = await visit(url=dealt.url)
    wrong: list[str] = []

    async def look(screen: str) -> None:
        wrong.extend(f"{screen}: {finding}" for finding in await findings(player.page))

    async with seated(dealt, player, "counted-yakuman"):
        await player.until_asked("hora")
        await player.actions().first.wait_for()
        await look("a win is offered")
        for key in ("table.menu", "table.rule_sheet"):
            await player.page.get_by_role("button", name=re.compile(f"{WORDS[key]}$")).click()
            await player.page.get_by_role("dialog").wait_for()
            await look(key)
            await player.page.keyboard.press("Escape")
            await player.page.get_by_role("dialog").wait_for(state="detached")
        await player.actions().filter(has_text=WORDS["actions.ron"]).click()
        await player.page.locator(".win-page").wait_for()
        await look("a win")
        await player.page.locator(".onward").click()
        await player.page.locator(".score-page").wait_for()
        await player.until("state.table.result !== null")
        await player.page.locator(".onward").click()
        await player.page.get_by_role("dialog", name=WORDS["ui.game_result"]).wait_for()
        await look("the result of the game")
    assert not wrong, "\n".join(wrong)
