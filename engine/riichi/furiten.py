"""Furiten of all three kinds (riichi.md 9).

1. Discard furiten is recomputed with every own discard, in the fold of `dahai`.
2. Temporary and 3. riichi furiten start when the window of a missed tile closes: `note` marks
   the seats that wait for it, `begin` makes it furiten with the next event. A win ends the round
   instead, so nobody need be told apart.
"""

from engine.core.tiles import YAOCHUU
from engine.riichi.state import Seat, State


def note(state: State, actor: int, bit: int) -> None:
    """Mark who waits for a tile (mask `bit`) that `actor` has just shown."""
    for seat in state.seats:
        if seat.waits & bit and seat.number != actor and state.furiten_rule:
            seat.missed = True
            state.missed = True


def note_kokushi(state: State, actor: int, kind: int) -> None:
    """Mark who could rob a concealed kan: a kokushi hand only, where the rules allow it."""
    if not state.rules.kokushi_robs_ankan or not state.furiten_rule:
        return
    for seat in state.seats:
        if seat.number != actor and waits_as_kokushi(seat, kind):
            seat.missed = True
            state.missed = True


def waits_as_kokushi(seat: Seat, kind: int) -> bool:
    """Whether `kind` completes kokushi musou for this seat."""
    if not seat.waits >> kind & 1 or len(seat.hand) != 13 or not YAOCHUU >> kind & 1:
        return False
    held = sum(1 << other for other in range(34) if seat.counts[other])
    return held & ~YAOCHUU == 0 and (held | 1 << kind) == YAOCHUU


def begin(state: State) -> None:
    """The window is closed: whoever was marked is furiten from now on."""
    state.missed = False
    for seat in state.seats:
        if seat.missed:
            seat.missed = False
            if seat.riichi_accepted:
                seat.riichi_furiten = True
            else:
                seat.temp_furiten = True


def decline(state: State, seat: Seat) -> None:
    """A seat in riichi let its own winning draw go."""
    if state.furiten_rule:
        seat.riichi_furiten = True
