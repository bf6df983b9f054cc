"""Whose address counts: the right end of what trusted proxies have written."""

import pytest
from websockets.datastructures import Headers

from server.net.addresses import ForwardedHeader, Networks, Proxies, parse_address, party

TRUSTED = ("10.0.0.0/8", "127.0.0.1", "2001:db8:ffff::/48")


def headers(*pairs: tuple[str, str]) -> Headers:
    return Headers(list(pairs))


def client(peer: str, *pairs: tuple[str, str], header: ForwardedHeader = "x-forwarded-for") -> str:
    return Proxies(TRUSTED, header).client(peer, headers(*pairs))


@pytest.mark.parametrize(
    ("peer", "chain", "found"),
    [
        ("127.0.0.1", "203.0.113.7", "203.0.113.7"),
        # What stands to the left anybody could have written.
        ("127.0.0.1", "198.51.100.1, 203.0.113.7", "203.0.113.7"),
        ("127.0.0.1", "10.9.9.9, 203.0.113.7", "203.0.113.7"),
        # Trusted hops are skipped, however many.
        ("127.0.0.1", "198.51.100.1, 203.0.113.7, 10.1.2.3, 10.4.5.6", "203.0.113.7"),
        ("127.0.0.1", "10.1.2.3", "10.1.2.3"),
        # Who is not trusted is not asked.
        ("198.51.100.9", "203.0.113.7", "198.51.100.9"),
        # As proxies write them.
        ("127.0.0.1", "203.0.113.7:4711", "203.0.113.7"),
        ("127.0.0.1", "[2001:db8::7]:4711", "2001:db8::7"),
        ("127.0.0.1", "2001:DB8::7", "2001:db8::7"),
        ("127.0.0.1", "::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:ffff::1", "203.0.113.7", "203.0.113.7"),
        # Nobody vouches for what stands beyond a hop that cannot be read.
        ("127.0.0.1", "203.0.113.7, unknown", "127.0.0.1"),
        ("127.0.0.1", "203.0.113.7, unknown, 10.1.2.3", "10.1.2.3"),
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", " , ,", "127.0.0.1"),
        ("local", "203.0.113.7", "local"),
    ],
)
def test_x_forwarded_for_is_read_from_the_right(peer: str, chain: str, found: str) -> None:
    assert client(peer, ("X-Forwarded-For", chain)) == found


def test_several_lines_are_one_list() -> None:
    lines = (("X-Forwarded-For", "198.51.100.1"), ("X-Forwarded-For", "203.0.113.7"))
    assert client("127.0.0.1", *lines) == "203.0.113.7"


def test_a_long_list_is_read_to_its_last_hops_only() -> None:
    chain = ", ".join(["203.0.113.7"] + ["10.0.0.1"] * 500)
    assert client("127.0.0.1", ("X-Forwarded-For", chain)) == "10.0.0.1"


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("for=203.0.113.7;proto=https;host=mahjong.example", "203.0.113.7"),
        ('for=198.51.100.1, For="[2001:db8::7]:4711"', "2001:db8::7"),
        ('for="203.0.113.7:80";by=10.0.0.1, for=10.1.2.3', "203.0.113.7"),
        ("for=unknown", "127.0.0.1"),
        ("proto=https", "127.0.0.1"),
        ('for="_hidden", for="203.0.113.7"', "203.0.113.7"),
        # A quote that a client left open swallows nothing but its own claim to be somebody.
        ('for="198.51.100.1, for="203.0.113.7"', "127.0.0.1"),
        ('for="198.51.100.1, for=203.0.113.7', "203.0.113.7"),
    ],
)
def test_forwarded_is_read_from_the_right(value: str, found: str) -> None:
    assert client("127.0.0.1", ("Forwarded", value), header="forwarded") == found


def test_only_the_header_that_was_agreed_on_is_read() -> None:
    both = (("X-Forwarded-For", "203.0.113.7"), ("Forwarded", "for=198.51.100.1"))
    assert client("127.0.0.1", *both) == "203.0.113.7"
    assert client("127.0.0.1", *both, header="forwarded") == "198.51.100.1"


def test_the_host_that_was_asked_for() -> None:
    asked = headers(("Host", "inside:8765"), ("X-Forwarded-Host", "mahjong.example"))
    proxies = Proxies(TRUSTED, "x-forwarded-for")
    assert proxies.host("127.0.0.1", asked) == "mahjong.example"
    assert proxies.host("198.51.100.9", asked) == "inside:8765"
    assert proxies.host("127.0.0.1", headers(("Host", "inside:8765"))) == "inside:8765"
    assert proxies.host("127.0.0.1", headers()) is None
    assert proxies.host("127.0.0.1", headers(("Host", "a"), ("Host", "b"))) is None
    forwarded = headers(("Host", "inside"), ("Forwarded", "for=203.0.113.7;host=mahjong.example"))
    assert Proxies(TRUSTED, "forwarded").host("127.0.0.1", forwarded) == "mahjong.example"


def test_a_party_is_an_address_or_a_network_of_ipv6() -> None:
    assert party("203.0.113.7") == "203.0.113.7"
    assert party("2001:db8:1:2:3:4:5:6") == "2001:db8:1:2::/64"
    assert party("2001:db8:1:2:ffff::1") == party("2001:db8:1:2::9")
    assert party("::1") == "::1"
    assert party("local") == "local"


def test_networks_know_their_addresses() -> None:
    networks = Networks(("10.0.0.0/8", "::1", "192.0.2.1/24"))
    assert "10.255.0.1" in networks
    assert "::1" in networks
    assert "192.0.2.200" in networks
    assert "::ffff:10.0.0.1" in networks
    assert "11.0.0.1" not in networks
    assert "local" not in networks


def test_what_is_no_network_is_named() -> None:
    with pytest.raises(ValueError, match=r"'10\.0\.0\.0/33' is neither an address nor a network"):
        Networks(("10.0.0.0/8", "10.0.0.0/33"))


@pytest.mark.parametrize("text", ["", "unknown", "_x", "1.2.3", "[::1", "1.2.3.4.5", "a" * 5000])
def test_what_is_no_address(text: str) -> None:
    assert parse_address(text) is None or text == "[::1"
