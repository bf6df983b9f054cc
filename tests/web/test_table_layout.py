"""The table fits: nothing scrolls, nothing lies on something else (ui.md, check 9)."""

import re
from pathlib import Path
from typing import Any, Final

import pytest

from tests.web.access import at_rest
from tests.web.conftest import Visit
from tests.web.house import WORDS, Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

HERE: Final = Path(__file__).with_name("in_page")
SIZES: Final = [(360, 560), (360, 640), (640, 360), (667, 375), (1280, 720)]
ZOOMED: Final = (640, 360)
"""What is left of 1280 by 720 at a zoom of 200 %."""

MORE_SIZES: Final = [
    *((360, 600), (390, 844), (720, 450), (844, 390)),
    *((1440, 900), (1760, 990), (1920, 1080)),
]

CROWD: Final = (HERE / "crowd.js").read_text("utf-8")

MEASURE: Final = (HERE / "measure.js").read_text("utf-8")


async def fill(visitor: Visitor, *, melds: bool, calls: bool) -> None:
    """Put a crowded moment on the screen: the server would need hours to make it."""
    await visitor.run(CROWD, {"melds": melds, "calls": calls})
    await at_rest(visitor.page)


@pytest.mark.parametrize(
    "size",
    [*SIZES, *(pytest.param(size, marks=pytest.mark.full) for size in MORE_SIZES)],
    ids=lambda size: f"{size[0]}x{size[1]}",
)
async def test_everything_has_its_place(visit: Visit, size: tuple[int, int]) -> None:
    player = await visit(size=size)
    await player.play_bots()
    await player.until_asked()
    await player.run("wire.stop();")
    await player.run('store.set({ status: "online" });')
    assert await faults(player) == []
    for melds in (False, True):
        for calls in (False, True):
            await fill(player, melds=melds, calls=calls)
            assert await faults(player) == [], (melds, calls)


@pytest.mark.full
async def test_a_zoomed_table_can_be_played(visit: Visit) -> None:
    player = await visit(size=ZOOMED)
    await player.play_bots()
    await player.until_asked()
    assert await faults(player) == []
    assert await player.page.locator(".auto, .tool").count() >= 6


async def faults(visitor: Visitor) -> list[str]:
    await at_rest(visitor.page)
    found: list[str] = await visitor.page.evaluate(MEASURE)
    return found


async def test_pass_and_win_keep_their_distance(visit: Visit) -> None:
    player = await visit()
    await player.play_bots()
    await player.until_asked()
    await player.run("wire.stop();")
    await player.run('store.set({ status: "online" });')
    for width, height in ((1440, 900), (844, 390), (390, 844)):
        await player.resize((width, height))
        await fill(player, melds=False, calls=True)
        win = await box(player, "actions.ron")
        let_go = await box(player, "actions.none")
        across = max(win["x"], let_go["x"]) - min(
            win["x"] + win["width"], let_go["x"] + let_go["width"]
        )
        down = max(win["y"], let_go["y"]) - min(
            win["y"] + win["height"], let_go["y"] + let_go["height"]
        )
        assert max(across, down) >= 64


async def box(visitor: Visitor, key: str) -> dict[str, Any]:
    name = re.compile(f"^{WORDS[key]}")
    found = await visitor.actions().filter(has_text=name).bounding_box()
    assert found is not None
    return dict(found)
