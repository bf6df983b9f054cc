"""Watching games in the browser (ui.md, check 8): the list, the delay, no buttons."""

from typing import Final

import pytest
from playwright.async_api import expect

from tests.web.access import cut_words, findings, overflow, small_targets
from tests.web.conftest import Visit
from tests.web.house import LOST_LINE, WORDS, Visitor
from tests.web.test_words import words
from tests.web.theatre import Theatre, hand_tiles, theatre, timed

pytestmark = pytest.mark.asyncio(loop_scope="session")

DELAY_S: Final = 60
SIZES: Final = (
    (360, 640),
    pytest.param((844, 390), marks=pytest.mark.full),
    pytest.param((1440, 900), marks=pytest.mark.full),
    pytest.param((390, 844), marks=pytest.mark.full),
)
ACTIONS: Final = (
    *("actions.chi", "actions.pon", "actions.kan", "actions.ron", "actions.tsumo_win"),
    *("actions.reach", "actions.none", "actions.confirm", "actions.nukidora", "table.ask_end"),
)

NEXT: Final = """(words) => [...document.querySelectorAll(".result-foot button")]
  .find((button) => button.textContent.trim() === words)?.click()"""


async def come(
    visit: Visit, stage: Theatre, path: str, size: tuple[int, int] = (1440, 900)
) -> Visitor:
    """Open a page as somebody who has an account."""
    visitor = await visit("/", url=stage.url, size=size)
    # The server goes before the pages do.
    visitor.expect_fault(LOST_LINE)
    await visitor.run('await (await import("/web/js/state/actions.js")).signIn("Wan");')
    await visitor.run('(await import("/web/js/router.js")).go(argument);', path)
    return visitor


async def seen(visitor: Visitor) -> int:
    """Return the number of the last event on the screen."""
    return int(await visitor.page.locator("main.watch").get_attribute("data-seq") or -1)


async def until_seen(visitor: Visitor, seq: int) -> None:
    await visitor.until("(state.watching?.reel?.table.seq ?? -1) >= argument", seq)


async def assert_no_actions(visitor: Visitor) -> None:
    """Assert that nothing on the screen decides anything at the table."""
    page = visitor.page
    assert (
        await page.locator(".strip, .autos, .hand.asked, .hand-tiles button, .clock").count() == 0
    )
    buttons = await page.locator("button").all_inner_texts()
    named = {WORDS[key] for key in ACTIONS if key in WORDS}
    assert not named & {text.strip() for text in buttons}
    assert not [frame for frame in visitor.frames if frame["type"] in ("ask", "hint", "furiten")]
    decided = {"act", "auto", "confirm", "say", "mute", "vote_end", "vote_pause", "sync"}
    assert not decided & {frame["type"] for frame in visitor.sent}


async def test_no_hand_tile_comes_before_the_delay_and_nothing_can_be_decided(
    visit: Visit,
) -> None:
    async with theatre() as stage:
        player = await stage.player("Aoi")
        table = await player.start(spectate_view="full")
        visitor = await come(visit, stage, "/live")
        arrived = timed(visitor, stage)
        row = visitor.page.locator(f'[data-table="{table}"]')
        await expect(row).to_contain_text("Aoi")
        await expect(row).to_contain_text(WORDS["live.not_yet"])
        await expect(row).to_contain_text(WORDS["ui.delay_note"].replace("{n}", str(DELAY_S)))
        await row.get_by_role("link").click()
        await visitor.page.wait_for_url(f"**/watch/{table}")
        countdown = visitor.page.get_by_role("timer")
        await expect(countdown).to_contain_text(WORDS["watch.starts"])
        shown = int((await countdown.inner_text()).split()[0])
        # It counts by the page's own clock, which goes on.
        assert DELAY_S - 20 <= shown <= DELAY_S
        await stage.play(DELAY_S - 1)
        assert player.seq > 20
        await visitor.page.wait_for_timeout(100)
        assert not [frame for _, frame in arrived if frame["type"] in ("snapshot", "event")]

        watched = visitor.page.locator("main.watch")
        while not player.over:
            await stage.play(5)
            if await watched.count() and not player.over:
                await assert_no_actions(visitor)
        await stage.play(DELAY_S)
        await until_seen(visitor, player.seq)
        hands = [(at, frame) for at, frame in arrived if hand_tiles(frame)]
        assert len(hands) > 20
        early = [frame for at, frame in hands if at < player.when[frame["seq"]] + DELAY_S]
        assert early == []
        await assert_no_actions(visitor)
        await expect(watched).to_have_attribute("data-view", "full")
        await expect(visitor.page.locator(".other-hand.open")).to_have_count(3)

        result = visitor.page.get_by_role("region", name=WORDS["ui.game_result"])
        while await result.count() == 0:
            # Pages turn by themselves, too.
            await visitor.page.evaluate(NEXT, WORDS["table.next_page"])
        await expect(result.locator(".scores li")).to_have_count(4)
        await result.get_by_role("link", name=WORDS["table.record"]).click()
        await visitor.page.wait_for_url(f"**/r/{table}")
        await visitor.page.locator(".rounds-table tbody tr").first.wait_for()


