"""Finished games: their records, and the list of one's own."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from engine.core.events import Event
from protocol.base import SAFE_INT, GameId, Inbound, Milliseconds, Name, Reply, SeatNumber
from protocol.queue import Rank, TierName
from protocol.table import HintWait


class GetRecord(Inbound, frozen=True, kw_only=True, tag="get_record"):
    """Ask for the full record of a finished game."""

    game: GameId


class ListRecords(Inbound, frozen=True, kw_only=True, tag="list_records"):
    """Ask for one's own finished games, newest first, those that ended before game `before`.

    With `mode`, `player` (part of a name), `since`, `until` (when they ended, Unix milliseconds)
    and `yaku` (that one has won with) only those of which all that holds.
    """

    limit: Annotated[int, Meta(ge=1, le=100)] = 20
    before: GameId | None = None
    mode: Annotated[str, Meta(min_length=1, max_length=32)] | None = None
    player: Name | None = None
    since: Annotated[int, Meta(ge=0, le=SAFE_INT)] | None = None
    until: Annotated[int, Meta(ge=0, le=SAFE_INT)] | None = None
    yaku: Annotated[str, Meta(min_length=1, max_length=32)] | None = None


class GetAnalysis(Inbound, frozen=True, kw_only=True, tag="get_analysis"):
    """Ask what the seats could know of their hands at a moment of a finished game.

    `step` is the number of events since the deal of the round, 0 is the deal; with `seat` only
    that seat's hand is looked at.
    """

    game: GameId
    round: Annotated[int, Meta(ge=0, le=999, description="From 0, in the order of the deals.")]
    step: Annotated[int, Meta(ge=0, le=9999)]
    seat: SeatNumber | None = None


class GameRecord(Struct, frozen=True, kw_only=True):
    """A finished game: all events, nothing hidden, salts and walls included."""

    id: GameId
    rules: dict[str, Any]
    names: tuple[str, ...]
    events: tuple[Event, ...]


class Record(Reply, frozen=True, kw_only=True, tag="record"):
    """Answers `get_record`."""

    game: GameId
    record: GameRecord


class RawRecord(Reply, frozen=True, kw_only=True, tag="record"):
    """`Record` around a record that is encoded already, as the store keeps it."""

    game: GameId
    record: msgspec.Raw


class SeatAnalysis(Struct, frozen=True):
    """What a seat could know of its own hand.

    `shanten` is the distance to tenpai (0 = tenpai, -1 = complete); `useful` maps each tile that
    brings the hand nearer to how many of it the hand does not hold; `waits` and `by_discard` are
    those of a live `hint`.
    """

    shanten: int
    useful: dict[str, int]
    waits: tuple[HintWait, ...]
    by_discard: dict[str, tuple[HintWait, ...]]
    furiten: bool


class Analysis(Reply, frozen=True, kw_only=True, tag="analysis"):
    """Answers `get_analysis`: by seat; null for one that was not asked for, and between rounds."""

    game: GameId
    round: int
    step: int
    seats: tuple[SeatAnalysis | None, ...]


class RecordEntry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of the list: the result by seat, and where the asking account sat.

    A ranked game has a `tier`, and the ranks of its players before and after it; null for an
    account that is not there any more.
    """

    game: GameId
    mode: str
    ranked: bool
    ended: Annotated[Milliseconds, Meta(description="Unix time in milliseconds.")]
    seat: int
    names: tuple[str, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    points: tuple[float, ...]
    tier: TierName | None = None
    ranks_before: tuple[Rank | None, ...] | None = None
    ranks_after: tuple[Rank | None, ...] | None = None


class Records(Reply, frozen=True, kw_only=True, tag="records"):
    """Answers `list_records`; fewer games than the limit: there are no more."""

    games: tuple[RecordEntry, ...]
