"""The words of the interface against the modules, the rules, the protocol and the glossary."""

import json
import re
from functools import cache
from typing import Any, Final

import pytest

from engine.riichi.catalogue import catalogue
from protocol.errors import ERRORS
from server.web.static import ROOT
from tests.support.shared_data import SHARED, require_shared

LANGS: Final = ("en", "ja", "zh-Hans", "zh-Hant")
OWN_REFUSALS: Final = {"offline", "unanswered", "unavailable", "rule"}
"""Codes of the client's own, and `rule` for the sentences about one option."""

_TEMPLATE: Final = re.compile(r"`([a-z]\w*\.(?:[\w.]*\$\{[^{}`]*\})+[\w.]*)`")
_LITERAL: Final = re.compile(r"""["'`]([a-z]\w*(?:\.[\w-]+)+)["'`]""")
_KANA: Final = re.compile(r"[\u3041-\u30fa]")
_HOLE: Final = re.compile(r"\\\$\\\{.*?\\\}")


@cache
def words(lang: str) -> dict[str, str]:
    first: dict[str, str] = json.loads((ROOT / "i18n" / f"{lang}.json").read_text("utf-8"))
    more: dict[str, str] = json.loads((ROOT / "i18n/more" / f"{lang}.json").read_text("utf-8"))
    assert not first.keys() & more.keys()
    return first | more


@cache
def source() -> str:
    return "\n".join(path.read_text("utf-8") for path in sorted((ROOT / "js").rglob("*.js")))


def templates() -> dict[str, re.Pattern[str]]:
    """Return the keys that modules put together (`rules.${name}`), as patterns."""
    return {
        template: re.compile(_HOLE.sub(r"[\\w-]+(?:\\.\\d+)?", re.escape(template)))
        for template in _TEMPLATE.findall(source())
    }


def test_every_key_is_used() -> None:
    literals = set(_LITERAL.findall(source()))
    patterns = list(templates().values())

    def used(key: str) -> bool:
        parts = key.removesuffix(".one").split(".")
        if ".".join(parts) in literals or any(pattern.fullmatch(key) for pattern in patterns):
            return True
        # The beginning of a key may be handed to what adds the value (`words="settings.theme"`).
        return ".".join(parts[:-1]) in literals

    assert not [key for key in words("en") if not used(key)]


def test_every_key_that_is_put_together_can_be_found() -> None:
    known = {key.split(".")[0] for key in words("en")}
    lost = [
        template
        for template, pattern in templates().items()
        if template.split(".")[0] in known
        and not any(pattern.fullmatch(key) for key in words("en"))
    ]
    assert not lost


def values_of(option: dict[str, Any]) -> set[str]:
    """Return the named values of an option that stand alone: no yaku, no numbers."""
    allowed = option["allowed"]
    sides = allowed.values() if isinstance(allowed, dict) and "4" in allowed else [allowed]
    found: set[str] = set()
    for side in sides:
        if isinstance(side, list):
            found |= {value for value in side if isinstance(value, str)}
        elif "or_map" in side:
            found |= {value for value in side["any_of"] if isinstance(value, str)}
    return found


@pytest.mark.parametrize("lang", LANGS)
def test_every_rule_has_its_words(lang: str) -> None:
    rules = catalogue()
    known = words(lang)
    wanted = {f"rules.group.{group}" for group in rules["groups"]}
    for preset in rules["presets"]:
        wanted |= {f"rules.preset.{preset}", f"rules.about.{preset}"}
    for option in rules["options"]:
        name = option["name"]
        fixed = isinstance(option["allowed"], list) and len(option["allowed"]) == 1
        if fixed:
            assert f"rules.{name}" not in known, "there is nothing to choose"
            continue
        wanted |= {f"rules.{name}", f"rules.help.{name}"}
        ending = name.startswith("last_dealer_stop_")
        for value in values_of(option):
            wanted.add(f"rules.{'last_dealer_stop' if ending else name}.{value}")
        if option["type"] in ("set", "bool or set"):
            wanted |= {f"yaku.{yaku}" for yaku in option["allowed"]["any_of"]}
    assert not wanted - set(known)


def test_every_refusal_that_a_person_can_meet_has_its_words() -> None:
    codes = {key.split(".")[1] for key in words("en") if key.startswith("errors.")}
    assert codes <= set(ERRORS) | OWN_REFUSALS
    programs_only = {"hello_required", "already_greeted"}
    met = {code for code, refusal in ERRORS.items() if not refusal.strike} - programs_only
    assert met <= codes


@pytest.mark.parametrize("lang", LANGS)
def test_the_words_of_the_glossary_stand_as_given(lang: str) -> None:
    text = require_shared(SHARED / "glossary.json").read_text("utf-8")
    sections: dict[str, dict[str, dict[str, str]]] = json.loads(text)
    given = {
        f"{section}.{name}": translations[lang]
        for section, entries in sections.items()
        for name, translations in entries.items()
    }
    other = {
        key: (text, given[key])
        for key, text in words(lang).items()
        if key in given and text != given[key]
    }
    assert not other


def test_no_language_borrows_from_another() -> None:
    """Chinese has no kana; only Latin names are the same in all languages."""
    for lang in ("zh-Hans", "zh-Hant"):
        assert not [key for key, text in words(lang).items() if _KANA.search(text)]
    latin = {
        key: text
        for lang in ("ja", "zh-Hans", "zh-Hant")
        for key, text in words(lang).items()
        if text == words("en")[key] and re.search(r"[A-Za-z]{4}", re.sub(r"\{\w+\}", "", text))
    }
    assert not latin
