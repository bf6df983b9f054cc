"""At the table: the stream of events, asks and answers, clocks, talk."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from engine.core.actions import Action
from engine.core.events import Event
from engine.core.views import MeldEvent, PondTile, RoundView, SeatView
from protocol.base import DecisionId, Inbound, Milliseconds, Outbound, Reply, SeatNumber, TableId
from protocol.queue import Rank, TierName
from protocol.room import SpectateView

Seq: TypeAlias = Annotated[int, Meta(ge=0, description="Counts the events of a table, no gaps.")]
Stamp: TypeAlias = Literal[
    "hello",
    "good_luck",
    "nice_hand",
    "thank_you",
    "sorry",
    "surprised",
    "thinking",
    "good_game",
]
VoteKind: TypeAlias = Literal["end", "pause", "resume"]
PresenceState: TypeAlias = Literal["online", "offline", "auto", "bot"]


# From a client


class Act(Inbound, frozen=True, kw_only=True, tag="act"):
    """Answer an ask: by the index of an option, or with the mjai action itself."""

    table: TableId
    decision: DecisionId
    option: Annotated[int, Meta(ge=0, le=255)] | None = None
    action: Action | None = None


class SetAuto(Inbound, frozen=True, kw_only=True, tag="auto"):
    """Change standing orders; what is left out stays as it is."""

    table: TableId
    win: bool | None = None
    no_call: bool | None = None
    tsumogiri: bool | None = None
    kita: bool | None = None


class Confirm(Inbound, frozen=True, kw_only=True, tag="confirm"):
    """Done with looking at the result of the round."""

    table: TableId


class Say(Inbound, frozen=True, kw_only=True, tag="say"):
    """Show a stamp to the table."""

    table: TableId
    stamp: Stamp


class Mute(Inbound, frozen=True, kw_only=True, tag="mute"):
    """Do not show me the stamps of `seat` (or show them again) at the table where I sit."""

    seat: SeatNumber
    muted: bool = True
    table: TableId | None = None


class VoteEnd(Inbound, frozen=True, kw_only=True, tag="vote_end"):
    """Ask for, or answer, a vote to end the game now (friend rooms)."""

    table: TableId
    agree: bool


class VotePause(Inbound, frozen=True, kw_only=True, tag="vote_pause"):
    """Ask for, or answer, a vote to pause the game for a while (friend rooms)."""

    table: TableId
    agree: bool


class VoteResume(Inbound, frozen=True, kw_only=True, tag="vote_resume"):
    """Ask for, or answer, a vote to go on before the pause is over."""

    table: TableId
    agree: bool


class Sync(Inbound, frozen=True, kw_only=True, tag="sync"):
    """Continue a table from the last `seq` seen; -1 = nothing seen.

    With `replay`: event 0 and all events of the running round, whatever was seen, no snapshot.
    """

    table: TableId
    seq: Annotated[int, Meta(ge=-1)]
    replay: bool = False


# From the server


class TableStart(Outbound, frozen=True, kw_only=True, tag="table_start"):
    """A game begins; the table's id is also the id of the game and of its record.

    `tier` and `ranks` are there if it is ranked.
    """

    table: TableId
    seat: SeatNumber
    names: tuple[str, ...]
    rules: Annotated[dict[str, Any], Meta(description="The full rule object.")]
    mode: Annotated[str, Meta(description="Players and length, such as `4p_south`.")]
    ranked: bool
    tier: TierName | None = None
    ranks: Annotated[tuple[Rank, ...] | None, Meta(description="By seat, before the game.")] = None


class EventFrame(Outbound, frozen=True, kw_only=True, tag="event"):
    """One event of the table, as the receiver may know it."""

    table: TableId
    seq: Seq
    event: Event


class Skip(Outbound, frozen=True, kw_only=True, tag="skip"):
    """Stands for an event of which the receiver may know nothing at all."""

    table: TableId
    seq: Seq


class AskTime(Struct, frozen=True, kw_only=True):
    """Time for an answer: `base_ms` goes first, then `bank_ms`, which lasts for the round."""

    base_ms: Milliseconds
    bank_ms: Milliseconds


class AskFrame(Outbound, frozen=True, kw_only=True, tag="ask"):
    """The receiver may act: one of `options`; `options[default]` is played when time is out."""

    table: TableId
    decision: DecisionId
    options: tuple[Action, ...]
    default: Annotated[int, Meta(ge=0)]
    time: AskTime


class TimedOut(Outbound, frozen=True, kw_only=True, tag="timed_out"):
    """The receiver's time is out, the default was played."""

    table: TableId
    decision: DecisionId


class Furiten(Outbound, frozen=True, kw_only=True, tag="furiten"):
    """Whether the receiver may not win by ron; sent when it changes."""

    table: TableId
    furiten: bool


