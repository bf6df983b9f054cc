"""What a host says of a room besides its rules: title, password, seating, spectators, records."""

from typing import Final

import msgspec

from protocol.errors import ProtocolError
from protocol.room import CreateRoom, EditRoom, RecordsListed, RoomSpectateView, Seating
from server.lobby.passwords import PasswordHash
from server.table.api import RoomRules, Spectating

MIN_FULL_DELAY_S: Final = 60
"""Least delay for spectators who see all hands (protocol.md, "Spectating and records")."""

DEFAULT_DELAY_S: Final = 300
"""Delay where the rules let people watch and the host said nothing."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a room. The host changes them while nobody plays (`edited`)."""

    title: str | None = None
    password: PasswordHash | None = None
    seating: Seating = "as_seated"
    spectate_delay_s: int | None = None
    spectate_view: RoomSpectateView | None = None
    records: RecordsListed = "listed"
    public: bool = False

    def plays_like(self, other: "Settings") -> bool:
        """Whether games are the same under both, for those who agree to play them."""
        return (
            self.seating == other.seating
            and self.spectate_delay_s == other.spectate_delay_s
            and self.spectate_view == other.spectate_view
            and self.records == other.records
        )


def settings_of(request: CreateRoom, password: PasswordHash | None) -> Settings:
    """Return the settings of a new room; `password` is the hash of the one that it has.

    Raises:
        ProtocolError: spectators would see all hands too soon.
    """
    view = request.spectate_view
    return Settings(
        title=request.title,
        password=password,
        seating=request.seating,
        spectate_delay_s=_delay(view, request.spectate_delay_s),
        spectate_view=view,
        records=request.records,
        public=request.public,
    )


def edited(settings: Settings, request: EditRoom, password: PasswordHash | None) -> Settings:
    """Return settings with what a request changes; `password` is the hash of a new password.

    Raises:
        ProtocolError: spectators would see all hands too soon.
    """
    if request.password is None:
        password = settings.password
    view, delay = settings.spectate_view, settings.spectate_delay_s
    if request.spectate_view is not None:
        view = None if request.spectate_view == "rules" else request.spectate_view
        delay = _delay(view, request.spectate_delay_s)
    elif request.spectate_delay_s is not None:
        delay = _delay(view, request.spectate_delay_s)
    return Settings(
        title=settings.title if request.title is None else request.title or None,
        password=password,
        seating=request.seating or settings.seating,
        spectate_delay_s=delay,
        spectate_view=view,
        records=request.records or settings.records,
        public=settings.public if request.public is None else request.public,
    )


def spectating(settings: Settings, rules: RoomRules) -> Spectating | None:
    """Say how a room's game may be watched: as its host said, or as its rules do, or not at all."""
    view, delay = settings.spectate_view, settings.spectate_delay_s
    if view == "none" or (view is None and delay is None and not rules.spectate):
        return None
    if view == "public":
        return Spectating("public", delay or 0)
    return Spectating("full", DEFAULT_DELAY_S if delay is None else delay)


def _delay(view: RoomSpectateView | None, delay: int | None) -> int | None:
    """Return the delay that goes with a view, in seconds."""
    if view == "none":
        return None
    if view == "full" and delay is None:
        return MIN_FULL_DELAY_S
    if delay is not None and delay < MIN_FULL_DELAY_S and view != "public":
        raise ProtocolError(
            "out_of_range",
            f"The full view needs a delay of {MIN_FULL_DELAY_S} s at least, not {delay}.",
            "spectate_delay_s",
        )
    return delay
