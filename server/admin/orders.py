"""Orders: what can be asked of a server by those who run it, in the form in which it is kept.

They come from whoever may write into the database, and are checked all the same: a typing error
must not shut out everybody.
"""

from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta, Struct

from protocol.profile import Ladder

Words: TypeAlias = Annotated[str, Meta(min_length=1, max_length=500)]
Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
SanctionKind: TypeAlias = Literal["ban", "mute"]


class OrderError(Exception):
    """An order that cannot be carried out; the message is one line for the person who gave it."""


class _Order(Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """Common shape: tagged by `do`."""


class ListTables(_Order, frozen=True, kw_only=True, tag="tables"):
    """Which tables run, and who sits there."""


class EndTable(_Order, frozen=True, kw_only=True, tag="end"):
    """End a game without a result."""

    table: Id
    reason: Words


class Impose(_Order, frozen=True, kw_only=True, tag="impose"):
    """Ban or mute an account, until a moment (seconds since 1970) or for good."""

    account: Id
    kind: SanctionKind
    reason: Words
    until: float | None


class Lift(_Order, frozen=True, kw_only=True, tag="lift"):
    """End all bans, or all mutes, of an account."""

    account: Id
    kind: SanctionKind
    reason: Words


class RenameAccount(_Order, frozen=True, kw_only=True, tag="rename"):
    """Give an account another name; waiting times of its own do not count."""

    account: Id
    name: Annotated[str, Meta(min_length=1, max_length=64)]
    reason: Words


class ResetStanding(_Order, frozen=True, kw_only=True, tag="reset_standing"):
    """Let an account begin anew in ranked play."""

    account: Id
    kinds: tuple[Ladder, ...]
    reason: Words


class ResetRecovery(_Order, frozen=True, kw_only=True, tag="reset_recovery"):
    """Replace the recovery code; `code` is the hash of the new one, in hex."""

    account: Id
    code: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    reason: Words


class ExportAccount(_Order, frozen=True, kw_only=True, tag="export"):
    """Write out all that is kept of an account."""

    account: Id


class DeleteAccount(_Order, frozen=True, kw_only=True, tag="delete"):
    """Delete an account, as its owner could."""

    account: Id
    reason: Words


class Announce(_Order, frozen=True, kw_only=True, tag="announce"):
    """Tell everybody something, by language, until a moment (seconds since 1970) or for good."""

    text: Annotated[dict[str, Words], Meta(min_length=1)]
    until: float | None


class Withdraw(_Order, frozen=True, kw_only=True, tag="withdraw"):
    """Take an announcement back: whoever comes from now on is not told."""

    announcement: Id


class CloseReport(_Order, frozen=True, kw_only=True, tag="close_report"):
    """Close a player's report."""

    report: Id
    note: Words


Order: TypeAlias = (
    ListTables
    | EndTable
    | Impose
    | Lift
    | RenameAccount
    | ResetStanding
    | ResetRecovery
    | ExportAccount
    | DeleteAccount
    | Announce
    | Withdraw
    | CloseReport
)
ORDERS: Final = get_args(Order)

_decoder: Final = msgspec.json.Decoder[Order](Order)
_SECRET: Final = frozenset({"do", "code"})


def write_order(order: Order) -> str:
    """Return an order as it is kept."""
    return msgspec.json.encode(order).decode()


def read_order(kept: str) -> Order:
    """Read an order.

    Raises:
        OrderError: it is none; the message says which field is wrong.
    """
    try:
        return _decoder.decode(kept)
    except msgspec.MsgspecError as error:
        raise OrderError(f"no order that this server knows: {error}") from None


def action(order: Order) -> str:
    """Return what an order is called in the audit."""
    if isinstance(order, Impose):
        return order.kind
    if isinstance(order, Lift):
        return f"un{order.kind}"
    return str(order.__struct_config__.tag)


def target(order: Order) -> str | None:
    """Return the account, table, announcement or report that an order is about."""
    for field in ("account", "table", "announcement", "report"):
        found: str | None = getattr(order, field, None)
        if found is not None:
            return found
    return None


def is_audited(order: Order) -> bool:
    """Whether an order changes something, or looks at what is private."""
    return not isinstance(order, ListTables)


def details(order: Order) -> dict[str, Any]:
    """Return what the audit says of an order besides its action."""
    fields = msgspec.to_builtins(order)
    return {name: value for name, value in fields.items() if name not in _SECRET}
