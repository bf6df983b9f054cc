"""Yaku of the reading: sequences, triplets, kans and the wait (riichi.md 11)."""

from typing import Final, NamedTuple

from engine.riichi import features as ft
from engine.riichi.rules import Rules
from engine.riichi.yaku.pattern import Pattern

# Bits that the scorer adds above the counters of a reading (`features.KEY_MASK`).
INSIDE: Final = 1 << 9
"""Some group or the pair is without terminal or honour."""
NO_SEQUENCE: Final = 1 << 10
HONOURS: Final = 1 << 11
MENZEN: Final = 1 << 12
PINFU: Final = 1 << 13
"""Closed, and nothing in the hand scores fu: that is all pinfu asks for."""
SANSHOKU_DOUJUN: Final = 1 << 14
ITTSUU: Final = 1 << 15
SANSHOKU_DOUKOU: Final = 1 << 16
LOCAL_AT: Final = 17
"""Bits from here belong to `local`."""
TANKI: Final = ft.TANKI >> ft.KEY_SHIFT


class Groups(NamedTuple):
    """A reading: its counters, and all bits of its key."""

    key: int
    concealed_triplets: int
    kans: int
    twins: int

    def has(self, bits: int) -> bool:
        """All these bits."""
        return self.key & bits == bits

    def either(self, closed: int, opened: int) -> int:
        """Worth `closed` in a closed hand, `opened` in an open one."""
        return closed if self.key & MENZEN else opened


def unpack(key: int) -> Groups:
    """Unpack the key of a reading."""
    return Groups(key, key & 7, key >> 3 & 7, key >> 6 & 3)


def mask_bits(sequences: int, triplets: int) -> int:
    """Bits that follow from the masks of sequence starts and triplets of a reading."""
    bits = 0 if sequences else NO_SEQUENCE
    if sequences & sequences >> 9 & sequences >> 18:
        bits = SANSHOKU_DOUJUN
    if sequences & sequences >> 3 & sequences >> 6 & 0o001001001:
        bits |= ITTSUU
    if triplets & triplets >> 9 & triplets >> 18 & 0o777:
        bits |= SANSHOKU_DOUKOU
    return bits


def _chanta(groups: Groups) -> int:
    mixed = groups.key & (INSIDE | NO_SEQUENCE | HONOURS) == HONOURS
    return groups.either(2, 1) if mixed else 0


def _junchan(groups: Groups) -> int:
    pure = not groups.key & (INSIDE | NO_SEQUENCE | HONOURS)
    return groups.either(3, 2) if pure else 0


def groups_patterns(rules: Rules) -> list[Pattern[Groups]]:
    """List the yaku of the reading that the rules have."""
    tanki = 2 if "suuankou_tanki" in rules.double_yakuman else 1
    patterns: list[Pattern[Groups]] = [
        Pattern("iipeikou", lambda g: int(g.has(MENZEN) and g.twins == 1)),
        Pattern("ryanpeikou", lambda g: 3 if g.has(MENZEN) and g.twins == 2 else 0),
        Pattern("sanshoku_doujun", lambda g: g.either(2, 1) if g.has(SANSHOKU_DOUJUN) else 0),
        Pattern("ittsuu", lambda g: g.either(2, 1) if g.has(ITTSUU) else 0),
        Pattern("chanta", _chanta),
        Pattern("junchan", _junchan),
        Pattern("toitoi", lambda g: 2 * g.has(NO_SEQUENCE)),
        Pattern("sanankou", lambda g: 2 if g.concealed_triplets == 3 else 0),
        Pattern("sanshoku_doukou", lambda g: 2 if g.has(SANSHOKU_DOUKOU) else 0),
        Pattern("sankantsu", lambda g: 2 if g.kans == 3 else 0),
        Pattern("suukantsu", lambda g: int(g.kans == 4), yakuman=True),
        Pattern(
            "suuankou", lambda g: int(g.concealed_triplets == 4 and not g.has(TANKI)), yakuman=True
        ),
        Pattern(
            "suuankou_tanki",
            lambda g: tanki if g.concealed_triplets == 4 and g.has(TANKI) else 0,
            yakuman=True,
        ),
        Pattern("pinfu", lambda g: int(g.has(PINFU))),
    ]
    return patterns
