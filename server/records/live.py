"""A running game in the terminal: what came over the line, folded and drawn."""

from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from engine.core.events import EndGame, Event, StartKyoku
from engine.core.viewer import FULL, PUBLIC
from engine.riichi.rules import parse_rules
from engine.riichi.view import Observer
from protocol.spectate import NotYet, WatchOver
from protocol.table import EventFrame, Presence, Skip, Snapshot, TableOver, Watchers
from protocol.unions import ServerMessage
from server.records.drawing import TileStyle, draw
from server.records.viewing import said

HELP: Final = "q: quit"


class LiveTable:
    """A table that is watched. `over` says that its game is, `lost` that it is shown no more."""

    def __init__(self, tiles: TileStyle) -> None:
        self.over = False
        self.lost = False
        self.watchers = 0
        self.names: tuple[str, ...] = ()
        self._tiles: TileStyle = tiles
        self._observer: Observer | None = None
        self._viewer = PUBLIC
        self._delay_s = 0
        self._last: Event | None = None
        self._away: dict[int, str] = {}
        self._note = "waiting for the server"

    def take(self, message: ServerMessage) -> str:
        """Take a message; return what it says as a line, "" if nothing."""
        match message:
            case NotYet():
                seconds = -(-message.starts_ms // 1000)
                self._note = f"shown {message.delay_s} s behind the game, from {seconds} s on"
                return self._note
            case Snapshot():
                return self._begin(message)
            case EventFrame() if self._observer is not None:
                self._observer.fold(message.event)
                self._last = message.event
                return self._words(message.event)
            case Skip():
                pass
            case Presence() if self._observer is not None:
                self._away[message.seat] = message.state
                return f"{self.names[message.seat]} is {message.state}"
            case Watchers():
                self.watchers = message.count
            case TableOver():
                self.over = True
                return "the game is over"
            case WatchOver():
                self.lost = True
                return f"not shown any more: {message.reason}"
            case _:
                pass
        return ""

    def picture(self) -> RenderableType:
        """Draw what is seen now."""
        if self._observer is None:
            return Text(self._note)
        words = "" if self._last is None else said(self._last, self.names, self._tiles)
        behind = f"{self._delay_s} s behind" if self._delay_s else "live"
        names = [
            name if self._away.get(seat, "online") in ("online", "bot") else f"{name} (away)"
            for seat, name in enumerate(self.names)
        ]
        drawn = draw(
            self._observer.view(self._viewer),
            names,
            tiles=self._tiles,
            caption=f"{behind}, {self.watchers} watch  {words}".rstrip(),
        )
        return Group(drawn, Text(HELP, style="dim"))

    def _begin(self, snapshot: Snapshot) -> str:
        rules = parse_rules(snapshot.rules)
        self._viewer = FULL if snapshot.view == "full" else PUBLIC
        self._delay_s = snapshot.delay_s or 0
        self.names = snapshot.names
        self._away = {seat: shown.presence for seat, shown in enumerate(snapshot.seats)}
        seats = tuple(seat.view() for seat in snapshot.seats)
        self._observer = Observer.from_snapshot(
            rules, snapshot.round, seats, self._viewer, snapshot.furiten
        )
        self._last = None
        shown = snapshot.round
        return f"{', '.join(self.names)}: {shown.bakaze}{shown.kyoku}.{shown.honba}"

    def _words(self, event: Event) -> str:
        if isinstance(event, StartKyoku):
            return f"{event.bakaze}{event.kyoku}.{event.honba} {list(event.scores)}"
        if isinstance(event, EndGame):
            return f"final scores {list(event.scores)}"
        return said(event, self.names, self._tiles)
