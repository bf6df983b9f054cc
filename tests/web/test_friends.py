"""Friends: asking, presence, inviting into a room, keeping people away."""

import re

import pytest
from playwright.async_api import Locator, expect

from tests.web.access import cut_words, findings, overflow, small_targets
from tests.web.acquainted import befriend, kept
from tests.web.conftest import Visit
from tests.web.house import WORDS, Visitor, seen
from tests.web.test_accounts import in_language
from tests.web.test_lobby import LANGUAGES, choose_language

pytestmark = pytest.mark.asyncio(loop_scope="session")

ROOM = """
  const actions = await import("/web/js/state/actions.js");
  await actions.createRoom({ rules: { preset: "majsoul_friend_4p" }, ...argument });
  return store.get().room.code;
"""


def person(visitor: Visitor, name: str) -> Locator:
    """Return the line of somebody in a list."""
    return visitor.page.locator(".person").filter(has_text=name)


async def name_of(visitor: Visitor) -> str:
    return str((await visitor.me())["name"])


async def two_friends(visit: Visit, path: str = "/") -> tuple[Visitor, Visitor]:
    one, other = await kept(visit, path=path), await kept(visit)
    await befriend(one, other)
    return one, other


async def test_asking_and_accepting(visit: Visit) -> None:
    one, other = await kept(visit, path="/friends"), await kept(visit)
    field = one.page.get_by_label(WORDS["friends.ask_label"], exact=True)
    await field.fill("Nobody of this name")
    await one.page.keyboard.press("Enter")
    alert = one.page.get_by_role("alert")
    await expect(alert).to_have_text(WORDS["people.fault.name.no_such_account"])
    await field.fill(await name_of(other))
    said = WORDS["friends.asks"].format(name=await name_of(one))
    async with seen(other.page.get_by_text(said)):
        await one.page.keyboard.press("Enter")
    await person(one, await name_of(other)).get_by_role("button").wait_for()

    bar = other.page.get_by_role("link", name=re.compile(re.escape(WORDS["ui.account"])))
    await expect(bar).to_have_accessible_name(f"{WORDS['ui.account']} (1)")
    await bar.click()
    line = person(other, await name_of(one))
    await line.get_by_role("button", name=WORDS["friends.accept"]).click()
    for visitor in (one, other):
        here = visitor.page.get_by_text(WORDS["friends.state.online"], exact=True)
        await here.wait_for()
    await expect(bar).to_have_accessible_name(WORDS["ui.account"])


@pytest.mark.full
async def test_declining_and_taking_back(visit: Visit) -> None:
    one, other = await kept(visit, path="/friends"), await kept(visit, path="/friends")
    ids = {visitor: (await visitor.me())["account"] for visitor in (one, other)}
    for asker, asked in ((one, other), (other, one)):
        field = asker.page.get_by_label(WORDS["friends.ask_label"], exact=True)
        await field.fill(ids[asked])
        await asker.page.keyboard.press("Enter")
        lines = person(asker, await name_of(asked)), person(asked, await name_of(asker))
        if asker is one:
            await lines[1].get_by_role("button", name=WORDS["friends.decline"]).click()
        else:
            await lines[1].wait_for()
            await lines[0].get_by_role("button", name=WORDS["friends.take_back"]).click()
        for line in lines:
            await expect(line).to_have_count(0)


@pytest.mark.full
async def test_presence_and_parting(visit: Visit) -> None:
    one, other = await two_friends(visit, "/friends")
    line = person(one, await name_of(other))
    state = line.locator(".presence")
    await expect(state).to_have_text(WORDS["friends.state.online"])
    await other.run(ROOM, {})
    await expect(state).to_have_text(WORDS["friends.state.room"])
    await other.page.close()
    await expect(state).to_have_text(WORDS["friends.state.offline"])
    await line.get_by_role("button", name=WORDS["ui.remove"]).click()
    dialog = one.page.get_by_role("dialog")
    await dialog.get_by_text(WORDS["friends.remove_note"]).wait_for()
    await dialog.get_by_role("button", name=WORDS["ui.remove"], exact=True).click()
    await expect(line).to_have_count(0)
    await one.page.get_by_text(WORDS["friends.none"]).wait_for()


