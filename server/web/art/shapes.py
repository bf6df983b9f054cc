"""Paths to draw tile faces with: a face is 300 units wide and 400 high, y runs down.

A drawing is a list of layers, back to front; each layer is one colour and path data. What is to
show the tile itself is a hole (all layers are filled by the even-odd rule), so that a drawing looks
right on any colour of tile and needs no colour of its own for it.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

WIDTH, HEIGHT = 300, 400

Point = tuple[float, float]


@dataclass(frozen=True)
class Layer:
    """One colour of a drawing. `ink` is a name of `INKS`; `stroke` thickens the outline."""

    ink: str
    path: str
    stroke: float = 0


def number(value: float) -> str:
    """Write a coordinate: a tenth of a unit is finer than any screen shows."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text in {"-0", ""} else text


def join(parts: Iterable[str]) -> str:
    """Put several subpaths into one path."""
    return "".join(parts)


def circle(x: float, y: float, radius: float) -> str:
    """Draw a circle around a point."""
    r, d = number(radius), number(2 * radius)
    return f"M{number(x - radius)} {number(y)}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0z"


def ring(x: float, y: float, outer: float, inner: float) -> str:
    """Draw a circle with a circular hole."""
    return circle(x, y, outer) + circle(x, y, inner)


def polygon(points: Iterable[Point]) -> str:
    """Draw straight lines through the points and back."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "z"


def diamond(x: float, y: float, across: float, up: float) -> str:
    """Draw a diamond by the halves of its width and height."""
    return polygon([(x - across, y), (x, y - up), (x + across, y), (x, y + up)])


def frame(inset: float, cut: float) -> str:
    """Draw the edge of the face, `inset` from it, with its corners cut off."""
    left, right, top, bottom = inset, WIDTH - inset, inset, HEIGHT - inset
    return polygon(
        [
            (left + cut, top),
            (right - cut, top),
            (right, top + cut),
            (right, bottom - cut),
            (right - cut, bottom),
            (left + cut, bottom),
            (left, bottom - cut),
            (left, top + cut),
        ]
    )


class Frame:
    """Local coordinates: a place, a size and a turn (degrees, clockwise) on the face."""

    def __init__(self, x: float, y: float, sx: float = 1, sy: float | None = None, turn: float = 0):
        """Put the local origin at x, y; `sx` and `sy` are the length of a local unit."""
        self.x, self.y = x, y
        self.sx, self.sy = sx, sx if sy is None else sy
        self.cos, self.sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def at(self, x: float, y: float) -> Point:
        """Turn local coordinates into those of the face."""
        u, v = x * self.sx, y * self.sy
        return self.x + u * self.cos - v * self.sin, self.y + u * self.sin + v * self.cos

    def path(self, data: str) -> str:
        """Move path data of absolute M, L, C, Q, H, V and Z commands onto the face."""
        out: list[str] = []
        here: Point = (0, 0)
        for command, values in commands(data):
            if command == "Z":
                out.append("z")
                continue
            if command == "H":
                values = [values[0], here[1]]
            elif command == "V":
                values = [here[0], values[0]]
            pairs = list(zip(values[::2], values[1::2], strict=True))
            here = pairs[-1]
            letter = "L" if command in "HV" else command
            placed = (self.at(x, y) for x, y in pairs)
            out.append(letter + " ".join(f"{number(x)} {number(y)}" for x, y in placed))
        return join(out)


def commands(data: str) -> Iterable[tuple[str, list[float]]]:
    """Split path data into commands with their numbers."""
    letter, digits, values = "", "", list[float]()
    for sign in data + "Z":
        if sign in "MLCQHVZ":
            if digits:
                values.append(float(digits))
            if letter:
                yield letter, values
            letter, digits, values = sign, "", []
        elif sign in " ,":
            if digits:
                values.append(float(digits))
            digits = ""
        elif sign == "-" and digits:
            values.append(float(digits))
            digits = sign
        else:
            digits += sign
