"""A database in memory is read while it is written, like a file."""

import asyncio
import threading

import pytest
from sqlalchemy import Connection, func, insert, select

from server.store.database import Database
from server.store.schema import accounts
from tests.support.ws_client import PATIENCE_S


@pytest.mark.sqlite
async def test_a_table_in_memory_is_read_while_it_is_written() -> None:
    database = Database(":memory:")
    writing, go_on = threading.Event(), threading.Event()

    def write(connection: Connection) -> None:
        connection.execute(insert(accounts).values(id="a", name="Aki", created=1.0, seen=1.0))
        writing.set()
        assert go_on.wait(PATIENCE_S)

    def count(connection: Connection) -> int:
        return connection.scalar(select(func.count()).select_from(accounts)) or 0

    try:
        written = asyncio.create_task(database.write(write))
        assert await asyncio.to_thread(writing.wait, PATIENCE_S)
        assert await database.read(count) in (0, 1)
        go_on.set()
        await written
        assert await database.read(count) == 1
    finally:
        go_on.set()
        database.close()