async def test_the_own_table_is_refused_with_a_sentence(visit: Visit) -> None:
    async with theatre() as stage:
        player = await come(visit, stage, "/create")
        table = await player.run(
            """
            const rules = { preset: "majsoul_friend_4p", length: "one_round" };
            await wire.request({ type: "create_room", rules, spectate_view: "public" });
            await wire.request({ type: "ready", ready: true });
            await wire.request({ type: "start_room", fill: true });
            while (!store.get().seatIn) await new Promise((resolve) => setTimeout(resolve, 20));
            return store.get().seatIn.table;
            """
        )
        await player.go(f"/watch/{table}")
        fault = player.page.get_by_role("alert")
        await expect(fault).to_have_text(WORDS["errors.own_table"])
        await expect(player.page.locator("main.table")).to_have_count(0)
        assert not [
            frame
            for frame in player.frames
            if frame["type"] == "snapshot" and frame["seat"] is None
        ]
        await player.page.get_by_role("link", name=WORDS["home.back_to_game"]).click()
        await player.page.wait_for_url(f"**/table/{table}")
        # Who watches there is told to the seats.
        guest = await come(visit, stage, f"/watch/{table}")
        await guest.page.locator("main.watch").wait_for()
        await stage.play(1)
        badge = player.page.locator(".tools [data-watchers]")
        await expect(badge).to_have_attribute("data-watchers", "1")
        await expect(badge).to_have_accessible_name(WORDS["table.watchers"].replace("{n}", "1"))
        await expect(guest.page.locator(".viewers")).to_have_attribute("data-watchers", "1")


async def test_one_looks_back_and_comes_back_to_the_newest_moment(visit: Visit) -> None:
    async with theatre() as stage:
        player = await stage.player("Aoi")
        table = await player.start(spectate_view="public")
        await stage.play(20)
        visitor = await come(visit, stage, f"/watch/{table}")
        await until_seen(visitor, player.seq)
        await visitor.page.locator("main.watch .hand-tiles").wait_for()
        await visitor.drawn()
        await expect(visitor.page.locator(".other-hand.open")).to_have_count(0)
        page, screen = visitor.page, visitor.page.locator("main.watch")
        newest = await seen(visitor)
        first = await visitor.run("return store.get().watching.reel.rounds[0].base.seq;")
        slider = page.get_by_role("slider", name=WORDS["replay.step"])
        await page.keyboard.press("ArrowLeft")
        await page.keyboard.press("ArrowLeft")
        await expect(screen).to_have_attribute("data-seq", str(newest - 2))
        await expect(page.locator(".watch-state .chip")).to_have_text(WORDS["watch.earlier"])
        # The table goes on meanwhile, and one stays where one is.
        await stage.play(5)
        await until_seen(visitor, player.seq)
        assert await seen(visitor) == newest - 2
        await page.keyboard.press("ArrowRight")
        await expect(screen).to_have_attribute("data-seq", str(newest - 1))
        await slider.fill("0")
        await expect(screen).to_have_attribute("data-seq", str(first))
        await screen.focus()
        await page.keyboard.press("End")
        await expect(screen).to_have_attribute("data-seq", str(player.seq))
        await expect(page.locator(".watch-state .chip")).to_have_text(WORDS["watch.live"])
        # From the deal it plays by itself.
        await page.keyboard.press("Home")
        await expect(visitor.button("replay.pause")).to_have_count(1)
        await page.wait_for_function(
            "(first) => Number(document.querySelector('main.watch').dataset.seq) > first + 2",
            arg=first,
        )
        await page.keyboard.press(" ")
        stands = await seen(visitor)
        assert first + 2 < stands < player.seq
        await visitor.button("watch.newest").click()
        await expect(screen).to_have_attribute("data-seq", str(player.seq))
        # Looking from another seat turns the table.
        await page.keyboard.press("v")
        await expect(page.locator(".side-self")).to_have_attribute("data-seat", "1")
        await page.go_back()
        await page.locator("main.page").wait_for()
        await visitor.until("state.watching === null")
        assert [frame for frame in visitor.sent if frame["type"] == "unwatch"]


