"""Yaku of how the win came about (riichi.md 8, 11)."""

from collections.abc import Callable
from typing import TypeAlias

from engine.riichi import flags as f
from engine.riichi.rules import Rules
from engine.riichi.yaku.pattern import Pattern

Circumstance: TypeAlias = int
"""Bits of `flags`, those that the scorer adds included."""


def when(required: int, han: int = 1, without: int = 0) -> Callable[[Circumstance], int]:
    """Worth `han` when all bits of `required` and none of `without` are set."""

    def worth(bits: Circumstance) -> int:
        return han if bits & required == required and not bits & without else 0

    return worth


def circumstance_patterns(rules: Rules) -> list[Pattern[Circumstance]]:
    """List the yaku of circumstance that the rules have."""
    patterns = [
        Pattern("menzen_tsumo", when(f.TSUMO | f.MENZEN)),
        Pattern("riichi", when(f.RIICHI, without=f.DOUBLE_RIICHI)),
        Pattern("double_riichi", when(f.DOUBLE_RIICHI, 2)),
        Pattern("rinshan", when(f.TSUMO | f.RINSHAN)),
        Pattern("chankan", when(f.CHANKAN)),
        Pattern("haitei", when(f.HAITEI, without=0 if rules.haitei_with_rinshan else f.RINSHAN)),
        Pattern("houtei", when(f.HOUTEI)),
        Pattern("tenhou", when(f.FIRST_DRAW | f.TSUMO | f.DEALER), yakuman=True),
        Pattern("chiihou", when(f.FIRST_DRAW | f.TSUMO, without=f.DEALER), yakuman=True),
    ]
    if rules.ippatsu:
        patterns.append(Pattern("ippatsu", when(f.IPPATSU)))
    if rules.open_riichi == "on":
        patterns += _open_riichi()
    return patterns


def _open_riichi() -> list[Pattern[Circumstance]]:
    """Two han (three when double) instead of riichi; a yakuman on a ron from a seat not in riichi.

    riichi.md 4.4 and 11.
    """

    def tame(bits: Circumstance) -> bool:
        return bool(bits & (f.TSUMO | f.DISCARDER_RIICHI))

    def single(bits: Circumstance) -> int:
        return 2 if tame(bits) and when(f.OPEN_RIICHI, 1, f.DOUBLE_RIICHI)(bits) else 0

    def double(bits: Circumstance) -> int:
        return 3 if tame(bits) and when(f.OPEN_RIICHI | f.DOUBLE_RIICHI)(bits) else 0

    def dealt_in(bits: Circumstance) -> int:
        return 0 if tame(bits) else when(f.OPEN_RIICHI)(bits)

    return [
        Pattern("open_riichi", single, replaces=("riichi",)),
        Pattern("open_double_riichi", double, replaces=("double_riichi",)),
        Pattern("open_riichi", dealt_in, yakuman=True),
    ]
