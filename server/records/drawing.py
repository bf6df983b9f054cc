"""A table drawn in a terminal: what a viewer sees, whether it comes from a record or live."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from engine.core.events import Ankan, Kakan, Pon
from engine.core.views import MeldEvent, PondTile, SeatView, View
from protocol.record import SeatAnalysis
from protocol.table import HintWait

TileStyle: TypeAlias = Literal["unicode", "ascii"]

_WINDS: Final = ("E", "S", "W", "N")
_ROUNDS: Final = {"E": "East", "S": "South", "W": "West", "N": "North"}
_FIRST: Final = {"m": 0x1F007, "s": 0x1F010, "p": 0x1F019}
_HONOURS: Final[Mapping[str, int]] = {
    "E": 0x1F000, "S": 0x1F001, "W": 0x1F002, "N": 0x1F003, "C": 0x1F004, "F": 0x1F005,
    "P": 0x1F006, "?": 0x1F02B,
}  # fmt: skip
_TEXT_FORM: Final = "\ufe0e"
"""Asks for the plain form of a sign that else is a coloured picture (the red dragon)."""
_RED: Final = "bold red"
_POND_ROW: Final = 6


def draw(
    view: View,
    names: Sequence[str],
    *,
    tiles: TileStyle = "unicode",
    caption: str = "",
    analysis: Sequence[SeatAnalysis | None] = (),
) -> RenderableType:
    """Draw a view.

    Args:
        view: what is seen.
        names: by seat.
        tiles: signs of the Unicode block of mahjong tiles, or names in ASCII.
        caption: what has just happened, and where in the game this is.
        analysis: by seat, for those whose hand is seen; nothing is added where it is None.
    """
    table = Table.grid(padding=(0, 1))
    for seat in range(len(view.seats)):
        table.add_row(*_seat(view, seat, names[seat], tiles))
        found = analysis[seat] if seat < len(analysis) else None
        if found is not None:
            table.add_row("", _analysis(found, tiles))
    return Panel(Group(_head(view, tiles), table), title=caption, title_align="left")


def tile_sign(name: str, tiles: TileStyle) -> str:
    """Return a tile as one sign, or as its name with 0 for a red five."""
    if tiles == "ascii":
        return f"0{name[1]}" if name.endswith("r") else name
    if name in _HONOURS:
        sign = chr(_HONOURS[name])
        return sign + _TEXT_FORM if name == "C" else sign
    return chr(_FIRST[name[1]] + int(name[0]) - 1)


def _tile(name: str, tiles: TileStyle, style: str = "") -> Text:
    return Text(tile_sign(name, tiles), style=f"{_RED} {style}" if name.endswith("r") else style)


def _row(names: Sequence[str], tiles: TileStyle) -> Text:
    return Text(" ").join(_tile(name, tiles) for name in names)


def _head(view: View, tiles: TileStyle) -> Text:
    shown = view.round
    head = Text(f"{_ROUNDS[shown.bakaze]} {shown.kyoku}  honba {shown.honba}  ", style="bold")
    head.append(f"sticks {shown.kyotaku}  left {shown.live}  indicators ")
    head.append_text(_row(shown.dora_markers, tiles))
    return head


def _seat(view: View, number: int, name: str, tiles: TileStyle) -> tuple[Text, Group]:
    seat = view.seats[number]
    wind = _WINDS[(number - view.round.oya) % len(view.seats)]
    who = Text(f"{wind} {name}\n", style="bold" if wind == "E" else "")
    who.append(f"{view.round.scores[number]}", style="")
    if seat.riichi:
        who.append("\nriichi", style="bold yellow")
    return who, Group(_hand(seat, tiles), *_pond(seat.pond, tiles))


def _hand(seat: SeatView, tiles: TileStyle) -> Text:
    line = _row(seat.hand, tiles)
    if seat.drawn is not None:
        line.append("   ").append_text(_tile(seat.drawn, tiles, "underline"))
    for meld in seat.melds:
        line.append("   ").append_text(_meld(meld, tiles))
    if seat.nukidora:
        line.append("   ").append_text(_row(["N"] * seat.nukidora, tiles))
    return line


def _meld(meld: MeldEvent, tiles: TileStyle) -> Text:
    """A meld in brackets, the called tile first; a closed kan shows its two middle tiles."""
    if isinstance(meld, Ankan):
        inner = _row(["?", *meld.consumed[1:3], "?"], tiles)
    elif isinstance(meld, Kakan | Pon):
        inner = _row([meld.pai, *meld.consumed], tiles)
    else:
        inner = _row([meld.pai, *sorted(meld.consumed)], tiles)
    return Text("[") + inner + Text("]")


def _pond(pond: Sequence[PondTile], tiles: TileStyle) -> list[Text]:
    """Rows of six; dim what was thrown as drawn, marked what declared riichi or was called."""
    rows = []
    for start in range(0, len(pond), _POND_ROW):
        row = Text("  ")
        for tile in pond[start : start + _POND_ROW]:
            style = "dim" if tile.tsumogiri else ""
            mark = "<" if tile.reach else "'" if tile.called_by is not None else " "
            row.append_text(_tile(tile.pai, tiles, style)).append(mark)
        rows.append(row)
    return rows or [Text("")]


def _analysis(found: SeatAnalysis, tiles: TileStyle) -> Text:
    line = Text(style="cyan")
    if found.waits:
        line.append("waits ").append_text(_waits(found.waits, tiles))
        line.append("  furiten" if found.furiten else "")
    elif found.by_discard:
        for place, (discard, waits) in enumerate(found.by_discard.items()):
            line.append("  " if place else "").append_text(_tile(discard, tiles))
            line.append(" -> ").append_text(_waits(waits, tiles))
    elif found.shanten < 0:
        line.append("complete")
    else:
        line.append(f"{found.shanten} from tenpai, {sum(found.useful.values())} useful: ")
        line.append_text(_row(list(found.useful), tiles))
    return line


def _waits(waits: Sequence[HintWait], tiles: TileStyle) -> Text:
    parts = []
    for wait in waits:
        worth = "no yaku" if wait.no_yaku else f"{wait.han} han {wait.points}"
        parts.append(_tile(wait.pai, tiles) + Text(f" x{wait.left} ({worth})"))
    return Text(", ").join(parts)
