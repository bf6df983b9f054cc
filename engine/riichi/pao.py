"""Pao: who becomes liable for a yakuman by feeding its last set (riichi.md 13)."""

from collections.abc import Set
from typing import Final

from engine.core.melds import DAIMINKAN, Meld
from engine.riichi.state import Seat

WINDS: Final = range(27, 31)
DRAGONS: Final = range(31, 34)
_KINDS: Final = {"daisangen": (DRAGONS, 3), "daisuushii": (WINDS, 4)}


def mark_liability(seat: Seat, meld: Meld, enabled: Set[str]) -> None:
    """Note on `seat` that the feeder of `meld`, just called, is liable for a yakuman.

    Concealed kans count among the earlier sets, completion by an own draw never marks anyone.
    """
    for name, (kinds, needed) in _KINDS.items():
        if (
            name in enabled
            and meld.kind in kinds
            and sum(other.kind in kinds for other in seat.melds) == needed
        ):
            seat.liable[name] = meld.target
    if (
        "suukantsu" in enabled
        and meld.type == DAIMINKAN
        and sum(other.is_kan for other in seat.melds) == 4
    ):
        seat.liable["suukantsu"] = meld.target
