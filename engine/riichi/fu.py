"""Fu: what single parts are worth, and the rounded total (riichi.md 12).

The parts of a reading (groups, pair, wait) are summed while it is put together; what is left is
a table from that sum to the fu of the hand, one a way of winning.
"""

from typing import Final

from engine.riichi.rules import Rules

BASE: Final = 20
MENZEN_RON: Final = 10
TSUMO: Final = 2
NARROW_WAIT: Final = 2
"""Tanki, kanchan, penchan."""
YAKUHAI_PAIR: Final = 2
MINKO: Final = 2
ANKOU: Final = 4
MINKAN: Final = 8
ANKAN: Final = 16
"""Of simples; twice that of terminals and honours."""

MAX_PARTS: Final = 256

FuRow = tuple[int, ...]
"""Sum of the parts -> fu."""

RON, SELF_DRAW, REPLACEMENT_DRAW = range(3)


def _row(plus: int, lowest: int, bare: int) -> FuRow:
    totals = [max(lowest, -(-(BASE + plus + parts) // 10) * 10) for parts in range(MAX_PARTS)]
    return (bare, *totals[1:])


def fu_rows(rules: Rules) -> tuple[tuple[FuRow, ...], tuple[FuRow, ...]]:
    """Rows for open hands and for closed ones, each by way of winning.

    Index `[menzen][RON | SELF_DRAW | REPLACEMENT_DRAW]`. A bare hand (no part scores) is pinfu
    when closed; open it is lifted to 30 fu but for a ron under `open_pinfu_ron_fu` = 20.
    """
    replacement = TSUMO if rules.rinshan_tsumo_fu else 0
    pinfu = BASE if rules.pinfu_tsumo else 30
    opened = (
        _row(0, rules.open_pinfu_ron_fu, rules.open_pinfu_ron_fu),
        _row(TSUMO, 30, 30),
        _row(replacement, 30, 30),
    )
    closed = (
        _row(MENZEN_RON, 30, 30),
        _row(TSUMO, 30, pinfu),
        _row(replacement, 30, pinfu),
    )
    return opened, closed


def pair_fu(rules: Rules, seat_wind: int, round_wind: int) -> tuple[int, ...]:
    """Fu of the pair, indexed by the mask of honours (bit 0 = east) that the pair is of."""
    worth = [0] * 7
    worth[seat_wind] += YAKUHAI_PAIR
    worth[round_wind] += YAKUHAI_PAIR
    if seat_wind == round_wind:
        worth[seat_wind] = rules.double_wind_pair_fu
    for dragon in (4, 5, 6):
        worth[dragon] = YAKUHAI_PAIR
    by_mask = [0] * 128
    for honour, fu in enumerate(worth):
        by_mask[1 << honour] = fu
    return tuple(by_mask)
