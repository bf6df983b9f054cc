"""Names of rooms and games.

Room codes are short, easy to read aloud, not guessable in bulk. One character is kept of each group
that sounds alike (B C D E G P T V Z 3; A H J K 8; F S; M N; 5 9; Q U) or looks alike (I 1 L; O 0 Q;
2 Z; 5 S; 6 G). Six of the sixteen that remain are 16.7 million codes; with the limits on failed
joins, finding one of a thousand rooms by guessing takes an address about two days.
"""

import secrets
import time
from collections.abc import Container
from typing import Final

ALPHABET: Final = "CFHKLMRUWXY24679"
LENGTH: Final = 6


def new_code(taken: Container[str]) -> str:
    """Return a code from the system's randomness that is not in `taken`."""
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
        if code not in taken:
            return code


def normal_code(text: str) -> str:
    """Return what somebody typed as codes are kept: upper case, without spaces and hyphens."""
    return text.upper().replace(" ", "").replace("-", "")


def new_table_id(wall: float) -> str:
    """Return the id of a table that is opened at `wall` (seconds since 1970), and of its game.

    It begins with the day, so that records lie in order, and cannot be guessed.
    """
    return f"{time.strftime('%Y%m%d', time.gmtime(wall))}-{secrets.token_hex(8)}"
