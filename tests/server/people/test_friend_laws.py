"""Whatever people ask of one another, in whatever order: what is kept follows a small model.

Friendship is mutual, nobody is asked by a friend, and nothing is left between two who are blocked.
"""

import asyncio
from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from server.store.accounts import Account, AccountStore
from server.store.database import Database
from server.store.friends import FriendStore

PEOPLE = "abc"
MOST = 2
KINDS = ("ask", "ask", "accept", "decline", "remove", "block", "unblock")
PAIRS = tuple(permutations(PEOPLE, 2))
DEEDS = st.lists(st.tuples(st.sampled_from(KINDS), st.sampled_from(PAIRS)), max_size=40)

Pair = tuple[str, str]


class Model:
    """What should be: sets of pairs."""

    def __init__(self) -> None:
        self.asked: set[Pair] = set()
        self.friends: set[Pair] = set()
        self.blocked: set[Pair] = set()

    def do(self, kind: str, one: str, other: str) -> None:
        there, back = (one, other), (other, one)
        if kind == "ask" and not {there, back} & self.blocked:
            if back in self.asked:
                self.accept(one, other)
            elif there not in self.friends | self.asked and self.room(one, other):
                self.asked.add(there)
        elif kind == "accept" and back in self.asked:
            self.accept(one, other)
        elif kind == "decline":
            self.asked.discard(back)
        elif kind == "remove":
            if there in self.friends:
                self.friends -= {there, back}
            self.asked.discard(there)
        elif kind == "block" and (
            there in self.blocked or sum(pair[0] == one for pair in self.blocked) < MOST
        ):
            self.blocked.add(there)
            self.asked -= {there, back}
            self.friends -= {there, back}
        elif kind == "unblock":
            self.blocked.discard(there)

    def accept(self, one: str, other: str) -> None:
        if self.own(one) < MOST:
            self.asked.discard((other, one))
            self.friends |= {(one, other), (other, one)}

    def room(self, one: str, other: str) -> bool:
        asking = sum(pair[1] == other for pair in self.asked)
        return self.own(one) < MOST and asking < MOST

    def own(self, one: str) -> int:
        return sum(pair[0] == one for pair in self.friends | self.asked)


async def do(store: FriendStore, kind: str, one: str, other: str) -> None:
    if kind in ("ask", "accept", "block"):
        await getattr(store, kind)(one, other, MOST, 1.0)
    else:
        await getattr(store, kind)(one, other)


async def compare(database: Database, deeds: list[tuple[str, Pair]]) -> None:
    accounts, store, model = AccountStore(database), FriendStore(database), Model()
    for name in PEOPLE:
        await accounts.create(Account(name, name.upper()), name.encode() * 32, 1.0)
    for kind, (one, other) in deeds:
        await do(store, kind, one, other)
        model.do(kind, one, other)
    for name in PEOPLE:
        circle = await store.circle(name)
        kept = [
            {contact.account for contact in contacts}
            for contacts in (circle.friends, circle.asked, circle.asks_you)
        ]
        assert kept == [
            {other for one, other in model.friends if one == name},
            {other for one, other in model.asked if one == name},
            {one for one, other in model.asked if other == name},
        ]
    assert set(await store.all_blocks()) == model.blocked
    assert not model.blocked & (model.friends | model.asked)


@settings(max_examples=25)
@given(DEEDS)
def test_what_is_kept_follows_the_model(deeds: list[tuple[str, Pair]]) -> None:
    database = Database(":memory:")
    try:
        asyncio.run(compare(database, deeds))
    finally:
        database.close()
