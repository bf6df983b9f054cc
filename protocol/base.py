"""What all messages share: the tag, the `id`, and the limits of single fields."""

from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta

SAFE_INT: Final = 2**53 - 1
"""The largest integer that a JavaScript number holds exactly."""

# `$` alone would let a final newline pass in Python; JSON Schema validators know no `\Z`.
_END: Final = r"$(?!\n)"
# No control characters, no line separators and no marks that reorder text; one visible at least.
_PRINTED: Final = (
    r"^(?=[\s\S]*\S)[^\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]+" + _END
)

RequestId: TypeAlias = Annotated[
    int, Meta(ge=-SAFE_INT, le=SAFE_INT, description="Chosen by the client, echoed in the answer.")
]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=3, description="A seat, from 0.")]
TableId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
GameId: TypeAlias = TableId
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24, pattern=_PRINTED)]
Title: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64, pattern=_PRINTED)]
NewTitle: TypeAlias = Annotated[
    str, Meta(max_length=64, pattern=f"^{_END}|{_PRINTED}", description="Empty: no title.")
]
Password: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
NewPassword: TypeAlias = Annotated[str, Meta(max_length=64, description="Empty: no password.")]
RoomCode: TypeAlias = Annotated[str, Meta(min_length=1, max_length=16)]
Token: TypeAlias = Annotated[str, Meta(min_length=1, max_length=128)]
ClientKey: TypeAlias = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        pattern="^[!-~]+" + _END,
        description="Random, kept by the page; request ids are unique per account and `client`.",
    ),
]
DecisionId: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=64, description="Opaque; says nothing about other seats.")
]
Milliseconds: TypeAlias = Annotated[int, Meta(ge=0)]


class Inbound(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """A message from a client. A field that it may leave out may also be null."""

    id: RequestId | None = None


class Outbound(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """A message from the server. Only fields with a default are ever left out."""


class Reply(Outbound, frozen=True, kw_only=True):
    """A message that also answers a request: it then carries the request's `id`."""

    id: RequestId | None = None
