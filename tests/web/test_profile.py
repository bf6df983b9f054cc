"""Profiles, leaderboards, reports and announcements in the browser."""

import asyncio
import sys
from typing import Any

import pytest
from playwright.async_api import expect

from tests.web.access import findings, overflow, small_targets
from tests.web.acquainted import kept
from tests.web.conftest import Build, Visit
from tests.web.house import LOST_LINE, WORDS, House, Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

SIZES = ((1440, 900), (844, 390), (390, 844))
RANK = {"title": "expert", "stars": 2, "points": 700, "promote": 1400}
LOWER = {"title": "expert", "stars": 1, "points": 1100, "promote": 1200}


def step(game: int, rating: int, rank: dict[str, Any]) -> dict[str, Any]:
    """Make a ranked game of a history."""
    return {
        **{"game": f"g-{game}", "ended": 1_767_225_600_000 + game, "place": 1, "delta": 40},
        **{"rank": rank, "rating": rating},
    }


FIGURES: dict[str, Any] = {
    **{"kind": "4p_ranked", "games": 4, "rounds": 38, "places": [1, 1, 2, 0]},
    **{"mean_rank": 2.25, "mean_score": 26350, "mean_points": 3.85, "bust_rate": 0.0},
    **{"wins": 9, "win_rate": 0.2368, "self_draw_rate": 0.3333, "mean_win": 6122},
    **{"deal_ins": 5, "deal_in_rate": 0.1316, "mean_deal_in": 5460, "riichi": 8},
    **{"riichi_rate": 0.2105, "riichi_win_rate": 0.5, "calls": 12, "call_rate": 0.3158},
    **{"draws": 6, "tenpai_rate": None, "yakuman": {}},
}
PROFILE: dict[str, Any] = {
    **{"type": "profile", "account": "a-51c0", "name": "<b>Aki</b>", "own": False},
    "figures": [FIGURES],
    "ranks": {"4p": {"rank": RANK, "rating": 1203, "games": 4, "place": 21}},
    "history": {"4p": [step(1, 1100, LOWER), step(2, 1160, LOWER), step(3, 1203, RANK)], "3p": []},
    "best": [
        {
            **{"kind": "4p_ranked", "game": "g-3", "ended": 1_767_225_600_000, "seat": 2},
            **{"round": "E2.1", "step": 37, "self_draw": True, "points": 12000, "han": 6},
            **{"fu": 30, "yakuman": 0, "yaku": [["riichi", 1], ["menzen_tsumo", 1], ["dora", 4]]},
        }
    ],
    "recent": [],
}
LEADERS: dict[str, Any] = {
    **{"type": "leaderboard", "kind": "4p", "by": "rank", "total": 41, "own": 21},
    "rows": [
        {
            "place": 1,
            "account": "a-51c0",
            "name": "<b>Aki</b>",
            "rank": RANK,
            "rating": 1203,
            "games": 4,
        }
    ],
}


async def told(visitor: Visitor, answer: dict[str, Any]) -> None:
    """Let the next requests of the page be answered with this."""
    await visitor.run(
        """
        const request = wire.request.bind(wire);
        const asked = { profile: "get_profile", leaderboard: "get_leaderboard" }[argument.type];
        window.asked = [];
        wire.request = async (message) => {
          if (message.type !== asked) return request(message);
          window.asked.push(message);
          return argument;
        };
        """,
        answer,
    )


async def show(visitor: Visitor, path: str) -> None:
    await visitor.run('(await import("/web/js/router.js")).go(argument);', path)


async def sound(visitor: Visitor) -> None:
    """Hold the screen to what holds for every screen, at each size."""
    assert await findings(visitor.page) == []
    for size in SIZES:
        await visitor.resize(size)
        assert await overflow(visitor.page) <= 0, size
        assert await small_targets(visitor.page) == [], size


