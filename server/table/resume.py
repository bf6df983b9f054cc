"""Taking up a table again (protocol.md, "Reconnect"): the missing events, or a snapshot."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from protocol import codec
from protocol.errors import Ok
from protocol.table import AutoOrders, Snapshot, SnapshotSeat, Sync, Watchers
from server.clock import Clock
from server.table.api import Sink
from server.table.audience import Audience
from server.table.notices import Notices
from server.table.play import Play
from server.table.seat import Seat
from server.table.stakes import Stakes
from server.table.stream import Stream

TAIL: Final = 40
"""More missing events than this are longer than a snapshot of the middle of a round."""


class Resume:
    """Brings a seat's new connection up to date."""

    def __init__(
        self,
        table: str,
        seats: Sequence[Seat],
        *,
        names: tuple[str, ...],
        rules: Mapping[str, Any],
        mode: str,
        ranked: bool,
        stakes: Stakes | None,
        play: Play,
        stream: Stream,
        notices: Notices,
        clock: Clock,
        audience: Audience | None,
    ) -> None:
        self._table = table
        self._seats = seats
        self._names = names
        self._rules = rules
        self._mode = mode
        self._ranked = ranked
        self._stakes = stakes
        self._play = play
        self._stream = stream
        self._notices = notices
        self._clock = clock
        self._audience = audience

    def resume(self, seat: Seat, sink: Sink, message: Sync) -> None:
        """Answer a sync and let the stream flow on `sink` from here on.

        Events alone are enough for a client that has seen the start of this round and misses few
        of them, or for one that asks for all events of the round; everybody else gets a snapshot,
        which needs nothing that came before.
        """
        events = self._events(message)
        if events is not None:
            sink.answer(message.id, codec.encode(Ok(id=message.id)))
            play = self._play
            for seq in events:
                sink.send(self._stream.frame(seq, play.game.log[seq], seat.index))
            sink.send(self._notices.furiten(seat))
            sink.send(self._notices.orders(seat))
            for other in self._seats:
                sink.send(self._stream.presence_frame(other))
        else:
            sink.answer(message.id, self.snapshot(seat, message.id))
        watchers = self._audience.told if self._audience is not None else 0
        sink.send(codec.encode(Watchers(table=self._table, count=watchers)))
        seat.sink = sink
        round_end = self._play.round_end()
        if round_end is not None:
            sink.send(round_end)
        self._notices.after_sync(seat)
        if seat.ask is not None:
            self._play.show(seat, seat.ask, self._clock.now())

    def _events(self, message: Sync) -> Sequence[int] | None:
        """Return the numbers of the events that bring a client up to date, None for a snapshot."""
        play = self._play
        if message.replay:
            return [0, *range(max(1, play.round_start), play.sent)] if play.sent else []
        missing = play.sent - 1 - message.seq
        if message.seq >= play.round_start and 0 <= missing <= TAIL:
            return range(message.seq + 1, play.sent)
        return None

    def snapshot(self, seat: Seat, request: int | None) -> bytes:
        """Return all that a seat may know of the table as it stands."""
        view = self._play.game.view(seat.index)
        stakes = self._stakes
        return codec.encode(
            Snapshot(
                id=request,
                table=self._table,
                seq=self._play.sent - 1,
                seat=seat.index,
                names=self._names,
                rules=dict(self._rules),
                mode=self._mode,
                ranked=self._ranked,
                tier=stakes.tier if stakes is not None else None,
                ranks=stakes.ranks if stakes is not None else None,
                round=view.round,
                seats=tuple(
                    SnapshotSeat(**msgspec.structs.asdict(shown), presence=other.presence)
                    for shown, other in zip(view.seats, self._seats, strict=True)
                ),
                furiten=view.furiten,
                auto=AutoOrders(**msgspec.structs.asdict(seat.orders)),
            )
        )
