"""All that a friend room can do: edits, seats, blocks, rematches, saved rules, the list, pauses."""

import asyncio
import re

import pytest
from playwright.async_api import Locator, expect

from tests.web.access import cut_words, findings, overflow, small_targets
from tests.web.conftest import Visit
from tests.web.house import WORDS, Visitor
from tests.web.test_accounts import in_language
from tests.web.test_lobby import LANGUAGES, choose_language
from tests.web.test_lobby_rooms import create, join, open_create, same_seats, set_switch

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def together(visit: Visit) -> tuple[Visitor, Visitor]:
    """Open a room, and let a second person join it."""
    host = await open_create(visit)
    guest = await join(visit, await create(host))
    await host.until("state.room.seats[1].kind === 'human'")
    return host, guest


def seat(visitor: Visitor, number: int) -> Locator:
    return visitor.page.locator(f'.seat[data-seat="{number}"]')


async def ready(visitor: Visitor, number: int, *, yes: bool = True) -> None:
    """Wait until the page shows whether the person of a seat is ready."""
    chip = seat(visitor, number).get_by_text(WORDS["room.is_ready"], exact=True)
    await expect(chip).to_have_count(int(yes))


async def edit(host: Visitor) -> Locator:
    await host.button("room.edit").click()
    return host.page.get_by_role("dialog", name=WORDS["room.edit"])


async def apply(dialog: Locator) -> None:
    await dialog.get_by_role("button", name=WORDS["rules.panel.apply"]).click()
    await dialog.wait_for(state="detached")


async def test_a_room_is_edited_while_it_waits(visit: Visit) -> None:
    host, guest = await together(visit)
    await guest.button("ui.ready").click()
    await ready(host, 1)
    dialog = await edit(host)
    await host.fill(dialog.get_by_label(WORDS["create.room_title"]), "Saturday")
    await set_switch(host, "room.lock")
    await host.fill(dialog.get_by_label(WORDS["create.room_password"], exact=True), "tea")
    await apply(dialog)
    await guest.page.get_by_role("heading", name="Saturday").wait_for()
    await guest.page.get_by_text(WORDS["room.has_password"]).first.wait_for()
    await ready(guest, 1)

    dialog = await edit(host)
    await host.pick("create.seating.drawn")
    await host.pick("create.spectate.full")
    delay = dialog.get_by_role("spinbutton", name=WORDS["room.delay"])
    await expect(delay).to_have_value("60")
    await host.fill(delay, "90")
    await host.pick("create.records.private")
    await set_switch(host, "room.public")
    await apply(dialog)
    await ready(guest, 1, yes=False)
    room = await guest.run("return store.get().room;")
    assert (room["seating"], room["spectate_view"]) == ("drawn", "full")
    assert (room["spectate_delay_s"], room["records"]) == (90, "private")
    assert (room["public"], room["password"]) == (True, True)
    facts = guest.page.locator(".room-rules > .facts")
    await expect(facts).to_contain_text(WORDS["create.records.private"])
    await expect(facts).to_contain_text(WORDS["ui.delay_note"].format(n=90))
    await expect(guest.button("room.edit")).to_have_count(0)

    dialog = await edit(host)
    await host.pick("create.spectate.rules")
    await set_switch(host, "room.lock")
    await host.fill(dialog.get_by_label(WORDS["create.room_title"]), "")
    await apply(dialog)
    await guest.until("!state.room.password && state.room.title === null")
    room = await guest.run("return store.get().room;")
    assert (room["spectate_view"], room["spectate_delay_s"]) == (None, None)
    assert room["records"] == "private", "what was not touched stays"


@pytest.mark.full
async def test_what_the_server_refuses_is_said_in_the_dialog(visit: Visit) -> None:
    host, _ = await together(visit)
    dialog = await edit(host)
    await host.pick("create.spectate.full")
    await dialog.get_by_role("spinbutton", name=WORDS["room.delay"]).fill("5")
    await dialog.get_by_role("button", name=WORDS["rules.panel.apply"]).click()
    await dialog.get_by_role("alert").wait_for()
    assert await host.run("return store.get().room.spectate_view;") is None


async def test_seats_are_chosen_and_shuffled(visit: Visit) -> None:
    host, guest = await together(visit)
    sit = re.compile(f"^{WORDS['room.sit_here']}")
    await seat(guest, 3).get_by_role("button", name=sit).click()
    await guest.until("state.room.seat === 3")
    easy = f"{WORDS['ui.add_bot']}: {WORDS['rules.cpu_level.easy']}"
    await seat(host, 1).get_by_role("button", name=easy).click()
    await seat(host, 1).get_by_role("button", name=sit).click()
    await host.until("state.room.seat === 1 && state.room.seats[0].kind === 'bot'")
    assert (await same_seats(host, guest))[2] == "-"
    await expect(seat(guest, 1).get_by_role("button")).to_have_count(0)
    rev = await host.run("return store.get().room.rev;")
    await host.button("room.shuffle").click()
    await host.until("state.room.rev > argument", rev)
    assert sum(line == "-" for line in await same_seats(host, guest)) == 1


