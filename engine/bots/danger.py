"""How dangerous each discard is: who may be tenpai, for what, and what it would cost.

A tenpai hand waits in one of a few shapes. Each shape is weighted by the number of ways to have
it from the tiles that the seat has not seen, and by how often players keep it; shapes that the
opponent's own discards make furiten are out. That yields genbutsu, suji and walls at once.
"""

from typing import Final, NamedTuple

from engine.bots.points import points
from engine.bots.sight import Sight, as_set, dora_in, pond_mask, yakuhai_of
from engine.core.tiles import IDS, KIND, KINDS
from engine.core.views import SeatView

# Weights of the shapes for one combination of tiles, against a two-sided wait.
_EDGE: Final = 0.35
_INNER: Final = 0.3
_PAIRS: Final = 0.5
_SINGLE: Final = 0.15
_HONOUR_PAIRS: Final = 2.5
_HONOUR_SINGLE: Final = 1.0

# How likely a hand with so many open melds is tenpai: at once, and more with each discard.
_OPEN_TENPAI: Final = ((0.0, 0.01), (0.02, 0.02), (0.1, 0.035), (0.35, 0.045), (0.9, 0.01))

_NEGLIGIBLE: Final = 0.06
"""Less likely tenpai are left out of account."""

_RIICHI_HAN: Final = 3.2
_OPEN_HAN: Final = 1.6
_CLOSED_HAN: Final = 2.5


class Threat(NamedTuple):
    """One opponent: how likely it is tenpai, what a deal-in costs, how likely each kind is one."""

    seat: int
    riichi: bool
    tenpai: float
    loss: float
    odds: list[float]


def threats(sight: Sight) -> list[Threat]:
    """Assess the opponents that are likely enough to be tenpai."""
    found = []
    for seat, shown in enumerate(sight.view.seats):
        if seat == sight.seat:
            continue
        tenpai = 1.0 if shown.riichi else _open_tenpai(shown)
        if tenpai < _NEGLIGIBLE:
            continue
        safe = pond_mask(shown) | (_passed(sight, seat) if shown.riichi else 0)
        found.append(
            Threat(seat, shown.riichi, tenpai, _loss(sight, seat, shown), deal_in_odds(sight, safe))
        )
    return found


def danger_by_kind(found: list[Threat]) -> list[float]:
    """Points that a discard of each kind loses on average."""
    danger = [0.0] * KINDS
    for threat in found:
        cost = threat.tenpai * threat.loss
        for kind, odds in enumerate(threat.odds):
            danger[kind] += odds * cost
    return danger


def _open_tenpai(shown: SeatView) -> float:
    opened = sum(not as_set(meld).concealed for meld in shown.melds)
    start, growth = _OPEN_TENPAI[opened]
    return min(start + growth * max(len(shown.pond) - 4, 0), 0.9)


def _passed(sight: Sight, riichi_seat: int) -> int:
    """Kinds that others have discarded since a riichi, and that it let go.

    Ponds do not tell the order between seats: without calls every seat has discarded at least as
    often since then as the seat in riichi has.
    """
    pond = sight.view.seats[riichi_seat].pond
    place = next((index for index, tile in enumerate(pond) if tile.reach), len(pond))
    rounds = max(len(pond) - 1 - place, 0)
    mask = 0
    for seat, shown in enumerate(sight.view.seats):
        if seat != riichi_seat and rounds:
            for tile in shown.pond[-rounds:]:
                mask |= 1 << KIND[IDS[tile.pai]]
    return mask


def _loss(sight: Sight, seat: int, shown: SeatView) -> float:
    """What dealing into a seat costs on average, in points."""
    yakuhai = yakuhai_of(sight.view, seat)
    han = float(shown.nukidora)
    opened = False
    for meld in shown.melds:
        group = as_set(meld)
        opened = opened or not group.concealed
        han += dora_in(meld, sight.dora)
        if not group.run:
            han += yakuhai[group.kind]
    if shown.riichi:
        han += _RIICHI_HAN
    else:
        han += _OPEN_HAN if opened else _CLOSED_HAN
    return points(han, dealer=seat == sight.view.round.oya) + 300 * sight.view.round.honba


def deal_in_odds(sight: Sight, safe: int) -> list[float]:
    """How likely each kind deals into a tenpai hand that cannot win on the kinds in `safe`."""
    left = [max(4 - count, 0) for count in sight.seen]
    if sight.sanma:
        left[1:8] = [0] * 7
    weight = [0.0] * KINDS
    total = 0.0
    for base in (0, 9, 18):
        for low in range(base, base + 8):
            ways = left[low] * left[low + 1]
            if not ways:
                continue
            below = low - 1 if low > base else -1
            above = low + 2 if low < base + 7 else -1
            if (below >= 0 and safe >> below & 1) or (above >= 0 and safe >> above & 1):
                continue
            if below >= 0 and above >= 0:
                share = float(ways)
                weight[below] += share
                weight[above] += share
            else:
                share = ways * _EDGE
                weight[max(below, above)] += share
            total += share
        for low in range(base, base + 7):
            share = left[low] * left[low + 2] * _INNER
            if not safe >> (low + 1) & 1:
                weight[low + 1] += share
                total += share
    for kind in range(KINDS):
        count = left[kind]
        if count and not safe >> kind & 1:
            if kind < 27:
                share = count * (count - 1) / 2 * _PAIRS + count * _SINGLE
            else:
                share = count * (count - 1) / 2 * _HONOUR_PAIRS + count * _HONOUR_SINGLE
            weight[kind] += share
            total += share
    if not total:
        return weight
    # A hand may wait for more than one shape, and the last few shapes are never certain.
    scale = 1.15 / max(total, 100.0)
    return [share * scale for share in weight]
