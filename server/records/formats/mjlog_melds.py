"""Melds of Tenhou's XML: one number holds tiles, the called one, and who fed it."""

from typing import Final, NamedTuple

_SEATS: Final = 4
Tiles = tuple[int, ...]


class Meld(NamedTuple):
    """`word` is mjai's; `called` is the tile that was taken or added; tiles are 0..135.

    `others` are those from the hand, or, for a kakan, the pon. `steps` counts seats from the
    caller on to the feeder, 0 where nobody fed it.
    """

    word: str
    called: int
    others: Tiles
    steps: int


def read_meld(code: int) -> Meld:
    """Unpack the `m` of an `N` tag."""
    steps = code & 3
    if code & 0x4:
        return _chi(code, steps)
    if code & 0x18:
        return _of_three(code, steps)
    if code & 0x20:
        return Meld("nukidora", code >> 8, (), 0)
    called = code >> 8
    first = called // 4 * 4
    four = tuple(range(first, first + 4))
    if steps == 0:
        return Meld("ankan", called, four, 0)
    return Meld("daiminkan", called, _without(four, called), steps)


def _chi(code: int, steps: int) -> Meld:
    number, place = divmod(code >> 10, 3)
    suit, rank = divmod(number, 7)
    first = 4 * (9 * suit + rank)
    tiles = tuple(first + 4 * turn + (code >> 3 + 2 * turn & 3) for turn in range(3))
    return Meld("chi", tiles[place], _without(tiles, tiles[place]), steps)


def _of_three(code: int, steps: int) -> Meld:
    """A pon, or the kan made of it."""
    kind, place = divmod(code >> 9, 3)
    fourth = 4 * kind + (code >> 5 & 3)
    three = _without(tuple(range(4 * kind, 4 * kind + 4)), fourth)
    if code & 0x8:
        return Meld("pon", three[place], _without(three, three[place]), steps)
    return Meld("kakan", fourth, three, steps)


def _without(tiles: Tiles, gone: int) -> Tiles:
    return tuple(tile for tile in tiles if tile != gone)


def fed_by(meld: Meld, caller: int) -> int:
    """Return the seat that fed a meld; seats are those of a table for four."""
    return (caller + meld.steps) % _SEATS
