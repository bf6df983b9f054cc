"""Create a room, share it, change its rules, pass it on."""

import time

import pytest
from playwright.async_api import expect

from tests.web.conftest import Build, Visit
from tests.web.house import PATIENCE_S, WORDS, Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def open_create(visit: Visit) -> Visitor:
    host = await visit()
    await host.button("ui.create_room").click()
    await host.page.get_by_role("heading", name=WORDS["rules.preset"]).wait_for()
    return host


async def create(host: Visitor) -> str:
    """Press the button; return the code of the room."""
    await host.button("create.submit").click()
    await host.page.wait_for_url("**/room/*")
    return host.page.url.rsplit("/", 1)[1]


async def join(visit: Visit, code: str) -> Visitor:
    guest = await visit(f"/j/{code}")
    await guest.button("ui.join_room").click()
    await guest.page.wait_for_url("**/room/*")
    return guest


async def seats(visitor: Visitor) -> list[str]:
    """Return the lines of the seats as they are read, without the tools of the host."""
    found: list[str] = await visitor.page.locator(".seat").evaluate_all(
        """seats => seats.map((seat) => [
             seat.querySelector("bdi")?.textContent ?? "-",
             ...[...seat.querySelectorAll(".chip")].map((chip) => chip.textContent.trim()),
           ].join(" "))"""
    )
    return found


async def same_seats(*visitors: Visitor, seconds: float = PATIENCE_S) -> list[str]:
    """Wait until all show the same seats."""
    late = time.monotonic() + seconds
    while True:
        first, *others = [(await rev(visitor), await seats(visitor)) for visitor in visitors]
        if all(other == first for other in others):
            return first[1]
        assert time.monotonic() < late, (first, others)


async def rev(visitor: Visitor) -> int:
    """Return the number of the room as it is drawn."""
    await visitor.drawn()
    found: int = await visitor.run("return store.get().room.rev;")
    return found


async def set_switch(visitor: Visitor, key: str) -> None:
    switch = visitor.page.get_by_role("switch", name=WORDS[key], exact=True)
    await visitor.page.locator("label.switch").filter(has=switch).click()
    await visitor.drawn()


async def test_a_room_by_link_its_rules_and_its_host(visit: Visit, soon_s: float) -> None:
    """What one changes the other sees within a second."""
    host = await open_create(visit)
    code = await create(host)
    await expect(host.page.locator(".code")).to_have_text(code)
    guest = await join(visit, code)
    await guest.button("ui.ready").click()
    await host.page.get_by_text(WORDS["room.is_ready"], exact=True).wait_for()
    assert WORDS["room.is_ready"] in (await same_seats(host, guest, seconds=soon_s))[1]

    await host.button("rules.panel.edit").click()
    dialog = host.page.get_by_role("dialog", name=WORDS["rules.panel.edit"])
    await dialog.get_by_role("combobox", name=WORDS["rules.aka_dora"]).select_option(index=0)
    await dialog.get_by_role("button", name=WORDS["rules.panel.apply"]).click()
    await dialog.wait_for(state="detached")
    await guest.page.get_by_text(WORDS["room.rules_changed"]).wait_for(timeout=soon_s * 1000)
    difference = guest.page.locator(".differences li")
    assert WORDS["rules.aka_dora"] in await difference.inner_text()
    assert WORDS["room.is_waiting"] in (await same_seats(host, guest, seconds=soon_s))[1]

    await host.button("room.leave").click()
    await host.page.wait_for_url(f"{host.url}/")
    await guest.page.get_by_text(WORDS["ui.host"], exact=True).wait_for(timeout=soon_s * 1000)
    await expect(guest.button("rules.panel.edit")).to_have_count(1)
    await guest.button("room.start_fill").click()
    await guest.at_table()


async def test_bots_are_seated_and_people_sent_away(visit: Visit) -> None:
    host = await open_create(visit)
    guest = await join(visit, await create(host))
    easy = f"{WORDS['ui.add_bot']}: {WORDS['rules.cpu_level.easy']}"
    await host.page.get_by_role("button", name=easy).last.click()
    await host.until("state.room.seats[3].kind === 'bot'")
    assert f"{WORDS['ui.bot']} 4" in (await same_seats(host, guest))[3]
    await expect(guest.page.get_by_role("button", name=easy)).to_have_count(0)
    name = (await guest.me())["name"]
    give = f"{WORDS['ui.give_host']} {name}"
    await host.page.get_by_role("button", name=give, exact=True).click()
    await guest.button("rules.panel.edit").wait_for()
    former = f"{WORDS['ui.remove']} {(await host.me())['name']}"
    await guest.page.get_by_role("button", name=former, exact=True).click()
    await host.page.get_by_text(WORDS["ui.sent_away"]).wait_for()
    await host.page.wait_for_url(f"{host.url}/")


