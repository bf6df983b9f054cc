"""The question and the answer of scoring: a win as it is claimed, and what it is worth."""

from typing import Final

import msgspec

from engine.core.melds import Meld
from engine.core.tiles import KIND, KINDS
from engine.riichi import flags as f
from engine.riichi.yaku.pattern import Entry

_WIN_TILE_BITS: Final = tuple(
    {9: f.ON_ONE_PIN, 17: f.ON_NINE_PIN}.get(kind, 0) for kind in range(KINDS)
)


class Win(msgspec.Struct, kw_only=True):
    """A hand that is claimed to win, and how.

    `counts` are the concealed tiles by kind, the winning tile included; `flags` the bits of
    `engine.riichi.flags`; winds 0 = east to 3. `dora` to `nukidora` are numbers of han
    (`dora.py`); `honba` is needed for `two_han_from_honba` alone.
    """

    counts: bytes | bytearray
    win_kind: int
    tsumo: bool
    seat_wind: int
    round_wind: int
    melds: tuple[Meld, ...] = ()
    flags: int = 0
    dora: int = 0
    ura: int = 0
    aka: int = 0
    nukidora: int = 0
    honba: int = 0


class HandValue(msgspec.Struct, frozen=True):
    """What a hand is worth.

    `yakuman` is 0, or the multiplicity (`han` is 13 times that then, and `yaku` holds yakuman
    only); a counted yakuman has 0 and 13 `han` or more. `base` are the basic points.
    """

    han: int
    fu: int
    yakuman: int
    yaku: tuple[Entry, ...]
    base: int


def win_bits(win: Win) -> int:
    """Flags of the win with those that follow from tile and seat."""
    bits = win.flags | _WIN_TILE_BITS[win.win_kind]
    if win.tsumo:
        bits |= f.TSUMO
    return bits if win.seat_wind else bits | f.DEALER


def kinds_held(win: Win) -> int:
    """Mask of all kinds in hand and melds."""
    mask = sum(1 << kind for kind in range(KINDS) if win.counts[kind])
    for meld in win.melds:
        for tile in meld.tiles:
            mask |= 1 << KIND[tile]
    return mask


def dora_entries(win: Win) -> tuple[Entry, ...]:
    """List the dora of a win as entries of its yaku."""
    entries = (
        ("dora", win.dora),
        ("ura_dora", win.ura),
        ("aka_dora", win.aka),
        ("nukidora", win.nukidora),
    )
    return tuple(entry for entry in entries if entry[1])
