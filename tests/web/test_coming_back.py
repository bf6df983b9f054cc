"""Reload, a cut line, a second tab, a restarted server: the page finds its way back by itself."""

import asyncio
import time
from pathlib import Path
from typing import Any, Final

import pytest

from tests.web.conftest import Build, Lay, Visit
from tests.web.house import LOST_LINE, PATIENCE_S, WORDS, House, Visitor, press_something
from tests.web.puppets import seated

pytestmark = pytest.mark.asyncio(loop_scope="session")

LOOK: Final = (Path(__file__).with_name("in_page") / "look.js").read_text("utf-8")


async def look(visitor: Visitor) -> dict[str, Any]:
    """Return what a person sees: the public part, and the own hand and choices."""
    found: dict[str, Any] = await visitor.run(LOOK)
    return found


async def clock(visitor: Visitor) -> dict[str, float]:
    """Return the milliseconds that the page shows, what it knows, and the time of day."""
    found: dict[str, float] = await visitor.run(
        """
        const part = (name) => Number(document.querySelector(`.clock-${name}`)?.textContent ?? 0);
        const { base, bank } = model.timeLeft(store.get().table.ask, performance.now());
        return {
          shown: 1000 * (part("base") + Math.abs(part("bank"))), left: base + bank, at: Date.now(),
        };
        """
    )
    return found


@pytest.fixture
def late_ms(request: pytest.FixtureRequest) -> float:
    """How late a page may learn of an ask: on a busy machine a frame waits for the page."""
    return 1_500 if request.config.getoption("--full") else 10_000


async def reload_and_compare(visitor: Visitor, late_ms: float) -> None:
    """Reload at an open decision: the same view, and the clock ran on."""
    before, had = await look(visitor), await clock(visitor)
    await visitor.page.reload()
    await visitor.at_table()
    await visitor.until("state.table.ask")
    after, has = await look(visitor), await clock(visitor)
    assert after == before
    gone = has["at"] - had["at"]
    assert abs(has["left"] - (had["left"] - gone)) <= late_ms
    assert has["left"] <= had["left"]
    assert has["shown"] <= had["shown"]


async def throw(visitor: Visitor) -> None:
    """Throw the last tile of the hand, twice in a row as an impatient person does."""
    decision = await visitor.decision()
    await visitor.hand().last.dblclick()
    await visitor.until("state.table.ask?.decision !== argument", decision)
    assert acts_for(visitor, decision) == 1


async def play_turns(visitor: Visitor, turns: int) -> None:
    """Play on until the own turn after so many discards."""
    async with asyncio.timeout(3 * PATIENCE_S):
        while True:
            await visitor.until("state.table.ask || state.table.roundEnd")
            done = await visitor.run(
                """
                const { ask, seats, seat } = store.get().table;
                const turn = ask?.options.some((option) => option.type === "dahai");
                return turn && seats[seat].pond.length >= argument;
                """,
                turns,
            )
            if done:
                return
            await press_something(visitor)
            await asyncio.sleep(0.02)


def acts_for(visitor: Visitor, decision: str) -> int:
    return sum(message.get("decision") == decision for message in visitor.sent)


async def test_reload_on_own_turn(visit: Visit, late_ms: float) -> None:
    player = await visit()
    await player.play_bots("east_south")
    await play_turns(player, 3)
    await reload_and_compare(player, late_ms)
    await throw(player)
    assert await player.differences_from_server() == []


async def test_reload_while_a_call_is_offered(visit: Visit, dealt: House, late_ms: float) -> None:
    player = await visit(url=dealt.url)
    async with seated(dealt, player, "several-chi"):
        await player.until_asked("chi")
        await reload_and_compare(player, late_ms)
        decision = await player.decision()
        # A button that has just come takes no press.
        await player.page.wait_for_timeout(300)
        await player.button("actions.none").click()
        await player.until("state.table.ask?.decision !== argument", decision)
        assert acts_for(player, decision) == 1


@pytest.mark.full
async def test_a_line_that_is_cut_for_twenty_seconds_and_healed(
    visit: Visit, house: House, lay: Lay
) -> None:
    """Cut in the own turn, which runs out meanwhile; the other player's line holds."""
    line = await lay(house.port)
    player, other = await visit(url=line.url), await visit()
    player.expect_fault(LOST_LINE)
    await sit_together(player, other)
    while not await player.run(OWN_TURN):
        await press_something(other)
        await asyncio.sleep(0.02)
    before = await player.table()
    assert before is not None
    banner = player.page.get_by_text(WORDS["ui.reconnecting"])
    line.cut()
    began = time.monotonic()
    noticed = None
    while time.monotonic() - began < 20:
        await press_something(other)
        await asyncio.sleep(0.05)
        if noticed is None and await banner.count():
            noticed = time.monotonic() - began
    assert noticed is not None
    assert noticed <= 16
    assert await player.hand().count() >= 13, "the table stays readable"
    line.heal()
    healed = time.monotonic()
    await banner.wait_for(state="detached", timeout=5_000)
    took = time.monotonic() - healed
    print(f"noticed after {noticed:.1f} s, back after {took:.1f} s")
    assert took < 3
    after = await player.table()
    assert after is not None
    assert after["id"] == before["id"]
    assert after["seq"] > before["seq"], "the game went on"
    assert await player.differences_from_server() == []
    seen, known = await look(player), await look(other)
    while seen["seq"] != known["seq"]:
        seen, known = await look(player), await look(other)
    assert {**seen, "own": None} == {**known, "own": None}
    assert_no_event_is_missing(player)
    while not await player.run(OWN_TURN):
        await press_something(other)
        await asyncio.sleep(0.02)
    await throw(player)