@pytest.mark.full
async def test_from_one_game_to_the_next_and_the_list_narrowed(visit: Visit) -> None:
    async with theatre() as stage:
        tables = []
        for name, mode in (
            ("Aoi", "majsoul_friend_4p"),
            ("Ben", "majsoul_3p"),
            ("Chie", "majsoul_friend_4p"),
        ):
            player = await stage.player(name)
            tables.append(await player.start({"preset": mode}, spectate_view="public"))
        visitor = await come(visit, stage, "/live")
        rows = visitor.page.locator(".live-game")
        await expect(rows).to_have_count(3)
        modes = visitor.page.get_by_role("combobox", name=WORDS["home.record_game"], exact=True)
        await modes.select_option("3p")
        await expect(rows).to_have_count(1)
        await expect(rows).to_have_attribute("data-table", tables[1])
        # A link, and a reload, keep what one was looking for.
        assert visitor.page.url.endswith("/live?mode=3p")
        await modes.select_option("")
        await visitor.page.get_by_label(WORDS["filter.player"]).fill("chi")
        await expect(rows).to_have_count(1)
        await visitor.page.reload()
        await expect(rows).to_have_count(1)
        await expect(rows).to_have_attribute("data-table", tables[2])
        await visitor.page.get_by_label(WORDS["filter.player"]).fill("nobody")
        await expect(visitor.page.get_by_text(WORDS["live.none"])).to_be_visible()

        await visitor.go(f"/watch/{tables[0]}")
        order = sorted(tables)
        at = order.index(tables[0])
        for key, way in (("n", 1), ("n", 1), ("p", -1)):
            await visitor.page.locator("main.watch").wait_for()
            await visitor.page.keyboard.press(key)
            at = (at + way) % len(order)
            await visitor.page.wait_for_url(f"**/watch/{order[at]}")
            await visitor.until(
                "state.watching?.table === argument && state.watching.state === 'on'", order[at]
            )
        await stage.play(1)
        assert [stage.server.app.tables.watchers(table) for table in order] == [
            int(place == at) for place in range(3)
        ]


@pytest.mark.full
@pytest.mark.parametrize("size", SIZES)
async def test_whoever_watches_can_use_the_screens(visit: Visit, size: tuple[int, int]) -> None:
    async with theatre() as stage:
        player = await stage.player("Aoi")
        await player.start(spectate_view="full")
        visitor = await come(visit, stage, "/live", size)
        wrong: list[str] = []

        async def look(screen: str) -> None:
            page = visitor.page
            # Scores are larger to a finger than they look (table.css).
            small = [line for line in await small_targets(page) if 'class="score"' not in line]
            wrong.extend(f"{screen}: {line}" for line in small)
            # What is only spoken of a score stands beside it.
            cut = [line for line in await cut_words(page) if not line[-4:].isdigit()]
            wrong.extend(f"{screen}: cut: {line}" for line in cut)
            wrong.extend(f"{screen}: {line}" for line in await findings(page))
            if wider := await overflow(page):
                wrong.append(f"{screen}: {wider} px too wide")

        await visitor.page.locator(".live-game").wait_for()
        await look("list")
        await visitor.page.locator(".live-link").click()
        await visitor.page.get_by_role("timer").wait_for()
        await look("countdown")
        await stage.play(DELAY_S + 15)
        await visitor.page.locator("main.watch .hand-tiles").wait_for()
        await until_seen(visitor, 5)
        await look("table")
        await visitor.button("table.menu").click()
        await visitor.page.get_by_role("dialog").wait_for()
        await look("menu")
        await visitor.page.keyboard.press("Escape")
        while not player.over:
            await stage.play(5)
        await stage.play(DELAY_S)
        await until_seen(visitor, player.seq)
        await visitor.page.locator(".result").wait_for()
        await look("result")
        await visitor.go("/watch/t-nothing")
        await visitor.page.get_by_role("alert").wait_for()
        await look("refused")
        assert wrong == []


