"""Who is friends with whom, who has asked, and who has blocked whom.

Friends have two rows, one from each side; an asking has one, from the side that asks.
"""

from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec
from sqlalchemy import Connection, Table, and_, delete, func, insert, or_, select, update
from sqlalchemy.sql.elements import ColumnElement

from server.store.database import Database
from server.store.dialects import insert_into
from server.store.schema import accounts, blocks, friends

Asked: TypeAlias = Literal[
    "asked", "friends", "already_asked", "already_friends", "too_many", "blocked"
]
"""What became of asking somebody; the first two have changed something."""


class Contact(msgspec.Struct, frozen=True):
    """Somebody else, as an account is told of them; guests have not registered."""

    account: str
    name: str
    registered: bool = True


class Circle(msgspec.Struct, frozen=True):
    """All with whom an account has to do, each list by name."""

    friends: tuple[Contact, ...]
    asks_you: tuple[Contact, ...]
    asked: tuple[Contact, ...]


class FriendStore:
    """Reads and writes friends and blocks. Everything that writes is on the disk on return."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def person(self, *, account: str | None, name_key: str | None) -> Contact | None:
        """Find somebody by id, or a registered account by the key of its name."""
        condition = (
            accounts.c.id == account if account is not None else accounts.c.name_key == name_key
        )
        wanted = select(accounts.c.id, accounts.c.name, accounts.c.registered).where(
            condition, accounts.c.deleted.is_(None)
        )

        def work(connection: Connection) -> Contact | None:
            row = connection.execute(wanted).first()
            return None if row is None else Contact(row[0], row[1], row[2] is not None)

        return await self._database.read(work)

    async def circle(self, account: str) -> Circle:
        """Return friends and askings of an account."""
        theirs = select(friends.c.other, friends.c.state, accounts.c.name).join(
            accounts, accounts.c.id == friends.c.other
        )
        asking = select(friends.c.account, accounts.c.name).join(
            accounts, accounts.c.id == friends.c.account
        )

        def work(connection: Connection) -> Circle:
            mine = connection.execute(theirs.where(friends.c.account == account)).all()
            friend = [(other, name) for other, state, name in mine if state == "friends"]
            asked = [(other, name) for other, state, name in mine if state == "asked"]
            others = connection.execute(
                asking.where(friends.c.other == account, friends.c.state == "asked")
            )
            return Circle(
                friends=_by_name(friend),
                asks_you=_by_name((other, name) for other, name in others),
                asked=_by_name(asked),
            )

        return await self._database.read(work)

    async def friends_of(self, account: str) -> frozenset[str]:
        """Return the ids of an account's friends."""
        wanted = select(friends.c.other).where(
            friends.c.account == account, friends.c.state == "friends"
        )
        return await self._database.read(
            lambda connection: frozenset(connection.execute(wanted).scalars())
        )

    async def ask(self, account: str, other: str, most: int, now: float) -> Asked:
        """Ask somebody, or accept who has asked.

        `most` friends and askings of one's own are allowed, and as many who ask.

        Raises:
            Refused: one of them is no more.
        """

        def work(connection: Connection) -> Asked:
            barred = select(blocks.c.account).where(_either(blocks, account, other))
            if connection.execute(barred).first() is not None:
                return "blocked"
            mine = _state(connection, account, other)
            if mine == "friends":
                return "already_friends"
            if mine == "asked":
                return "already_asked"
            if _state(connection, other, account) == "asked":
                return _accept(connection, account, other, most, now)
            if _own(connection, account) >= most or _asking(connection, other) >= most:
                return "too_many"
            connection.execute(
                insert(friends).values(account=account, other=other, state="asked", since=now)
            )
            return "asked"

        return await self._database.write(work)

    async def accept(self, account: str, other: str, most: int, now: float) -> Asked | None:
        """Say yes to somebody; None: they have not asked."""

        def work(connection: Connection) -> Asked | None:
            if _state(connection, other, account) != "asked":
                return None
            return _accept(connection, account, other, most, now)

        return await self._database.write(work)

    async def decline(self, account: str, other: str) -> bool:
        """Say no to somebody; False: they have not asked."""
        asking = delete(friends).where(
            friends.c.account == other, friends.c.other == account, friends.c.state == "asked"
        )
        return await self._database.write(
            lambda connection: connection.execute(asking).rowcount > 0
        )

    async def remove(self, account: str, other: str) -> bool:
        """End a friendship, or take an asking back; False: there was neither."""

        def work(connection: Connection) -> bool:
            state = _state(connection, account, other)
            if state is None:
                return False
            connection.execute(delete(friends).where(_from(friends, account, other)))
            if state == "friends":
                connection.execute(delete(friends).where(_from(friends, other, account)))
            return True

        return await self._database.write(work)

    async def block(self, account: str, other: str, most: int, now: float) -> bool | None:
        """Keep somebody away; None: `most` are kept away already.

        True where a friendship or an asking has ended with it.

        Raises:
            Refused: one of them is no more.
        """

        def work(connection: Connection) -> bool | None:
            count = select(func.count()).select_from(blocks).where(blocks.c.account == account)
            blocked = connection.execute(
                select(blocks.c.since).where(_from(blocks, account, other))
            ).first()
            if blocked is None and (connection.scalar(count) or 0) >= most:
                return None
            row = insert_into(connection, blocks).values(account=account, other=other, since=now)
            connection.execute(row.on_conflict_do_nothing())
            ended = connection.execute(delete(friends).where(_either(friends, account, other)))
            return ended.rowcount > 0

        return await self._database.write(work)

    async def unblock(self, account: str, other: str) -> bool:
        """Take a block back; False: there was none."""
        gone = delete(blocks).where(_from(blocks, account, other))
        return await self._database.write(lambda connection: connection.execute(gone).rowcount > 0)

    async def blocked_by(self, account: str) -> tuple[Contact, ...]:
        """Return whom an account has blocked, by name."""
        wanted = (
            select(blocks.c.other, accounts.c.name)
            .join(accounts, accounts.c.id == blocks.c.other)
            .where(blocks.c.account == account)
        )
        return await self._database.read(
            lambda connection: _by_name((other, name) for other, name in connection.execute(wanted))
        )

    async def all_blocks(self) -> tuple[tuple[str, str], ...]:
        """Return every block: who, and whom."""
        wanted = select(blocks.c.account, blocks.c.other)
        return await self._database.read(
            lambda connection: tuple(
                (account, other) for account, other in connection.execute(wanted)
            )
        )


