"""Carrying orders out: on the database, and on the running server where there is one."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, Protocol, TypeAlias

import msgspec

from protocol.errors import ProtocolError
from server.admin.orders import (
    Announce,
    CloseReport,
    DeleteAccount,
    EndTable,
    ExportAccount,
    Impose,
    Lift,
    ListTables,
    Order,
    OrderError,
    RenameAccount,
    ResetRecovery,
    ResetStanding,
    Withdraw,
    action,
    details,
    is_audited,
    target,
)
from server.people.names import DELETED_NAME, check_scripts, name_key
from server.session.names import clean_name
from server.store.account_data import AccountData, Found
from server.store.accounts import Account, AccountStore
from server.store.credentials import CredentialStore
from server.store.database import Database
from server.store.erasure import ErasureStore
from server.store.errors import Refused
from server.store.moderation import AnnouncementStore, KeptAnnouncement, ReportStore
from server.store.orders import AuditStore
from server.store.sanctions import SanctionStore

Outcome: TypeAlias = dict[str, Any]
"""What an order brings, as plain values that JSON can hold."""


class Live(Protocol):
    """The running server, as far as orders reach into it."""

    def tables(self) -> list[dict[str, Any]]:
        """Describe the running tables."""

    def end_table(self, table: str) -> bool:
        """End a game; False: there is no such table."""

    def where(self, account: str) -> str | None:
        """Say in words in which room, queue or game an account is, None: in none."""

    async def sanctions_changed(self) -> None:
        """Let what holds now hold at once."""

    def renamed(self, account: Account) -> None:
        """Call somebody who is here by another name from now on."""

    async def erase(self, account: Account) -> None:
        """Delete an account and end its connection."""

    def announce(self, announcement: KeptAnnouncement) -> None:
        """Tell everybody who is here."""

    def withdraw(self, announcement: str) -> None:
        """Tell those who come nothing more of it."""


class Desk:
    """Carries orders out, each with its entry in the audit. `wall` gives the time.

    Without a running server (`live`) only what concerns the database can be done; it must not be
    served by another process then.
    """

    def __init__(
        self, database: Database, wall: Callable[[], float], live: Live | None = None
    ) -> None:
        self._wall = wall
        self._live = live
        self._audit = AuditStore(database)
        self._data = AccountData(database)
        self._accounts = AccountStore(database)
        self._registered = CredentialStore(database)
        self._sanctions = SanctionStore(database)
        self._erasure = ErasureStore(database, DELETED_NAME)
        self._reports = ReportStore(database)
        self._announcements = AnnouncementStore(database)
        self._work: Final[Mapping[type[Any], Callable[[Any, str], Awaitable[Outcome]]]] = {
            ListTables: self._tables,
            EndTable: self._end_table,
            Impose: self._impose,
            Lift: self._lift,
            RenameAccount: self._rename,
            ResetStanding: self._reset_standing,
            ResetRecovery: self._reset_recovery,
            ExportAccount: self._export,
            DeleteAccount: self._delete,
            Announce: self._announce,
            Withdraw: self._withdraw,
            CloseReport: self._close_report,
        }

    async def carry_out(self, order: Order, actor: str) -> Outcome:
        """Carry one order out.

        Raises:
            OrderError: it cannot be carried out, and nothing has changed.
            StoreError: the database cannot be used.
        """
        order = await self._with_id(order)
        work = self._work[type(order)]
        if not is_audited(order):
            return await work(order, actor)
        entry = await self._audit.begin(
            actor, action(order), target(order), details(order), self._wall()
        )
        try:
            outcome = await work(order, actor)
        except OrderError as error:
            await self._audit.end(entry, f"refused: {error}")
            raise
        await self._audit.end(entry, "done")
        return outcome

    async def _with_id(self, order: Order) -> Order:
        """Put the account's id where a name may stand."""
        who: str | None = getattr(order, "account", None)
        if who is None:
            return order
        return msgspec.structs.replace(order, account=(await self._find(who)).id)

    async def _find(self, who: str) -> Found:
        try:
            key = name_key(clean_name(who))
        except ProtocolError:
            key = None
        found = await self._data.find(who, key)
        if found is None:
            raise OrderError(
                f"there is no account {who!r}; allowed: an id, or the name of a registered account"
            )
        return found

    async def _living(self, account: str) -> Found:
        found = await self._find(account)
        if found.deleted:
            raise OrderError(f"account {account} is deleted")
        return found

    # Tables

    async def _tables(self, _order: ListTables, _actor: str) -> Outcome:
        return {"tables": self._running().tables()}

    async def _end_table(self, order: EndTable, _actor: str) -> Outcome:
        if not self._running().end_table(order.table):
            raise OrderError(f"there is no running table {order.table!r}")
        return {"table": order.table}

    def _running(self) -> Live:
        if self._live is None:
            raise OrderError("no server runs on this database, so it has no tables")
        return self._live

    # Accounts

    async def _impose(self, order: Impose, actor: str) -> Outcome:
        found = await self._living(order.account)
        now = self._wall()
        if order.until is not None and order.until <= now:
            raise OrderError("the end is over already; name a later one, or none")
        sanction = await self._sanctions.impose(
            found.id, order.kind, order.reason, now, order.until, actor
        )
        await self._sanctions_changed()
        return {"account": found.id, "name": found.name, "sanction": sanction}

    async def _lift(self, order: Lift, _actor: str) -> Outcome:
        found = await self._find(order.account)
        lifted = [
            sanction.id
            for sanction in await self._sanctions.of(found.id)
            if sanction.kind == order.kind and await self._sanctions.lift(sanction.id, self._wall())
        ]
        if not lifted:
            done = {"ban": "banned", "mute": "muted"}[order.kind]
            raise OrderError(f"account {found.id} ({found.name}) is not {done}")
        await self._sanctions_changed()
        return {"account": found.id, "name": found.name, "lifted": lifted}

    async def _sanctions_changed(self) -> None:
        if self._live is not None:
            await self._live.sanctions_changed()

    async def _rename(self, order: RenameAccount, _actor: str) -> Outcome:
        found = await self._living(order.account)
        try:
            name = clean_name(order.name)
            if found.registered:
                check_scripts(name)
        except ProtocolError as error:
            raise OrderError(error.message) from None
        now = self._wall()
        if found.registered:
            try:
                await self._registered.rename(found.id, name, name_key(name), now, now)
            except Refused:
                raise OrderError(
                    f"the name {name!r}, or one that looks like it, belongs to somebody else"
                ) from None
        else:
            await self._accounts.rename(found.id, name)
        if self._live is not None:
            self._live.renamed(Account(found.id, name, found.registered))
        return {"account": found.id, "before": found.name, "name": name}

    async def _reset_standing(self, order: ResetStanding, _actor: str) -> Outcome:
        found = await self._living(order.account)
        count = await self._data.reset_standings(found.id, order.kinds)
        return {"account": found.id, "name": found.name, "standings": count}

    async def _reset_recovery(self, order: ResetRecovery, _actor: str) -> Outcome:
        found = await self._living(order.account)
        if not found.registered:
            raise OrderError(f"account {found.id} ({found.name}) is not registered: it has no code")
        await self._registered.set_recovery(found.id, bytes.fromhex(order.code))
        return {"account": found.id, "name": found.name}

    async def _export(self, order: ExportAccount, _actor: str) -> Outcome:
        return await self._data.export(order.account)

    async def _delete(self, order: DeleteAccount, _actor: str) -> Outcome:
        found = await self._living(order.account)
        account = Account(found.id, found.name, found.registered)
        if self._live is not None:
            busy = self._live.where(found.id)
            if busy is not None:
                raise OrderError(f"account {found.id} ({found.name}) is {busy}; end that first")
            await self._live.erase(account)
        else:
            await self._erasure.delete(found.id, self._wall())
            await self._erasure.finish(found.id, self._wall())
        return {"account": found.id, "name": found.name}

    # Everybody

    async def _announce(self, order: Announce, _actor: str) -> Outcome:
        now = self._wall()
        if order.until is not None and order.until <= now:
            raise OrderError("the end is over already; name a later one, or none")
        kept = await self._announcements.add(order.text, now, order.until)
        if self._live is not None:
            self._live.announce(kept)
        return {"announcement": kept.id}

    async def _withdraw(self, order: Withdraw, _actor: str) -> Outcome:
        if not await self._announcements.withdraw(order.announcement):
            raise OrderError(f"there is no announcement {order.announcement!r}")
        if self._live is not None:
            self._live.withdraw(order.announcement)
        return {"announcement": order.announcement}

    async def _close_report(self, order: CloseReport, actor: str) -> Outcome:
        if not await self._reports.close(order.report, actor, self._wall()):
            raise OrderError(f"there is no open report {order.report!r}")
        return {"report": order.report}
