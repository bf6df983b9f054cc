"""Without atozuke: an open hand needs a yaku before its winning tile comes (riichi.md 4.5).

The yaku must be one that every tile of the wait gives, by the hand alone: neither a tile that
happens to give one nor the moment of the win will do. Closed hands are not asked.
"""

from collections.abc import Callable, Iterable

from engine.core.melds import ANKAN
from engine.core.tiles import KIND
from engine.riichi.win import HandValue, Win


def yaku_is_certain(
    win: Win, kinds: Iterable[int], value: Callable[[Win], HandValue | None]
) -> bool:
    """Whether the hand had a certain yaku.

    `kinds` are those in play; `value` gives the value of any complete hand, with or without yaku.
    """
    if all(meld.type == ANKAN for meld in win.melds):
        return True
    held = bytearray(win.counts)
    held[win.win_kind] -= 1
    certain: set[str] | None = None
    for kind in kinds:
        held[kind] += 1
        if held[kind] + _melded(win, kind) <= 4:
            other = value(_bare_ron(win, held, kind))
            if other is not None:
                names = {name for name, _ in other.yaku}
                certain = names if certain is None else certain & names
        held[kind] -= 1
    return bool(certain)


def _melded(win: Win, kind: int) -> int:
    return sum(KIND[tile] == kind for meld in win.melds for tile in meld.tiles)


def _bare_ron(win: Win, counts: bytearray, kind: int) -> Win:
    """The same hand won by ron on another tile, without circumstances and dora."""
    return Win(
        counts=bytes(counts),
        win_kind=kind,
        tsumo=False,
        seat_wind=win.seat_wind,
        round_wind=win.round_wind,
        melds=win.melds,
    )