async def test_an_invitation_leads_into_the_room(visit: Visit) -> None:
    host, friend = await two_friends(visit)
    code = await host.run(ROOM, {"title": "Friday night", "password": "tea"})
    await host.button("friends.invite_title").click()
    dialog = host.page.get_by_role("dialog", name=WORDS["friends.invite_title"])
    await dialog.get_by_role("button", name=WORDS["friends.invite"]).click()
    await host.page.get_by_text(
        WORDS["friends.invited"].format(name=await name_of(friend))
    ).wait_for()

    toast = friend.page.get_by_role("alert", name=WORDS["friends.invitation"])
    await toast.get_by_text(WORDS["room.has_password"]).wait_for()
    assert "Friday night" in await toast.inner_text()
    assert await findings(friend.page) == []
    await toast.get_by_role("button", name=WORDS["home.join"]).click()
    await friend.page.get_by_label(WORDS["ui.room_password"]).fill("tea")
    await friend.page.keyboard.press("Enter")
    await friend.page.wait_for_url(f"**/room/{code}")
    await host.until("state.room.seats[1].kind === 'human'")
    await expect(toast).to_have_count(0)


@pytest.mark.full
async def test_who_sits_elsewhere_changes_rooms_and_may_say_no(visit: Visit) -> None:
    host, friend = await two_friends(visit)
    code = await host.run(ROOM, {})
    await friend.run(ROOM, {})
    invite = 'await wire.request({ type: "invite", account: argument });'
    await host.run(invite, (await friend.me())["account"])
    toast = friend.page.get_by_role("alert", name=WORDS["friends.invitation"])
    await toast.get_by_role("button", name=WORDS["friends.not_now"]).click()
    await expect(toast).to_have_count(0)
    await host.run(invite, (await friend.me())["account"])
    await toast.get_by_role("button", name=WORDS["home.join"]).click()
    await friend.page.wait_for_url(f"**/room/{code}")
    await friend.until("state.room.code === argument", code)


async def test_a_block_keeps_somebody_away(visit: Visit) -> None:
    one, other = await two_friends(visit, "/friends")
    await person(one, await name_of(other)).get_by_role("button", name=WORDS["ui.remove"]).click()
    dialog = one.page.get_by_role("dialog")
    await dialog.get_by_role("button", name=WORDS["friends.block"], exact=True).click()
    await other.until("state.friends.friends.length === 0")
    await other.go("/friends")
    await other.page.get_by_label(WORDS["friends.ask_label"], exact=True).fill(await name_of(one))
    await other.page.keyboard.press("Enter")
    await expect(other.page.get_by_role("alert")).to_have_text(WORDS["errors.blocked"])
    await one.page.locator("summary", has_text=WORDS["friends.blocked"]).click()
    line = person(one, await name_of(other))
    await line.get_by_role("button", name=WORDS["friends.unblock"]).click()
    await expect(line).to_have_count(0)
    await one.page.get_by_label(WORDS["friends.block_label"], exact=True).fill(await name_of(other))
    await one.page.keyboard.press("Enter")
    await line.wait_for()


@pytest.mark.full
async def test_a_guest_is_told_how_to_have_friends(visit: Visit) -> None:
    guest = await visit("/friends")
    await guest.page.get_by_text(WORDS["friends.need_account"]).wait_for()
    await guest.page.get_by_role("main").get_by_role("link", name=WORDS["ui.login"]).wait_for()


@pytest.mark.full
async def test_everybody_can_use_the_list(visit: Visit) -> None:
    one = await kept(visit, path="/friends", size=(360, 640))
    people = {
        "friends": [
            {"account": "a", "name": "W" * 24, "state": "online"},
            {"account": "b", "name": "田中さくら", "state": "playing"},
        ],
        "asks_you": [{"account": "c", "name": "W" * 24}],
        "asked": [{"account": "d", "name": "Dai"}],
    }
    room = 'store.set({ room: { state: "waiting", code: "AAAAAA" }, friends: argument });'
    await one.run(room, people)
    await one.page.locator("summary").click()
    assert await findings(one.page) == []
    assert await small_targets(one.page) == []
    for lang in LANGUAGES:
        await choose_language(one, lang)
        assert await overflow(one.page) <= 0, lang
        assert await cut_words(one.page) == [], lang
        if lang != "en":
            await in_language(one, lang)
    await one.run("store.set({ room: null });")
