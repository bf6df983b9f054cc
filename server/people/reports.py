"""Players' reports, kept for those who keep order, with the place in the game."""

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from protocol.base import Inbound
from protocol.errors import Ok, ProtocolError
from protocol.report import Report, ReportedMoment
from server.clock import Clock
from server.config import Config
from server.figures.moments import Moment, moments
from server.log import get_logger
from server.net.limits import Buckets
from server.session.client import Client
from server.session.dialogue import Handler
from server.store.account_data import AccountData
from server.store.database import Database
from server.store.errors import Refused
from server.store.moderation import KeptReport, ReportStore
from server.store.records import RecordStore
from server.table.api import Tables

log = get_logger("reports")


class Reports:
    """Takes reports. How fast they come is limited."""

    def __init__(
        self,
        clock: Clock,
        config: Config,
        database: Database,
        records: RecordStore,
        tables: Tables,
    ) -> None:
        self._clock = clock
        self._records = records
        self._tables = tables
        self._people = AccountData(database)
        self._store = ReportStore(database)
        rate = 1.0 / config.report_s
        self._accounts = Buckets(clock, rate, config.reports_account)
        self._addresses = Buckets(clock, rate, config.reports_address)

    def routes(self) -> Mapping[type[Inbound], Handler]:
        """Return the handler of each request."""
        return {Report: self.report}

    async def report(self, client: Client, request: Report) -> None:
        """`report`: of a seat that one has played with, or of an account."""
        _check_shape(request)
        link = client.link
        if not self._accounts.take(client.account.id) or (
            not link.unlimited and not self._addresses.take(link.address)
        ):
            raise ProtocolError("too_fast", "Too many reports in a short time; wait a bit.")
        reporter = client.account.id
        place: int | None = None
        if request.game is not None and request.seat is not None:
            account, place = await self._seated(reporter, request.game, request.seat, request.at)
        else:
            account = await self._account(reporter, request.account)
        await self._keep(reporter, account, request, place)
        client.reply(request.id, Ok(id=request.id))

    async def _seated(
        self, reporter: str, game: str, seat: int, at: ReportedMoment | None
    ) -> tuple[str, int | None]:
        """Return who sits in a seat, and where the game stands."""
        running = self._tables.running(game)
        if running is not None:
            accounts = tuple(occupant.account_id for occupant in running.seats)
            if reporter not in accounts:
                raise ProtocolError("not_seated", field="game")
            return _other(reporter, accounts, seat), running.events - 1
        accounts = await self._store.seats(game)
        # Whoever has not played it may not even know that there is such a game.
        if reporter not in accounts:
            raise ProtocolError("no_such_record", field="game")
        account = _other(reporter, accounts, seat)
        return account, None if at is None else await self._place(game, at)

    async def _place(self, game: str, at: ReportedMoment) -> int:
        record = await self._records.record(game)
        # A thread's work: it takes as long as many messages of players.
        place = await asyncio.to_thread(_find, record or b"{}", Moment(at.round, at.step))
        if place is None:
            raise ProtocolError("bad_value", "The game has no such moment.", "at")
        return place

    async def _account(self, reporter: str, account: str | None) -> str:
        if account == reporter:
            raise ProtocolError("own_account", field="account")
        found = await self._people.find(account or "", None)
        if found is None or found.deleted:
            raise ProtocolError("no_such_account", field="account")
        return found.id

    async def _keep(self, reporter: str, account: str, request: Report, place: int | None) -> None:
        report = KeptReport(
            id=secrets.token_hex(8),
            reporter=reporter,
            account=account,
            game=request.game or "",
            place=place,
            reason=request.reason,
            text=request.text or "",
            created=self._clock.wall(),
        )
        try:
            if await self._store.add(report):
                log.info("reported", report=report.id, reason=report.reason, game=report.game)
        except Refused:
            # Forgotten in this moment.
            raise ProtocolError("no_such_account") from None


def _check_shape(request: Report) -> None:
    if request.account is not None:
        if request.game is not None or request.seat is not None or request.at is not None:
            raise ProtocolError(
                "bad_value", "A report is of a seat of a game, or of an account.", "account"
            )
    elif request.game is None or request.seat is None:
        missing = "seat" if request.seat is None else "game"
        raise ProtocolError(
            "bad_value", "A report names a game and a seat, or an account.", missing
        )


def _other(reporter: str, accounts: Sequence[str | None], seat: int) -> str:
    if seat >= len(accounts):
        raise ProtocolError("no_such_seat", field="seat")
    account = accounts[seat]
    if account is None:
        raise ProtocolError("not_a_person", field="seat")
    if account == reporter:
        raise ProtocolError("own_seat", field="seat")
    return account


def _find(record: bytes, wanted: Moment) -> int | None:
    """Return the number of the event at a moment."""
    kept: dict[str, Any] = msgspec.json.decode(record)
    for place, (moment, _) in enumerate(moments(kept.get("events", ()))):
        if moment == wanted:
            return place
    return None
