"""Replacement numbers in pure Python, from lazily filled tables of suit slices.

The distance of a hand to a complete one is the number of tiles that the complete one has and the
hand has not. A suit adds its own part to that, whatever the other suits do, so each suit slice
gets one table: for every number of groups and with or without the pair, the least distance and
which kinds the nearest targets lack or do not use. Four such tables are then joined.

Answers equal those of the native library (`backend.py`), ties and four-of-a-kind limits included.
"""

from functools import lru_cache
from typing import Final, TypeAlias

from engine.core.tiles import KINDS, YAOCHUU

Cell: TypeAlias = tuple[int, int, int]
"""Distance; mask of kinds that some nearest target lacks; mask of kinds held beyond one."""

Table: TypeAlias = tuple[Cell, ...]
"""Cells at index `2 * groups + pairs`, groups 0..4, pairs 0..1."""

_FAR: Final[Cell] = (99, 0, 0)
_START: Final[Table] = ((0, 0, 0), *(_FAR,) * 9)
_YAOCHUU_KINDS: Final = tuple(kind for kind in range(KINDS) if YAOCHUU >> kind & 1)


def replacement(counts: bytearray, sanma: bool = False) -> int:
    """Return how many tiles must be replaced until the hand is complete (shanten + 1).

    Args:
        counts: 34 counts of the concealed tiles, 3n+1 or 3n+2 in all, at most 14.
        sanma: three players: 2m-8m do not exist.

    Raises:
        ValueError: not such a hand.
    """
    return _measure(bytes(counts), sanma)[0]


def necessary(counts: bytearray, sanma: bool = False) -> tuple[int, int]:
    """Return the replacement number and the mask of kinds that lower it when drawn."""
    distance, lacking, _ = _measure(bytes(counts), sanma)
    return distance, lacking


def unnecessary(counts: bytearray, sanma: bool = False) -> tuple[int, int]:
    """Return the replacement number and the mask of held kinds that can go without raising it."""
    distance, _, spare = _measure(bytes(counts), sanma)
    return distance, spare


@lru_cache(maxsize=4096)
def _measure(counts: bytes, sanma: bool) -> Cell:
    tiles = sum(counts)
    if len(counts) != KINDS or tiles % 3 == 0 or tiles > 14 or max(counts) > 4:
        raise ValueError(
            f"a hand of {tiles} tiles in {len(counts)} kinds, at most {max(counts, default=0)} "
            "of one; allowed: 3n+1 or 3n+2 tiles up to 14 in 34 kinds, at most 4 of one"
        )
    if sanma and any(counts[1:8]):
        raise ValueError("2m-8m do not exist with three players")
    best = _groups(counts, sanma)
    if tiles >= 13:
        best = _nearer(best, _seven_pairs(counts, sanma))
        best = _nearer(best, _thirteen_orphans(counts))
    return best


def _nearer(one: Cell, other: Cell) -> Cell:
    """The smaller distance; equal ones join their masks."""
    if one[0] != other[0]:
        return one if one[0] < other[0] else other
    return one[0], one[1] | other[1], one[2] | other[2]


def _groups(counts: bytes, sanma: bool) -> Cell:
    """Distance to groups and a pair."""
    groups = sum(counts) // 3
    if sanma:
        ends = _suit(counts[0:9:8], False)
        table: Table = tuple((d, _spread(lacking), _spread(spare)) for d, lacking, spare in ends)
    else:
        table = _suit(counts[:9], True)
    table = _join(table, _suit(counts[9:18], True), 9, groups)
    table = _join(table, _suit(counts[18:27], True), 18, groups)
    table = _join(table, _suit(counts[27:], False), 27, groups)
    return table[2 * groups + 1]


def _spread(mask: int) -> int:
    """Ends of a suit as bits 0 and 1 -> bits 0 and 8."""
    return mask & 1 | (mask & 2) << 7


def _join(left: Table, right: Table, shift: int, groups: int) -> Table:
    """Best ways to share up to `groups` groups and one pair between two parts of a hand."""
    cells = [_FAR] * 10
    for i in range(2 * groups + 2):
        distance, lacking, spare = left[i]
        if distance >= 99:
            continue
        for j in range(2 * groups + 2 - (i & ~1)):
            if i & j & 1:
                continue
            more = right[j]
            total = distance + more[0]
            old = cells[i + j]
            if total <= old[0]:
                mine = (total, lacking | more[1] << shift, spare | more[2] << shift)
                cells[i + j] = _nearer(old, mine)
    return tuple(cells)


def _suit(ranks: bytes, runs: bool) -> Table:
    """Table of one suit slice; `runs` False for honours."""
    return _suffix(ranks, 0, 0, runs)


@lru_cache(maxsize=1 << 14)
def _suffix(ranks: bytes, last: int, earlier: int, runs: bool) -> Table:
    """Table of the ranks from here up, bit 0 being the first of them.

    `last` and `earlier` runs were begun one and two ranks below: both need this rank, the former
    the next one too. A group counts where it begins.
    """
    if not ranks:
        return _START if last == earlier == 0 else (_FAR,) * 10
    held = ranks[0]
    rest = ranks[1:]
    cells = [_FAR] * 10
    for begun in range(5 - last - earlier if runs else 1):
        below = _suffix(rest, begun, last, runs)
        for triplet in (0, 1):
            for pair in (0, 1):
                used = last + earlier + begun + 3 * triplet + 2 * pair
                if used > 4:
                    continue
                cost = max(used - held, 0)
                lacking = int(used > held)
                spare = int(used < held)
                step = 2 * (begun + triplet) + pair
                for index in range(10 - step):
                    if index & pair:
                        continue
                    distance, more, left = below[index]
                    if distance >= 99 or distance + cost > cells[index + step][0]:
                        continue
                    mine = (distance + cost, more << 1 | lacking, left << 1 | spare)
                    cells[index + step] = _nearer(cells[index + step], mine)
    return tuple(cells)


def _seven_pairs(counts: bytes, sanma: bool) -> Cell:
    """Distance to seven different pairs (riichi.md 11, chiitoitsu)."""
    singles = triples = none = pairs = 0
    for kind, count in enumerate(counts):
        if count == 0:
            if not (sanma and 1 <= kind <= 7):
                none |= 1 << kind
        elif count == 1:
            singles |= 1 << kind
        else:
            pairs += 1
            if count > 2:
                triples |= 1 << kind
    wanted = 7 - pairs
    fresh = max(wanted - singles.bit_count(), 0)
    lacking = (singles if wanted else 0) | (none if fresh else 0)
    spare = triples | (singles if singles.bit_count() > wanted else 0)
    return wanted + fresh, lacking, spare


def _thirteen_orphans(counts: bytes) -> Cell:
    """Distance to the thirteen terminals and honours with one of them twice (kokushi)."""
    missing = singles = doubles = more = 0
    for kind in _YAOCHUU_KINDS:
        count = counts[kind]
        if count == 0:
            missing |= 1 << kind
        elif count == 1:
            singles |= 1 << kind
        elif count == 2:
            doubles |= 1 << kind
        else:
            more |= 1 << kind
    paired = doubles | more
    spare = more | (doubles if paired.bit_count() > 1 else 0)
    for kind, count in enumerate(counts):
        if count and not YAOCHUU >> kind & 1:
            spare |= 1 << kind
    lacking = missing if paired else missing | singles
    return missing.bit_count() + (0 if paired else 1), lacking, spare
