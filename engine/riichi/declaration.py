"""Riichi: when it may be declared, its deposit, the concealed kans that it still allows.

riichi.md 8.
"""

from engine.analysis import always_ankou, waits
from engine.core.events import ReachAccepted
from engine.riichi.state import Seat, State
from engine.riichi.waiting import owned_by, tenpai_discards


def riichi_discards(state: State, seat: Seat) -> int:
    """Mask of the kinds with which the seat may declare riichi now; 0 if it may not."""
    if not seat.menzen or seat.riichi:
        return 0
    # The distance knows nothing of waits on a fifth tile (option `karaten`).
    if seat.distance > 1 and not (state.fifth_tiles and 4 in seat.counts):
        return 0
    rules = state.rules
    if state.live < rules.riichi_min_live_tiles:
        return 0
    if rules.riichi_requires_points and state.scores[seat.number] < rules.riichi_stick:
        return 0
    return tenpai_discards(state, seat)


def riichi_accepted(state: State, number: int) -> ReachAccepted:
    """Pay the deposit of a declaration that nobody ronned; an open riichi shows the hand."""
    stick = state.rules.riichi_stick
    deltas = tuple([-stick if seat == number else 0 for seat in range(state.players)])
    scores = tuple([score + delta for score, delta in zip(state.scores, deltas, strict=True)])
    seat = state.seats[number]
    tehai = seat.names() if seat.open_riichi else None
    return ReachAccepted(number, deltas, scores, tehai)


def ankan_allowed(state: State, seat: Seat, kind: int) -> bool:
    """Whether a seat in riichi may declare a concealed kan with the tile it has just drawn.

    `riichi_ankan_rule`: `waits_only` keeps the waits, `strict_shape` also wants the three tiles
    to be one ankou in every reading of every win.
    """
    rule = state.rules.riichi_ankan_rule
    if rule == "forbidden":
        return False
    after = bytearray(seat.counts)
    after[kind] = 0
    kept = waits(after)
    # A tile of which the seat owns all four is no wait (riichi.md 9): a drawn tile that was one
    # would be lost with the kan.
    if not kept or kept & ~owned_by(seat) != seat.waits:
        return False
    before = bytearray(seat.counts)
    before[kind] -= 1
    return rule == "waits_only" or always_ankou(before, kind, seat.waits)
