"""What is kept of people: the stores, without a server around them."""

import zlib
from typing import Any

import pytest
from sqlalchemy import Connection, func, insert, select

from server.store.accounts import Account, AccountStore
from server.store.credentials import CredentialStore
from server.store.database import Database
from server.store.erasure import ErasureStore
from server.store.errors import Refused
from server.store.friends import Contact, FriendStore
from server.store.schema import metadata

PEOPLE = "abcd"


@pytest.fixture
async def store(database: Database) -> CredentialStore:
    accounts = AccountStore(database)
    for name in PEOPLE:
        await accounts.create(Account(name, name.upper()), name.encode() * 32, 1.0)
    return CredentialStore(database)


@pytest.fixture
def friends(database: Database, store: CredentialStore) -> FriendStore:
    return FriendStore(database)


async def register(store: CredentialStore, account: str, name: str, key: str) -> bool:
    return await store.register(
        Account(account, name, registered=True),
        key,
        f"hash of {name}",
        f"code of {name}".encode(),
        f"token of {name}".encode(),
        account.encode() * 32,
        5.0,
    )


async def test_a_name_is_taken_once(store: CredentialStore, database: Database) -> None:
    assert await register(store, "a", "Aki", "akl")
    assert not await register(store, "a", "Aki", "akl")
    with pytest.raises(Refused):
        await register(store, "b", "AKI", "akl")
    # Nothing of what was refused has happened.
    assert await AccountStore(database).open(b"token of AKI") is None
    assert await store.by_id("b") is None
    assert await register(store, "b", "Ben", "ben")
    with pytest.raises(Refused):
        await store.rename("b", "Aki", "akl", 9.0, 0.0)
    found = await store.by_name("ben")
    assert found is not None
    assert (found.account, found.renamed) == (Account("b", "Ben", registered=True), None)


async def test_what_a_token_opens_knows_who_is_registered(
    store: CredentialStore, database: Database
) -> None:
    await register(store, "a", "Aki", "akl")
    accounts = AccountStore(database)
    for token in (b"a" * 32, b"token of Aki"):
        opened = await accounts.open(token)
        assert opened is not None
        assert opened.account == Account("a", "Aki", registered=True)
    opened = await accounts.open(b"token of Aki")
    assert opened is not None
    assert opened.unused
    await accounts.first_use(b"token of Aki")
    assert await accounts.open(b"a" * 32) is None


async def test_a_password_changes_only_from_what_it_was(store: CredentialStore) -> None:
    await register(store, "a", "Aki", "akl")
    assert await store.change_password("a", "hash of Aki", "one", b"1", 6.0)
    assert not await store.change_password("a", "hash of Aki", "two", b"2", 6.0)
    await store.rehash("a", "hash of Aki", "three")
    found = await store.by_id("a")
    assert found is not None
    assert found.password == "one"


async def test_a_recovery_code_is_used_once(store: CredentialStore) -> None:
    await register(store, "a", "Aki", "akl")
    code = b"code of Aki"
    assert await store.has_recovery("akl", code)
    assert not await store.has_recovery("ben", code)
    assert await store.recover("akl", b"another", "x", b"next") is None
    assert await store.recover("akl", code, "x", b"next") == "a"
    assert await store.recover("akl", code, "y", b"third") is None
    assert await store.has_recovery("akl", b"next")


async def test_each_side_of_a_friendship_has_its_row(friends: FriendStore) -> None:
    assert await friends.ask("a", "b", 9, 1.0) == "asked"
    assert await friends.accept("b", "a", 9, 2.0) == "friends"
    assert await friends.friends_of("a") == {"b"}
    assert await friends.friends_of("b") == {"a"}
    assert await friends.remove("b", "a")
    assert await friends.friends_of("a") == await friends.friends_of("b") == frozenset()


async def test_nobody_asks_who_is_no_more(friends: FriendStore) -> None:
    with pytest.raises(Refused):
        await friends.ask("a", "nobody", 9, 1.0)
    with pytest.raises(Refused):
        await friends.block("a", "nobody", 9, 1.0)


async def test_people_are_found_by_id_and_by_registered_name(
    store: CredentialStore, friends: FriendStore
) -> None:
    await register(store, "a", "Aki", "akl")
    assert await friends.person(account=None, name_key="akl") == Contact("a", "Aki")
    assert await friends.person(account="b", name_key=None) == Contact("b", "B", registered=False)
    assert await friends.person(account=None, name_key="b") is None
    assert await friends.person(account="nobody", name_key=None) is None


