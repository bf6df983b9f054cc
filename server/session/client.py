"""A greeted connection: one account on one line."""

from typing import Protocol

from protocol.codec import Outgoing, encode
from server.net.framing import Outlet
from server.session.requests import RequestLog
from server.store.accounts import Account


class Link(Protocol):
    """What a session needs of a connection. No method blocks, raises or awaits."""

    @property
    def address(self) -> str:
        """The network address of the other side, as limits count it."""

    @property
    def unlimited(self) -> bool:
        """Whether the limits on one address do not hold for this one."""

    @property
    def closed(self) -> bool:
        """Whether what is sent is swallowed."""

    @property
    def latency_ms(self) -> int:
        """Round trip as the server measured it, 0 while unknown."""

    @property
    def outlet(self) -> Outlet:
        """Where what many are told is handed over."""

    def send(self, frame: bytes) -> None:
        """Hand one encoded message over."""

    def close(self, reason: str) -> None:
        """Send `bye` and close with the code of `reason` (a name in `protocol.errors`)."""


class Client:
    """What the lobby and the tables hold of a connection (`server.table.api.WatchSink`)."""

    __slots__ = ("_log", "account", "key", "link")

    def __init__(self, account: Account, link: Link, log: RequestLog, key: bytes) -> None:
        self.account = account
        self.link = link
        self.key = key
        """What the store keeps of the token that opens the account on this page."""
        self._log = log

    @property
    def latency_ms(self) -> int:
        """Round trip as the server measured it, 0 while unknown."""
        return self.link.latency_ms

    @property
    def page(self) -> str:
        """The `client` of the `hello`."""
        return self._log.page

    def send(self, frame: bytes) -> None:
        """Hand one encoded message over; a closed connection swallows it."""
        self.link.send(frame)

    @property
    def outlet(self) -> Outlet:
        """Where what many are told is handed over."""
        return self.link.outlet

    def answer(self, request_id: int | None, frame: bytes) -> None:
        """Hand over the one answer to a request, and keep it for the case that it is repeated."""
        self.link.send(frame)
        if request_id is not None:
            self._log.finish(request_id, frame)

    def reply(self, request_id: int | None, message: Outgoing) -> None:
        """Like `answer`, for a message that is not encoded yet and carries the id already."""
        self.answer(request_id, encode(message))

    @property
    def log(self) -> RequestLog:
        """The requests of this account and page."""
        return self._log
