"""What a hand looks like after a call and the discard that follows it."""

from collections.abc import Iterator

from engine.analysis import keeping, shanten
from engine.bots.sight import Set, Sight
from engine.core.events import Chi, Pon
from engine.core.tiles import IDS, KIND, RED_FIVES, kinds_in


def brings_nearer(sight: Sight, call: Chi | Pon) -> bool:
    """Whether a call lowers the shanten."""
    counts = bytearray(sight.counts)
    before = shanten(counts, sight.sanma)
    for name in call.consumed:
        counts[KIND[IDS[name]]] -= 1
    return shanten(counts, sight.sanma) < before


def after_call(
    sight: Sight, call: Chi | Pon
) -> Iterator[tuple[bytearray, tuple[int, ...], tuple[Set, ...], int]]:
    """Yield concealed counts and tiles, melds and discarded kind for each sensible discard.

    Sensible: it keeps the shanten, and `kuikae` allows it (riichi.md 7).
    """
    tiles = list(sight.tiles)
    for name in call.consumed:
        tiles.remove(IDS[name])
    counts = bytearray(len(sight.counts))
    for tile in tiles:
        counts[KIND[tile]] += 1
    group = Set(
        min(KIND[IDS[name]] for name in (call.pai, *call.consumed)), isinstance(call, Chi), False
    )
    sets = (*sight.sets, group)
    allowed = keeping(counts, sight.sanma)[1] & ~forbidden_after(sight, call)
    for kind in kinds_in(allowed):
        discard = min(
            (tile for tile in tiles if KIND[tile] == kind), key=lambda tile: tile in RED_FIVES
        )
        rest = list(tiles)
        rest.remove(discard)
        left = bytearray(counts)
        left[kind] -= 1
        yield left, tuple(rest), sets, kind


def forbidden_after(sight: Sight, call: Chi | Pon) -> int:
    """Mask of the kinds that may not be discarded right after a call."""
    rule = sight.rules.get("kuikae", "forbidden")
    if rule == "allowed":
        return 0
    kind = KIND[IDS[call.pai]]
    mask = 1 << kind
    if isinstance(call, Chi) and rule == "forbidden":
        low = min(kind, *(KIND[IDS[name]] for name in call.consumed))
        if kind == low and low % 9 < 6:
            mask |= 1 << (low + 3)
        elif kind == low + 2 and low % 9 > 0:
            mask |= 1 << (low - 1)
    return mask
