"""What a game is played for: the face between the tables and ranked play.

Nothing here does anything. `server.ranked.settling` says what a result is worth.
"""

from collections.abc import Callable
from typing import Protocol, TypeAlias

import msgspec
from sqlalchemy import Connection

from protocol.queue import Rank


class Stakes(msgspec.Struct, frozen=True):
    """The tier, and the ranks by seat as they were when the game began; kept in its journal."""

    tier: str
    ranks: tuple[Rank, ...]


class Finished(msgspec.Struct, frozen=True, kw_only=True):
    """A ranked game that has a result; all lists by seat.

    `ranks` are places from 1, `points` final scores with uma applied. `left` says who had gone:
    see `server.table.seat.Absence`.
    """

    table: str
    queue: str
    tier: str
    accounts: tuple[str, ...]
    ranks: tuple[int, ...]
    points: tuple[float, ...]
    left: tuple[bool, ...]


class Settlement(Protocol):
    """What one result is worth."""

    def keep(self, connection: Connection) -> None:
        """Change ranks and ratings: a part of the transaction that keeps the record.

        It is called in the thread of the store, only if the record was not there before, and again
        if that transaction failed.
        """

    def tell(self) -> None:
        """Tell the players, once all is on the disk and the last event has been sent."""


Settle: TypeAlias = Callable[[Finished], Settlement]
"""Prepares what is to be done with a result."""
