"""What those who run the server tell everybody: at once, and to all who come while it holds."""

from protocol.codec import encode
from protocol.report import Announcement
from server.clock import Clock
from server.session.client import Client
from server.session.sessions import Sessions
from server.store.database import Database
from server.store.moderation import AnnouncementStore, KeptAnnouncement


class Announcements:
    """Knows what holds (`server.session.sessions.Companion`)."""

    def __init__(self, clock: Clock, database: Database, sessions: Sessions) -> None:
        self._clock = clock
        self._store = AnnouncementStore(database)
        self._sessions = sessions
        self._held: dict[str, KeptAnnouncement] = {}

    async def load(self) -> None:
        """Read what holds; before anybody comes in.

        Raises:
            StoreError: it cannot be read.
        """
        found = await self._store.held(self._clock.wall())
        self._held = {announcement.id: announcement for announcement in found}

    def announce(self, announcement: KeptAnnouncement) -> None:
        """Tell everybody who is here, and from now on all who come."""
        self._held[announcement.id] = announcement
        self._sessions.broadcast(_frame(announcement))

    def withdraw(self, announcement: str) -> None:
        """Tell nobody any more."""
        self._held.pop(announcement, None)

    def arrived(self, client: Client) -> None:
        """Tell somebody who comes what holds."""
        now = self._clock.wall()
        for announcement in tuple(self._held.values()):
            if announcement.until is not None and announcement.until <= now:
                del self._held[announcement.id]
            else:
                client.send(_frame(announcement))

    def left(self, client: Client) -> None:
        """Nothing: there is nothing to forget."""


def _frame(kept: KeptAnnouncement) -> bytes:
    return encode(
        Announcement(
            key=kept.id,
            text=kept.text,
            at=int(kept.since * 1000),
            until=None if kept.until is None else int(kept.until * 1000),
        )
    )
