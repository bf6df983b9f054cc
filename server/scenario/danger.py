"""What a drawn tile could set off: guesses from the tiles that a scenario names.

A filled draw is discarded by default, so it should be a tile that nobody can win on or call, and
that does not win for the seat which draws it. A seat's hand changes along the way; what it may
become follows from the tiles that the scenario gives it: its named draws, and what it calls.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from engine.analysis import improving, waits
from engine.core.tiles import HIDDEN, IDS, KIND, KINDS, kinds_in
from engine.riichi.claim import RUNS
from engine.riichi.turn import NORTH
from server.scenario.scenario import Do, Scenario, Until

_WIN_NOW: Final = 10_000
_WIN_SOON: Final = 1_000
_WIN_LATER: Final = 300
_PON: Final = 40
_CHI: Final = 20
_OUT_OF_TURN: Final = 4
_MOST_GAINS: Final = 6


class Danger:
    """Cost of a kind by who draws it; 0 where nothing can happen."""

    def __init__(self, scenario: Scenario, hands: Sequence[Sequence[int]]) -> None:
        self._players = scenario.rules.players
        gains = [_gains(scenario, seat) for seat in range(self._players)]
        self._wins = [0] * KINDS
        self._pons: list[set[int]] = []
        self._runs: list[set[int]] = []
        for hand, gained in zip(hands, gains, strict=True):
            counts = _counts(hand)
            for kind, cost in _winning(counts, gained).items():
                self._wins[kind] += cost
            for kind in gained:
                counts[kind] += 1
            self._pons.append({kind for kind in range(KINDS) if counts[kind] >= 2})
            self._runs.append(_completing_runs(counts) if scenario.rules.chi else set())

    def of(self, kind: int, drawer: int | None = None) -> int:
        """Cost of `kind` drawn and discarded by `drawer` (None: by anybody)."""
        cost = self._wins[kind]
        for seat in range(self._players):
            near = drawer is None or seat != drawer
            if kind in self._pons[seat]:
                cost += _PON if near else _OUT_OF_TURN
            if kind in self._runs[seat]:
                left = drawer is None or seat == (drawer + 1) % self._players
                cost += _CHI if left else _OUT_OF_TURN
        if self._players == 3 and kind == NORTH:
            cost += 1
        return cost


def _counts(hand: Sequence[int]) -> bytearray:
    counts = bytearray(KINDS)
    for tile in hand:
        counts[KIND[tile]] += 1
    return counts


def _gains(scenario: Scenario, seat: int) -> list[int]:
    """Kinds that the scenario brings to a seat, as far as its draws and steps tell."""
    players = scenario.rules.players
    turn = (seat - scenario.start.oya) % players
    gains = [KIND[tile] for tile in scenario.draws[turn::players] if tile != HIDDEN]
    for step in scenario.steps:
        name = None
        if isinstance(step, Until) and step.actor == seat:
            name = step.pai
        elif isinstance(step, Do) and step.action["actor"] == seat:
            name = step.action.get("pai") if step.action["type"] in ("chi", "pon") else None
        if name is not None and KIND[IDS[name]] not in gains:
            gains.append(KIND[IDS[name]])
    return gains[:_MOST_GAINS]


def _winning(counts: bytearray, gains: Sequence[int]) -> dict[int, int]:
    """Kind -> cost, for the kinds that complete the hand, or what it becomes by its gains."""
    costs: dict[int, int] = {}

    def note(mask: int, cost: int) -> None:
        for kind in kinds_in(mask):
            costs[kind] = max(costs.get(kind, 0), cost)

    note(waits(counts), _WIN_NOW)
    for gain in gains:
        note(_after(counts, gain), _WIN_SOON)
    for first, second in combinations(gains, 2):
        grown = bytearray(counts)
        grown[first] += 1
        for kind in range(KINDS):
            if grown[kind]:
                grown[kind] -= 1
                note(_after(grown, second), _WIN_LATER)
                grown[kind] += 1
    return costs


def _after(counts: bytearray, gain: int) -> int:
    """Mask of the kinds that a hand of 13 may wait for once it has gained a tile."""
    hand = bytearray(counts)
    hand[gain] += 1
    if hand[gain] > 4:
        return 0
    distance, mask = improving(hand)
    if distance != -1:
        return mask if distance == 0 else 0
    for kind in range(KINDS):
        if hand[kind]:
            hand[kind] -= 1
            mask |= waits(hand)
            hand[kind] += 1
    return mask


def _completing_runs(counts: bytearray) -> set[int]:
    """Kinds with which the hand could make a run."""
    return {
        kind
        for kind in range(KINDS)
        if any(counts[first] and counts[second] for first, second in RUNS[kind])
    }
