"""The listening socket: websockets on `/ws`, plain HTTP on every other path of the same port."""

import secrets
from collections.abc import Callable, Sequence
from functools import partial
from http import HTTPStatus
from typing import Final, cast

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import NegotiationError
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from protocol import SUBPROTOCOL
from protocol.codec import SOCKET_CAP
from server.clock import Clock
from server.config import Config
from server.log import get_logger
from server.metrics import Metrics
from server.net.addresses import Networks, is_forwarded
from server.net.connection import Connection, Conversation
from server.net.door import Door
from server.net.http import HttpSide
from server.net.limits import Buckets
from server.net.origins import Origins
from server.net.refusals import fault, refuse
from server.net.rounds import Rounds
from server.net.socket import Socket
from server.session.client import Link

_METHODS: Final = ("GET", "HEAD")
_LOOPBACK: Final = Networks(("127.0.0.0/8", "::1"))

log = get_logger("listener")


class Listener:
    """Accepts connections and keeps the set of those that are open."""

    def __init__(
        self,
        converse: Callable[[Link], Conversation],
        http: HttpSide,
        clock: Clock,
        config: Config,
        metrics: Metrics,
    ) -> None:
        self._converse = converse
        self._http = http
        self._clock = clock
        self._config = config
        self._metrics = metrics
        self._door = Door(clock, config, metrics)
        self._address_rate = Buckets(
            clock, config.message_rate_address, config.message_burst_address
        )
        self._origins = Origins(config.origins)
        self._rounds = Rounds(clock)
        self._server: Server | None = None
        self._connections: set[Connection] = set()

    async def start(self) -> int:
        """Listen; return the port.

        Raises:
            OSError: the address cannot be used.
        """
        self._server = await serve(
            self._serve,
            self._config.host,
            self._config.port,
            process_request=self._process_request,
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            select_subprotocol=_select_subprotocol,
            # Deflate costs 35 KiB a connection; the messages are small.
            compression=None,
            max_size=SOCKET_CAP,
            # The connection pings by itself. Silence is judged by messages (`silence_s`); a missing
            # pong only leaves the round trip unmeasured.
            ping_interval=None,
            # The door's own deadline (`handshake_s`) is by our clock.
            open_timeout=None,
            close_timeout=self._config.close_s,
            write_limit=self._config.max_unsent,
            # Any callable does; the library's annotation is narrower than its use.
            create_connection=cast(type[ServerConnection], partial(Socket, door=self._door)),
            server_header="jantaku",
        )
        return int(self._server.sockets[0].getsockname()[1])

    async def stop(self) -> None:
        """Accept nothing more, say `bye` to everybody, return when all have gone."""
        if self._server is None:
            return
        self._server.close(close_connections=False)
        # They would hold up the end for as long as they like.
        self._door.clear()
        for connection in tuple(self._connections):
            connection.close("shutting_down")
        await self._server.wait_closed()
        self._rounds.close()

    async def _serve(self, socket: ServerConnection) -> None:
        assert isinstance(socket, Socket)
        self._door.enter(socket)
        connection = Connection(
            socket,
            self._converse,
            self._clock,
            self._config,
            self._metrics,
            self._address_rate,
            self._rounds,
        )
        self._connections.add(connection)
        try:
            await connection.run()
        finally:
            self._connections.discard(connection)

    async def _process_request(self, socket: ServerConnection, request: Request) -> Response | None:
        """Let a websocket handshake on `/ws` go on; answer everything else here."""
        assert isinstance(socket, Socket)
        refusal = self._door.identify(socket, request.headers)
        response = refuse(refusal) if refusal is not None else await self._answer(socket, request)
        if response is not None and request.method == "HEAD":
            return Response(response.status_code, response.reason_phrase, response.headers)
        return response

    async def _answer(self, socket: Socket, request: Request) -> Response | None:
        if request.method not in _METHODS:
            refusal = refuse("bad_method")
            refusal.headers["Allow"] = ", ".join(_METHODS)
            return refusal
        upgrade = "websocket" in request.headers.get("Upgrade", "").lower()
        path = request.path.partition("?")[0]
        if upgrade and path == "/ws":
            return self._handshake(socket, request)
        if path == "/ws":
            return refuse("websocket_only")
        try:
            return await self._http.answer(request, local=_is_local(socket, request))
        except Exception:
            reference = secrets.token_hex(4)
            log.exception("page_failed", path=request.path, reference=reference)
            return fault(
                HTTPStatus.INTERNAL_SERVER_ERROR,
                "internal_error",
                f"The server failed at this request. Reference: {reference}.",
            )

    def _handshake(self, socket: Socket, request: Request) -> Response | None:
        """Refuse a websocket, or return None to open it."""
        host = self._door.proxies.host(socket.direct_address, request.headers)
        if not self._origins.allows(request.headers, host):
            return refuse("foreign_origin")
        if len(self._connections) >= self._config.max_connections:
            return refuse("server_full")
        return None


def _select_subprotocol(
    _socket: ServerConnection, offered: Sequence[Subprotocol]
) -> Subprotocol | None:
    """Choose our version; a client that offers nothing at all is taken to mean it."""
    if SUBPROTOCOL in offered:
        return Subprotocol(SUBPROTOCOL)
    if offered:
        raise NegotiationError(f"unsupported subprotocol; this server speaks {SUBPROTOCOL}")
    return None


def _is_local(socket: Socket, request: Request) -> bool:
    """Whether a request comes from this machine, and not by way of a proxy on it."""
    return not is_forwarded(request.headers) and socket.direct_address in _LOOPBACK
