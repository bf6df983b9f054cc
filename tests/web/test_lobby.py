"""First visit, lobby and settings: what is kept, what is shown, in every language."""

import json
import re

import pytest
from playwright.async_api import expect

from server.web.static import ROOT
from tests.web.access import cut_words, overflow
from tests.web.conftest import Visit
from tests.web.house import WORDS, Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

LANGUAGES = {"en": "English", "ja": "日本語", "zh-Hans": "简体中文", "zh-Hant": "繁體中文"}
OTHERS = tuple(LANGUAGES)[1:]
SAME_EVERYWHERE = re.compile(r"jantaku|WRC|EMA|CPU|M\.?League|Guest \d+")
"""Names, and what the language lists of the switch say."""


def words(lang: str) -> dict[str, str]:
    first: dict[str, str] = json.loads((ROOT / "i18n" / f"{lang}.json").read_text("utf-8"))
    more: dict[str, str] = json.loads((ROOT / "i18n/more" / f"{lang}.json").read_text("utf-8"))
    return first | more


async def choose_language(visitor: Visitor, lang: str) -> None:
    switch = visitor.page.locator("header select")
    await switch.select_option(lang)
    await visitor.until("state.settings.lang === argument", lang)


async def shown_text(visitor: Visitor) -> str:
    """Return all that is read or read out, without the names of the languages."""
    text: str = await visitor.page.evaluate(
        """() => {
          const names = [...document.querySelectorAll("[aria-label], [title]")].flatMap((element) =>
            [element.getAttribute("aria-label"), element.getAttribute("title")]);
          const page = document.body.cloneNode(true);
          for (const option of page.querySelectorAll("option[lang]")) option.remove();
          return [page.textContent, document.title, ...names].join("\\n");
        }"""
    )
    return text


async def test_the_name_is_filled_in_and_kept(visit: Visit) -> None:
    guest = await visit()
    field = guest.page.get_by_label(WORDS["ui.nickname"])
    assert re.fullmatch(r"Guest \d{4}", await field.input_value())
    await field.fill("Aki")
    await guest.play_bots()
    assert (await guest.me())["name"] == "Aki"


async def test_a_running_game_blocks_the_rest(visit: Visit) -> None:
    guest = await visit()
    await guest.play_bots("east")
    await guest.go("/")
    back = guest.page.get_by_role("link", name=WORDS["home.back_to_game"])
    await back.wait_for()
    box = await back.bounding_box()
    assert box is not None
    assert box["height"] >= 64
    for key in ("ui.quick_play", "ui.create_room", "home.join"):
        await expect(guest.button(key)).to_have_count(0)
    await back.click()
    await guest.at_table()


async def test_the_last_quick_game_is_offered_again(visit: Visit) -> None:
    guest = await visit()
    await guest.pick("rules.players.3")
    await guest.pick("rules.length.one_round")
    await guest.pick("rules.cpu_level.easy")
    await guest.page.reload()
    for key in ("rules.players.3", "rules.length.one_round", "rules.cpu_level.easy"):
        await expect(guest.page.get_by_role("radio", name=WORDS[key], exact=True)).to_be_checked()


async def test_a_wrong_name_is_said_at_the_field(visit: Visit) -> None:
    guest = await visit()
    field = guest.page.get_by_label(WORDS["ui.nickname"])
    await field.fill("a\u200b\u200bb")
    await guest.button("ui.quick_play").click()
    fault = guest.page.get_by_role("alert")
    await fault.wait_for()
    await expect(field).to_have_attribute("aria-invalid", "true")
    assert guest.page.url == f"{guest.url}/"
    await field.fill("Aki")
    await expect(fault).to_have_count(0)
    await guest.play_bots()


