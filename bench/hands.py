"""Distinct random winning hands, for measuring and for comparing with other programs.

Hands are put together from groups rather than drawn, so that all of them are complete. The mix
leans towards hands with something in them: flushes, triplets, terminals, kans, seven pairs.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from engine.core.melds import ANKAN, CHI, DAIMINKAN, KAKAN, PON, Meld
from engine.core.tiles import KINDS, PLAIN, YAOCHUU, kinds_in
from engine.riichi import flags
from engine.riichi.score import Win

_ALL: Final = tuple(range(KINDS))
_HONOURS: Final = tuple(range(27, KINDS))
_YAOCHUU: Final = tuple(kinds_in(YAOCHUU))


def distinct_wins(number: int, seed: int) -> list[Win]:
    """Make `number` wins, no two of them alike."""
    random = Random(seed)
    wins: dict[tuple[object, ...], Win] = {}
    while len(wins) < number:
        win = _win(random)
        if win is not None:
            key = (bytes(win.counts), win.melds, win.win_kind, win.tsumo, win.flags)
            wins.setdefault((*key, win.seat_wind, win.round_wind), win)
    return list(wins.values())


def _win(random: Random) -> Win | None:
    """Make one win; None if the tiles drawn do not exist."""
    melds: tuple[Meld, ...] = ()
    special = random.random()
    if special < 0.03:
        held = random.sample(_kinds_to_use(random), 7) * 2
    elif special < 0.035:
        held = [*_YAOCHUU, random.choice(_YAOCHUU)]
    else:
        held, melds = _groups(random)
    counts = bytearray(KINDS)
    for kind in held:
        counts[kind] += 1
    owned = list(counts)
    for meld in melds:
        for kind in _kinds_of(meld):
            owned[kind] += 1
    if max(owned) > 4:
        return None
    tsumo = random.random() < 0.5
    return Win(
        counts=counts,
        win_kind=random.choice(held),
        tsumo=tsumo,
        seat_wind=random.randrange(4),
        round_wind=random.randrange(2),
        melds=melds,
        flags=_flags(random, tsumo, melds),
    )


def _kinds_to_use(random: Random) -> Sequence[int]:
    """All kinds, or a suit with the honours, or terminals and honours."""
    choice = random.random()
    if choice < 0.75:
        return _ALL
    if choice < 0.95:
        suit = random.randrange(3)
        return (*range(9 * suit, 9 * suit + 9), *_HONOURS)
    return _YAOCHUU


def _groups(random: Random) -> tuple[list[int], tuple[Meld, ...]]:
    """Make the concealed tiles and the melds of four groups and a pair."""
    kinds = _kinds_to_use(random)
    starts = [kind for kind in kinds if kind < 27 and kind % 9 < 7 and kind + 2 in kinds]
    runs = random.choice((0.2, 0.7, 0.85)) if starts else 0
    held = [random.choice(kinds)] * 2
    melds: list[Meld] = []
    open_hand = random.random() < 0.4
    for _ in range(4):
        if random.random() < runs:
            start = random.choice(starts)
            if open_hand and random.random() < 0.5:
                tiles = tuple(PLAIN[start + step] for step in range(3))
                melds.append(Meld(CHI, start, tiles, 3))
            else:
                held += [start, start + 1, start + 2]
            continue
        kind = random.choice(kinds)
        meld_type = _called(random, open_hand)
        if meld_type is None:
            held += [kind] * 3
        else:
            size = 3 if meld_type == PON else 4
            melds.append(Meld(meld_type, kind, (PLAIN[kind],) * size, 2))
    return held, tuple(melds)


def _called(random: Random, open_hand: bool) -> str | None:
    choice = random.random()
    if choice < 0.06:
        return ANKAN
    if not open_hand or choice > 0.6:
        return None
    return DAIMINKAN if choice < 0.1 else KAKAN if choice < 0.13 else PON


def _kinds_of(meld: Meld) -> Iterator[int]:
    for place in range(len(meld.tiles)):
        yield meld.kind + (place if meld.type == CHI else 0)


def _flags(random: Random, tsumo: bool, melds: tuple[Meld, ...]) -> int:
    bits = 0
    if all(meld.type == ANKAN for meld in melds) and random.random() < 0.6:
        bits = random.choice((flags.RIICHI, flags.RIICHI, flags.RIICHI, flags.DOUBLE_RIICHI))
        if random.random() < 0.2:
            bits |= flags.IPPATSU
    if random.random() < 0.04:
        bits |= flags.HAITEI if tsumo else flags.HOUTEI
    elif tsumo and any(meld.is_kan for meld in melds) and not bits & flags.IPPATSU:
        bits |= flags.RINSHAN
    return bits
