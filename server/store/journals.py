"""Journals of running games: what happened at each table, durable before anybody is told.

Every table appends by itself, and all of them share commits: what is appended while a commit is
on its way to the disk goes into the next one, as one job for the writer thread and one wake-up of
the event loop. A journal that cannot be used any more is kept, out of the way, for a person to
look at; `RecordStore.save_record` deletes the journal of a game that has come to its end.

Entries lie in the order in which they came, those of all games mixed, and no index sorts them: a
commit writes a few pages at the end of the table. What that costs elsewhere: only a restart asks
for the entries of one game and makes a list of their places first, and the entries of games that
have ended are swept out bit by bit, as the heart beats.
"""

import asyncio
from array import array
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec
from sqlalchemy import Connection, delete, func, select, update

from server.store.database import Database, Refused, StoreError, Work
from server.store.dialects import insert_into, on_postgresql
from server.store.engine import driver_of
from server.store.errors import EntryRefused
from server.store.schema import heartbeat, journal_entries, journals

T = TypeVar("T")
Fault: TypeAlias = Literal["frozen", "damaged"]
"""Why a journal is out of use: its table failed while it ran, or it cannot be read any more."""

_GROUP: Final = 256
"""Most entries in one commit: tables of one group go on while the next one is written."""
_SPACING_S: Final = (0.004, 0.016)
"""Least time from one commit to the next. A commit costs the processor as much as ten entries,
whatever is in it; on a busy server this is what fills it. After a pause the next one is at once."""
_ENTRY_S: Final = 0.0003
"""What each entry of a commit adds to that: above 3,300 entries a second, where the processor is
what counts, commits move apart."""
_SWEPT: Final = 2000
"""Most entries that are looked at in one commit for whether their game still runs."""
_SWEPT_FOR_ONE: Final = 2
"""Entries that are looked at for one that is added: so at most half of them are of no use."""


class JournalRow(NamedTuple):
    """A journal without its entries; `created` in seconds since 1970."""

    game: str
    header: bytes
    created: float


class SetAside(NamedTuple):
    """A journal that is out of use; `reference` is what the players were or will be told."""

    game: str
    fault: Fault
    reference: str
    reason: str


class _Append(NamedTuple):
    game: str
    number: int
    entry: bytes
    done: "asyncio.Future[None]"
    opening: JournalRow | None


