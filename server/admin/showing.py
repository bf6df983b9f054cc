"""What people are shown of reports, tables and the audit."""

import msgspec

from server.admin.desk import Outcome
from server.admin.times import show_moment
from server.figures.moments import Moment, moments
from server.records.formats.rounds import printable
from server.store.moderation import ReportLine
from server.store.orders import Entry
from server.store.records import RecordStore

_TEXT = 500
_NAME = 24


class ShownReport(msgspec.Struct, frozen=True):
    """A report as `--json` prints it. `link` is the path of the moment in a replay.

    Without a link the game still runs, or no game was reported.
    """

    id: str
    state: str
    created: float
    reason: str
    text: str
    account: str
    name: str
    reporter: str
    reporter_name: str
    game: str | None
    seat: int | None
    place: int | None
    round: str | None
    link: str | None
    handled_by: str | None
    handled: float | None


async def shown_report(line: ReportLine, records: RecordStore) -> ShownReport:
    """Look the moment of a report up in its record."""
    report = line.report
    record = await records.record(report.game) if report.game else None
    moment = None if record is None else _moment(record, report.place)
    link = None
    if moment is not None:
        link = moment.link(report.game, line.seat)
    elif record is not None:
        link = f"/r/{report.game}"
    return ShownReport(
        id=report.id,
        state=report.state,
        created=report.created,
        reason=report.reason,
        text=report.text,
        account=report.account,
        name=line.name,
        reporter=report.reporter,
        reporter_name=line.reporter_name,
        game=report.game or None,
        seat=line.seat,
        place=report.place,
        round=None if moment is None else moment.round,
        link=link,
        handled_by=report.handled_by,
        handled=report.handled,
    )


def _moment(record: bytes, place: int | None) -> Moment | None:
    """Return the moment of an event; the last one before it that is in a round."""
    found: Moment | None = None
    if place is not None:
        for number, (moment, _) in enumerate(moments(msgspec.json.decode(record)["events"])):
            if number > place:
                break
            found = moment or found
    return found


def report_text(report: ShownReport) -> str:
    """Write a report for people."""
    lines = [
        f"{report.id}  {report.state}  {show_moment(report.created)}  {report.reason}",
        f"  about  {_person(report.name, report.account)}"
        + ("" if report.seat is None else f", seat {report.seat}"),
        f"  by     {_person(report.reporter_name, report.reporter)}",
    ]
    if report.link is not None:
        lines.append(f"  see    {report.link}")
    elif report.game is not None:
        lines.append(f"  game   {report.game}, which has no record yet; event {report.place}")
    if report.text:
        lines.append(f"  says   {printable(report.text, _TEXT)}")
    if report.handled is not None:
        lines.append(f"  closed {show_moment(report.handled)} by {report.handled_by}")
    return "\n".join(lines)


def tables_text(outcome: Outcome) -> str:
    """Write the running tables for people."""
    lines = []
    for table in outcome["tables"]:
        ranked = "  ranked" if table["ranked"] else ""
        lines.append(
            f"{table['table']}  {table['mode']}{ranked}  {table['round']}  "
            f"{table['watchers']} watching"
        )
        for number, seat in enumerate(table["seats"]):
            who = "a bot" if seat["account"] is None else seat["account"]
            here = "" if seat["account"] is None or seat["online"] else ", away"
            lines.append(f"  {number}  {printable(seat['name'], _NAME)} ({who}{here})")
    return "\n".join(lines) or "no table runs"


def entry_text(entry: Entry) -> str:
    """Write an entry of the audit for people."""
    detail = {name: value for name, value in entry.detail.items() if value != entry.target}
    outcome = detail.pop("outcome", "not finished")
    about = "" if entry.target is None else f" {entry.target}"
    more = f"  {msgspec.json.encode(detail).decode()}" if detail else ""
    return f"{show_moment(entry.at)}  {entry.actor}  {entry.action}{about}  {outcome}{more}"


def _person(name: str, account: str) -> str:
    return f"{printable(name, _NAME)} ({account})"
