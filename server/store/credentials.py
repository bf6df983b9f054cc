"""What registered accounts have beside a token: a name of their own, a password, a way back.

Of passwords, recovery codes and tokens only hashes are kept. Times are wall seconds.
"""

from typing import Final

import msgspec
from sqlalchemy import ColumnElement, Connection, Update, and_, delete, insert, or_, select, update

from server.store.accounts import Account
from server.store.database import Database
from server.store.schema import accounts, tokens

TOKENS_KEPT: Final = 20
"""Tokens of one account; when it signs in once more the oldest opens nothing any more."""


class Registration(msgspec.Struct, frozen=True):
    """A registered account. `renamed` is when it last took another name, None: never."""

    account: Account
    password: str
    renamed: float | None


class CredentialStore:
    """Reads and writes them. Everything that writes is done on the disk when it returns."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def by_name(self, name_key: str) -> Registration | None:
        """Return the account that has a name; nobody else may carry it."""
        return await self._one(accounts.c.name_key == name_key)

    async def by_id(self, account: str) -> Registration | None:
        """Return a registered account, None for guests and for those who are no more."""
        return await self._one(accounts.c.id == account)

    async def register(
        self,
        account: Account,
        name_key: str,
        password: str,
        recovery: bytes,
        token: bytes,
        replaces: bytes,
        now: float,
    ) -> bool:
        """Turn a guest into a registered account; False: it is one already.

        `token` takes the place of another one, which is valid until the new one has been used.

        Raises:
            Refused: the name is taken.
        """
        change = (
            update(accounts)
            .where(
                accounts.c.id == account.id,
                accounts.c.registered.is_(None),
                accounts.c.deleted.is_(None),
            )
            .values(
                name=account.name,
                name_key=name_key,
                password=password,
                recovery=recovery,
                registered=now,
            )
        )

        def work(connection: Connection) -> bool:
            if connection.execute(change).rowcount == 0:
                return False
            row = insert(tokens).values(
                hash=token, account=account.id, created=now, replaces=replaces
            )
            connection.execute(row)
            connection.execute(update(tokens).where(tokens.c.hash == replaces).values(renewed=now))
            return True

        return await self._database.write(work)

    async def add_token(self, account: str, token: bytes, now: float) -> None:
        """Keep one more token."""

        def work(connection: Connection) -> None:
            _add_token(connection, account, token, now)
            newest = (
                select(tokens.c.hash)
                .where(tokens.c.account == account)
                .order_by(tokens.c.created.desc())
                .limit(TOKENS_KEPT)
            )
            connection.execute(
                delete(tokens).where(tokens.c.account == account, tokens.c.hash.not_in(newest))
            )

        await self._database.write(work)

    async def only_token(self, account: str, token: bytes, now: float) -> None:
        """Keep this token and no other one."""

        def work(connection: Connection) -> None:
            connection.execute(delete(tokens).where(tokens.c.account == account))
            _add_token(connection, account, token, now)

        await self._database.write(work)

    async def change_password(
        self, account: str, before: str, after: str, token: bytes, now: float
    ) -> bool:
        """Replace the password and all tokens; False: it was changed meanwhile."""
        change = (
            update(accounts)
            .where(accounts.c.id == account, accounts.c.password == before)
            .values(password=after)
        )

        def work(connection: Connection) -> bool:
            if connection.execute(change).rowcount == 0:
                return False
            connection.execute(delete(tokens).where(tokens.c.account == account))
            _add_token(connection, account, token, now)
            return True

        return await self._database.write(work)

    async def rehash(self, account: str, before: str, after: str) -> None:
        """Keep the same password in another form, unless it was changed meanwhile."""
        await self._change(
            update(accounts)
            .where(accounts.c.id == account, accounts.c.password == before)
            .values(password=after)
        )

    async def has_recovery(self, name_key: str, recovery: bytes) -> bool:
        """Say whether this is the recovery code of the account of a name."""
        wanted = select(accounts.c.id).where(
            accounts.c.name_key == name_key, accounts.c.recovery == recovery
        )
        return await self._database.read(
            lambda connection: connection.execute(wanted).first() is not None
        )

    async def recover(
        self, name_key: str, recovery: bytes, password: str, next_recovery: bytes
    ) -> str | None:
        """Use a recovery code up: a new password, the next code, no token any more.

        Returns the account; None: it is not the code (any more).
        """
        held = and_(accounts.c.name_key == name_key, accounts.c.recovery == recovery)

        def work(connection: Connection) -> str | None:
            account: str | None = connection.scalar(select(accounts.c.id).where(held))
            if account is None:
                return None
            connection.execute(
                update(accounts).where(held).values(password=password, recovery=next_recovery)
            )
            connection.execute(delete(tokens).where(tokens.c.account == account))
            return account

        return await self._database.write(work)

    async def set_recovery(self, account: str, recovery: bytes) -> None:
        """Replace the recovery code."""
        await self._change(
            update(accounts).where(accounts.c.id == account).values(recovery=recovery)
        )

    async def rename(
        self, account: str, name: str, name_key: str, now: float, not_since: float
    ) -> bool:
        """Give a registered account another name; False: it got one after `not_since`.

        Raises:
            Refused: the name is taken.
        """
        return await self._change(
            update(accounts)
            .where(
                accounts.c.id == account,
                accounts.c.registered.is_not(None),
                or_(accounts.c.renamed.is_(None), accounts.c.renamed <= not_since),
            )
            .values(name=name, name_key=name_key, renamed=now)
        )

    async def settings(self, account: str) -> str | None:
        """Return what clients keep in the account, as JSON."""
        wanted = select(accounts.c.settings).where(accounts.c.id == account)
        return await self._database.read(lambda connection: connection.scalar(wanted))

    async def set_settings(self, account: str, settings: str) -> None:
        """Replace it."""
        await self._change(
            update(accounts).where(accounts.c.id == account).values(settings=settings)
        )

    async def _one(self, condition: ColumnElement[bool]) -> Registration | None:
        wanted = select(
            accounts.c.id, accounts.c.name, accounts.c.password, accounts.c.renamed
        ).where(condition, accounts.c.registered.is_not(None), accounts.c.deleted.is_(None))

        def work(connection: Connection) -> Registration | None:
            row = connection.execute(wanted).first()
            if row is None:
                return None
            account, name, password, renamed = row
            return Registration(Account(account, name, registered=True), password, renamed)

        return await self._database.read(work)

    async def _change(self, change: Update) -> bool:
        return await self._database.write(
            lambda connection: connection.execute(change).rowcount > 0
        )


def _add_token(connection: Connection, account: str, token: bytes, now: float) -> None:
    connection.execute(insert(tokens).values(hash=token, account=account, created=now))
