"""Shanten, waits and ukeire of a hand: the questions that rules and bots ask.

A hand is a `bytearray` of 34 counts of the concealed tiles, 3n+1 or 3n+2 of them (13-3m or 14-3m
with m melds); melds are absent. Seven pairs and thirteen orphans count for 13 and 14 tiles only.

`sanma` matters to `shanten` and `ukeire` only: with three players 2m-8m cannot be drawn, so 1m
and 9m grow no runs. A hand without 2m-8m waits for the same tiles with three players and four.
"""

from typing import Final

from engine.analysis.backend import NATIVE, TABLES, Backend
from engine.analysis.readings import decompose
from engine.core.tiles import kinds_in


class Analysis:
    """The questions, answered by one backend."""

    def __init__(self, backend: Backend) -> None:
        self.backend: Final = backend

    def shanten(self, counts: bytearray, sanma: bool = False) -> int:
        """Return how many tiles are missing to tenpai: -1 complete, 0 tenpai.

        A hand that waits for nothing but tiles of which it holds all four itself is not tenpai
        (0) but 1 or more, as under every `karaten` but `tenpai`.

        Raises:
            ValueError: not a hand (number of tiles, more than four of a kind).
        """
        backend = self.backend
        return backend.replacement(counts, backend.three if sanma else backend.four) - 1

    def waits(self, counts: bytearray) -> int:
        """Return the mask of all kinds that complete a hand of 3n+1 tiles in shape (0: noten).

        A kind of which the hand holds all four itself is among them: `karaten` (riichi.md 4.4,
        9) decides what it is worth, and the caller knows the melds.
        """
        backend = self.backend
        distance, mask = backend.necessary(counts, backend.four)
        if distance != 1:
            mask = 0
        if 4 in counts:
            mask |= _fifth_tiles(counts)
        return mask

    def discards_keeping(self, counts: bytearray) -> int:
        """Return the mask of kinds whose discard leaves a hand of 3n+2 tiles tenpai.

        Tenpai in shape, as `waits` has it: a wait on the fifth tile counts.
        """
        backend = self.backend
        distance, mask = backend.unnecessary(counts, backend.four)
        if 4 in counts:
            return self._discards_one_by_one(counts)
        if distance == 1:
            return mask
        return _held(counts) if distance == 0 else 0

    def _discards_one_by_one(self, counts: bytearray) -> int:
        hand = bytearray(counts)
        mask = 0
        for kind in kinds_in(_held(counts)):
            hand[kind] -= 1
            if self.waits(hand):
                mask |= 1 << kind
            hand[kind] += 1
        return mask

    def improving(self, counts: bytearray, sanma: bool = False) -> tuple[int, int]:
        """Return the shanten and the mask of kinds that lower it.

        Of a hand of 3n+2 tiles: of kinds that lower it in exchange for one that can go.
        """
        backend = self.backend
        distance, mask = backend.necessary(counts, backend.three if sanma else backend.four)
        return distance - 1, mask

    def keeping(self, counts: bytearray, sanma: bool = False) -> tuple[int, int]:
        """Return the shanten and the mask of held kinds whose loss does not raise it."""
        backend = self.backend
        distance, mask = backend.unnecessary(counts, backend.three if sanma else backend.four)
        return distance - 1, mask

    def ukeire(self, counts: bytearray, seen: bytearray, sanma: bool = False) -> dict[int, int]:
        """Return kind -> how many unseen tiles of it, for the kinds that lower the shanten.

        Args:
            counts: the hand; for 3n+2 tiles see `improving`.
            seen: 34 counts of all tiles that are known, the hand's own included.
            sanma: three players.
        """
        _, mask = self.improving(counts, sanma)
        return {kind: max(4 - seen[kind], 0) for kind in kinds_in(mask)}


def _held(counts: bytearray) -> int:
    mask = 0
    for kind, count in enumerate(counts):
        if count:
            mask |= 1 << kind
    return mask


def _fifth_tiles(counts: bytearray) -> int:
    """Kinds held four times that would complete the hand with a fifth."""
    hand = bytearray(counts)
    mask = 0
    for kind, count in enumerate(counts):
        if count == 4:
            hand[kind] = 5
            if decompose(hand):
                mask |= 1 << kind
            hand[kind] = 4
    return mask


DEFAULT: Final = Analysis(NATIVE or TABLES)
"""The native library where it is installed, else the tables."""
