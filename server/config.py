"""Configuration: a TOML file, then `JANTAKU_*` environment variables, then command-line flags.

What comes later wins. A key that does not exist is refused, wherever it stands: a typing error in
a limit must not leave the server running with the default.
"""

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import Meta

from server.net.addresses import ForwardedHeader, Networks
from server.net.origins import Origins
from server.store.address import database_path

PREFIX = "JANTAKU_"
NOT_CONFIG = frozenset(
    {
        *("JANTAKU_CONFIG", "JANTAKU_TESTING"),
        *("JANTAKU_SHARED", "JANTAKU_TEST_POSTGRES", "JANTAKU_TEST_NATS"),
    }
)
"""Variables with the prefix that are read elsewhere; the last three by tests."""

Port = Annotated[int, Meta(ge=0, le=65535)]
Positive = Annotated[int, Meta(ge=1)]
PositiveSeconds = Annotated[float, Meta(gt=0)]
Milliseconds = Annotated[int, Meta(ge=0)]


class ConfigError(ValueError):
    """A configuration that cannot be used; the message is one line for the person who wrote it."""


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Every setting of a server, with its default. Durations are seconds (`_s`), sizes bytes."""

    host: str = "127.0.0.1"
    port: Port = 8765
    """0: any free port."""
    db: Annotated[str, Meta(min_length=1)] = "jantaku.db"
    """Path of the SQLite file (also `sqlite:///PATH`), `:memory:`, or an address,
    `postgresql://USER@HOST/NAME`."""
    log_format: Literal["auto", "json", "console"] = "auto"
    """auto: coloured lines on a terminal, JSON otherwise."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    uvloop: bool = True
    """Use uvloop where it is installed."""

    trusted_proxies: tuple[str, ...] = ()
    """Addresses and networks of reverse proxies: what they say of their clients' addresses and of
    the host that was asked for is believed. With none, nothing of it is."""
    forwarded_header: ForwardedHeader = "x-forwarded-for"
    """Where the proxies say it: `x-forwarded-for` (with `X-Forwarded-Host`) or `forwarded`. Clients
    can write the other one, so only one is read."""
    origins: tuple[str, ...] = ()
    """Web pages that may open a websocket besides those of the server's own host, such as
    `https://example.org`; `*` for all, `null` for pages without an address."""
    unlimited_addresses: tuple[str, ...] = ("127.0.0.0/8", "::1")
    """Addresses and networks for which the limits on one address do not hold: connections,
    messages, new accounts, new rooms, records. Clients of a proxy are never taken for its own
    address."""
    public_metrics: bool = False
    """Answer `/metrics` to everybody, not to this machine alone. Its counters grow with every ask,
    so a player who watches them can tell that somebody else is being asked."""
    max_connections: Positive = 10_000
    """Open websockets."""
    max_connections_address: Positive = 100
    """Connections of one address (of one /64 with IPv6), websockets and all others."""
    connection_rate: Annotated[float, Meta(gt=0)] = 50.0
    """Connections a second that one address may open in the long run; a page is some dozens."""
    connection_burst: Positive = 1000
    max_handshakes: Positive = 1000
    """Connections that may wait to say what they want; beyond it those of the address with the
    most of them are cut off."""
    handshake_s: PositiveSeconds = 20.0
    """A connection whose websocket is not open after so long, or whose HTTP request is not
    answered and read, is cut off."""
    max_frame: Positive = 4096
    """Longest inbound frame; those that carry a rule object may have `max_rules_frame`."""
    max_rules_frame: Positive = 16_384
    max_strikes: Positive = 5
    message_rate: Annotated[float, Meta(gt=0)] = 20.0
    """Messages a second that a connection may send in the long run."""
    message_burst: Positive = 40
    message_rate_address: Annotated[float, Meta(gt=0)] = 400.0
    """Messages a second that all connections of one address may send in the long run; what comes
    faster waits for its turn."""
    message_burst_address: Positive = 800
    hello_s: PositiveSeconds = 60.0
    """A connection without a valid `hello` is closed after so long."""
    silence_s: PositiveSeconds = 60.0
    """A connection that sends nothing for so long is closed."""
    close_s: PositiveSeconds = 5.0
    """How long a closing handshake may take before the transport is dropped."""
    max_unsent: Positive = 262_144
    """Bytes that may wait for a reader before it is cut off."""
    drain_s: Annotated[float, Meta(ge=0)] = 60.0
    """How long a server that stops waits for running rounds to end; 0: not at all. Games go on
    after the next start either way."""
    requests_kept: Positive = 256
    """Answers kept by account and client, to answer a repeated `id` the same way."""
    requests_kept_bytes: Positive = 65_536
    """Bytes of them."""
    absent_kept_bytes: Positive = 67_108_864
    """Bytes that they may take for all accounts without a connection, which are otherwise kept for
    half an hour; beyond it those with the most are forgotten."""
    records_account: Positive = 20
    """Records, which are long, that an account may fetch in a row; one comes back every
    `record_s`."""
    records_address: Positive = 100
    """The same for all accounts of one network address."""
    record_s: PositiveSeconds = 1.0
    profiles_account: Positive = 30
    """Profiles and pages of leaderboards that an account may fetch in a row; one comes back every
    `profile_s`."""
    profiles_address: Positive = 100
    """The same for all accounts of one network address."""
    profile_s: PositiveSeconds = 1.0
    reports_account: Positive = 5
    """Reports that an account may make in a row; one comes back every `report_s`."""
    reports_address: Positive = 20
    """The same for all accounts of one network address."""
    report_s: PositiveSeconds = 120.0

    guest_rate: Annotated[float, Meta(gt=0)] = 0.1
    """New accounts a second from one network address in the long run."""
    guest_burst: Positive = 200
    token_days: Annotated[float, Meta(gt=0)] = 30.0
    """A token that is older is replaced at the next `hello`."""
    guest_days: Annotated[float, Meta(gt=0)] = 180.0
    """A guest that has played no game is forgotten after so long without a `hello`."""
    rename_days: Annotated[float, Meta(ge=0)] = 30.0
    """A registered account may take another name once in so long."""
    password_memory_kib: Annotated[int, Meta(ge=8)] = 19_456
    """KiB that hashing one password takes (Argon2id); passwords are hashed one after the other."""
    password_passes: Positive = 2
    """Passes over that memory."""
    password_queue: Positive = 32
    """Passwords that may wait to be hashed; whoever comes then is told to come again."""
    register_burst: Positive = 20
    """Accounts that may be registered from one network address in a row; one comes back every
    `register_s`."""
    register_s: PositiveSeconds = 300.0
    max_friends: Positive = 200
    """Friends, and askings without an answer, of one account."""
    max_blocks: Positive = 500
    """People that one account may block."""
    friend_asks: Positive = 20
    """Askings and invitations of one account in a row; one comes back every `friend_ask_s`."""
    friend_ask_s: PositiveSeconds = 10.0

    room_offline_s: PositiveSeconds = 300.0
    """After so long without a connection a person loses the seat in a waiting room."""
    room_idle_s: PositiveSeconds = 3600.0
    """A waiting room in which nothing changes for so long is closed."""
    join_failures: Positive = 10
    """Failed joins in a row that an account may make; one comes back every `join_failure_s`."""
    join_failures_address: Positive = 60
    """The same for all accounts of one network address."""
    join_failure_s: PositiveSeconds = 10.0
    max_rooms: Positive = 5000
    rooms_account: Positive = 20
    """Rooms that an account may open in a row; one comes back every `room_s`."""
    rooms_address: Positive = 100
    """The same for all accounts of one network address."""
    room_s: PositiveSeconds = 15.0

    ranked_file: str = ""
    """TOML file with the numbers of ranked play, in place of our own (ranked.md)."""
    ranked_guests: bool = False
    """Whether accounts that have not registered may play ranked games."""
    queue_grace_s: PositiveSeconds = 30.0
    """After so long without a connection a person loses the place in a queue."""
    queue_merge_s: Annotated[float, Meta(ge=0)] = 0.0
    """Who has waited so long in a queue may meet those of the tiers beside; 0: never."""
    queue_bots_s: Annotated[float, Meta(ge=0)] = 0.0
    """Who has waited so long plays beside bots, without a change of rank; 0: never."""
    queue_addresses_apart: bool = False
    """Whether people of one network address never meet in ranked games."""

    floor_ms: Annotated[int, Meta(ge=0, le=2000)] = 300
    """Uniform pause between a discard and what follows (protocol.md, "At the table")."""
    latency_cap_ms: Annotated[int, Meta(ge=0, le=5000)] = 1000
    """Most network allowance that is added to a thinking time."""
    auto_ms: Milliseconds = 1000
    """How long an ask of an absent player stays open before its default is played."""
    confirm_ms: Milliseconds = 15_000
    """Pause between two rounds when not everybody confirms."""
    vote_ms: Milliseconds = 30_000
    pause_ms: Annotated[int, Meta(ge=0)] = 300_000
    """Longest pause that the players of a room's game may agree on; 0: none."""
    pauses_ms: Annotated[int, Meta(ge=0)] = 600_000
    """What all pauses of a game may take together."""
    store_patience_ms: Annotated[int, Meta(ge=0)] = 300_000
    """How long a table waits for a database that fails before it is given up; 0: not at all."""
    resume_ms: Milliseconds = 10_000
    """After a restart a player's clock stands until he is back, but no longer than this."""
    bot_min_ms: Milliseconds = 600
    bot_max_ms: Milliseconds = 1600
    """Bots answer after a time between these two."""


