"""Tenhou's numbers for tiles: two digits in its JSON, 0..135 in its XML."""

from collections.abc import Sequence
from typing import Final

from engine.core.tiles import KIND_NAMES, NAMES, RED_OF_KIND
from server.records.formats.faults import FormatError

TSUMOGIRI: Final = 60
"""A discard of the tile just drawn."""
PLACEHOLDER: Final = 0
"""Stands for the discard that an open kan takes the turn of."""


def _codes() -> dict[str, int]:
    codes = {
        f"{rank}{suit}": 10 * row + rank
        for row, suit in enumerate("mps", start=1)
        for rank in range(1, 10)
    }
    codes |= {name: 41 + place for place, name in enumerate(("E", "S", "W", "N", "P", "F", "C"))}
    return codes | {"5mr": 51, "5pr": 52, "5sr": 53}


CODE: Final[dict[str, int]] = _codes()
"""Mjai name -> the code of tenhou.net/6."""

_NAME: Final[dict[int, str]] = {code: name for name, code in CODE.items()}
_TILES: Final = 136


def name_of_code(code: object) -> str:
    """Return the mjai name of a two-digit code.

    Raises:
        FormatError: there is no such tile.
    """
    name = _NAME.get(code) if isinstance(code, int) else None
    if name is None:
        raise FormatError(f"{code!r} is no tile; allowed: 11-19, 21-29, 31-39, 41-47, 51-53")
    return name


def name_of_index(index: int, reds: bool) -> str:
    """Return the mjai name of one of the 136 tiles; the first of each kind of five may be red.

    Raises:
        FormatError: there is no such tile.
    """
    if not 0 <= index < _TILES:
        raise FormatError(f"{index} is no tile; allowed: 0 to 135")
    kind, copy = divmod(index, 4)
    red = RED_OF_KIND.get(kind)
    return NAMES[red] if reds and copy == 0 and red is not None else KIND_NAMES[kind]


def hand_order(names: Sequence[str]) -> list[int]:
    """Return the codes of tiles as Tenhou lists a hand: by suit and rank, red beside plain."""
    return sorted((CODE[name] for name in names), key=lambda code: (_plain(code), code))


def _plain(code: int) -> int:
    return 10 * (code - 50) + 5 if code > 50 else code
