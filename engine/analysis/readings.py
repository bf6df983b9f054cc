"""All the ways to read a complete hand as groups and a pair.

Counts are those of the concealed tiles; melds are simply absent. More than four of a kind are
read like any other number, so that a wait on a fifth tile can be seen for what it is.
"""

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from engine.core.tiles import YAOCHUU, kinds_in


class Reading(NamedTuple):
    """One way to read a hand: kinds of the pair, of each triplet, and of each run's lowest tile."""

    pair: int
    runs: tuple[int, ...]
    triplets: tuple[int, ...]


_Split: TypeAlias = tuple[int, tuple[int, ...], tuple[int, ...]]
"""Reading of one suit slice in ranks; pair -1 where the pair is elsewhere."""

_EMPTY: Final[tuple[_Split, ...]] = ((-1, (), ()),)


def decompose(counts: bytearray) -> tuple[Reading, ...]:
    """Return every reading of a hand of 3n+2 tiles as groups and one pair, () if there is none.

    Seven pairs and thirteen orphans are no such readings: see `is_seven_pairs`,
    `is_thirteen_orphans`.
    """
    hand = bytes(counts)
    parts: list[_Split] = [(-1, (), ())]
    for base in (0, 9, 18, 27):
        ranks = hand[base : base + 9]
        size = sum(ranks)
        if size == 0:
            continue
        if size % 3 == 1:
            return ()
        splits = _splits(ranks, base < 27)
        parts = [
            (
                pair + base if pair >= 0 else have,
                runs + tuple(rank + base for rank in more_runs),
                triplets + tuple(rank + base for rank in more_triplets),
            )
            for have, runs, triplets in parts
            for pair, more_runs, more_triplets in splits
            if pair < 0 or have < 0
        ]
    return tuple(Reading(*part) for part in parts if part[0] >= 0)


@lru_cache(maxsize=1 << 15)
def _splits(ranks: bytes, runs: bool) -> tuple[_Split, ...]:
    """Readings of one slice, by what its lowest tile can be: pair, triplet, beginning of a run.

    Of five equal tiles the pair can be taken first or last: equal readings are kept once.
    """
    low = next((rank for rank, count in enumerate(ranks) if count), -1)
    if low < 0:
        return _EMPTY
    found: list[_Split] = []
    if ranks[low] >= 2:
        for pair, more_runs, triplets in _splits(_without(ranks, low, low), runs):
            if pair < 0:
                found.append((low, more_runs, triplets))
    if ranks[low] >= 3:
        for pair, more_runs, triplets in _splits(_without(ranks, low, low, low), runs):
            found.append((pair, more_runs, (low, *triplets)))
    if runs and low < 7 and ranks[low + 1] and ranks[low + 2]:
        for pair, more_runs, triplets in _splits(_without(ranks, low, low + 1, low + 2), runs):
            found.append((pair, (low, *more_runs), triplets))
    return tuple(dict.fromkeys((p, tuple(sorted(r)), tuple(sorted(t))) for p, r, t in found))


def _without(ranks: bytes, *taken: int) -> bytes:
    left = bytearray(ranks)
    for rank in taken:
        left[rank] -= 1
    return bytes(left)


def is_seven_pairs(counts: bytearray) -> bool:
    """Whether 14 tiles are seven different pairs (riichi.md 11)."""
    return counts.count(2) == 7 and sum(counts) == 14


def is_thirteen_orphans(counts: bytearray) -> bool:
    """Whether 14 tiles are the thirteen terminals and honours, one of them twice."""
    return sum(counts) == 14 and all(
        count in (1, 2) if YAOCHUU >> kind & 1 else count == 0 for kind, count in enumerate(counts)
    )


def always_ankou(counts: bytearray, kind: int, waits: int) -> bool:
    """Tell whether three tiles of `kind` are one triplet whatever completes the hand.

    This is the `strict_shape` half of riichi.md 8, `riichi_ankan_rule`: for every wait, in every
    complete reading, seven pairs and thirteen orphans (where nothing is a triplet) included.

    Args:
        counts: the hand before the draw, 3n+1 tiles with exactly three of `kind`.
        kind: the kind to be declared as a closed kan.
        waits: mask of the kinds that complete the hand.
    """
    hand = bytearray(counts)
    for wait in kinds_in(waits):
        hand[wait] += 1
        readings = decompose(hand)
        other = is_seven_pairs(hand) or is_thirteen_orphans(hand)
        hand[wait] -= 1
        if other or not readings or any(kind not in reading.triplets for reading in readings):
            return False
    return True