@pytest.mark.full
async def test_somebody_is_shut_out_and_let_in_again(visit: Visit) -> None:
    host, guest = await together(visit)
    code = await host.run("return store.get().room.code;")
    name = (await guest.me())["name"]
    block = f"{WORDS['room.block']} {name}"
    await host.page.get_by_role("button", name=block, exact=True).click()
    dialog = host.page.get_by_role("dialog")
    await dialog.get_by_text(WORDS["room.block_note"]).wait_for()
    await dialog.get_by_role("button", name=WORDS["room.block"], exact=True).click()
    await guest.page.get_by_text(WORDS["ui.sent_away"]).wait_for()
    await guest.go(f"/j/{code}")
    await guest.page.get_by_text(WORDS["errors.barred"]).wait_for()
    await host.page.get_by_role("button", name=f"{WORDS['room.lift_block']} {name}").click()
    await expect(host.page.locator(".room-blocked")).to_have_count(0)
    await guest.button("ui.join_room").click()
    await guest.page.wait_for_url("**/room/*")


async def test_rules_are_saved_taken_up_and_forgotten(visit: Visit) -> None:
    host = await open_create(visit)
    await host.page.get_by_text(WORDS["rules.preset.tenhou_4p"]).click()
    await set_switch(host, "rules.open_tanyao")
    await host.button("create.save_these").click()
    field = host.page.get_by_label(WORDS["create.save_name"])
    await host.button("create.save").last.click()
    await expect(host.page.get_by_role("alert")).to_have_text(WORDS["people.empty"])
    await field.fill("Closed only")
    await field.press("Enter")
    line = host.page.locator(".saved-rules .person")
    await expect(line.locator("bdi")).to_have_text("Closed only")
    assert host.page.url.endswith("/create"), "Enter saves the rules and opens no room"
    await host.page.reload()
    await line.get_by_role("button", name=WORDS["create.last_use"]).click()
    tanyao = host.page.locator('[data-option="open_tanyao"]').get_by_role("switch")
    await expect(tanyao).not_to_be_checked()
    await line.get_by_role("button", name=WORDS["create.forget"]).click()
    await expect(line).to_have_count(0)
    await create(host)
    rules = await host.run("return store.get().room.rules;")
    assert (rules["preset"], rules["open_tanyao"]) == ("tenhou_4p", False)


@pytest.mark.full
async def test_a_public_room_is_found_and_joined(visit: Visit) -> None:
    host = await open_create(visit)
    title = f"Table of {(await host.me())['account'][:6]}"
    await host.page.get_by_label(WORDS["create.room_title"]).fill(title)
    await set_switch(host, "room.public")
    await host.pick("rules.players.3")
    code = await create(host)

    stranger = await visit("/rooms")
    line = stranger.page.locator(f'.open-room[data-code="{code}"]')
    await line.wait_for()
    assert await stranger.status() == "idle", "looking makes nobody a guest"
    fields = stranger.page.get_by_role("search")
    await fields.get_by_label(WORDS["rules.players"]).select_option("4")
    await expect(line).to_have_count(0)
    await fields.get_by_label(WORDS["rules.players"]).select_option("3")
    await fields.get_by_label(WORDS["rooms.text"]).fill(title.upper())
    await expect(stranger.page.locator(".open-room")).to_have_count(1)
    await fields.get_by_label(WORDS["ui.room_password"]).select_option("yes")
    await stranger.page.get_by_text(WORDS["rooms.none"]).wait_for()
    await fields.get_by_label(WORDS["ui.room_password"]).select_option("no")
    await stranger.page.reload()
    await expect(line).to_contain_text("1/3")
    await line.get_by_role("link").click()
    await stranger.button("ui.join_room").click()
    await stranger.page.wait_for_url(f"**/room/{code}")

    await host.run('await wire.request({ type: "edit_room", public: false });')
    other = await visit("/rooms")
    await other.page.get_by_role("search").get_by_label(WORDS["rooms.text"]).fill(title)
    await other.page.get_by_text(WORDS["rooms.none"]).wait_for()


@pytest.mark.full
async def test_the_lobby_shows_open_rooms(visit: Visit) -> None:
    host = await open_create(visit)
    await set_switch(host, "room.public")
    code = await create(host)
    other = await visit()
    await other.run('await (await import("/web/js/state/actions.js")).signIn(null);')
    await other.page.locator(f'.open-room[data-code="{code}"]').get_by_role("link").click()
    await other.page.wait_for_url(f"**/room/{code}")


PLAY = """
  const actions = await import("/web/js/state/actions.js");
  await actions.setAuto({ win: true, no_call: true, tsumogiri: true });
  while (!store.get().table?.result) {
    if (store.get().table?.roundEnd) await actions.confirmRound();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  while (store.get().room.state !== "waiting") {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
"""


