"""Tile arithmetic: shanten, waits, ukeire and readings of hands of any size.

Hands are `bytearray`s of 34 counts of concealed tiles (`hands.py`). The functions here use the
native library, or equal tables in Python where it is missing; `Analysis(TABLES)` asks the latter.
"""

from engine.analysis.backend import NATIVE, TABLES, Backend
from engine.analysis.hands import DEFAULT, Analysis
from engine.analysis.readings import (
    Reading,
    always_ankou,
    decompose,
    is_seven_pairs,
    is_thirteen_orphans,
)

shanten = DEFAULT.shanten
waits = DEFAULT.waits
discards_keeping = DEFAULT.discards_keeping
improving = DEFAULT.improving
keeping = DEFAULT.keeping
ukeire = DEFAULT.ukeire

__all__ = [
    "NATIVE",
    "TABLES",
    "Analysis",
    "Backend",
    "Reading",
    "always_ankou",
    "decompose",
    "discards_keeping",
    "improving",
    "is_seven_pairs",
    "is_thirteen_orphans",
    "keeping",
    "shanten",
    "ukeire",
    "waits",
]