async def test_finished_games_are_listed_with_place_and_points(visit: Visit) -> None:
    guest = await visit()
    await guest.play_bots()
    result = await guest.run(
        """
        const actions = await import("/web/js/state/actions.js");
        await actions.setAuto({ win: true, no_call: true, tsumogiri: true });
        while (!store.get().table.result) {
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        const { id, seat, result } = store.get().table;
        await actions.leaveRoom();
        return { id, place: result.ranks[seat], score: result.scores[seat] };
        """
    )
    await guest.go("/")
    row = guest.page.locator(f'tr[data-game="{result["id"]}"]')
    await row.wait_for()
    text = await row.inner_text()
    assert WORDS[f"ui.place.{result['place']}"] in text
    assert f"{result['score']:,}" in text
    assert WORDS["mode.4p_one"] in text
    await row.get_by_role("link").click()
    await guest.page.wait_for_url(f"**/r/{result['id']}")
    await guest.page.locator(".page.record .scores li").first.wait_for()
    await guest.page.go_back()
    await row.wait_for()


@pytest.mark.parametrize(
    "lang", [OTHERS[0], *(pytest.param(lang, marks=pytest.mark.full) for lang in OTHERS[1:])]
)
async def test_every_text_follows_the_language(visit: Visit, lang: str) -> None:
    """Change it on each screen, there and back."""
    guest = await visit("/settings", size=(360, 640))
    spoken = words(lang)
    foreign = {
        text
        for key, text in WORDS.items()
        if re.search("[a-z]{3}", text) and "{" not in text and spoken[key] != text
    }
    for path in ("/", "/settings", "/create", "/j/AAAAAA"):
        await guest.go(path)
        await guest.page.get_by_role("heading").first.wait_for(state="attached")
        if path == "/create":
            await guest.page.locator("summary").click()
        await choose_language(guest, lang)
        shown = await shown_text(guest)
        lines = {line.strip() for line in shown.splitlines()}
        assert not lines & foreign
        left = [key for key in WORDS if "." in key and key in lines]
        assert not left, "keys instead of words"
        latin = re.findall(r"[A-Za-z]{3,}[A-Za-z ]*", SAME_EVERYWHERE.sub("", shown))
        assert not [text for text in latin if text.strip() in foreign]
        assert await guest.page.evaluate("() => document.documentElement.lang") == lang
        assert await overflow(guest.page) <= 0
        assert await cut_words(guest.page) == []
        await choose_language(guest, "en")
    assert await guest.page.evaluate("() => document.documentElement.lang") == "en"


async def test_the_language_is_the_browsers_and_stays_as_chosen(visit: Visit) -> None:
    guest = await visit()
    assert await guest.page.evaluate("() => document.documentElement.lang") == "en"
    await choose_language(guest, "ja")
    await guest.page.reload()
    await guest.page.get_by_text(words("ja")["home.tagline"]).wait_for()


async def test_settings_apply_at_once_and_stay(visit: Visit) -> None:
    guest = await visit("/settings")
    root = guest.page.locator("html")
    await guest.pick("settings.theme.blue")
    await guest.pick("settings.tile_size.L")
    switch = guest.page.get_by_role("switch", name=WORDS["ui.animations"])
    await guest.page.locator("label.switch").filter(has=switch).click()
    await guest.drawn()
    volume = guest.page.get_by_role("slider", name=WORDS["settings.volume.voices"])
    await guest.fill(volume, "35")
    await expect(root).to_have_attribute("data-table", "blue")
    await expect(root).to_have_attribute("data-motion", "off")
    await guest.page.reload()
    settings = await guest.run("return store.get().settings;")
    assert (settings["theme"], settings["tileSize"]) == ("blue", "L")
    assert settings["animations"] is False
    assert settings["volume"]["voices"] == 0.35
    await guest.button("settings.reset").click()
    await expect(root).to_have_attribute("data-table", "green")


async def test_a_key_is_not_given_twice(visit: Visit) -> None:
    guest = await visit("/settings")
    name = WORDS["settings.key_for"].format(action=WORDS["actions.pon"])
    field = guest.page.get_by_role("textbox", name=name)
    await field.press("k")
    taken = WORDS["settings.key_taken"].format(key="K", action=WORDS["actions.kan"])
    await guest.page.get_by_text(taken).wait_for()
    await expect(field).to_have_value("P")
    await field.press("b")
    await expect(field).to_have_value("B")
    assert await guest.run("return store.get().settings.keys.pon;") == "b"
