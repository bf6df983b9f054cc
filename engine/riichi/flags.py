"""Circumstances of a win as bits: what the tiles do not show (riichi.md 8, 10, 11).

`Win.flags` is a sum of the bits of the first group; the scorer adds the second group itself.
A robbed north has no bit: the win on it is a ron without `CHANKAN` (riichi.md 15).
"""

from typing import Final

RIICHI: Final = 1 << 0
DOUBLE_RIICHI: Final = 1 << 1
"""Riichi in the first go-around; `RIICHI` beside it changes nothing."""
OPEN_RIICHI: Final = 1 << 2
"""The riichi was declared open; beside `RIICHI` or `DOUBLE_RIICHI`."""
IPPATSU: Final = 1 << 3
RINSHAN: Final = 1 << 4
"""On a replacement tile, of a kan or of a north."""
CHANKAN: Final = 1 << 5
HAITEI: Final = 1 << 6
HOUTEI: Final = 1 << 7
FIRST_DRAW: Final = 1 << 8
"""First go-around still unbroken: tenhou or chiihou on a self-draw, renhou on a ron."""
DISCARDER_RIICHI: Final = 1 << 9
"""The discarder is in riichi himself (open riichi is no yakuman then)."""
RIICHI_TILE: Final = 1 << 10
"""Ron on the tile of a riichi declaration (tsubame gaeshi)."""
KAN_DISCARD: Final = 1 << 11
"""Ron on the discard after a kan's replacement draw (kanburi)."""
EIGHT_WINS: Final = 1 << 12
"""The dealer's eighth win in a row (paarenchan)."""

TSUMO: Final = 1 << 13
MENZEN: Final = 1 << 14
DEALER: Final = 1 << 15
ON_ONE_PIN: Final = 1 << 16
ON_NINE_PIN: Final = 1 << 17
FOUR_OPEN_SETS: Final = 1 << 18

ANY_RIICHI: Final = RIICHI | DOUBLE_RIICHI