class JournalStore:
    """Reads and writes journals. Belongs to one event loop."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[_Append] = []
        self._aside: dict[str, SetAside] = {}
        self._flushing: asyncio.Task[None] | None = None
        self._not_before = 0.0
        # Where the sweeper stands, and how many entries it owes a look.
        self._swept = 0
        self._to_sweep = _SWEPT

    # Writing

    def open(self, game: str, header: bytes, entry: bytes, now: float) -> "asyncio.Future[None]":
        """Begin the journal of a game, with its entry 0; `now` is wall time."""
        return self._add(game, 0, entry, JournalRow(game, header, now))

    def append(self, game: str, number: int, entry: bytes) -> "asyncio.Future[None]":
        """Add an entry; the future is done once it is on the disk.

        The future raises `StoreError` if the entry could not be written; it may be tried again,
        unless it is `EntryRefused`.
        """
        return self._add(game, number, entry, None)

    async def set_aside(self, game: str, fault: Fault, reference: str, reason: str) -> None:
        """Take a running journal out of use; `reason` is one sentence without a tile.

        What cannot be written now is written together with whatever can be next: a game that its
        people begin afterwards must not find them seated here after a restart.

        Raises:
            StoreError: it could not be written yet.
        """
        self._aside[game] = SetAside(game, fault, reference, reason)
        await self._commit(lambda _connection: None)

    async def beat(self, wall: float) -> None:
        """Note that the process lives at `wall` (seconds since 1970), and tidy up a little."""

        def work(connection: Connection) -> None:
            connection.execute(
                insert_into(connection, heartbeat)
                .values(id=1, wall=wall)
                .on_conflict_do_update(index_elements=["id"], set_={"wall": wall})
            )

        await self._commit(work)
        while self._to_sweep >= _SWEPT:
            self._to_sweep -= _SWEPT
            await self._sweep()

    # Reading

    async def last_beat(self) -> float | None:
        """Return until when a process is known to have lived, None if there was none."""

        def work(connection: Connection) -> float | None:
            return connection.execute(select(heartbeat.c.wall)).scalar()

        return await self._database.read(work)

    async def running(self) -> list[JournalRow]:
        """Return the journals of games that run, oldest first."""

        wanted = (
            select(journals.c.id, journals.c.header, journals.c.created)
            .where(journals.c.state == "running")
            .order_by(journals.c.created, journals.c.id)
        )

        def work(connection: Connection) -> list[JournalRow]:
            return [JournalRow(*row) for row in connection.execute(wanted)]

        return await self._database.read(work)

    async def places(self) -> Mapping[str, Sequence[int]]:
        """Return where the entries of each game lie, for `entries`; reads the whole table."""

        def work(connection: Connection) -> dict[str, "array[int]"]:
            found: defaultdict[str, array[int]] = defaultdict(lambda: array("q"))
            rows = driver_of(connection).execute("SELECT game, id FROM journal_entries ORDER BY id")
            for game, place in rows.fetchall():
                found[game].append(place)
            return dict(found)

        return await self._database.read(work)

    async def entries(self, game: str, places: Sequence[int]) -> list[tuple[int, bytes]]:
        """Return the entries of a journal in order, each with its number.

        `places` are those of the game, as `places()` returned them.
        """
        listed = list(places)

        def work(connection: Connection) -> list[tuple[int, bytes]]:
            driver = driver_of(connection)
            found = (
                driver.execute(_ENTRIES.format("= ANY (%s)", "%s"), (listed, game))
                if on_postgresql(connection)
                else driver.execute(
                    _ENTRIES.format("IN (SELECT value FROM json_each(?))", "?"),
                    (msgspec.json.encode(listed).decode(), game),
                )
            )
            rows: list[tuple[int, bytes]] = found.fetchall()
            # One that was written again, because nobody knew whether it was, is one.
            return [row for at, row in enumerate(rows) if at == 0 or row != rows[at - 1]]

        return await self._database.read(work)

    async def fate(self, game: str) -> SetAside | None:
        """Return what became of a game whose journal is out of use, None for any other."""
        if game in self._aside:
            return self._aside[game]

        wanted = select(
            journals.c.id, journals.c.state, journals.c.reference, journals.c.reason
        ).where(journals.c.id == game, journals.c.state != "running")

        def work(connection: Connection) -> SetAside | None:
            row = connection.execute(wanted).one_or_none()
            return SetAside(*row) if row else None

        return await self._database.read(work)

    def _add(
        self, game: str, number: int, entry: bytes, opening: JournalRow | None
    ) -> "asyncio.Future[None]":
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._waiting.append(_Append(game, number, entry, done, opening))
        if self._flushing is None:
            # A task begins in the loop's next turn: what other tables append until then is in.
            self._flushing = loop.create_task(self._flush(), name="journal")
        return done

    async def _commit(self, work: Work[T], *, single: bool = False) -> T:
        """Write, and with it what could not be set aside before; `single`: see `Database.write`."""
        aside = tuple(self._aside.values())
        if not aside:
            return await self._database.write(work, single=single)

        def all_of_it(connection: Connection) -> T:
            for fate in aside:
                connection.execute(
                    update(journals)
                    .where(journals.c.id == fate.game, journals.c.state == "running")
                    .values(state=fate.fault, reference=fate.reference, reason=fate.reason)
                )
            return work(connection)

        result = await self._database.write(all_of_it)
        for fate in aside:
            self._aside.pop(fate.game, None)
        return result

    async def _sweep(self) -> None:
        """Look at the next entries and delete those whose game has ended; begin again at the end.

        Entries of a game of whose journal nothing is left follow it into nothing; journals that
        were set aside keep theirs.
        """
        place = journal_entries.c.id
        after = place > self._swept
        next_ones = select(place).where(after).order_by(place).limit(_SWEPT).subquery()

        def work(connection: Connection) -> int:
            last = connection.execute(select(func.max(next_ones.c.id))).scalar()
            if last is None:
                return 0
            connection.execute(
                delete(journal_entries).where(
                    after, place <= last, journal_entries.c.game.not_in(select(journals.c.id))
                )
            )
            return int(last)

        self._swept = await self._commit(work)

    async def _flush(self) -> None:
        """Write what waits, group after group, until nothing does."""
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                if (early := self._not_before - loop.time()) > 0:
                    await asyncio.sleep(early)
                group, self._waiting = self._waiting[:_GROUP], self._waiting[_GROUP:]
                least, most = _SPACING_S
                apart = min(most, max(least, _ENTRY_S * len(group)))
                self._not_before = loop.time() + apart
                await self._write(group)
        finally:
            self._flushing = None

    async def _write(self, group: list[_Append]) -> None:
        failed: dict[int, StoreError] = {}
        try:
            try:
                await self._commit(
                    lambda connection: _insert(connection, group),
                    single=all(append.opening is None for append in group),
                )
            except Refused:
                # A bug of one table must not lose the entries of the others.
                failed = await self._commit(lambda connection: _insert_each(connection, group))
        except StoreError as error:
            failed = dict.fromkeys(range(len(group)), error)
        self._to_sweep += _SWEPT_FOR_ONE * len(group)
        for place, append in enumerate(group):
            # Done already if the table was stopped meanwhile.
            if append.done.done():
                continue
            fault = failed.get(place)
            if fault is None:
                append.done.set_result(None)
            else:
                append.done.set_exception(fault)


def _insert_each(connection: Connection, group: list[_Append]) -> dict[int, StoreError]:
    failed: dict[int, StoreError] = {}
    for place, append in enumerate(group):
        try:
            with connection.begin_nested():
                _insert(connection, [append])
        except connection.dialect.loaded_dbapi.IntegrityError as error:
            reason = str(error).partition("\n")[0]
            failed[place] = EntryRefused(f"entry {append.number} of {append.game}: {reason}")
    return failed


def _insert(connection: Connection, group: list[_Append]) -> None:
    opened = [append.opening for append in group if append.opening is not None]
    if on_postgresql(connection):
        _insert_arrays(driver_of(connection), group, opened)
    else:
        _insert_rows(driver_of(connection), group, opened)


def _insert_rows(driver: Any, group: list[_Append], opened: list[JournalRow]) -> None:
    """Insert in statements of many rows.

    Each step of SQLite gives the interpreter's lock away and waits for it again, which takes
    milliseconds beside a busy loop: as few steps a group as can be, not one a row.
    """
    for opening in opened:
        driver.execute(
            "INSERT INTO journals (id, header, created, state) VALUES (?, ?, ?, 'running')", opening
        )
    values: list[object] = []
    for append in group:
        values += append[:3]
    driver.execute(_STATEMENTS[len(group)], values)


def _insert_arrays(driver: Any, group: list[_Append], opened: list[JournalRow]) -> None:
    """Insert in one statement a table: each is a way to the server and back.

    Bytes go as they are (`%b`); as text they would take ten times as long.
    """
    if opened:
        driver.execute(
            "INSERT INTO journals (id, header, created, state) SELECT *, 'running' "
            "FROM unnest(%s::text[], %b::bytea[], %s::float8[])",
            [list(column) for column in zip(*opened, strict=True)],
        )
    driver.execute(
        "INSERT INTO journal_entries (game, number, entry) "
        "SELECT * FROM unnest(%s::text[], %s::int[], %b::bytea[])",
        [[append[column] for append in group] for column in range(3)],
    )


_ENTRIES: Final = (
    "SELECT number, entry FROM journal_entries WHERE id {} AND game = {} ORDER BY number, id"
)
_STATEMENTS: Final = {
    rows: "INSERT INTO journal_entries (game, number, entry) VALUES "
    + ", ".join(["(?, ?, ?)"] * rows)
    for rows in range(1, _GROUP + 1)
}
