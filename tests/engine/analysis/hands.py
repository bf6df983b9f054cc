"""Hands for the analysis tests: written by hand, and drawn at random."""

import random

from engine.core.tiles import KINDS

SUIT_BASE = {"m": 0, "p": 9, "s": 18, "z": 27}


def hand(text: str) -> bytearray:
    """Counts of a hand in the short notation: `123m55z` (z: E S W N P F C)."""
    counts = bytearray(KINDS)
    ranks: list[int] = []
    for char in text:
        if char.isdigit():
            ranks.append(int(char))
            continue
        for rank in ranks:
            counts[SUIT_BASE[char] + rank - 1] += 1
        ranks.clear()
    return counts


def mask(text: str) -> int:
    return sum(1 << kind for kind, count in enumerate(hand(text)) if count)


def random_hand(source: random.Random, size: int, sanma: bool) -> bytearray:
    """A hand of `size` tiles; half of them from few kinds, so that shapes and quads come up."""
    kinds = [kind for kind in range(KINDS) if not (sanma and 1 <= kind <= 7)]
    if source.random() < 0.5:
        kinds = source.sample(kinds, source.randint(max(4, size // 4 + 1), 12))
    counts = bytearray(KINDS)
    for kind in source.sample([kind for kind in kinds for _ in range(4)], size):
        counts[kind] += 1
    return counts
