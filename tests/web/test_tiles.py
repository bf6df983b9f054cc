"""The drawings of the tiles and the colours they are shown in."""

import gzip
import re
from xml.etree import ElementTree

import pytest

from server.web.art.build import SPRITE, sprite
from server.web.static import ROOT

THEMES = (ROOT / "css" / "themes.css").read_text("utf-8")
NAMES = {
    *(f"{number}{suit}" for suit in "mps" for number in range(1, 10)),
    *("5mr", "5pr", "5sr"),
    *"ESWNPFC",
    *("back", "blank"),
}


def properties(*selectors: str) -> dict[str, str]:
    """Read the plain colours that the rules of these selectors set, later ones last."""
    found: dict[str, str] = {}
    for selector in selectors:
        rule = re.search(rf"^{re.escape(selector)} {{(.*?)^}}", THEMES, re.MULTILINE | re.DOTALL)
        assert rule, selector
        found |= dict(re.findall(r"(--[\w-]+): (#[0-9a-f]+);", rule[1]))
    return found


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Measure as WCAG 2.2 does."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_the_sprite_is_what_its_drawings_say() -> None:
    assert SPRITE.read_text("utf-8") == sprite(), "run: python -m server.web.art.build"


def test_every_tile_has_a_symbol_of_one_size() -> None:
    symbols = ElementTree.parse(SPRITE).getroot()
    assert {symbol.get("id") for symbol in symbols} == NAMES
    assert {symbol.get("viewBox") for symbol in symbols} == {"0 0 300 400"}


def test_the_sprite_is_small_and_refers_to_nothing() -> None:
    text = SPRITE.read_text("utf-8")
    assert len(gzip.compress(text.encode(), 9)) <= 60_000
    assert "url(" not in text
    assert "href" not in text
    assert "style=" not in text


def test_every_ink_has_a_colour() -> None:
    used = set(re.findall(r"var\((--[\w-]+)", SPRITE.read_text("utf-8")))
    assert not [name for name in used if f"  {name}: " not in THEMES]


@pytest.mark.parametrize("tiles", [(), (':root[data-tiles="dark"]',)], ids=["ivory", "dark"])
def test_drawings_stand_out_from_the_face(tiles: tuple[str, ...]) -> None:
    colours = properties(":root", *tiles)
    for ink in ("ink", "red", "green", "blue"):
        for face in ("face", "face-2"):
            assert contrast(colours[f"--tile-{ink}"], colours[f"--tile-{face}"]) >= 4.5, ink


@pytest.mark.parametrize("table", ["green", "blue", "dark"])
def test_text_stands_out_from_every_surface(table: str) -> None:
    chosen = () if table == "green" else (f':root[data-table="{table}"]',)
    colours = properties(":root", *chosen)
    for surface in ("bg", "surface", "surface-2", "plate", "plate-2"):
        for text in ("text", "text-dim", "accent", "danger", "good", "info", "focus"):
            assert contrast(colours[f"--{text}"], colours[f"--{surface}"]) >= 4.5, (text, surface)
    assert contrast(colours["--on-accent"], colours["--accent"]) >= 4.5
    assert contrast(colours["--on-danger"], colours["--danger-solid"]) >= 4.5
    for felt in ("felt-1", "felt-2", "felt-3"):
        assert contrast(colours["--text"], colours[f"--{felt}"]) >= 4.5, felt
