"""The words of the interface: the same keys in every language, and every key that is used."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from server.web.static import ROOT

LANGS = ("en", "ja", "zh-Hans", "zh-Hant")
FOLDERS = ("", "more/")
"""The words of the first screens, and those that come with later ones."""


def words(lang: str, folder: str) -> dict[str, str]:
    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        assert len(keys) == len(set(keys)), f"{lang}: a key stands twice"
        return dict(pairs)

    text = (ROOT / "i18n" / f"{folder}{lang}.json").read_text("utf-8")
    found: dict[str, str] = json.loads(text, object_pairs_hook=unique)
    return found


def places(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def plain(keys: set[str]) -> set[str]:
    """Without the forms for one: not every language has them."""
    return {key for key in keys if not key.endswith(".one")}


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("lang", LANGS)
def test_every_language_has_the_same_keys_and_places(lang: str, folder: str) -> None:
    english, other = words("en", folder), words(lang, folder)
    assert plain(set(other)) == plain(set(english))
    assert list(other) == sorted(other), "sort the keys"
    wrong = {key for key in other if key in english and places(other[key]) != places(english[key])}
    assert not {key for key in wrong if not key.endswith(".one")}
    assert not [key for key, text in other.items() if not text.strip()]


def used() -> Iterator[tuple[str, str]]:
    """Yield each key that a module names in full."""
    for path in sorted((ROOT / "js").rglob("*.js")):
        for key in re.findall(r"""\bt\(\s*["']([\w.]+)["']""", path.read_text("utf-8")):
            yield path.name, key


def test_every_key_that_a_module_names_has_words() -> None:
    english = {key for folder in FOLDERS for key in words("en", folder)}
    assert not [f"{name}: {key}" for name, key in used() if key not in english]
