"""Who can use the screens: axe, sizes, keyboard alone, reduced motion, forced colours."""

from abc import ABC, abstractmethod

import pytest
from playwright.async_api import expect

from tests.web.access import at_rest, cut_words, findings, overflow, small_targets
from tests.web.conftest import Visit
from tests.web.house import WORDS, Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

SIZES = (
    (360, 640),
    *(pytest.param(size, marks=pytest.mark.full) for size in ((1440, 900), (844, 390), (390, 844))),
)


class Look(ABC):
    """Collects what is wrong on each screen."""

    def __init__(self) -> None:
        self.wrong: list[str] = []

    @abstractmethod
    async def __call__(self, visitor: Visitor, screen: str) -> None:
        """Look at the screen that `visitor` has before them."""


class Measure(Look):
    """Sizes, in any layout."""

    async def __call__(self, visitor: Visitor, screen: str) -> None:
        page = visitor.page
        self.wrong += [f"{screen}: {line}" for line in await small_targets(page)]
        self.wrong += [f"{screen}: cut: {words}" for words in await cut_words(page)]
        if (wider := await overflow(page)) > 0:
            self.wrong.append(f"{screen}: {wider} px too wide")


class Axe(Look):
    """What axe-core finds."""

    async def __call__(self, visitor: Visitor, screen: str) -> None:
        self.wrong += [f"{screen}: {finding}" for finding in await findings(visitor.page)]


async def each_screen(visit: Visit, size: tuple[int, int], look: Look) -> None:
    """Walk from the first visit into a room with a guest, and look at every screen."""
    host = await visit(size=size)
    await host.button("ui.quick_play").wait_for()
    await look(host, "first visit")
    await host.go("/settings")
    await host.page.get_by_role("heading", name=WORDS["settings.controls"]).wait_for()
    await look(host, "settings")
    await host.go("/")
    await host.button("ui.create_room").click()
    await host.page.locator("summary").click()
    await host.page.locator('[data-option="aka_dora"] select').select_option(index=0)
    await look(host, "create")
    await host.button("create.submit").click()
    await host.page.wait_for_url("**/room/*")
    guest = await visit(f"/j/{host.page.url.rsplit('/', 1)[1]}", size=size)
    await guest.button("ui.join_room").wait_for()
    await look(guest, "join")
    await guest.page.get_by_label(WORDS["ui.nickname"]).fill("W" * 24)
    await guest.button("ui.join_room").click()
    await guest.button("ui.ready").wait_for()
    await look(guest, "room of a guest")
    await host.until("state.room.seats[1].kind === 'human'")
    await host.page.locator(".rules-summary summary").click()
    await look(host, "room of the host")
    await host.button("rules.panel.edit").click()
    await host.page.get_by_role("dialog").wait_for()
    await look(host, "rules of the room")
    await host.page.keyboard.press("Escape")
    await host.page.get_by_role("dialog").wait_for(state="detached")
    await host.go("/")
    await host.page.get_by_role("link", name=WORDS["home.back_to_room"]).wait_for()
    await look(host, "lobby")


@pytest.mark.parametrize("size", SIZES)
async def test_everything_fits_and_can_be_hit(visit: Visit, size: tuple[int, int]) -> None:
    measure = Measure()
    await each_screen(visit, size, measure)
    assert not measure.wrong, "\n".join(measure.wrong)


async def test_axe_finds_nothing_serious(visit: Visit) -> None:
    axe = Axe()
    await each_screen(visit, (1440, 900), axe)
    assert not axe.wrong, "\n".join(axe.wrong)


async def focus_on(visitor: Visitor, name: str, *, most: int = 60) -> None:
    """Press Tab until the thing of this name has the focus, and check that one sees it."""
    for _ in range(most):
        await visitor.page.keyboard.press("Tab")
        focused = await visitor.page.evaluate(
            """() => {
              const { activeElement: element } = document;
              if (element === document.body) return null;
              // What one sees of a radio or switch is the element after it.
              const unseen = element.classList.contains("unseen");
              const seen = unseen ? element.nextElementSibling : element;
              const { outlineStyle, outlineWidth } = getComputedStyle(seen);
              const label = element.closest("label") ?? element.labels?.[0];
              const name = element.getAttribute("aria-label") ?? label?.textContent;
              return {
                name: (name ?? element.textContent).trim(),
                ring: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2,
              };
            }"""
        )
        if focused is None:
            continue
        assert focused["ring"], f"no ring around {focused['name']!r}"
        if focused["name"] == name:
            return
    pytest.fail(f"Tab does not come to {name!r}")


async def test_a_room_with_the_keyboard_alone(visit: Visit) -> None:
    host = await visit()
    await host.button("ui.create_room").wait_for()
    await focus_on(host, WORDS["ui.create_room"])
    await host.page.keyboard.press("Enter")
    heading = host.page.get_by_role("heading", name=WORDS["ui.create_room"])
    await expect(heading).to_be_focused()
    await host.page.get_by_role("radio", name=WORDS["rules.players.4"], exact=True).wait_for(
        state="attached"
    )
    await focus_on(host, WORDS["rules.length.east_south"])
    await host.page.keyboard.press("ArrowLeft")
    await host.page.keyboard.press("ArrowLeft")
    await focus_on(host, WORDS["rules.hints"])
    await host.page.keyboard.press("Space")
    await focus_on(host, WORDS["create.submit"])
    await host.page.keyboard.press("Enter")
    await host.page.wait_for_url("**/room/*")
    rules = await host.run("return store.get().room.rules;")
    assert (rules["length"], rules["hints"]) == ("one_round", False)
    await focus_on(host, WORDS["rules.panel.edit"])
    await host.page.keyboard.press("Enter")
    await host.page.get_by_role("dialog").wait_for()
    await host.page.keyboard.press("Escape")
    await host.page.get_by_role("dialog").wait_for(state="detached")
    await expect(host.button("rules.panel.edit")).to_be_focused()
    await focus_on(host, WORDS["room.start_fill"])
    await host.page.keyboard.press("Enter")
    await host.at_table()


async def test_nothing_moves_where_that_is_asked_for(visit: Visit) -> None:
    guest = await visit("/settings")
    await guest.page.get_by_role("heading", name=WORDS["settings.controls"]).wait_for()
    await guest.page.emulate_media(reduced_motion="reduce")
    await guest.drawn()
    durations = await guest.page.evaluate(
        """() => [...document.querySelectorAll("*")].flatMap((element) =>
             ["", "::before", "::after"].map((part) => {
               const style = getComputedStyle(element, part);
               return Math.max(
                 parseFloat(style.transitionDuration), parseFloat(style.animationDuration));
             }))"""
    )
    assert max(durations) <= 0.001


async def test_choices_are_seen_in_forced_colours(visit: Visit) -> None:
    guest = await visit()
    await guest.button("ui.quick_play").wait_for()
    await guest.page.emulate_media(forced_colors="active")
    await at_rest(guest.page)
    chosen, other = (
        guest.page.locator(".segment span").nth(0),
        guest.page.locator(".segment span").nth(1),
    )
    colour = "element => getComputedStyle(element).backgroundColor"
    assert await chosen.evaluate(colour) != await other.evaluate(colour)
