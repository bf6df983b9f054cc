"""Profiles and leaderboards: what players have done, and where they stand."""

from collections import OrderedDict
from collections.abc import Mapping
from http import HTTPStatus
from typing import Final, TypeVar, get_args

import msgspec

from protocol.base import Inbound
from protocol.errors import ProtocolError
from protocol.profile import (
    GetLeaderboard,
    GetProfile,
    Ladder,
    Leaderboard,
    LeaderBy,
    LeaderRow,
    Profile,
    RankStep,
    Standing,
)
from server.clock import Clock
from server.config import Config
from server.figures.tally import Tally
from server.lobby.archive import entry_of
from server.net.http import HttpError, Page, Query, whole_number
from server.net.limits import Buckets
from server.ranked.settling import NOTED, Book
from server.session.client import Client
from server.session.dialogue import Handler
from server.store.account_data import AccountData
from server.store.database import Database
from server.store.figures import Extent, FigureStore
from server.store.leaders import Change, LeaderStore
from server.store.records import RecordStore
from server.store.standings import KeptStanding, StandingStore

LADDERS: Final[tuple[Ladder, ...]] = get_args(Ladder)
ORDERS: Final[tuple[LeaderBy, ...]] = get_args(LeaderBy)
RECENT: Final = 10
KEPT: Final = 500
"""Accounts whose games are kept added up, those that were looked at last."""


T = TypeVar("T")


