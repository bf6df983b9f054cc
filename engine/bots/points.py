"""What a hand of so many han is worth, for estimates: fractions of a han are allowed."""

from typing import Final

# Ron of a non-dealer with the usual fu, by han (riichi.md 12).
_RON: Final = (
    0.0,
    1200.0,
    2300.0,
    4500.0,
    7600.0,
    8000.0,
    12000.0,
    12000.0,
    16000.0,
    16000.0,
    16000.0,
    24000.0,
    24000.0,
    32000.0,
)


def points(han: float, dealer: bool) -> float:
    """Return the points of `han` (0 or more), between the steps in proportion."""
    whole = int(han)
    if whole >= 13:
        base = _RON[13]
    else:
        base = _RON[whole] + (han - whole) * (_RON[whole + 1] - _RON[whole])
    return base * 1.5 if dealer else base
