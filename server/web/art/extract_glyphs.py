"""Take the outlines of the characters from a font: `extract_glyphs.py FONT... > glyphs.json`.

Needed only when the font changes, and needs fontTools (which the project itself does without).
Each glyph is kept as SVG path data in y-down coordinates, moved so that its box starts at 0,0, with
the size of that box.
"""

import json
import re
import sys

from fontTools.pens.boundsPen import BoundsPen  # type: ignore[import-not-found]
from fontTools.pens.svgPathPen import SVGPathPen  # type: ignore[import-not-found]
from fontTools.pens.transformPen import TransformPen  # type: ignore[import-not-found]
from fontTools.ttLib import TTFont  # type: ignore[import-not-found]

CHARACTERS = "一二三四五六七八九萬東南西北發中"


def main(fonts: list[str]) -> None:
    """Print the glyphs of all characters, each from the first font file that has it."""
    found: dict[str, dict[str, object]] = {}
    for name in fonts:
        font = TTFont(name)
        names, glyphs = font.getBestCmap(), font.getGlyphSet()
        em = font["head"].unitsPerEm
        for character in CHARACTERS:
            if character in found or ord(character) not in names:
                continue
            glyph = glyphs[names[ord(character)]]
            bounds = BoundsPen(glyphs)
            glyph.draw(bounds)
            left, bottom, right, top = bounds.bounds
            scale = 1000 / em
            pen = SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
            move = (scale, 0, 0, -scale, -left * scale, top * scale)
            glyph.draw(TransformPen(pen, move))
            found[character] = {
                "width": round((right - left) * scale),
                "height": round((top - bottom) * scale),
                "path": re.sub(r"\s+", " ", pen.getCommands()),
            }
    missing = [character for character in CHARACTERS if character not in found]
    if missing:
        sys.exit(f"not in these fonts: {' '.join(missing)}")
    json.dump({c: found[c] for c in CHARACTERS}, sys.stdout, ensure_ascii=False, indent=1)
    print()


if __name__ == "__main__":
    main(sys.argv[1:])
