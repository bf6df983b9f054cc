"""Keeping an account, signing in and out, the way back from a lost password, its end."""

import re

import pytest
from playwright.async_api import Locator, expect

from tests.web.access import cut_words, findings, overflow, small_targets
from tests.web.acquainted import PASSWORD, fresh_name, kept
from tests.web.conftest import Visit
from tests.web.house import WORDS, Visitor, seen
from tests.web.test_lobby import LANGUAGES, choose_language, shown_text, words

pytestmark = pytest.mark.asyncio(loop_scope="session")

OTHER_PASSWORD = "four concealed triplets"
TOKEN = 'return JSON.parse(localStorage.getItem("jantaku.token"));'
CODE = r"(?:[0-9A-Z]{5}-){3}[0-9A-Z]{5}"


def field(visitor: Visitor, key: str) -> Locator:
    return visitor.page.get_by_label(WORDS[key], exact=True)


async def guest(visit: Visit, path: str = "/") -> Visitor:
    """Open a page as somebody whom only this browser knows."""
    visitor = await visit()
    await visitor.run(
        'await (await import("/web/js/state/actions.js")).signIn(argument);', fresh_name()
    )
    await visitor.run('(await import("/web/js/router.js")).go(argument);', path)
    return visitor


async def send(visitor: Visitor, name: str, password: str) -> None:
    """Fill in the form for name and password, and press Enter."""
    await visitor.fill(field(visitor, "ui.nickname"), name)
    await visitor.fill(field(visitor, "people.password"), password)
    await visitor.page.keyboard.press("Enter")


async def log_in(visit: Visit, name: str, password: str) -> Visitor:
    visitor = await visit("/login")
    await send(visitor, name, password)
    await visitor.page.wait_for_url(f"{visitor.url}/")
    await visitor.until("state.me?.registered")
    return visitor


async def test_a_guest_keeps_the_account(visit: Visit) -> None:
    person = await guest(visit)
    me, token = await person.me(), await person.run(TOKEN)
    await person.page.get_by_role("link", name=WORDS["ui.register"]).first.click()
    name = fresh_name()
    await send(person, name, PASSWORD)
    code = person.page.get_by_text(re.compile(f"^{CODE}$"))
    await code.wait_for()
    await expect(person.page.locator("h2:focus")).to_have_count(1)
    await person.button("account.copy_code").click()
    await person.button("account.code_kept").click()
    await person.page.get_by_text(WORDS["account.id"]).wait_for()
    await expect(code).to_have_count(0)
    assert await person.me() == {"account": me["account"], "name": name, "registered": True}
    assert await person.run(TOKEN) != token
    await person.page.reload()
    await person.until("state.me?.registered")
    await person.page.get_by_text(name).first.wait_for()
    await expect(code).to_have_count(0)


@pytest.mark.full
async def test_what_is_wrong_is_said_at_its_field(visit: Visit) -> None:
    other = await kept(visit)
    person = await guest(visit, "/account")
    for name, password, at, said in (
        (fresh_name(), "", "people.password", "people.empty"),
        (fresh_name(), "short", "people.password", "people.fault.password.out_of_range"),
        (fresh_name(), "password", "people.password", "people.fault.password.weak_password"),
        (
            (await other.me())["name"].upper(),
            PASSWORD,
            "ui.nickname",
            "people.fault.name.name_taken",
        ),
        ("Admin", PASSWORD, "ui.nickname", "people.fault.name.name_reserved"),
        ("Аki", PASSWORD, "ui.nickname", "people.fault.name.bad_value"),
    ):
        await send(person, name, password)
        wrong = field(person, at)
        await expect(person.page.get_by_role("alert")).to_have_text(WORDS[said])
        await expect(wrong).to_be_focused()
        await expect(wrong).to_have_attribute("aria-invalid", "true")
        described = await wrong.get_attribute("aria-describedby")
        await expect(person.page.locator(f'[id="{described}"]')).to_have_text(WORDS[said])
    assert not (await person.me())["registered"]


@pytest.mark.full
async def test_password_managers_know_the_forms(visit: Visit) -> None:
    person = await guest(visit, "/account")
    await expect(field(person, "ui.nickname")).to_have_attribute("autocomplete", "username")
    secret = field(person, "people.password")
    await expect(secret).to_have_attribute("autocomplete", "new-password")
    await expect(secret).to_have_attribute("type", "password")
    await person.page.get_by_label(WORDS["people.show_password"]).check()
    await expect(secret).to_have_attribute("type", "text")
    await person.go("/login")
    await expect(secret).to_have_attribute("autocomplete", "current-password")


async def test_another_browser_signs_in(visit: Visit) -> None:
    first = await kept(visit)
    me = await first.me()
    second = await visit("/login")
    await send(second, me["name"], "not this one at all")
    fault = second.page.get_by_role("alert")
    await expect(fault).to_have_text(WORDS["people.fault.password.wrong_login"])
    assert await second.status() == "idle", "nobody is made a guest by a mistyped password"
    await send(second, me["name"], PASSWORD)
    await second.page.wait_for_url(f"{second.url}/")
    await second.until("state.me?.registered")
    assert await second.me() == me
    await first.until("state.status === 'elsewhere'")


