"""What a press does at once, and what is said while the server takes its time (ui.md, 2)."""

from typing import Any, Final

import pytest
from playwright.async_api import expect

from tests.web.conftest import Lay, Visit
from tests.web.house import LOST_LINE, WORDS, House, Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

TOUCH: Final = """
  // Press a tile, and note when what is watched for is first seen, and in which frame.
  const began = performance.now();
  const noted = (window.noted = { began });
  const watch = (name, find) => {
    const look = (frame) => {
      if (find()) noted[name] = { frame, ms: performance.now() - began };
      else requestAnimationFrame(() => look(frame + 1));
    };
    requestAnimationFrame(() => look(1));
  };
  watch("raised", () => document.querySelector(".hand-tiles .tile-waiting.tile-raised"));
  watch("spinner", () => document.querySelector(".spinner"));
  watch("slow", () => document.querySelector(".notes")?.textContent.includes(argument));
  [...document.querySelectorAll(".hand-tiles button")].at(-1).click();
"""


def acts(visitor: Visitor) -> list[dict[str, Any]]:
    return [message for message in visitor.sent if message["type"] == "act"]


async def test_a_tile_rises_at_once_and_tells_how_long_the_line_takes(
    visit: Visit, house: House, lay: Lay
) -> None:
    line = await lay(house.port)
    player = await visit(url=line.url)
    player.expect_fault(LOST_LINE)
    await player.play_bots("east_south")
    await player.until_asked()
    tiles = await player.tiles()
    slow = WORDS["table.slow"].partition("{")[0].rstrip(" (")
    line.cut()
    await player.run(TOUCH, slow)
    await player.page.get_by_text(slow).wait_for()
    await player.until("window.noted.slow")
    noted = await player.page.evaluate("window.noted")
    print({name: seen for name, seen in noted.items() if name != "began"})
    assert noted["raised"]["frame"] <= 2
    assert noted["spinner"]["ms"] >= 400
    assert noted["slow"]["ms"] >= 2000
    assert await player.tiles() == tiles, "it lies in the pond only when the server says so"
    line.heal()
    await player.until("state.table.seats[state.table.seat].pond.length === 1")
    await expect(player.page.locator(".spinner")).to_have_count(0)
    await expect(player.page.get_by_text(slow)).to_have_count(0)
    assert len(acts(player)) == 1


async def test_what_is_refused_sinks_back_with_the_sentence(visit: Visit) -> None:
    player = await visit()
    await player.play_bots("east_south")
    await player.until_asked()
    decision = await player.decision()
    tiles = await player.tiles()
    await player.run(
        """
        const { socket } = wire;
        const send = socket.send.bind(socket);
        socket.send = (text) => {
          const message = JSON.parse(text);
          if (message.type === "act") socket.send = send;
          send(JSON.stringify(message.type === "act" ? { ...message, option: 99 } : message));
        };
        """
    )
    await player.hand().last.click()
    await expect(player.page.locator(".toasts")).to_contain_text(WORDS["errors.no_such_option"])
    await expect(player.page.locator(".tile-waiting, .tile-raised")).to_have_count(0)
    assert await player.tiles() == tiles
    assert await player.decision() == decision
    await player.page.wait_for_timeout(200)
    await player.hand().last.click()
    await player.until("state.table.seats[state.table.seat].pond.length === 1")


async def test_two_presses_within_a_frame_are_one_act(visit: Visit) -> None:
    player = await visit()
    await player.play_bots("east_south")
    await player.until_asked()
    decision = await player.decision()
    await player.page.evaluate(
        """() => {
          const [first, , third] = document.querySelectorAll(".hand-tiles button");
          for (const tile of [first, first, third]) tile.click();
        }"""
    )
    await player.until("state.table.ask?.decision !== argument", decision)
    assert [act["decision"] for act in acts(player)].count(decision) == 1


async def test_no_second_act_while_the_line_comes_back(
    visit: Visit, house: House, lay: Lay
) -> None:
    line = await lay(house.port)
    player = await visit(url=line.url)
    player.expect_fault(LOST_LINE)
    await player.play_bots("east_south")
    await player.until_asked()
    decision = await player.decision()
    first, *_, last = await player.hand().all()
    line.cut()
    await last.click()
    await player.until("state.table.pending")
    # As when the phone changes its network: the browser says so at once.
    await player.page.evaluate("() => dispatchEvent(new Event('online'))")
    # Sooner than silence alone would tell.
    await player.until("state.status === 'reconnecting'", seconds=12)
    await first.click()
    line.heal()
    # Impatient presses all the while, until the decision is closed.
    await player.run(
        """
        const late = performance.now() + 60000;
        while (store.get().table.ask?.decision === argument || store.get().status !== "online") {
          if (performance.now() > late) throw new Error("the act was never carried out");
          document.querySelector(".hand-tiles button")?.click();
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
        """,
        decision,
    )
    await player.until("state.table.pending === null")
    assert await player.differences_from_server() == []
    made = {(act["id"], act["option"]) for act in acts(player) if act["decision"] == decision}
    assert len(made) == 1


@pytest.mark.full
async def test_time_ran_out_is_said_for_three_seconds_whatever_comes(visit: Visit) -> None:
    player = await visit()
    await player.play_bots("east_south")
    await player.until_asked()
    seen = await player.run(
        """
        wire.stop();
        store.set({ status: "online" });
        const note = () => document.querySelector(".notes").textContent.includes(argument);
        const turn = () => new Promise((resolve) => setTimeout(resolve, 50));
        const { table } = store.get();
        const { ask } = table;
        const at = performance.now();
        const say = (frame) => store.set({
          table: model.apply(store.get().table, { table: table.id, ...frame }, performance.now()),
        });
        say({ type: "timed_out", decision: ask.decision });
        await turn();
        const first = note();
        say({ type: "ask", ...ask, decision: "next", time: ask });
        await turn();
        const then = note();
        while (note() && performance.now() - at < 10000) await turn();
        return [first, then, performance.now() - at];
        """,
        WORDS["ui.timed_out"],
    )
    assert seen[:2] == [True, True]
    assert 3000 <= seen[2] < 10_000
