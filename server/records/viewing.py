"""Stepping through a record with keys: where one is, what a key does, what is drawn."""

from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from engine.core.events import (
    Ankan,
    Chi,
    Dahai,
    Daiminkan,
    Dora,
    Event,
    Hora,
    Kakan,
    Nukidora,
    Pon,
    Reach,
    Ryukyoku,
    Tsumo,
)
from engine.core.viewer import FULL
from server.records.drawing import TileStyle, draw, tile_sign
from server.records.replay import Replay

HELP: Final = "arrows: left/right step, up/down round   v: seat   a: analysis   q: quit"

_VERBS: Final[dict[type, str]] = {
    Tsumo: "draws", Dahai: "discards", Chi: "chi", Pon: "pon", Daiminkan: "open kan",
    Ankan: "closed kan", Kakan: "added kan", Nukidora: "north", Reach: "riichi", Hora: "wins",
}  # fmt: skip


class Viewing:
    """A replay with a place in it. `seat` is whose eyes are used, `FULL` for all hands."""

    def __init__(
        self, replay: Replay, tiles: TileStyle = "unicode", seat: int = FULL, number: int = 0
    ) -> None:
        """Begin at the deal of round `number`.

        Raises:
            NoSuchMoment: there is no such round.
        """
        self._replay = replay
        self._tiles: TileStyle = tiles
        self.seat = seat
        self.analysing = False
        self.moment = replay.seek(number)

    def press(self, key: str) -> bool:
        """Do what a key stands for; False when it is time to leave. Other keys do nothing."""
        last = len(self._replay.events)
        first = self._replay.rounds[0].first
        if key == "q":
            return False
        if key in ("right", " "):
            self.moment = min(last, self.moment + 1)
        elif key == "left":
            self.moment = max(first, self.moment - 1)
        elif key in ("down", "n"):
            self._to_round(1)
        elif key in ("up", "p"):
            self._to_round(-1)
        elif key == "home":
            self.moment = first
        elif key == "end":
            self.moment = last
        elif key == "v":
            seats = self._replay.rules.players
            self.seat = 0 if self.seat == FULL else self.seat + 1 if self.seat + 1 < seats else FULL
        elif key == "a":
            self.analysing = not self.analysing
        return True

    def _to_round(self, steps: int) -> None:
        """The next deal; backwards first to the deal of this round, then to the one before."""
        number = self._replay.round_at(self.moment) or 0
        deal = self._replay.rounds[number].first
        if steps > 0:
            number += 1
        elif self.moment <= deal:
            number -= 1
        if number >= len(self._replay.rounds):
            self.moment = len(self._replay.events)
        else:
            self.moment = self._replay.rounds[max(0, number)].first

    def picture(self) -> RenderableType:
        """Draw the moment."""
        seen = self._replay.at(self.moment, self.seat)
        analysis = self._replay.analysis(self.moment, self.seat) if self.analysing else ()
        place = f"{self.moment}/{len(self._replay.events)} turn {seen.turn}"
        names = self._replay.names
        words = "" if seen.event is None else said(seen.event, names, self._tiles)
        drawn = draw(
            seen.view,
            names,
            tiles=self._tiles,
            caption=f"{place}  {words}".rstrip(),
            analysis=analysis,
        )
        return Group(drawn, Text(HELP, style="dim"))


def said(event: Event, names: Sequence[str], tiles: TileStyle) -> str:
    """Tell what happened in a few words, "" where the picture says it all."""
    if isinstance(event, Dora):
        return f"new indicator {tile_sign(event.dora_marker, tiles)}"
    if isinstance(event, Ryukyoku):
        return event.reason.replace("_", " ")
    verb = _VERBS.get(type(event))
    if verb is None:
        return ""
    who = names[getattr(event, "actor", 0)]
    pai = getattr(event, "pai", None)
    tile = f" {tile_sign(pai, tiles)}" if pai else ""
    if isinstance(event, Hora):
        value = f"{event.yakuman} yakuman" if event.yakuman else f"{event.han} han"
        return f"{who} wins{tile}: {value}, {event.points}"
    return f"{who} {verb}{tile}"
