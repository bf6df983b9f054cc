"""The replay of a record (ui.md, check 23): links, steps, keys, proof, phones, the ear."""

import gzip
import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.async_api import Page, Route, expect

from tests.web.access import cut_words, findings, overflow, small_targets
from tests.web.conftest import Visit
from tests.web.house import DESKTOP, WORDS, House, Visitor
from tests.web.test_records import finished_game

pytestmark = pytest.mark.asyncio(loop_scope="session")

PHONES: Final = (
    (360, 640),
    (667, 375),
    pytest.param((390, 844), marks=pytest.mark.full),
    pytest.param((844, 390), marks=pytest.mark.full),
)
MOMENT: Final = "#seat=2&round=E2.0&step=60"
LAST_STEP: Final = 96
"""The end of that round of `records/four.json.gz`."""

Record = dict[str, Any]


def record_of(name: str) -> Record:
    path = Path(__file__).with_name("records") / f"{name}.json.gz"
    record: Record = json.loads(gzip.decompress(path.read_bytes()))
    return record


async def opened(
    visit: Visit, fragment: str = MOMENT, game: str = "four", size: tuple[int, int] = DESKTOP
) -> Visitor:
    """Open the replay of a game that is kept with the tests."""
    visitor = await visit("/settings", size=size)
    record = record_of(game)
    await visitor.page.route("**/api/records/*", lambda route: route.fulfill(json=record))
    await visitor.go(f"/r/{game}{fragment}")
    await visitor.page.locator(".replay .hand-tiles").wait_for()
    # Keys are taken a frame later.
    await visitor.drawn()
    return visitor


def place_of(record: Record, round_name: str, step: int) -> int:
    """Return the place of an event among all of the record."""
    names = [
        f"{event['bakaze']}{event['kyoku']}.{event['honba']}"
        if event["type"] == "start_kyoku"
        else ""
        for event in record["events"]
    ]
    return names.index(round_name) + step


async def hands(page: Page) -> list[list[str]]:
    """Return the tiles of the hands as they lie: those round the table, then the one below."""
    found: list[list[str]] = await page.evaluate(
        """() => [...document.querySelectorAll(".hand-tiles, .other-hand")].map(
          (hand) => [...hand.querySelectorAll("[data-pai]")].map((tile) => tile.dataset.pai))"""
    )
    return found


async def expect_at(visitor: Visitor, seq: int) -> None:
    await expect(visitor.page.locator(".replay")).to_have_attribute("data-seq", str(seq))


async def expect_fragment(visitor: Visitor, fragment: str) -> None:
    await expect(visitor.page).to_have_url(re.compile(re.escape(fragment) + "$"))


async def test_a_shared_link_leads_to_the_same_moment(visit: Visit, dealt: House) -> None:
    player = await visit(url=dealt.url)
    game = await finished_game(dealt, player)
    live = next(
        frame["event"]
        for frame in reversed(player.frames)
        if frame["type"] == "event" and frame["event"]["type"] == "end_game"
    )
    await player.go(f"/r/{game}")
    await player.page.get_by_role("link", name=WORDS["record.watch"]).click()
    keyboard = player.page.keyboard
    await expect_at(player, 1)
    await player.drawn()
    for key in ["v", "v", *(["ArrowRight"] * 9), "ArrowLeft"]:
        await keyboard.press(key)
    await expect_at(player, 9)
    await expect_fragment(player, "#seat=2&round=E1.0&step=8")

    friend = await visit(player.page.url.removeprefix(dealt.url), url=dealt.url)
    await expect_at(friend, 9)
    await friend.drawn()
    shown = await hands(player.page)
    assert shown == await hands(friend.page)
    assert sum(len(hand) for hand in shown) in (52, 53)
    await expect(friend.page).to_have_url(player.page.url)
    assert await friend.status() == "idle"
    assert friend.sent == []

    await friend.page.keyboard.press("End")
    rows = friend.page.locator(".result .scores li")
    await expect(rows).to_have_count(4)
    scores = await rows.evaluate_all(
        "rows => rows.map((row) => [row.dataset.seat, row.querySelector('.score-after').innerText])"
    )
    assert {int(seat): int(score) for seat, score in scores} == dict(enumerate(live["scores"]))
    centre = await friend.page.locator(".edge .points").all_inner_texts()
    assert sorted(map(int, centre)) == sorted(live["scores"])
    await friend.button("replay.proof").click()
    await expect(friend.page.locator("[data-proof]")).to_have_attribute("data-proof", "ok")


def spoil_wall(record: Record) -> None:
    wall = record["events"][-2]["wall"]
    wall[3] = "9s" if wall[3] != "9s" else "8s"


def spoil_salt(record: Record) -> None:
    end = record["events"][-2]
    end["salt"] = end["salt"][:-1] + ("0" if end["salt"][-1] != "0" else "1")


def spoil_draw(record: Record) -> None:
    draw = next(event for event in reversed(record["events"]) if event["type"] == "tsumo")
    draw["pai"] = "9s" if draw["pai"] != "9s" else "8s"


