"""`jantaku admin`, about accounts: bans and mutes, names, beginning anew, export and deletion."""

import time
from pathlib import Path
from typing import Final, Literal

import msgspec

from protocol.profile import Ladder
from server.admin.command import DEFAULTS, Common, admin, give, refuse, whom
from server.admin.desk import Outcome
from server.admin.orders import (
    DeleteAccount,
    ExportAccount,
    Impose,
    Lift,
    OrderError,
    RenameAccount,
    ResetRecovery,
    ResetStanding,
)
from server.admin.times import read_moment, show_moment
from server.people.credentials import code_hash, new_recovery_code

_DONE: Final = {"ban": "banned", "mute": "muted"}


@admin.command
def ban(
    account: str, /, *, reason: str, until: str | None = None, common: Common = DEFAULTS
) -> int:
    """Shut an account out. Whoever is here is cut off; games go on without them.

    Parameters
    ----------
    account
        An id, or the name of a registered account.
    reason
        Why; the account is told.
    until
        The end: +30m, +12h, +7d, +2w, or a date with or without a time (UTC). For good if not
        given.
    """
    return _impose("ban", account, reason, until, common)


@admin.command
def mute(
    account: str, /, *, reason: str, until: str | None = None, common: Common = DEFAULTS
) -> int:
    """Let an account say nothing at tables.

    Parameters
    ----------
    account
        An id, or the name of a registered account.
    reason
        Why; the account is told.
    until
        The end: +30m, +12h, +7d, +2w, or a date with or without a time (UTC). For good if not
        given.
    """
    return _impose("mute", account, reason, until, common)


@admin.command
def unban(account: str, /, *, reason: str = "lifted", common: Common = DEFAULTS) -> int:
    """Let an account in again.

    Parameters
    ----------
    account
        An id, or the name of a registered account.
    reason
        Why, for the audit.
    """
    return _lift("ban", account, reason, common)


@admin.command
def unmute(account: str, /, *, reason: str = "lifted", common: Common = DEFAULTS) -> int:
    """Let an account talk again.

    Parameters
    ----------
    account
        An id, or the name of a registered account.
    reason
        Why, for the audit.
    """
    return _lift("mute", account, reason, common)


@admin.command
def rename(account: str, name: str, /, *, reason: str, common: Common = DEFAULTS) -> int:
    """Give an account another name.

    Parameters
    ----------
    account
        An id, or the name of a registered account.
    name
        The new name. Reserved names may be given, names of others may not.
    reason
        Why, for the audit.
    """
    return give(
        RenameAccount(account=account, name=name, reason=reason),
        common,
        lambda done: f"{done['account']} is called {done['name']}, not {done['before']}",
    )


@admin.command
def reset(
    account: str,
    /,
    *,
    standing: Literal["4p", "3p", "all"] | None = None,
    recovery: bool = False,
    reason: str,
    common: Common = DEFAULTS,
) -> int:
    """Begin anew: an account's rank and rating, or its way back from a lost password.

    Parameters
    ----------
    account
        An id, or the name of a registered account.
    standing
        Rank and rating of four players, of three, or of both.
    recovery
        Make a new recovery code and print it, once. Whoever has it sets a new password with it, so
        give it to nobody but the owner; the old code opens nothing any more.
    reason
        Why, for the audit.
    """
    if (standing is None) == (not recovery):
        return refuse("reset: name one of --standing and --recovery")
    if standing is not None:
        kinds: tuple[Ladder, ...] = ("4p", "3p") if standing == "all" else (standing,)
        return give(
            ResetStanding(account=account, kinds=kinds, reason=reason),
            common,
            lambda done: f"{whom(done)} begins anew ({done['standings']} standings reset)",
        )
    # The code is made here, and nobody else ever has more of it than its hash.
    code = new_recovery_code()
    return give(
        ResetRecovery(account=account, code=code_hash(code).hex(), reason=reason),
        common,
        lambda done: f"{whom(done)} has a new recovery code: {code}",
    )


@admin.command
def export(account: str, /, *, out: Path | None = None, common: Common = DEFAULTS) -> int:
    """Write out all that is kept of an account, as JSON.

    Parameters
    ----------
    account
        An id, or the name of a registered account.
    out
        A file to write to, instead of standard output.
    """

    def written(outcome: Outcome) -> str:
        text = msgspec.json.format(msgspec.json.encode(outcome), indent=2).decode()
        if out is None:
            return text
        out.write_text(text + "\n", encoding="utf-8")
        return f"written to {out}"

    return give(ExportAccount(account=account), common, written)


@admin.command
def delete(account: str, /, *, reason: str, yes: bool = False, common: Common = DEFAULTS) -> int:
    """Delete an account for good. Its games stay, under "Deleted player".

    Parameters
    ----------
    account
        An id, or the name of a registered account. It must be in no room, queue or game.
    reason
        Why, for the audit.
    yes
        Really do it.
    """
    if not yes:
        return refuse(f"delete: nothing is left of {account!r} afterwards; add --yes to do it")
    return give(
        DeleteAccount(account=account, reason=reason), common, lambda done: f"{whom(done)} is gone"
    )


def _impose(
    kind: Literal["ban", "mute"], account: str, reason: str, until: str | None, common: Common
) -> int:
    try:
        end = read_moment(until, time.time())
    except OrderError as error:
        return refuse(str(error))
    ending = "for good" if end is None else f"until {show_moment(end)} UTC"
    return give(
        Impose(account=account, kind=kind, reason=reason, until=end),
        common,
        lambda done: f"{whom(done)} is {_DONE[kind]} {ending}",
    )


def _lift(kind: Literal["ban", "mute"], account: str, reason: str, common: Common) -> int:
    return give(
        Lift(account=account, kind=kind, reason=reason),
        common,
        lambda done: f"{whom(done)} is not {_DONE[kind]} any more",
    )
