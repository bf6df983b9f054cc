"""Folding: the only place where events change a round's state.

Every fold works on full and on redacted events alike, so a table and an observer share it. One
table by event type (`FOLDS`) is the dispatch.
"""

from bisect import insort
from collections.abc import Callable
from typing import Any, Final

import msgspec

from engine.core.events import (
    Ankan,
    Chi,
    Dahai,
    Daiminkan,
    Dora,
    EndGame,
    EndKyoku,
    Event,
    Hora,
    Kakan,
    Nukidora,
    Pon,
    Reach,
    ReachAccepted,
    Ryukyoku,
    StartGame,
    StartKyoku,
    Tsumo,
)
from engine.core.melds import ANKAN, CHI, DAIMINKAN, KAKAN, PON, Meld
from engine.core.tiles import HIDDEN, HONOURS, IDS, KIND, NAMES
from engine.core.views import PondTile
from engine.core.wall import DEAD_WALL
from engine.riichi import furiten
from engine.riichi.kuikae import forbidden_after
from engine.riichi.pao import mark_liability
from engine.riichi.state import POND_TILES, Seat, State
from engine.riichi.tileset import tile_count
from engine.riichi.waiting import refresh

Fold = Callable[[State, Any], None]


def fold(state: State, event: Event) -> None:
    """Apply one event to the state."""
    FOLDS[type(event)](state, event)


def _start_game(state: State, _event: StartGame) -> None:
    state.scores = (state.rules.start_points,) * state.players


def _start_kyoku(state: State, event: StartKyoku) -> None:
    state.clear_round()
    state.in_round = True
    if event.oya != state.oya:
        state.dealer_wins = 0
    state.bakaze = HONOURS.index(event.bakaze)
    state.kyoku = event.kyoku
    state.honba = event.honba
    state.kyotaku = event.kyotaku
    state.oya = event.oya
    state.scores = event.scores
    state.dora_markers.append(IDS[event.dora_marker])
    usual = tile_count(state.players) - DEAD_WALL - sum(len(hand) for hand in event.tehais)
    state.live = usual if event.live is None else event.live
    for seat, names in zip(state.seats, event.tehais, strict=True):
        seat.hand = sorted([IDS[name] for name in names])
        seat.known = HIDDEN not in seat.hand
        if seat.known:
            counts = seat.counts
            for tile in seat.hand:
                counts[KIND[tile]] += 1
            # Exact at once: the first draw may already complete the hand.
            seat.distance = 1
            refresh(state, seat)


def _tsumo(state: State, event: Tsumo) -> None:
    if state.unsettled >= 0:
        _settle(state)
    if state.missed:
        furiten.begin(state)
    seat = state.seats[event.actor]
    tile = seat.drawn = IDS[event.pai]
    if seat.known:
        seat.counts[KIND[tile]] += 1
    state.live -= 1
    if event.rinshan:
        seat.rinshan = True
        state.replacements += 1
    else:
        state.normal_draws += 1
        if seat.temp_furiten and not state.clears_on_discard:
            seat.temp_furiten = False


def _dahai(state: State, event: Dahai) -> None:
    number = event.actor
    seat = state.seats[number]
    pai = event.pai
    tile = IDS[pai]
    kind = KIND[tile]
    drawn = seat.drawn
    tsumogiri = event.tsumogiri
    if seat.riichi_accepted and seat.waits and seat.waits >> KIND[drawn] & 1:
        furiten.decline(state, seat)
    seat.drawn = -1
    if seat.known:
        seat.counts[kind] -= 1
        if not tsumogiri:
            hand = seat.hand
            hand.remove(tile)
            if drawn >= 0:
                insort(hand, drawn)
            refresh(state, seat)
    elif drawn < 0:
        # After a call nothing was drawn; otherwise the drawn tile takes the place.
        seat.hand.pop()
    if seat.sideways:
        seat.sideways = False
        seat.pond.append(PondTile(pai, tsumogiri, reach=True))
    else:
        seat.pond.append(POND_TILES[tile][tsumogiri])
    bit = 1 << kind
    seat.discarded |= bit
    seat.pond_furiten = seat.waits & seat.discarded != 0 and state.furiten_rule
    if state.clears_on_discard:
        seat.temp_furiten = False
    seat.first = False
    seat.ippatsu = False
    seat.forbidden = 0
    state.tile = tile
    state.tile_from = number
    state.tile_riichi = seat.riichi and not seat.riichi_accepted
    if seat.rinshan:
        state.tile_rinshan = True
        state.tile_after_kan = not seat.after_north
        seat.rinshan = False
        seat.rinshan_feeder = None
    else:
        state.tile_rinshan = state.tile_after_kan = False
    if bit & state.watched:
        furiten.note(state, number, bit)


