"""Filling in the tiles that a scenario leaves open (formats.md, "jantaku scenario").

Deterministic: the unnamed tiles are shuffled by the scenario's id once, and every open place
takes the first of the cheapest. Hands get tiles that go with nothing, so that they neither win
nor call; the indicators make nobody's tiles dora, those that only a kan turns take what would be
dangerous to draw; draws take what nobody can win on or call, middle tiles first.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from engine.analysis import shanten, waits
from engine.core.tiles import HIDDEN, KIND, KINDS, RED_FIVES, YAOCHUU
from engine.core.wall import DEAD_WALL, Wall, shuffled
from engine.riichi.aborts import KYUUSHU_KINDS
from engine.riichi.dora import NEXT_KIND
from server.scenario.danger import Danger
from server.scenario.layout import HAND, Places
from server.scenario.scenario import Scenario

_WINS: Final = 10_000
_TENPAI: Final = 1_000
_NINE_TERMINALS: Final = 100
_PAIR: Final = 6
_NEIGHBOUR: Final = 4
_GAP: Final = 2
_RED: Final = 1

_Cost: TypeAlias = Callable[[int], tuple[int, int]]
"""Cost of a tile in some place; the first number weighs more."""


class Filling:
    """The unnamed tiles of one scenario, in the order in which they are taken."""

    def __init__(self, scenario: Scenario, tiles: Sequence[int]) -> None:
        self._scenario = scenario
        self._players = scenario.rules.players
        self._pool = shuffled(tiles, hashlib.sha256(scenario.id.encode()).digest())

    def hand(self, seat: int, named: Sequence[int]) -> list[int]:
        """Return the hand of a seat, filled up to 13 tiles."""
        hand = list(named)
        draws = self._scenario.draws
        first = HIDDEN
        if seat == self._scenario.start.oya and draws:
            first = draws[0]
        while len(hand) < HAND:
            hand.append(self._take(lambda tile: (_cost_in_hand(hand, tile, first), 0)))
        return hand

    def wall(self, wall: Wall, hands: Sequence[Sequence[int]]) -> None:
        """Fill every hidden place of a wall in which the whole `hands` lie already."""
        danger = Danger(self._scenario, hands)
        places = Places(wall, self._players)
        order = wall.order
        held = [KIND[tile] for hand in hands for tile in hand]
        next_kind = NEXT_KIND[self._players]

        def as_dora(tile: int) -> int:
            return held.count(next_kind[KIND[tile]])

        dead = len(order) - DEAD_WALL
        replacements = len(order) - wall.replacements
        shown = places.ura(self._scenario.rules.start_indicators - 1)
        self._fill(
            order,
            range(dead, shown),
            lambda tile: (-danger.of(KIND[tile]), as_dora(tile)),
        )
        self._fill(
            order,
            range(max(shown, dead), replacements),
            lambda tile: (as_dora(tile), -danger.of(KIND[tile])),
        )
        self._fill(
            order,
            range(replacements, len(order)),
            lambda tile: (danger.of(KIND[tile]), 0),
        )
        oya = self._scenario.start.oya
        for place in range(places.dealt, dead):
            drawer = (oya + place - places.dealt) % self._players
            self._fill(order, range(place, place + 1), self._draw_cost(danger, drawer))

    @staticmethod
    def _draw_cost(danger: Danger, drawer: int) -> _Cost:
        # Rather a middle tile: nobody should get a nagashi mangan or four winds by accident.
        return lambda tile: (danger.of(KIND[tile], drawer), YAOCHUU >> KIND[tile] & 1)

    def _fill(self, order: list[int], places: range, cost: _Cost) -> None:
        for place in reversed(places):
            if order[place] == HIDDEN:
                order[place] = self._take(cost)

    def _take(self, cost: _Cost) -> int:
        costs = {tile: cost(tile) for tile in set(self._pool)}
        tile = min(self._pool, key=costs.__getitem__)
        self._pool.remove(tile)
        return tile


def _cost_in_hand(hand: Sequence[int], tile: int, first_draw: int) -> int:
    """How much `tile` would do for a hand; `first_draw` is the dealer's named one, or `HIDDEN`."""
    kind = KIND[tile]
    counts = bytearray(KINDS)
    for held in hand:
        counts[KIND[held]] += 1
    cost = _PAIR * counts[kind] + _RED * (tile in RED_FIVES)
    if kind < 27:
        for step, weight in ((1, _NEIGHBOUR), (2, _GAP)):
            cost += weight * (counts[kind - step] if kind % 9 >= step else 0)
            cost += weight * (counts[kind + step] if kind % 9 + step < 9 else 0)
    counts[kind] += 1
    terminals = sum(1 for each in range(KINDS) if counts[each] and YAOCHUU >> each & 1)
    if terminals >= KYUUSHU_KINDS - 1 and YAOCHUU >> kind & 1:
        cost += _NINE_TERMINALS
    if sum(counts) == HAND:
        if waits(counts):
            cost += _TENPAI
        if first_draw != HIDDEN and counts[KIND[first_draw]] < 4:
            counts[KIND[first_draw]] += 1
            if shanten(counts) == -1:
                cost += _WINS
    return cost
