"""Records that not everybody may have, lists of games narrowed, and waits in a replay."""

import json
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import msgspec
import pytest
from playwright.async_api import expect

from server.records.replay import Replay
from tests.web.access import findings, overflow, small_targets
from tests.web.conftest import Visit
from tests.web.house import WORDS, House, Visitor
from tests.web.test_replay import opened, record_of

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def finished(player: Visitor, **settings: Any) -> str:
    """Play a short round by standing orders; return the id of the game."""
    game: str = await player.run(
        """
        const actions = await import("/web/js/state/actions.js");
        await actions.signIn("Aki");
        const rules = { preset: "majsoul_friend_4p", length: "one_round" };
        await wire.request({ type: "create_room", rules, ...argument });
        await wire.request({ type: "ready", ready: true });
        await wire.request({ type: "start_room", fill: true });
        while (!store.get().table) await new Promise((resolve) => setTimeout(resolve, 20));
        await actions.setAuto({ no_call: true, tsumogiri: true, win: true });
        while (!store.get().table.result) await new Promise((resolve) => setTimeout(resolve, 50));
        return store.get().table.id;
        """,
        settings,
    )
    return game


async def test_a_private_record_is_there_for_who_played_and_for_nobody_else(
    visit: Visit, house: House
) -> None:
    player = await visit("/")
    game = await finished(player, records="private")
    await player.go(f"/r/{game}")
    await player.page.locator(".rounds-table tbody tr").first.wait_for()
    await player.page.get_by_text(WORDS["record.download"], exact=True).click()
    for name in ("JSON Lines", "tenhou.net/6"):
        async with player.page.expect_download() as coming:
            await player.page.get_by_role("link", name=name, exact=True).click()
        file = await coming.value
        assert game in file.suggested_filename
        kept = json.loads((await file.path()).read_text("utf-8"))
        assert "events" in kept or "log" in kept
    await player.page.get_by_role("link", name=WORDS["record.watch"]).click()
    await player.page.locator(".replay .hand-tiles").wait_for()
    await player.drawn()
    await player.page.keyboard.press("w")
    await player.page.locator(".analysis").wait_for()

    stranger = await visit(f"/r/{game}")
    stranger.expect_fault(r"status of 404")
    await expect(stranger.page.get_by_role("alert")).to_have_text(WORDS["errors.no_such_record"])
    for path in ("", "/analysis", "?format=csv"):
        answer = await stranger.page.request.get(f"{house.url}/api/records/{game}{path}")
        assert answer.status == 404


@pytest.mark.full
async def test_waits_and_distance_at_every_step(visit: Visit) -> None:
    record = record_of("four")
    replay = Replay(record)
    visitor = await opened(visit, "#seat=1&round=E2.0&step=78")
    asked: list[str] = []

    async def answer(route: Any) -> None:
        query = dict(parse_qsl(urlsplit(route.request.url).query))
        asked.append(route.request.url)
        moment = replay.seek(int(query["round"]), event=int(query["step"]))
        seats = json.loads(msgspec.json.encode(replay.analysis(moment)))
        await route.fulfill(json={"seats": seats})

    await visitor.page.route("**/analysis?*", answer)
    page, shown = visitor.page, visitor.page.locator(".analysis")
    await expect(shown).to_have_count(0)
    toggle = visitor.button("replay.hints")
    await expect(toggle).to_have_attribute("aria-pressed", "false")
    assert asked == []
    await toggle.click()
    await expect(shown).to_have_attribute("data-shanten", "0")
    waits = await shown.locator("[data-wait]").evaluate_all(
        "waits => waits.map((wait) => wait.dataset.wait)"
    )
    expected = replay.analysis(replay.seek(1, event=78))[1]
    assert expected is not None
    assert waits == [wait.pai for wait in expected.waits]
    # Another seat of the same moment asks for nothing more.
    await page.keyboard.press("v")
    other = replay.analysis(replay.seek(1, event=78))[2]
    assert other is not None
    await expect(shown).to_have_attribute("data-shanten", str(other.shanten))
    assert len(asked) == 1
    useful = await shown.locator(".useful [data-pai]").evaluate_all(
        "tiles => tiles.map((tile) => tile.dataset.pai)"
    )
    assert useful == list(other.useful)
    await page.keyboard.press("ArrowLeft")
    before = replay.analysis(replay.seek(1, event=77))[2]
    assert before is not None
    await expect(shown).to_have_attribute("data-shanten", str(before.shanten))
    assert await findings(page) == []
    for size in ((360, 640), (844, 390)):
        await visitor.resize(size)
        assert await overflow(page) <= 0
        small = await small_targets(page)
        assert [line for line in small if 'class="score"' not in line] == []
    await page.keyboard.press("w")
    await expect(shown).to_have_count(0)


@pytest.mark.full
async def test_the_list_of_games_narrowed(visit: Visit) -> None:
    visitor = await visit("/")
    game = await finished(visitor, records="unlisted")
    await visitor.go("/records")
    page, rows = visitor.page, visitor.page.locator("tr[data-game]")
    await expect(rows).to_have_count(1)
    await expect(rows).to_have_attribute("data-game", game)

    none = page.get_by_text(WORDS["filter.none"])
    mode = page.get_by_role("combobox", name=WORDS["home.record_game"], exact=True)
    await mode.select_option("3p_east")
    await none.wait_for()
    await mode.select_option("4p_one")
    await expect(rows).to_have_count(1)
    name = page.get_by_role("searchbox", name=WORDS["filter.player"])
    await name.fill("nobody")
    await none.wait_for()
    await visitor.fill(name, "aK")
    await expect(rows).to_have_count(1)
    today = await page.evaluate("() => new Date().toLocaleDateString('sv')")
    since = page.get_by_label(WORDS["filter.since"], exact=True)
    until = page.get_by_label(WORDS["filter.until"], exact=True)
    await visitor.fill(until, "2020-01-01")
    await none.wait_for()
    await visitor.fill(until, today)
    await visitor.fill(since, today)
    await expect(rows).to_have_count(1)
    wanted = {"mode": "4p_one", "player": "aK", "since": today, "until": today}
    await page.wait_for_url(lambda url: dict(parse_qsl(urlsplit(url).query)) == wanted)
    await page.reload()
    await expect(rows).to_have_count(1)
    won = page.get_by_role("combobox", name=WORDS["filter.yaku"], exact=True)
    await won.select_option("daisangen")
    await none.wait_for()
    assert await findings(page) == []
    await visitor.resize((360, 640))
    assert await overflow(page) <= 0
    assert await small_targets(page) == []