async def test_a_rematch_begins_when_all_want_it(visit: Visit) -> None:
    host, guest = await together(visit)
    rules = '{ type: "set_rules", rules: { preset: "majsoul_friend_4p", length: "one_round" } }'
    await host.run(f"await wire.request({rules});")
    await guest.button("ui.ready").click()
    await ready(host, 1)
    await host.button("room.start_fill").click()
    for visitor in (host, guest):
        await visitor.at_table()
    first = (await host.table() or {})["id"]
    # Side by side: whoever has given no orders yet is waited for at each decision.
    await asyncio.gather(*(visitor.run(PLAY) for visitor in (host, guest)))
    for visitor in (host, guest):
        await visitor.run('(await import("/web/js/state/actions.js")).leaveTable();')
        await visitor.page.wait_for_url("**/room/*")
    panel = host.page.get_by_role("region", name=WORDS["ui.rematch"])
    asked = guest.page.get_by_role("region", name=WORDS["ui.rematch"])
    await host.pick("room.rematch.shuffled")
    await panel.get_by_role("button", name=WORDS["ui.rematch"]).click()
    await expect(panel.get_by_role("button")).to_be_disabled()
    await expect(asked).to_contain_text(WORDS["room.rematch.shuffled"])
    await expect(asked).to_contain_text((await host.me())["name"])
    await expect(asked.get_by_role("radio")).to_have_count(0)
    await asked.get_by_role("button", name=WORDS["ui.rematch"]).click()
    for visitor in (host, guest):
        await visitor.until("state.table && state.table.id !== argument", first)
        await visitor.at_table()


async def test_a_game_rests_by_a_vote_and_goes_on(visit: Visit) -> None:
    host, guest = await together(visit)
    await guest.button("ui.ready").click()
    await ready(host, 1)
    await host.button("room.start_fill").click()
    for visitor in (host, guest):
        await visitor.at_table()
    await host.button("table.menu").click()
    await host.button("table.ask_pause").click()
    vote = guest.page.get_by_role("group", name=WORDS["table.vote.pause"])
    await vote.get_by_role("button", name=WORDS["table.vote_yes.pause"]).click()
    # It begins with the next turn; until now nobody had to hurry.
    for visitor in (host, guest):
        await visitor.run(
            'await (await import("/web/js/state/actions.js"))'
            ".setAuto({ no_call: true, tsumogiri: true });"
        )
    for visitor in (host, guest):
        rest = visitor.page.get_by_role("group", name=WORDS["table.paused"])
        await rest.get_by_text((await host.me())["name"]).wait_for()
        left = await rest.get_by_role("timer").inner_text()
        assert re.fullmatch(r"[45]:\d\d", left)
    assert await findings(guest.page) == []
    await guest.page.reload()
    rest = guest.page.get_by_role("group", name=WORDS["table.paused"])
    await rest.get_by_role("button", name=WORDS["table.go_on_playing"]).click()
    vote = host.page.get_by_role("group", name=WORDS["table.vote.resume"])
    await vote.get_by_role("button", name=WORDS["table.vote_yes.resume"]).click()
    for visitor in (host, guest):
        rest = visitor.page.get_by_role("group", name=WORDS["table.paused"])
        await expect(rest).to_have_count(0)
    seq = (await host.table() or {})["seq"]
    await host.until("state.table.seq > argument || state.table.ask", seq)


@pytest.mark.full
async def test_everybody_can_use_a_room(visit: Visit) -> None:
    host = await visit(size=(360, 640))
    await host.run(
        """
        const actions = await import("/web/js/state/actions.js");
        await actions.signIn(null);
        await actions.createRoom({ rules: { preset: "majsoul_friend_4p" }, public: true });
        const { room } = store.get();
        const person = { kind: "human", name: "W".repeat(24), online: true, ready: false };
        const bot = { kind: "bot", name: "Normal bot 3", level: "normal", ready: true };
        const seats = [room.seats[0], person, { ...bot, online: true }, room.seats[3]];
        const blocked = [{ block: 1, name: "W".repeat(24) }];
        const rematch = { seats: "shuffled", agreed: [1] };
        store.set({ room: { ...room, rev: 99, seats, games: 1, rematch, blocked } });
        """
    )
    await host.page.locator(".room-blocked").wait_for()
    await inspect(host)
    await host.button("room.edit").click()
    await set_switch(host, "room.lock")
    await host.pick("create.spectate.public")
    await inspect(host, translated=False)
    await host.page.keyboard.press("Escape")
    await host.button("friends.invite_title").click()
    await host.page.get_by_role("dialog").get_by_text(WORDS["friends.need_account"]).wait_for()
    await host.go("/rooms")
    await host.page.locator(".open-room").first.wait_for()
    await inspect(host)


async def inspect(visitor: Visitor, *, translated: bool = True) -> None:
    """Hold a small screen to what every screen is held to; where it can be, in each language."""
    page = visitor.page
    assert await findings(page) == []
    assert await small_targets(page) == []
    for lang in LANGUAGES if translated else ("en",):
        if translated:
            await choose_language(visitor, lang)
        assert await overflow(page) <= 0, lang
        assert await cut_words(page) == [], lang
        if lang != "en":
            await in_language(visitor, lang)
    if translated:
        await choose_language(visitor, "en")
