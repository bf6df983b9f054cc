"""Requests that are answered once: the same `id` again gets the same answer and does nothing.

Answers are kept by account and `client` (the random string of a page), so they survive a
reconnect of the page: the last 256 of each client, fewer where answers are long, and the last 4
clients of an account. Requests that only read are the exception: they are carried out again as
they stood, since their answer is about now (a repeated `sync` must start the stream on the new
connection).
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Final

from protocol.base import Inbound
from protocol.codec import encode
from protocol.errors import Ok

CLIENTS_KEPT: Final = 4

_ENTRY_BYTES: Final = 256
"""What a request costs beside its answer: its id, its place, a message that only reads."""
_LOG_BYTES: Final = 1024
"""What a client costs beside its requests."""


class _Open:
    """A request without an answer yet, and those who asked again meanwhile."""

    __slots__ = ("waiting",)

    def __init__(self) -> None:
        self.waiting: list[Callable[[bytes], None]] = []


class RequestLog:
    """The requests of one account's client, oldest first. `page` is the client's key.

    Kept are `size` requests at most, and no more than `size_bytes` of answers: the oldest go, the
    latest stays however long it is.
    """

    def __init__(
        self, size: int, size_bytes: int, reads: frozenset[type[Inbound]], page: str = ""
    ) -> None:
        self.page = page
        self._size = size
        self._size_bytes = size_bytes
        self._bytes = 0
        self._reads = reads
        self._entries: OrderedDict[int, bytes | Inbound | _Open] = OrderedDict()

    @property
    def cost(self) -> int:
        """About how many bytes of memory this takes."""
        return _LOG_BYTES + len(self._entries) * _ENTRY_BYTES + self._bytes

    def begin(self, message: Inbound, repeat: Callable[[bytes], None]) -> Inbound | None:
        """Return the request to carry out: `message`, or the read that had its id before.

        None: it was carried out before, and `repeat` gets its answer, now or when there is one.
        """
        if message.id is None:
            return message
        entry = self._entries.get(message.id)
        if entry is None:
            self._entries[message.id] = message if type(message) in self._reads else _Open()
            self._trim()
            return message
        if isinstance(entry, bytes):
            repeat(entry)
            return None
        if isinstance(entry, _Open):
            entry.waiting.append(repeat)
            return None
        return entry

    def finish(self, request_id: int, answer: bytes) -> None:
        """Keep the answer of a request and give it to those who asked again meanwhile."""
        entry = self._entries.get(request_id)
        if isinstance(entry, _Open):
            self._entries[request_id] = answer
            self._bytes += len(answer)
            self._trim()
            for repeat in entry.waiting:
                repeat(answer)

    def remember(self, requests: Iterable[int]) -> None:
        """Take it that these were answered with `ok`, oldest first: an earlier process did it."""
        for request in requests:
            if request not in self._entries:
                answer = self._entries[request] = encode(Ok(id=request))
                self._bytes += len(answer)
        self._trim()

    def _trim(self) -> None:
        while len(self._entries) > self._size or (
            self._bytes > self._size_bytes and len(self._entries) > 1
        ):
            _, entry = self._entries.popitem(last=False)
            if isinstance(entry, bytes):
                self._bytes -= len(entry)


class ClientLogs:
    """The request logs of one account, by client."""

    def __init__(self, size: int, size_bytes: int, reads: frozenset[type[Inbound]]) -> None:
        self._size = size
        self._size_bytes = size_bytes
        self._reads = reads
        self._logs: OrderedDict[str, RequestLog] = OrderedDict()

    @property
    def cost(self) -> int:
        """About how many bytes of memory this takes."""
        return sum(log.cost for log in self._logs.values())

    def of(self, client: str) -> RequestLog:
        """Return the log of a client, which becomes the most recent one."""
        log = self._logs.get(client)
        if log is None:
            log = self._logs[client] = RequestLog(self._size, self._size_bytes, self._reads, client)
        self._logs.move_to_end(client)
        while len(self._logs) > CLIENTS_KEPT:
            self._logs.popitem(last=False)
        return log
