"""Tiles: names for people and wires, small integers for the engine.

A *tile* is an id 0..36, ordered as hands are sorted (m p s E S W N P F C, a red five right
after the plain one). A *kind* is 0..33, red and plain alike. `HIDDEN` (37) stands for a tile
that the viewer may not know.
"""

from typing import Final

from engine.core.errors import BadTile

SUITS: Final = "mps"
HONOURS: Final = ("E", "S", "W", "N", "P", "F", "C")
HIDDEN: Final = 37
KINDS: Final = 34
TILE_IDS: Final = 37


def _names() -> tuple[str, ...]:
    names: list[str] = []
    for suit in SUITS:
        for rank in range(1, 10):
            names.append(f"{rank}{suit}")
            if rank == 5:
                names.append(f"5{suit}r")
    return (*names, *HONOURS, "?")


NAMES: Final[tuple[str, ...]] = _names()
"""Tile id -> mjai name."""

IDS: Final[dict[str, int]] = {name: tile for tile, name in enumerate(NAMES)}
"""Mjai name -> tile id (`?` included)."""

RED_FIVES: Final = (5, 15, 25)
"""Ids of 5mr, 5pr, 5sr."""


def _kinds() -> tuple[int, ...]:
    kinds: list[int] = []
    for tile in range(TILE_IDS):
        if tile >= 30:
            kinds.append(27 + tile - 30)
        else:
            suit, place = divmod(tile, 10)
            kinds.append(9 * suit + (place if place < 5 else place - 1))
    return (*kinds, -1)


KIND: Final[tuple[int, ...]] = _kinds()
"""Tile id -> kind; -1 for `HIDDEN`."""

PLAIN: Final[tuple[int, ...]] = tuple(
    next(tile for tile in range(TILE_IDS) if KIND[tile] == kind and tile not in RED_FIVES)
    for kind in range(KINDS)
)
"""Kind -> the id of its plain tile."""

RED_OF_KIND: Final[dict[int, int]] = {KIND[red]: red for red in RED_FIVES}
"""Kind of a five -> the id of its red tile."""

KIND_NAMES: Final[tuple[str, ...]] = tuple(NAMES[tile] for tile in PLAIN)

TERMINALS: Final = sum(1 << kind for kind in (0, 8, 9, 17, 18, 26))
"""Mask of kinds: ones and nines."""
HONOUR_KINDS: Final = sum(1 << kind for kind in range(27, 34))
YAOCHUU: Final = TERMINALS | HONOUR_KINDS
"""Mask of kinds: terminals and honours."""


def tile_id(name: str) -> int:
    """Return the id of a tile that is known.

    Raises:
        BadTile: `name` is not one of the 37 tile names.
    """
    tile = IDS.get(name, HIDDEN) if isinstance(name, str) else HIDDEN
    if tile == HIDDEN:
        raise BadTile(
            f"{name!r} is not a tile; allowed: 1m-9m, 1p-9p, 1s-9s, "
            "5mr, 5pr, 5sr, E, S, W, N, P, F, C"
        )
    return tile


def kinds_in(mask: int) -> list[int]:
    """List the kinds whose bit is set, lowest first."""
    kinds = []
    while mask:
        low = mask & -mask
        kinds.append(low.bit_length() - 1)
        mask ^= low
    return kinds


def mask_names(mask: int) -> list[str]:
    """Names of the kinds in a mask, in hand order (red as plain)."""
    return [KIND_NAMES[kind] for kind in kinds_in(mask)]
