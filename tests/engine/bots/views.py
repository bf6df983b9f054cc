"""Hand-made views and asks for the bot tests."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.actions import PASS, Action
from engine.core.decision import Ask
from engine.core.events import Dahai, Reach
from engine.core.tiles import HONOURS, IDS
from engine.core.views import MeldEvent, PondTile, RoundView, SeatView, View

RULES: Mapping[str, Any] = {"open_tanyao": True, "kuikae": "forbidden", "min_han": 1}


def tiles(text: str) -> tuple[str, ...]:
    """Tile names of the short notation: `123m0p55z` (0: red five, z: E S W N P F C), sorted."""
    names: list[str] = []
    ranks: list[str] = []
    for char in text:
        if char.isdigit():
            ranks.append(char)
            continue
        for rank in ranks:
            if char == "z":
                names.append(HONOURS[int(rank) - 1])
            else:
                names.append(f"5{char}r" if rank == "0" else f"{rank}{char}")
        ranks.clear()
    return tuple(sorted(names, key=IDS.__getitem__))


def pond(text: str, reach: int | None = None) -> tuple[PondTile, ...]:
    """Discards in the order of the notation, one tile a piece (`1m9p`); `reach`: sideways one."""
    names = [tiles(text[at : at + 2])[0] for at in range(0, len(text), 2)]
    return tuple(PondTile(name, False, reach=at == reach) for at, name in enumerate(names))


def opponent(
    ponds: str = "", reach: int | None = None, melds: Sequence[MeldEvent] = ()
) -> SeatView:
    hidden = ("?",) * (13 - 3 * len(melds))
    return SeatView(hidden, None, tuple(melds), pond(ponds, reach), reach is not None, 0)


def view(
    hand: str,
    drawn: str | None = None,
    *,
    others: Sequence[SeatView] | None = None,
    melds: Sequence[MeldEvent] = (),
    ponds: str = "",
    live: int = 50,
    dora_marker: str = "9m",
    players: int = 4,
) -> View:
    """The view of seat 0 (dealer of East 1) with `others` from its right on."""
    own = SeatView(
        tiles(hand), tiles(drawn)[0] if drawn else None, tuple(melds), pond(ponds), False, 0
    )
    seats = (own, *(others or [opponent() for _ in range(players - 1)]))
    scores = (25000,) * players
    table = RoundView("E", 1, 0, 0, 0, scores, live, (dora_marker,))
    return View(0, table, seats, False, ())


def turn(shown: View, *extra: Action, riichi: str = "") -> Ask:
    """All discards of the seat, `reach` with each tile of `riichi`, and what else there is."""
    own = shown.seats[0]
    options: list[Action] = [Dahai(0, name, False) for name in dict.fromkeys(own.hand)]
    if own.drawn is not None:
        options.append(Dahai(0, own.drawn, True))
    default = len(options) - 1
    options += [Reach(0, name, name == own.drawn) for name in tiles(riichi)]
    options += extra
    return Ask(tuple(options), default)


def claim(*calls: Action) -> Ask:
    return Ask((PASS, *calls), 0, (0, *(1 for _ in calls)))
