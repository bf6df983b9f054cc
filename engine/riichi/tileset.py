"""Which tiles are in play (riichi.md 2, 5 and 15)."""

from functools import lru_cache
from typing import Final

from engine.core.tiles import KINDS, PLAIN, RED_OF_KIND
from engine.riichi.rules import Rules

FIVES: Final = tuple(sorted(RED_OF_KIND))
_NOT_IN_SANMA: Final = frozenset(range(1, 8))
_REPLACEMENTS: Final = {4: 4, 3: 8}


def kinds_in_play(players: int) -> list[int]:
    """All kinds; with three players no 2m-8m."""
    return [kind for kind in range(KINDS) if players == 4 or kind not in _NOT_IN_SANMA]


def tile_count(players: int) -> int:
    """136, or 108 with three players."""
    return 4 * len(kinds_in_play(players))


@lru_cache(maxsize=64)
def tiles_of(rules: Rules) -> tuple[int, ...]:
    """Tile ids of the whole set, red fives by suit as the rules say."""
    reds = dict(zip(FIVES, rules.aka_by_suit, strict=True))
    tiles: list[int] = []
    for kind in kinds_in_play(rules.players):
        red = reds.get(kind, 0)
        tiles += [PLAIN[kind]] * (4 - red)
        if red:
            tiles += [RED_OF_KIND[kind]] * red
    return tuple(tiles)


def replacement_tiles(players: int) -> int:
    """How many replacement tiles the dead wall holds."""
    return _REPLACEMENTS[players]
