"""The page of a finished game: for anybody who has the link."""

import gzip
import json
import re

import pytest
from playwright.async_api import expect

from tests.web.access import findings, overflow, small_targets
from tests.web.conftest import Visit
from tests.web.house import WORDS, House, Visitor
from tests.web.puppets import seated

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def finished_game(house: House, player: Visitor) -> str:
    """Let standing orders play a short round; return the id of the game."""
    async with seated(house, player, "one-tenpai"):
        game: str = await player.run(
            """
            const actions = await import("/web/js/state/actions.js");
            await actions.setAuto({ no_call: true, tsumogiri: true });
            while (!store.get().table.result) {
              await new Promise((resolve) => setTimeout(resolve, 50));
            }
            return store.get().table.id;
            """
        )
    return game


async def test_a_stranger_reads_a_record_and_gets_no_account(visit: Visit, dealt: House) -> None:
    game = await finished_game(dealt, await visit(url=dealt.url))
    stranger = await visit(f"/r/{game}", url=dealt.url, size=(360, 640))
    rows = stranger.page.locator(".page.record .scores li")
    await expect(rows).to_have_count(4)
    scores = await rows.locator(".score-after").all_inner_texts()
    assert sum(map(int, scores)) == 100_000
    table = stranger.page.get_by_role("table")
    await expect(table.locator("tbody tr")).to_have_count(1)
    rules = stranger.page.get_by_role("heading", name=WORDS["room.rules"])
    await rules.wait_for()
    assert stranger.sent == []
    assert await stranger.status() == "idle"
    assert await findings(stranger.page) == []
    assert await overflow(stranger.page) <= 0
    assert await small_targets(stranger.page) == []
    await stranger.page.get_by_text(WORDS["record.download"], exact=True).click()
    links = stranger.page.locator(".downloads a")
    await expect(links).to_have_count(6)
    assert await small_targets(stranger.page) == []
    assert await overflow(stranger.page) <= 0
    files = {}
    for link in await links.all():
        answer = await stranger.page.request.get(f"{dealt.url}{await link.get_attribute('href')}")
        assert answer.ok, await link.inner_text()
        files[await link.inner_text()] = (answer.headers, await answer.body())
    assert json.loads(files["JSON Lines"][1])["id"] == game
    lines = files["mjai"][1].decode().splitlines()
    assert json.loads(lines[0])["type"] == "start_game"
    assert json.loads(gzip.decompress(files["mjai, Mortal (gzip)"][1]).splitlines()[0])
    assert {"title", "name", "rule", "log"} <= json.loads(files["tenhou.net/6"][1]).keys()
    assert files[WORDS["record.csv"]][0]["content-disposition"].endswith('.csv"')
    assert "Aki" in files[WORDS["record.text"]][1].decode()


async def test_no_such_record(visit: Visit) -> None:
    stranger = await visit("/r/t-nothing")
    stranger.expect_fault(r"status of 404")
    fault = stranger.page.get_by_role("alert")
    await expect(fault).to_have_text(WORDS["errors.no_such_record"])
    await stranger.page.get_by_role("link", name=re.compile(WORDS["ui.back_to_lobby"])).click()
    await stranger.button("ui.quick_play").wait_for()


async def test_the_list_of_own_games_has_a_screen_and_pages(visit: Visit) -> None:
    visitor = await visit()
    await visitor.run(
        """
        const { signIn } = await import("/web/js/state/actions.js");
        await signIn("Aki");
        const names = ["Aki", "Bea", "Cho", "Dan"];
        const [scores, ranks] = [[40000, 30000, 20000, 10000], [1, 2, 3, 4]];
        const games = Array.from({ length: 23 }, (_, at) => ({
          game: `t-${at}`, mode: "4p_east", ended: 1e12 - at, seat: 0, names, scores, ranks,
          points: [30, 10, -10, -30],
        }));
        const request = wire.request.bind(wire);
        wire.request = async (message) => {
          if (message.type !== "list_records") return request(message);
          const from = games.findIndex(({ game }) => game === message.before) + 1;
          return { games: games.slice(from, from + message.limit) };
        };
        """
    )
    await visitor.page.get_by_role("link", name=WORDS["home.records_title"]).click()
    await visitor.page.wait_for_url("**/records")
    rows = visitor.page.locator("tr[data-game]")
    await expect(rows).to_have_count(20)
    more = visitor.button("home.records_more")
    await more.click()
    await expect(rows).to_have_count(23)
    await expect(rows.last).to_have_attribute("data-game", "t-22")
    await expect(more).to_have_count(0)
    await expect(rows.last.get_by_role("link")).to_have_attribute("href", "/r/t-22")
    assert await findings(visitor.page) == []
    await visitor.resize((360, 640))
    assert await overflow(visitor.page) <= 0
