"""What a seat may do on its own turn: after a draw, or after a chi or pon."""

from collections.abc import Callable

from engine.core.actions import Action, DeclareHora, DeclareRyukyoku
from engine.core.decision import Ask
from engine.core.events import Ankan, Dahai, Kakan, Nukidora, Reach, Tsumo
from engine.core.melds import PON
from engine.core.tiles import KIND, KINDS, NAMES, PLAIN, RED_OF_KIND, TILE_IDS
from engine.riichi.aborts import kyuushu_possible
from engine.riichi.declaration import ankan_allowed, riichi_discards
from engine.riichi.state import Seat, State
from engine.riichi.yaku.pairs import is_juusan_puutaa

MAX_SEATS = 4
MAX_KANS = 4
NORTH = 30

DAHAI = tuple(
    tuple((Dahai(seat, NAMES[tile], False), Dahai(seat, NAMES[tile], True)) for tile in range(37))
    for seat in range(MAX_SEATS)
)
"""Discards, made once: [seat][tile][tsumogiri]."""

TSUMO = tuple(
    tuple((Tsumo(seat, name), Tsumo(seat, name, rinshan=True)) for name in NAMES[:TILE_IDS])
    for seat in range(MAX_SEATS)
)
"""Draws, made once: [seat][tile][rinshan]."""

REACH = tuple((Reach(seat), Reach(seat, open=True)) for seat in range(MAX_SEATS))
"""Declarations, made once: [seat][open]."""

_DRAWN_ONLY = tuple(
    tuple(Ask((DAHAI[seat][tile][1],), 0) for tile in range(TILE_IDS)) for seat in range(MAX_SEATS)
)

_FROM_HAND = tuple(tuple(discards[tile][0] for tile in range(TILE_IDS)) for discards in DAHAI)
_FROM_DRAW = tuple(tuple(discards[tile][1] for tile in range(TILE_IDS)) for discards in DAHAI)

CanWin = Callable[[Seat], bool]


def turn_ask(state: State, seat: Seat, can_win: CanWin, open_riichi: bool) -> Ask:
    """Everything that a seat may do after a draw; the default is to discard the drawn tile.

    Args:
        state: the round.
        seat: who has drawn.
        can_win: whether the drawn tile wins by self-draw (asked only if it completes the hand).
        open_riichi: whether riichi may also be declared open.
    """
    drawn = seat.drawn
    number = seat.number
    special = _special(state, seat, can_win)
    if seat.riichi_accepted:
        if not special:
            return _DRAWN_ONLY[number][drawn]
        special.append(DAHAI[number][drawn][1])
        return Ask(tuple(special), len(special) - 1)
    if seat.menzen and (seat.distance <= 1 or state.fifth_tiles):
        special += _declarations(state, seat, open_riichi)
    options = [
        *map(_FROM_HAND[number].__getitem__, dict.fromkeys(seat.hand)),
        _FROM_DRAW[number][drawn],
    ]
    default = len(options) - 1
    return Ask((*options, *special), default)


def _special(state: State, seat: Seat, can_win: CanWin) -> list[Action]:
    """What may be done besides discarding: win, nine terminals, kans, norths."""
    drawn = seat.drawn
    counts = seat.counts
    special: list[Action] = []
    if _completes(state, seat) and can_win(seat):
        special.append(DeclareHora(seat.number, seat.number, NAMES[drawn]))
    if seat.first and kyuushu_possible(state, seat):
        special.append(DeclareRyukyoku(seat.number))
    if state.live > 0:
        if 4 in counts or seat.melds:
            _kans(state, seat, special)
        if state.players == 3 and counts[NORTH] and state.rules.kita_dora:
            _norths(seat, special)
    return special


def _completes(state: State, seat: Seat) -> bool:
    """Whether the drawn tile completes the hand in shape."""
    if seat.waits and seat.waits >> KIND[seat.drawn] & 1:
        return True
    # Juusan puutaa is complete without ever having waited (riichi.md 11).
    return state.juusan_puutaa and seat.first and is_juusan_puutaa(bytes(seat.counts))


def discard_ask(seat: Seat) -> Ask:
    """What may be discarded after a chi or pon; the default is the last tile in hand order."""
    discards = DAHAI[seat.number]
    forbidden = seat.forbidden
    options = tuple(
        [discards[tile][0] for tile in dict.fromkeys(seat.hand) if not forbidden >> KIND[tile] & 1]
    )
    return Ask(options, len(options) - 1)


def _declarations(state: State, seat: Seat, open_riichi: bool) -> list[Reach]:
    """Riichi, once per declaration tile."""
    mask = riichi_discards(state, seat)
    if not mask:
        return []
    number = seat.number
    options: list[Reach] = []
    for shown in (False, True) if open_riichi else (False,):
        options += [
            Reach(number, NAMES[tile], False, shown)
            for tile in dict.fromkeys(seat.hand)
            if mask >> KIND[tile] & 1
        ]
        if mask >> KIND[seat.drawn] & 1:
            options.append(Reach(number, NAMES[seat.drawn], True, shown))
    return options


def _kans(state: State, seat: Seat, special: list[Action]) -> None:
    counts = seat.counts
    if 4 in counts and state.kans < MAX_KANS:
        special += [
            Ankan(seat.number, ankan_tiles(seat, kind))
            for kind in range(KINDS)
            if counts[kind] == 4 and _may_ankan(state, seat, kind)
        ]
    if seat.riichi_accepted:
        return
    for meld in seat.melds:
        if meld.type == PON and counts[meld.kind] and state.kans < MAX_KANS:
            pair = tuple([NAMES[tile] for tile in meld.tiles])
            special.append(Kakan(seat.number, NAMES[_held_tile(seat, meld.kind)], pair))


def _may_ankan(state: State, seat: Seat, kind: int) -> bool:
    if not seat.riichi_accepted:
        return True
    # The drawn tile must be one of the four (riichi.md 8).
    return KIND[seat.drawn] == kind and ankan_allowed(state, seat, kind)


def ankan_tiles(seat: Seat, kind: int) -> tuple[str, ...]:
    """Names of the four concealed tiles of a kind, plain ones first."""
    tiles = [tile for tile in (*seat.hand, seat.drawn) if tile >= 0 and KIND[tile] == kind]
    return tuple([NAMES[tile] for tile in sorted(tiles)])


def _held_tile(seat: Seat, kind: int) -> int:
    """The single concealed tile of a kind of which three lie in a pon."""
    if KIND[seat.drawn] == kind and seat.drawn >= 0:
        return seat.drawn
    red = RED_OF_KIND.get(kind)
    return red if red is not None and red in seat.hand else PLAIN[kind]


def _norths(seat: Seat, special: list[Action]) -> None:
    # In riichi only the drawn north may be set aside (riichi.md 15).
    if not seat.riichi_accepted or KIND[seat.drawn] == NORTH:
        special.append(Nukidora(seat.number, NAMES[PLAIN[NORTH]]))
