"""Watching one table from a terminal: its messages, one after another, until its game is over."""

from collections.abc import AsyncIterator
from typing import Final

from protocol.errors import Error
from protocol.session import Bye
from protocol.spectate import Watch, WatchOver
from protocol.table import TableOver
from protocol.unions import ServerMessage
from server.client.session import Refused, Session

SLOW_AGAIN: Final = 3
"""So often one that was too slow tries again."""


async def watched(session: Session, table: str) -> AsyncIterator[ServerMessage]:
    """Yield what a watcher of `table` is told, to the `table_over`.

    Raises:
        Disconnected: the server is not there, or the line broke.
        Refused: the table cannot be watched.
    """
    await session.connect()
    wanted = await session.send(Watch(table=table))
    tries = 0
    while True:
        message = await session.receive()
        if isinstance(message, Error) and message.id == wanted:
            raise Refused(message)
        if isinstance(message, Bye):
            continue
        yield message
        if isinstance(message, TableOver):
            return
        if isinstance(message, WatchOver):
            tries += 1
            if message.reason != "slow" or tries > SLOW_AGAIN:
                return
            wanted = await session.send(Watch(table=table))
