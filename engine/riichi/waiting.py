"""Waits of a seat, and what counts as tenpai (riichi.md 9 and option `karaten`)."""

from engine.analysis import discards_keeping, shanten, waits
from engine.core.tiles import kinds_in
from engine.riichi.state import Seat, State


def refresh(state: State, seat: Seat) -> None:
    """Recompute what a seat waits for, after its own change of hand (3n+1 tiles concealed).

    One exchange lowers the distance by one at most: as long as the lower bound stays above 0
    there is nothing to compute.
    """
    distance = seat.distance - 1
    if not seat.known:
        return
    if distance <= 0 or (state.fifth_tiles and 4 in seat.counts):
        counts = seat.counts
        distance = shanten(counts)
        # A hand that waits only for tiles of which it holds all four has a higher shanten.
        shape = waits(counts) if distance == 0 or 4 in counts else 0
        if shape:
            seat.distance = 0
            seat.waits = shape & ~owned_by(seat)
            state.watched |= seat.waits
            seat.tenpai = is_tenpai(state.karaten, shape, seat.waits, counts)
            return
    seat.distance = distance
    seat.waits = 0
    seat.tenpai = False


def is_tenpai(karaten: str, shape: int, alive: int, counts: bytearray) -> bool:
    """Whether a hand that waits in shape counts as tenpai.

    Args:
        karaten: the option.
        shape: kinds that complete the hand in shape.
        alive: those of `shape` of which the seat does not hold all four, melds included.
        counts: concealed tiles by kind.
    """
    if karaten == "tenpai" or alive:
        return shape != 0
    if karaten == "void_if_all_concealed":
        return shape & ~four_of(counts) != 0
    return False


def tenpai_discards(state: State, seat: Seat) -> int:
    """Mask of the kinds whose discard leaves a hand of 3n+2 tiles tenpai (riichi.md 8)."""
    counts = seat.counts
    mask = discards_keeping(counts)
    if not mask or (4 not in counts and not seat.melds):
        return mask
    for kind in kinds_in(mask):
        counts[kind] -= 1
        shape = waits(counts)
        if not is_tenpai(state.karaten, shape, shape & ~owned_by(seat), counts):
            mask &= ~(1 << kind)
        counts[kind] += 1
    return mask


def owned_by(seat: Seat) -> int:
    """Mask of the kinds of which the seat holds all four, melds included."""
    mask = four_of(seat.counts)
    for meld in seat.melds:
        if meld.is_kan:
            mask |= 1 << meld.kind
        elif meld.type == "pon":
            if seat.counts[meld.kind]:
                mask |= 1 << meld.kind
        else:
            mask |= _owned_through_chi(seat, meld.kind)
    return mask


def _owned_through_chi(seat: Seat, low: int) -> int:
    """Kinds of a chi of which hand and melds together hold four."""
    mask = 0
    for kind in range(low, low + 3):
        held = seat.counts[kind]
        for meld in seat.melds:
            if meld.type == "chi":
                held += meld.kind <= kind < meld.kind + 3
            elif meld.kind == kind:
                held += len(meld.tiles)
        if held == 4:
            mask |= 1 << kind
    return mask


def four_of(counts: bytearray) -> int:
    """Mask of the kinds held four times."""
    if 4 not in counts:
        return 0
    return sum([1 << kind for kind, count in enumerate(counts) if count == 4])
