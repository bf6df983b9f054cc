"""What a table keeps to itself: the key from which its walls and its decisions' ids follow.

A round's wall has to be the same after a restart, and so has the id of an ask that is open. Both
are keyed hashes of a secret that belongs to one table, stands in its journal and is deleted with
it. Whoever does not know the key learns nothing about one wall from another, nor about the seats
that are asked from the ids: not even what is published at the end tells anything of the key.
"""

import hashlib
import secrets
from collections.abc import Sequence
from typing import Final

from engine.core.wall import Wall, shuffled

KEY_BYTES: Final = 32


class Secret:
    """A table's key, and what is derived from it; `walls` is a `WallSource`."""

    __slots__ = ("_key",)

    def __init__(self, key: bytes) -> None:
        self._key = key

    @classmethod
    def new(cls) -> "Secret":
        """Draw a key from the system's randomness."""
        return cls(secrets.token_bytes(KEY_BYTES))

    @classmethod
    def of(cls, written: str) -> "Secret":
        """Read a key as a journal has it.

        Raises:
            ValueError: it is none.
        """
        key = bytes.fromhex(written)
        if len(key) != KEY_BYTES:
            raise ValueError(f"a key has {KEY_BYTES} bytes, not {len(key)}")
        return cls(key)

    @property
    def written(self) -> str:
        """The key for the journal, in hex."""
        return self._key.hex()

    def token(self, decision: int, seat: int) -> str:
        """Return the id on the wire of what a seat is asked: opaque, equal after a restart."""
        about = decision.to_bytes(8, "big") + seat.to_bytes(1, "big")
        return hashlib.blake2b(about, digest_size=8, key=self._key, person=b"ask").hexdigest()

    def wall(self, round_index: int, tiles: Sequence[int], replacements: int) -> Wall:
        """Return the wall of a round (`engine.core.wall.WallSource`)."""
        about = round_index.to_bytes(8, "big")
        seed = hashlib.blake2b(about, digest_size=32, key=self._key, person=b"seed").digest()
        salt = hashlib.blake2b(about, digest_size=16, key=self._key, person=b"salt").hexdigest()
        return Wall(shuffled(tiles, seed), replacements, salt)
