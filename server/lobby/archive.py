"""Requests for finished games: one record, or the list of one's own."""

from collections.abc import Mapping

import msgspec

from protocol.base import Inbound
from protocol.errors import ProtocolError
from protocol.record import (
    Analysis,
    GetAnalysis,
    GetRecord,
    ListRecords,
    RawRecord,
    RecordEntry,
    Records,
)
from server.clock import Clock
from server.config import Config
from server.net.limits import Buckets
from server.records.analyses import Analyses
from server.session.client import Client
from server.session.dialogue import Handler
from server.store.records import GameLine, RecordStore, Wanted


class Archive:
    """Answers from the store. Records are long: how fast they are fetched is limited."""

    def __init__(
        self, clock: Clock, config: Config, records: RecordStore, analyses: Analyses
    ) -> None:
        self._records = records
        self._analyses = analyses
        rate = 1.0 / config.record_s
        self._accounts = Buckets(clock, rate, config.records_account)
        self._addresses = Buckets(clock, rate, config.records_address)

    def routes(self) -> Mapping[type[Inbound], Handler]:
        """Return the handler of each request."""
        return {GetRecord: self.get, GetAnalysis: self.analyse, ListRecords: self.list}

    async def get(self, client: Client, request: GetRecord) -> None:
        """`get_record`: all of a finished game, unless it is private, or still watched."""
        link = client.link
        if not self._accounts.take(client.account.id) or (
            not link.unlimited and not self._addresses.take(link.address)
        ):
            raise ProtocolError("too_fast", "Too many records in a short time; wait a bit.")
        shown = await self._records.shown(request.game, client.account.id)
        if shown is None:
            raise ProtocolError("no_such_record", field="game")
        record = msgspec.Raw(shown.record)
        client.reply(request.id, RawRecord(id=request.id, game=request.game, record=record))

    async def analyse(self, client: Client, request: GetAnalysis) -> None:
        """`get_analysis`: waits and distances at a moment of a game that one may see."""
        seats = await self._analyses.at(
            request.game, client.account.id, request.round, request.step, request.seat
        )
        answer = Analysis(
            id=request.id, game=request.game, round=request.round, step=request.step, seats=seats
        )
        client.reply(request.id, answer)

    async def list(self, client: Client, request: ListRecords) -> None:
        """`list_records`: the asking account's games, newest first."""
        account = client.account.id
        page = await self._records.games(
            account=account,
            before=request.before,
            limit=request.limit,
            own=True,
            wanted=Wanted(
                mode=request.mode,
                player=request.player,
                since=_seconds(request.since),
                until=_seconds(request.until),
                yaku=request.yaku,
            ),
        )
        entries = tuple(entry_of(line, account) for line in page.games)
        client.reply(request.id, Records(id=request.id, games=entries))


def _seconds(milliseconds: int | None) -> float | None:
    return None if milliseconds is None else milliseconds / 1000


def entry_of(line: GameLine, account: str) -> RecordEntry:
    """Return the line of a list for somebody who sat there."""
    result = line.result
    return RecordEntry(
        game=line.game,
        mode=line.mode,
        ranked=line.ranked,
        ended=int(line.ended * 1000),
        seat=line.accounts.index(account),
        names=line.names,
        scores=result.scores if result else (),
        ranks=result.ranks if result else (),
        points=result.points if result else (),
        tier=line.tier,
        ranks_before=line.ranks_before,
        ranks_after=line.ranks_after,
    )
