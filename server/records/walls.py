"""The walls of a record: published ones, or as much as its events tell."""

from collections.abc import Sequence
from typing import Any

from engine.core.tiles import tile_id
from engine.core.wall import Wall
from engine.riichi.given_wall import given_wall
from engine.riichi.tileset import replacement_tiles

RecordedEvents = Sequence[dict[str, Any]]

_KANS = frozenset(("daiminkan", "ankan", "kakan", "nukidora"))


def wall_of_round(events: RecordedEvents, players: int) -> Wall:
    """Return the wall of one round, from its `start_kyoku` to its `end_kyoku`.

    A record of ours publishes the wall; otherwise draws, indicators and ura are put in the places
    where the events show them (formats.md, `verify`).

    Raises:
        BadTile, KeyError: the events are damaged.
    """
    last = events[-1]
    if last["type"] == "end_kyoku" and last.get("wall"):
        order = [tile_id(name) for name in last["wall"]]
        return Wall(order, replacement_tiles(players), last.get("salt"))
    start = events[0]
    draws: list[int] = []
    rinshan: list[int] = []
    indicators = [tile_id(start["dora_marker"])]
    uras: list[int] = []
    after_kan = False
    for event in events[1:]:
        kind = event["type"]
        if kind == "tsumo":
            (rinshan if after_kan else draws).append(tile_id(event["pai"]))
            after_kan = False
        elif kind in _KANS:
            after_kan = True
        elif kind == "dora":
            indicators.append(tile_id(event["dora_marker"]))
        elif kind == "hora" and len(event.get("ura_markers", ())) > len(uras):
            uras = [tile_id(name) for name in event["ura_markers"]]
    hands = [[tile_id(name) for name in hand] for hand in start["tehais"]]
    live = start.get("live")
    return given_wall(players, start["oya"], hands, draws, rinshan, indicators, uras, live)


def split_rounds(events: RecordedEvents) -> list[tuple[int, int]]:
    """Return (first, past the last) event index of every round; `start_game` is outside."""
    starts = [place for place, event in enumerate(events) if event["type"] == "start_kyoku"]
    ends = [*starts[1:], len(events)]
    rounds = []
    for start, end in zip(starts, ends, strict=True):
        while end > start + 1 and events[end - 1]["type"] == "end_game":
            end -= 1
        rounds.append((start, end))
    return rounds
