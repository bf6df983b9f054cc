"""Whether a seat may win now, and with what value: from the state to the scorer's question."""

from collections.abc import Sequence
from functools import lru_cache

from engine.core.events import Ankan, Kakan, Nukidora
from engine.core.tiles import KIND, PLAIN, kinds_in
from engine.riichi import flags
from engine.riichi.dora import DoraCounter
from engine.riichi.furiten import waits_as_kokushi
from engine.riichi.rules import Rules
from engine.riichi.score import HandValue, Win, scorer_for
from engine.riichi.state import Seat, State


class Judge:
    """Values wins under one set of rules.

    Each question answers None where the seat may not win for want of a yaku (or of enough han).
    Furiten is the caller's question. Ura markers are given once a win is settled only: they
    never decide whether a hand may win.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.scorer = scorer_for(rules)
        self._dora = DoraCounter(rules)

    def self_draw(self, state: State, seat: Seat, ura: Sequence[int] = ()) -> HandValue | None:
        """Value a win on the tile just drawn."""
        bits = _standing(seat)
        if seat.rinshan:
            bits |= flags.RINSHAN
        if state.live == 0 and (not seat.rinshan or self.rules.haitei_with_rinshan):
            bits |= flags.HAITEI
        if seat.first:
            bits |= flags.FIRST_DRAW
        return self._value(state, seat, seat.counts, seat.drawn, True, bits, ura)

    def ron(
        self, state: State, seat: Seat, source: int, ura: Sequence[int] = ()
    ) -> HandValue | None:
        """Value a win on the discard (or robbed tile) that lies open."""
        bits = _standing(seat)
        giver = state.seats[source]
        if state.unsettled >= 0:
            # A robbed north gives no chankan (riichi.md 15).
            if _is_kan(giver, KIND[state.tile]):
                bits |= flags.CHANKAN
        else:
            if state.live == 0 and (not state.tile_rinshan or self.rules.houtei_after_rinshan):
                bits |= flags.HOUTEI
            if state.tile_riichi:
                bits |= flags.RIICHI_TILE
            if state.tile_after_kan:
                bits |= flags.KAN_DISCARD
        if seat.first:
            bits |= flags.FIRST_DRAW
        if giver.riichi_accepted:
            bits |= flags.DISCARDER_RIICHI
        counts = bytearray(seat.counts)
        counts[KIND[state.tile]] += 1
        return self._value(state, seat, counts, state.tile, False, bits, ura)

    def rob(self, state: State, seat: Seat, action: Ankan | Kakan | Nukidora) -> HandValue | None:
        """Value a win on a tile that is being added to a kan or set aside."""
        if isinstance(action, Ankan) and not waits_as_kokushi(seat, KIND[state.tile]):
            return None
        return self.ron(state, seat, action.actor)

    def could_win(self, state: State, seat: Seat) -> bool:
        """Whether some tile that the seat waits for would give it a yaku (`keishiki_tenpai`)."""
        for kind in kinds_in(seat.waits):
            counts = bytearray(seat.counts)
            counts[kind] += 1
            for tsumo in (False, True):
                if self._value(state, seat, counts, PLAIN[kind], tsumo, 0, ()) is not None:
                    return True
        return False

    def _value(
        self,
        state: State,
        seat: Seat,
        counts: bytearray,
        tile: int,
        tsumo: bool,
        bits: int,
        ura: Sequence[int],
    ) -> HandValue | None:
        kind = KIND[tile]
        if state.dealer_wins >= 7 and seat.number == state.oya:
            bits |= flags.EIGHT_WINS
        tiles = [*seat.hand, tile]
        for meld in seat.melds:
            tiles += meld.tiles
        count = self._dora.count(tiles, seat.nukidora, state.dora_markers, ura)
        return self.scorer.evaluate(
            Win(
                counts=counts,
                melds=tuple(seat.melds),
                win_kind=kind,
                tsumo=tsumo,
                seat_wind=(seat.number - state.oya) % state.players,
                round_wind=state.bakaze,
                flags=bits,
                dora=count.dora,
                ura=count.ura,
                aka=count.aka,
                nukidora=count.nukidora,
                honba=state.honba,
            )
        )


@lru_cache(maxsize=64)
def judge_for(rules: Rules) -> Judge:
    """Return the judge of a rule set; it keeps no state, so tables with equal rules share it."""
    return Judge(rules)


def _is_kan(giver: Seat, kind: int) -> bool:
    return any(meld.is_kan and meld.kind == kind for meld in giver.melds)


def _standing(seat: Seat) -> int:
    """Flags that a seat carries whatever the tile."""
    if not seat.riichi_accepted:
        return 0
    bits = flags.DOUBLE_RIICHI if seat.double_riichi else flags.RIICHI
    if seat.ippatsu:
        bits |= flags.IPPATSU
    if seat.open_riichi:
        bits |= flags.OPEN_RIICHI
    return bits
