"""What others may do with a discard: pon, open kan, chi (riichi.md 7).

Ron is asked in `windows.py`.
"""

from engine.core.actions import Action
from engine.core.events import Chi, Daiminkan, Pon
from engine.core.melds import CHI, PON, Meld
from engine.core.tiles import KIND, NAMES, PLAIN, RED_OF_KIND
from engine.riichi.kuikae import forbidden_after
from engine.riichi.state import Seat


def _runs() -> tuple[tuple[tuple[int, int], ...], ...]:
    runs: list[tuple[tuple[int, int], ...]] = []
    for kind in range(34):
        place = kind % 9
        pairs: list[tuple[int, int]] = []
        if kind < 27:
            if place >= 2:
                pairs.append((kind - 2, kind - 1))
            if 1 <= place <= 7:
                pairs.append((kind - 1, kind + 1))
            if place <= 6:
                pairs.append((kind + 1, kind + 2))
        runs.append(tuple(pairs))
    return tuple(runs)


RUNS = _runs()
"""Kind -> the pairs of kinds that make a run with it, lowest first."""


def pon_options(seat: Seat, tile: int, target: int, kuikae: str) -> list[Action]:
    """Every pon of `tile`, once per choice of red fives."""
    kind = KIND[tile]
    pairs = _same_kind(seat, kind, 2)
    forbidden = forbidden_after(kuikae, kind, Meld(PON, kind, (tile,) * 3, target))
    if not _can_discard_after(seat, forbidden, (kind, kind)):
        return []
    return [Pon(seat.number, target, NAMES[tile], pair) for pair in pairs]


def kan_option(seat: Seat, tile: int, target: int) -> Daiminkan:
    """The open kan of `tile` with the three held."""
    return Daiminkan(seat.number, target, NAMES[tile], _same_kind(seat, KIND[tile], 3)[0])


def chi_options(seat: Seat, tile: int, target: int, kuikae: str) -> list[Action]:
    """Every chi of `tile`, once per run and choice of red fives."""
    kind = KIND[tile]
    counts = seat.counts
    options: list[Action] = []
    for first, second in RUNS[kind]:
        if not (counts[first] and counts[second]):
            continue
        forbidden = forbidden_after(
            kuikae, kind, Meld(CHI, min(kind, first), (tile, tile, tile), target)
        )
        if not _can_discard_after(seat, forbidden, (first, second)):
            continue
        options += [
            Chi(seat.number, target, NAMES[tile], (one, other))
            for one in _held_names(seat, first)
            for other in _held_names(seat, second)
        ]
    return options


def can_chi(seat: Seat, kind: int) -> bool:
    """Whether some run with `kind` is held; a quick look before `chi_options`."""
    counts = seat.counts
    for first, second in RUNS[kind]:
        if counts[first] and counts[second]:
            return True
    return False


def _can_discard_after(seat: Seat, forbidden: int, consumed: tuple[int, int]) -> bool:
    """A call that leaves no legal discard is not offered (riichi.md 7)."""
    # Two kinds at the most are forbidden, and one tile of them is the called one.
    if not forbidden or len(seat.hand) > 9:
        return True
    kinds = [KIND[tile] for tile in seat.hand]
    for kind in consumed:
        kinds.remove(kind)
    return any(not forbidden >> kind & 1 for kind in kinds)


def _held_names(seat: Seat, kind: int) -> list[str]:
    """Distinct tiles of a kind in hand: plain, red or both."""
    red = RED_OF_KIND.get(kind)
    if red is None or red not in seat.hand:
        return [NAMES[PLAIN[kind]]]
    if PLAIN[kind] in seat.hand:
        return [NAMES[PLAIN[kind]], NAMES[red]]
    return [NAMES[red]]


def _same_kind(seat: Seat, kind: int, size: int) -> list[tuple[str, ...]]:
    """Distinct ways to take `size` tiles of a kind from the hand, fewest reds first."""
    red = RED_OF_KIND.get(kind)
    reds = 0 if red is None else seat.hand.count(red)
    plain = seat.counts[kind] - reds
    return [
        (NAMES[PLAIN[kind]],) * (size - taken) + (NAMES[red or 0],) * taken
        for taken in range(size + 1)
        if taken <= reds and size - taken <= plain
    ]
