"""What one viewer may know, as plain values: for snapshots, bots and tests.

A viewer is a seat number, or `PUBLIC` (what lies open to all), or `FULL` (all hands, for delayed
spectators and records; the wall and unturned indicators stay hidden even there).
"""

from typing import TypeAlias

import msgspec

from engine.core.events import Ankan, Chi, Daiminkan, Kakan, Pon
from engine.core.viewer import FULL, PUBLIC

__all__ = ["FULL", "PUBLIC", "MeldEvent", "PondTile", "RoundView", "SeatView", "View"]

MeldEvent: TypeAlias = Chi | Pon | Daiminkan | Ankan | Kakan


class PondTile(msgspec.Struct, frozen=True):
    """One discard; `reach` marks the sideways tile, `called_by` the seat that took it."""

    pai: str
    tsumogiri: bool
    reach: bool = False
    called_by: int | None = None


class SeatView(msgspec.Struct, frozen=True):
    """One seat. `hand` is sorted, without `drawn`; tiles that the viewer may not see are `?`.

    `drawn` is the tile just drawn and not yet discarded or used. `riichi` is true once declared
    (accepted or not). `nukidora` counts the norths set aside.
    """

    hand: tuple[str, ...]
    drawn: str | None
    melds: tuple[MeldEvent, ...]
    pond: tuple[PondTile, ...]
    riichi: bool
    nukidora: int


class RoundView(msgspec.Struct, frozen=True):
    """The round as everybody sees it; `live` = tiles that can still be drawn normally."""

    bakaze: str
    kyoku: int
    honba: int
    kyotaku: int
    oya: int
    scores: tuple[int, ...]
    live: int
    dora_markers: tuple[str, ...]


class View(msgspec.Struct, frozen=True):
    """Everything that `viewer` knows of the running round.

    `furiten` and `waits` (names, hand order, red as plain) are of the viewer's own seat; False
    and empty for `PUBLIC` and `FULL`.
    """

    viewer: int
    round: RoundView
    seats: tuple[SeatView, ...]
    furiten: bool
    waits: tuple[str, ...]
