"""What an unfinished hand may come to: yaku in sight, and han to expect."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.bots.sight import Set, Sight
from engine.core.tiles import HONOUR_KINDS, KIND, KINDS, RED_FIVES, YAOCHUU

# Chance to get there, by the number of tiles that do not fit.
_TANYAO: Final = (0.95, 0.65, 0.35, 0.15, 0.05)
_HONITSU: Final = (1.0, 0.8, 0.5, 0.25, 0.1)
_CHINITSU: Final = (1.0, 0.6, 0.3, 0.1)
# Chance of all triplets, by the number of pairs and triplets.
_TOITOI: Final = {4: 0.25, 5: 0.7, 6: 0.8}
_YAKUHAI_PAIR: Final = (0.0, 0.35, 0.55)
"""By the number of tiles left."""

RIICHI_EXTRA: Final = 0.75
"""Han that ippatsu, hidden dora and self-draw add to a riichi on average."""

_PINFU: Final = 0.35


class Potential(NamedTuple):
    """Han to expect of a closed hand in riichi, of an open one, and the latter's chance of a yaku.

    Dora are in both.
    """

    closed: float
    open: float
    yaku: float


def dora_of(tiles: Iterable[int], dora: list[int]) -> int:
    """Dora in tiles (ids), red fives included."""
    return sum(dora[KIND[tile]] + (tile in RED_FIVES) for tile in tiles)


def potential(counts: bytearray, sets: tuple[Set, ...], dora: int, sight: Sight) -> Potential:
    """Estimate a hand of 3n+1 tiles.

    Args:
        counts: its concealed tiles.
        sets: its melds.
        dora: the dora in hand and melds.
        sight: for winds, rules and what is left.
    """
    tanyao = _tanyao(counts, sets)
    flush_chance, full = _flush(counts, sets)
    yakuhai = 0.0
    no_yakuhai = 1.0
    for kind in range(27, KINDS):
        worth = sight.yakuhai[kind]
        if worth and counts[kind] >= 2:
            chance = 1.0 if counts[kind] > 2 else _YAKUHAI_PAIR[min(sight.left(kind), 2)]
            yakuhai += worth * chance
            no_yakuhai *= 1.0 - chance
    for group in sets:
        if not group.run and sight.yakuhai[group.kind]:
            yakuhai += sight.yakuhai[group.kind]
            no_yakuhai = 0.0
    toitoi = _toitoi(counts, sets)
    open_tanyao = tanyao if sight.rules.get("open_tanyao", True) else 0.0
    shared = dora + yakuhai + full * 3.0
    closed = shared + 1.0 + RIICHI_EXTRA + max(tanyao, 3.0 * flush_chance)
    if not any(not group.run for group in sets) and toitoi == 0.0:
        closed += _PINFU
    opened = shared + max(open_tanyao, 2.0 * flush_chance) + 2.0 * toitoi
    lacking = no_yakuhai * (1.0 - open_tanyao) * (1.0 - flush_chance) * (1.0 - toitoi)
    return Potential(closed, opened, 1.0 - lacking)


def _tanyao(counts: bytearray, sets: tuple[Set, ...]) -> float:
    for group in sets:
        if YAOCHUU & (7 if group.run else 1) << group.kind:
            return 0.0
    misfits = sum(counts[27:]) + sum(counts[end] for end in (0, 8, 9, 17, 18, 26))
    return _TANYAO[misfits] if misfits < len(_TANYAO) else 0.0


def _flush(counts: bytearray, sets: tuple[Set, ...]) -> tuple[float, float]:
    """Chances of a flush in the suit that comes nearest: of honitsu or better, of chinitsu."""
    sizes = [sum(counts[base : base + 9]) for base in (0, 9, 18)]
    honours = sum(counts[27:])
    for group in sets:
        if group.kind < 27:
            sizes[group.kind // 9] += 3
        else:
            honours += 3
    suit = max(range(3), key=sizes.__getitem__)
    others = sum(sizes) - sizes[suit]
    if any(group.kind < 27 and group.kind // 9 != suit for group in sets):
        return 0.0, 0.0
    half = _HONITSU[others] if others < len(_HONITSU) else 0.0
    misfits = others + honours
    full = _CHINITSU[misfits] if misfits < len(_CHINITSU) else 0.0
    if any(HONOUR_KINDS >> group.kind & 1 for group in sets):
        full = 0.0
    return half, full


def _toitoi(counts: bytearray, sets: tuple[Set, ...]) -> float:
    if any(group.run for group in sets):
        return 0.0
    blocks = len(sets) + sum(1 for count in counts if count >= 2)
    return _TOITOI.get(min(blocks, 6), 0.0)
