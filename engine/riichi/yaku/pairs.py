"""Hands that are not four groups and a pair: seven pairs, kokushi, juusan puutaa (riichi.md 11)."""

from engine.core.tiles import YAOCHUU, kinds_in

_YAOCHUU_KINDS = tuple(kinds_in(YAOCHUU))


def is_seven_pairs(counts: bytes) -> bool:
    """Seven different pairs; four of a kind are not two of them."""
    return counts.count(2) == 7


def is_kokushi(counts: bytes) -> bool:
    """One of each terminal and honour, and a second of one of them."""
    held = [counts[kind] for kind in _YAOCHUU_KINDS]
    return all(held) and sum(held) == 14


def is_juusan_puutaa(counts: bytes) -> bool:
    """A pair and twelve tiles that have nothing to do with it or each other.

    No triplet, no second pair, and no two tiles of a suit within two ranks of each other.
    """
    if sum(counts) != 14 or counts.count(2) != 1 or counts.count(1) != 12:
        return False
    return not any(
        counts[kind] and (counts[kind + step] and kind % 9 + step < 9)
        for kind in range(26)
        for step in (1, 2)
    )
