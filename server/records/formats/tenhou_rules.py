"""Customs of Tenhou that its logs follow without saying so."""

from collections.abc import Sequence
from typing import Any

from server.records.formats.rounds import Event


def split_nukidora(
    yaku: Sequence[Sequence[Any]], played: Sequence[Event], actor: int
) -> list[list[Any]]:
    """Return `yaku` with the winner's norths as `nukidora` of their own."""
    read = [list(pair) for pair in yaku]
    norths = sum(event["type"] == "nukidora" and event["actor"] == actor for event in played)
    if not norths or any(name == "nukidora" for name, _ in read):
        return read
    for pair in read:
        if pair[0] == "dora" and pair[1] >= norths:
            pair[1] -= norths
            read.append(["nukidora", norths])
    return [pair for pair in read if pair[1]]


def rounding_of(result: Event) -> dict[str, str]:
    """Return the option `rounding`, if the points of a result are rounded.

    Games of other years and lobbies differ in it: whole points from scores that are not whole
    thousands are rounded.
    """
    odd = any(score % 1000 for score in result["scores"])
    whole = all(point.is_integer() for point in result["points"])
    return {"rounding": "half_away_from_zero"} if odd and whole else {}
