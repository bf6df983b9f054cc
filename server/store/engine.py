"""What `server.store.database` needs to know of a kind of database."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from sqlalchemy import Connection, create_engine
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import NullPool

from server.store.errors import Refused, StoreError


class Kind(ABC):
    """One database of one kind: how it is opened, locked and made ready.

    `name` stands in messages and has no password in it. Connections leave transactions to whoever
    uses them: `begin` starts one that will write.
    """

    url: ClassVar[str]
    begin: ClassVar[str]
    singles: ClassVar[bool] = False
    """Whether a statement may be sent without knowing that the connection is there."""
    faults: ClassVar[tuple[type[Exception], ...]]
    """What the driver raises, and SQLAlchemy for it."""
    refusals: ClassVar[tuple[type[Exception], ...]]
    """Those of them that say that a row is not taken."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._engine = create_engine(
            self.url,
            creator=self._connect,
            poolclass=NullPool,
            isolation_level="AUTOCOMMIT",
            # What is in a row may be hidden at a table, and errors go into the log.
            hide_parameters=True,
            # Of an INSERT, too: whether it has found a row there already.
            execution_options={"preserve_rowcount": True},
        )

    def open(self) -> Connection:
        """Open a connection.

        Raises:
            StoreError: it cannot be opened.
        """
        try:
            return self._engine.connect()
        except self.faults as error:
            raise self.explained(error) from None

    def explained(self, error: Exception) -> StoreError:
        """Say in one line what the driver complains of."""
        if isinstance(error, DBAPIError) and error.orig is not None:
            return self._explained(error.orig)
        return self._explained(error)

    def told(self, error: Exception) -> Exception:
        """Return what is told to whoever asked for work that ended with `error`."""
        if isinstance(error, (IntegrityError, *self.refusals)):
            origin = error.orig if isinstance(error, IntegrityError) else error
            # Further lines would show the row.
            return Refused(str(origin).partition("\n")[0])
        if isinstance(error, self.faults):
            return self.explained(error)
        return error

    @abstractmethod
    def lock(self, connection: Connection) -> None:
        """Be the only process that serves the database, until `unlock` or the process's end.

        `connection` is the one that will write.

        Raises:
            StoreError: another process serves it.
        """

    @abstractmethod
    def unlock(self) -> None:
        """Let go; harmless without a lock."""

    @abstractmethod
    def prepare(self, connection: Connection) -> None:
        """Bring the tables to what this version of the server knows.

        Raises:
            StoreError: the database is damaged, some other program's, or a newer version's.
        """

    @abstractmethod
    def is_lost(self, connection: Connection) -> bool:
        """Say whether a connection can be used no more."""

    @abstractmethod
    def again(self) -> Connection:
        """Open another connection to write with, in place of one that is lost.

        Raises:
            StoreError: the database is out of reach, or another process serves it or has done so.
        """

    @abstractmethod
    def _connect(self) -> Any:
        """Return a new connection of the driver."""

    @abstractmethod
    def _explained(self, error: BaseException) -> StoreError:
        """Say in one line what the driver complains of."""


def hang_up(connection: Connection) -> None:
    """Close a connection, also one that is lost."""
    # Else SQLAlchemy rolls back first, for which it is too late there.
    connection.invalidate()
    connection.close()


def driver_of(connection: Connection) -> Any:
    """Return the driver's own connection: for the few paths on which every microsecond counts."""
    return connection.connection.driver_connection
