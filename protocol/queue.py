"""Ranked play: waiting for opponents, the match, and what a game has done to a rank."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from protocol.base import Inbound, Outbound, Reply, SeatNumber, TableId

QueueName: TypeAlias = Literal["4p_east", "4p_south", "3p_east", "3p_south"]
TierName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32)]
Seconds: TypeAlias = Annotated[int, Meta(ge=0)]


# From a client


class JoinQueue(Inbound, frozen=True, kw_only=True, tag="join_queue"):
    """Wait for a ranked game; without `tier` in the highest one that the account may enter."""

    queue: QueueName
    tier: TierName | None = None


class LeaveQueue(Inbound, frozen=True, kw_only=True, tag="leave_queue"):
    """Wait no longer."""


class ListQueues(Inbound, frozen=True, kw_only=True, tag="list_queues"):
    """Ask which queues there are, and how the account stands."""


# From the server


class Rank(Struct, frozen=True, kw_only=True):
    """A rank. `promote` is how many points lead to the next one.

    `stars` count from 1; those of the highest title are its levels, which have no end.
    """

    title: Annotated[str, Meta(description="`novice`, `adept`, `expert`, `master` and so on.")]
    stars: Annotated[int, Meta(ge=1)]
    points: int
    promote: int


class Rating(Struct, frozen=True, kw_only=True):
    """The number by which opponents are chosen, before and after a game."""

    before: int
    after: int


class QueueState(Reply, frozen=True, kw_only=True, tag="queue"):
    """Answers `join_queue`, and comes again when the numbers change.

    `waiting` counts all in this queue and tier; `waited_s` is how long the receiver waits already;
    `estimate_s` how long people have waited lately, null where nobody knows.
    """

    queue: QueueName
    tier: TierName
    waiting: Annotated[int, Meta(ge=0)]
    waited_s: Seconds
    estimate_s: Seconds | None


class MatchFound(Outbound, frozen=True, kw_only=True, tag="match_found"):
    """There are opponents: from now on the seat is the receiver's until the game ends.

    `tier` is what is played for, perhaps a lower one than that of the queue. Not `ranked`: bots
    had to fill the table, and no rank changes.
    """

    table: TableId
    seat: SeatNumber
    queue: QueueName
    tier: TierName
    ranked: bool


class RankChange(Outbound, frozen=True, kw_only=True, tag="rank_change"):
    """What a finished ranked game has done to the receiver's rank; stored together with the game.

    `delta` is what was won or lost; the points need not differ by it, since they do not fall below
    a floor and begin anew with each rank. `pause_s`: the receiver had left the game, and cannot
    queue for so long.
    """

    table: TableId
    before: Rank
    after: Rank
    delta: int
    rating: Rating | None = None
    pause_s: Seconds | None = None


class QueueLine(Struct, frozen=True, kw_only=True):
    """A queue and tier. `open`: the account may enter."""

    queue: QueueName
    tier: TierName
    waiting: Annotated[int, Meta(ge=0)]
    estimate_s: Seconds | None
    open: bool


class Queues(Reply, frozen=True, kw_only=True, tag="queues"):
    """Answers `list_queues`.

    `ranks` are the account's own, `4p` and `3p`; `pause_s` is how long it may not queue, 0: it may.
    """

    queues: tuple[QueueLine, ...]
    ranks: dict[str, Rank]
    pause_s: Seconds
