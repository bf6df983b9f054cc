"""Walls for random rounds: half of them fair, half loaded so that rare things happen.

A loaded wall gives each player a leaning (one suit, terminals and honours, kinds already held,
...) that draws and deal follow more often than chance would. Fair rounds of random play hardly
ever see a yakuman, a pao, four kans or nine terminals; these do.
"""

import random
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from engine.core.tiles import HONOUR_KINDS, KIND, TERMINALS, YAOCHUU
from engine.core.wall import Wall

Leaning: TypeAlias = Callable[[int, Sequence[int]], bool]
"""Whether a player who holds some kinds wants a kind."""

_TAKES: Final = (4, 4, 4, 1)
_GREEN: Final = frozenset((19, 20, 21, 23, 25, 32))
_PIN, _SOU, _EAST, _HAKU = 9, 18, 27, 31
_LEANT_DRAWS: Final = 10
_LOADED: Final = 0.5
"""Share of loaded walls where nothing else is said."""


def anything(kind: int, held: Sequence[int]) -> bool:
    return True


def yaochuu(kind: int, held: Sequence[int]) -> bool:
    return bool(YAOCHUU >> kind & 1)


def thirteen(kind: int, held: Sequence[int]) -> bool:
    return bool(YAOCHUU >> kind & 1) and kind not in held


def _honours(kind: int, held: Sequence[int]) -> bool:
    return bool(HONOUR_KINDS >> kind & 1)


def _honours_held(kind: int, held: Sequence[int]) -> bool:
    return bool(HONOUR_KINDS >> kind & 1) and (kind in held or len(set(held)) < 5)


def _simples(kind: int, held: Sequence[int]) -> bool:
    return not YAOCHUU >> kind & 1


def sets(kind: int, held: Sequence[int]) -> bool:
    return kind in held or len(set(held)) < 5


def _pairs(kind: int, held: Sequence[int]) -> bool:
    return held.count(kind) == 1 or len(set(held)) < 7


def _pin(kind: int, held: Sequence[int]) -> bool:
    return _PIN <= kind < _SOU


def _sou(kind: int, held: Sequence[int]) -> bool:
    return _SOU <= kind < _EAST


def dragon_pairs(kind: int, held: Sequence[int]) -> bool:
    return _pairs_of(range(_HAKU, _HAKU + 3), kind, held)


def wind_pairs(kind: int, held: Sequence[int]) -> bool:
    return _pairs_of(range(_EAST, _HAKU), kind, held)


def _pairs_of(wanted: range, kind: int, held: Sequence[int]) -> bool:
    """Two of each of the wanted kinds, then triplets of others."""
    if any(held.count(each) < 2 for each in wanted):
        return kind in wanted and held.count(kind) < 2
    return kind < _EAST and (kind in held or len(set(held)) < len(wanted) + 2)


def gates(kind: int, held: Sequence[int]) -> bool:
    """Nine gates in pin, then any pin."""
    return _PIN <= kind < _SOU and (
        held.count(kind) < (3 if kind in (_PIN, _SOU - 1) else 1) or len(held) >= 13
    )


def terminals(kind: int, held: Sequence[int]) -> bool:
    return bool(TERMINALS >> kind & 1) and (kind in held or len(set(held)) < 5)


def _green(kind: int, held: Sequence[int]) -> bool:
    return kind in _GREEN


LEANINGS: Final[tuple[Leaning, ...]] = (
    *(anything, yaochuu, thirteen, _honours, _honours_held, _simples),
    *(sets, sets, _pairs, _pin, _sou, _green, dragon_pairs, wind_pairs, gates),
    terminals,
)


class LoadedWalls:
    """Walls that follow from a seed.

    Args:
        seed: any text.
        players: 3 or 4.
        leanings: one a player, by place at the table from the dealer; none: half of the walls are
            fair, the others have leanings by chance.
    """

    def __init__(self, seed: str, players: int, leanings: Sequence[Leaning] = ()) -> None:
        self._seed = seed
        self._players = players
        self._leanings = leanings
        self.dealt: list[Wall] = []

    def wall(self, round_index: int, tiles: Sequence[int], replacements: int) -> Wall:
        """Return the next wall, and keep it for the peers."""
        chance = random.Random(f"{self._seed}/{round_index}")
        order = list(tiles)
        chance.shuffle(order)
        if self._leanings:
            order = _loaded(order, self._leanings[: self._players], 1.0, chance)
        elif chance.random() < _LOADED:
            leanings = [chance.choice(LEANINGS) for _ in range(self._players)]
            order = _loaded(order, leanings, chance.choice((0.6, 0.85, 1.0)), chance)
        wall = Wall(order, replacements)
        self.dealt.append(wall)
        return wall


def _loaded(
    pool: list[int], leanings: Sequence[Leaning], firmness: float, chance: random.Random
) -> list[int]:
    """Order a shuffled set so that the player of each turn gets what it leans to."""
    players = len(leanings)
    held: list[list[int]] = [[] for _ in leanings]
    order: list[int] = []

    def take(turn: int, count: int, firm: float) -> None:
        for _ in range(count):
            place = 0
            if chance.random() < firm:
                wanted = leanings[turn]
                place = next(
                    (at for at, tile in enumerate(pool) if wanted(KIND[tile], held[turn])), 0
                )
            tile = pool.pop(place)
            held[turn].append(KIND[tile])
            order.append(tile)

    for count in _TAKES:
        for turn in range(players):
            take(turn, count, firmness)
    for draw in range(_LEANT_DRAWS * players):
        take(draw % players, 1, firmness / 2)
    return order + pool
