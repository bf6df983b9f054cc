"""What a viewer sees of a state, and an observer who rebuilds it from redacted events."""

from collections.abc import Sequence

from engine.core.events import Ankan, Chi, Daiminkan, Event, Kakan, Pon
from engine.core.melds import ANKAN, CHI, DAIMINKAN, KAKAN, PON, Meld
from engine.core.tiles import HIDDEN, HONOURS, IDS, KIND, NAMES, mask_names
from engine.core.viewer import FULL
from engine.core.views import MeldEvent, RoundView, SeatView, View
from engine.riichi.fold import fold
from engine.riichi.rules import Rules
from engine.riichi.state import NOT_TENPAI, Seat, State
from engine.riichi.waiting import refresh

_HIDDEN_HAND = ("?",) * 13
_WORDS = {Chi: CHI, Pon: PON, Daiminkan: DAIMINKAN}


def view(state: State, viewer: int) -> View:
    """Return everything that `viewer` knows of the round."""
    own = state.seats[viewer] if viewer >= 0 else None
    return View(
        viewer=viewer,
        round=round_view(state),
        seats=tuple([_seat_view(seat, viewer in (seat.number, FULL)) for seat in state.seats]),
        furiten=own.furiten if own else False,
        waits=tuple(mask_names(own.waits)) if own else (),
    )


def round_view(state: State) -> RoundView:
    """Return what everybody sees of the round."""
    return RoundView(
        bakaze=HONOURS[state.bakaze],
        kyoku=state.kyoku,
        honba=state.honba,
        kyotaku=state.kyotaku,
        oya=state.oya,
        scores=state.scores,
        live=state.live,
        dora_markers=tuple([NAMES[tile] for tile in state.dora_markers]),
    )


def _seat_view(seat: Seat, shown: bool) -> SeatView:
    drawn = None
    if seat.drawn >= 0:
        drawn = NAMES[seat.drawn] if shown else "?"
    return SeatView(
        hand=seat.names() if shown else _HIDDEN_HAND[: len(seat.hand)],
        drawn=drawn,
        melds=tuple(seat.meld_events),
        pond=tuple(seat.pond),
        riichi=seat.riichi,
        nukidora=seat.nukidora,
    )


class Observer:
    """Folds the events that one viewer receives; knows what that viewer knows.

    Args:
        rules: the rules of the table (`start_game.rules`).
    """

    def __init__(self, rules: Rules) -> None:
        self.state = State(rules)

    def fold(self, event: Event) -> None:
        """Take the next event of the viewer's stream."""
        fold(self.state, event)

    def view(self, viewer: int) -> View:
        """Return the view; `viewer` is the seat (or `PUBLIC`, `FULL`) whose stream was folded."""
        return view(self.state, viewer)

    @classmethod
    def from_snapshot(
        cls, rules: Rules, round_: RoundView, seats: Sequence[SeatView], viewer: int, furiten: bool
    ) -> "Observer":
        """Start from a snapshot instead of from the first event (protocol.md, "Reconnect").

        What a snapshot cannot show (whether ippatsu still lives, say) is taken as over; views and
        options do not depend on it.
        """
        observer = cls(rules)
        state = observer.state
        state.in_round = True
        state.bakaze = HONOURS.index(round_.bakaze)
        state.kyoku, state.honba, state.kyotaku = round_.kyoku, round_.honba, round_.kyotaku
        state.oya, state.scores, state.live = round_.oya, tuple(round_.scores), round_.live
        state.dora_markers = [IDS[name] for name in round_.dora_markers]
        state.called = True
        for seat, shown in zip(state.seats, seats, strict=True):
            _restore(state, seat, shown)
        state.riichi_count = sum(seat.riichi for seat in state.seats)
        if viewer >= 0:
            own = state.seats[viewer]
            own.riichi_furiten = furiten and own.riichi_accepted and not own.pond_furiten
            own.temp_furiten = furiten and not own.riichi_accepted and not own.pond_furiten
        return observer


def _restore(state: State, seat: Seat, shown: SeatView) -> None:
    seat.hand = sorted([IDS[name] for name in shown.hand])
    seat.drawn = -1 if shown.drawn is None else IDS[shown.drawn]
    seat.known = HIDDEN not in seat.hand and seat.drawn != HIDDEN
    seat.meld_events = list(shown.melds)
    seat.melds = [meld_of(event) for event in shown.melds]
    seat.menzen = all(meld.type == ANKAN for meld in seat.melds)
    seat.kans = sum(meld.is_kan for meld in seat.melds)
    seat.pond = list(shown.pond)
    seat.first = not seat.pond and not seat.melds
    seat.riichi = shown.riichi
    seat.riichi_accepted = shown.riichi
    seat.nukidora = shown.nukidora
    for tile in seat.pond:
        seat.discarded |= 1 << KIND[IDS[tile.pai]]
    if seat.known:
        for tile_id in seat.hand:
            seat.counts[KIND[tile_id]] += 1
        seat.distance = 1
        if len(seat.hand) % 3 == 1:
            refresh(state, seat)
            seat.pond_furiten = state.furiten_rule and seat.waits & seat.discarded != 0
        else:
            seat.distance = NOT_TENPAI if not seat.hand else 0
        if seat.drawn >= 0:
            seat.counts[KIND[seat.drawn]] += 1


def meld_of(event: MeldEvent) -> Meld:
    """Turn a meld event into the value that the engine reckons with."""
    consumed = tuple(IDS[name] for name in event.consumed)
    if isinstance(event, Ankan):
        return Meld(ANKAN, KIND[consumed[0]], consumed, event.actor)
    pai = IDS[event.pai]
    if isinstance(event, Kakan):
        # The event does not say who fed the pon.
        return Meld(KAKAN, KIND[pai], (*consumed, pai), event.actor)
    kind = min(KIND[tile] for tile in (pai, *consumed))
    return Meld(_WORDS[type(event)], kind, (pai, *consumed), event.target)
