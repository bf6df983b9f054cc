"""Melds as values: what lies open (or as a concealed kan) beside a hand."""

import msgspec

CHI, PON, DAIMINKAN, ANKAN, KAKAN = "chi", "pon", "daiminkan", "ankan", "kakan"


class Meld(msgspec.Struct, frozen=True):
    """One meld.

    `type` is the mjai word, `kind` the lowest kind in it (0..33), `tiles` all tile ids, the
    called one first (for a kakan: called, then the two of the pon, then the added one),
    `target` the seat that fed it (the own seat for ankan).
    """

    type: str
    kind: int
    tiles: tuple[int, ...]
    target: int

    @property
    def is_kan(self) -> bool:
        """Four tiles."""
        return len(self.tiles) == 4
