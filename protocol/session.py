"""Who is on the line: greeting, keep-alive, farewell."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from protocol.base import (
    SAFE_INT,
    ClientKey,
    Inbound,
    Milliseconds,
    Name,
    Outbound,
    Reply,
    SeatNumber,
    TableId,
    Token,
)

EchoedTime: TypeAlias = Annotated[int, Meta(ge=-SAFE_INT, le=SAFE_INT)] | float


class Hello(Inbound, frozen=True, kw_only=True, tag="hello"):
    """The first message of a connection: a new guest, or with `token` a known account."""

    client: ClientKey
    name: Name | None = None
    token: Token | None = None
    lang: Annotated[str, Meta(min_length=2, max_length=16)] | None = None


class Ping(Inbound, frozen=True, kw_only=True, tag="ping"):
    """Keeps the connection alive; `t` comes back as it was."""

    t: EchoedTime


class SeatIn(Struct, frozen=True):
    """The seat that an account holds at a running table."""

    table: TableId
    seat: SeatNumber


class Welcome(Reply, frozen=True, kw_only=True, tag="welcome"):
    """Answers `hello` and `login`.

    `token` is null unless it is new or renewed: keep it, it is shown once.
    """

    account: str
    name: str
    token: str | None
    seat_in: SeatIn | None
    room: str | None
    queue: str | None = None
    server_time: Annotated[Milliseconds, Meta(description="Unix time in milliseconds.")]
    registered: Annotated[bool, Meta(description="Whether it is more than a guest's.")] = False


class Pong(Reply, frozen=True, kw_only=True, tag="pong"):
    """Answers `ping`."""

    t: EchoedTime
    server_time: Annotated[Milliseconds, Meta(description="Unix time in milliseconds.")]


class Bye(Outbound, frozen=True, kw_only=True, tag="bye"):
    """The server is about to close this connection; `code` names why, as the close code does."""

    code: str
    message: str


class Notice(Outbound, frozen=True, kw_only=True, tag="notice"):
    """Something about the server that people should be shown; `message` is one sentence.

    `shutting_down`: it stops within `ends_ms`, sooner if all tables rest; games go on afterwards.
    """

    code: Annotated[
        str, Meta(description="`shutting_down`, `table_ended`, `store_waits`, `store_works`; more.")
    ]
    message: str
    ends_ms: Annotated[Milliseconds, Meta(description="Until it happens, at the latest.")] | None
