"""A new visitor: two clicks to the table, what is loaded, names that are strange."""

import time

import pytest
from playwright.async_api import expect

from tests.web.budgets import AHEAD
from tests.web.conftest import Visit
from tests.web.house import PHONE, House, Visitor
from tests.web.puppets import seated

pytestmark = pytest.mark.asyncio(loop_scope="session")


SIZES = ((1440, 900), PHONE, (360, 640))


@pytest.mark.parametrize(
    "size", [PHONE, *(pytest.param(size, marks=pytest.mark.full) for size in SIZES[::2])]
)
async def test_two_clicks_and_three_seconds_to_the_table(
    visit: Visit, size: tuple[int, int], request: pytest.FixtureRequest
) -> None:
    guest = await visit(size=size)
    play = guest.button("ui.quick_play")
    await play.wait_for()
    began = time.monotonic()
    await play.click()
    await guest.at_table()
    # On a machine of one's own; quick tests share theirs with others.
    if request.config.getoption("--full"):
        assert time.monotonic() - began < 3
    assert len(await guest.tiles()) in (13, 14)
    before, table = await guest.me(), await guest.table()
    assert table is not None
    await guest.page.reload()
    await guest.at_table()
    again = await guest.table()
    assert again is not None
    assert await guest.me() == before
    assert (again["id"], again["seat"]) == (table["id"], table["seat"])


async def test_nothing_is_told_to_the_server_before_the_first_press(visit: Visit) -> None:
    guest = await visit()
    await guest.button("ui.quick_play").wait_for()
    assert guest.sent == []
    assert await guest.status() == "idle"


async def test_the_first_screen_loads_little(visit: Visit) -> None:
    guest = await visit()
    await guest.button("ui.quick_play").wait_for()
    # With what is loaded ahead: how much of it came before one looks would be luck.
    await guest.page.wait_for_function(AHEAD)
    files = len(set(guest.requests))
    sizes = await guest.page.evaluate(
        """() => Object.values(Object.fromEntries(performance.getEntries()
             .filter((entry) => "encodedBodySize" in entry)
             .map((entry) => [entry.name, entry.encodedBodySize])))"""
    )
    print(f"{files} requests, {sum(sizes)} bytes")
    assert files <= 30, "\n".join(guest.requests)
    assert sum(sizes) <= 200_000


STRANGE = ("<img src=x onerror=a()>", "雀" * 20, "🀄🎲" * 6, "W" * 24)


async def boxes(visitor: Visitor) -> dict[str, list[list[float]]]:
    """Measure what could be moved by a long name, at each size."""
    found = {}
    for width, height in SIZES:
        await visitor.resize((width, height))
        found[f"{width}x{height}"] = await visitor.page.evaluate(
            """() => [".board", ".centre", ".edge", ".hand-tiles", ".tools", ".autos"]
              .flatMap((selector) => [...document.querySelectorAll(selector)])
              .map((element) => element.getBoundingClientRect())
              .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round))"""
        )
        overflow = await visitor.page.evaluate(
            "() => document.documentElement.scrollWidth - innerWidth"
        )
        assert overflow <= 0
    return found


async def test_strange_names_are_text_and_move_nothing(visit: Visit, dealt: House) -> None:
    plain, strange = await visit(url=dealt.url), await visit(url=dealt.url)
    plates = strange.page.locator(".plate-name")
    async with seated(dealt, plain, "nine-terminals"):
        usual = await boxes(plain)
    async with seated(dealt, strange, "nine-terminals", names=STRANGE):
        assert (await strange.me())["name"] == STRANGE[0]
        await strange.resize((1440, 900))
        assert set(await plates.all_inner_texts()) == set(STRANGE)
        await expect(strange.page.locator("img")).to_have_count(0)
        cut = await plates.evaluate_all(
            """plates => plates.filter((plate) => plate.scrollWidth > plate.clientWidth)
                 .map((plate) => getComputedStyle(plate).textOverflow)"""
        )
        assert set(cut) == {"ellipsis"}
        moved = await boxes(strange)
        for size, places in usual.items():
            assert moved[size] == places, size
