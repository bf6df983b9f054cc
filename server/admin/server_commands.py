"""`jantaku admin`, about the server: its tables, and what everybody is told."""

import time

import msgspec

from server.admin.command import DEFAULTS, Common, admin, answered, give, look_up, refuse
from server.admin.orders import Announce, EndTable, ListTables, OrderError, Withdraw
from server.admin.showing import tables_text
from server.admin.times import read_moment, show_moment
from server.store.moderation import AnnouncementStore


@admin.command
def tables(*, common: Common = DEFAULTS) -> int:
    """List the running tables with the accounts that sit there."""
    return give(ListTables(), common, tables_text)


@admin.command
def end(table: str, /, *, reason: str, common: Common = DEFAULTS) -> int:
    """End a game without a result: no rank changes, the record is kept.

    Parameters
    ----------
    table
        The table, as `tables` lists it.
    reason
        Why, for the audit.
    """
    return give(
        EndTable(table=table, reason=reason), common, lambda done: f"{done['table']} is ended"
    )


@admin.command
def announce(
    text: str,
    /,
    *,
    also: tuple[str, ...] = (),
    until: str | None = None,
    common: Common = DEFAULTS,
) -> int:
    """Tell everybody something: those who are here, and those who come while it holds.

    Parameters
    ----------
    text
        The English text.
    also
        The text in another language, such as `ja=...`; may be given more than once.
    until
        The end: +30m, +12h, +7d, +2w, or a date with or without a time (UTC). Until it is withdrawn
        if not given.
    """
    texts = {"en": text}
    for given in also:
        language, equals, words = given.partition("=")
        if not equals or not language or not words:
            return refuse(f"--also {given!r}: allowed: LANGUAGE=TEXT, such as ja=...")
        texts[language] = words
    try:
        end = read_moment(until, time.time())
    except OrderError as error:
        return refuse(str(error))
    return give(
        Announce(text=texts, until=end), common, lambda done: f"announced as {done['announcement']}"
    )


@admin.command
def withdraw(announcement: str, /, *, common: Common = DEFAULTS) -> int:
    """Take an announcement back: who comes from now on is not told.

    Parameters
    ----------
    announcement
        Its id, as `announcements` lists it.
    """
    return give(
        Withdraw(announcement=announcement),
        common,
        lambda done: f"{done['announcement']} is withdrawn",
    )


@admin.command
def announcements(*, common: Common = DEFAULTS) -> int:
    """List the announcements that hold."""

    def work() -> None:
        for kept in look_up(common, lambda found: AnnouncementStore(found).held(time.time())):
            if common.as_json:
                print(msgspec.json.encode(kept).decode())
            else:
                languages = ", ".join(kept.text)
                words = kept.text.get("en") or next(iter(kept.text.values()))
                print(f"{kept.id}  until {show_moment(kept.until)}  [{languages}]  {words}")

    return answered(work)
