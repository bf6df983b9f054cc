"""Sessions: which account is on which connection, and since when it is not.

The newest connection of an account wins. The older one gets `bye` and is closed; that it goes
away a moment later changes nothing, because a session only forgets the client that it holds.
"""

from collections.abc import Callable, Iterable
from functools import partial
from itertools import count
from typing import Protocol

from protocol.account import Login
from protocol.base import Inbound
from protocol.errors import ProtocolError
from protocol.session import Hello, SeatIn, Welcome
from server.clock import Clock
from server.log import get_logger
from server.metrics import Metrics
from server.session.absent import Absent
from server.session.admission import Admission, Admitted
from server.session.client import Client, Link
from server.session.names import clean_name
from server.session.requests import ClientLogs

log = get_logger("session")


class Companion(Protocol):
    """A part of the server that follows who is there."""

    def arrived(self, client: Client) -> None:
        """Say that the account's connection is now `client`; `welcome` has been sent."""

    def left(self, client: Client) -> None:
        """Say that the account has no connection any more."""


class _Session:
    """One account: its connection, if any, and the answers that it was given."""

    __slots__ = ("client", "greeting", "logs")

    def __init__(self, logs: ClientLogs) -> None:
        self.logs = logs
        self.client: Client | None = None
        self.greeting = 0
        """Number of the `hello` that `client` came with."""


class Sessions:
    """All sessions. `whereabouts` tells a welcome the seat, room and queue of an account."""

    def __init__(
        self,
        clock: Clock,
        admission: Admission,
        metrics: Metrics,
        *,
        requests_kept: int,
        requests_kept_bytes: int,
        absent_kept_bytes: int,
        reads: frozenset[type[Inbound]],
        whereabouts: Callable[[str], tuple[SeatIn | None, str | None, str | None]],
    ) -> None:
        self._clock = clock
        self._admission = admission
        self._metrics = metrics
        self._new_logs = partial(ClientLogs, requests_kept, requests_kept_bytes, reads)
        self._whereabouts = whereabouts
        self._sessions: dict[str, _Session] = {}
        self._absent = Absent(clock, absent_kept_bytes, self._forget)
        self._greetings = count(1)
        self.companions: list[Companion] = []

    async def greet(self, link: Link, hello: Hello) -> Client:
        """Open the account of a `hello`, or a new one, on `link` and send `welcome`.

        Raises:
            ProtocolError: an unknown token, a name that is not accepted, too many new accounts
                from one address, an account that is banned.
        """
        # The order in which they said hello counts, not that in which the store has answered.
        number = next(self._greetings)
        name = clean_name(hello.name) if hello.name is not None else None
        if hello.token is None:
            admitted = await self._admission.guest(link, name)
        else:
            admitted = await self._admission.resume(link, hello.token, name)
        return self._enter(link, hello.client, hello.id, number, admitted)

    async def login(self, link: Link, request: Login, client: Client | None) -> Client:
        """Open a registered account on `link`, where `client` was before, and send `welcome`.

        Whoever is in a room, a queue or a game stays who they are: others wait for them there.

        Raises:
            ProtocolError: a wrong name or password, too many of them, an account that is banned;
                nothing has changed then.
        """
        number = next(self._greetings)
        page = request.client or (client.page if client is not None else None)
        if page is None:
            raise ProtocolError(
                "hello_required", "`login` as the first message needs `client`.", "client"
            )
        if client is not None and self.engaged(client.account.id):
            raise ProtocolError("busy")
        admitted = await self._admission.login(link, request.name, request.password)
        if client is not None:
            if link.closed:
                return client
            self.gone(client)
        return self._enter(link, page, request.id, number, admitted)

    def gone(self, client: Client) -> None:
        """Forget a connection that has ended; nothing happens unless it is the account's newest."""
        session = self._sessions.get(client.account.id)
        if session is None or session.client is not client:
            return
        session.client = None
        self._release(client.account.id, session)
        self._metrics.sessions.dec()
        log.info("player_left", account=client.account.id, name=client.account.name)
        for companion in self.companions:
            companion.left(client)

    def engaged(self, account_id: str) -> bool:
        """Whether an account is in a room, in a queue or at a table."""
        return any(place is not None for place in self._whereabouts(account_id))

    def close(self, account_id: str, reason: str) -> None:
        """Close the connection of an account, if it has one, with the code of `reason`."""
        client = self.client(account_id)
        if client is not None:
            client.link.close(reason)

    def client(self, account_id: str) -> Client | None:
        """Return the connection of an account, None while it has none."""
        session = self._sessions.get(account_id)
        return session.client if session is not None else None

    def broadcast(self, frame: bytes) -> None:
        """Send to everybody who has a connection."""
        for session in self._sessions.values():
            if session.client is not None:
                session.client.send(frame)

    def remember(self, account_id: str, page: str, requests: Iterable[int]) -> None:
        """Take it that an earlier process answered these requests of a page with `ok`."""
        session = self._session(account_id)
        session.logs.of(page).remember(requests)
        self._release(account_id, session)

    def _enter(
        self, link: Link, page: str, request_id: int | None, number: int, admitted: Admitted
    ) -> Client:
        """Put an account on a connection, unless that is gone or a newer one has come meanwhile."""
        session = self._session(admitted.account.id)
        client = Client(admitted.account, link, session.logs.of(page), admitted.key)
        if link.closed:
            # Gone while the store was asked: whoever is here stays.
            self._release(admitted.account.id, session)
        elif session.client is not None and number < session.greeting:
            link.close("another_login")
        else:
            session.greeting = number
            self._seat(session, client, request_id, admitted)
        return client

    def _seat(
        self, session: _Session, client: Client, request_id: int | None, admitted: Admitted
    ) -> None:
        """Make a connection the account's own, and say `welcome`."""
        account = client.account
        self._absent.remove(account.id)
        older, session.client = session.client, client
        if older is not None:
            older.link.close("another_login")
        else:
            self._metrics.sessions.inc()
        log.info("player_here", account=account.id, name=account.name, new=admitted.new)
        seat_in, room, queue = self._whereabouts(account.id)
        client.reply(
            request_id,
            Welcome(
                id=request_id,
                account=account.id,
                name=account.name,
                token=admitted.token,
                seat_in=seat_in,
                room=room,
                queue=queue,
                server_time=int(self._clock.wall() * 1000),
                registered=account.registered,
            ),
        )
        for companion in self.companions:
            companion.arrived(client)

    def _session(self, account_id: str) -> _Session:
        session = self._sessions.get(account_id)
        if session is None:
            session = _Session(self._new_logs())
            self._sessions[account_id] = session
        return session

    def _release(self, account_id: str, session: _Session) -> None:
        """Let go, after a while, of a session that nobody has."""
        if session.client is None:
            self._absent.add(account_id, session.logs.cost)

    def _forget(self, account_id: str) -> None:
        del self._sessions[account_id]
