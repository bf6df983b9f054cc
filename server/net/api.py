"""The pages of the HTTP side, each made from one part of the server."""

import asyncio
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, Final, TypeAlias

import msgspec

from protocol.errors import ProtocolError
from server.metrics import CONTENT_TYPE, Metrics
from server.net.http import (
    TEXT,
    Files,
    HttpError,
    HttpSide,
    Page,
    Query,
    Route,
    whole_number,
)
from server.records.analyses import Analyses
from server.records.formats import BadRequest, Rendered, render
from server.store.records import RecordStore, Wanted
from server.table.api import Tables

_MOMENT_DIGITS: Final = 15
_FOR_EVER: Final = "public, max-age=86400, immutable"
_FOR_ONE: Final = "private, no-store"
_STATUS: Final = {
    "no_such_record": HTTPStatus.NOT_FOUND,
    "too_fast": HTTPStatus.TOO_MANY_REQUESTS,
}
"""What refusals are over HTTP; all others are the asker's mistake."""

Whose: TypeAlias = Callable[[str], Awaitable[str | None]]
"""Tells the account that a token opens, None for a token that opens nothing."""


class Api:
    """Answers `/healthz`, `/readyz`, `/metrics` and `/api/`, next to the files of the client."""

    def __init__(
        self,
        *,
        records: RecordStore,
        analyses: Analyses,
        whose: Whose,
        tables: Tables,
        metrics: Metrics,
        catalogue: Callable[[], Any],
        list_rooms: Route,
        list_queues: Route,
        profile: Route,
        leaderboard: Route,
        ready: Callable[[], bool],
        files: Files,
        public_metrics: bool,
    ) -> None:
        self._records = records
        self._analyses = analyses
        self._whose = whose
        self._tables = tables
        self._metrics = metrics
        self._catalogue = catalogue
        self._list_rooms = list_rooms
        self._list_queues = list_queues
        self._profile = profile
        self._leaderboard = leaderboard
        self._ready = ready
        self._files = files
        self._public_metrics = public_metrics

    def side(self) -> HttpSide:
        """Return the routes."""
        return HttpSide(
            {
                "/healthz": lambda _path, _query: Page(b"ok\n", TEXT),
                "/readyz": self._readiness,
                "/metrics": lambda _path, _query: Page(self._metrics.render(), CONTENT_TYPE),
                "/api/records": self._list_records,
                "/api/tables": self._list_tables,
                "/api/rooms": self._list_rooms,
                "/api/queues": self._list_queues,
                "/api/profiles/*": self._profile,
                "/api/leaderboards/*": self._leaderboard,
                "/api/rules": lambda _path, _query: Page(msgspec.json.encode(self._catalogue())),
            },
            self._files,
            private=() if self._public_metrics else ("/metrics",),
            guarded={
                "/api/records/*": self._record,
                "/api/records/*/analysis": self._analysis,
            },
        )

    def _readiness(self, _path: str, _query: Query) -> Page:
        if self._ready():
            return Page(b"ready\n", TEXT)
        return Page(b"not ready\n", TEXT, HTTPStatus.SERVICE_UNAVAILABLE)

    async def _list_records(self, _path: str, query: Query) -> Page:
        limit = whole_number(query, "limit", 20, 1, 100)
        page = await self._records.games(
            account=query.get("account"),
            before=query.get("before"),
            limit=limit,
            wanted=Wanted(
                mode=query.get("mode"),
                player=query.get("player"),
                since=_moment(query, "since"),
                until=_moment(query, "until"),
                yaku=query.get("yaku"),
            ),
        )
        return Page(msgspec.json.encode(page))

    async def _record(self, game: str, query: Query, token: str | None) -> Page:
        shown = await self._records.shown(game, await self._account(token))
        if shown is None:
            raise _refused(ProtocolError("no_such_record"))
        # A finished game never changes.
        cache = _FOR_EVER if shown.public else _FOR_ONE
        if "format" not in query:
            return Page(shown.record, cache=cache)
        # A thread's work: it takes as long as many messages of players.
        file = await asyncio.to_thread(_rendered, shown.record, query)
        return Page(file.body, file.content_type, cache=cache, file_name=file.file_name)

    async def _analysis(self, game: str, query: Query, token: str | None) -> Page:
        number = whole_number(query, "round", 0, 0, 999)
        step = whole_number(query, "step", 0, 0, 9999)
        seat = whole_number(query, "seat", 0, 0, 3) if "seat" in query else None
        try:
            seats = await self._analyses.at(game, await self._account(token), number, step, seat)
        except ProtocolError as error:
            raise _refused(error) from None
        body = {"game": game, "round": number, "step": step, "seats": seats}
        return Page(msgspec.json.encode(body), cache=_FOR_ONE)

    async def _account(self, token: str | None) -> str | None:
        return None if token is None else await self._whose(token)

    def _list_tables(self, _path: str, _query: Query) -> Page:
        return Page(msgspec.json.encode({"tables": self._tables.live()}))


def _refused(error: ProtocolError) -> HttpError:
    status = _STATUS.get(error.code, HTTPStatus.BAD_REQUEST)
    return HttpError(status, error.code, error.message, error.field)


def _moment(query: Query, name: str) -> float | None:
    """Read a time in Unix milliseconds; return seconds."""
    text = query.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= _MOMENT_DIGITS):
        raise HttpError(
            HTTPStatus.BAD_REQUEST,
            "out_of_range",
            f"{name} must be a time in milliseconds since 1970.",
            name,
        )
    return int(text) / 1000


def _rendered(record: bytes, query: Query) -> Rendered:
    """Write a record as `format`, `flavour`, `round` and `packed` of a query say."""
    number = whole_number(query, "round", 0, 1, 999) if "round" in query else None
    try:
        return render(
            msgspec.json.decode(record),
            query["format"],
            flavour=query.get("flavour", "gimite"),
            only_round=None if number is None else number - 1,
            packed=whole_number(query, "packed", 0, 0, 1) == 1,
        )
    except BadRequest as error:
        field = str(error).split(" ", 1)[0].rstrip(":")
        raise HttpError(HTTPStatus.BAD_REQUEST, "bad_value", f"{error}.", field) from None