async def test_a_password_is_asked_for_at_its_field(visit: Visit) -> None:
    host = await open_create(visit)
    await host.page.get_by_label(WORDS["create.room_password"]).fill("tea")
    guest = await visit(f"/j/{await create(host)}")
    await guest.button("ui.join_room").click()
    await guest.page.get_by_text(WORDS["join.password_needed"]).wait_for()
    field = guest.page.get_by_label(WORDS["ui.room_password"])
    await guest.fill(field, "coffee")
    await guest.button("ui.join_room").click()
    await guest.page.get_by_text(WORDS["errors.wrong_password"]).wait_for()
    await guest.fill(field, "tea")
    await guest.button("ui.join_room").click()
    await guest.page.wait_for_url("**/room/*")


async def test_a_code_that_is_typed(visit: Visit) -> None:
    host = await open_create(visit)
    code = await create(host)
    guest = await visit()
    field = guest.page.get_by_label(WORDS["ui.room_code"])
    await guest.fill(field, "abc")
    await guest.button("home.join").click()
    await guest.page.get_by_text(WORDS["home.code_short"]).wait_for()
    await guest.fill(field, f"{code[:3].lower()}-{code[3:].lower()}")
    await guest.button("home.join").click()
    await guest.button("ui.join_room").click()
    await guest.page.wait_for_url(f"**/room/{code}")
    assert len([seat for seat in await same_seats(host, guest) if seat != "-"]) == 2
    await guest.page.reload()
    await guest.button("ui.ready").wait_for()
    await guest.go("/")
    await guest.page.get_by_role("link", name=WORDS["home.back_to_room"]).click()
    await guest.button("ui.ready").wait_for()


async def test_no_such_room(visit: Visit) -> None:
    guest = await visit("/j/ZZZZZZ")
    await guest.button("ui.join_room").click()
    await guest.page.get_by_text(WORDS["errors.no_such_room"]).wait_for()


async def test_conflicts_stand_at_the_field_that_the_server_names(visit: Visit) -> None:
    host = await open_create(visit)
    field = host.page.get_by_role("spinbutton", name=WORDS["rules.start_points"])
    await host.fill(field, "60000")
    await host.button("create.submit").click()
    required = host.page.locator('[data-option="required_points"]')
    await required.get_by_role("alert").wait_for()
    await expect(required.get_by_role("alert")).to_have_text(WORDS["errors.rule.required_points"])
    await expect(required.get_by_role("spinbutton")).to_have_attribute("aria-invalid", "true")
    await host.fill(field, "25050")
    await host.button("create.submit").click()
    fault = host.page.locator('[data-option="start_points"]').get_by_role("alert")
    await expect(fault).to_contain_text("100")
    uma = host.page.locator('[data-option="uma"]')
    await host.fill(field, "25000")
    await host.page.locator("summary").click()
    await host.fill(uma.get_by_role("spinbutton").first, "20")
    await host.page.locator("summary").click()
    await expect(uma).to_be_hidden()
    await host.button("create.submit").click()
    await uma.get_by_role("alert").wait_for()
    await expect(uma.get_by_role("spinbutton").first).to_be_focused()


async def test_changes_are_marked_and_taken_back(visit: Visit) -> None:
    host = await open_create(visit)
    row = host.page.locator('[data-option="open_tanyao"]')
    await set_switch(host, "rules.open_tanyao")
    await row.get_by_text(WORDS["rules.panel.changed"], exact=True).wait_for()
    await row.get_by_role("button").click()
    await expect(row.get_by_text(WORDS["rules.panel.changed"], exact=True)).to_have_count(0)
    await expect(row.get_by_role("switch")).to_be_checked()
    await set_switch(host, "rules.open_tanyao")
    await set_switch(host, "rules.hints")
    await host.button("rules.panel.reset_all").click()
    await expect(host.page.get_by_text(WORDS["rules.panel.changed"], exact=True)).to_have_count(0)


async def test_the_rules_of_the_last_room_are_offered_and_no_more(visit: Visit) -> None:
    host = await open_create(visit)
    await host.page.get_by_text(WORDS["rules.preset.tenhou_4p"]).click()
    await set_switch(host, "rules.open_tanyao")
    await create(host)
    await host.button("room.leave").click()
    await host.button("ui.create_room").click()
    tanyao = host.page.locator('[data-option="open_tanyao"]').get_by_role("switch")
    await tanyao.wait_for(state="attached")
    await expect(tanyao).to_be_checked()
    await host.button("create.last_use").click()
    await expect(tanyao).not_to_be_checked()
    await create(host)
    rules = await host.run("return store.get().room.rules;")
    assert (rules["preset"], rules["open_tanyao"]) == ("tenhou_4p", False)


