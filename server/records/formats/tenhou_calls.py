"""Calls as tenhou.net/6 writes them: two digits a tile, and a letter where the called tile lies.

The letter stands before the tile that lies sideways, and its place says who fed it: in front for
the left neighbour, after one tile for the seat across, last for the right neighbour.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from server.records.formats.faults import FormatError
from server.records.formats.tenhou_tiles import CODE, hand_order, name_of_code

_LETTER: Final = {"chi": "c", "pon": "p", "daiminkan": "m", "kakan": "k", "ankan": "a",
                  "nukidora": "f"}  # fmt: skip
_WORD: Final = {letter: word for word, letter in _LETTER.items()}
_TILES_OF: Final = {"chi": 3, "pon": 3, "daiminkan": 4, "kakan": 4, "ankan": 4, "nukidora": 1}
_SEATS: Final = 4
_PLACE_AFTER: Final = {1: 0, 2: 1}


class Call(NamedTuple):
    """A call that was read: mjai word, the tile at the letter, the others, who fed it.

    `steps` counts seats back from the caller to the feeder (1 = left neighbour), 0 for calls
    without one.
    """

    word: str
    pai: str
    others: tuple[str, ...]
    steps: int


def call_text(event: dict[str, Any], fed_by: int | None = None) -> str:
    """Write a call, kan or north; `fed_by` is the seat that fed the pon of a kakan.

    With three players the seats keep their places at a table for four.
    """
    word: str = event["type"]
    letter = _LETTER[word]
    if word == "nukidora":
        return letter + str(CODE[event["pai"]])
    if word == "ankan":
        *three, last = hand_order(event["consumed"])
        return _digits(three) + letter + str(last)
    called = str(CODE[event["pai"]])
    others = hand_order(event["consumed"])
    target = event.get("target", fed_by)
    steps = 1 if target is None else (event["actor"] - target) % _SEATS
    before = _PLACE_AFTER.get(steps, len(others) if word != "kakan" else 2)
    return _digits(others[:before]) + letter + called + _digits(others[before:])


def _digits(codes: Sequence[int]) -> str:
    return "".join(map(str, codes))


def read_call(text: str) -> Call:
    """Read a call, kan or north.

    Raises:
        FormatError: it is none.
    """
    letters = [place for place, sign in enumerate(text) if not sign.isdigit()]
    if len(letters) != 1 or text[letters[0]] not in _WORD or letters[0] % 2 or not len(text) % 2:
        raise FormatError(f"{text!r} is no call")
    at = letters[0]
    digits = text[:at] + text[at + 1 :]
    tiles = [name_of_code(int(digits[place : place + 2])) for place in range(0, len(digits), 2)]
    word = _WORD[text[at]]
    place = at // 2
    if len(tiles) != _TILES_OF[word] or place >= len(tiles):
        raise FormatError(f"{text!r} is no {word}: it shows {len(tiles)} tiles")
    pai = tiles.pop(place)
    steps = 0 if word in ("ankan", "nukidora") else min(place, 2) + 1
    return Call(word, pai, tuple(tiles), steps)
