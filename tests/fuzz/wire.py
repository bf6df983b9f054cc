"""Frames of a websocket client in bytes (RFC 6455, 5.2), right ones and wrong ones."""

import random
from collections.abc import Callable
from itertools import pairwise
from typing import Final

CONT: Final = 0x0
TEXT: Final = 0x1
BINARY: Final = 0x2
CLOSE: Final = 0x8
PING: Final = 0x9
PONG: Final = 0xA
FIN: Final = 0x80

_MASK: Final = b"\x00\x00\x00\x00"
"""A mask that changes nothing is as good as any other, and leaves the bytes readable."""


def frame(payload: bytes, opcode: int = TEXT, *, flags: int = FIN, masked: bool = True) -> bytes:
    """Return one frame."""
    size, mask = len(payload), 0x80 if masked else 0
    if size < 126:
        head = bytes((flags | opcode, mask | size))
    elif size < 65536:
        head = bytes((flags | opcode, mask | 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((flags | opcode, mask | 127)) + size.to_bytes(8, "big")
    return head + (_MASK if masked else b"") + payload


def in_pieces(payload: bytes, rng: random.Random) -> bytes:
    """Return a message in several frames, with others in between that may stand there."""
    cuts = sorted(rng.randrange(len(payload) + 1) for _ in range(rng.choice((1, 2, 5))))
    edges = [0, *cuts, len(payload)]
    pieces = [payload[start:end] for start, end in pairwise(edges)]
    out = []
    for number, piece in enumerate(pieces):
        flags = FIN if number == len(pieces) - 1 else 0
        out.append(frame(piece, CONT if number else TEXT, flags=flags))
        if rng.random() < 0.3:
            out.append(frame(rng.randbytes(rng.randrange(20)), rng.choice((PING, PONG))))
    return b"".join(out)


def broken(payload: bytes, rng: random.Random) -> bytes:
    """Return bytes that break the websocket protocol itself, or stretch it."""
    return rng.choice(_BROKEN)(payload, rng)


def handshake(path: str, *headers: str) -> bytes:
    """Return a request to open a websocket."""
    lines = (
        *(f"GET {path} HTTP/1.1", "Host: localhost", "Upgrade: websocket", "Connection: Upgrade"),
        *("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13"),
        *headers,
    )
    return "\r\n".join((*lines, "", "")).encode()


def odd_request(rng: random.Random) -> bytes:
    """Return a request that is not quite one."""
    data = bytearray(
        handshake(
            rng.choice(("/ws", "/ws?x=1", "/", "/api/records", "/metrics", "/%2e%2e/x", "//[")),
            *rng.sample(_HEADERS, rng.randrange(4)),
        )
    )
    kind = rng.randrange(5)
    if kind == 0:
        for _ in range(rng.choice((1, 4, 30))):
            data[rng.randrange(len(data))] = rng.randrange(256)
    elif kind == 1:
        del data[rng.randrange(len(data)) :]
    elif kind == 2:
        place = data.index(b"\r\n") + 2
        data[place:place] = (b"X-Filler: " + b"x" * rng.choice((10, 8000, 9000)) + b"\r\n") * 12
    elif kind == 3:
        return rng.randbytes(rng.choice((1, 50, 5000)))
    return bytes(data)


_HEADERS: Final = (
    *("Sec-WebSocket-Protocol: jantaku.v1", "Sec-WebSocket-Protocol: x", "Origin: null"),
    *("Origin: https://evil.example", "X-Forwarded-For: 203.0.113.7, x, ,", "Origin: \xff"),
    *('Forwarded: for="[::1', "Content-Length: 10", "Transfer-Encoding: chunked", "Host: two"),
    *("Sec-WebSocket-Extensions: permessage-deflate", "Expect: 100-continue", "Upgrade: h2c"),
)


def _bare(payload: bytes, rng: random.Random) -> bytes:
    return frame(payload, masked=False)


def _reserved(payload: bytes, rng: random.Random) -> bytes:
    return frame(payload, rng.choice((3, 7, 11, 15)), flags=FIN | rng.choice((0, 0x40, 0x10)))


def _huge(payload: bytes, rng: random.Random) -> bytes:
    size = rng.choice((70_000, 2**31, 2**63 - 1, 2**64 - 1))
    return bytes((FIN | TEXT, 0x80 | 127)) + size.to_bytes(8, "big") + _MASK + payload


def _long_way(payload: bytes, rng: random.Random) -> bytes:
    """Return a frame whose length is written in more bytes than it needs."""
    return bytes((FIN | TEXT, 0x80 | 127)) + len(payload).to_bytes(8, "big") + _MASK + payload


def _fat_control(payload: bytes, rng: random.Random) -> bytes:
    return frame(payload.ljust(126, b" "), rng.choice((PING, PONG, CLOSE)))


def _torn_control(payload: bytes, rng: random.Random) -> bytes:
    return frame(payload[:100], rng.choice((PING, CLOSE)), flags=0)


def _farewell(payload: bytes, rng: random.Random) -> bytes:
    body = rng.choice((b"", b"\x03", b"\x03\xe8", b"\x03\xed", b"\xff\xff", b"\x03\xe8\xff\xfe"))
    return frame(body, CLOSE) + frame(payload)


def _orphan(payload: bytes, rng: random.Random) -> bytes:
    return frame(payload, CONT)


def _two_at_once(payload: bytes, rng: random.Random) -> bytes:
    return frame(payload, TEXT, flags=0) + frame(payload, TEXT)


def _endless(payload: bytes, rng: random.Random) -> bytes:
    return frame(payload, TEXT, flags=0) + frame(b"", CONT, flags=0) * rng.choice((3, 300))


def _pings(payload: bytes, rng: random.Random) -> bytes:
    return frame(payload[:125], PING) * rng.choice((3, 300))


def _flipped(payload: bytes, rng: random.Random) -> bytes:
    data = bytearray(frame(payload))
    for _ in range(rng.choice((1, 3))):
        data[rng.randrange(min(len(data), 14))] = rng.randrange(256)
    return bytes(data)


def _torn(payload: bytes, rng: random.Random) -> bytes:
    data = frame(payload)
    return data[: rng.randrange(len(data))]


_BROKEN: Final[tuple[Callable[[bytes, random.Random], bytes], ...]] = (
    *(_bare, _reserved, _huge, _long_way, _fat_control, _torn_control, _farewell),
    *(_orphan, _two_at_once, _endless, _pings, _flipped, _torn),
)
