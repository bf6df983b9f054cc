"""Which web pages may open a websocket here.

A browser sends the address of the page as `Origin`, and no page can forge it. Without a check any
page on the web could talk to a server that its visitor's machine can reach. Programs that are no
browsers send no `Origin`, and are let in.
"""

from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from websockets.datastructures import Headers

ANY: Final = "*"
NULL: Final = "null"
"""What a browser sends for a page without an address, such as a file."""

_PORTS: Final = {"http": 80, "https": 443}


class Origins:
    """The origins that are let in besides the server's own.

    Raises:
        ValueError: an entry that is no origin; the message names it.
    """

    def __init__(self, entries: Iterable[str]) -> None:
        entries = tuple(entry.strip() for entry in entries)
        self._any = ANY in entries
        self._listed = {
            NULL if entry == NULL else _origin(entry) for entry in entries if entry != ANY
        }

    def allows(self, headers: Headers, host: str | None) -> bool:
        """Whether a request may open a websocket; `host` is the name that it asked for."""
        found = headers.get_all("Origin")
        if not found or self._any:
            return True
        if len(found) > 1:
            return False
        if found[0] == NULL:
            return NULL in self._listed
        try:
            origin = _origin(found[0])
        except ValueError:
            return False
        if origin in self._listed:
            return True
        # TLS may end at a proxy, so only the page knows its scheme: it decides the port that a
        # host without one means.
        scheme, name, port = origin
        return host is not None and _host(host, _PORTS[scheme]) == (name, port)


def _origin(text: str) -> tuple[str, str, int]:
    """Read `scheme://host[:port]`.

    Raises:
        ValueError: it is something else; the message names it.
    """
    scheme, separator, rest = text.partition("://")
    scheme = scheme.lower()
    place = _host(rest, _PORTS[scheme]) if separator and scheme in _PORTS else None
    if place is None:
        raise ValueError(f"{text!r} is not an origin (such as https://example.org), * or null")
    return scheme, *place


def _host(text: str, default_port: int) -> tuple[str, int] | None:
    """Read `host[:port]`; None if it is something else."""
    if not text or any(character in text for character in "/?#@\\ "):
        return None
    try:
        parts = urlsplit(f"//{text}")
        name, port = parts.hostname, parts.port
    except ValueError:
        return None
    return (name, default_port if port is None else port) if name else None
