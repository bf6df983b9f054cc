"""Telling those who run the server: players' reports; and what they tell everybody."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from protocol.base import GameId, Inbound, Milliseconds, Outbound, SeatNumber
from protocol.profile import AccountId

ReportReason: TypeAlias = Literal[
    "cheating", "collusion", "stalling", "leaving", "talk", "name", "other"
]
"""`talk` is the misuse of stamps, `stalling` playing slowly on purpose."""


class ReportedMoment(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A moment of a finished game, as in a replay's address."""

    round: Annotated[str, Meta(pattern=r"^[ESWN][1-4]\.[0-9]{1,2}(-[0-9]{1,2})?$(?!\n)")]
    step: Annotated[int, Meta(ge=0, le=1000)] = 0


class Report(Inbound, frozen=True, kw_only=True, tag="report"):
    """Report somebody: a `seat` of a `game` that one has played in, or an `account`.

    A running game is reported at the moment where it stands, a finished one at `at`.
    """

    reason: ReportReason
    game: GameId | None = None
    seat: SeatNumber | None = None
    account: AccountId | None = None
    at: ReportedMoment | None = None
    text: Annotated[str, Meta(min_length=1, max_length=500)] | None = None


class Announcement(Outbound, frozen=True, kw_only=True, tag="announcement"):
    """Something that those who run the server want everybody to know, until `until` or for good.

    It comes to all who are here, and to all who come later while it holds. `text` is by language;
    who has none of them takes `en`, or else the first.
    """

    key: Annotated[str, Meta(description="The same one may come again.")]
    text: Annotated[dict[str, str], Meta(description="By language tag.")]
    at: Annotated[Milliseconds, Meta(description="Unix time in milliseconds.")]
    until: Annotated[Milliseconds, Meta(description="Unix time in milliseconds.")] | None
