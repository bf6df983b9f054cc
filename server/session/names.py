"""Names that people choose: short, printable, and the same text for the same looks."""

import secrets
import unicodedata
from typing import Final

from protocol.errors import ProtocolError

MAX_LENGTH: Final = 24

_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and symbols by category that show nothing: fillers of Hangul and Khmer, empty braille."""


def clean_name(name: str) -> str:
    """Return `name` in NFC with single spaces.

    Raises:
        ProtocolError: empty, too long, or with a character that does not print.
    """
    cleaned = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(cleaned) <= MAX_LENGTH:
        raise ProtocolError(
            "out_of_range", f"A name has 1 to {MAX_LENGTH} characters, not {len(cleaned)}.", "name"
        )
    # Control, format (bidi overrides, zero width), private and blank characters can dress one name
    # up as another, or as none.
    if any(
        unicodedata.category(character).startswith("C") or character in _BLANK
        for character in cleaned
    ):
        raise ProtocolError("bad_value", "A name holds printable characters only.", "name")
    return cleaned


def guest_name() -> str:
    """Return a name for somebody who gave none."""
    return f"Guest {secrets.randbelow(9000) + 1000}"