async def test_fields_that_are_filled_in_one_frame_keep_what_is_written(visit: Visit) -> None:
    """As a keeper of passwords does it."""
    person = await visit("/login")
    await field(person, "people.password").wait_for()
    filled = await person.page.evaluate(
        """() => {
            const fields = [...document.querySelectorAll("form input")].slice(0, 2);
            fields.forEach((field, number) => {
                field.value = `words of field ${number}`;
                field.dispatchEvent(new InputEvent("input", { bubbles: true }));
            });
            return fields.map((field) => field.value);
        }"""
    )
    assert filled == ["words of field 0", "words of field 1"]
    await expect(field(person, "ui.nickname")).to_have_value("words of field 0")
    await expect(field(person, "people.password")).to_have_value("words of field 1")


@pytest.mark.full
async def test_a_guest_signs_in_without_another_connection(visit: Visit) -> None:
    me = await (await kept(visit)).me()
    person = await guest(visit, "/login")
    await person.page.get_by_text(WORDS["account.guest_stays"]).wait_for()
    await send(person, me["name"], PASSWORD)
    await person.until("state.me?.account === argument", me["account"])
    await person.until("state.friends !== null")
    await person.page.reload()
    await person.until("state.me?.account === argument", me["account"])


async def test_the_way_back_from_a_lost_password(visit: Visit) -> None:
    first = await guest(visit, "/account")
    name = fresh_name()
    await send(first, name, PASSWORD)
    code = await first.page.get_by_text(re.compile(f"^{CODE}$")).inner_text()
    person = await visit("/login")
    await person.page.get_by_role("link", name=WORDS["account.lost"]).click()
    await person.fill(field(person, "ui.nickname"), name)
    await person.fill(field(person, "account.code_title"), "AAAAA-AAAAA-AAAAA-AAAAA")
    await person.fill(field(person, "account.new_password"), OTHER_PASSWORD)
    await person.page.keyboard.press("Enter")
    fault = person.page.get_by_role("alert")
    await expect(fault).to_have_text(
        re.compile(re.escape(WORDS["people.fault.code.wrong_recovery_code"]))
    )
    await person.fill(field(person, "account.code_title"), code.lower().replace("-", " "))
    shown = person.page.get_by_text(re.compile(f"^{CODE}$"))
    async with seen(first.page.get_by_text(WORDS["ui.signed_out"])):
        await person.button("account.recover").click()
        await shown.wait_for()
    assert await shown.inner_text() != code, "the code is used up"
    await person.button("account.code_kept").click()
    await person.page.get_by_text(name).first.wait_for()
    await first.until("state.status === 'idle'")
    await log_in(visit, name, OTHER_PASSWORD)


@pytest.mark.full
async def test_signing_out_here(visit: Visit) -> None:
    person = await kept(visit, path="/account")
    await person.button("account.out_here").click()
    await person.page.wait_for_url(f"{person.url}/")
    await person.page.get_by_role("link", name=WORDS["ui.login"]).first.wait_for()
    assert await person.status() == "idle"
    assert await person.run(TOKEN) is None


@pytest.mark.full
async def test_signing_out_everywhere(visit: Visit) -> None:
    first = await kept(visit)
    second = await log_in(visit, (await first.me())["name"], PASSWORD)
    await second.go("/account")
    await second.button("account.out_everywhere").click()
    dialog = second.page.get_by_role("dialog")
    await dialog.get_by_role("button", name=WORDS["account.out_everywhere"]).click()
    await second.page.wait_for_url(f"{second.url}/")
    assert await second.run(TOKEN) is None
    await first.go("/")
    await first.page.get_by_text(WORDS["ui.signed_out"]).wait_for()
    assert await first.status() == "idle", "no guest is made of somebody who has a password"


@pytest.mark.full
async def test_password_name_and_code_are_changed(visit: Visit) -> None:
    person = await kept(visit, path="/account")
    page = person.page
    me, token = await person.me(), await person.run(TOKEN)
    await page.locator("summary", has_text=WORDS["account.change_password"]).click()
    await person.fill(field(person, "account.present_password"), "not this one at all")
    await person.fill(field(person, "account.new_password"), OTHER_PASSWORD)
    await page.keyboard.press("Enter")
    await expect(field(person, "account.present_password")).to_be_focused()
    await person.fill(field(person, "account.present_password"), PASSWORD)
    await page.keyboard.press("Enter")
    await page.get_by_text(WORDS["account.password_changed"]).wait_for()
    assert await person.run(TOKEN) != token
    await expect(field(person, "account.present_password")).to_have_value("")
    await page.locator("summary", has_text=WORDS["account.change_password"]).click()

    await person.button("account.rename").click()
    name = fresh_name()
    await person.fill(field(person, "account.new_name"), name)
    await page.keyboard.press("Enter")
    await page.get_by_text(WORDS["account.rename_wait"].split("{")[0]).wait_for()
    await page.get_by_text(name).first.wait_for()

    await page.locator("summary", has_text=WORDS["account.new_code"]).click()
    await person.fill(field(person, "people.password"), OTHER_PASSWORD)
    await page.keyboard.press("Enter")
    await page.get_by_text(re.compile(f"^{CODE}$")).wait_for()
    await person.button("account.code_kept").click()
    await page.reload()
    await person.until("state.me?.registered")
    assert await person.me() == {**me, "name": name}