def _reach(state: State, event: Reach) -> None:
    seat = state.seats[event.actor]
    seat.riichi = True
    seat.double_riichi = seat.first
    seat.open_riichi = event.open
    seat.sideways = True


def _reach_accepted(state: State, event: ReachAccepted) -> None:
    if state.missed:
        furiten.begin(state)
    seat = state.seats[event.actor]
    seat.riichi_accepted = True
    seat.ippatsu = True
    state.scores = event.scores
    state.kyotaku += 1
    state.riichi_count += 1
    state.tile_riichi = False


def _take_from_pond(state: State, actor: int, target: int) -> None:
    """The claimed tile leaves the pond's view; it stays a discard (riichi.md 9.1)."""
    source = state.seats[target]
    last = source.pond[-1]
    source.pond[-1] = msgspec.structs.replace(last, called_by=actor)
    source.fed = True
    if last.reach:
        # The next discard is turned sideways instead (riichi.md 8).
        source.sideways = True


def _break_turns(state: State) -> None:
    """A call that stands ends ippatsu and the first go-around for everybody."""
    state.called = True
    for seat in state.seats:
        seat.ippatsu = False
        seat.first = False
        if state.clears_on_call:
            seat.temp_furiten = False


def _take_tiles(seat: Seat, tiles: tuple[int, ...]) -> None:
    """Tiles leave the concealed hand for a meld; the drawn tile joins the rest."""
    if seat.known:
        counts = seat.counts
        for tile in tiles:
            counts[KIND[tile]] -= 1
    if seat.drawn >= 0:
        insort(seat.hand, seat.drawn)
        seat.drawn = -1
    hand = seat.hand
    for tile in tiles:
        hand.remove(tile if seat.known else HIDDEN)


def _call(kind_word: str) -> Fold:
    def apply(state: State, event: Chi | Pon | Daiminkan) -> None:
        if state.missed:
            furiten.begin(state)
        seat = state.seats[event.actor]
        called = IDS[event.pai]
        consumed = tuple([IDS[name] for name in event.consumed])
        _take_tiles(seat, consumed)
        kind = min(KIND[called], *[KIND[tile] for tile in consumed])
        meld = Meld(kind_word, kind, (called, *consumed), event.target)
        seat.melds.append(meld)
        seat.meld_events.append(event)
        seat.menzen = False
        _take_from_pond(state, event.actor, event.target)
        _break_turns(state)
        mark_liability(seat, meld, state.pao_yakuman)
        if kind_word == DAIMINKAN:
            seat.kans += 1
            seat.after_north = False
            seat.rinshan_feeder = event.target
            if state.late_kan_dora:
                state.pending_dora += 1
            refresh(state, seat)
        else:
            # Waits are known again after the discard that must follow.
            seat.distance -= 1
            seat.waits = 0
            seat.tenpai = False
            seat.forbidden = forbidden_after(state.rules.kuikae, KIND[called], meld)

    return apply


def _ankan(state: State, event: Ankan) -> None:
    seat = state.seats[event.actor]
    tiles = tuple([IDS[name] for name in event.consumed])
    _let_draw_go(state, seat)
    _take_tiles(seat, tiles)
    seat.melds.append(Meld(ANKAN, KIND[tiles[0]], tiles, event.actor))
    seat.meld_events.append(event)
    seat.rinshan = False
    seat.after_north = False
    _offer_to_rob(state, event.actor, tiles[0])
    refresh(state, seat)
    # Only kokushi may rob a concealed kan (riichi.md 9.2).
    furiten.note_kokushi(state, event.actor, KIND[tiles[0]])


def _kakan(state: State, event: Kakan) -> None:
    seat = state.seats[event.actor]
    tile = IDS[event.pai]
    kind = KIND[tile]
    _take_tiles(seat, (tile,))
    for place, meld in enumerate(seat.melds):
        if meld.type == PON and meld.kind == kind:
            seat.melds[place] = Meld(KAKAN, kind, (*meld.tiles, tile), meld.target)
            seat.meld_events[place] = event
            break
    seat.rinshan = False
    seat.after_north = False
    _offer_to_rob(state, event.actor, tile)
    refresh(state, seat)
    furiten.note(state, event.actor, 1 << kind)


