"""Abortive draws (riichi.md 10): when the rules end a round without a winner."""

from typing import Final

from engine.core.tiles import IDS, KIND, YAOCHUU
from engine.riichi.state import Seat, State

KYUUSHU_KINDS: Final = 9
_WIND_KINDS: Final = range(27, 31)


def kyuushu_possible(state: State, seat: Seat) -> bool:
    """Nine kinds of terminals and honours on an uninterrupted first draw."""
    if not seat.first or not state.rules.abort_kyuushu:
        return False
    held = 0
    for kind, count in enumerate(seat.counts):
        if count and YAOCHUU >> kind & 1:
            held += 1
    return held >= KYUUSHU_KINDS


def abort_after_discard(state: State) -> str | None:
    """Reason for which the discard just made ends the round once nobody rons it.

    Order of riichi.md 10: suufon, then suukan, then suucha. The riichi of this very discard is
    accepted first where the rules say so, so it counts for suucha.
    """
    rules = state.rules
    if rules.players == 4 and rules.abort_suufon and _same_wind(state):
        return "suufon"
    if rules.abort_suukan == "after_discard" and kans_of_several(state):
        return "suukan"
    if (
        rules.players == 4
        and rules.abort_suucha
        and state.riichi_count + state.tile_riichi == rules.players
    ):
        return "suucha"
    return None


def kans_of_several(state: State) -> bool:
    """Four kans by two or more seats."""
    # Counted in the melds: the latest kan may not be settled in the state yet.
    kans = [sum(meld.is_kan for meld in seat.melds) for seat in state.seats]
    return sum(kans) == 4 and max(kans) < 4


def _same_wind(state: State) -> bool:
    if state.called:
        return False
    ponds = [seat.pond for seat in state.seats]
    if any(len(pond) != 1 for pond in ponds):
        return False
    kinds = {KIND[IDS[pond[0].pai]] for pond in ponds}
    return len(kinds) == 1 and kinds.pop() in _WIND_KINDS
