"""Who watches comes back without doing anything: after a cut line, and a server that was killed."""

import pytest
from playwright.async_api import expect

from tests.support.seated_client import SeatedClient
from tests.web.conftest import Build, Lay, Visit
from tests.web.house import LOST_LINE, WORDS, House, Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

# Else games of people who answer at once would be over before a page is back on a busy machine.
SLOW = {"floor_ms": 150}

SEQ = "state.watching?.state === 'on' && state.watching.reel.table.seq >= argument"


async def show(house: House, player: SeatedClient) -> str:
    """Let a player who plays by itself start a game that anybody may watch."""
    await player.hello("Aoi")
    rules = {"preset": "majsoul_friend_4p", "length": "east_south"}
    await player.request("create_room", rules=rules, spectate_view="public")
    await player.request("ready", ready=True)
    await player.request("start_room", fill=True)
    return str((await player.find(lambda message: message["type"] == "table_start"))["table"])


async def watching(visit: Visit, url: str, table: str) -> Visitor:
    visitor = await visit("/", url=url)
    visitor.expect_fault(LOST_LINE)
    await visitor.run('await (await import("/web/js/state/actions.js")).signIn("Wan");')
    await visitor.run('(await import("/web/js/router.js")).go(argument);', f"/watch/{table}")
    await visitor.page.locator("main.watch").wait_for()
    return visitor


def numbers(visitor: Visitor, table: str) -> list[list[int]]:
    """Return the numbers of the events that came after each snapshot."""
    found: list[list[int]] = []
    for frame in visitor.frames:
        if frame.get("table") != table:
            continue
        if frame["type"] == "snapshot":
            found.append([frame["seq"]])
        elif frame["type"] in ("event", "skip"):
            found[-1].append(frame["seq"])
    return found


def assert_no_gaps(visitor: Visitor, table: str) -> None:
    for run in numbers(visitor, table):
        assert run == list(range(run[0], run[0] + len(run)))


async def test_a_cut_line(visit: Visit, build: Build, lay: Lay) -> None:
    house = await build(**SLOW)
    line = await lay(house.port)
    address = f"ws://127.0.0.1:{house.port}/ws"
    async with SeatedClient(address, client="cut-player") as player:
        table = await show(house, player)
        visitor = await watching(visit, line.url, table)
        await visitor.until(SEQ, 10)
        await visitor.page.evaluate("window.mark = 1")
        line.cut()
        # As when the browser says that the network has changed: it need not be waited for.
        await visitor.run("wire.probe();")
        banner = visitor.page.get_by_text(WORDS["ui.reconnecting"])
        await banner.wait_for()
        await expect(visitor.page.locator("main.watch .hand-tiles")).to_have_count(1)
        away = player.seq
        line.heal()
        await expect(banner).to_have_count(0)
        await visitor.until(SEQ, away + 5)
        assert await visitor.page.evaluate("window.mark") == 1, "the page was not loaded anew"
        assert len(numbers(visitor, table)) >= 2
        assert_no_gaps(visitor, table)


@pytest.mark.full
async def test_a_killed_server(visit: Visit, build: Build) -> None:
    house = await build(resume_ms=500, **SLOW)
    address = f"ws://127.0.0.1:{house.port}/ws"
    async with SeatedClient(address, client="killed-player") as player:
        table = await show(house, player)
        visitor = await watching(visit, house.url, table)
        await visitor.until(SEQ, 10)
        await house.kill()
        await visitor.page.get_by_text(WORDS["ui.reconnecting"]).wait_for()
        await house.open()
        before = player.seq
        await player.come_back()
        await visitor.until(SEQ, before + 5)
        assert_no_gaps(visitor, table)
        await expect(visitor.page.locator(".watch-state .chip")).to_have_text(WORDS["watch.live"])
