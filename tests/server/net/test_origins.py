"""Pages of the own host, and of those that are listed, may open a websocket; others may not."""

import pytest
from websockets.asyncio.client import connect
from websockets.datastructures import Headers
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from server.net.origins import Origins
from tests.support.running_app import running_app
from tests.support.ws_client import PATIENT

LISTED = Origins(("https://friends.example", "http://dev.example:3000"))


def allows(origin: str, host: str | None, origins: Origins = LISTED) -> bool:
    return origins.allows(Headers({"Origin": origin}), host)


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("https://mahjong.example", "mahjong.example"),
        ("https://mahjong.example", "mahjong.example:443"),
        ("https://Mahjong.Example:443", "mahjong.example"),
        ("http://mahjong.example", "mahjong.example"),
        ("http://mahjong.example:8765", "mahjong.example:8765"),
        ("http://[::1]:8765", "[::1]:8765"),
        ("https://friends.example", "mahjong.example"),
        ("https://friends.example:443", None),
        ("http://dev.example:3000", "mahjong.example"),
    ],
)
def test_what_is_let_in(origin: str, host: str | None) -> None:
    assert allows(origin, host)


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("https://evil.example", "mahjong.example"),
        ("https://mahjong.example", "mahjong.example:8765"),
        ("https://mahjong.example.evil.example", "mahjong.example"),
        ("https://evil.example/mahjong.example", "mahjong.example"),
        ("https://mahjong.example@evil.example", "mahjong.example"),
        ("https://mahjong.example", "x@mahjong.example"),
        ("http://friends.example", "mahjong.example"),
        ("https://mahjong.example", None),
        ("null", "null"),
        ("", ""),
        ("file://", ""),
        ("mahjong.example", "mahjong.example"),
        ("ftp://mahjong.example", "mahjong.example"),
        ("https://mahjong.example:99999", "mahjong.example:99999"),
        ("https://[", "["),
    ],
)
def test_what_is_not(origin: str, host: str | None) -> None:
    assert not allows(origin, host)


def test_programs_send_none() -> None:
    assert LISTED.allows(Headers(), "mahjong.example")


def test_two_origins_are_none() -> None:
    twice = Headers([("Origin", "https://friends.example")] * 2)
    assert not LISTED.allows(twice, "mahjong.example")


def test_all_and_none_can_be_listed() -> None:
    assert allows("https://evil.example", "mahjong.example", Origins(("*",)))
    assert allows("null", "mahjong.example", Origins(("null",)))


@pytest.mark.parametrize("entry", ["mahjong.example", "https://", "https://a/b", "ws://a", ""])
def test_what_is_no_origin_is_named(entry: str) -> None:
    with pytest.raises(ValueError, match="is not an origin"):
        Origins((entry,))


async def status(url: str, origin: str, **headers: str) -> int:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        async with connect(url, **PATIENT, origin=Origin(origin), additional_headers=named):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


async def test_a_handshake_from_another_page_is_refused() -> None:
    async with running_app(origins=("https://friends.example",)) as server:
        own = f"http://127.0.0.1:{server.port}"
        assert await status(server.url, own) == 101
        assert await status(server.url, "https://friends.example") == 101
        assert await status(server.url, "https://evil.example") == 403


async def test_behind_a_trusted_proxy_the_host_is_what_the_page_asked_for() -> None:
    page, asked = "https://mahjong.example", {"X_Forwarded_Host": "mahjong.example"}
    async with running_app(trusted_proxies=("127.0.0.1",)) as server:
        assert await status(server.url, page, **asked) == 101
        assert await status(server.url, "https://evil.example", **asked) == 403
    async with running_app() as server:
        assert await status(server.url, page, **asked) == 403
