"""Yaku of winds and dragons, the same for every reading (riichi.md 11)."""

from collections.abc import Callable
from typing import Final, NamedTuple

from engine.riichi.rules import Rules
from engine.riichi.yaku.pattern import Pattern

WINDS: Final = 0b0001111
DRAGONS: Final = 0b1110000
_BITS: Final = 0b1111111
_DRAGON_NAMES: Final = {4: "haku", 5: "hatsu", 6: "chun"}


class Honours(NamedTuple):
    """Honours with a triplet or kan, those with a pair (bit 0 = east to 6 = chun); the winds."""

    triplets: int
    pairs: int
    seat_wind: int
    round_wind: int

    def fills(self, honours: int, triplets: int) -> bool:
        """Just `triplets` of `honours` as triplets, the others of them at most as a pair."""
        held = self.triplets & honours
        return held.bit_count() == triplets and (held | self.pairs & honours) == honours


def unpack_for(seat_wind: int, round_wind: int) -> Callable[[int], Honours]:
    """Make the function that unpacks the honour sets of props, shifted down, for these winds."""
    return lambda key: Honours(key & _BITS, key >> 7, seat_wind, round_wind)


def _dragon(honour: int, name: str) -> Pattern[Honours]:
    return Pattern(name, lambda honours: honours.triplets >> honour & 1)


def honours_patterns(rules: Rules) -> list[Pattern[Honours]]:
    """List the yaku of honours that the rules have; all of them need a triplet or kan.

    With three players nobody sits north and no round is north's: it is never worth anything.
    """
    suushii = 2 if "daisuushii" in rules.double_yakuman else 1
    return [
        *(_dragon(honour, name) for honour, name in _DRAGON_NAMES.items()),
        Pattern("seat_wind", lambda honours: honours.triplets >> honours.seat_wind & 1),
        Pattern("round_wind", lambda honours: honours.triplets >> honours.round_wind & 1),
        Pattern("shousangen", lambda honours: 2 * honours.fills(DRAGONS, 2)),
        Pattern("daisangen", lambda honours: int(honours.fills(DRAGONS, 3)), yakuman=True),
        Pattern("shousuushii", lambda honours: int(honours.fills(WINDS, 3)), yakuman=True),
        Pattern("daisuushii", lambda honours: suushii * honours.fills(WINDS, 4), yakuman=True),
    ]