OWN_TURN: Final = """
  const { ask, pending } = store.get().table ?? {};
  return Boolean(ask && !pending && ask.options.some((option) => option.type === "dahai"));
"""


async def sit_together(host: Visitor, guest: Visitor) -> None:
    """Seat two people and two bots at a table with little time to think."""
    code = await host.run(
        """
        const actions = await import("/web/js/state/actions.js");
        await actions.signIn("Aki");
        const rules = { preset: "majsoul_friend_4p", thinking_time: "3+5" };
        const room = await wire.request({ type: "create_room", rules });
        await wire.request({ type: "ready", ready: true });
        return room.code;
        """
    )
    await guest.run(
        """
        const actions = await import("/web/js/state/actions.js");
        await actions.joinRoom(argument, undefined, "Bea");
        await actions.setReady(true);
        """,
        code,
    )
    await host.run('await wire.request({ type: "start_room", fill: true });')
    await asyncio.gather(host.at_table(), guest.at_table())


def assert_no_event_is_missing(visitor: Visitor) -> None:
    """Every event came once, in order; only a snapshot may stand for those before it."""
    last = -1
    for frame in visitor.frames:
        if frame["type"] == "snapshot":
            assert frame["seq"] >= last
            last = frame["seq"]
        elif frame["type"] in ("event", "skip"):
            assert frame["seq"] == last + 1
            last = frame["seq"]


async def test_a_second_tab_takes_over(visit: Visit) -> None:
    first = await visit()
    await first.play_bots()
    await first.until_asked()
    second = await visit(context=first.page.context)
    await first.page.get_by_text(WORDS["ui.opened_elsewhere"]).wait_for()
    assert await first.status() == "elsewhere"
    await second.page.get_by_role("link", name=WORDS["home.back_to_game"]).click()
    await second.at_table()
    await second.until_asked()
    await throw(second)
    opened = len([message for message in first.sent if message["type"] == "hello"])
    await asyncio.sleep(1)
    assert len([message for message in first.sent if message["type"] == "hello"]) == opened
    assert await second.status() == "online"
    await first.button("ui.play_here").click()
    await first.until("state.status === 'online'")
    await second.page.get_by_text(WORDS["ui.opened_elsewhere"]).wait_for()


async def test_a_game_outlives_the_server(visit: Visit, build: Build) -> None:
    """Killed in the middle of a round; all is as before, and the game goes on."""
    house = await build()
    player = await visit(url=house.url)
    player.expect_fault(LOST_LINE)
    await player.play_bots("east_south")
    await play_turns(player, 2)
    me, before = await player.me(), await look(player)
    await house.kill()
    await player.until("state.status === 'reconnecting'")
    await house.open()
    await player.until("state.status === 'online' && state.table.ask")
    assert await player.me() == me
    assert await look(player) == before
    assert await player.differences_from_server() == []
    await throw(player)
    await player.until("state.table.seats[state.table.seat].pond.length >= 3")
    assert_no_event_is_missing(player)


@pytest.mark.full
async def test_a_stop_is_announced_and_the_game_goes_on_afterwards(
    visit: Visit, build: Build
) -> None:
    house = await build(drain_s=1)
    player, idler = await visit(url=house.url), await visit(url=house.url)
    for visitor in (player, idler):
        visitor.expect_fault(LOST_LINE)
    await player.play_bots("east_south")
    await player.until_asked()
    await idler.run('(await import("/web/js/state/actions.js")).signIn("Bea");')
    await idler.until("state.status === 'online'")
    before = await look(player)
    stopping = asyncio.create_task(house.close())
    for visitor in (player, idler):
        await visitor.page.get_by_text(WORDS["notices.shutting_down"]).wait_for()
    await player.until("state.status === 'reconnecting'")
    await stopping
    await house.open()
    await player.until("state.status === 'online' && state.table.ask")
    await player.page.get_by_text(WORDS["notices.shutting_down"]).wait_for(state="detached")
    assert await look(player) == before
    await throw(player)


async def test_reload_between_two_rounds(visit: Visit, dealt: House) -> None:
    """The result is there again, page by page, and what it leads to."""
    player = await visit(url=dealt.url)
    win = {"type": "hora"}
    async with seated(dealt, player, "two-winners-and-on", {1: [win], 2: [win]}):
        await player.until_asked("dahai")
        await player.hand().and_(player.page.locator("[data-pai='5p']")).click()
        await player.until("state.table.roundEnd && state.table.roundResult?.wins.length === 2")
        before, had = await look(player), await pages(player)
        await player.page.reload()
        await player.at_table()
        await player.page.locator(".result").wait_for()
        assert await look(player) == before
        assert await pages(player) == had
        assert len(had) == 3
        assert await player.differences_from_server() == []
        await player.page.locator(".onward").click()
        await player.until("state.table.round.honba === 0 && state.table.roundResult === null")


async def pages(visitor: Visitor) -> list[str]:
    """Turn the pages of a round's result, and read them; the last one stays."""
    found = []
    page = visitor.page.locator(".result-page")
    while True:
        found.append(await page.inner_text())
        onward = visitor.page.locator(".onward")
        if WORDS["table.next_page"] not in await onward.inner_text():
            return found
        await onward.click()
        await visitor.drawn()
