"""A seat's view as counts: what a policy reckons with."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from engine.core.events import Ankan, Chi
from engine.core.tiles import HONOURS, IDS, KIND, KINDS, RED_FIVES
from engine.core.views import MeldEvent, SeatView, View

DRAGONS: Final = 0b111 << 31
"""Mask of kinds: haku, hatsu, chun."""

NORTH: Final = 30
EAST: Final = 27


class Set(NamedTuple):
    """A meld as a group: lowest kind, and what it is."""

    kind: int
    run: bool
    concealed: bool


class Sight:
    """What one seat sees.

    `counts` are its concealed tiles by kind, the drawn one included. `seen` counts all tiles that
    it knows of: its own, ponds, melds, indicators, norths set aside. `dora` says how many dora one
    tile of a kind is worth, red fives apart. `live` tiles can still be drawn, `unseen` are not
    known. `yakuhai` gives the han of a triplet by kind.
    """

    def __init__(self, view: View, rules: Mapping[str, Any]) -> None:
        self.view: Final = view
        self.rules: Final = rules
        self.seat: Final = view.viewer
        self.players: Final = len(view.seats)
        self.sanma: Final = self.players == 3
        own = view.seats[view.viewer]
        self.own: Final = own
        names = own.hand if own.drawn is None else (*own.hand, own.drawn)
        self.tiles: Final = tuple(IDS[name] for name in names)
        self.counts: Final = bytearray(KINDS)
        for tile in self.tiles:
            self.counts[KIND[tile]] += 1
        self.sets: Final = tuple(as_set(meld) for meld in own.melds)
        self.menzen: Final = all(meld.concealed for meld in self.sets)
        self.dora: Final = dora_by_kind(view.round.dora_markers, self.sanma)
        self.seen: Final = self._count_seen()
        self.live: Final = view.round.live
        self.turns: Final = (view.round.live + self.players - 1) // self.players
        total = 108 if self.sanma else 136
        self.unseen: Final = max(total - sum(self.seen), 1)
        self.yakuhai: Final = yakuhai_of(view, view.viewer)
        self.dealer: Final = view.round.oya == view.viewer
        self.discarded: Final = pond_mask(own)
        self.meld_dora: Final = sum(dora_in(meld, self.dora) for meld in own.melds) + (
            own.nukidora * (1 + self.dora[NORTH])
        )

    def _count_seen(self) -> bytearray:
        seen = bytearray(self.counts)
        for marker in self.view.round.dora_markers:
            seen[KIND[IDS[marker]]] += 1
        for seat in self.view.seats:
            seen[NORTH] += seat.nukidora
            for tile in seat.pond:
                # A called tile lies in a meld.
                if tile.called_by is None:
                    seen[KIND[IDS[tile.pai]]] += 1
            for meld in seat.melds:
                for tile_id in meld_tiles(meld):
                    seen[KIND[tile_id]] += 1
        return seen

    def left(self, kind: int) -> int:
        """How many tiles of a kind are unseen."""
        return max(4 - self.seen[kind], 0)


def meld_tiles(meld: MeldEvent) -> tuple[int, ...]:
    """Ids of a meld's tiles."""
    consumed = tuple(IDS[name] for name in meld.consumed)
    return consumed if isinstance(meld, Ankan) else (*consumed, IDS[meld.pai])


def as_set(meld: MeldEvent) -> Set:
    """The group that a meld is."""
    low = min(KIND[tile] for tile in meld_tiles(meld))
    return Set(low, isinstance(meld, Chi), isinstance(meld, Ankan))


def dora_in(meld: MeldEvent, dora: list[int]) -> int:
    """Dora of a meld, red fives included."""
    return sum(dora[KIND[tile]] + (tile in RED_FIVES) for tile in meld_tiles(meld))


def pond_mask(seat: SeatView) -> int:
    """Mask of the kinds that a seat has discarded, called ones included."""
    mask = 0
    for tile in seat.pond:
        mask |= 1 << KIND[IDS[tile.pai]]
    return mask


def dora_by_kind(markers: tuple[str, ...], sanma: bool) -> list[int]:
    """How many dora each kind is (riichi.md 5.4); with three players 1m points to 9m."""
    dora = [0] * KINDS
    for marker in markers:
        kind = KIND[IDS[marker]]
        if kind >= 31:
            following = 31 + (kind - 30) % 3
        elif kind >= 27:
            following = 27 + (kind - 26) % 4
        elif sanma and kind < 9:
            following = 8 - kind
        else:
            following = kind // 9 * 9 + (kind + 1) % 9
        dora[following] += 1
    return dora


def yakuhai_of(view: View, seat: int) -> list[int]:
    """Han of a triplet by kind for one seat: dragons, round wind, seat wind."""
    han = [0] * KINDS
    for kind in range(31, 34):
        han[kind] = 1
    han[EAST + HONOURS.index(view.round.bakaze)] += 1
    han[EAST + (seat - view.round.oya) % len(view.seats)] += 1
    return han
