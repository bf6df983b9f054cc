"""What the analysis needs from a tile-arithmetic library, and which library does it.

A backend measures the *replacement number*: how many tiles of a hand must be replaced until it
is complete (shanten + 1). No target holds more than four of a kind, so a hand that only a fifth
tile would complete is not tenpai to a backend.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, cast

from engine.analysis import tables


class Backend(NamedTuple):
    """Three measures of a hand, and how the number of players is spelled.

    Each takes counts of the 34 kinds (a `bytearray`; 3n+1 or 3n+2 tiles, at most four of a kind)
    and `four` or `three`, and raises ValueError for any other hand.
    """

    name: str
    replacement: Callable[[bytearray, Any], int]
    necessary: Callable[[bytearray, Any], tuple[int, int]]
    """Replacement number, mask of the kinds that lower it when drawn."""
    unnecessary: Callable[[bytearray, Any], tuple[int, int]]
    """Replacement number, mask of the held kinds that can go without raising it."""
    four: Any
    three: Any


TABLES: Final = Backend(
    name="tables",
    replacement=tables.replacement,
    necessary=tables.necessary,
    unnecessary=tables.unnecessary,
    four=False,
    three=True,
)
"""Pure Python: slower, needs nothing."""


def _native() -> Backend | None:
    try:
        import xiangting
    except ImportError:
        return None
    # The stub promises lists only; a bytearray is twice as fast and pinned by a test.
    return Backend(
        name="native",
        replacement=cast("Callable[[bytearray, Any], int]", xiangting.calculate_replacement_number),
        necessary=cast(
            "Callable[[bytearray, Any], tuple[int, int]]", xiangting.calculate_necessary_tiles
        ),
        unnecessary=cast(
            "Callable[[bytearray, Any], tuple[int, int]]", xiangting.calculate_unnecessary_tiles
        ),
        four=xiangting.PlayerCount.FOUR,
        three=xiangting.PlayerCount.THREE,
    )


NATIVE: Final = _native()
"""The `xiangting` library, or None where it is not installed."""