def load_config(
    path: Path | None, environ: Mapping[str, str], flags: Mapping[str, object | None]
) -> Config:
    """Read the three sources; flags that are None were not given.

    Raises:
        ConfigError: a file that cannot be read, a key that does not exist, a value that is not
            allowed; the message names source, key, value and what is allowed.
    """
    settings: dict[str, Any] = {}
    if path is None and environ.get("JANTAKU_CONFIG"):
        path = Path(environ["JANTAKU_CONFIG"])
    if path is not None:
        _merge(settings, _read_file(path), str(path))
    _merge(settings, _from_environment(environ), "environment")
    _merge(settings, {key: value for key, value in flags.items() if value is not None}, "flags")
    return msgspec.convert(settings, Config)


def _read_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: is not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: is not TOML: {error}") from None


def _from_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in environ.items():
        if name.startswith(PREFIX) and name not in NOT_CONFIG:
            key = name.removeprefix(PREFIX).lower()
            # Lists are written with commas; an empty text is an empty list.
            found[key] = (
                tuple(part.strip() for part in value.split(",") if part.strip())
                if get_origin(_KINDS.get(key)) is tuple
                else value
            )
    return found


def _merge(settings: dict[str, Any], found: Mapping[str, Any], source: str) -> None:
    """Check each key and value by itself, so that the error can name where it came from."""
    for key, value in found.items():
        kind = _KINDS.get(key)
        if kind is None:
            shown = f"{PREFIX}{key.upper()}" if source == "environment" else key
            if key in _RETIRED:
                raise ConfigError(f"{source}: {shown} is not a setting any more: {_RETIRED[key]}")
            raise ConfigError(
                f"{source}: {shown} is not a setting; allowed: {', '.join(sorted(_KINDS))}"
            )
        try:
            settings[key] = msgspec.convert(value, kind, strict=source != "environment")
        except msgspec.ValidationError as error:
            among = get_args(kind) if get_origin(kind) is Literal else ()
            allowed = f"; allowed: {', '.join(among)}" if among else ""
            raise ConfigError(f"{source}: {key} = {value!r}: {error}{allowed}") from None
        if key in _CHECKS:
            try:
                _CHECKS[key](settings[key])
            except ValueError as error:
                raise ConfigError(f"{source}: {key}: {error}") from None


_KINDS = {field.encode_name: field.type for field in msgspec.structs.fields(Config)}
_CHECKS: Mapping[str, Callable[[Any], object]] = {
    "db": database_path,
    "trusted_proxies": Networks,
    "unlimited_addresses": Networks,
    "origins": Origins,
}
_RETIRED: Mapping[str, str] = {
    "behind_proxy": "name the addresses of the proxies in trusted_proxies",
}
