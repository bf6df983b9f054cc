"""How messages lie on the wire: whole unmasked text frames (RFC 6455 5.2)."""

from collections.abc import Sequence
from typing import Final, Protocol

_TEXT: Final = 0x81
_SHORT: Final = 126
_MEDIUM: Final = 1 << 16


def header(length: int) -> bytes:
    """Return what precedes a message of so many bytes."""
    if length < _SHORT:
        return bytes((_TEXT, length))
    if length < _MEDIUM:
        return bytes((_TEXT, _SHORT, length >> 8, length & 0xFF))
    return bytes((_TEXT, _SHORT + 1)) + length.to_bytes(8, "big")


class Batch:
    """Messages for many connections, framed and joined once; `frames` are as they came."""

    __slots__ = ("frames", "wire")

    def __init__(self, frames: Sequence[bytes]) -> None:
        self.frames = frames
        self.wire = b"".join([part for frame in frames for part in (header(len(frame)), frame)])


class Outlet(Protocol):
    """Where a connection takes what many are told. Neither method blocks or raises."""

    def offer(self, batch: Batch, limit: int) -> bool:
        """Hand over a batch; nothing happens, and False, when more than `limit` bytes wait.

        A closed connection swallows it.
        """

    def count(self, frames: int) -> None:
        """Count so many frames as sent: once for many connections, it costs as much as sending."""