async def test_an_account_is_deleted(visit: Visit) -> None:
    person = await kept(visit, path="/account")
    page, name = person.page, (await person.me())["name"]
    await page.locator("summary", has_text=WORDS["account.delete"]).click()
    await page.get_by_text(WORDS["account.delete_stays"]).wait_for()
    await person.fill(field(person, "people.password"), "not this one at all")
    await person.button("account.delete_now").click()
    await expect(field(person, "people.password")).to_be_focused()
    await person.fill(field(person, "people.password"), PASSWORD)
    await person.button("account.delete_now").click()
    await page.wait_for_url(f"{person.url}/")
    await page.get_by_text(WORDS["account.deleted"]).wait_for()
    await person.go("/login")
    await send(person, name, PASSWORD)
    fault = page.get_by_role("alert")
    await expect(fault).to_have_text(WORDS["people.fault.password.wrong_login"])


@pytest.mark.full
async def test_another_tab_follows(visit: Visit) -> None:
    first = await visit()
    second = await visit(context=first.page.context)
    await second.run('await (await import("/web/js/state/actions.js")).signIn("Aki");')
    await first.until("state.status === 'elsewhere'")
    await second.run(
        """
        const { register } = await import("/web/js/state/people/account.js");
        await register(argument[0], argument[1]);
        """,
        [fresh_name(), PASSWORD],
    )
    await first.button("ui.play_here").click()
    await first.until("state.me?.registered")
    await second.until("state.status === 'elsewhere'")
    await first.go("/account")
    await first.button("account.out_here").click()
    await second.until("state.status === 'idle'")
    await second.page.get_by_role("link", name=WORDS["ui.login"]).first.wait_for()


@pytest.mark.full
async def test_settings_go_with_the_account(visit: Visit) -> None:
    first = await kept(visit, path="/settings")
    await first.pick("settings.theme.blue")
    await expect_sent(first, "set_settings", "theme", "blue")
    second = await log_in(visit, (await first.me())["name"], PASSWORD)
    await second.until("state.settings.theme === 'blue'")
    await second.go("/settings")
    await second.pick("settings.tile_size.L")
    await expect_sent(second, "set_settings", "tileSize", "L")
    await first.go("/")
    await first.until("state.settings.tileSize === 'L'")
    await expect(first.page.locator("html")).to_have_attribute("data-tile-size", "L")


async def expect_sent(visitor: Visitor, kind: str, name: str, value: str) -> None:
    """Wait until the settings have been sent with this value, and taken."""
    await visitor.until("localStorage.getItem('jantaku.settingsUnsaid') === null")
    sent = [message["settings"] for message in visitor.sent if message["type"] == kind]
    assert sent[-1][name] == value


async def walk(visit: Visit, size: tuple[int, int]) -> list[Visitor]:
    """Open each screen about accounts as whoever sees it."""
    stranger = await visit("/login", size=size)
    lost = await visit("/recover", size=size)
    newcomer = await visit("/", size=size)
    await newcomer.run('await (await import("/web/js/state/actions.js")).signIn(null);')
    await newcomer.go("/account")
    owner = await kept(visit, path="/account", size=size)
    for visitor in (stranger, lost, newcomer):
        await visitor.page.locator("form").first.wait_for()
    for summary in await owner.page.locator("summary").all():
        await summary.click()
    await owner.page.locator(".button.danger").wait_for()
    return [stranger, lost, newcomer, owner]


@pytest.mark.full
async def test_everybody_can_use_these_screens(visit: Visit) -> None:
    for visitor in await walk(visit, (360, 640)):
        page = visitor.page
        assert await findings(page) == [], page.url
        assert await small_targets(page) == [], page.url
        for lang in LANGUAGES:
            await choose_language(visitor, lang)
            assert await overflow(page) <= 0, (page.url, lang)
            assert await cut_words(page) == [], (page.url, lang)
            if lang != "en":
                await in_language(visitor, lang)


async def in_language(visitor: Visitor, lang: str) -> None:
    """Check that no English sentence and no key is left."""
    spoken = words(lang)
    foreign = {text for key, text in WORDS.items() if len(text) > 8 and spoken.get(key) != text}
    lines = {line.strip() for line in (await shown_text(visitor)).splitlines()}
    assert not lines & foreign
    assert not [key for key in WORDS if "." in key and key in lines]
