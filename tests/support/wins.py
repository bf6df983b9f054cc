"""Wins in short notation, for tests: `win("234m678p99s", "4s", melds=["pon 111z"])`.

Tiles are grouped by suit, z = E S W N P F C as 1 to 7. Melds are a word and their tiles:
`chi`, `pon`, `daiminkan`, `kakan` or `ankan`.
"""

import re
from collections.abc import Sequence
from typing import Final

from engine.core.melds import ANKAN, Meld
from engine.core.tiles import KINDS, PLAIN
from engine.riichi.win import Win

_FIRST_KIND: Final = {"m": 0, "p": 9, "s": 18, "z": 27}
EAST, SOUTH, WEST, NORTH = range(4)


def kinds(text: str) -> list[int]:
    """Kinds of tiles in short notation."""
    return [
        _FIRST_KIND[suit] + int(digit) - 1
        for digits, suit in re.findall(r"(\d+)([mpsz])", text)
        for digit in digits
    ]


def meld(text: str) -> Meld:
    """A meld from a word and its tiles."""
    word, tiles = text.split()
    held = kinds(tiles)
    return Meld(word, min(held), tuple(PLAIN[kind] for kind in held), 1 if word == ANKAN else 0)


def win(
    hand: str,
    tile: str,
    *,
    tsumo: bool = False,
    melds: Sequence[str] = (),
    flags: int = 0,
    seat: int = SOUTH,
    prevalent: int = EAST,
    dora: int = 0,
    honba: int = 0,
) -> Win:
    """A win of `hand` (without the winning tile) on `tile`; seat and round winds 0 = east."""
    counts = bytearray(KINDS)
    (winning,) = kinds(tile)
    for kind in (*kinds(hand), winning):
        counts[kind] += 1
    return Win(
        counts=counts,
        win_kind=winning,
        tsumo=tsumo,
        seat_wind=seat,
        round_wind=prevalent,
        melds=tuple(meld(text) for text in melds),
        flags=flags,
        dora=dora,
        honba=honba,
    )
