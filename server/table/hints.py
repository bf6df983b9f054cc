"""What a riichi player may be told about the own hand: waits with their worth, and furiten.

Reads the state of the seat that asks and what lies open, nothing else. A hint's value is that of
a ron now, without luck: no ippatsu, no last tile, no ura, no honba and sticks.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.analysis import waits as waits_in_shape
from engine.core.game import Game
from engine.core.tiles import HIDDEN, IDS, KIND, KIND_NAMES, NAMES, PLAIN, kinds_in
from engine.riichi import flags
from engine.riichi.director import RiichiDirector
from engine.riichi.dora import DoraCounter
from engine.riichi.limits import round_up
from engine.riichi.rules import Rules
from engine.riichi.score import Win, scorer_for
from engine.riichi.state import Seat, State
from engine.riichi.waiting import tenpai_discards
from protocol.table import HintWait
from server.table.insight import Hinted

NO_HINT: Final[Hinted] = ((), {})
_COPIES: Final = 4
_NORTH: Final = 30


class _Worth(NamedTuple):
    """A ron on one kind; `han` 0 means without yaku."""

    kind: int
    han: int
    points: int


class RiichiInsight:
    """Answers for the running round of one game."""

    def __init__(self, game: Game, rules: Rules) -> None:
        director = game.director
        assert isinstance(director, RiichiDirector)
        self._state: State = director.state
        self._scorer = scorer_for(rules)
        self._dora = DoraCounter(rules)
        # Worth of a hand, by seat, as long as nothing but the count of tiles left changes.
        self._known: dict[int, tuple[object, list[_Worth]]] = {}

    def furiten(self) -> tuple[bool, ...]:
        """Return by seat whether it may not win by ron now (riichi.md 9)."""
        return tuple([seat.furiten for seat in self._state.seats])

    def hinted(self) -> Sequence[int]:
        """Return the seats that wait for something, or are about to discard near tenpai."""
        state = self._state
        if not state.in_round:
            return ()
        return [
            seat.number
            for seat in state.seats
            if seat.waits or (seat.distance <= 1 and _turn(seat))
        ]

    def hint(self, seat: int) -> Hinted:
        """Return the seat's waits, and on its own turn those after each discard."""
        state = self._state
        own = state.seats[seat]
        # The distance is a lower bound.
        choosing = own.distance <= 1 and not own.riichi_accepted and _turn(own)
        if not state.in_round or not (own.waits or choosing):
            return NO_HINT
        seen = _seen_by(state, own)
        now: tuple[HintWait, ...] = ()
        if own.waits:
            now = _shown(self._worth_now(own), seen, own.furiten)
        return now, self._by_discard(own, seen) if choosing else {}

    def _worth_now(self, own: Seat) -> list[_Worth]:
        state = self._state
        key = (tuple(own.hand), len(own.meld_events), own.kans, own.nukidora, own.riichi_accepted,
               len(state.dora_markers), own.waits, state.kyoku, state.honba)  # fmt: skip
        known = self._known.get(own.number)
        if known is None or known[0] != key:
            worth = self._worth(own, own.hand, own.waits)
            known = self._known[own.number] = (key, worth)
        return known[1]

    def _by_discard(self, own: Seat, seen: bytearray) -> dict[str, tuple[HintWait, ...]]:
        state = self._state
        keeping = tenpai_discards(state, own)
        if not keeping:
            return {}
        tiles = [*own.hand, own.drawn] if own.drawn >= 0 else own.hand
        shown: dict[str, tuple[HintWait, ...]] = {}
        for tile in sorted(set(tiles)):
            kind = KIND[tile]
            if not keeping >> kind & 1 or own.forbidden >> kind & 1:
                continue
            rest = list(tiles)
            rest.remove(tile)
            waits = _alive(own, rest)
            if waits:
                missed = waits & (own.discarded | 1 << kind) != 0 or own.riichi_furiten
                furiten = state.furiten_rule and missed
                shown[NAMES[tile]] = _shown(self._worth(own, rest, waits), seen, furiten)
        return shown

    def _worth(self, own: Seat, hand: list[int], waits: int) -> list[_Worth]:
        """Value a ron on each kind in `waits` for the concealed tiles `hand`."""
        state = self._state
        melded = [tile for meld in own.melds for tile in meld.tiles]
        bits = 0
        if own.riichi_accepted:
            bits = flags.DOUBLE_RIICHI if own.double_riichi else flags.RIICHI
        counts = _counts(hand)
        worth: list[_Worth] = []
        for kind in kinds_in(waits):
            counts[kind] += 1
            tiles = [*hand, *melded, PLAIN[kind]]
            dora = self._dora.count(tiles, own.nukidora, state.dora_markers, ())
            value = self._scorer.evaluate(
                Win(
                    counts=counts,
                    melds=tuple(own.melds),
                    win_kind=kind,
                    tsumo=False,
                    seat_wind=(own.number - state.oya) % state.players,
                    round_wind=state.bakaze,
                    flags=bits,
                    dora=dora.dora,
                    aka=dora.aka,
                    nukidora=dora.nukidora,
                    honba=state.honba,
                )
            )
            counts[kind] -= 1
            if value is None:
                worth.append(_Worth(kind, 0, 0))
            else:
                shares = 6 if own.number == state.oya else 4
                worth.append(_Worth(kind, value.han, round_up(shares * value.base)))
        return worth


def _turn(seat: Seat) -> bool:
    """Whether a seat has 3n+2 tiles: it has drawn or called, and is about to discard."""
    return (len(seat.hand) + (seat.drawn >= 0)) % 3 == 2


def _counts(hand: list[int]) -> bytearray:
    counts = bytearray(len(KIND_NAMES))
    for tile in hand:
        counts[KIND[tile]] += 1
    return counts


def _alive(own: Seat, hand: list[int]) -> int:
    """Kinds that complete `hand` in shape, without those of which the seat holds all four."""
    counts = _counts(hand)
    shape = waits_in_shape(counts)
    for meld in own.melds:
        for tile in meld.tiles:
            counts[KIND[tile]] += 1
    for kind in kinds_in(shape):
        if counts[kind] >= _COPIES:
            shape &= ~(1 << kind)
    return shape


def _seen_by(state: State, own: Seat) -> bytearray:
    """Tiles that the seat sees, by kind: its hand, melds, ponds, norths, indicators."""
    seen = bytearray(own.counts)
    for seat in state.seats:
        for tile in seat.pond:
            # A called tile lies in the meld of the caller.
            if tile.called_by is None:
                seen[KIND[IDS[tile.pai]]] += 1
        for meld in seat.melds:
            for known in meld.tiles:
                seen[KIND[known]] += 1
        seen[_NORTH] += seat.nukidora
    for marker in state.dora_markers:
        if marker != HIDDEN:
            seen[KIND[marker]] += 1
    return seen


def _shown(worth: list[_Worth], seen: bytearray, furiten: bool) -> tuple[HintWait, ...]:
    return tuple(
        HintWait(
            pai=KIND_NAMES[wait.kind],
            left=max(0, _COPIES - seen[wait.kind]),
            han=wait.han,
            points=wait.points,
            no_yaku=wait.han == 0,
            furiten=furiten,
        )
        for wait in worth
    )
