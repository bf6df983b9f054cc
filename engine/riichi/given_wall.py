"""Walls of which only some tiles are known: replays of records, scenarios."""

from collections.abc import Sequence

from engine.core.tiles import HIDDEN
from engine.core.wall import DEAD_WALL, Wall
from engine.riichi.tileset import replacement_tiles, tile_count

_TAKES = (4, 4, 4, 1)


def given_wall(
    players: int,
    oya: int,
    hands: Sequence[Sequence[int]],
    draws: Sequence[int] = (),
    rinshan: Sequence[int] = (),
    indicators: Sequence[int] = (),
    uras: Sequence[int] = (),
    live: int | None = None,
) -> Wall:
    """Lay the known tiles in their places; the rest is `HIDDEN` and cannot be drawn.

    Args:
        players: 3 or 4.
        oya: the dealer, who is dealt first.
        hands: 13 tile ids a seat.
        draws: normal draws in order, from the dealer's first.
        rinshan: replacement tiles in order of use.
        indicators: dora indicators in order of use.
        uras: the tiles under them.
        live: tiles that can be drawn after the deal; the usual number if None.
    """
    dealt = sum(len(hand) for hand in hands)
    if live is None:
        live = tile_count(players) - DEAD_WALL - dealt
    replacements = replacement_tiles(players)
    order = [HIDDEN] * (dealt + live + DEAD_WALL)
    place = 0
    taken = 0
    for take in _TAKES:
        for turn in range(players):
            hand = hands[(oya + turn) % players]
            order[place : place + take] = hand[taken : taken + take]
            place += take
        taken += take
    for number, tile in enumerate(draws[:live]):
        order[dealt + number] = tile
    for number, tile in enumerate(rinshan):
        order[len(order) - 1 - number] = tile
    for number, tile in enumerate(indicators):
        order[len(order) - (replacements + 1 + 2 * number)] = tile
    for number, tile in enumerate(uras):
        order[len(order) - (replacements + 2 + 2 * number)] = tile
    return Wall(order, replacements)


class GivenWalls:
    """Walls in the order in which the rounds are dealt."""

    def __init__(self, walls: Sequence[Wall]) -> None:
        self._walls = walls

    def wall(self, round_index: int, tiles: Sequence[int], replacements: int) -> Wall:
        """Return the wall of the round; an unknown one (no tile known) past the last."""
        if round_index < len(self._walls):
            return self._walls[round_index]
        return Wall([HIDDEN] * len(tiles), replacements)
