"""The running server as orders reach into it (`server.admin.desk.Live`)."""

from collections.abc import Awaitable, Callable
from typing import Any

from server.people.announcements import Announcements
from server.people.sanctions import Sanctions
from server.session.sessions import Sessions
from server.store.accounts import Account
from server.store.moderation import KeptAnnouncement
from server.table.api import Tables


class RunningServer:
    """Implements `Live`. `named` tells others of a new name, `erase` deletes an account."""

    def __init__(
        self,
        tables: Tables,
        sessions: Sessions,
        sanctions: Sanctions,
        announcements: Announcements,
        *,
        named: Callable[[Account], None],
        erase: Callable[[Account], Awaitable[None]],
    ) -> None:
        self._tables = tables
        self._sessions = sessions
        self._sanctions = sanctions
        self._announcements = announcements
        self._named = named
        self._erase = erase

    def tables(self) -> list[dict[str, Any]]:
        """Describe the running tables, the oldest first."""
        found = []
        for live in self._tables.live():
            running = self._tables.running(live.table)
            found.append(
                {
                    "table": live.table,
                    "mode": live.mode,
                    "ranked": live.ranked,
                    "round": live.round,
                    "events": running.events if running is not None else 0,
                    "watchers": self._tables.watchers(live.table),
                    "seats": [
                        {
                            "name": seat.name,
                            "account": seat.account_id,
                            "online": seat.account_id is not None
                            and self._sessions.client(seat.account_id) is not None,
                        }
                        for seat in (running.seats if running is not None else ())
                    ],
                }
            )
        return found

    def end_table(self, table: str) -> bool:
        """End a game; False: there is no such table."""
        return self._tables.end(table)

    def where(self, account: str) -> str | None:
        """Say where somebody is who is busy."""
        if self._sessions.engaged(account):
            return "in a room, in a queue or at a table"
        return None

    async def sanctions_changed(self) -> None:
        """Let what holds now hold at once."""
        await self._sanctions.load()

    def renamed(self, account: Account) -> None:
        """Call somebody who is here by another name from the next room or game on."""
        client = self._sessions.client(account.id)
        if client is not None:
            client.account = account
        self._named(account)

    async def erase(self, account: Account) -> None:
        """Delete an account and end its connection."""
        await self._erase(account)
        self._sessions.close(account.id, "logged_out")

    def announce(self, announcement: KeptAnnouncement) -> None:
        """Tell everybody who is here, and who comes."""
        self._announcements.announce(announcement)

    def withdraw(self, announcement: str) -> None:
        """Tell those who come nothing more of it."""
        self._announcements.withdraw(announcement)
