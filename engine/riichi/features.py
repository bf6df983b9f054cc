"""What a reading of a hand is described by: packed counters, and props of its tiles.

*Features* are counters packed into one integer, so that those of the parts of a hand simply add
up. The low byte is the sum of the fu of the parts (`fu.py`); the units of the others follow.

*Props* are facts of tiles that every reading of a hand shares; those of the parts are joined by
`|`.
"""

from typing import Final

from engine.core.melds import ANKAN, CHI, DAIMINKAN, KAKAN, PON
from engine.core.tiles import KINDS, YAOCHUU
from engine.riichi import fu

# Units of the features; each counter has room for what a hand can hold.
FU_MASK: Final = 0xFF
PAIR: Final = 1 << 8
PAIR_MASK: Final = 7 << 8
CONCEALED_TRIPLET: Final = 1 << 11
KAN: Final = 1 << 14
TWIN: Final = 1 << 17
"""Two concealed sequences that are the same."""
TANKI: Final = 1 << 19
INSIDE: Final = 1 << 20
"""A group or pair without terminal or honour."""
INSIDE_MASK: Final = 7 << 20
OPEN_SET: Final = 1 << 23
OPEN_AT: Final = 23
"""The topmost counter: number of open sets."""

KEY_SHIFT: Final = 11
KEY_MASK: Final = (1 << 9) - 1
"""After the shift: the counters of which yaku need the number."""

# Props: kinds of tiles, then honours by what there is of them.
MAN: Final = 1 << 0
PIN: Final = 1 << 1
SOU: Final = 1 << 2
HONOUR: Final = 1 << 3
TERMINAL: Final = 1 << 4
SIMPLE: Final = 1 << 5
NOT_GREEN: Final = 1 << 6
KINDS_BITS: Final = 7
KINDS_MASK: Final = (1 << KINDS_BITS) - 1
TRIPLETS_AT: Final = 7
"""Seven bits from here, east first: honours of which there is a triplet or kan."""
TRIPLETS_MASK: Final = 0x7F << TRIPLETS_AT
PAIRS_AT: Final = 14
"""Seven bits from here, the topmost: honours of which there is a pair."""

_GREEN: Final = sum(1 << kind for kind in (19, 20, 21, 23, 25, 32))
_HONOUR_SETS_AT: Final = {2: 1 << PAIRS_AT, 3: 1 << TRIPLETS_AT}


def is_outside(kind: int) -> bool:
    """Terminal or honour."""
    return bool(YAOCHUU >> kind & 1)


def _kind_props(kind: int) -> int:
    props = 1 << min(kind // 9, 3)
    if kind < 27:
        props |= TERMINAL if is_outside(kind) else SIMPLE
    return props if _GREEN >> kind & 1 else props | NOT_GREEN


KIND_PROPS: Final = tuple(_kind_props(kind) for kind in range(KINDS))
"""Props of having a tile of a kind at all."""


def slice_props(tiles: bytes, first: int) -> int:
    """Props of the concealed tiles of a suit (or the honours) whose first kind is `first`."""
    if not any(tiles):
        return 0
    if first == 27:
        return _honour_props(tiles)
    props = 1 << first // 9
    if tiles[0] or tiles[8]:
        props |= TERMINAL
    if any(tiles[1:8]):
        props |= SIMPLE
    # Of the bamboos all but 1, 5, 7 and 9 are green.
    if first != 18 or tiles[0] or tiles[4] or tiles[6] or tiles[8]:
        props |= NOT_GREEN
    return props


def _honour_props(tiles: bytes) -> int:
    props = 0
    for rank, held in enumerate(tiles):
        if held:
            props |= KIND_PROPS[27 + rank] | _HONOUR_SETS_AT[held] << rank
    return props


def _inside(kind: int) -> int:
    return 0 if is_outside(kind) else INSIDE


def _doubled(value: int, kind: int) -> int:
    return value * 2 if is_outside(kind) else value


def sequence_features(start: int) -> int:
    """Features of a sequence from kind `start`."""
    return 0 if start % 9 in (0, 6) else INSIDE


def pair_features(kind: int) -> int:
    """Features of the pair; its fu depend on the winds and are added later."""
    return PAIR + _inside(kind)


def triplet_features(kind: int) -> int:
    """Features of a triplet in the concealed tiles."""
    return CONCEALED_TRIPLET + _inside(kind) + _doubled(fu.ANKOU, kind)


def ronned_triplet_features(kind: int) -> int:
    """Features that such a triplet has less when a ron completed it (riichi.md 11, sanankou)."""
    return -CONCEALED_TRIPLET + _doubled(fu.MINKO - fu.ANKOU, kind)


def meld_features(meld_type: str, kind: int) -> int:
    """Features of a meld whose lowest kind is `kind`."""
    if meld_type == CHI:
        return OPEN_SET + sequence_features(kind)
    own = {
        PON: OPEN_SET + _doubled(fu.MINKO, kind),
        DAIMINKAN: OPEN_SET + KAN + _doubled(fu.MINKAN, kind),
        KAKAN: OPEN_SET + KAN + _doubled(fu.MINKAN, kind),
        ANKAN: CONCEALED_TRIPLET + KAN + _doubled(fu.ANKAN, kind),
    }
    return _inside(kind) + own[meld_type]


def meld_props(meld_type: str, kind: int) -> int:
    """Props of a meld whose lowest kind is `kind`."""
    if meld_type == CHI:
        return KIND_PROPS[kind] | KIND_PROPS[kind + 1] | KIND_PROPS[kind + 2]
    sets = 1 << (TRIPLETS_AT + kind - 27) if kind >= 27 else 0
    return KIND_PROPS[kind] | sets
