"""Keys of a terminal, one at a time, without waiting for the end of a line."""

import os
import select
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_SEQUENCES: Final = {
    b"[A": "up", b"[B": "down", b"[C": "right", b"[D": "left", b"[H": "home", b"[F": "end",
    b"OA": "up", b"OB": "down", b"OC": "right", b"OD": "left", b"OH": "home", b"OF": "end",
}  # fmt: skip
_ESCAPE: Final = b"\x1b"
_REST_S: Final = 0.05
"""The rest of an arrow key comes at once; a bare escape has none."""


@contextmanager
def unbuffered(descriptor: int) -> Iterator[None]:
    """Let a terminal hand over every key at once and show none; put it back afterwards.

    Raises:
        OSError: `descriptor` is no terminal, or the system has none of this kind.
    """
    try:
        import termios
        import tty
    except ImportError as error:
        raise OSError("this system's terminals cannot be read key by key") from error
    before = termios.tcgetattr(descriptor)
    try:
        # Keys that were typed ahead are kept.
        tty.setcbreak(descriptor, termios.TCSADRAIN)
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def keys(descriptor: int) -> Iterator[str]:
    """Yield names of keys (`left`, `up`, ..., or the character) until the input ends."""
    while sign := os.read(descriptor, 1):
        if sign != _ESCAPE:
            yield sign.decode("latin-1")
        elif select.select([descriptor], [], [], _REST_S)[0]:
            yield _SEQUENCES.get(os.read(descriptor, 2), "escape")
        else:
            yield "escape"
