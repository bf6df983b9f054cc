"""Whole games in the browser, and what the page was told while they were played."""

import asyncio
import re
from typing import Any

import pytest
from playwright.async_api import expect

from tests.web.conftest import Visit
from tests.web.faces import secrets
from tests.web.house import WORDS, House, Visitor, play_on, to_the_end

pytestmark = pytest.mark.asyncio(loop_scope="session")


def result_of(visitor: Visitor) -> dict[str, Any] | None:
    for frame in reversed(visitor.frames):
        if frame["type"] == "event" and frame["event"]["type"] == "end_game":
            event: dict[str, Any] = frame["event"]
            return event
    return None


def events_of(visitor: Visitor, kind: str) -> list[dict[str, Any]]:
    frames = (frame for frame in visitor.frames if frame["type"] == "event")
    return [frame["event"] for frame in frames if frame["event"]["type"] == kind]


async def open_room(host: Visitor, visit: Visit, length: str) -> Visitor:
    """Bring two people into one room by its link and start it; bots complete it."""
    await host.button("ui.create_room").click()
    await host.page.wait_for_url("**/create")
    await host.pick(f"rules.length.{length}")
    await host.button("create.submit").click()
    await host.page.wait_for_url("**/room/*")
    guest = await visit(f"/j/{host.page.url.rsplit('/', 1)[1]}")
    await guest.button("ui.join_room").click()
    await guest.page.wait_for_url("**/room/*")
    await guest.button("ui.ready").click()
    await host.button("room.start_fill").click()
    await asyncio.gather(host.at_table(), guest.at_table())
    return guest


@pytest.mark.full
async def test_two_people_and_two_bots_finish_an_east_game(visit: Visit) -> None:
    host = await visit()
    guest = await open_room(host, visit, "east")
    await finish(host, guest, 900)


async def test_two_people_and_two_bots_finish_a_round(visit: Visit, dealt: House) -> None:
    """The wall is short, the rest is as always."""
    host, guest = await visit(url=dealt.url), await visit(url=dealt.url)
    await sit_down("short-wall", "majsoul_friend_4p", host, guest)
    await finish(host, guest, 300)


async def finish(host: Visitor, guest: Visitor, seconds: float) -> None:
    """Play to the end; compare what both see of the result and of the record."""
    both = (host, guest)
    await play_on(both, lambda: all(result_of(visitor) for visitor in both), seconds)
    result = result_of(host)
    assert result is not None
    assert result == result_of(guest)
    assert sum(result["scores"]) == 100_000
    assert sum(result["points"]) == pytest.approx(0)
    shown = [await final_page(visitor) for visitor in both]
    assert shown[0] == shown[1]
    assert [row["score"] for row in shown[0]] == sorted(result["scores"], reverse=True)
    assert sum(row["points"] for row in shown[0]) == pytest.approx(0)
    pages = [await record_page(visitor) for visitor in both]
    assert pages[0] == pages[1]
    assert pages[0]["places"] == shown[0]
    assert len(pages[0]["rounds"]) == len(events_of(host, "start_kyoku"))
    gained = [
        end - last for end, last in zip(result["scores"], pages[0]["rounds"][-1], strict=True)
    ]
    sticks = 100_000 - sum(pages[0]["rounds"][-1])
    assert gained == [sticks if rank == 1 else 0 for rank in result["ranks"]], "what lay there"
    for seat, visitor in enumerate(both):
        assert secrets(visitor.frames, seat) == []


async def sit_down(deal: str, preset: str, host: Visitor, *guests: Visitor) -> None:
    """Seat people (P0, P1 …) at a deal; bots take what is empty."""
    code = await host.run(
        """
        const actions = await import("/web/js/state/actions.js");
        await actions.signIn("P0");
        const { title, preset } = argument;
        const room = await wire.request({ type: "create_room", title, rules: { preset } });
        await wire.request({ type: "ready", ready: true });
        return room.code;
        """,
        {"title": deal, "preset": preset},
    )
    for number, guest in enumerate(guests, 1):
        await guest.run(
            """
            const actions = await import("/web/js/state/actions.js");
            await actions.joinRoom(argument.code, undefined, argument.name);
            await actions.setReady(true);
            """,
            {"code": code, "name": f"P{number}"},
        )
    await host.run('await wire.request({ type: "start_room", fill: true });')
    await asyncio.gather(*(visitor.at_table() for visitor in (host, *guests)))


async def record_page(visitor: Visitor) -> dict[str, Any]:
    """Follow the link to the record of the game that has ended, and read it there."""
    link = visitor.page.get_by_role("link", name=WORDS["table.record"], exact=True)
    await link.click()
    await visitor.page.wait_for_url("**/r/*")
    rounds = visitor.page.get_by_role("table")
    await rounds.wait_for()
    scores: list[list[str]] = await rounds.locator("tbody tr").evaluate_all(
        "rows => rows.map((row) => [...row.querySelectorAll('.figure > b')]"
        ".map((figure) => figure.textContent))"
    )
    return {
        "address": visitor.page.url,
        "places": await places(visitor, ".page.record li[data-seat]"),
        "rounds": [[int(re.sub(r"[^-\d]", "", score)) for score in row] for row in scores],
    }


