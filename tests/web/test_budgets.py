"""The budgets of ui.md 3 that no busy machine changes; times are printed by `tests.web.budgets`."""

from typing import Final

import pytest
from playwright.async_api import Browser

from tests.support.ws_client import Message
from tests.web.budgets import KB, first_load, heap, nodes, play_game, to_lobby, watched
from tests.web.conftest import Visit
from tests.web.cost import OPEN, cost
from tests.web.house import House, Visitor
from tests.web.scenes import game
from tests.web.test_table_layout import fill

pytestmark = pytest.mark.asyncio(loop_scope="session")

GROWTH_MB = 1.0
"""What a page may hold more after the third game than after the first; a leaked game is more."""

UNITS: Final = 0.25
"""What a frame may cost of the piece of work of `cost`: about twice what it does."""

CALLS: Final = frozenset({"chi", "pon", "daiminkan", "ankan", "kakan", "reach"})

TRIES: Final = 4
"""Others who use the processor's caches make a frame dearer than its work; never cheaper."""


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=["phone", "desktop"])
async def test_the_first_visit_loads_little_and_the_second_nearly_nothing(
    browser: Browser, house: House, size: tuple[int, int]
) -> None:
    # With what is loaded ahead: how much of it came before one looks would be luck.
    found = await first_load(browser, house.url, ahead=True, size=size)
    print(found)
    assert found["requests"] <= 30
    assert found["bytes"] <= 200 * KB
    assert found["second_bytes"] <= 5 * KB
    assert found["shift"] <= 0.05, found["shifts"]


async def test_the_page_holds_no_game_that_is_over(browser: Browser, house: House) -> None:
    context = await watched(browser)
    player = Visitor(await context.new_page(), house.url)
    await player.go()
    held = []
    for _ in range(3):
        game = await play_game(player, "one_round", 300)
        assert game["nodes"] <= 2000
        await to_lobby(player)
        held.append(await heap(player.page))
    print([round(megabytes, 2) for megabytes in held])
    assert max(held) <= 40
    assert held[2] - held[0] <= GROWTH_MB, held
    player.check()
    await context.close()


async def test_a_crowded_table_has_few_nodes(browser: Browser, house: House) -> None:
    context = await watched(browser, (1760, 990))
    player = Visitor(await context.new_page(), house.url)
    await player.go()
    await player.play_bots()
    await player.until_asked()
    await player.run("wire.stop();")
    await player.run('store.set({ status: "online" });')
    await fill(player, melds=True, calls=True)
    count = await nodes(player.page)
    print(count)
    assert count <= 2000
    await context.close()


async def test_an_event_is_drawn_once_and_costs_little(visit: Visit) -> None:
    for _ in range(TRIES):
        player = await visit()
        await player.button("ui.quick_play").wait_for()
        found = await cost(player)
        print(found)
        if found["Task"] <= UNITS:
            break
    # Nothing asks for a size that has just been changed: one layout a frame.
    assert found["Layouts"] <= 1.2
    assert found["RecalcStyles"] <= 1.3
    assert found["Task"] <= UNITS, found


TOGETHER: Final = """
  const { loadedTables } = await import("/web/js/state/session.js");
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const counts = [];
  for (const burst of argument) {
    let draws = 0;
    // The clock goes by itself.
    const place = ({ target }) => (target instanceof Element ? target : target.parentElement);
    const observer = new MutationObserver((records) => {
      draws += records.some((record) => !place(record)?.closest(".status")) ? 1 : 0;
    });
    observer.observe(document.querySelector(".table"), {
      subtree: true, childList: true, attributes: true, characterData: true,
    });
    for (const frame of burst) loadedTables().onFrame(frame, performance.now());
    for (let frames = 0; frames < 3; frames += 1) await drawn();
    observer.disconnect();
    counts.push(draws);
  }
  return counts;
"""


async def test_what_comes_together_is_drawn_once(visit: Visit) -> None:
    first, *frames = (frame for frame in game("four") if frame["type"] != "snapshot")
    bursts: list[list[Message]] = []
    for frame in frames:
        if frame["type"] == "event":
            bursts.append([])
            # Up to the first call, whose word goes away by itself.
            if any(burst[0]["event"]["type"] in CALLS for burst in bursts[:-1]):
                break
        if bursts:
            bursts[-1].append(frame)
    del bursts[-1]
    assert bursts[-1][0]["event"]["type"] in CALLS
    assert any(len(burst) > 2 for burst in bursts)
    player = await visit()
    await player.button("ui.quick_play").wait_for()
    await player.run(OPEN, first)
    # The first is the deal, from an empty table.
    _deal, *counts = await player.run(TOGETHER, bursts)
    assert counts == [1] * (len(bursts) - 1)


@pytest.mark.full
async def test_a_south_game_leaves_the_page_as_light_as_it_began(
    browser: Browser, house: House
) -> None:
    context = await watched(browser)
    player = Visitor(await context.new_page(), house.url)
    await player.go()
    game = await play_game(player, "east_south", 900, after_round=2)
    print(game)
    assert game["nodes"] <= 2000
    assert game["heap_end"] <= 40
    assert game["heap_end"] - game["heap_early"] <= 5
    player.check()
    await context.close()
