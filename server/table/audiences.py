"""All who watch, at all tables: who may watch what, and the list of tables to choose from."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from engine.core.events import Event
from protocol import codec
from protocol.errors import Ok, ProtocolError
from protocol.spectate import Tables, Unwatch, Watch, WatchFilter, WatchList
from server.clock import Clock
from server.net.limits import Buckets
from server.table import api
from server.table.audience import Audience
from server.table.audience_pump import Watcher
from server.table.audience_reel import Facts

WATCH_S: Final = 1.0
"""So often in the long run an account may begin to watch a table: each time a round is sent."""
WATCHES: Final = 20
"""As many at once."""
OVER_KEPT: Final = 1_000
"""Tables that have ended of which somebody might still want to see the end."""


class Audiences:
    """The audiences of one process.

    Args:
        clock: where time comes from.
        settings: sizes and times.
        seat_of: the running table of an account and its seat there.
        ended: whether a table was there and is over.
    """

    def __init__(
        self,
        clock: Clock,
        settings: api.TableSettings,
        *,
        seat_of: Callable[[str], tuple[str, int] | None],
        running: Callable[[str], bool],
        ended: Callable[[str], bool],
    ) -> None:
        self._clock = clock
        self._settings = settings
        self._seat_of = seat_of
        self._running = running
        self._ended = ended
        self._audiences: dict[str, Audience] = {}
        self._over: dict[str, None] = {}
        self._watching: dict[str, tuple[Audience, Watcher]] = {}
        self._rate = Buckets(clock, 1 / WATCH_S, WATCHES)

    # From the tables

    def open(
        self, header: api.JournalHeader, rules: api.RoomRules, log: Sequence[Event]
    ) -> Audience | None:
        """Make the audience of a table, None where nobody may watch."""
        if header.spectating is None:
            return None
        facts = Facts(
            header.table,
            tuple(seat.name for seat in header.seats),
            rules.rules,
            rules.flat,
            header.mode,
            header.ranked,
            tuple(seat.account_id for seat in header.seats),
            header.stakes,
        )
        audience = self._audiences[header.table] = Audience(
            facts,
            header.spectating,
            log,
            clock=self._clock,
            settings=self._settings,
            on_over=partial(self._forget, header.table),
        )
        return audience

    def table_over(self, table: str) -> None:
        """Let a table's audience see the rest, with the delay that it has."""
        audience = self._audiences.get(table)
        if audience is None:
            return
        audience.end()
        self._over[table] = None
        if len(self._over) > OVER_KEPT:
            for oldest in tuple(self._over):
                if not len(self._audiences[oldest]):
                    self._audiences[oldest].close()
                    self._forget(oldest, ())
                    break

    def seated(self, account: str) -> None:
        """An account sits at a table now: it watches no more."""
        watching = self._watching.pop(account, None)
        if watching is not None:
            audience, watcher = watching
            audience.dismiss(watcher, "seated")

    def gone(self, account: str, sink: api.Sink) -> None:
        """A connection is gone, or another one has come in its place."""
        watching = self._watching.get(account)
        if watching is not None and watching[1].sink is sink:
            del self._watching[account]
            watching[0].leave(watching[1])

    def count(self, table: str | None) -> int:
        """Return how many watch a table, or any."""
        if table is None:
            return sum(map(len, self._audiences.values()))
        audience = self._audiences.get(table)
        return len(audience) if audience is not None else 0

    def close(self) -> None:
        """Stop: the process ends."""
        for audience in self._audiences.values():
            audience.close()
        self._watching.clear()

    # From people

    def take(
        self,
        account: str,
        sink: api.WatchSink,
        message: api.WatchMessage,
        friends: frozenset[str] = frozenset(),
    ) -> None:
        """Carry out a request, and answer it; `friends` are the account's."""
        try:
            match message:
                case WatchList():
                    sink.answer(message.id, codec.encode(self._list(message, friends)))
                case Watch():
                    self._watch(account, sink, message)
                case Unwatch():
                    self._unwatch(account)
                    sink.answer(message.id, codec.encode(Ok(id=message.id)))
        except ProtocolError as error:
            sink.answer(message.id, codec.encode(error.reply(message.id)))

    def _watch(self, account: str, sink: api.WatchSink, message: Watch) -> None:
        table = message.table
        place = self._seat_of(account)
        if place is not None:
            raise ProtocolError("own_table" if place[0] == table else "playing", field="table")
        audience = self._audiences.get(table)
        if audience is None:
            if self._running(table):
                raise ProtocolError("not_watchable", field="table")
            raise ProtocolError(
                "game_over" if self._ended(table) else "no_such_table", field="table"
            )
        if not self._rate.take(account):
            raise ProtocolError("too_fast")
        before = self._watching.pop(account, None)
        if before is not None:
            before[0].leave(before[1])
        self._watching[account] = (audience, audience.join(account, sink, message.id))

    def _unwatch(self, account: str) -> None:
        audience, watcher = self._watching.pop(account, (None, None))
        if audience is None or watcher is None or watcher.gone:
            raise ProtocolError("not_watching")
        audience.leave(watcher)

    def _list(self, message: WatchList, friends: frozenset[str]) -> Tables:
        wanted = message.filter
        fitting = [
            audience for audience in self._audiences.values() if _fits(audience, wanted, friends)
        ]
        # Newer ones first among those that are watched as much.
        fitting.reverse()
        fitting.sort(key=len, reverse=True)
        lines = tuple(audience.line() for audience in fitting[: message.limit])
        return Tables(id=message.id, tables=lines, total=len(fitting))

    def _forget(self, table: str, accounts: Sequence[str]) -> None:
        audience = self._audiences.pop(table, None)
        self._over.pop(table, None)
        for account in accounts:
            if account in self._watching and self._watching[account][0] is audience:
                del self._watching[account]


def _fits(audience: Audience, wanted: WatchFilter, friends: frozenset[str]) -> bool:
    facts = audience.facts
    if wanted.tier is not None and (facts.stakes is None or wanted.tier != facts.stakes.tier):
        return False
    if wanted.friends and friends.isdisjoint(facts.accounts):
        return False
    if wanted.mode is not None and wanted.mode != facts.mode:
        return False
    if wanted.players is not None and wanted.players != len(facts.names):
        return False
    if wanted.player is None:
        return True
    part = wanted.player.casefold()
    return any(part in name.casefold() for name in facts.names)
