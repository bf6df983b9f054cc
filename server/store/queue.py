"""Who waits for a ranked game, and the matches whose games have not ended, so that a restart finds
both."""

from collections.abc import Callable, Iterable, Sequence

import msgspec
from sqlalchemy import Connection, delete, insert, select

from server.store.database import Database
from server.store.dialects import insert_into
from server.store.schema import games, journals, matches, queued


class Place(msgspec.Struct, frozen=True):
    """One account in a queue. `since` in wall seconds; `name` is what it is called."""

    account: str
    queue: str
    tier: str
    since: float
    name: str


class KeptMatch(msgspec.Struct, frozen=True):
    """A match: `tier` is what is played for; `people` with the places that they came from.

    `ended`: its game is recorded, or was given up.
    """

    table: str
    queue: str
    tier: str
    people: tuple[Place, ...]
    ended: bool = False


class Kept(msgspec.Struct, frozen=True):
    """All there is: who waits, first come first, and the matches."""

    places: tuple[Place, ...]
    matches: tuple[KeptMatch, ...]


class QueueStore:
    """Reads and writes the queue. `wall` gives the time of a match.

    Everything that writes is on the disk on return, or raises `StoreError` and has changed nothing.
    """

    def __init__(self, database: Database, wall: Callable[[], float]) -> None:
        self._database = database
        self._wall = wall

    async def enter(self, place: Place) -> None:
        """Keep that somebody waits; an earlier place of the account is gone."""
        await self._database.write(lambda connection: _enter(connection, [place]))

    async def leave(self, account: str) -> None:
        """Keep that somebody waits no more."""
        await self._database.write(lambda connection: _leave(connection, [account]))

    async def match(self, match: KeptMatch) -> None:
        """Keep a match, whose people wait no more."""
        row = {
            "id": match.table,
            "queue": match.queue,
            "tier": match.tier,
            "created": self._wall(),
            "accounts": msgspec.json.encode(match.people).decode(),
            "state": "found",
        }
        people = [place.account for place in match.people]

        def work(connection: Connection) -> None:
            connection.execute(insert(matches).values(row))
            _leave(connection, people)

        await self._database.write(work)

    async def dissolve(self, table: str, places: Sequence[Place]) -> None:
        """Keep that a match came to nothing, and that its people wait again."""

        def work(connection: Connection) -> None:
            drop_match(connection, table)
            _enter(connection, places)

        await self._database.write(work)

    async def over(self, table: str) -> None:
        """Keep that a match's game is over; harmless where there is no such match."""
        await self._database.write(lambda connection: drop_match(connection, table))

    async def all(self) -> Kept:
        """Return who waits, and the matches; one that cannot be read has no people."""

        def work(connection: Connection) -> Kept:
            waiting = connection.execute(select(queued).order_by(queued.c.since, queued.c.account))
            found = connection.execute(select(matches).order_by(matches.c.created, matches.c.id))
            over = {
                *connection.scalars(select(games.c.id).join(matches, matches.c.id == games.c.id)),
                *connection.scalars(
                    select(journals.c.id)
                    .join(matches, matches.c.id == journals.c.id)
                    .where(journals.c.state != "running")
                ),
            }
            return Kept(
                tuple(
                    Place(row.account, row.queue, row.tier, row.since, _name(row.details))
                    for row in waiting
                ),
                tuple(
                    KeptMatch(row.id, row.queue, row.tier, _people(row.accounts), row.id in over)
                    for row in found
                ),
            )

        return await self._database.read(work)


def drop_match(connection: Connection, table: str) -> None:
    """Forget a match: a part of the transaction that keeps its game."""
    connection.execute(delete(matches).where(matches.c.id == table))


def _enter(connection: Connection, places: Iterable[Place]) -> None:
    for place in places:
        values = {
            "queue": place.queue,
            "tier": place.tier,
            "since": place.since,
            "details": msgspec.json.encode({"name": place.name}).decode(),
        }
        enter = insert_into(connection, queued).values(account=place.account, **values)
        connection.execute(enter.on_conflict_do_update(index_elements=["account"], set_=values))


def _leave(connection: Connection, people: Sequence[str]) -> None:
    connection.execute(delete(queued).where(queued.c.account.in_(people)))


def _name(details: str) -> str:
    name: str = msgspec.json.decode(details)["name"]
    return name


def _people(written: str) -> tuple[Place, ...]:
    try:
        return msgspec.json.decode(written, type=tuple[Place, ...])
    except msgspec.MsgspecError:
        return ()
