"""What a seat is told beside the stream, about itself alone: furiten, hints, standing orders."""

from collections.abc import Sequence

from protocol import codec
from protocol.table import Auto, Furiten, Hint
from server.table.insight import Insight
from server.table.seat import Seat


class Notices:
    """Tells seats what they may know of their own hand. With `hints` off no hint is computed."""

    def __init__(self, table: str, seats: Sequence[Seat], insight: Insight, hints: bool) -> None:
        self._table = table
        self._people = [seat for seat in seats if not seat.is_bot]
        self._insight = insight
        self._hints = hints
        self._no_hint = codec.encode(Hint(table=table, waits=(), by_discard={}))
        # Seats whose hint went out with the newest events: an ask need not repeat it.
        self._fresh: set[int] = set()
        self._furiten: tuple[bool, ...] = ()

    def after_events(self) -> None:
        """Tell every seat what has changed for it."""
        furiten = self._insight.furiten()
        if furiten != self._furiten:
            self._furiten = furiten
            for seat in self._people:
                if seat.furiten != furiten[seat.index]:
                    seat.furiten = furiten[seat.index]
                    seat.send(self.furiten(seat))
        if self._hints:
            hinted = self._insight.hinted()
            for seat in self._people:
                if seat.hint is not None or seat.index in hinted:
                    self._renew_hint(seat)

    def outdated(self) -> None:
        """Events have come: no hint is any longer right before an ask."""
        self._fresh.clear()

    def before_ask(self, seat: Seat, *, renew: bool) -> None:
        """Repeat a hint right before an ask, unless it has just been sent.

        With `renew` the events that came last are not told yet (`after_events`).
        """
        if self._hints and renew:
            self._renew_hint(seat)
        if seat.hint is not None and seat.index not in self._fresh:
            self._send_hint(seat, seat.hint)

    def after_sync(self, seat: Seat) -> None:
        """Tell a new connection what its seat knows of its hand."""
        seat.hint = None
        self._fresh.discard(seat.index)
        if self._hints:
            frame = self._hint(seat)
            if frame is not None:
                self._send_hint(seat, frame)

    def furiten(self, seat: Seat) -> bytes:
        """Return the frame that says whether the seat is in furiten."""
        return codec.encode(Furiten(table=self._table, furiten=seat.furiten))

    def orders(self, seat: Seat) -> bytes:
        """Return the frame with the seat's standing orders in full."""
        orders = seat.orders
        return codec.encode(
            Auto(
                table=self._table,
                win=orders.win,
                no_call=orders.no_call,
                tsumogiri=orders.tsumogiri,
                kita=orders.kita,
            )
        )

    def _renew_hint(self, seat: Seat) -> None:
        if seat.sink is not None:
            frame = self._hint(seat)
            if frame != seat.hint:
                self._send_hint(seat, frame)

    def _hint(self, seat: Seat) -> bytes | None:
        waits, by_discard = self._insight.hint(seat.index)
        if not waits and not by_discard:
            return None
        return codec.encode(Hint(table=self._table, waits=waits, by_discard=by_discard))

    def _send_hint(self, seat: Seat, frame: bytes | None) -> None:
        seat.hint = frame
        self._fresh.add(seat.index)
        seat.send(self._no_hint if frame is None else frame)
