"""Readings: the ways to see a complete hand as four groups and a pair.

A hand is read slice by slice (m, p, s: nine kinds each; honours: seven). Every way to read a
slice is a *variant*, and a reading of the hand is one variant of each slice, the melds, and one of
the places that the winning tile can take, since that decides the wait and whether a triplet is
concealed (riichi.md 11, 12). Slices recur all the time and are read alike in every suit, so their
variants are kept in tables; whole hands are never kept.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Final, TypeAlias

from engine.core.melds import ANKAN, CHI, DAIMINKAN, KAKAN, PON, Meld
from engine.core.tiles import KINDS
from engine.riichi import features as ft
from engine.riichi.fu import NARROW_WAIT

Starts: TypeAlias = tuple[int, ...]
"""First tiles of sequences, one entry a sequence."""

_Variant: TypeAlias = tuple[int, int, int, int, Starts]
"""Features; masks of sequence starts, of triplets and of the pair; starts (by rank)."""

_SliceReadings: TypeAlias = tuple[int, tuple[_Variant, ...]]
"""Props and variants; no variants: the slice cannot be read."""

Places: TypeAlias = tuple[int, ...]
"""What the winning tile adds to the features, for each place that it can take."""

Reading: TypeAlias = tuple[int, int, int, Places, tuple[Starts, Starts, Starts]]
"""Features, mask of sequence starts, mask of triplets and kans, places; melds are included.

