"""What is said on one connection: first `hello` or `login`, then requests, each answered once.

Whatever goes wrong in one request stays there: the client is told with a reference that stands in
the log beside the traceback, and the next request is as good as ever.
"""

import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, TypeAlias

from protocol.account import Login
from protocol.base import Inbound
from protocol.codec import encode
from protocol.errors import ERRORS, ProtocolError
from protocol.session import Hello
from server.log import get_logger
from server.metrics import Metrics
from server.session.client import Client, Link
from server.session.sessions import Sessions

Handler: TypeAlias = Callable[[Client, Any], Awaitable[None] | None]
"""Carries out a request and answers it on the client, or raises `ProtocolError`."""

_GREETINGS: Final = (Hello, Login)
"""They open an account, so their answers belong to no account's requests and are never repeated."""

log = get_logger("dialogue")


class Dialogue:
    """One connection's conversation. `routes` has a handler for each request after `hello`."""

    __slots__ = ("_client", "_link", "_metrics", "_routes", "_sessions")

    def __init__(
        self,
        link: Link,
        sessions: Sessions,
        routes: Mapping[type[Inbound], Handler],
        metrics: Metrics,
    ) -> None:
        self._link = link
        self._sessions = sessions
        self._routes = routes
        self._metrics = metrics
        self._client: Client | None = None

    @property
    def greeted(self) -> bool:
        """Whether a `hello` or `login` was answered with `welcome`."""
        return self._client is not None

    async def take(self, message: Inbound) -> None:
        """Carry out one well-formed message and answer it."""
        client = self._client
        request: Inbound | None = message
        if client is not None and not isinstance(message, _GREETINGS):
            request = client.log.begin(message, self._link.send)
        if request is None:
            return
        try:
            await self._carry_out(client, request)
        except ProtocolError as error:
            self._refuse(client, request, error)
        except Exception:
            reference = secrets.token_hex(4)
            log.exception("request_failed", type=request.__struct_config__.tag, reference=reference)
            sentence = f"{ERRORS['internal_error'].sentence} Reference: {reference}."
            self._refuse(client, request, ProtocolError("internal_error", sentence))

    def end(self) -> None:
        """Say that the connection is gone."""
        if self._client is not None:
            self._sessions.gone(self._client)

    async def _carry_out(self, client: Client | None, request: Inbound) -> None:
        if isinstance(request, Hello):
            if client is not None:
                raise ProtocolError("already_greeted")
            self._client = await self._sessions.greet(self._link, request)
            return
        if isinstance(request, Login):
            self._client = await self._sessions.login(self._link, request, client)
            return
        if client is None:
            raise ProtocolError("hello_required")
        handler = self._routes.get(type(request))
        if handler is None:
            raise ProtocolError("not_built")
        outcome = handler(client, request)
        if outcome is not None:
            await outcome

    def _refuse(self, client: Client | None, request: Inbound, error: ProtocolError) -> None:
        self._metrics.errors_out.labels(error.code).inc()
        frame = encode(error.reply(request.id))
        if client is None or isinstance(request, _GREETINGS):
            self._link.send(frame)
        else:
            client.answer(request.id, frame)