class HintWait(Struct, frozen=True, kw_only=True):
    """One winning tile: `left` = four minus what the seat sees; `han` and `points` of a ron.

    Without a yaku by ron `no_yaku` is true and both are 0; `points` is without honba and sticks.
    """

    pai: str
    left: Annotated[int, Meta(ge=0, le=4)]
    han: Annotated[int, Meta(ge=0)]
    points: Annotated[int, Meta(ge=0)]
    no_yaku: bool
    furiten: bool


class Hint(Outbound, frozen=True, kw_only=True, tag="hint"):
    """Waits of the receiver (rule `hints`): now, and after each discard that leaves any."""

    table: TableId
    waits: tuple[HintWait, ...]
    by_discard: dict[str, tuple[HintWait, ...]]


class Auto(Outbound, frozen=True, kw_only=True, tag="auto"):
    """The receiver's standing orders in full, after each change and at each new round."""

    table: TableId
    win: bool
    no_call: bool
    tsumogiri: bool
    kita: bool


class RoundEnd(Outbound, frozen=True, kw_only=True, tag="round_end"):
    """A round is over: the next comes in `next_ms`, or once all seats have confirmed."""

    table: TableId
    next_ms: Milliseconds
    confirmed: tuple[bool, ...]


class Said(Outbound, frozen=True, kw_only=True, tag="said"):
    """A seat showed a stamp."""

    table: TableId
    seat: SeatNumber
    stamp: str


class Watchers(Outbound, frozen=True, kw_only=True, tag="watchers"):
    """How many spectators the table has."""

    table: TableId
    count: Annotated[int, Meta(ge=0)]


class Presence(Outbound, frozen=True, kw_only=True, tag="presence"):
    """How a seat is played from now on."""

    table: TableId
    seat: SeatNumber
    state: PresenceState


class Vote(Outbound, frozen=True, kw_only=True, tag="vote"):
    """A vote as it stands; `ends_ms` is the time left, 0 once it has been decided."""

    table: TableId
    kind: VoteKind
    agreed: Annotated[int, Meta(ge=0)]
    needed: Annotated[int, Meta(ge=1)]
    ends_ms: Milliseconds


class Paused(Outbound, frozen=True, kw_only=True, tag="paused"):
    """All clocks stand: for `until_ms` at most, then the game goes on by itself.

    `budget_ms` is what further pauses of this game may take, once this one has run out.
    """

    table: TableId
    until_ms: Annotated[Milliseconds, Meta(description="Time that is left of the pause.")]
    by: Annotated[SeatNumber, Meta(description="The seat that asked for it.")]
    budget_ms: Milliseconds


class Resumed(Outbound, frozen=True, kw_only=True, tag="resumed"):
    """The pause is over; asks and `round_end` follow with the time that they had."""

    table: TableId
    budget_ms: Annotated[Milliseconds, Meta(description="What further pauses may take.")]


class AutoOrders(Struct, frozen=True, kw_only=True):
    """Standing orders as a value."""

    win: bool = False
    no_call: bool = False
    tsumogiri: bool = False
    kita: bool = False


class SnapshotSeat(Struct, frozen=True, kw_only=True):
    """One seat as the receiver sees it; hidden tiles are `?`, `hand` is without `drawn`."""

    hand: tuple[str, ...]
    drawn: str | None
    melds: tuple[MeldEvent, ...]
    pond: tuple[PondTile, ...]
    riichi: bool
    nukidora: int
    presence: PresenceState

    def view(self) -> SeatView:
        """Return the seat as an observer of the game takes it up."""
        return SeatView(
            hand=self.hand,
            drawn=self.drawn,
            melds=self.melds,
            pond=self.pond,
            riichi=self.riichi,
            nukidora=self.nukidora,
        )


class Snapshot(Reply, frozen=True, kw_only=True, tag="snapshot"):
    """Answers `sync` or `watch`: everything that the receiver may know, up to `seq` included.

    Whoever watches has no seat, and gets the start of a round with `view` and `delay_s`.
    """

    table: TableId
    seq: Annotated[int, Meta(ge=-1)]
    seat: Annotated[SeatNumber | None, Meta(description="The receiver's seat; null: it watches.")]
    names: tuple[str, ...]
    rules: Annotated[dict[str, Any], Meta(description="The full rule object.")]
    mode: str
    ranked: bool
    tier: TierName | None = None
    ranks: tuple[Rank, ...] | None = None
    round: RoundView
    seats: tuple[SnapshotSeat, ...]
    furiten: bool
    auto: AutoOrders
    view: SpectateView | None = None
    delay_s: int | None = None


class TableOver(Reply, frozen=True, kw_only=True, tag="table_over"):
    """Answers `sync` of a game that has ended; also sent when one ends without `end_game`.

    For those who watch it is the last message of every table.
    """

    table: TableId