@pytest.mark.parametrize(
    "subtle",
    [pytest.param(True, marks=pytest.mark.full), False],
    ids=["subtle", "own-hash"],
)
async def test_the_walls_are_proved_and_one_changed_byte_is_found(
    visit: Visit, subtle: bool
) -> None:
    visitor = await visit("/settings")
    if not subtle:
        await visitor.page.add_init_script(
            "Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })"
        )
    spoils: list[Callable[[Record], None]] = []

    async def answer(route: Route) -> None:
        record = record_of("three")
        for spoil in spoils:
            spoil(record)
        await route.fulfill(json=record)

    await visitor.page.route("**/api/records/*", answer)
    await visitor.go("/r/three#step=0")
    proof = visitor.page.locator("[data-proof]")
    await visitor.button("replay.proof").click()
    await expect(proof).to_have_attribute("data-proof", "ok")
    await expect(proof).to_have_text(WORDS["replay.proof_ok"].replace("{count}", "7"))
    for spoil in (spoil_wall, spoil_salt, spoil_draw):
        spoils[:] = [spoil]
        await visitor.page.reload()
        await visitor.button("replay.proof").click()
        await expect(proof).to_have_attribute("data-proof", "failed")
        await expect(proof).to_contain_text(re.compile("failed", re.IGNORECASE))


async def test_every_key_moves_as_it_says(visit: Visit) -> None:
    visitor = await opened(visit)
    record = record_of("four")
    begin = place_of(record, "E2.0", 0)
    press = visitor.page.keyboard.press
    steps = [
        ("ArrowRight", 61),
        ("ArrowLeft", 60),
        ("ArrowUp", 0),
        ("ArrowLeft", -1),
        ("ArrowRight", 0),
        ("ArrowDown", LAST_STEP + 1),
        ("ArrowUp", 0),
        ("Home", 1 - begin),
        ("ArrowLeft", 1 - begin),
        ("End", len(record["events"]) - 1 - begin),
        ("ArrowRight", len(record["events"]) - 1 - begin),
    ]
    await expect_at(visitor, begin + 60)
    for key, step in steps:
        await press(key)
        await expect_at(visitor, begin + step)
    await press("v")
    await expect(visitor.page.locator(".hand[data-seat='3']")).to_be_visible()
    await expect_fragment(visitor, f"#seat=3&round=E4.0&step={_last(record)}")
    await press("h")
    await expect_fragment(visitor, "&hands=closed")
    speed = visitor.page.locator(".speed")
    for key, shown in [("+", "2×"), ("+", "4×"), ("-", "2×"), ("-", "1×"), ("-", "0.5×")]:
        await press(key)
        await expect(speed).to_have_text(shown)
    await visitor.run(
        'const actions = await import("/web/js/state/actions.js");'
        "actions.setSettings({ keyboard: false });"
    )
    await press("v")
    await press("ArrowUp")
    await expect_fragment(visitor, "#seat=3&round=E4.0&step=0&hands=closed")


def _last(record: Record) -> int:
    return len(record["events"]) - 1 - place_of(record, "E4.0", 0)


async def test_hands_are_shut_and_opened(visit: Visit) -> None:
    visitor = await opened(visit)
    *others, own = await hands(visitor.page)
    assert all("?" not in hand for hand in others)
    await visitor.button("replay.hands").click()
    shut = visitor.page.locator(".other-hand [data-pai='?']")
    await expect(shut).to_have_count(sum(map(len, others)))
    assert (await hands(visitor.page))[-1] == own
    # A busy page writes its address a moment after it has drawn.
    await expect_fragment(visitor, f"{MOMENT}&hands=closed")
    await visitor.page.reload()
    await expect(shut).to_have_count(sum(map(len, others)))


async def test_it_plays_by_itself_and_stops_at_the_end(visit: Visit) -> None:
    visitor = await visit("/settings")
    await visitor.page.clock.install()
    record = record_of("four")
    await visitor.page.route("**/api/records/*", lambda route: route.fulfill(json=record))
    await visitor.go(f"/r/four{MOMENT}")
    start = place_of(record, "E2.0", 60)
    await expect_at(visitor, start)
    await visitor.drawn()
    # From here on time stands where it is not run: no look comes too late for a step.
    clock = visitor.page.clock
    await clock.pause_at(time.time() + 3600)
    await visitor.page.keyboard.press("Space")
    await clock.run_for(100)
    pause = visitor.button("replay.pause")
    await pause.wait_for()
    await expect_at(visitor, start)
    await clock.run_for(2000)
    await expect(visitor.page.locator(".replay")).not_to_have_attribute("data-seq", str(start))
    await visitor.page.keyboard.press("End")
    await clock.run_for(100)
    await expect(pause).to_have_count(0)
    await expect_at(visitor, len(record["events"]) - 1)


