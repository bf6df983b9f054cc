"""Which tiles a seat was told, and which the page shows (ui.md, check 7)."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from tests.web.house import Visitor

Message = dict[str, Any]

_TILE: Final = re.compile(r"[1-9][mps]r?|[ESWNPFC]")

_OPEN: Final = {
    "start_kyoku": {"bakaze", "dora_marker"},
    "dahai": {"pai"},
    "chi": {"pai", "consumed"},
    "pon": {"pai", "consumed"},
    "daiminkan": {"pai", "consumed"},
    "ankan": {"consumed"},
    "kakan": {"pai", "consumed"},
    "nukidora": {"pai"},
    "dora": {"dora_marker"},
    "reach_accepted": {"tehai"},
    "hora": {"pai", "hora_tehais", "ura_markers"},
    "ryukyoku": {"tehais"},
    "end_game": {"proofs"},
}
"""The fields of an event in which everybody may see tiles."""

_FREE: Final = {"table_start", "room", "record", "records", "welcome"}
"""Frames that are of no round: names and rules stand in them, which may look like tiles."""


def tiles_in(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield each tile below a value, and where it stands."""
    if isinstance(value, str):
        if _TILE.fullmatch(value):
            yield path, value
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from tiles_in(part, (*path, name))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from tiles_in(part, (*path, str(index)))


def secrets(frames: Iterable[Message], seat: int) -> list[Message]:
    """Return the frames that told this seat more than it may know."""
    return [frame for frame in frames if not _may_know(frame, seat)]


def _may_know(frame: Message, seat: int) -> bool:
    kind = frame["type"]
    if kind in _FREE:
        return True
    if kind == "event":
        event = frame["event"]
        return all(_is_open(event, path, seat) for path, _ in tiles_in(event))
    if kind == "snapshot":
        others = [shown for number, shown in enumerate(frame["seats"]) if number != seat]
        return all(
            shown["drawn"] in (None, "?") and set(shown["hand"]) <= {"?"} for shown in others
        )
    if kind == "ask":
        return all(option.get("actor", seat) == seat for option in frame["options"])
    # Waits and what one could throw are made of the own hand.
    return kind == "hint" or not list(tiles_in(frame))


def _is_open(event: Message, path: tuple[str, ...], seat: int) -> bool:
    kind, field = event["type"], path[0]
    if kind == "start_game":
        return True
    if kind == "tsumo":
        return field == "pai" and event["actor"] == seat
    if kind == "start_kyoku" and field == "tehais":
        return path[1] == str(seat)
    return field in _OPEN.get(kind, ())


def told(frames: Iterable[Message], seat: int, upto: int) -> Counter[str]:
    """Count the tiles of the round that this seat was shown up to event `upto`."""
    seen: Counter[str] = Counter()
    last = -1
    for frame in frames:
        if frame["type"] == "table_start":
            last = -1
        elif frame["type"] == "snapshot" and last < frame["seq"] <= upto:
            seen = Counter(tile for _, tile in tiles_in(_shown_in(frame)))
            last = frame["seq"]
        elif frame["type"] == "event" and last < frame["seq"] <= upto:
            last = frame["seq"]
            if frame["event"]["type"] == "start_kyoku":
                seen.clear()
            seen.update(_new_in(frame["event"], seat, seen))
    return seen


def _shown_in(snapshot: Message) -> list[Any]:
    seats = [(seat["hand"], seat["drawn"], seat["melds"]) for seat in snapshot["seats"]]
    ponds = [tile["pai"] for seat in snapshot["seats"] for tile in seat["pond"]]
    norths = ["N"] * sum(seat["nukidora"] for seat in snapshot["seats"])
    return [*map(list, seats), ponds, norths, snapshot["round"]["dora_markers"]]


def _new_in(event: Message, seat: int, seen: Counter[str]) -> list[str]:
    """Return the tiles of an event that this seat had not been shown before."""
    kind = event["type"]
    other = event.get("actor") != seat
    if kind == "start_kyoku":
        return [*event["tehais"][seat], event["dora_marker"]]
    if kind == "dora":
        return [event["dora_marker"]]
    if kind == "tsumo":
        return [] if other else [event["pai"]]
    if kind in ("dahai", "kakan", "nukidora"):
        return [event["pai"]] if other else []
    if kind in ("chi", "pon", "daiminkan", "ankan"):
        return list(event["consumed"]) if other else []
    if kind == "reach_accepted":
        return list(event.get("tehai") or ()) if other else []
    if kind == "hora":
        own_draw = [event["pai"]] if event["actor"] == event["target"] else []
        return [*event["ura_markers"], *([*event["hora_tehais"], *own_draw] if other else [])]
    if kind == "ryukyoku":
        hands = enumerate(event.get("tehais") or ())
        return [tile for number, hand in hands if hand and number != seat for tile in hand]
    return []


_LOOK: Final = """
  // What was set in this turn of the loop has been drawn in the next.
  await new Promise((resolve) => setTimeout(resolve));
  const { table } = store.get();
  const screen = document.querySelector("main.table");
  if (!table || !screen) return null;
  const faces = (selector) => [...screen.querySelectorAll(selector)]
    .filter((tile) => !tile.closest(".result") && !tile.matches(".tile-called"))
    .map((tile) => tile.dataset.pai).filter((pai) => pai !== "?");
  return {
    seq: Number(screen.dataset.seq),
    seat: table.seat,
    lying: faces(".hand-tiles [data-pai], .pond [data-pai], .melds [data-pai],"
      + ".other-hand [data-pai], .indicators [data-pai]"),
    result: [...screen.querySelectorAll(".result [data-pai]")]
      .map((tile) => tile.dataset.pai).filter((pai) => pai !== "?"),
  };
"""


async def unknown_faces(visitor: "Visitor") -> list[str]:
    """Return the tiles that lie on the screen although no frame has brought them."""
    look = await visitor.run(_LOOK)
    if look is None:
        return []
    known = told(visitor.frames, look["seat"], look["seq"])
    too_many = Counter(look["lying"]) - known
    return [*too_many.elements(), *(set(look["result"]) - set(known))]
