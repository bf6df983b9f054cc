"""What those who keep order work with: players' reports, and announcements to everybody.

Times are wall seconds.
"""

import secrets
from typing import Any, Final, Literal, TypeAlias

import msgspec
from sqlalchemy import Connection, and_, delete, insert, or_, select, update

from server.store.database import Database
from server.store.schema import accounts, announcements, players, reports

ReportState: TypeAlias = Literal["open", "closed"]


class KeptReport(msgspec.Struct, frozen=True, kw_only=True):
    """A report. `game` is empty where an account was reported and no game.

    `place` is the number of the event, from 0, at which the reporter stood.
    """

    id: str
    reporter: str
    account: str
    game: str
    place: int | None
    reason: str
    text: str
    created: float
    state: ReportState = "open"
    handled_by: str | None = None
    handled: float | None = None


class ReportLine(msgspec.Struct, frozen=True, kw_only=True):
    """A report in the queue, with the names of both and the seat of the reported.

    `seat` is None as long as there is no record of the game, and where no game was reported.
    """

    report: KeptReport
    reporter_name: str
    name: str
    seat: int | None


class KeptAnnouncement(msgspec.Struct, frozen=True):
    """Something that everybody is told from `since` until `until`, None: for good."""

    id: str
    text: dict[str, str]
    since: float
    until: float | None


class ReportStore:
    """Reads and writes reports."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, report: KeptReport) -> bool:
        """Keep a report; False: an open one of the same people, game and reason is there.

        Raises:
            Refused: one of the accounts does not exist.
        """
        same = select(reports.c.id).where(
            reports.c.reporter == report.reporter,
            reports.c.account == report.account,
            reports.c.game == report.game,
            reports.c.reason == report.reason,
            reports.c.state == "open",
        )

        def work(connection: Connection) -> bool:
            if connection.execute(same).first() is not None:
                return False
            connection.execute(insert(reports).values(msgspec.structs.asdict(report)))
            return True

        return await self._database.write(work)

    async def seats(self, game: str) -> tuple[str | None, ...]:
        """Return who sat where in a finished game, None for a bot; empty: there is none."""
        wanted = select(players.c.account).where(players.c.game == game).order_by(players.c.seat)
        return await self._database.read(
            lambda connection: tuple(connection.execute(wanted).scalars())
        )

    async def queue(self, state: ReportState | None, limit: int) -> list[ReportLine]:
        """Return reports, the oldest first; of both states if None."""
        wanted = _LINES.order_by(reports.c.created, reports.c.id).limit(limit)
        if state is not None:
            wanted = wanted.where(reports.c.state == state)
        return await self._database.read(
            lambda connection: [_line(*row) for row in connection.execute(wanted)]
        )

    async def one(self, report: str) -> ReportLine | None:
        """Return a report by its id."""
        wanted = _LINES.where(reports.c.id == report)

        def work(connection: Connection) -> ReportLine | None:
            row = connection.execute(wanted).first()
            return None if row is None else _line(*row)

        return await self._database.read(work)

    async def close(self, report: str, by: str, now: float) -> bool:
        """Close a report; False: there is no open one of this id."""
        closed = (
            update(reports)
            .where(reports.c.id == report, reports.c.state == "open")
            .values(state="closed", handled_by=by, handled=now)
        )
        return await self._database.write(
            lambda connection: connection.execute(closed).rowcount > 0
        )


class AnnouncementStore:
    """Reads and writes announcements."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, text: dict[str, str], now: float, until: float | None) -> KeptAnnouncement:
        """Keep a new one that holds from now on."""
        kept = KeptAnnouncement(secrets.token_hex(8), text, now, until)
        row = insert(announcements).values(
            id=kept.id, text=msgspec.json.encode(text).decode(), since=now, until=until
        )
        await self._database.write(lambda connection: connection.execute(row).rowcount)
        return kept

    async def held(self, now: float) -> list[KeptAnnouncement]:
        """Return those that hold, the oldest first."""
        wanted = (
            select(announcements)
            .where(or_(announcements.c.until.is_(None), announcements.c.until > now))
            .order_by(announcements.c.since, announcements.c.id)
        )

        def work(connection: Connection) -> list[KeptAnnouncement]:
            return [
                KeptAnnouncement(id, msgspec.json.decode(text, type=dict[str, str]), since, until)
                for id, text, since, until in connection.execute(wanted)
            ]

        return await self._database.read(work)

    async def withdraw(self, announcement: str) -> bool:
        """Forget one; False: there is none of this id."""
        gone = delete(announcements).where(announcements.c.id == announcement)
        return await self._database.write(lambda connection: connection.execute(gone).rowcount > 0)


_FIELDS: Final = KeptReport.__struct_fields__
_reporters: Final = accounts.alias("reporters")
_LINES: Final = (
    select(
        *(reports.c[field] for field in _FIELDS),
        _reporters.c.name,
        accounts.c.name,
        players.c.seat,
    )
    .join(_reporters, _reporters.c.id == reports.c.reporter)
    .join(accounts, accounts.c.id == reports.c.account)
    .outerjoin(
        players,
        and_(players.c.game == reports.c.game, players.c.account == reports.c.account),
    )
)


def _line(*row: Any) -> ReportLine:
    *report, reporter_name, name, seat = row
    kept = KeptReport(**dict(zip(_FIELDS, report, strict=True)))
    return ReportLine(report=kept, reporter_name=reporter_name, name=name, seat=seat)
