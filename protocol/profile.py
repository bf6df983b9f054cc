"""Players as others see them: figures, ranks, best hands; and who leads."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from protocol.base import GameId, Inbound, Milliseconds, Reply, SeatNumber
from protocol.queue import Rank
from protocol.record import RecordEntry

AccountId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
Ladder: TypeAlias = Literal["4p", "3p"]
"""Ranks and ratings of four and of three players are apart."""
LeaderBy: TypeAlias = Literal["rank", "rating"]
Count: TypeAlias = Annotated[int, Meta(ge=0)]
Rate: TypeAlias = Annotated[float, Meta(ge=0, le=1)]


# From a client


class GetProfile(Inbound, frozen=True, kw_only=True, tag="get_profile"):
    """Ask for the figures of an account, one's own without `account`."""

    account: AccountId | None = None


class GetLeaderboard(Inbound, frozen=True, kw_only=True, tag="get_leaderboard"):
    """Ask who leads, by rank or by rating, from the place after `after` on."""

    kind: Ladder
    by: LeaderBy = "rank"
    after: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    limit: Annotated[int, Meta(ge=1, le=100)] = 20


# From the server


class PlayFigures(Struct, frozen=True, kw_only=True):
    """What somebody did in all games of one kind; null where nothing has happened to measure.

    `places` counts games by place; those that were ended by a vote have none. `bust_rate`,
    `mean_rank`, `mean_score` and `mean_points` (with uma and oka) are of these. Rates of wins,
    deal-ins, riichi and open calls are of `rounds`, `self_draw_rate` of the wins,
    `riichi_win_rate` of the riichi, `tenpai_rate` of the rounds that were drawn after the last
    tile. `mean_win` and `mean_deal_in` are values of hands, without honba and sticks.
    """

    kind: Annotated[str, Meta(description="`4p_ranked`, `4p_friend`, `4p_bots`, and with `3p`.")]
    games: Count
    rounds: Count
    places: tuple[Count, ...]
    mean_rank: float | None
    mean_score: int | None
    mean_points: float | None
    bust_rate: Rate | None
    wins: Count
    win_rate: Rate | None
    self_draw_rate: Rate | None
    mean_win: int | None
    deal_ins: Count
    deal_in_rate: Rate | None
    mean_deal_in: int | None
    riichi: Count
    riichi_rate: Rate | None
    riichi_win_rate: Rate | None
    calls: Count
    call_rate: Rate | None
    draws: Count
    tenpai_rate: Rate | None
    yakuman: Annotated[dict[str, Count], Meta(description="By name; counted ones are not here.")]


class BestHand(Struct, frozen=True, kw_only=True):
    """A win of high value, the best of its game, and where it stands in the record.

    `round` and `step` are those of a replay's address (`/r/GAME#seat=0&round=E2.1&step=37`);
    `yakuman` is 0 for none.
    """

    kind: str
    game: GameId
    ended: Milliseconds
    seat: SeatNumber
    round: str
    step: Count
    self_draw: bool
    points: int
    han: int
    fu: int
    yakuman: int
    yaku: tuple[tuple[str, int], ...]


class Standing(Struct, frozen=True, kw_only=True):
    """Where somebody stands in ranked play; `place` is by rank, null who is not listed."""

    rank: Rank
    rating: int
    games: Count
    place: Annotated[int, Meta(ge=1)] | None


class RankStep(Struct, frozen=True, kw_only=True):
    """A ranked game, and what rank and rating were after it."""

    game: GameId
    ended: Milliseconds
    place: Annotated[int, Meta(ge=1, le=4)]
    delta: int
    rank: Rank
    rating: int


class Profile(Reply, frozen=True, kw_only=True, tag="profile"):
    """Answers `get_profile`.

    `figures` has the kinds that were played. `ranks` and `history`, oldest first and the latest
    games only, are by `4p` and `3p`. `best` is sorted by value, `recent` newest first. To
    others than the account itself, games that are not listed stand in the figures alone.
    """

    account: AccountId
    name: str
    own: bool
    figures: tuple[PlayFigures, ...]
    ranks: dict[str, Standing]
    history: dict[str, tuple[RankStep, ...]]
    best: tuple[BestHand, ...]
    recent: tuple[RecordEntry, ...]


class LeaderRow(Struct, frozen=True, kw_only=True):
    """One place; equal values share none, the smaller account id stands first."""

    place: Annotated[int, Meta(ge=1)]
    account: AccountId
    name: str
    rank: Rank
    rating: int
    games: Count


class Leaderboard(Reply, frozen=True, kw_only=True, tag="leaderboard"):
    """Answers `get_leaderboard`; `own` is the receiver's place, null who is not on the list."""

    kind: Ladder
    by: LeaderBy
    rows: tuple[LeaderRow, ...]
    total: Count
    own: Annotated[int, Meta(ge=1)] | None
