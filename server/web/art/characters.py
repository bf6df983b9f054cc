"""The characters: numbers over 萬, winds and dragons, from the outlines in glyphs.json."""

import json
from pathlib import Path

from server.web.art.shapes import Frame, Layer, frame

_GLYPHS = json.loads((Path(__file__).parent / "glyphs.json").read_text(encoding="utf-8"))

_NUMBERS = "一二三四五六七八九"


def _fit(
    character: str, x: float, y: float, width: float, height: float, most: float = 1.25
) -> str:
    """Put a character into the middle of a box, stretched to it by `most` at most."""
    glyph = _GLYPHS[character]
    sx, sy = width / glyph["width"], height / glyph["height"]
    sx, sy = min(sx, most * sy), min(sy, most * sx)
    left = x + (width - sx * glyph["width"]) / 2
    top = y + (height - sy * glyph["height"]) / 2
    return Frame(left, top, sx, sy).path(glyph["path"])


def man(number: int, *, red: bool = False) -> list[Layer]:
    """Draw a number over 萬."""
    upper = _fit(_NUMBERS[number - 1], 38, 22, 224, 158)
    lower = _fit("萬", 44, 196, 212, 186)
    return [Layer("red" if red else "ink", upper, 5), Layer("red", lower, 4)]


def honour(character: str, ink: str) -> list[Layer]:
    """Draw one character over the whole face."""
    return [Layer(ink, _fit(character, 24, 32, 252, 336), 6)]


def white() -> list[Layer]:
    """Draw the white dragon: a double frame with cut corners."""
    return [Layer("blue", frame(30, 30) + frame(46, 24) + frame(58, 20) + frame(64, 18))]