class Profiles:
    """Answers from the store. Adding up takes time: how fast profiles are fetched is limited."""

    def __init__(
        self, clock: Clock, config: Config, database: Database, records: RecordStore, book: Book
    ) -> None:
        self._clock = clock
        self._records = records
        self._book = book
        self._people = AccountData(database)
        self._figures = FigureStore(database, clock.wall)
        self._standings = StandingStore(database)
        self._leaders = LeaderStore(database)
        self._tallies: OrderedDict[str, tuple[Extent, Tally]] = OrderedDict()
        rate = 1.0 / config.profile_s
        self._accounts = Buckets(clock, rate, config.profiles_account)
        self._addresses = Buckets(clock, rate, config.profiles_address)

    def routes(self) -> Mapping[type[Inbound], Handler]:
        """Return the handler of each request."""
        return {GetProfile: self.get, GetLeaderboard: self.get_leaderboard}

    async def catch_up(self) -> None:
        """Count the games that were kept before there were figures."""
        await self._figures.catch_up()

    async def get(self, client: Client, request: GetProfile) -> None:
        """`get_profile`: answered with `profile`."""
        self._check_rate(client)
        asking = client.account.id
        account = request.account or asking
        client.reply(
            request.id,
            await self.profile(account, own=account == asking, request_id=request.id),
        )

    async def get_leaderboard(self, client: Client, request: GetLeaderboard) -> None:
        """`get_leaderboard`: answered with `leaderboard`."""
        self._check_rate(client)
        answer = await self.leaderboard(
            request.kind,
            request.by,
            request.after,
            request.limit,
            account=client.account.id,
            request_id=request.id,
        )
        client.reply(request.id, answer)

    async def profile(
        self, account: str, *, own: bool = False, request_id: int | None = None
    ) -> Profile:
        """Return what there is to know of an account; with `own` what only itself may see, too.

        Raises:
            ProtocolError: there is no such account (any more).
        """
        found = await self._people.find(account, None)
        if found is None or found.deleted:
            raise ProtocolError("no_such_account", field="account")
        tally = await self._tally(account)
        standings = await self._standings.of(account)
        recent = await self._records.games(account=account, limit=RECENT, own=own)
        histories: dict[str, tuple[RankStep, ...]] = {
            kind: tuple(map(_step, await self._leaders.history(kind, account)))
            for kind in LADDERS
            if kind in standings
        }
        return Profile(
            id=request_id,
            account=account,
            name=found.name,
            own=own,
            figures=tally.figures(),
            ranks={
                kind: await self._standing(kind, account, standings[kind])
                for kind in LADDERS
                if kind in standings
            },
            history=histories,
            best=tally.best() if own else tally.best_for_others(self._clock.wall()),
            recent=tuple(entry_of(line, account) for line in recent.games),
        )

    async def leaderboard(
        self,
        kind: Ladder,
        by: LeaderBy,
        after: int,
        limit: int,
        *,
        account: str | None = None,
        request_id: int | None = None,
    ) -> Leaderboard:
        """Return some rows of a leaderboard, and the place of `account`."""
        page = await self._leaders.page(kind, by, after, limit, account)
        rows = []
        for place, leader in enumerate(page.rows, after + 1):
            noted = self._book.noted(self._book.known(leader.standing))
            rows.append(
                LeaderRow(
                    place=place,
                    account=leader.account,
                    name=leader.name,
                    rank=noted.rank,
                    rating=noted.rating,
                    games=leader.standing.games,
                )
            )
        return Leaderboard(
            id=request_id, kind=kind, by=by, rows=tuple(rows), total=page.total, own=page.own
        )

    async def page(self, account: str, _query: Query) -> Page:
        """Answer `/api/profiles/ACCOUNT`: what everybody may see of it."""
        try:
            profile = await self.profile(account)
        except ProtocolError as error:
            raise HttpError(HTTPStatus.NOT_FOUND, error.code, error.message, error.field) from None
        return Page(msgspec.json.encode(profile))

    async def leaders_page(self, kind: str, query: Query) -> Page:
        """Answer `/api/leaderboards/4p` and `/3p`, with `by`, `after` and `limit`."""
        board = await self.leaderboard(
            _one_of("kind", kind, LADDERS),
            _one_of("by", query.get("by", "rank"), ORDERS),
            whole_number(query, "after", 0, 0, 1_000_000),
            whole_number(query, "limit", 20, 1, 100),
        )
        return Page(msgspec.json.encode(board))

    def _check_rate(self, client: Client) -> None:
        link = client.link
        if not self._accounts.take(client.account.id) or (
            not link.unlimited and not self._addresses.take(link.address)
        ):
            raise ProtocolError("too_fast", "Too many profiles in a short time; wait a bit.")

    async def _tally(self, account: str) -> Tally:
        """Add an account's games up, unless that was done since the last one."""
        extent = await self._figures.extent(account)
        kept = self._tallies.get(account)
        if kept is not None and kept[0] == extent:
            self._tallies.move_to_end(account)
            return kept[1]
        tally, waiting = Tally(), 0
        page = await self._figures.page(account)
        while True:
            for played in page.played:
                tally.add(played)
            waiting += page.waiting
            if page.next is None:
                break
            page = await self._figures.page(account, page.next)
        # What waits will be counted without a new game.
        if waiting == 0:
            self._tallies[account] = (extent, tally)
            self._tallies.move_to_end(account)
            if len(self._tallies) > KEPT:
                self._tallies.popitem(last=False)
        return tally

    async def _standing(self, kind: Ladder, account: str, kept: KeptStanding) -> Standing:
        noted = self._book.noted(self._book.known(kept))
        return Standing(
            rank=noted.rank,
            rating=noted.rating,
            games=kept.games,
            place=await self._leaders.place(kind, account),
        )


def _step(change: Change) -> RankStep:
    noted = NOTED.decode(change.after)
    return RankStep(
        game=change.game,
        ended=int(change.ended * 1000),
        place=change.place,
        delta=change.delta,
        rank=noted.rank,
        rating=noted.rating,
    )


def _one_of(name: str, value: str, allowed: tuple[T, ...]) -> T:
    for known in allowed:
        if known == value:
            return known
    raise HttpError(
        HTTPStatus.BAD_REQUEST,
        "bad_value",
        f"{name} must be one of {', '.join(map(str, allowed))}.",
        name,
    )
