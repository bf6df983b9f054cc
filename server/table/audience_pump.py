"""Sending to many: in slices with pauses between them, so that players are never kept waiting.

A watcher is behind by however much it is behind: whoever has missed two events gets both in one
write, so a pump that cannot keep up sends less often and not ever later.
"""

from collections.abc import Callable, Mapping
from typing import Final

from server.clock import Clock, Timer
from server.log import get_logger
from server.net.framing import Batch
from server.table.api import WatchSink
from server.table.audience_reel import NOBODY, Reel

_log = get_logger("audience")

SLICE: Final = 25
"""Watchers that are sent to in one go: about a quarter of a millisecond."""
PAUSE_S: Final = 0.001
"""Between two slices: everything else that the loop has to do comes first."""


class Watcher:
    """One who watches. `place` is that of the next frame for it, `NOBODY` before its snapshot."""

    __slots__ = ("account", "gone", "outlet", "place", "sink", "told")

    def __init__(self, account: str, sink: WatchSink) -> None:
        self.account = account
        self.sink = sink
        self.outlet = sink.outlet
        self.place = NOBODY
        self.told = -1
        """The number of watchers as it was told last."""
        self.gone = False


class Pump:
    """Brings the watchers of one table up to date.

    Args:
        reel: what there is to be seen.
        watchers: who watches, by account.
        clock: for the pauses.
        unsent: bytes that one may leave unread.
        drop: called with one that has left more.
        on_done: called when everybody has everything.
    """

    def __init__(
        self,
        reel: Reel,
        watchers: Mapping[str, Watcher],
        clock: Clock,
        *,
        unsent: int,
        drop: Callable[[Watcher], None],
        on_done: Callable[[], None],
    ) -> None:
        self._reel = reel
        self._watchers = watchers
        self._clock = clock
        self._unsent = unsent
        self._drop = drop
        self._on_done = on_done
        self._timer: Timer | None = None
        self._queue: list[Watcher] = []
        self._batches: dict[tuple[int, bool], Batch] = {}
        self._batched = (NOBODY, 0)
        self._count: tuple[int, bytes] = (-1, b"")

    @property
    def running(self) -> bool:
        """Whether somebody may be waiting for something."""
        return self._timer is not None

    def wake(self) -> None:
        """Send what there is, soon."""
        if self._timer is None:
            self._timer = self._clock.call_later(0.0, self._turn)

    def count(self, number: int, frame: bytes) -> None:
        """Tell everybody how many they are."""
        self._count = (number, frame)
        self.wake()

    def close(self) -> None:
        """Send nothing more, and hold the owner no longer: it holds this, a ring."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._queue.clear()
        self._drop = self._on_done = _nothing

    def serve(self, watcher: Watcher) -> None:
        """Bring one up to date that is new, or still waits for the first round."""
        if watcher.place == NOBODY:
            if self._reel.start == NOBODY:
                return
            watcher.sink.send(self._reel.snapshot(None))
            watcher.place = self._reel.start
        self._send([watcher])

    def _turn(self) -> None:
        self._timer = None
        if not self._queue:
            self._queue = list(self._watchers.values())
        queue = self._queue
        some, queue[-SLICE:] = queue[-SLICE:], []
        self._send(some)
        if queue or self._behind():
            self._timer = self._clock.call_later(PAUSE_S, self._turn)
        else:
            self._reel.forget(self._reel.head)
            self._on_done()

    def _send(self, some: list[Watcher]) -> None:
        """Send to some, in as few steps as can be: this is what a big audience costs."""
        head, number, limit = self._reel.head, self._count[0], self._unsent
        place, told, frames = -1, -1, 0
        batch: Batch | None = None
        for watcher in some:
            if watcher.gone:
                continue
            if watcher.place == NOBODY:
                self._guarded(watcher, self.serve)
                continue
            if batch is None or watcher.place != place or watcher.told != told:
                place, told = watcher.place, watcher.told
                batch = self._batch(place, told)
            try:
                if batch.frames and not watcher.outlet.offer(batch, limit):
                    self._drop(watcher)
                    continue
            except Exception as error:
                self._failed(watcher, error)
                continue
            watcher.place, watcher.told = head, number
            frames += len(batch.frames)
        if frames:
            some[0].outlet.count(frames)

    def _guarded(self, watcher: Watcher, work: Callable[[Watcher], None]) -> None:
        try:
            work(watcher)
        except Exception as error:
            self._failed(watcher, error)

    def _failed(self, watcher: Watcher, error: Exception) -> None:
        """One connection that fails is no reason for the others to see nothing."""
        _log.error("watcher_failed", account=watcher.account, error=type(error).__name__)
        self._drop(watcher)

    def _behind(self) -> bool:
        """Whether something has come since this round of sending began."""
        reel, told = self._reel, self._count[0]
        return reel.start != NOBODY and any(
            watcher.place != reel.head or watcher.told != told
            for watcher in self._watchers.values()
        )

    def _batch(self, place: int, told: int) -> Batch:
        state = (self._reel.head, self._count[0])
        if self._batched != state:
            self._batches.clear()
            self._batched = state
        count, frame = self._count
        news = told != count and count >= 0
        batch = self._batches.get((place, news))
        if batch is None:
            frames = self._reel.frames(place)
            batch = self._batches[place, news] = Batch([frame, *frames] if news else frames)
        return batch


def _nothing(*_: Watcher) -> None:
    """Tell nobody: the owner is closed."""
