"""The face of the tables: what the lobby, the sessions and the composition root rely on.

Nothing here does anything. `server.table.service.TableService` implements `Tables`.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

import msgspec
from sqlalchemy import Connection

from engine.core.errors import BadRules
from protocol.room import SpectateView
from protocol.spectate import Unwatch, Watch, WatchList
from protocol.table import (
    Act,
    Confirm,
    Mute,
    Say,
    SetAuto,
    Sync,
    VoteEnd,
    VotePause,
    VoteResume,
)
from server.net.framing import Outlet
from server.store.journals import Fault, JournalRow, SetAside
from server.table.settings import TableSettings
from server.table.stakes import Settle, Stakes

if TYPE_CHECKING:
    from engine.riichi.rules import Rules

__all__ = [
    "BadRules",
    "JournalHeader",
    "JournalStore",
    "LiveTable",
    "Occupant",
    "OnOver",
    "RecordStore",
    "Recovered",
    "Remembered",
    "RoomRules",
    "RunningTable",
    "SeatTaken",
    "Sink",
    "Spectating",
    "TableMessage",
    "TableOver",
    "TableSettings",
    "Tables",
    "WatchMessage",
    "WatchSink",
]


class Occupant(msgspec.Struct, frozen=True):
    """Who sits in a seat: a person with an account, or a bot with a level (a policy's name)."""

    name: str
    account_id: str | None = None
    level: str | None = None

    @property
    def is_bot(self) -> bool:
        """Whether the server plays this seat from the start."""
        return self.account_id is None


class Sink(Protocol):
    """One connection, as the table sees it. Neither method may block, raise or await."""

    @property
    def latency_ms(self) -> int:
        """Round trip as the server measured it, 0 while unknown; the table caps it."""

    @property
    def page(self) -> str:
        """The `client` of the connection's `hello`: request ids count within it."""

    def send(self, frame: bytes) -> None:
        """Hand one encoded message over; a closed connection swallows it."""

    def answer(self, request_id: int | None, frame: bytes) -> None:
        """Hand over the one answer to a request.

        The session remembers it (the last 256 of an account and client) and repeats it when the
        same id comes again, so a message with a known id never reaches the table twice. Every
        message given to `Tables.handle` gets exactly one answer, perhaps in a later turn of the
        loop; `frame` is `ok`, `error`, `table_over` or `snapshot` and carries the id already.
        """


class WatchSink(Sink, Protocol):
    """A connection that can be one of many, who are sent the same bytes."""

    @property
    def outlet(self) -> Outlet:
        """Where what many are told is handed over."""


class Spectating(msgspec.Struct, frozen=True):
    """How a table may be watched: what is seen of it, so many seconds behind."""

    view: SpectateView
    delay_s: int


class RoomRules(msgspec.Struct, frozen=True):
    """Rules that a room can be played under: checked, complete, with what the lobby shows.

    `flat` is the full rule object for the wire (treat it as read-only); times are milliseconds.
    `mode` is players and length as queues are named, `4p_south`; `differs` are the options of
    `flat` that are not as in the preset.
    """

    rules: "Rules"
    flat: Mapping[str, Any]
    preset: str
    players: int
    length: str
    mode: str
    base_ms: int
    bank_ms: int
    hints: bool
    spectate: bool
    cpu_level: str
    differs: Mapping[str, Any] = msgspec.field(default_factory=dict)


class TableOver(msgspec.Struct, frozen=True):
    """How a table ended. Without `finished` there is no result, and the lists are empty.

    `ranks` (1 = first), `scores` (sticks included) and `points` (uma and oka applied) by seat.
    """

    table: str
    ended: Literal["finished", "voted", "failed", "closed"]
    ranks: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    points: tuple[float, ...] = ()


OnOver: TypeAlias = Callable[[TableOver], None]
"""Called once a table, from its task, after the record is stored and the last frame is sent.

The accounts of the table are free by then (`seat_of` answers None).
"""


TableMessage: TypeAlias = (
    Act | SetAuto | Confirm | Say | Mute | VoteEnd | VotePause | VoteResume | Sync
)
"""What `Tables.handle` takes."""

WatchMessage: TypeAlias = WatchList | Watch | Unwatch
"""What `Tables.watch` takes."""


class RecordStore(Protocol):
    """Where finished games go. `save_record` returns once the record is durable."""

    async def record(self, game_id: str) -> bytes | None:
        """Return a record as JSON, None when there is no such game."""

    async def save_record(
        self,
        game_id: str,
        record: Mapping[str, Any],
        *,
        mode: str,
        accounts: tuple[str | None, ...],
        started: float | None = None,
        ranked: bool = False,
        listed: bool = True,
        private: bool = False,
        held_s: float = 0,
        also: Callable[[Connection], None] | None = None,
    ) -> None:
        """Keep one record (formats.md, "Game record"); `accounts` by seat, None for a bot.

        `started` in seconds since 1970. Lists of all games leave out what is not `listed`; a
        `private` one is only for those who played it. Others have it after `held_s` seconds. `also`
        runs in the same transaction, and not when the game was there already.
        """


class JournalHeader(msgspec.Struct, frozen=True, kw_only=True):
    """What a running game was opened with: with the journal's entries it rebuilds the table.

    `engine` is the version that began the game, `rules` the full rule object, `room` the code of
    the friend room that it belongs to, `script` the title of its deal (`--scripted`), `started` in
    seconds since 1970. `secret` (hex) is the key of the table's walls: never log or send it.
    `spectating` says how it may be watched, None: not at all; `listed` whether lists of all games
    will show it; `private` that only those who play will have its record. `stakes` are there if it
    is ranked.
    """

    table: str
    engine: str
    rules: dict[str, Any]
    seats: tuple[Occupant, ...]
    mode: str
    ranked: bool
    started: float
    secret: str
    room: str | None = None
    script: str | None = None
    spectating: Spectating | None = None
    listed: bool = True
    private: bool = False
    stakes: Stakes | None = None


class JournalStore(Protocol):
    """Where journals go (`server.store.journals`). Everything that writes raises `StoreError`."""

    def open(self, game: str, header: bytes, entry: bytes, now: float) -> Awaitable[None]:
        """Begin a journal with its entry 0; durable once the result has been awaited."""

    def append(self, game: str, number: int, entry: bytes) -> Awaitable[None]:
        """Add an entry; durable once the result has been awaited."""

    async def set_aside(self, game: str, fault: Fault, reference: str, reason: str) -> None:
        """Take a running journal out of use."""

    async def beat(self, wall: float) -> None:
        """Note that the process lives at `wall`."""

    async def last_beat(self) -> float | None:
        """Return until when a process is known to have lived."""

    async def running(self) -> list[JournalRow]:
        """Return the journals of games that run."""

    async def places(self) -> Mapping[str, Sequence[int]]:
        """Return where the entries of each game lie."""

    async def entries(self, game: str, places: Sequence[int]) -> list[tuple[int, bytes]]:
        """Return the entries of a journal in order, each with its number."""

    async def fate(self, game: str) -> SetAside | None:
        """Return what became of a game whose journal is out of use."""


class Remembered(msgspec.Struct, frozen=True):
    """Requests of an account, on one page, that were answered with `ok`; oldest first."""

    account_id: str
    page: str
    requests: tuple[int, ...]


class Recovered(msgspec.Struct, frozen=True):
    """What became of the journals: tables that run on, and journals that could not be used.

    `answers` are for the sessions, so that a repeated request does nothing twice.
    """

    tables: tuple[JournalHeader, ...]
    set_aside: tuple[SetAside, ...]
    answers: tuple[Remembered, ...]


class LiveTable(msgspec.Struct, frozen=True):
    """A line in the list of running games; `round` is for example `E2.1` (East 2, honba 1)."""

    table: str
    mode: str
    ranked: bool
    names: tuple[str, ...]
    round: str


class RunningTable(msgspec.Struct, frozen=True):
    """A running game as the server itself knows it: who sits there, and how many events it has."""

    seats: tuple[Occupant, ...]
    events: int


class SeatTaken(ValueError):
    """An account that is asked to sit down already sits at a table."""


class Tables(Protocol):
    """All running tables of this process.

    `settle` is what is done with the results of ranked games; set before the first of them.
    """

    settle: Settle | None

    def open(
        self,
        table_id: str,
        rules: RoomRules,
        seats: tuple[Occupant, ...],
        *,
        on_over: OnOver,
        mode: str | None = None,
        ranked: bool = False,
        title: str | None = None,
        room: str | None = None,
        spectating: Spectating | None = None,
        listed: bool = True,
        private: bool = False,
        stakes: Stakes | None = None,
    ) -> None:
        """Start a game; seat 0 is the first dealer, so draw the seats before.

        People who are attached get `table_start` and the stream at once, others when they sync.
        `mode` is the queue's name, or as one would be called (`4p_south`) if None; without
        `ranked` the people may vote to end the game. `title` only matters with `--scripted`,
        where it may name a scenario. `room` is kept for `recover`. Without `spectating` nobody
        may watch. Lists of all games show its record if it is `listed`; if it is `private` nobody
        has it but those who play. `stakes` are what a ranked game is played for; its seats are all
        taken by people.

        Raises:
            SeatTaken: one of the accounts is at a table.
            ValueError: the number of seats is not that of the rules, or the id is in use.
        """

    async def recover(self, on_over: Callable[[JournalHeader], OnOver]) -> Recovered:
        """Take up the games that ran when the last process ended; before anybody connects.

        `on_over` makes what is called at the end of a table, as in `open`. A journal that cannot
        be used is set aside and reported; it never keeps the others from running on.

        Raises:
            StoreError: the journals cannot be read at all.
        """

    def attach(self, account_id: str, sink: Sink) -> None:
        """Make `sink` the account's connection; an older one gets nothing any more.

        Nothing of a table flows on it before its `sync`, except a table that is opened later.
        Call it for every account that logs in, seated or not.
        """

    def detach(self, account_id: str, sink: Sink) -> None:
        """Say that the connection is gone; without effect unless it is the newest one."""

    def handle(self, account_id: str, sink: Sink, message: TableMessage) -> None:
        """Take one table message of an account; the answer goes to `sink.answer`.

        Only these messages bring a seat back
        from auto: `ping` comes from a page by itself and shows nobody's presence of mind.
        """

    def watch(
        self,
        account_id: str,
        sink: WatchSink,
        message: WatchMessage,
        friends: frozenset[str] = frozenset(),
    ) -> None:
        """Take what somebody wants to watch; the answer goes to `sink.answer`, in this turn.

        `friends` are the account's, for a list of the tables at which they play. A watch ends with
        its connection, and when its account sits down.
        """

    def watchers(self, table_id: str | None = None) -> int:
        """Return how many watch a table, or any."""

    def seat_of(self, account_id: str) -> tuple[str, int] | None:
        """Return the running table of an account and its seat there."""

    def live(self) -> tuple[LiveTable, ...]:
        """List the running tables, oldest first."""

    def running(self, table_id: str) -> RunningTable | None:
        """Return what is known of a running table, None where there is none."""

    def end(self, table_id: str) -> bool:
        """End a game without a result, though nobody has voted; False: there is no such table."""

    async def drain(self) -> None:
        """Play the running rounds to their end and deal no further ones.

        Returns once every table rests between two rounds or is over; there is no way back but
        `close`, so open no table any more. Cancel it to wait no longer.
        """

    async def close(self) -> None:
        """Stop every table where it stands; with journals, `recover` takes them up there."""