Last the starts of the concealed sequences by suit, as ranks.
"""

_UNREADABLE: Final[_SliceReadings] = (0, ())


class _Variants(dict[bytes, tuple[_Variant, ...]]):
    """Variants of slices by their counts, with masks by rank; filled on demand.

    Only slices that can be read are kept: there are 22,000 of them.
    """

    def __init__(self, first: int) -> None:
        super().__init__()
        self._has_sequences = first < 27
        ranks = range(9 if self._has_sequences else 7)
        self._triplets = [ft.triplet_features(first + rank) for rank in ranks]
        self._pairs = [ft.pair_features(first + rank) for rank in ranks]
        self[bytes(len(ranks))] = ((0, 0, 0, 0, ()),)

    def __missing__(self, tiles: bytes) -> tuple[_Variant, ...]:
        if sum(tiles) % 3 == 1:
            return ()
        variants = tuple(self._variants(tiles))
        if variants:
            self[tiles] = variants
        return variants

    def _variants(self, tiles: bytes) -> Iterator[_Variant]:
        """Take the lowest tiles away in every way, and add them to the readings of the rest."""
        rank = next(rank for rank, held in enumerate(tiles) if held)
        held = tiles[rank]
        wants_pair = sum(tiles) % 3 == 2
        for triplets in (0, 1) if held >= 3 else (0,):
            for pair in (0, 1) if wants_pair and held - 3 * triplets >= 2 else (0,):
                runs = held - 3 * triplets - 2 * pair
                rest = self._without(tiles, rank, runs)
                if rest is None:
                    continue
                # All sequences from this rank are taken at once: their twins are known here.
                more = runs * ft.sequence_features(rank) + runs // 2 * ft.TWIN
                more += triplets * self._triplets[rank] + pair * self._pairs[rank]
                bit, starts = 1 << rank, (rank,) * runs
                for features, sequences, sets, pairs, above in self[rest]:
                    yield (
                        features + more,
                        sequences | bit if runs else sequences,
                        sets | bit if triplets else sets,
                        pairs | bit if pair else pairs,
                        starts + above,
                    )

    def _without(self, tiles: bytes, rank: int, runs: int) -> bytes | None:
        """Tiles without all of `rank`, which start `runs` sequences; None: they cannot."""
        rest = bytearray(tiles)
        rest[rank] = 0
        if runs:
            if not self._has_sequences or rank > 6 or min(tiles[rank + 1 : rank + 3]) < runs:
                return None
            rest[rank + 1] -= runs
            rest[rank + 2] -= runs
        return bytes(rest)


class _Slices(dict[bytes, _SliceReadings]):
    """Readings of the slices of one suit (or the honours), with masks by kind."""

    def __init__(self, variants: _Variants, first: int) -> None:
        super().__init__()
        self._by_rank = variants
        self._first = first

    def __missing__(self, tiles: bytes) -> _SliceReadings:
        by_rank = self._by_rank[tiles]
        if not by_rank:
            return _UNREADABLE
        first = self._first
        variants = tuple(
            [
                (features, sequences << first, triplets << first, pair << first, starts)
                for features, sequences, triplets, pair, starts in by_rank
            ]
        )
        entry = self[tiles] = ft.slice_props(tiles, first), variants
        return entry


_NUMBERS: Final = _Variants(0)
_MAN: Final = _Slices(_NUMBERS, 0)
_PIN: Final = _Slices(_NUMBERS, 9)
_SOU: Final = _Slices(_NUMBERS, 18)
_HONOURS: Final = _Slices(_Variants(27), 27)


def _places(kind: int, tsumo: bool) -> tuple[Places, ...]:
    """List the places of a winning tile of `kind` for each set of groups that it may be in.

    Index: bits 0 to 2 for sequences that start two below `kind`, one below and at it, bit 3 for a
    triplet, bit 4 for the pair.
    """
    rank = kind % 9
    adds = (
        NARROW_WAIT if rank == 2 else 0,
        NARROW_WAIT,
        NARROW_WAIT if rank == 6 else 0,
        0 if tsumo else ft.ronned_triplet_features(kind),
        ft.TANKI + NARROW_WAIT,
    )
    return tuple(
        tuple(add for place, add in enumerate(adds) if code >> place & 1) for code in range(32)
    )


_PLACES: Final = tuple(
    tuple(_places(kind, tsumo) for kind in range(KINDS)) for tsumo in (False, True)
)
"""`[tsumo][winning kind]` -> the places."""


@cache
def prepare() -> None:
    """Fill the tables with all slices of up to two groups, with and without a pair (once).

    Most slices of real hands are among these, so the first hands of a process are valued nearly
    as fast as later ones.
    """
    empty = bytes(9)
    groups = [bytes([3 * (rank == at) for rank in range(9)]) for at in range(9)]
    groups += [bytes([at <= rank <= at + 2 for rank in range(9)]) for at in range(7)]
    pairs = [empty, *(bytes([2 * (rank == at) for rank in range(9)]) for at in range(9))]
    for parts in product([empty, *groups], [empty, *groups], pairs):
        tiles = bytes(map(sum, zip(*parts, strict=True)))
        if max(tiles) <= 4:
            for slices in (_MAN, _PIN, _SOU):
                _ = slices[tiles]


_MeldFacts: TypeAlias = tuple[int, int, int, int]


def _meld_facts(meld_type: str, kind: int) -> _MeldFacts:
    """Features, props, mask of sequence starts, mask of triplets."""
    features, props = ft.meld_features(meld_type, kind), ft.meld_props(meld_type, kind)
    return (features, props, 1 << kind, 0) if meld_type == CHI else (features, props, 0, 1 << kind)


_MELDS: Final[Mapping[str, Mapping[int, _MeldFacts]]] = {
    CHI: {kind: _meld_facts(CHI, kind) for kind in range(27) if kind % 9 < 7},
    **{
        meld_type: {kind: _meld_facts(meld_type, kind) for kind in range(KINDS)}
        for meld_type in (PON, DAIMINKAN, KAKAN, ANKAN)
    },
}
"""`[type][lowest kind]` -> what a meld adds to every reading."""


def read(
    counts: bytes, kind: int, tsumo: bool, melds: Sequence[Meld]
) -> tuple[int, list[Reading]] | None:
    """Read a hand in all ways: its props and the readings; melds are included in both.

    `counts` are the concealed tiles with the winning tile, which is of `kind`. None: the tiles
    are not four groups and a pair.
    """
    man_props, man = _MAN[counts[:9]]
    pin_props, pin = _PIN[counts[9:18]]
    sou_props, sou = _SOU[counts[18:27]]
    honour_props, honours = _HONOURS[counts[27:]]
    if not (man and pin and sou and honours):
        return None
    props = man_props | pin_props | sou_props | honour_props
    melded = melded_runs = melded_sets = 0
    for meld in melds:
        more, of_meld, runs, sets = _MELDS[meld.type][meld.kind]
        melded += more
        props |= of_meld
        melded_runs |= runs
        melded_sets |= sets
    places = _PLACES[tsumo][kind]
    readings: list[Reading] = []
    for fm, rm, tm, pm, sm in man:
        for fp, rp, tp, pp, sp in pin:
            for fs, rs, ts, ps, ss in sou:
                for fh, _, th, ph, _ in honours:
                    features = melded + fm + fp + fs + fh
                    runs = rm | rp | rs
                    sets = tm | tp | ts | th
                    pair = pm | pp | ps | ph
                    at = runs << 2 >> kind & 7 | (sets >> kind & 1) << 3 | (pair >> kind & 1) << 4
                    readings.append(
                        (features, melded_runs | runs, melded_sets | sets, places[at], (sm, sp, ss))
                    )
    # Four slices can each hold a pair: fourteen tiles, but no hand.
    return (props, readings) if readings[0][0] & ft.PAIR_MASK == ft.PAIR else None
