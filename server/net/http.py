"""The HTTP side of the port: the browser client, health, metrics, read-only JSON under `/api/`."""

from collections.abc import Awaitable, Callable, Container, Mapping
from http import HTTPStatus
from typing import Final, TypeAlias
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

JSON: Final = "application/json"
TEXT: Final = "text/plain; charset=utf-8"
HTML: Final = "text/html; charset=utf-8"
MAX_FIELDS: Final = 20

SECURITY: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; base-uri 'none'; "
    "frame-ancestors 'none'",
}
"""Headers of every answer; a page of the browser client has a policy of its own instead."""


class Page(msgspec.Struct, frozen=True):
    """What a route answers; with `file_name` a browser keeps it as a file of that name."""

    body: bytes
    content_type: str = JSON
    status: HTTPStatus = HTTPStatus.OK
    cache: str = "no-store"
    file_name: str | None = None


class HttpError(Exception):
    """A request that is refused; the answer is JSON with code, message and field."""

    def __init__(
        self, status: HTTPStatus, code: str, message: str, field: str | None = None
    ) -> None:
        super().__init__(message)
        self.page = Page(
            msgspec.json.encode({"code": code, "message": message, "field": field}), status=status
        )


Query: TypeAlias = Mapping[str, str]
Route: TypeAlias = Callable[[str, Query], Awaitable[Page] | Page]
"""Gets the last step of the path (empty for an exact path) and the query."""


Guarded: TypeAlias = Callable[[str, Query, str | None], Awaitable[Page] | Page]
"""The same for pages that are not the same for all: gets the token of who asks, too."""


Files: TypeAlias = Callable[[Request], Response | None]
"""Answers requests for files; None leaves a request to the routes."""


class HttpSide:
    """Routes requests: to the files first, then by path.

    `*` in the path of a route stands for one step, which the route gets. Those of `private` are
    for requests from the server's own machine; those of `guarded` get the token of the header
    `Authorization: Bearer TOKEN`, None without one.
    """

    def __init__(
        self,
        routes: Mapping[str, Route],
        files: Files = lambda _request: None,
        private: Container[str] = (),
        guarded: Mapping[str, Guarded] | None = None,
    ) -> None:
        self._routes = dict(routes)
        self._guarded = dict(guarded or {})
        self._files = files
        self._private = private

    async def answer(self, request: Request, *, local: bool) -> Response:
        """Answer one request; `local` says that it comes from this machine.

        An exception of a route is the caller's: it knows where to log.
        """
        file = self._files(request)
        if file is not None:
            return file
        try:
            path, query = _split(request.path)
            if path in self._private and not local:
                raise HttpError(
                    HTTPStatus.FORBIDDEN,
                    "not_public",
                    "This is for the server's own machine, unless its configuration opens it.",
                )
            outcome = self._outcome(path, query, request)
            page = await outcome if isinstance(outcome, Awaitable) else outcome
        except HttpError as fault:
            page = fault.page
        return respond(page)

    def _outcome(self, path: str, query: Query, request: Request) -> Awaitable[Page] | Page:
        exact = self._routes.get(path)
        if exact is not None:
            return exact("", query)
        for pattern, route in self._routes.items():
            if (step := _step(pattern, path)) is not None:
                return route(step, query)
        for pattern, guarded in self._guarded.items():
            if (step := _step(pattern, path)) is not None:
                return guarded(step, query, _token(request.headers))
        raise HttpError(HTTPStatus.NOT_FOUND, "not_found", "There is nothing at this address.")


def _step(pattern: str, path: str) -> str | None:
    """Return what `*` of a pattern stands for in a path, None where the path is another one."""
    before, star, after = pattern.partition("*")
    if not (star and path.startswith(before) and path.endswith(after)):
        return None
    step = path[len(before) : len(path) - len(after)]
    return step if step and "/" not in step else None


def _token(headers: Headers) -> str | None:
    """Return the token that a request carries; two of them are none."""
    given = headers.get_all("Authorization")
    scheme, _, token = given[0].partition(" ") if len(given) == 1 else ("", "", "")
    return token.strip() or None if scheme.lower() == "bearer" else None


def _split(target: str) -> tuple[str, dict[str, str]]:
    try:
        parts = urlsplit(target)
        fields = parse_qsl(parts.query, keep_blank_values=True, max_num_fields=MAX_FIELDS)
    except ValueError as error:
        raise HttpError(
            HTTPStatus.BAD_REQUEST, "bad_address", f"The address cannot be read: {error}."
        ) from None
    return unquote(parts.path), dict(fields)


def respond(page: Page) -> Response:
    """Make the response of a page."""
    headers = Headers(
        {
            "Content-Type": page.content_type,
            "Content-Length": str(len(page.body)),
            "Cache-Control": page.cache,
            "Connection": "close",
            **SECURITY,
        }
    )
    if page.file_name is not None:
        headers["Content-Disposition"] = f'attachment; filename="{page.file_name}"'
    return Response(page.status.value, page.status.phrase, headers, page.body)


def whole_number(query: Query, name: str, default: int, low: int, high: int) -> int:
    """Read a number from a query.

    Raises:
        HttpError: it is not a whole number from `low` to `high`.
    """
    text = query.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 9 and low <= int(text) <= high):
        raise HttpError(
            HTTPStatus.BAD_REQUEST,
            "out_of_range",
            f"{name} must be a whole number from {low} to {high}.",
            name,
        )
    return int(text)
