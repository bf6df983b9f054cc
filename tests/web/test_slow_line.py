"""A line of 300 ms that loses packets (ui.md, check 16)."""

from typing import Any, Final

import pytest
from playwright.async_api import expect

from tests.web.conftest import Lay, Visit
from tests.web.house import House, Visitor
from tests.web.puppets import seated

pytestmark = pytest.mark.asyncio(loop_scope="session")

ONE_WAY_S: Final = 0.15
LOSS: Final = 0.05

SAMPLE: Final = """
  // Note in each frame what the clock shows, by decision.
  window.clocks = {};
  const look = () => {
    const ask = store.get().table?.ask;
    const part = (name) => document.querySelector(`.clock-${name}`)?.textContent ?? "0";
    if (ask && document.querySelector(".clock:not(.idle)")) {
      const shown = 1000 * (Number(part("base")) + Math.abs(Number(part("bank"))));
      window.clocks[ask.decision] = Math.max(window.clocks[ask.decision] ?? 0, shown);
    }
    requestAnimationFrame(look);
  };
  look();
"""


def acts(visitor: Visitor) -> list[dict[str, Any]]:
    return [message for message in visitor.sent if message["type"] == "act"]


PRESS: Final = """
  // Once the hand lies as it will: what was asked has been drawn two frames later.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const { decision } = store.get().table.ask;
  const tile = document.querySelector(`.hand-tiles [data-pai="${argument}"]`);
  const { x, y, width, height } = tile.getBoundingClientRect();
  const at = { clientX: x + width / 2, clientY: y + height / 2, bubbles: true, detail: 1 };
  // Wherever the tiles are by then, the pointer stays; the next decision is not meant.
  for (let press = 0; press < 20; press += 1) {
    if ((store.get().table.ask?.decision ?? decision) !== decision) return;
    const under = document.elementFromPoint(at.clientX, at.clientY);
    under.dispatchEvent(new PointerEvent("pointerdown", { ...at, pointerType: "mouse" }));
    under.dispatchEvent(new PointerEvent("pointerup", { ...at, pointerType: "mouse" }));
    under.dispatchEvent(new MouseEvent("click", at));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
"""


async def test_twenty_quick_presses_over_a_bad_line(visit: Visit, dealt: House, lay: Lay) -> None:
    line = await lay(dealt.port, delay_s=ONE_WAY_S, loss=LOSS)
    player = await visit(url=line.url)
    async with seated(dealt, player, "bad-line"):
        await player.run(SAMPLE)
        for number, pai in enumerate(("9s", "N", "1m")):
            await player.until_asked("dahai")
            decision = await player.decision()
            await player.run(PRESS, pai)
            await player.until(f"state.table.seats[0].pond.length > {number}")
            pond = player.page.locator(".side-self .pond [data-pai]")
            await expect(pond.nth(number)).to_have_attribute("data-pai", pai)
            assert [act["decision"] for act in acts(player)].count(decision) == 1
        decisions = [act["decision"] for act in acts(player)]
        assert len(decisions) == len(set(decisions))
        clocks = await player.page.evaluate("window.clocks")
        granted = {
            frame["decision"]: frame["time"]["base_ms"] + frame["time"]["bank_ms"]
            for frame in player.frames
            if frame["type"] == "ask"
        }
        assert clocks
        assert all(shown <= granted[decision] + 999 for decision, shown in clocks.items())


@pytest.mark.full
async def test_time_is_not_out_before_the_clock_shows_it(
    visit: Visit, dealt: House, lay: Lay
) -> None:
    """What the way takes is not the player's: the server allows for it."""
    line = await lay(dealt.port, delay_s=ONE_WAY_S)
    player = await visit(url=line.url)
    async with seated(dealt, player, "bad-line"):
        await player.until_asked("dahai")
        await player.hand().last.click()
        # Once the table stands, what comes is seen when it comes.
        await player.until("state.table.seats[0].pond.length === 1")
        await player.until_asked("dahai")
        granted, took = await player.run(
            """
            const { base_ms: base, bank_ms: bank, at } = store.get().table.ask;
            while (!store.get().table.timedOut) {
              await new Promise((resolve) => setTimeout(resolve, 10));
            }
            return [base + bank, store.get().table.timedOut.at - at];
            """
        )
        print(f"{granted} ms granted, {took:.0f} ms taken")
        assert took >= granted
