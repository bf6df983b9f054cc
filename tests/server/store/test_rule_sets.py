"""Rules under a name, as they are kept."""

import pytest

from server.store.accounts import Account, AccountStore
from server.store.database import Database
from server.store.rule_sets import RuleSetStore
from tests.support.fake_clock import FakeClock


@pytest.fixture
async def sets(database: Database) -> RuleSetStore:
    accounts = AccountStore(database)
    for name in "ab":
        await accounts.create(Account(name, name.upper()), name.encode() * 32, 1.0)
    return RuleSetStore(database, FakeClock().wall)


async def test_rules_are_kept_by_account_and_name(sets: RuleSetStore) -> None:
    assert await sets.save("a", "slow", '{"preset":"ema"}', 2)
    assert await sets.save("a", "fast", '{"preset":"wrc"}', 2)
    assert await sets.save("b", "fast", "{}", 2)
    assert await sets.all("a") == [("fast", '{"preset":"wrc"}'), ("slow", '{"preset":"ema"}')]
    assert await sets.all("b") == [("fast", "{}")]
    assert await sets.all("c") == []


async def test_the_same_name_replaces_even_where_no_more_are_taken(sets: RuleSetStore) -> None:
    assert await sets.save("a", "one", "1", 1)
    assert not await sets.save("a", "two", "2", 1)
    assert await sets.save("a", "one", "3", 1)
    assert await sets.all("a") == [("one", "3")]


async def test_what_is_deleted_is_gone_for_its_account_alone(sets: RuleSetStore) -> None:
    await sets.save("a", "one", "1", 5)
    await sets.save("b", "one", "2", 5)
    assert await sets.delete("a", "one")
    assert not await sets.delete("a", "one")
    assert await sets.all("a") == []
    assert await sets.all("b") == [("one", "2")]
