"""Watching running games: which there are, and the stream of one, public or delayed."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from protocol.base import Inbound, Milliseconds, Name, Outbound, Reply, TableId
from protocol.queue import Rank, TierName
from protocol.room import SpectateView

WatchEnd: TypeAlias = Literal["slow", "seated"]
"""Why a watch ended: the reader fell too far behind, or it sat down itself."""

Delay: TypeAlias = Annotated[int, Meta(ge=0, description="Seconds between the game and watchers.")]


# From a client


class WatchFilter(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What a list of tables is narrowed to; all that is given must hold."""

    mode: Annotated[str, Meta(min_length=1, max_length=32)] | None = None
    players: Annotated[int, Meta(ge=3, le=4)] | None = None
    tier: Annotated[str, Meta(min_length=1, max_length=32)] | None = None
    player: Annotated[Name, Meta(description="Part of a name, small or capital.")] | None = None
    friends: Annotated[
        bool, Meta(description="Only tables at which a friend of the account plays.")
    ] = False


class WatchList(Inbound, frozen=True, kw_only=True, tag="watch_list"):
    """Ask which tables can be watched: the most watched first."""

    filter: WatchFilter = WatchFilter()
    limit: Annotated[int, Meta(ge=1, le=100)] = 50


class Watch(Inbound, frozen=True, kw_only=True, tag="watch"):
    """Watch a table; another one that was watched before is left."""

    table: TableId


class Unwatch(Inbound, frozen=True, kw_only=True, tag="unwatch"):
    """Watch nothing any more."""


# From the server


class WatchedTable(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table that can be watched, as its watchers see it now.

    `round` is for example `E2.1` (East 2, honba 1), null before anything can be seen. A ranked
    game has a `tier`, and the `ranks` of its players by seat.
    """

    table: TableId
    mode: str
    ranked: bool
    names: tuple[str, ...]
    round: str | None
    watchers: Annotated[int, Meta(ge=0)]
    view: SpectateView
    delay_s: Delay
    tier: TierName | None = None
    ranks: tuple[Rank, ...] | None = None


class Tables(Reply, frozen=True, kw_only=True, tag="tables"):
    """Answers `watch_list`; `total` counts all that fit, listed or not."""

    tables: tuple[WatchedTable, ...]
    total: Annotated[int, Meta(ge=0)]


class NotYet(Reply, frozen=True, kw_only=True, tag="not_yet"):
    """Answers `watch` while the delay has not passed: the snapshot comes by itself then."""

    table: TableId
    starts_ms: Milliseconds
    delay_s: Delay


class WatchOver(Outbound, frozen=True, kw_only=True, tag="watch_over"):
    """The receiver watches a table no more, though its game goes on."""

    table: TableId
    reason: WatchEnd
