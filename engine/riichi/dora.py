"""Dora: what an indicator points at, and how many a hand has (riichi.md 5)."""

from collections.abc import Sequence
from typing import Final

import msgspec

from engine.core.tiles import KIND, RED_FIVES
from engine.riichi.rules import Rules

_NORTH: Final = 30


def _cycles(players: int) -> list[range | tuple[int, ...]]:
    """Kinds that follow each other in a circle."""
    man = range(9) if players == 4 else (0, 8)
    return [man, range(9, 18), range(18, 27), range(27, 31), range(31, 34)]


def _next_kinds(players: int) -> dict[int, int]:
    return {
        kind: cycle[(place + 1) % len(cycle)]
        for cycle in _cycles(players)
        for place, kind in enumerate(cycle)
    }


NEXT_KIND: Final = {players: _next_kinds(players) for players in (4, 3)}
"""Number of players -> indicator kind -> dora kind."""


class DoraCount(msgspec.Struct, frozen=True):
    """Han of each sort of dora."""

    dora: int
    ura: int
    aka: int
    nukidora: int


class DoraCounter:
    """Counts the dora of a hand under one set of rules."""

    def __init__(self, rules: Rules) -> None:
        self._next = NEXT_KIND[rules.players]
        self._starting = rules.start_indicators
        self._dora = (rules.dora, rules.kan_dora)
        self._ura = (rules.ura_dora, rules.kan_ura_dora)
        self._kita = rules.kita_dora

    def count(
        self,
        tiles: Sequence[int],
        nukidora: int,
        markers: Sequence[int],
        ura_markers: Sequence[int] = (),
    ) -> DoraCount:
        """Count the dora of a hand.

        `tiles` are the ids of all its tiles, melds and winning tile included; `nukidora` the
        norths set aside, which indicators point at too; `markers` the turned indicators, the
        starting ones first; `ura_markers` those under them (of a winner in riichi only).
        """
        held = [KIND[tile] for tile in tiles]
        held += [_NORTH] * nukidora
        return DoraCount(
            self._hits(held, markers, *self._dora),
            self._hits(held, ura_markers, *self._ura),
            sum(tile in RED_FIVES for tile in tiles),
            nukidora if self._kita else 0,
        )

    def _hits(
        self, held: Sequence[int], markers: Sequence[int], starting: bool, by_kan: bool
    ) -> int:
        counted = markers[: self._starting] if starting else ()
        hits = sum(held.count(self._next[KIND[marker]]) for marker in counted)
        if by_kan:
            further = markers[self._starting :]
            hits += sum(held.count(self._next[KIND[marker]]) for marker in further)
        return hits