async def test_every_kind_of_option_reaches_the_server(visit: Visit) -> None:
    host = await open_create(visit)
    page = host.page

    async def choose(key: str, label: str) -> None:
        await page.get_by_role("combobox", name=WORDS[key], exact=True).select_option(label=label)
        await host.drawn()

    await choose("rules.thinking_time", WORDS["rules.value.custom"])
    base = page.get_by_role("spinbutton", name=WORDS["rules.value.thinking_base"])
    await host.fill(base, "7")
    await choose("rules.aka_dora", WORDS["rules.value.by_suit"])
    await host.fill(page.get_by_role("spinbutton", name=WORDS["rules.value.suit.p"]), "2")
    await choose("rules.required_points", WORDS["rules.required_points.none"])
    await page.locator("summary").click()
    uma = page.locator('[data-option="uma"]').get_by_role("spinbutton")
    for place, points in enumerate(("30", "10", "-10", "-30")):
        await host.fill(uma.nth(place), points)
    await choose("rules.oka", WORDS["rules.value.custom"])
    await choose("rules.local_yaku", WORDS["rules.value.custom"])
    for yaku in ("daisharin", "kokushi_13"):
        await page.get_by_text(WORDS[f"yaku.{yaku}"], exact=True).click()
        await host.drawn()
    await choose("rules.abort_dealer", WORDS["rules.value.by_abort"])
    await page.get_by_role("combobox", name=WORDS["draws.kyuushu"]).select_option("1")
    await host.drawn()
    await choose("rules.double_wind_pair_fu", "2 fu")
    await create(host)
    rules = await host.run("return store.get().room.rules;")
    assert rules["thinking_time"] == "7+20"
    assert rules["aka_dora"] == {"m": 1, "p": 2, "s": 1}
    assert rules["required_points"] is None
    assert rules["uma"] == [30, 10, -10, -30]
    assert rules["oka"] == 0
    assert rules["local_yaku"] == ["daisharin"]
    assert "kokushi_13" not in rules["double_yakuman"]
    assert rules["abort_dealer"]["kyuushu"] == "rotate"
    assert rules["double_wind_pair_fu"] == 2
    await host.button("rules.panel.edit").click()
    changed = page.get_by_role("dialog").locator(".rule-row.is-changed")
    await expect(changed).to_have_count(9)


async def test_three_players(visit: Visit) -> None:
    host = await open_create(visit)
    await host.pick("rules.players.3")
    await host.page.locator("summary").click()
    await host.page.locator('[data-option="kita_dora"]').wait_for()
    await expect(host.page.locator('[data-option="abort_suucha"]')).to_have_count(0)
    await create(host)
    await expect(host.page.locator(".seat")).to_have_count(3)


@pytest.mark.full
async def test_the_host_closes_the_room_for_everybody(visit: Visit) -> None:
    host = await open_create(visit)
    guest = await join(visit, await create(host))
    await expect(guest.button("room.close")).to_have_count(0)
    await host.button("room.close").click()
    dialog = host.page.get_by_role("dialog", name=WORDS["room.close_title"])
    await dialog.get_by_role("button", name=WORDS["ui.cancel"]).click()
    await dialog.wait_for(state="detached")
    await host.button("room.close").click()
    await dialog.get_by_role("button", name=WORDS["room.close"], exact=True).click()
    await guest.page.get_by_text(WORDS["room.closed.dismissed"]).wait_for()
    for visitor in (host, guest):
        await visitor.page.wait_for_url(f"{host.url}/")
        await visitor.button("ui.quick_play").wait_for()
    await expect(host.page.locator(".toast")).to_have_count(0)
    await expect(guest.page.get_by_text(WORDS["ui.sent_away"])).to_have_count(0)


@pytest.mark.full
async def test_a_room_in_which_nothing_happens_is_closed_with_a_word(
    build: Build, visit: Visit
) -> None:
    house = await build(room_idle_s=3)
    host = await visit(url=house.url)
    await host.run(
        """
        const actions = await import("/web/js/state/actions.js");
        await actions.signIn("Aki");
        await actions.createRoom({ title: null, rules: { preset: "majsoul_friend_4p" } });
        """
    )
    await host.page.get_by_text(WORDS["room.closed.idle"]).wait_for()
    await host.page.wait_for_url(f"{house.url}/")
    await host.button("ui.quick_play").wait_for()
