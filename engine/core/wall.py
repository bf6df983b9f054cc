"""The wall: a fixed order of tiles, its commitment, and where orders come from.

riichi.md 5: the deal (4, 4, 4, 1 a seat from the dealer) and the draws come from the front, the
dead wall is the last 14. Replacement tiles are the last tiles in order, indicator `k` and its ura
lie `replacements + 1 + 2k` and `replacements + 2 + 2k` from the end. A kan takes a live tile away
by lowering the count of live tiles; the order itself never changes, so every position is a pure
function of how often something was drawn.
"""

import hashlib
import struct
from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from engine.core.errors import WallExhausted
from engine.core.tiles import HIDDEN, NAMES

WALL_ALGORITHM: Final = "shake256-fisher-yates/1"
"""Shuffle and commitment, by name and version.

Version 1: a seed of 32 bytes is expanded by SHAKE-256 into big-endian 64-bit words; for
i = last..1 a word w below the largest multiple of i + 1 (others are skipped) swaps places i and
w mod (i + 1) of the sorted tile set. The commitment is SHA-256 of `salt|tile,tile,...`.
"""

DEAD_WALL: Final = 14
_WORDS: Final = 192
_TWO_64: Final = 1 << 64


class Wall:
    """One round's wall.

    Args:
        order: tile ids from the front; `HIDDEN` where a replay does not know the tile.
        replacements: replacement tiles at the end (4 with four players, 8 with three).
        salt: 32 lower-case hex characters, or None where nothing is committed (replays).
    """

    __slots__ = ("order", "replacements", "salt")

    def __init__(self, order: Sequence[int], replacements: int, salt: str | None = None) -> None:
        self.order = list(order)
        self.replacements = replacements
        self.salt = salt

    def live(self, seats: int, hand_size: int = 13) -> int:
        """Tiles that can be drawn normally once the hands are dealt."""
        return len(self.order) - DEAD_WALL - seats * hand_size

    def hands(self, seats: int, oya: int) -> list[list[int]]:
        """Deal 4, 4, 4, 1 a seat from the dealer; the hands by seat, unsorted."""
        hands: list[list[int]] = [[] for _ in range(seats)]
        place = 0
        for take in (4, 4, 4, 1):
            for turn in range(seats):
                hands[(oya + turn) % seats] += self.order[place : place + take]
                place += take
        return hands

    def dealt(self, seats: int, oya: int) -> tuple[tuple[str, ...], ...]:
        """Names of the hands by seat, each in hand order, as `start_kyoku` shows them."""
        hands = self.hands(seats, oya)
        return tuple([tuple([NAMES[tile] for tile in sorted(hand)]) for hand in hands])

    def draw(self, seats: int, number: int, hand_size: int = 13) -> int:
        """Return the `number`-th normal draw (from 0)."""
        try:
            tile = self.order[seats * hand_size + number]
        except IndexError:
            tile = HIDDEN
        if tile == HIDDEN:
            raise WallExhausted(f"live tile {number + 1} is not known")
        return tile

    def replacement(self, number: int) -> int:
        """Return the `number`-th replacement tile (from 0)."""
        if number >= self.replacements:
            raise WallExhausted(f"replacement tile {number + 1} of {self.replacements}")
        return self._at(len(self.order) - 1 - number, "replacement tile", number)

    def indicator(self, number: int) -> int:
        """Return dora indicator `number` (from 0)."""
        return self._at(len(self.order) - (self.replacements + 1 + 2 * number), "indicator", number)

    def ura(self, number: int) -> int:
        """Return the indicator under dora indicator `number` (from 0)."""
        return self._at(
            len(self.order) - (self.replacements + 2 + 2 * number), "ura indicator", number
        )

    def names(self) -> tuple[str, ...]:
        """All tiles in wall order, as published at the end."""
        return tuple(map(NAMES.__getitem__, self.order))

    def commitment(self) -> str | None:
        """`wall_hash` of formats.md, or None without a salt."""
        return None if self.salt is None else wall_hash(self.salt, self.names())

    def _at(self, place: int, what: str, number: int) -> int:
        if not 0 <= place < len(self.order) or self.order[place] == HIDDEN:
            raise WallExhausted(f"{what} {number + 1} is not known")
        return self.order[place]


def wall_hash(salt: str, names: Sequence[str]) -> str:
    """SHA-256 of `salt + "|" + ",".join(names)`, lower-case hex (formats.md)."""
    return hashlib.sha256(f"{salt}|{','.join(names)}".encode()).hexdigest()


def shuffled(tiles: Sequence[int], seed: bytes) -> list[int]:
    """Shuffle by `WALL_ALGORITHM`; every order is equally likely for a random seed."""
    order = sorted(tiles)
    words: Iterable[int] = _words(seed, _WORDS)
    if max(words, default=0) >= _TWO_64 - len(order):
        words = _fair_words(seed, len(order))
    for last, word in zip(range(len(order) - 1, 0, -1), words, strict=False):
        place = word % (last + 1)
        order[last], order[place] = order[place], order[last]
    return order


def _words(seed: bytes, count: int) -> tuple[int, ...]:
    return struct.unpack(f">{count}Q", hashlib.shake_256(seed).digest(8 * count))


def _fair_words(seed: bytes, size: int) -> list[int]:
    """Return the words without those that would favour some places.

    A word has to be skipped with a chance of about 2**-57, so nearly every shuffle does without.
    """
    fair: list[int] = []
    for word in _words(seed, 2 * max(_WORDS, size)):
        if word < _TWO_64 - _TWO_64 % (size - len(fair)):
            fair.append(word)
            if len(fair) == size - 1:
                break
    return fair


class WallSource(Protocol):
    """Where a game gets its walls from."""

    def wall(self, round_index: int, tiles: Sequence[int], replacements: int) -> Wall:
        """Return the wall of the `round_index`-th round of this game (from 0)."""
        ...


class SeededWalls:
    """Walls that follow from one seed: same seed, same game (simulations, tests)."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed

    def wall(self, round_index: int, tiles: Sequence[int], replacements: int) -> Wall:
        """Derive seed and salt of the round from the game's seed."""
        material = hashlib.sha256(self._seed + round_index.to_bytes(4, "big")).digest()
        salt = hashlib.sha256(b"salt" + material).hexdigest()[:32]
        return Wall(shuffled(tiles, material), replacements, salt)
