"""Who is on the other side: network addresses, and reverse proxies that speak for others.

A proxy names the address it was called from in `X-Forwarded-For` (or `Forwarded`, RFC 7239): it
appends to what it was sent, and whoever calls the proxy can send anything. So the list is read
from its right end, and only as far as trusted proxies have written it.
"""

import ipaddress
import re
from collections.abc import Iterable, Iterator
from typing import Final, Literal, TypeAlias

from websockets.datastructures import Headers

ForwardedHeader: TypeAlias = Literal["x-forwarded-for", "forwarded"]
Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

UNKNOWN: Final = "local"
"""Stands for the address of a connection that has none, such as a Unix socket's."""

_HOST_PREFIX: Final = 64
"""Bits of an IPv6 address that name a customer: the rest is theirs to choose."""

_PAIR: Final = re.compile(r'([!#$%&\'*+.^_`|~0-9A-Za-z-]+)=("(?:[^"\\]|\\.)*"|[^\s;,"]*)')
_MAX_HOPS: Final = 32


class Networks:
    """A set of networks.

    Raises:
        ValueError: an entry that is neither an address nor a network; the message names it.
    """

    def __init__(self, entries: Iterable[str]) -> None:
        self._networks = tuple(_network(entry) for entry in entries)

    def __contains__(self, address: str) -> bool:
        """Whether one of the networks has this address; False for text that is no address."""
        parsed = parse_address(address)
        return parsed is not None and any(parsed in network for network in self._networks)


class Proxies:
    """The proxies that are believed, and the header in which they say for whom they speak."""

    def __init__(self, trusted: Iterable[str], header: ForwardedHeader) -> None:
        self._trusted = Networks(trusted)
        self._header = header

    def trusts(self, peer: str) -> bool:
        """Whether connections from this address are those of a proxy."""
        return peer in self._trusted

    def client(self, peer: str, headers: Headers) -> str:
        """Return the address of the client behind a connection from `peer`.

        A hop that cannot be read ends the search: what stands beyond it nobody vouches for.
        """
        address = peer
        for hop in self._hops(headers):
            if not self.trusts(address):
                break
            parsed = parse_address(hop)
            if parsed is None:
                break
            address = str(parsed)
        return address

    def host(self, peer: str, headers: Headers) -> str | None:
        """Return the host that the client asked for, None when none or several are named."""
        if self.trusts(peer):
            named = self._forwarded_hosts(headers)
            if named:
                return named[-1]
        hosts = headers.get_all("Host")
        return hosts[0].strip() if len(hosts) == 1 else None

    def _hops(self, headers: Headers) -> Iterator[str]:
        """Addresses that were called from, the nearest first."""
        hops = (
            _list(headers, "X-Forwarded-For")
            if self._header == "x-forwarded-for"
            else [element.get("for", "") for element in _forwarded(headers)]
        )
        yield from hops[: -_MAX_HOPS - 1 : -1]

    def _forwarded_hosts(self, headers: Headers) -> list[str]:
        if self._header == "x-forwarded-for":
            return _list(headers, "X-Forwarded-Host")
        return [element["host"] for element in _forwarded(headers) if "host" in element]


def is_forwarded(headers: Headers) -> bool:
    """Whether a request says of itself that it came through a proxy."""
    return "X-Forwarded-For" in headers or "Forwarded" in headers


def parse_address(text: str) -> Address | None:
    """Read an address as proxies write it, with or without brackets and port; None if it is none.

    An IPv4 address in the clothes of IPv6 (`::ffff:192.0.2.1`) is an IPv4 address.
    """
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address


def party(address: str) -> str:
    """Return what limits count an address as: itself, or the /64 of an IPv6 address."""
    parsed = parse_address(address)
    if parsed is None:
        return address
    if isinstance(parsed, ipaddress.IPv6Address) and not parsed.is_loopback:
        return str(ipaddress.ip_network((parsed, _HOST_PREFIX), strict=False))
    return str(parsed)


def peer_address(peername: object) -> str:
    """Return the address in what a transport calls `peername`."""
    if isinstance(peername, tuple) and peername:
        parsed = parse_address(str(peername[0]))
        return str(peername[0]) if parsed is None else str(parsed)
    return UNKNOWN


def _network(entry: str) -> Network:
    try:
        return ipaddress.ip_network(entry.strip(), strict=False)
    except ValueError:
        raise ValueError(
            f"{entry!r} is neither an address nor a network (such as 10.0.0.0/8 or ::1)"
        ) from None


def _list(headers: Headers, name: str) -> list[str]:
    """Return the entries of a header that is a list, however many lines it came in."""
    return [entry.strip() for entry in ",".join(headers.get_all(name)).split(",") if entry.strip()]


def _forwarded(headers: Headers) -> list[dict[str, str]]:
    """Return the elements of `Forwarded`: names in small letters, values without quotes."""
    return [
        {name.lower(): _unquoted(value) for name, value in _PAIR.findall(element)}
        for element in _split_outside_quotes(",".join(headers.get_all("Forwarded")))
    ]


def _split_outside_quotes(text: str) -> list[str]:
    parts = re.findall(r'(?:[^,"]|"(?:[^"\\]|\\.)*"?)+', text)
    return [part for part in parts if part.strip()]


def _unquoted(value: str) -> str:
    if value.startswith('"'):
        return re.sub(r"\\(.)", r"\1", value[1:-1])
    return value
