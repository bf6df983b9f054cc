"""Draw the sprite of the tiles: `python -m server.web.art.build` writes img/tiles.svg.

The sprite has a symbol for each mjai name, `back` and `blank`. Its colours are the custom
properties of themes.css, which reach into a symbol through `<use>`; those given here are for a
viewer without them.
"""

import gzip
from pathlib import Path

from server.web.art.bamboo import bamboo
from server.web.art.bird import bird
from server.web.art.characters import honour, man, white
from server.web.art.pins import pins
from server.web.art.shapes import HEIGHT, WIDTH, Layer, circle, diamond, frame, join, number

SPRITE = Path(__file__).parent.parent / "img" / "tiles.svg"

INKS = {"ink": "#1d2433", "red": "#c4161c", "green": "#0f7a3d", "blue": "#1f3f95", "back": "#fff"}

LICENCE = """<!-- Drawn for jantaku, MIT licence. The outlines of the characters are from Yuji Boku,
Copyright 2021 The Yuji Project Authors (https://github.com/Kinutafontfactory/Yuji),
SIL Open Font License 1.1. -->"""


def faces() -> dict[str, list[Layer]]:
    """Draw all symbols, by their names."""
    drawn: dict[str, list[Layer]] = {}
    for count in range(1, 10):
        drawn[f"{count}m"] = man(count)
        drawn[f"{count}p"] = pins(count)
        drawn[f"{count}s"] = bamboo(count) if count > 1 else bird()
    drawn["5mr"] = man(5, red=True)
    drawn["5pr"] = pins(5, red=True)
    drawn["5sr"] = bamboo(5, red=True)
    for name, character, ink in (
        ("E", "東", "ink"),
        ("S", "南", "ink"),
        ("W", "西", "ink"),
        ("N", "北", "ink"),
        ("F", "發", "green"),
        ("C", "中", "red"),
    ):
        drawn[name] = honour(character, ink)
    drawn["P"] = white()
    drawn["blank"] = []
    drawn["back"] = back()
    return drawn


def back() -> list[Layer]:
    """Draw the back: a frame around a lattice of diamonds."""
    rim = frame(22, 26) + frame(30, 22)
    lattice = []
    for row in range(9):
        columns = 4 - row % 2
        for column in range(columns):
            x, y = 150 + 58 * (column - (columns - 1) / 2), 200 + 37 * (row - 4)
            lattice.append(diamond(x, y, 24, 30) + diamond(x, y, 13, 16))
    return [Layer("back", rim + join(lattice))]


def colour(ink: str) -> str:
    """Name the custom property of an ink, with what stands in for it."""
    return f"var(--tile-{ink},{INKS[ink]})"


def symbol(name: str, layers: list[Layer]) -> str:
    """Write a symbol. A red five has a dot, which `--tile-dot` can hide."""
    out = [f'<symbol id="{name}" viewBox="0 0 {WIDTH} {HEIGHT}">']
    red = name.endswith("r")
    if red:
        # Smaller by a little, towards the lower left: the dot gets a corner of its own.
        out.append('<g transform="translate(2 22) scale(.94)">')
    for layer in layers:
        stroke = ""
        if layer.stroke:
            width = number(layer.stroke)
            stroke = f' stroke="{colour(layer.ink)}" stroke-width="{width}" stroke-linejoin="round"'
        out.append(
            f'<path fill="{colour(layer.ink)}" fill-rule="evenodd"{stroke} d="{layer.path}"/>'
        )
    if red:
        dot = circle(264, 36, 24)
        out.append(
            "</g>"
            f'<path fill="{colour("red")}" stroke="var(--tile-face,#fffdf6)" stroke-width="10" '
            f'opacity="var(--tile-dot,1)" d="{dot}"/>'
        )
    out.append("</symbol>")
    return "".join(out)


def sprite() -> str:
    """Write the whole sprite."""
    symbols = "\n".join(symbol(name, layers) for name, layers in faces().items())
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{LICENCE}\n{symbols}\n</svg>\n'


def main() -> None:
    """Write the sprite and say how large it is."""
    text = sprite()
    SPRITE.parent.mkdir(exist_ok=True)
    SPRITE.write_text(text, encoding="utf-8")
    packed = len(gzip.compress(text.encode(), 9, mtime=0))
    print(f"{SPRITE.name}: {len(text) / 1000:.1f} kB, {packed / 1000:.1f} kB compressed")


if __name__ == "__main__":
    main()