async def test_three_people_with_norths(visit: Visit, dealt: House) -> None:
    people = [await visit(url=dealt.url) for _ in range(3)]
    await sit_down("norths", "majsoul_3p", *people)
    assert [await seen_places(visitor) for visitor in people] == [
        {"self": "P0", "right": "P1", "across": "P2", "left": None},
        {"self": "P1", "right": "P2", "across": None, "left": "P0"},
        {"self": "P2", "right": None, "across": "P0", "left": "P1"},
    ]
    north = people[0].actions().filter(has_text=WORDS["actions.nukidora"])
    await north.wait_for()
    await people[0].page.wait_for_timeout(300)
    await north.click()
    for visitor in people:
        kita = visitor.page.locator("[data-seat='0'] .kita, .hand .kita").locator("visible=true")
        await kita.wait_for()
        await expect(kita).to_have_attribute("aria-label", WORDS["table.kita_count"].format(n=1))
        await expect(kita.locator("[data-pai]")).to_have_attribute("data-pai", "N")
    await play_on(people, lambda: all(result_of(visitor) for visitor in people), 300)
    result = result_of(people[0])
    assert result is not None
    assert sum(result["scores"]) == 105_000
    shown = [await final_page(visitor) for visitor in people]
    assert shown[0] == shown[1] == shown[2]
    for seat, visitor in enumerate(people):
        asks = [frame for frame in visitor.frames if frame["type"] == "ask"]
        assert not [ask for ask in asks if any(o["type"] == "chi" for o in ask["options"])]
        assert secrets(visitor.frames, seat) == []
        norths = events_of(visitor, "nukidora")
        counted = await visitor.run("return store.get().table.seats.map((s) => s.nukidora);")
        robbed = [win for win in events_of(visitor, "hora") if win["pai"] == "N"]
        assert sum(counted) in (len(norths), len(norths) - len(robbed))


@pytest.mark.full
async def test_three_players_against_bots_to_the_end(visit: Visit) -> None:
    player = await visit()
    await player.play_bots("east", players=3)
    await play_on((player,), lambda: result_of(player) is not None, 900)
    result = result_of(player)
    assert result is not None
    assert sum(result["scores"]) == 105_000
    assert sum(row["score"] for row in await final_page(player)) == 105_000
    assert events_of(player, "nukidora"), "a whole game without a north"
    assert not events_of(player, "chi")
    assert secrets(player.frames, 0) == []


async def seen_places(visitor: Visitor) -> dict[str, str | None]:
    """Return who sits where, as the plates and the sides of the board say."""
    found: dict[str, str | None] = await visitor.page.evaluate(
        """() => Object.fromEntries(["self", "right", "across", "left"].map((place) => {
          const name = document.querySelector(`.plate-${place} .plate-name`)?.textContent ?? null;
          const plate = document.querySelector(`.plate-${place}`)?.dataset.seat;
          const side = document.querySelector(`.side-${place}`)?.dataset.seat;
          return [place, side === plate ? name : `${plate} is not ${side}`];
        }))"""
    )
    return found


async def final_page(visitor: Visitor) -> list[dict[str, Any]]:
    """Turn the pages of the result to the last one and read it."""
    await to_the_end(visitor)
    return await places(visitor, ".game-result li[data-seat]")


async def places(visitor: Visitor, selector: str) -> list[dict[str, Any]]:
    """Read the lines of a final result: who came where, with what."""
    rows: list[dict[str, Any]] = await visitor.page.locator(selector).evaluate_all(
        """rows => rows.map((row) => ({
             seat: row.dataset.seat,
             place: row.querySelector(".score-place").textContent,
             name: row.querySelector(".name").textContent,
             score: Number(row.querySelector(".score-after").textContent),
             points: Number(row.querySelector(".delta").textContent
               .replace("−", "-").replace("±", "")),
           }))"""
    )
    return rows


async def test_what_was_not_told_is_found() -> None:
    own = {"type": "tsumo", "actor": 0, "pai": "5mr"}
    other = {"type": "tsumo", "actor": 1, "pai": "1s"}
    wall = {"type": "end_kyoku", "salt": "00", "wall": ["1m", "2m"]}
    frames = [{"type": "event", "seq": seq, "event": e} for seq, e in enumerate((own, other, wall))]
    assert secrets(frames, 0) == frames[1:]
    asked = {"type": "ask", "options": [{"type": "dahai", "actor": 1, "pai": "1s"}]}
    assert secrets([asked], 0) == [asked]
