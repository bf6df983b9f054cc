"""Finished games: the record as it was played, compressed, with what a list shows beside it."""

import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    bindparam,
    delete,
    exists,
    false,
    insert,
    literal,
    select,
    tuple_,
    update,
)

from protocol.queue import Rank
from server.log import get_logger
from server.store.database import Database, StoreError, Work
from server.store.dialects import insert_into, played_by, won_with
from server.store.figures import figures_or_nothing
from server.store.schema import games, journals, players, rank_changes

_log = get_logger("records")


class GameResult(msgspec.Struct, frozen=True):
    """Final figures by seat, as in `end_game` (formats.md)."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    points: tuple[float, ...]


class GameLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finished game in a list. `accounts` by seat, None for a bot; times are wall seconds.

    `result` is None for a game that was ended by vote. A ranked game has a `tier`, and the ranks of
    its players before and after it, None for an account that was not there any more.
    """

    game: str
    mode: str
    ranked: bool
    preset: str
    started: float | None
    ended: float
    names: tuple[str, ...]
    accounts: tuple[str | None, ...]
    result: GameResult | None
    tier: str | None = None
    ranks_before: tuple[Rank | None, ...] | None = None
    ranks_after: tuple[Rank | None, ...] | None = None


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What a list of games is narrowed to; all that is given must hold.

    `player` is part of a player's name (A to Z small or capital); `since` and `until` (not
    included) are wall seconds of the end; `yaku` is what the account of the list, or anybody in a
    list of all, has won with.
    """

    mode: str | None = None
    player: str | None = None
    since: float | None = None
    until: float | None = None
    yaku: str | None = None


ANY: Final = Wanted()


class Shown(msgspec.Struct, frozen=True):
    """A record as JSON, for somebody who may see it; `public` says that anybody may."""

    record: bytes
    public: bool


class GamePage(msgspec.Struct, frozen=True):
    """Newest first; `next` is the `before` of the following page, None at the end."""

    games: tuple[GameLine, ...]
    next: str | None


class _Noted(msgspec.Struct):
    """What is read of `server.ranked.settling.Noted`."""

    rank: Rank


_Ranks: TypeAlias = tuple[Rank | None, ...]


class _Rules(msgspec.Struct):
    preset: str = ""


class RecordStore:
    """Reads and writes finished games. `wall` gives the time that a game is filed under."""

    def __init__(self, database: Database, wall: Callable[[], float]) -> None:
        self.database = database
        self._wall = wall

    async def save_record(
        self,
        game_id: str,
        record: Mapping[str, Any],
        *,
        mode: str,
        accounts: tuple[str | None, ...],
        started: float | None = None,
        ranked: bool = False,
        listed: bool = True,
        private: bool = False,
        held_s: float = 0,
        also: Callable[[Connection], None] | None = None,
    ) -> None:
        """Keep one record; returns once it is on the disk. Saving a game again changes nothing.

        Those who played have it at once, everybody else after `held_s` seconds, and never where it
        is `private`. `also` runs in the same transaction, and not when the game was there already.

        The game's journal goes in the same transaction, so a process that dies here or there
        leaves either the journal or the record, never both and never neither. (Its entries mean
        nothing without it; `server.store.journals` sweeps them out.) So do the seats' figures.
        """
        encoded = msgspec.json.encode(record)
        last = msgspec.to_builtins(record["events"][-1]) if record["events"] else {}
        result = (
            msgspec.json.encode(msgspec.convert(last, GameResult)).decode()
            if last.get("type") == "end_game"
            else None
        )
        ended = self._wall()
        yaku = msgspec.json.encode(yaku_of(record["events"], len(accounts)))
        row = {
            "id": game_id,
            "mode": mode,
            "ranked": int(ranked),
            "started": started,
            "ended": ended,
            "names": msgspec.json.encode(record["names"]).decode(),
            "rules": msgspec.json.encode(record["rules"]).decode(),
            "result": result,
            "yaku": yaku.decode(),
            "listed": int(listed),
            "private": int(private),
            "public_from": ended + held_s,
        }
        figures = figures_or_nothing(
            record["events"],
            accounts,
            ranked=ranked,
            shown_from=ended + held_s if listed and not private else None,
        )
        seats = [
            {"game": game_id, "seat": seat, "account": account, "ended": ended, "figures": counted}
            for seat, (account, counted) in enumerate(zip(accounts, figures, strict=True))
        ]

        # Entries of other tables' journals wait behind this transaction.
        compressed = await self.database.aside(lambda: zlib.compress(encoded, 6))

        def work(connection: Connection) -> None:
            inserted = connection.execute(
                insert_into(connection, games)
                .values(**row, record=compressed)
                .on_conflict_do_nothing()
            )
            if inserted.rowcount:
                connection.execute(insert(players), seats)
                if also is not None:
                    also(connection)
            connection.execute(delete(journals).where(journals.c.id == game_id))

        await self.database.write(work)

    async def record(self, game_id: str) -> bytes | None:
        """Return a record as JSON, whoever may see it; None when there is no such game."""

        def work(connection: Connection) -> bytes | None:
            kept = connection.execute(select(games.c.record).where(games.c.id == game_id)).scalar()
            return None if kept is None else zlib.decompress(kept)

        return await self.database.read(work)

    async def shown(self, game_id: str, account: str | None) -> Shown | None:
        """Return a record for an account, or for a stranger.

        None when there is no such game, and just so when it is not for them, or not yet.
        """
        # A bot has no account either: nobody must be taken for one.
        mine = false() if account is None else players.c.account == account
        played = exists().where(players.c.game == game_id, mine)
        wanted = select(games.c.record, _public(self._wall()), played).where(games.c.id == game_id)

        def work(connection: Connection) -> Shown | None:
            row = connection.execute(wanted).one_or_none()
            if row is None:
                return None
            kept, public, own = row
            return Shown(zlib.decompress(kept), bool(public)) if public or own else None

        return await self.database.read(work)

    async def games(
        self,
        *,
        account: str | None = None,
        before: str | None = None,
        limit: int = 20,
        wanted: Wanted = ANY,
        own: bool = False,
    ) -> GamePage:
        """List games, newest first: of one account or of all, from `before` (a game) on.

        With `own` the account itself asks, and sees those too that others do not see (yet).
        """
        now = None if own else self._wall()

        def work(connection: Connection) -> GamePage:
            statement = _list(connection, account, wanted, now)
            if before is not None:
                ended = connection.execute(
                    select(games.c.ended).where(games.c.id == before)
                ).scalar()
                if ended is None:
                    return GamePage((), None)
                statement = statement.where(
                    tuple_(games.c.ended, games.c.id) < tuple_(literal(ended), literal(before))
                )
            rows = connection.execute(statement.limit(limit + 1)).all()
            lines = tuple(_line(connection, row) for row in rows[:limit])
            return GamePage(lines, lines[-1].game if len(rows) > limit else None)

        return await self.database.read(work)

    async def catch_up(self) -> None:
        """Look through the games of which it is not known yet what they were won with."""

        missing = select(games.c.id, games.c.record).where(games.c.yaku.is_(None)).limit(_CATCH_UP)
        note = (
            update(games).where(games.c.id == bindparam("game")).values(yaku=bindparam("won_with"))
        )

        def look(connection: Connection) -> list[dict[str, str]]:
            return [
                {"game": game, "won_with": _won(record)}
                for game, record in connection.execute(missing)
            ]

        def keep(found: list[dict[str, str]]) -> Work[None]:
            def work(connection: Connection) -> None:
                connection.execute(note, found)

            return work

        try:
            while found := await self.database.read(look):
                await self.database.write(keep(found))
        except StoreError as error:
            # The next start goes on.
            _log.error("catch_up_failed", reason=str(error))


def yaku_of(events: Sequence[Mapping[str, Any]], seats: int) -> list[list[str]]:
    """Return what each seat won with in a game, each yaku once, in alphabetical order."""
    won: list[set[str]] = [set() for _ in range(seats)]
    for event in events:
        if event["type"] == "hora":
            won[event["actor"]].update(name for name, _ in event["yaku"])
    return [sorted(names) for names in won]


def _won(compressed: bytes) -> str:
    try:
        kept = msgspec.json.decode(zlib.decompress(compressed))
    except (zlib.error, msgspec.DecodeError):
        return "[]"
    return msgspec.json.encode(yaku_of(kept["events"], len(kept["names"]))).decode()


_CATCH_UP: Final = 20
"""Games that are looked through at a time: nobody should wait for it."""


def _public(now: float) -> ColumnElement[bool]:
    return and_(games.c.private == 0, games.c.public_from <= now)


def _list(
    connection: Connection, account: str | None, wanted: Wanted, now: float | None
) -> Select[Any]:
    """Select the lines of a list; without `now` those too that others do not see (yet)."""
    statement = select(
        games.c.id,
        games.c.mode,
        games.c.ranked,
        games.c.started,
        games.c.ended,
        games.c.names,
        games.c.rules,
        games.c.result,
        games.c.tier,
    ).order_by(games.c.ended.desc(), games.c.id.desc())
    if account is not None:
        played = select(players.c.game).where(players.c.account == account)
        statement = statement.where(games.c.id.in_(played))
    if now is not None:
        statement = statement.where(games.c.listed == 1, _public(now))
    if wanted.mode is not None:
        statement = statement.where(games.c.mode == wanted.mode)
    if wanted.since is not None:
        statement = statement.where(games.c.ended >= wanted.since)
    if wanted.until is not None:
        statement = statement.where(games.c.ended < wanted.until)
    if wanted.player is not None:
        statement = statement.where(played_by(connection, wanted.player))
    if wanted.yaku is not None:
        statement = statement.where(won_with(connection, wanted.yaku, account))
    return statement


def _line(connection: Connection, row: Sequence[Any]) -> GameLine:
    game, mode, ranked, started, ended, names, rules, result, tier = row
    before, after = _ranks(connection, game, names) if tier is not None else (None, None)
    seats = select(players.c.account).where(players.c.game == game).order_by(players.c.seat)
    return GameLine(
        game=game,
        mode=mode,
        ranked=bool(ranked),
        preset=msgspec.json.decode(rules, type=_Rules).preset,
        started=started,
        ended=ended,
        names=msgspec.json.decode(names, type=tuple[str, ...]),
        accounts=tuple(connection.execute(seats).scalars()),
        result=msgspec.json.decode(result, type=GameResult) if result else None,
        tier=tier,
        ranks_before=before,
        ranks_after=after,
    )


def _ranks(connection: Connection, game: str, names: str) -> tuple[_Ranks, _Ranks]:
    """Return the ranks by seat before and after a ranked game."""
    before: list[Rank | None] = [None] * len(msgspec.json.decode(names))
    after = list(before)
    changes = select(rank_changes.c.seat, rank_changes.c.before, rank_changes.c.after)
    for seat, was, became in connection.execute(changes.where(rank_changes.c.game == game)):
        before[seat] = msgspec.json.decode(was, type=_Noted).rank
        after[seat] = msgspec.json.decode(became, type=_Noted).rank
    return tuple(before), tuple(after)