def _from(table: Table, account: str, other: str) -> ColumnElement[bool]:
    return and_(table.c.account == account, table.c.other == other)


def _either(table: Table, account: str, other: str) -> ColumnElement[bool]:
    return or_(_from(table, account, other), _from(table, other, account))


def _state(connection: Connection, account: str, other: str) -> str | None:
    return connection.scalar(select(friends.c.state).where(_from(friends, account, other)))


def _own(connection: Connection, account: str) -> int:
    """Count the friends of an account and those whom it has asked."""
    rows = select(func.count()).select_from(friends).where(friends.c.account == account)
    return connection.scalar(rows) or 0


def _asking(connection: Connection, account: str) -> int:
    """Count those who have asked an account. They fill no place but one another's."""
    rows = (
        select(func.count())
        .select_from(friends)
        .where(friends.c.other == account, friends.c.state == "asked")
    )
    return connection.scalar(rows) or 0


def _accept(connection: Connection, account: str, other: str, most: int, now: float) -> Asked:
    """Turn the asking of `other` into a friendship, if there is room for it."""
    if _own(connection, account) >= most:
        return "too_many"
    connection.execute(
        update(friends).where(_from(friends, other, account)).values(state="friends", since=now)
    )
    connection.execute(
        insert(friends).values(account=account, other=other, state="friends", since=now)
    )
    return "friends"


def _by_name(rows: Iterable[tuple[str, str]]) -> tuple[Contact, ...]:
    contacts = (Contact(account, name) for account, name in rows)
    return tuple(sorted(contacts, key=lambda contact: (contact.name.casefold(), contact.account)))
