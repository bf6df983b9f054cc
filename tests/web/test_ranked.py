"""Ranked play in two browsers: the queue, the match, and what the game does to the rank."""

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from tests.server.ranked.house import numbers
from tests.support.seated_client import SeatedClient
from tests.web.access import findings, overflow, small_targets
from tests.web.acquainted import PASSWORD, fresh_name, kept
from tests.web.conftest import Build, Visit
from tests.web.house import LOST_LINE, WORDS, House, Visitor, play_on, to_the_end

pytestmark = pytest.mark.asyncio(loop_scope="session")


def at(visit: Visit, house: House) -> Visit:
    """Visit another server, which is gone before its visitors are."""

    async def here(*args: Any, **more: Any) -> Visitor:
        visitor = await visit(*args, url=house.url, **more)
        visitor.expect_fault(LOST_LINE)
        return visitor

    return here


@asynccontextmanager
async def queued(house: House, count: int) -> AsyncIterator[list[SeatedClient]]:
    """Let so many registered people wait for an East game of four."""
    async with AsyncExitStack() as stack:
        people = []
        for number in range(count):
            address = f"ws://127.0.0.1:{house.port}/ws"
            client = SeatedClient(address, client=f"ranked-{number}")
            await stack.enter_async_context(client)
            await client.hello()
            answer = await client.request("register", name=fresh_name(), password=PASSWORD)
            assert answer["type"] == "registered", answer
            answer = await client.request("join_queue", queue="4p_east")
            assert answer["type"] == "queue", answer
            people.append(client)
        yield people


async def join(visitor: Visitor) -> None:
    """Press what one presses for an East game of four."""
    await visitor.page.get_by_role("heading", name=WORDS["ui.ranked"], exact=True).wait_for()
    east = f"{WORDS['rules.players.4']}, {WORDS['rules.length.east']}"
    radio = visitor.page.get_by_role("radio", name=east, exact=True)
    await visitor.page.locator("label").filter(has=radio).click()
    await visitor.button("ui.queue_join").click()
    await visitor.button("ui.queue_leave").wait_for()


async def test_guests_are_told_how_to_play_ranked_games(visit: Visit) -> None:
    guest = await visit()
    await guest.run('await (await import("/web/js/state/actions.js")).signIn("Nora");')
    await guest.page.get_by_text(WORDS["ranked.for_registered"]).wait_for()
    await expect(guest.button("ui.queue_join")).to_have_count(0)
    panel = guest.page.get_by_role("region", name=WORDS["ui.ranked"])
    await panel.get_by_role("link", name=WORDS["ui.register"]).click()
    await guest.page.wait_for_url("**/account")


async def test_waiting_survives_a_reload_and_ends_at_a_press(
    visit: Visit, build: Build, tmp_path: Path
) -> None:
    house = await build(ranked_file=numbers(tmp_path))
    person = await kept(at(visit, house))
    await expect(person.page.locator('[data-tier="silver"]')).to_be_disabled()
    assert await findings(person.page) == []
    await join(person)
    assert await findings(person.page) == []
    await expect(person.button("ui.quick_play")).to_have_count(0)
    for size in ((1440, 900), (390, 844), (844, 390)):
        await person.resize(size)
        assert await overflow(person.page) <= 0
        assert await small_targets(person.page) == []
    await person.page.reload()
    await person.button("ui.queue_leave").wait_for()
    await expect(person.page.get_by_role("timer")).to_have_text(re.compile(r"\d+:\d\d"))
    await person.button("ui.queue_leave").click()
    await person.button("ui.queue_join").wait_for()
    await person.button("ui.quick_play").wait_for()


async def test_two_browsers_play_a_ranked_game(visit: Visit, build: Build, tmp_path: Path) -> None:
    house = await build(ranked_file=numbers(tmp_path))

    here = at(visit, house)
    one, other = await kept(here), await kept(here)
    async with queued(house, 2):
        await join(one)
        await join(other)
        await one.at_table()
        await other.at_table()
        both = [one, other]
        changes = [visitor.page.locator(".rank-change") for visitor in both]

        def told() -> bool:
            return all(any(f["type"] == "rank_change" for f in v.frames) for v in both)

        await play_on(both, told, 600)
        for visitor in both:
            await to_the_end(visitor)
        for visitor, change in zip(both, changes, strict=True):
            frame = next(f for f in visitor.frames if f["type"] == "rank_change")
            sign = "+" if frame["delta"] > 0 else "±"
            await expect(change).to_contain_text(f"{sign}{frame['delta']}")
            await expect(change).to_contain_text(f"{WORDS['ranked.title.novice']} ")
            points = f"{frame['after']['points']} / {frame['after']['promote']}"
            await expect(change).to_contain_text(points)
        assert await findings(one.page) == []
        await one.button("ui.back_to_lobby").click()
        await one.button("ui.queue_join").wait_for()
        table = await other.run("return store.get().table.id;")
        places = await other.run("return store.get().table.result.ranks;")
        # To others it is given when those who watch have seen the end.
        record = await other.run(
            'return (await wire.request({ type: "get_record", game: argument })).record;', table
        )
        assert record["events"][-1]["ranks"] == places
