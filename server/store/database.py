"""The database: a writer thread with group commit, and a thread that reads.

Writes that arrive while a commit is on its way to the disk share the next one, so the cost of a
full `fsync` is divided among them. Each write runs in a savepoint of its own: one that fails
takes no other with it. A write is acknowledged only after its commit.

What differs between SQLite and PostgreSQL is in `server.store.sqlite` and `server.store.postgres`.
"""

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from sqlalchemy import Connection

from server.store.address import is_address
from server.store.engine import Kind, driver_of, hang_up
from server.store.errors import Refused, StoreError
from server.store.sqlite import SqliteFile

__all__ = ["Database", "Refused", "StoreError", "Work"]

T = TypeVar("T")
Work: TypeAlias = Callable[[Connection], T]


class _Job(NamedTuple):
    work: Callable[[Connection], object]
    done: "Future[object]"
    single: bool


_Outcome: TypeAlias = tuple["Future[object]", object, BaseException | None]

GROUP: Final = 500
"""Most writes in one commit."""


class Database:
    """An open database. `write` and `read` may be called from any thread.

    `path` is a file, `:memory:`, or `postgresql://...`. With `sole`, this is the only process that
    serves the database: two would both resume the running games. Tools that only read go without.

    Raises:
        StoreError: the database is damaged, locked, written by a newer version, some other
            program's, out of reach, or served by another process.
    """

    def __init__(self, path: str, *, sole: bool = False) -> None:
        self._kind = _kind(path)
        self.path = self._kind.name
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._closed = False
        self._writer_connection = self._kind.open()
        try:
            if sole:
                self._kind.lock(self._writer_connection)
            self._kind.prepare(self._writer_connection)
            self._reader_connection = self._kind.open()
        except BaseException:
            hang_up(self._writer_connection)
            self._kind.unlock()
            raise
        self._readers = ThreadPoolExecutor(1, thread_name_prefix="store-reader")
        self._writer = threading.Thread(target=self._write_loop, name="store-writer", daemon=True)
        self._writer.start()

    async def write(self, work: Work[T], *, single: bool = False) -> T:
        """Run `work` in a transaction; return its result once it is on the disk.

        `work` leaves beginning and ending the transaction to the database. `single` says that it
        is one statement of the driver's, which can be a transaction by itself.

        Raises:
            StoreError: nothing of it was kept; or, if the line to a database server broke during
                the commit, nobody knows whether it was.
            Refused: nothing of it was kept: the tables do not take one of its rows.
        """
        if self._closed:
            raise StoreError(f"{self.path}: is closed")
        done: Future[T] = Future()
        self._jobs.put(_Job(work, done, single))  # type: ignore[arg-type]
        return await asyncio.wrap_future(done)

    async def read(self, work: Work[T]) -> T:
        """Run `work` outside of a transaction; it sees what was committed before.

        Raises:
            StoreError: the database cannot be read.
        """
        return await self.aside(lambda: self._read(work))

    async def aside(self, work: Callable[[], T]) -> T:
        """Run what takes long and needs no connection where nobody's write waits for it.

        Raises:
            StoreError: the database is closed.
        """
        if self._closed:
            raise StoreError(f"{self.path}: is closed")
        return await asyncio.wrap_future(self._readers.submit(work))

    def close(self) -> None:
        """Finish what was asked for, then close the file. Harmless when closed."""
        if self._closed:
            return
        self._closed = True
        self._jobs.put(None)
        self._writer.join()
        self._readers.shutdown()
        hang_up(self._reader_connection)
        hang_up(self._writer_connection)
        self._kind.unlock()

    def _read(self, work: Work[T], *, again: bool = False) -> T:
        try:
            if self._kind.is_lost(self._reader_connection):
                hang_up(self._reader_connection)
                self._reader_connection = self._kind.open()
            return work(self._reader_connection)
        except Exception as error:
            if self._kind.is_lost(self._reader_connection) and not again:
                return self._read(work, again=True)
            told = self._kind.told(error)
            if told is error:
                raise
            raise told from error

    def _write_loop(self) -> None:
        while (job := self._jobs.get()) is not None:
            group = [job]
            last = False
            while len(group) < GROUP and not last:
                try:
                    more = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    last = True
                else:
                    group.append(more)
            self._commit(group)
            if last:
                return

    def _commit(self, group: list[_Job]) -> None:
        if len(group) == 1 and group[0].single and self._kind.singles:
            outcomes = [self._carry_out(group[0])]
        else:
            outcomes = self._transact(group)
        for done, result, failed in outcomes:
            # False: whoever asked was cancelled meanwhile and does not want to know.
            if not done.set_running_or_notify_cancel():
                continue
            if failed is None:
                done.set_result(result)
            else:
                done.set_exception(failed)

    def _carry_out(self, job: _Job) -> _Outcome:
        """Leave the transaction to the statement.

        Each step gives the interpreter's lock away and waits for it again: one instead of five.
        """
        try:
            return job.done, job.work(self._writer_connection), None
        except Exception as error:
            return job.done, None, self._kind.told(error)

    def _transact(self, group: list[_Job]) -> list[_Outcome]:
        outcomes: list[_Outcome] = []
        faults: tuple[type[Exception], ...] = (StoreError, *self._kind.faults)
        try:
            connection, driver = self._begin()
            for work, done, _single in group:
                driver.execute("SAVEPOINT job")
                try:
                    result = work(connection)
                    driver.execute("RELEASE job")
                    outcomes.append((done, result, None))
                except Exception as error:
                    driver.execute("ROLLBACK TO job")
                    driver.execute("RELEASE job")
                    outcomes.append((done, None, self._kind.told(error)))
            driver.execute("COMMIT")
        except faults as error:
            with suppress(*faults):
                driver_of(self._writer_connection).execute("ROLLBACK")
            failure = self._kind.told(error)
            outcomes = [(job.done, None, failure) for job in group]
        return outcomes

    def _begin(self) -> tuple[Connection, Any]:
        """Begin a transaction; where the connection is gone, on another one."""
        kind = self._kind
        if not kind.is_lost(self._writer_connection):
            driver = driver_of(self._writer_connection)
            try:
                driver.execute(kind.begin)
                return self._writer_connection, driver
            except kind.faults:
                # Nothing was begun, so nothing is lost by beginning anew.
                if not kind.is_lost(self._writer_connection):
                    raise
        connection = kind.again()
        hang_up(self._writer_connection)
        self._writer_connection = connection
        driver = driver_of(connection)
        driver.execute(kind.begin)
        return connection, driver


def _kind(path: str) -> Kind:
    if not is_address(path):
        return SqliteFile(path)
    # Half a second to load, for those who need it.
    from server.store.postgres import PostgresDatabase

    return PostgresDatabase(path)
