"""Giving an account up: what is forgotten at once, and the name in the games that stay.

Games belong to all who played them, so they stay, with the account's id and without its name. One
transaction takes the account itself; the games follow some at a time, and go on after a restart:
`renamed` of a deleted account says that all of them are done.
"""

import zlib
from functools import partial
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, delete, or_, select, update

from server.store.database import Database
from server.store.schema import (
    accounts,
    blocks,
    friends,
    games,
    penalties,
    players,
    queued,
    rank_changes,
    rule_sets,
    standings,
    tokens,
)

BATCH: Final = 4
"""Games that are rewritten at a time, some 10 ms each: others want to read as well."""

_BELONGINGS: Final = (tokens, queued, penalties, rule_sets, standings, rank_changes)


class _Renamed(msgspec.Struct, frozen=True):
    """What is kept of a game from now on."""

    game: str
    names: str
    record: bytes


class ErasureStore:
    """Deletes accounts; `name` is what stands for theirs from then on."""

    def __init__(self, database: Database, name: str) -> None:
        self._database = database
        self._name = name

    async def delete(self, account: str, now: float) -> bool:
        """Forget all of an account but that it was there; False: there is nothing to forget."""
        gone = (
            update(accounts)
            .where(accounts.c.id == account, accounts.c.deleted.is_(None))
            .values(
                name=self._name,
                name_key=None,
                password=None,
                recovery=None,
                renamed=None,
                registered=None,
                settings=None,
                deleted=now,
            )
        )

        def work(connection: Connection) -> bool:
            if connection.execute(gone).rowcount == 0:
                return False
            for table in _BELONGINGS:
                connection.execute(delete(table).where(table.c.account == account))
            for table in (friends, blocks):
                both = or_(table.c.account == account, table.c.other == account)
                connection.execute(delete(table).where(both))
            return True

        return await self._database.write(work)

    async def unfinished(self) -> tuple[str, ...]:
        """Return deleted accounts whose name may still stand in games."""
        wanted = select(accounts.c.id).where(
            accounts.c.deleted.is_not(None), accounts.c.renamed.is_(None)
        )
        return await self._database.read(
            lambda connection: tuple(connection.execute(wanted).scalars())
        )

    async def finish(self, account: str, now: float) -> int:
        """Take the name out of all games of a deleted account; return how many it were."""
        after = ""
        count = 0
        while found := await self._database.read(partial(self._next, account, after)):
            await self._database.write(partial(_keep, found))
            count += len(found)
            after = found[-1].game
        done = update(accounts).where(accounts.c.id == account).values(renamed=now)
        await self._database.write(lambda connection: connection.execute(done).rowcount)
        return count

    def _next(self, account: str, after: str, connection: Connection) -> list[_Renamed]:
        """Read the next games and put the other name in, in the thread that reads."""
        wanted = (
            select(games.c.id, players.c.seat, games.c.names, games.c.record)
            .join(players, players.c.game == games.c.id)
            .where(players.c.account == account, games.c.id > after)
            .order_by(games.c.id)
            .limit(BATCH)
        )
        return [
            _Renamed(game, self._names(names, seat), self._record(record, seat))
            for game, seat, names, record in connection.execute(wanted)
        ]

    def _names(self, names: str, seat: int) -> str:
        listed: list[str] = msgspec.json.decode(names)
        listed[seat] = self._name
        return msgspec.json.encode(listed).decode()

    def _record(self, compressed: bytes, seat: int) -> bytes:
        """Return a record with the other name; one that is damaged shows nobody's and stays."""
        try:
            record: dict[str, Any] = msgspec.json.decode(zlib.decompress(compressed))
            starts = (event for event in record["events"] if event["type"] == "start_game")
            for place in (record, *starts):
                place["names"][seat] = self._name
        except (zlib.error, msgspec.DecodeError, LookupError, TypeError):
            return compressed
        return zlib.compress(msgspec.json.encode(record), 6)


def _keep(found: list[_Renamed], connection: Connection) -> None:
    for game in found:
        connection.execute(
            update(games)
            .where(games.c.id == game.game)
            .values(names=game.names, record=game.record)
        )
