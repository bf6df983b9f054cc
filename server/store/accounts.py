"""Accounts and the tokens that open them, of which only hashes are kept. Times are wall seconds."""

from collections.abc import Sequence
from typing import Final

import msgspec
from sqlalchemy import ColumnElement, Connection, delete, exists, insert, literal, select, update

from server.store.database import Database
from server.store.schema import accounts, players, tokens

UNUSED_KEPT: Final = 3
"""Replacements of one token that may wait for their first use: several pages of one person may
each have been told one."""


class Account(msgspec.Struct, frozen=True):
    """Who somebody is; `id` is public, `name` may change. Guests have not registered."""

    id: str
    name: str
    registered: bool = False


class Opened(msgspec.Struct, frozen=True):
    """What a token opens, and what is known about the token.

    `unused`: it replaces another one and was not used before. `renewed`: when it was replaced
    last, by tokens that nobody has used yet. `seen`: when the account was here, to a day.
    """

    account: Account
    seen: float
    issued: float
    unused: bool
    renewed: float | None


class AccountStore:
    """Reads and writes accounts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, account: Account, token_hash: bytes, now: float) -> None:
        """Keep a new account and the hash of its first token."""

        def work(connection: Connection) -> None:
            connection.execute(
                insert(accounts).values(id=account.id, name=account.name, created=now, seen=now)
            )
            connection.execute(
                insert(tokens).values(hash=token_hash, account=account.id, created=now)
            )

        await self._database.write(work)

    async def open(self, token_hash: bytes) -> Opened | None:
        """Return what a token opens, None for an unknown token."""
        wanted = (
            select(
                accounts.c.id,
                accounts.c.name,
                accounts.c.registered.is_not(None),
                accounts.c.seen,
                tokens.c.created,
                tokens.c.replaces.is_not(None),
                tokens.c.renewed,
            )
            .join_from(tokens, accounts, accounts.c.id == tokens.c.account)
            .where(tokens.c.hash == token_hash)
        )

        def work(connection: Connection) -> Opened | None:
            row = connection.execute(wanted).one_or_none()
            if row is None:
                return None
            account, name, registered, seen, issued, unused, renewed = row
            who = Account(account, name, bool(registered))
            return Opened(who, seen, issued, bool(unused), renewed)

        return await self._database.read(work)

    async def renew(self, old_hash: bytes, new_hash: bytes, now: float) -> None:
        """Keep a token that replaces another one once it is used; both are valid until then."""
        replacement = insert(tokens).from_select(
            ["hash", "account", "created", "replaces"],
            select(
                literal(new_hash, tokens.c.hash.type),
                tokens.c.account,
                literal(now, tokens.c.created.type),
                tokens.c.hash,
            ).where(tokens.c.hash == old_hash),
        )
        newest = (
            select(tokens.c.hash)
            .where(tokens.c.replaces == old_hash)
            .order_by(tokens.c.created.desc())
            .limit(UNUSED_KEPT)
        )
        owner = select(tokens.c.account).where(tokens.c.hash == old_hash).scalar_subquery()
        surplus = delete(tokens).where(
            tokens.c.replaces == old_hash,
            tokens.c.hash.not_in(newest),
            tokens.c.account == owner,
        )

        def work(connection: Connection) -> None:
            connection.execute(replacement)
            connection.execute(update(tokens).where(tokens.c.hash == old_hash).values(renewed=now))
            connection.execute(surplus)

        await self._database.write(work)

    async def first_use(self, token_hash: bytes) -> None:
        """Note that a replacement was used: the token that it replaces opens nothing any more."""
        used = tokens.c.hash == token_hash
        replaced = select(tokens.c.replaces).where(used).scalar_subquery()

        def work(connection: Connection) -> None:
            connection.execute(delete(tokens).where(tokens.c.hash == replaced))
            connection.execute(update(tokens).where(used).values(replaces=None))

        await self._database.write(work)

    async def saw(self, account_id: str, now: float) -> None:
        """Note that an account was here."""
        await self._change(account_id, seen=now)

    async def rename(self, account_id: str, name: str) -> None:
        """Change the name that others see from the next room or game on."""
        await self._change(account_id, name=name)

    async def idle(self, before: float, after: str, limit: int) -> tuple[str, ...]:
        """List guests in order, from `after` on: never played, not here since `before`."""
        wanted = (
            select(accounts.c.id)
            .where(accounts.c.id > after, *_idle(before))
            .order_by(accounts.c.id)
            .limit(limit)
        )

        def work(connection: Connection) -> tuple[str, ...]:
            return tuple(connection.execute(wanted).scalars())

        return await self._database.read(work)

    async def forget(self, names: Sequence[str], before: float) -> int:
        """Delete those of the accounts that are idle still, and their tokens; return how many."""
        wanted = select(accounts.c.id).where(accounts.c.id.in_(names), *_idle(before))

        def work(connection: Connection) -> int:
            idle = connection.execute(wanted).scalars().all()
            connection.execute(delete(tokens).where(tokens.c.account.in_(idle)))
            connection.execute(delete(accounts).where(accounts.c.id.in_(idle)))
            return len(idle)

        return await self._database.write(work)

    async def _change(self, account_id: str, **values: object) -> None:
        change = update(accounts).where(accounts.c.id == account_id).values(**values)

        def work(connection: Connection) -> None:
            connection.execute(change)

        await self._database.write(work)


def _idle(before: float) -> tuple[ColumnElement[bool], ...]:
    played = exists().where(players.c.account == accounts.c.id)
    return (accounts.c.seen < before, accounts.c.registered.is_(None), ~played)
