"""Basic points: han and fu to the amount that payments are multiples of (riichi.md 12)."""

from collections.abc import Callable
from typing import Final

from engine.riichi.rules import Rules

MANGAN: Final = 2000
HANEMAN: Final = 3000
BAIMAN: Final = 4000
SANBAIMAN: Final = 6000
YAKUMAN: Final = 8000

KAZOE_HAN: Final = 13
"""Ordinary han from which a hand may count as a yakuman."""

_BY_HAN: Final = (
    (MANGAN,) * 6 + (HANEMAN,) * 2 + (BAIMAN,) * 3 + (SANBAIMAN,) * 2
)  # fmt: skip
_KIRIAGE: Final = 1920
"""4 han 30 fu and 3 han 60 fu: raised to mangan where kiriage_mangan is on."""

BasePoints = Callable[[int, int], int]
"""(han, fu) -> basic points."""


def _capped(_han: int) -> int:
    return SANBAIMAN


def _counted(_han: int) -> int:
    return YAKUMAN


def _multiple(han: int) -> int:
    return YAKUMAN * (han // KAZOE_HAN)


_KAZOE: Final = {"yakuman": _counted, "multiple": _multiple, "sanbaiman": _capped}


def base_points(rules: Rules) -> BasePoints:
    """Build the function from han and fu to basic points for `kiriage_mangan`, `kazoe_mode`."""
    kazoe = _KAZOE[rules.kazoe_mode]
    threshold = _KIRIAGE if rules.kiriage_mangan else MANGAN

    def base(han: int, fu: int) -> int:
        if han < 5:
            points = fu << (han + 2)
            return points if points < threshold else MANGAN
        return _BY_HAN[han] if han < KAZOE_HAN else kazoe(han)

    return base


def round_up(points: int) -> int:
    """Round up to the next hundred, as every single payment is."""
    return -(-points // 100) * 100
