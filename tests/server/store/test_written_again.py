"""An entry that is written again, because nobody knew whether it had been, is one entry."""

from pathlib import Path

from server.store.database import Database
from server.store.journals import JournalStore


async def test_the_same_entry_twice_is_one(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "jantaku.db"))
    try:
        store = JournalStore(database)
        await store.open("g", b"{}", b"zero", 5.0)
        await store.append("g", 1, b"one")
        # As after a line to a database server that broke while it committed.
        await store.append("g", 1, b"one")
        await store.append("g", 2, b"two")
        places = (await store.places())["g"]
        assert await store.entries("g", places) == [(0, b"zero"), (1, b"one"), (2, b"two")]
        # Another one with that number is damage, and is shown as it is.
        await store.append("g", 2, b"too")
        places = (await store.places())["g"]
        assert len(await store.entries("g", places)) == 4
    finally:
        database.close()
