"""The circles: coins with a rosette in each; the one is a large wheel of flowers."""

import math

from server.web.art.shapes import Layer, Point, circle, join, ring

# What lies on each tile: colour, centre and radius of each coin.
_COINS: dict[int, tuple[float, list[tuple[str, Point]]]] = {
    2: (84, [("green", (150, 108)), ("blue", (150, 292))]),
    3: (63, [("blue", (86, 88)), ("red", (150, 200)), ("green", (214, 312))]),
    4: (
        64,
        [("blue", (82, 106)), ("green", (218, 106)), ("green", (82, 294)), ("blue", (218, 294))],
    ),
    5: (
        57,
        [
            ("blue", (78, 82)),
            ("green", (222, 82)),
            ("red", (150, 200)),
            ("green", (78, 318)),
            ("blue", (222, 318)),
        ],
    ),
    6: (
        57,
        [
            *(("green", (x, 84.0)) for x in (84, 216)),
            *(("red", (x, y)) for y in (216.0, 332.0) for x in (84, 216)),
        ],
    ),
    7: (
        46,
        [
            ("green", (61, 60)),
            ("green", (150, 98)),
            ("green", (239, 136)),
            *(("red", (x, y)) for y in (240.0, 340.0) for x in (98, 202)),
        ],
    ),
    8: (45.5, [("blue", (x, y)) for y in (59.0, 153.0, 247.0, 341.0) for x in (92, 208)]),
    9: (
        43.5,
        [
            *(("green", (x, 68.0)) for x in (60, 150, 240)),
            *(("red", (x, 200.0)) for x in (60, 150, 240)),
            *(("blue", (x, 332.0)) for x in (60, 150, 240)),
        ],
    ),
}


def coin(x: float, y: float, radius: float) -> str:
    """Draw a coin: rim, groove, and a disc pierced by petals around an eye."""
    petals = 8 if radius > 50 else 6
    rim, disc = (0.8, 0.67) if radius > 60 else (0.76, 0.65)
    parts = [ring(x, y, radius, rim * radius), circle(x, y, disc * radius)]
    for petal in range(petals):
        angle = 2 * math.pi * petal / petals
        away, size = 0.43 * radius, (0.115 if petals == 8 else 0.13) * radius
        parts.append(circle(x + away * math.sin(angle), y - away * math.cos(angle), size))
    parts.append(ring(x, y, 0.2 * radius, 0.1 * radius))
    return join(parts)


def _wheel() -> list[Layer]:
    x, y = 150.0, 200.0
    rim = [ring(x, y, 134, 122)]
    scallops, dots, petals = [], [], []
    for step in range(16):
        angle = math.radians(22.5 * step)
        scallops.append(circle(x + 104 * math.sin(angle), y - 104 * math.cos(angle), 14))
    for step in range(12):
        angle = math.radians(30 * step)
        dots.append(circle(x + 66 * math.sin(angle), y - 66 * math.cos(angle), 9))
    for step in range(8):
        angle = math.radians(45 * step)
        petals.append(circle(x + 25 * math.sin(angle), y - 25 * math.cos(angle), 10))
    return [
        Layer("green", join([*rim, *scallops])),
        Layer("blue", join([circle(x, y, 84), *dots, circle(x, y, 48)])),
        Layer("red", join([circle(x, y, 42), *petals, circle(x, y, 8)])),
    ]


def pins(count: int, *, red: bool = False) -> list[Layer]:
    """Draw a tile of the circles; a red one is red all over."""
    if count == 1:
        return _wheel()
    radius, coins = _COINS[count]
    by_ink: dict[str, list[str]] = {}
    for ink, (x, y) in coins:
        by_ink.setdefault("red" if red else ink, []).append(coin(x, y, radius))
    return [Layer(ink, join(paths)) for ink, paths in by_ink.items()]
