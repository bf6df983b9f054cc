"""Yaku of a complete hand, for estimates: han without dora, riichi and circumstances.

Only for policies, who have to know whether a hand has a yaku and roughly what it is worth; what a
win really pays is the rule family's business.
"""

from typing import Final

from engine.analysis import Reading, decompose, is_seven_pairs, is_thirteen_orphans
from engine.bots.sight import DRAGONS, Set, Sight
from engine.core.tiles import HONOUR_KINDS, TERMINALS, YAOCHUU

YAKUMAN: Final = 13
_WINDS: Final = HONOUR_KINDS & ~DRAGONS


def yaku_han(counts: bytearray, sets: tuple[Set, ...], win: int, sight: Sight) -> int:
    """Return the han of the best reading, 0 without a yaku.

    Args:
        counts: the concealed tiles, the winning one included.
        sets: the melds.
        win: kind of the winning tile; the win is taken as a ron.
        sight: for winds and rules.
    """
    menzen = all(group.concealed for group in sets)
    kinds = 0
    for kind, count in enumerate(counts):
        if count:
            kinds |= 1 << kind
    for group in sets:
        kinds |= (7 if group.run else 1) << group.kind
    common = _flush(kinds, menzen)
    if not kinds & YAOCHUU and (menzen or sight.rules.get("open_tanyao", True)):
        common += 1
    best = 0
    if not sets:
        if is_thirteen_orphans(counts):
            return YAKUMAN
        if is_seven_pairs(counts):
            best = common + 2 + (2 if not kinds & ~YAOCHUU else 0)
            if not kinds & ~HONOUR_KINDS:
                return YAKUMAN
    for reading in decompose(counts):
        best = max(best, common + _reading_han(reading, sets, win, menzen, kinds, sight))
    return min(best, YAKUMAN)


def _flush(kinds: int, menzen: bool) -> int:
    """Honitsu and chinitsu."""
    suits = [(kinds >> base & 0x1FF) != 0 for base in (0, 9, 18)]
    if sum(suits) != 1:
        return 0
    if kinds & HONOUR_KINDS:
        return 3 if menzen else 2
    return 6 if menzen else 5


def _reading_han(
    reading: Reading, sets: tuple[Set, ...], win: int, menzen: bool, kinds: int, sight: Sight
) -> int:
    runs = reading.runs + tuple(group.kind for group in sets if group.run)
    triplets = reading.triplets + tuple(group.kind for group in sets if not group.run)
    concealed = len(reading.triplets) + sum(group.concealed for group in sets)
    if win in reading.triplets and not any(low <= win <= low + 2 for low in reading.runs):
        concealed -= 1
    han = sum(sight.yakuhai[kind] for kind in triplets)
    han += _triplet_han(triplets, concealed, reading.pair, kinds)
    han += _run_han(runs, menzen)
    han += _end_han(runs, triplets, reading.pair, menzen, kinds)
    if menzen and len(runs) == 4 and not sight.yakuhai[reading.pair] and _two_sided(runs, win):
        han += 1
    return han


def _two_sided(runs: tuple[int, ...], win: int) -> bool:
    """Pinfu's wait: the winning tile ends a run that could have ended otherwise."""
    return any((win == low and low % 9 != 6) or (win == low + 2 and low % 9 != 0) for low in runs)


def _triplet_han(triplets: tuple[int, ...], concealed: int, pair: int, kinds: int) -> int:
    dragons = sum(DRAGONS >> kind & 1 for kind in triplets)
    winds = sum(_WINDS >> kind & 1 for kind in triplets)
    if concealed == 4 or dragons == 3 or winds == 4 or not kinds & ~HONOUR_KINDS:
        return YAKUMAN
    if winds == 3 and _WINDS >> pair & 1:
        return YAKUMAN
    han = 0
    if len(triplets) == 4:
        han += 2
    if concealed == 3:
        han += 2
    if dragons == 2 and DRAGONS >> pair & 1:
        han += 2
    ranks = [kind % 9 for kind in triplets if kind < 27]
    if any(ranks.count(rank) == 3 for rank in ranks):
        han += 2
    return han


def _run_han(runs: tuple[int, ...], menzen: bool) -> int:
    han = 0
    if menzen:
        twins = sum(runs.count(low) // 2 for low in set(runs))
        han += (0, 1, 3)[twins]
    have = set(runs)
    if any(low < 9 and {low + 9, low + 18} <= have for low in have):
        han += 2 if menzen else 1
    if any({base, base + 3, base + 6} <= have for base in (0, 9, 18)):
        han += 2 if menzen else 1
    return han


def _end_han(
    runs: tuple[int, ...], triplets: tuple[int, ...], pair: int, menzen: bool, kinds: int
) -> int:
    """Chanta, junchan, honroutou."""
    if not YAOCHUU >> pair & 1 or any(not YAOCHUU >> kind & 1 for kind in triplets):
        return 0
    if not runs:
        return 2
    if any(low % 9 not in (0, 6) for low in runs):
        return 0
    if kinds & HONOUR_KINDS:
        return 2 if menzen else 1
    assert TERMINALS >> pair & 1
    return 3 if menzen else 2