GAME = {
    **{"id": "g", "mode": "4p_east", "ranked": 1, "ended": 3.0, "names": '["Aki"]', "rules": "{}"},
    "record": zlib.compress(b'{"names":["Aki"],"events":[{"type":"start_game","names":["Aki"]}]}'),
}
"""One row of each table that refers to an account, beside friends, blocks and tokens."""
BELONGINGS: dict[str, dict[str, Any]] = {
    "rule_sets": {"name": "slow", "rules": "{}", "changed": 1.0},
    "standings": {
        **{"kind": "4p", "title": 1, "stars": 1, "points": 10, "mu": 25.0, "sigma": 8.0},
        **{"games": 1, "best": 11, "changed": 1.0},
    },
    "rank_changes": {
        **{"game": "g", "seat": 0, "kind": "4p", "ended": 3.0, "before": "{}", "after": "{}"},
        "delta": 10,
    },
    "queued": {"queue": "4p_east", "tier": "bronze", "since": 1.0, "details": "{}"},
    "penalties": {"count": 1, "until": 9.0, "last": 1.0},
}
STAY = {"players", "sanctions", "reports"}
"""Games belong to others as well, and what somebody did to others is not forgotten with them."""


async def test_nothing_but_games_and_conduct_is_left_of_a_deleted_account(
    database: Database, store: CredentialStore, friends: FriendStore
) -> None:
    await register(store, "a", "Aki", "akl")
    await friends.ask("a", "b", 9, 1.0)
    await friends.ask("c", "a", 9, 1.0)
    await friends.block("d", "a", 9, 1.0)
    await friends.block("a", "d", 9, 1.0)

    def fill(connection: Connection) -> None:
        connection.execute(insert(metadata.tables["games"]).values(GAME))
        connection.execute(
            insert(metadata.tables["players"]).values(game="g", seat=0, account="a", ended=3.0)
        )
        for name, values in BELONGINGS.items():
            connection.execute(insert(metadata.tables[name]).values(account="a", **values))

    await database.write(fill)
    references = [
        (table, column)
        for table in metadata.sorted_tables
        for column in table.columns
        if any(key.column.table.name == "accounts" for key in column.foreign_keys)
        and table.name not in STAY
    ]

    def counts(connection: Connection) -> dict[str, int]:
        return {
            f"{table.name}.{column.name}": connection.scalar(
                select(func.count()).select_from(table).where(column == "a")
            )
            or 0
            for table, column in references
        }

    before = await database.read(counts)
    assert min(before.values()) > 0, f"put a row into each of {before}"
    erasure = ErasureStore(database, "Nobody")
    assert await erasure.delete("a", 6.0)
    assert not await erasure.delete("a", 7.0)
    after = await database.read(counts)
    assert set(after.values()) == {0}, f"say in server/store/erasure.py what becomes of {after}"
    assert await erasure.unfinished() == ("a",)
    assert await erasure.finish("a", 8.0) == 1
    assert await erasure.unfinished() == ()


@pytest.mark.parametrize("kept", [b"no record", zlib.compress(b"{"), zlib.compress(b"{}")])
async def test_a_damaged_record_keeps_no_other_game_from_being_rewritten(
    database: Database, store: CredentialStore, kept: bytes
) -> None:
    def fill(connection: Connection) -> None:
        for game, record in (("g", kept), ("h", GAME["record"])):
            row = {**GAME, "id": game, "record": record}
            connection.execute(insert(metadata.tables["games"]).values(row))
            connection.execute(
                insert(metadata.tables["players"]).values(game=game, seat=0, account="a", ended=3.0)
            )

    await database.write(fill)
    erasure = ErasureStore(database, "Nobody")
    await erasure.delete("a", 6.0)
    assert await erasure.finish("a", 7.0) == 2
    games = metadata.tables["games"]

    def read(connection: Connection) -> dict[str, tuple[str, bytes]]:
        rows = connection.execute(select(games.c.id, games.c.names, games.c.record))
        return {game: (names, bytes(record)) for game, names, record in rows}

    found = await database.read(read)
    assert found["g"] == ('["Nobody"]', kept)
    assert found["h"][0] == '["Nobody"]'
    assert b"Aki" not in zlib.decompress(found["h"][1])
