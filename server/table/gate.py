"""What a table says while something waits to become durable is kept back, in order.

Nobody may hear of a choice before it is in the journal (design.md, "The table": apply, journal,
fan out): not by its `ok`, not by a refusal that it causes for somebody else, not by a presence.
"""

from collections.abc import Callable

from server.table.api import Sink


class Gate:
    """Between a table and its connections. While it is `shut`, everything waits for `open`."""

    __slots__ = ("_held", "shut")

    def __init__(self) -> None:
        self.shut = False
        self._held: list[tuple[Sink, int | None, bytes, bool]] = []

    def send(self, sink: Sink, frame: bytes) -> None:
        """Hand a frame over, now or when the gate opens."""
        if self.shut:
            self._held.append((sink, None, frame, False))
        else:
            sink.send(frame)

    def answer(self, sink: Sink, request: int | None, frame: bytes) -> None:
        """Answer a request, now or when the gate opens."""
        if self.shut:
            self._held.append((sink, request, frame, True))
        else:
            sink.answer(request, frame)

    def open(self) -> None:
        """Hand over what was held back."""
        self.shut = False
        held, self._held = self._held, []
        for sink, request, frame, answers in held:
            if answers:
                sink.answer(request, frame)
            else:
                sink.send(frame)

    def drop(self, refusal: Callable[[int | None], bytes]) -> None:
        """Open, but say nothing of what was held back; requests are answered with a refusal."""
        self.shut = False
        held, self._held = self._held, []
        for sink, request, _frame, answers in held:
            if answers:
                sink.answer(request, refusal(request))
