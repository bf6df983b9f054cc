"""The queue for ranked games: what people ask of it, who is matched, what a restart finds.

Everything is done in memory at once and answered once it is kept. Nobody is told of a match before
it is kept, too; what becomes of it is `server.ranked.matches`.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from msgspec import Struct, structs

from protocol.codec import encode
from protocol.errors import Ok, ProtocolError
from protocol.queue import (
    JoinQueue,
    LeaveQueue,
    ListQueues,
    QueueLine,
    QueueName,
    Queues,
    QueueState,
)
from server.clock import Clock, Timer
from server.lobby.deadlines import Deadlines
from server.log import get_logger
from server.net.limits import Buckets
from server.ranked.entrance import Entrance
from server.ranked.line import Entry, Line, Pool
from server.ranked.matches import Matches
from server.ranked.matching import Match, Terms, Waiting, tables
from server.ranked.tables import QUEUES, MatchingNumbers
from server.session.client import Client
from server.session.sessions import Sessions
from server.store.accounts import Account
from server.store.queue import Place, QueueStore

TICK_S: Final = 1.0
"""So often tables are looked for while anybody waits."""
UPDATE_S: Final = 2.0
"""So often at most the numbers of a pool are told."""
JOINS: Final = 20
"""Joins in a row of one account; one comes back every `JOIN_S`."""
JOIN_S: Final = 3.0

log = get_logger("ranked")


class QueueSettings(Struct, frozen=True, kw_only=True):
    """What an operator may choose; times in seconds.

    `guests`: whether accounts that have not registered may play. `grace_s`: how long the place of a
    lost connection is kept. `merge_s`, `bots_s`: when tiers merge and bots fill, 0: never.
    `addresses_apart`: two of one network address do not meet.
    """

    guests: bool = False
    grace_s: float = 30.0
    merge_s: float = 0.0
    bots_s: float = 0.0
    addresses_apart: bool = False


class RankedQueue:
    """All who wait; follows presence as a `server.session.sessions.Companion`.

    Args:
        clock: where time comes from.
        settings: what the operator chose.
        sessions: who is here.
        store: where places and matches are kept.
        entrance: who may queue.
        numbers: how far apart people may be who meet.
        matches: what opens the tables.
        elsewhere: whether an account is in a room or at a table.
        blocked: whether one of two accounts has blocked the other.
    """

    def __init__(
        self,
        clock: Clock,
        settings: QueueSettings,
        *,
        sessions: Sessions,
        store: QueueStore,
        entrance: Entrance,
        numbers: MatchingNumbers,
        matches: Matches,
        elsewhere: Callable[[str], bool],
        blocked: Callable[[str, str], bool],
    ) -> None:
        self._clock = clock
        self._settings = settings
        self._sessions = sessions
        self._store = store
        self._entrance = entrance
        self._matches = matches
        self._elsewhere = elsewhere
        self._blocked = blocked
        self._line = Line()
        self._joins = Buckets(clock, 1 / JOIN_S, JOINS)
        self._absences = Deadlines(clock, settings.grace_s, self._drop)
        self._updates: dict[Pool, Timer] = {}
        self._tick: Timer | None = None
        self._stopped = False
        self._terms = Terms(
            numbers=numbers,
            merge_after_s=settings.merge_s or None,
            bots_after_s=settings.bots_s or None,
            apart=self._apart,
        )
        matches.on_return = self._back

    def holds(self, account: str) -> bool:
        """Say whether an account waits, or is expected at a table."""
        return account in self._line or account in self._matches

    def queue_of(self, account: str) -> QueueName | None:
        """Return the queue in which an account waits."""
        entry = self._line.get(account)
        return entry.waiting.queue if entry is not None else None

    # Requests

    async def join(self, client: Client, request: JoinQueue) -> None:
        """`join_queue`: answered with `queue`."""
        account = client.account
        self._check_may_join(account)
        if not self._joins.take(account.id):
            raise ProtocolError("too_fast")
        await self._entrance.check_pause(account.id)
        known = await self._entrance.known(account.id, request.queue)
        tier = self._entrance.tier(known, request.tier)
        # Others had their turn while the store was asked.
        self._check_may_join(account)
        place = Place(account.id, request.queue, tier.name, self._clock.wall(), account.name)
        entry = self._entrance.entry(place, request.queue, known, client.link.address)
        self._line.add(entry)
        if self._sessions.client(account.id) is not client:
            self._away(entry)
        try:
            await self._store.enter(place)
        except BaseException:
            if self._line.get(account.id) is entry:
                self._line.remove(account.id)
            raise
        entry.kept = True
        log.info("queue_joined", account=account.id, queue=place.queue, tier=place.tier)
        self._told(client, entry, request.id)
        self._changed(entry.pool)

    async def leave(self, client: Client, request: LeaveQueue) -> None:
        """`leave_queue`."""
        account = client.account.id
        if account in self._matches:
            raise ProtocolError("committed")
        if account not in self._line:
            raise ProtocolError("not_in_queue")
        await self._remove(account)
        client.reply(request.id, Ok(id=request.id))

    async def list_all(self, client: Client, request: ListQueues) -> None:
        """`list_queues`: answered with `queues`."""
        account = client.account.id
        ranks = await self._entrance.ranks(account)
        titles = {tier.name: tier.titles for tier in self._entrance.tiers}
        lines = tuple(
            structs.replace(line, open=ranks[line.queue[:2]].title in titles[line.tier])
            for line in self.lines()
        )
        pause_s = await self._entrance.pause_s(account)
        client.reply(request.id, Queues(id=request.id, queues=lines, ranks=ranks, pause_s=pause_s))

    def lines(self) -> tuple[QueueLine, ...]:
        """Return all queues and tiers with their numbers."""
        now = self._clock.now()
        found: list[QueueLine] = []
        for queue in QUEUES:
            for number, tier in enumerate(self._entrance.tiers):
                pool = Pool(queue, number)
                found.append(
                    QueueLine(
                        queue=queue,
                        tier=tier.name,
                        waiting=len(self._line.of(pool)),
                        estimate_s=self._line.estimate_s(pool, now),
                        open=True,
                    )
                )
        return tuple(found)

    # Presence

    def arrived(self, client: Client) -> None:
        """Somebody is here, or here anew: its place goes on."""
        entry = self._line.get(client.account.id)
        if entry is None:
            return
        self._absences.stop(client.account.id)
        entry.online = True
        entry.place = structs.replace(entry.place, name=client.account.name)
        entry.waiting = structs.replace(entry.waiting, address=client.link.address)
        self._told(client, entry, None)
        self._changed(entry.pool)

    def left(self, client: Client) -> None:
        """Somebody's connection is gone; the place is kept for a while."""
        entry = self._line.get(client.account.id)
        if entry is not None and not self._stopped:
            self._away(entry)
            self._changed(entry.pool)

    def close(self) -> None:
        """Bring nobody together any more; who waits is found again after the next start."""
        self._stopped = True
        self._matches.closing = True
        for timer in (self._tick, *self._updates.values()):
            if timer is not None:
                timer.cancel()

    async def settle(self) -> None:
        """Return once what has begun is kept."""
        await self._matches.settle()

    # A restart

    async def restore(self, running: set[str]) -> int:
        """Take up the queue of an earlier process; return how many wait.

        `running` are the tables that go on. Everybody is away; the time for coming back begins now.
        """
        kept = await self._store.all()
        again = await self._matches.restore(kept.matches, running)
        for place in (*again, *kept.places):
            if place.account in self._line:
                continue
            entry = await self._entrance.again(place)
            if entry is None or self._elsewhere(place.account):
                log.warning("place_dropped", account=place.account, queue=place.queue)
                await self._store.leave(place.account)
                continue
            self._line.add(entry)
            self._absences.start(place.account)
        return len(self._line)

    # Inside

    def _check_may_join(self, account: Account) -> None:
        if self._matches.closing:
            raise ProtocolError("shutting_down")
        if not (account.registered or self._settings.guests):
            raise ProtocolError("not_registered")
        if self.holds(account.id) or self._elsewhere(account.id):
            raise ProtocolError("busy")

    def _apart(self, one: Waiting, other: Waiting) -> bool:
        if self._settings.addresses_apart and one.address and one.address == other.address:
            return True
        return self._blocked(one.account, other.account)

    def _away(self, entry: Entry) -> None:
        entry.online = False
        self._absences.start(entry.place.account)

    def _drop(self, account: str) -> None:
        """Somebody has been away for too long."""
        if account in self._line:
            log.info("queue_dropped", account=account)
            self._matches.spawn(self._remove(account), "leave the queue")

    async def _remove(self, account: str) -> None:
        entry = self._line.remove(account)
        self._absences.stop(account)
        if entry is not None:
            self._changed(entry.pool)
        await self._store.leave(account)

    # Matches

    def _changed(self, pool: Pool) -> None:
        """Tell a pool its numbers soon, and look for tables."""
        if self._stopped:
            return
        if pool not in self._updates:
            self._updates[pool] = self._clock.call_later(UPDATE_S, partial(self._update, pool))
        if self._tick is None and len(self._line):
            self._tick = self._clock.call_later(TICK_S, self._match)

    def _update(self, pool: Pool) -> None:
        del self._updates[pool]
        numbers = self._numbers(pool)
        for entry in self._line.of(pool):
            client = self._sessions.client(entry.place.account)
            if client is not None and entry.kept and entry.told != numbers:
                self._told(client, entry, None, numbers)

    def _numbers(self, pool: Pool) -> tuple[int, int | None]:
        return len(self._line.of(pool)), self._line.estimate_s(pool, self._clock.now())

    def _told(
        self,
        client: Client,
        entry: Entry,
        request_id: int | None,
        numbers: tuple[int, int | None] | None = None,
    ) -> None:
        """Say how the queue stands: as the answer to a request, or of our own accord."""
        waiting, estimate_s = entry.told = numbers or self._numbers(entry.pool)
        state = QueueState(
            id=request_id,
            queue=entry.waiting.queue,
            tier=entry.place.tier,
            waiting=waiting,
            waited_s=max(0, round(self._clock.wall() - entry.place.since)),
            estimate_s=estimate_s,
        )
        if request_id is None:
            client.send(encode(state))
        else:
            client.reply(request_id, state)

    def _match(self) -> None:
        """Look for tables, and again as long as anybody waits."""
        self._tick = None
        if self._stopped or self._matches.closing:
            return
        for match in tables(self._line.ready(), self._clock.wall(), self._terms):
            self._commit(match)
        if len(self._line):
            self._tick = self._clock.call_later(TICK_S, self._match)

    def _commit(self, match: Match) -> None:
        """Take people out of the line: from now on they are expected at a table."""
        now = self._clock.wall()
        people: list[Entry] = []
        for one in match.people:
            entry = self._line.remove(one.account)
            assert entry is not None
            people.append(entry)
            self._absences.stop(one.account)
            self._line.served(entry.pool, now - one.since, self._clock.now())
            self._changed(entry.pool)
        self._matches.begin(match, people)

    def _back(self, people: list[Entry]) -> None:
        """Let people wait again whose match came to nothing: they are the first in their turn."""
        for entry in people:
            entry.told = None
            self._line.add(entry)
            client = self._sessions.client(entry.place.account)
            if client is None:
                self._away(entry)
            else:
                self._told(client, entry, None)
            self._changed(entry.pool)