async def test_keys_alone_lead_into_a_game_and_out_again(visit: Visit) -> None:
    async with theatre() as stage:
        player = await stage.player("Aoi")
        table = await player.start(spectate_view="public")
        visitor = await come(visit, stage, "/")
        page = visitor.page
        await page.locator(".live-brief .live-link").wait_for()

        async def reach(selector: str) -> None:
            for _ in range(60):
                await page.keyboard.press("Tab")
                if await page.evaluate(
                    "(wanted) => document.activeElement.matches(wanted)", selector
                ):
                    return
            raise AssertionError(f"no Tab leads to {selector}")

        await reach('.bar a[href="/live"]')
        await page.keyboard.press("Enter")
        await page.wait_for_url("**/live")
        await page.locator(f'[data-table="{table}"] a').wait_for()
        await visitor.drawn()
        await reach(f'[data-table="{table}"] a')
        await page.keyboard.press("Enter")
        await page.locator('main.watch [aria-keyshortcuts="Home"]').wait_for()
        await visitor.drawn()
        await reach('[aria-keyshortcuts="Home"]')
        outline = await page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none"
        await page.keyboard.press("Shift+Tab")
        await reach(f'.tools button[aria-label="{WORDS["watch.leave"]}"]')
        await page.keyboard.press("Enter")
        await page.wait_for_url("**/live")


@pytest.mark.full
async def test_every_language_at_the_table_that_one_watches(visit: Visit) -> None:
    known: dict[str, dict[str, str]] = {
        lang: {**words(lang, ""), **words(lang, "more/")}
        for lang in ("en", "ja", "zh-Hans", "zh-Hant")
    }
    async with theatre() as stage:
        player = await stage.player("Aoi")
        table = await player.start(spectate_view="public")
        await stage.play(10)
        visitor = await come(visit, stage, f"/watch/{table}")
        await visitor.page.locator("main.watch").wait_for()
        for lang, text in known.items():
            await visitor.run(
                'await (await import("/web/js/state/actions.js")).setLang(argument);', lang
            )
            await expect(visitor.page.locator("main.watch")).to_have_accessible_name(
                text["ui.watch"]
            )
            await expect(visitor.page.locator(".watch-state .chip")).to_have_text(
                text["watch.live"]
            )
            assert await visitor.page.evaluate("document.documentElement.lang") == lang
            labels = await visitor.page.locator("main.watch button").evaluate_all(
                "buttons => buttons.map((button) => button.ariaLabel ?? button.textContent)"
            )
            assert text["watch.deal"] in labels
            if lang != "en":
                english = {WORDS[key] for key in ("watch.deal", "watch.newest", "watch.next_game")}
                assert not english & set(labels)


@pytest.mark.full
async def test_a_stranger_presses_once_before_anything_is_sent(visit: Visit) -> None:
    async with theatre() as stage:
        player = await stage.player("Aoi")
        table = await player.start(spectate_view="public")
        for path in ("/live", f"/watch/{table}"):
            stranger = await visit(path, url=stage.url)
            stranger.expect_fault(LOST_LINE)
            await stranger.button("ui.watch").wait_for()
            assert stranger.sent == []
            await stranger.button("ui.watch").click()
            shown = ".live-game" if path == "/live" else "main.watch"
            await stranger.page.locator(shown).first.wait_for()