async def test_rounds_are_reached_by_their_list_and_steps_are_spoken(visit: Visit) -> None:
    visitor = await opened(visit)
    record = record_of("four")
    rounds = visitor.page.get_by_role("list", name=WORDS["record.rounds"]).get_by_role("button")
    await expect(rounds).to_have_count(8)
    chosen = rounds.nth(4)
    await expect(chosen).to_contain_text("Cho wins from Bea, 7700")
    await expect(chosen).to_contain_text("+8,300")
    await chosen.click()
    await expect_at(visitor, place_of(record, "E3.2", 0))
    await expect(chosen).to_have_attribute("aria-current", "true")
    status = visitor.page.locator(".replay > [role=status]")
    await expect(status).to_have_text("East 3, Honba 2")
    first = record["events"][place_of(record, "E3.2", 1)]["pai"]
    await visitor.page.keyboard.press("ArrowRight")
    await expect(status).to_have_text(f"East draws {WORDS[f'tiles.{first}']}")
    await visitor.page.keyboard.press("ArrowRight")
    await expect(status).to_contain_text("East discards")


async def test_a_game_without_a_deal_has_no_replay(visit: Visit) -> None:
    visitor = await visit("/settings")
    record = record_of("four")
    record["events"] = record["events"][:1]
    await visitor.page.route("**/api/records/*", lambda route: route.fulfill(json=record))
    await visitor.go(f"/r/four{MOMENT}")
    await visitor.page.get_by_text(WORDS["home.record_ended"]).wait_for()
    await expect(visitor.page.get_by_role("link", name=WORDS["record.watch"])).to_have_count(0)


async def test_a_link_can_be_copied_without_a_clipboard(visit: Visit) -> None:
    visitor = await visit("/settings")
    await visitor.page.add_init_script(
        "Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })"
    )
    record = record_of("four")
    await visitor.page.route("**/api/records/*", lambda route: route.fulfill(json=record))
    await visitor.go(f"/r/four{MOMENT}")
    await visitor.button("ui.copy_link").click()
    link = visitor.page.get_by_role("textbox", name=WORDS["replay.link"])
    await expect(link).to_have_value(f"{visitor.url}/r/four{MOMENT}")
    await visitor.page.wait_for_function(
        "(wanted) => { const { value, selectionStart: from, selectionEnd: to }"
        " = document.activeElement; return value?.slice(from, to) === wanted; }",
        arg=f"{visitor.url}/r/four{MOMENT}",
    )


@pytest.mark.parametrize("size", PHONES, ids=str)
async def test_it_fits_a_phone(visit: Visit, size: tuple[int, int]) -> None:
    visitor = await opened(visit, size=size)
    page = visitor.page
    assert await overflow(page) <= 0
    # Scores are larger to a finger than they look (table.css).
    assert [found for found in await small_targets(page) if 'class="score"' not in found] == []
    await visitor.drawn()
    overlapping = await page.evaluate(
        """() => {
          const box = (element) => element.getBoundingClientRect();
          const meets = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
            && a.top < b.bottom - 1 && b.top < a.bottom - 1;
          const buttons = [...document.querySelectorAll(".replay .tool, .replay .slider")];
          const tiles = [...document.querySelectorAll(
            ".hand-cell, .pond-cell, .other-hand [data-pai], .meld, .centre")];
          const outside = buttons.filter((button) => {
            const { left, right, top, bottom } = box(button);
            return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
          });
          return [...outside, ...buttons.filter((button) => [...tiles, ...buttons].some(
            (other) => other !== button && meets(box(button), box(other))))]
            .map((button) => button.getAttribute("aria-label"));
        }"""
    )
    assert overlapping == []
    await visitor.button("replay.more").click()
    dialog = page.get_by_role("dialog", name=WORDS["replay.more"])
    await dialog.wait_for()
    assert await findings(page) == []
    await (
        dialog.get_by_role("list", name=WORDS["record.rounds"]).get_by_role("button").first.click()
    )
    await expect(dialog).to_have_count(0)
    await expect_at(visitor, 1)


async def test_axe_finds_nothing_serious(visit: Visit) -> None:
    visitor = await opened(visit)
    assert await findings(visitor.page) == []
    await visitor.page.keyboard.press("End")
    await visitor.page.locator(".result").wait_for()
    assert await findings(visitor.page) == []
    await visitor.page.keyboard.press("ArrowUp")
    await visitor.page.keyboard.press("ArrowLeft")
    assert await findings(visitor.page) == []


@pytest.mark.full
async def test_every_language_has_room(visit: Visit) -> None:
    visitor = await opened(visit, size=(1280, 720))
    for lang in ("ja", "zh-Hans", "zh-Hant", "en"):
        await visitor.run(
            'const { setLang } = await import("/web/js/state/actions.js");await setLang(argument);',
            lang,
        )
        await expect(visitor.page.locator("html")).to_have_attribute("lang", lang)
        assert await cut_words(visitor.page) == []
        text = await visitor.page.locator("main").inner_text()
        assert not re.search(r"\b(ui|table|replay|record)\.[a-z]", text)


async def test_a_game_for_three_is_shown_from_every_seat(visit: Visit) -> None:
    visitor = await opened(visit, "#seat=0&round=E2.0&step=60", game="three")
    for seat in (0, 1, 2, 0):
        await expect(visitor.page.locator(f".hand[data-seat='{seat}']")).to_be_visible()
        assert len(await hands(visitor.page)) == 3
        await visitor.page.keyboard.press("v")
