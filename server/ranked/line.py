"""Who waits, in memory: entries by account, numbers by pool, and how long people have waited."""

from collections import deque
from collections.abc import Iterator
from statistics import median
from typing import Final, NamedTuple

import msgspec

from protocol.queue import QueueName, Rank
from server.ranked.matching import Waiting
from server.store.queue import Place

REMEMBERED: Final = 20
"""Waits of a pool from which the next ones are guessed."""
STALE_S: Final = 3600.0
"""What people have waited longer ago says nothing of now."""


class Pool(NamedTuple):
    """A queue and one of its tiers, which count from the lowest."""

    queue: QueueName
    tier: int


class Entry(msgspec.Struct):
    """One account that waits; `rank` as others see it.

    Nobody is matched who is not `online`, or before the store has the place (`kept`). `told` are
    the numbers that it was told last.
    """

    place: Place
    waiting: Waiting
    rank: Rank
    online: bool = True
    kept: bool = False
    told: tuple[int, int | None] | None = None

    @property
    def pool(self) -> Pool:
        """Where it waits."""
        return Pool(self.waiting.queue, self.waiting.tier)


class Line:
    """All who wait."""

    def __init__(self) -> None:
        self._entries: dict[str, Entry] = {}
        self._waits: dict[Pool, deque[tuple[float, float]]] = {}

    def __contains__(self, account: str) -> bool:
        return account in self._entries

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(tuple(self._entries.values()))

    def get(self, account: str) -> Entry | None:
        """Return the entry of an account that waits."""
        return self._entries.get(account)

    def add(self, entry: Entry) -> None:
        """Let an account wait."""
        self._entries[entry.place.account] = entry

    def remove(self, account: str) -> Entry | None:
        """Let an account wait no more; return what it was."""
        return self._entries.pop(account, None)

    def ready(self) -> list[Waiting]:
        """Return those who can be matched."""
        return [entry.waiting for entry in self if entry.online and entry.kept]

    def of(self, pool: Pool) -> list[Entry]:
        """Return those who are here and wait in a pool."""
        return [entry for entry in self if entry.pool == pool and entry.online]

    def served(self, pool: Pool, waited: float, now: float) -> None:
        """Note how long somebody has waited in a pool."""
        waits = self._waits.setdefault(pool, deque(maxlen=REMEMBERED))
        waits.append((now, max(0.0, waited)))

    def estimate_s(self, pool: Pool, now: float) -> int | None:
        """Return how long people have waited lately in a pool; None where nobody has."""
        lately = [waited for when, waited in self._waits.get(pool, ()) if now - when < STALE_S]
        return round(median(lately)) if lately else None