def _nukidora(state: State, event: Nukidora) -> None:
    seat = state.seats[event.actor]
    tile = IDS[event.pai]
    _let_draw_go(state, seat)
    _take_tiles(seat, (tile,))
    seat.nukidora += 1
    seat.rinshan = False
    seat.after_north = True
    _offer_to_rob(state, event.actor, tile)
    refresh(state, seat)
    furiten.note(state, event.actor, 1 << KIND[tile])


def _let_draw_go(state: State, seat: Seat) -> None:
    """A seat in riichi uses its draw otherwise than to win (riichi.md 9.3)."""
    if seat.riichi_accepted and seat.waits and seat.waits >> KIND[seat.drawn] & 1:
        furiten.decline(state, seat)


def _offer_to_rob(state: State, actor: int, tile: int) -> None:
    state.unsettled = actor
    state.tile = tile
    state.tile_from = actor
    state.tile_riichi = False
    state.tile_rinshan = False
    state.tile_after_kan = False


def _settle(state: State) -> None:
    """Nobody robbed: the kan or north stands (riichi.md 6)."""
    seat = state.seats[state.unsettled]
    state.unsettled = -1
    if state.missed:
        furiten.begin(state)
    _break_turns(state)
    kind = KIND[state.tile]
    for meld in seat.melds:
        if meld.kind == kind and meld.type in (ANKAN, KAKAN):
            seat.kans += 1
            if meld.type == KAKAN and state.late_kan_dora:
                state.pending_dora += 1
            break


def _dora(state: State, event: Dora) -> None:
    # Indicators of earlier kans come before the event of a further one or after it has stood,
    # so whatever is unsettled here has stood.
    if state.unsettled >= 0:
        _settle(state)
    if state.pending_dora:
        state.pending_dora -= 1
    state.dora_markers.append(IDS[event.dora_marker])


def _hora(state: State, event: Hora) -> None:
    if state.unsettled >= 0:
        _undo_robbed(state)
    state.scores = event.scores
    if event.actor == state.oya:
        state.dealer_wins += 1
    # The first winner takes all deposits (riichi.md 13.2).
    state.kyotaku = 0


def _undo_robbed(state: State) -> None:
    """A robbed kan is shown as the pon that it was, a robbed north is not counted."""
    seat = state.seats[state.unsettled]
    state.unsettled = -1
    kind = KIND[state.tile]
    for place, meld in enumerate(seat.melds):
        if meld.kind == kind and meld.type == KAKAN:
            seat.melds[place] = Meld(PON, kind, meld.tiles[:3], meld.target)
            called, *pair = (NAMES[tile] for tile in meld.tiles[:3])
            seat.meld_events[place] = Pon(seat.number, meld.target, called, tuple(pair))
            return
    if state.players == 3 and not any(meld.kind == kind and meld.is_kan for meld in seat.melds):
        seat.nukidora -= 1


def _ryukyoku(state: State, event: Ryukyoku) -> None:
    if state.unsettled >= 0:
        _settle(state)
    state.scores = event.scores
    state.dealer_wins = 0
    if event.reason == "nagashi_mangan" and state.rules.nagashi_as == "win":
        state.kyotaku = 0


def _end_kyoku(state: State, _event: EndKyoku) -> None:
    state.in_round = False


def _end_game(state: State, event: EndGame) -> None:
    state.scores = event.scores
    state.kyotaku = 0


FOLDS: Final[dict[type[Any], Fold]] = {
    StartGame: _start_game,
    StartKyoku: _start_kyoku,
    Tsumo: _tsumo,
    Dahai: _dahai,
    Chi: _call(CHI),
    Pon: _call(PON),
    Daiminkan: _call(DAIMINKAN),
    Ankan: _ankan,
    Kakan: _kakan,
    Nukidora: _nukidora,
    Dora: _dora,
    Reach: _reach,
    ReachAccepted: _reach_accepted,
    Hora: _hora,
    Ryukyoku: _ryukyoku,
    EndKyoku: _end_kyoku,
    EndGame: _end_game,
}