async def test_a_profile_shows_figures_ranks_and_hands(visit: Visit) -> None:
    person = await kept(visit)
    await told(person, PROFILE)
    await show(person, "/profile/a-51c0")
    figures = person.page.get_by_role("region", name=WORDS["profile.kind.4p_ranked"])
    await expect(figures).to_contain_text("23.7")
    await expect(figures.locator("dt", has_text=WORDS["profile.mean_rank"])).to_have_count(1)
    await expect(figures.locator(".place-shares li")).to_have_count(4)
    await expect(person.page.get_by_role("heading", level=1)).to_have_text("<b>Aki</b>")
    title = WORDS["ranked.title.expert"]
    await expect(person.page.get_by_role("meter")).to_have_attribute("aria-valuenow", "700")
    await expect(person.page.locator(".rank-words b")).to_have_text(f"{title} 2")
    graph = person.page.get_by_role("img", name="Rating over 3 games: from 1100 to 1203")
    await expect(graph.locator("circle")).to_have_count(1)
    best = person.page.locator(".best-hand")
    await expect(best).to_have_attribute("href", "/r/g-3#seat=2&round=E2.1&step=37")
    await sound(person)


async def test_ones_own_profile_is_empty_at_first(visit: Visit) -> None:
    person = await kept(visit)
    await show(person, "/profile")
    await person.page.get_by_text(WORDS["profile.none"]).wait_for()
    name = (await person.me())["name"]
    await expect(person.page.get_by_role("heading", level=1)).to_have_text(name)
    await expect(person.page.get_by_text(WORDS["report.title"])).to_have_count(0)


async def test_the_leaderboard_is_turned_over(visit: Visit) -> None:
    person = await kept(visit)
    await told(person, LEADERS)
    await show(person, "/leaderboard")
    row = person.page.get_by_role("row").nth(1)
    await expect(row).to_contain_text("<b>Aki</b>")
    await expect(row.get_by_role("link")).to_have_attribute("href", "/profile/a-51c0")
    await sound(person)
    await person.button("leaders.down").click()
    await person.page.wait_for_function("() => window.asked.at(-1).after === 20")
    await person.button("leaders.up").click()
    await person.page.wait_for_function("() => window.asked.at(-1).after === 0")
    await person.button("leaders.to_own").click()
    await person.page.wait_for_function("() => window.asked.at(-1).after === 20")
    await person.pick("ui.rating")
    await person.page.wait_for_function("() => window.asked.at(-1).by === 'rating'")


async def test_a_player_is_reported(visit: Visit) -> None:
    person, other = await kept(visit), await kept(visit)
    account = (await other.me())["account"]
    await show(person, f"/profile/{account}")
    await person.page.get_by_text(WORDS["report.title"]).click()
    await person.page.get_by_label(WORDS["report.reason"]).select_option("stalling")
    await person.drawn()
    await person.fill(person.page.get_by_label(WORDS["report.text"]), "Thinks and thinks.")
    await sound(person)
    await person.button("report.send").click()
    await person.page.get_by_text(WORDS["report.thanks"]).wait_for()
    sent = [frame for frame in person.sent if frame["type"] == "report"]
    assert [(frame["account"], frame["reason"]) for frame in sent] == [(account, "stalling")]


async def test_an_announcement_is_shown_until_it_is_closed(visit: Visit, build: Build) -> None:
    house = await build()
    person = await visit(url=house.url)
    person.expect_fault(LOST_LINE)
    await person.run('await (await import("/web/js/state/actions.js")).signIn("Nora");')
    await announce(house, "A new version on Sunday.")
    shown = person.page.get_by_text("A new version on Sunday.")
    await shown.wait_for()
    assert await findings(person.page) == []
    await person.page.locator("[data-key]").get_by_role("button").click()
    await expect(shown).to_have_count(0)
    await person.page.reload()
    await person.until("state.status === 'online'")
    # It comes before this one, if at all.
    await announce(house, "Another one.")
    await person.page.get_by_text("Another one.").wait_for()
    await expect(shown).to_have_count(0)


async def announce(house: House, text: str) -> None:
    """Tell everybody, by the command for it."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "server", "admin", "announce", text, "--db", str(house.db)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    _, err = await process.communicate()
    assert process.returncode == 0, err.decode()
