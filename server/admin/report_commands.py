"""`jantaku admin`, about order: players' reports, and what has been done."""

import time
from typing import Annotated, Any, Final

import msgspec
from cyclopts import Parameter

from server.admin.command import DEFAULTS, Common, admin, answered, give, look_up
from server.admin.orders import CloseReport, OrderError
from server.admin.showing import entry_text, report_text, shown_report
from server.store.database import Database
from server.store.moderation import ReportStore
from server.store.orders import AuditStore
from server.store.records import RecordStore

_ALL: Final = 1000


@admin.command
def reports(
    report: str | None = None,
    /,
    *,
    every: Annotated[bool, Parameter(name="--all")] = False,
    limit: int = 50,
    common: Common = DEFAULTS,
) -> int:
    """List the players' reports that are open, the oldest first, with the moment in the record.

    Parameters
    ----------
    report
        Only this one.
    every
        Closed ones, too.
    limit
        So many at most.
    """

    async def look(database: Database) -> list[Any]:
        store, records = ReportStore(database), RecordStore(database, wall=time.time)
        if report is None:
            lines = await store.queue(None if every else "open", limit)
        else:
            one = await store.one(report)
            if one is None:
                raise OrderError(f"there is no report {report!r}")
            lines = [one]
        return [await shown_report(line, records) for line in lines]

    def work() -> None:
        if not 1 <= limit <= _ALL:
            raise OrderError(f"--limit {limit}; allowed: 1 to {_ALL}")
        found = look_up(common, look)
        for shown in found:
            print(msgspec.json.encode(shown).decode() if common.as_json else report_text(shown))
        if not found and not common.as_json:
            print("no report is open")

    return answered(work)


@admin.command
def close(report: str, /, *, note: str, common: Common = DEFAULTS) -> int:
    """Close a player's report.

    Parameters
    ----------
    report
        Its id, as `reports` lists it.
    note
        What came of it, for the audit.
    """
    return give(
        CloseReport(report=report, note=note), common, lambda done: f"{done['report']} is closed"
    )


@admin.command
def audit(*, about: str | None = None, limit: int = 50, common: Common = DEFAULTS) -> int:
    """List what has been done, the latest first.

    Parameters
    ----------
    about
        Only what concerns this account, table, announcement or report, by its id.
    limit
        So many at most.
    """

    def work() -> None:
        if not 1 <= limit <= _ALL:
            raise OrderError(f"--limit {limit}; allowed: 1 to {_ALL}")
        for entry in look_up(common, lambda found: AuditStore(found).latest(limit, about)):
            print(msgspec.json.encode(entry).decode() if common.as_json else entry_text(entry))

    return answered(work)
