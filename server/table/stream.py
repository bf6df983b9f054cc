"""The stream of a table: numbered events, each form encoded once (design.md, "The table").

The number of an event is its place in the game's log, so it is the same for every viewer and has
no gaps for anyone; an event of which a viewer may know nothing travels as `skip`. Nothing is kept
here: what a client missed is encoded again when it asks.
"""

from collections.abc import Sequence

from engine.core.events import Event, Tsumo
from engine.core.redact import redact
from engine.core.viewer import PUBLIC
from protocol import codec
from protocol.table import EventFrame, Presence, PresenceState, Skip
from server.table.audience import Audience
from server.table.seat import Seat


class Stream:
    """Sends a table's events to its seats, and tells its audience that they have them."""

    __slots__ = ("_audience", "_seats", "_table")

    def __init__(self, table: str, seats: Sequence[Seat], audience: Audience | None) -> None:
        self._table = table
        self._seats = seats
        self._audience = audience

    def publish(self, seq: int, event: Event) -> None:
        """Send an event to every seat that is connected, each as that seat may know it."""
        if self._audience is not None:
            self._audience.event()
        public = redact(event, PUBLIC)
        frame = self._encode(seq, public)
        if public is event:
            for seat in self._seats:
                if seat.sink is not None:
                    seat.sink.send(frame)
            return
        # A draw is a secret of its seat alone, anything else with secrets may differ for each.
        owner = event.actor if isinstance(event, Tsumo) else None
        for seat in self._seats:
            if seat.sink is None:
                continue
            if owner is None or seat.index == owner:
                seat.sink.send(self._encode(seq, redact(event, seat.index)))
            else:
                seat.sink.send(frame)

    def frame(self, seq: int, event: Event, viewer: int) -> bytes:
        """Return the frame of one event for one viewer."""
        return self._encode(seq, redact(event, viewer))

    def broadcast(self, frame: bytes) -> None:
        """Send one frame to every seat that is connected."""
        for seat in self._seats:
            seat.send(frame)

    def presence(self, seat: Seat, state: PresenceState) -> None:
        """Note how a seat is played from now on and tell everybody, if that is news."""
        if seat.presence != state:
            seat.presence = state
            self.announce(seat)

    def announce(self, seat: Seat) -> None:
        """Tell everybody how a seat is played."""
        self.broadcast(self.presence_frame(seat))
        if self._audience is not None:
            self._audience.presence(seat.index, seat.presence)

    def stand(self, frame: bytes) -> None:
        """Tell the seats that the game stands still; its audience stands with it."""
        self.broadcast(frame)
        if self._audience is not None:
            self._audience.pause()

    def go_on(self, frame: bytes) -> None:
        """Tell the seats that the game goes on; its audience goes on with it."""
        self.broadcast(frame)
        if self._audience is not None:
            self._audience.resume()

    def presence_frame(self, seat: Seat) -> bytes:
        """Return the frame that tells how a seat is played."""
        return codec.encode(Presence(table=self._table, seat=seat.index, state=seat.presence))

    def _encode(self, seq: int, seen: Event | None) -> bytes:
        if seen is None:
            return codec.encode(Skip(table=self._table, seq=seq))
        return codec.encode(EventFrame(table=self._table, seq=seq, event=seen))
