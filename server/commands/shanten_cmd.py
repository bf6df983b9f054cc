"""`jantaku shanten`: distance, waits and useful tiles of hands, JSON Lines in and out."""

from typing import Any

import msgspec

from engine.analysis import improving, waits
from engine.core.errors import BadTile
from engine.core.tiles import KIND, KIND_NAMES, KINDS, kinds_in, mask_names, tile_id
from server.commands.json_lines import BadLineError, answer_lines


class HandError(BadLineError):
    """A line that is no hand; the message names field, value and what is allowed."""


def shanten(file: str | None = None, /) -> int:
    """Tell how far hands are from complete.

    Every line holds `{"hand": ["1m", ...], "melds": 0}`: the concealed tiles, and the number of
    melds beside them (may be left out). The answer holds

    - `shanten`: -1 complete, 0 tenpai;
    - `waits`: the tiles that complete a hand of 13 tiles (13 - 3 * melds), without those of which
      it holds all four; empty for any other hand;
    - `ukeire`: for each kind that lowers the shanten, how many the hand does not hold. Of a hand
      with 14 tiles: the kinds that lower it in exchange for a tile that can go.

    Red fives stand under the plain tile. A bad line gets `{"error", "line"}` in its place.

    Parameters
    ----------
    file
        JSON Lines, also gzipped; standard input if left out or `-`.
    """
    return answer_lines(file, lambda line: measure(msgspec.json.decode(line)))


def measure(question: object) -> dict[str, Any]:
    """Answer one line of `jantaku shanten` (formats.md).

    Raises:
        HandError: the line is not a hand.
    """
    counts = _counts(question)
    distance, mask = improving(counts)
    tenpai = distance == 0 and sum(counts) % 3 == 1
    return {
        "shanten": distance,
        "waits": mask_names(mask & waits(counts)) if tenpai else [],
        "ukeire": {KIND_NAMES[kind]: 4 - counts[kind] for kind in kinds_in(mask)},
    }


def _counts(question: object) -> bytearray:
    if not isinstance(question, dict):
        raise HandError('a line must be an object {"hand": [...], "melds": n}')
    unknown = question.keys() - {"hand", "melds"}
    if unknown:
        raise HandError(f"{min(unknown)}: unknown field; allowed: hand, melds")
    hand = question.get("hand")
    if not isinstance(hand, list):
        raise HandError(f"hand: {hand!r}; must be a list of tiles")
    try:
        tiles = [tile_id(tile) for tile in hand]
    except BadTile as error:
        raise HandError(f"hand: {error}") from None
    _check_size(len(tiles), question.get("melds"))
    counts = bytearray(KINDS)
    for tile in tiles:
        counts[KIND[tile]] += 1
    for kind, count in enumerate(counts):
        if count > 4:
            raise HandError(f"hand: {count} of {KIND_NAMES[kind]}; there are 4 of each kind")
    return counts


def _check_size(size: int, melds: object) -> None:
    """Check 13 or 14 tiles, three less for each meld; without `melds` any such number will do."""
    if melds is None:
        if size % 3 == 0 or size > 14:
            raise HandError(f"hand: {size} tiles; allowed: 13 or 14, three less for each meld")
        return
    if isinstance(melds, bool) or not isinstance(melds, int) or not 0 <= melds <= 4:
        raise HandError(f"melds: {melds!r}; allowed: 0 to 4")
    full = 14 - 3 * melds
    if size not in (full - 1, full):
        raise HandError(f"hand: {size} tiles with {melds} melds; allowed: {full - 1} or {full}")
