"""Refusals in HTTP: before a websocket is open there are no close codes."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

import msgspec
from websockets.http11 import Response

from server.net.http import Page, respond

SENTENCES: Final[Mapping[str, tuple[HTTPStatus, str]]] = {
    "bad_method": (HTTPStatus.METHOD_NOT_ALLOWED, "Only GET and HEAD are answered here."),
    "foreign_origin": (
        HTTPStatus.FORBIDDEN,
        "Pages of this origin may not open a websocket here.",
    ),
    "too_many_connections": (
        HTTPStatus.TOO_MANY_REQUESTS,
        "Too many connections from this address; close some.",
    ),
    "too_fast": (
        HTTPStatus.TOO_MANY_REQUESTS,
        "Too many connections from this address; wait a moment.",
    ),
    "head_too_long": (
        HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
        "The request and its headers are too long.",
    ),
    "server_full": (HTTPStatus.SERVICE_UNAVAILABLE, "The server is full; try later."),
    "websocket_only": (HTTPStatus.UPGRADE_REQUIRED, "This address is for websockets."),
}


def refuse(code: str) -> Response:
    """Make the answer to a request that is refused with one of the codes above."""
    status, sentence = SENTENCES[code]
    return fault(status, code, sentence)


def fault(status: HTTPStatus, code: str, message: str) -> Response:
    """Make an answer that says what was wrong."""
    body = msgspec.json.encode({"code": code, "message": message, "field": None})
    return respond(Page(body, status=status))


RAW_REFUSALS: Final[Mapping[str, bytes]] = {
    code: refuse(code).serialize() for code in ("too_many_connections", "too_fast", "head_too_long")
}
"""The same in bytes, for those who are not even asked what they want."""
