"""All tables of this process: opening them, and bringing messages to the right one."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final

from engine.bots import POLICIES, Policy
from engine.core.wall import WallSource
from protocol import codec
from protocol.errors import ProtocolError
from protocol.table import Sync
from server import __version__
from server.clock import Clock
from server.log import get_logger
from server.store.database import StoreError
from server.table import api
from server.table.audiences import Audiences
from server.table.bots import Brain, ThreadBrain
from server.table.games import Deal, Script, deal
from server.table.keeping import Keeping
from server.table.recovery import Restored
from server.table.requests import refusal_after_end, stopped
from server.table.restart import Restart
from server.table.stakes import Settle, Stakes
from server.table.table import Table
from server.table.walls import Secret

_log = get_logger("tables")

ENDED_REMEMBERED: Final = 10_000
"""Ended tables whose late messages are answered without a look into the store."""
HEARTBEAT_S: Final = 1.0
"""So much time at most is lost to the players' advantage when the process dies."""
RECORD_AGAIN_S: Final = 10.0
"""How long to wait before a record is tried again that could not be kept."""


class TableService:
    """Implements `server.table.api.Tables`.

    Args:
        clock: where time comes from.
        store: where records go.
        policies: bot level -> maker of a policy, which takes a seed.
        brain: who thinks for the bots; a thread of its own if None.
        settings: times and sizes.
        walls: makes the source of a new game's walls; a secret of each table if None.
        scripts: title -> deal, for servers that are being tested against.
        journals: where running games are kept; nowhere if None.
    """

    def __init__(
        self,
        clock: Clock,
        store: api.RecordStore,
        *,
        policies: Mapping[str, Callable[[int], Policy]] = POLICIES,
        brain: Brain | None = None,
        settings: api.TableSettings | None = None,
        walls: Callable[[], WallSource] | None = None,
        scripts: Mapping[str, Script] | None = None,
        journals: api.JournalStore | None = None,
    ) -> None:
        self._clock = clock
        self._store = store
        self._policies = policies
        self._brain = brain or ThreadBrain()
        self._settings = settings or api.TableSettings()
        self._walls = walls
        self._scripts = scripts or {}
        self._journals = journals
        self._heart: asyncio.Task[None] | None = None
        self._tables: dict[str, Table] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._sinks: dict[str, api.Sink] = {}
        self._places: dict[str, tuple[Table, int]] = {}
        self._ended: OrderedDict[str, None] = OrderedDict()
        self._restless: set[str] = set()
        self.settle: Settle | None = None
        """What is done with the results of ranked games; set before the first of them."""
        self._all_rest = asyncio.Event()
        self._audiences = Audiences(
            clock,
            self._settings,
            seat_of=self.seat_of,
            running=self._tables.__contains__,
            ended=self._ended.__contains__,
        )

    def open(
        self,
        table_id: str,
        rules: api.RoomRules,
        seats: tuple[api.Occupant, ...],
        *,
        on_over: api.OnOver,
        mode: str | None = None,
        ranked: bool = False,
        title: str | None = None,
        room: str | None = None,
        spectating: api.Spectating | None = None,
        listed: bool = True,
        private: bool = False,
        stakes: Stakes | None = None,
    ) -> None:
        """Start a game; see `Tables.open`."""
        if len(seats) != rules.players:
            raise ValueError(f"{len(seats)} seats for a game of {rules.players}")
        if table_id in self._tables or table_id in self._ended:
            raise ValueError(f"table {table_id!r} exists")
        for seat in seats:
            if seat.account_id in self._places:
                raise api.SeatTaken(f"{seat.name!r} sits at a table")
        secret = Secret.new()
        script = self._scripts.get(title) if title is not None else None
        header = api.JournalHeader(
            table=table_id,
            engine=__version__,
            rules=dict(rules.flat),
            seats=seats,
            mode=mode or rules.mode,
            ranked=ranked,
            started=self._clock.wall(),
            secret=secret.written,
            room=room,
            script=title if script is not None else None,
            spectating=spectating,
            listed=listed,
            private=private,
            stakes=stakes,
        )
        names = tuple(seat.name for seat in seats)
        if script is not None:
            dealt = deal(rules, names, script.walls(), script.first)
        else:
            dealt = deal(rules, names, self._walls() if self._walls is not None else secret)
        self._start(self._seat(header, rules, dealt, secret, on_over))
        _log.info("table_opened", table=table_id, mode=header.mode, ranked=ranked)

    async def recover(self, on_over: Callable[[api.JournalHeader], api.OnOver]) -> api.Recovered:
        """Take up the games of the last process; see `Tables.recover`."""
        if self._journals is None:
            return api.Recovered((), (), ())
        restart = Restart(
            self._journals,
            settings=self._settings,
            walls=self._walls,
            scripts=self._scripts,
        )

        def set_up(header: api.JournalHeader, restored: Restored) -> None:
            dealt, secret = restored.deal, restored.secret
            self._seat(header, restored.rules, dealt, secret, on_over(header), restored)

        recovered = await restart.run(set_up)
        # Newer ones came first.
        self._tables = dict(reversed(self._tables.items()))
        # Not before the last one is there: the time in which people may come back is the same for
        # all, and begins when they can.
        for table in self._tables.values():
            self._start(table)
        return recovered

    def _seat(
        self,
        header: api.JournalHeader,
        rules: api.RoomRules,
        dealt: Deal,
        secret: Secret,
        on_over: api.OnOver,
        restored: Restored | None = None,
    ) -> Table:
        """Set a table up."""
        table = Table(
            header,
            rules,
            dealt,
            secret,
            policies=self._policies,
            brain=self._brain,
            store=self._store,
            journals=self._journals,
            clock=self._clock,
            settings=self._settings,
            on_over=partial(self._over, on_over),
            settle=self.settle,
            audience=self._audiences.open(header, rules, dealt.game.log),
            restored=restored,
        )
        self._tables[table.id] = table
        for index, seat in enumerate(header.seats):
            if seat.account_id is not None:
                if table.game.over:
                    # It only waits for its record; its people may sit at another table by now.
                    self._places.setdefault(seat.account_id, (table, index))
                    continue
                self._places[seat.account_id] = (table, index)
                self._audiences.seated(seat.account_id)
                sink = self._sinks.get(seat.account_id)
                if sink is not None:
                    table.seat_at_start(index, sink)
        return table

    def _start(self, table: Table) -> None:
        self._spawn(table.run(), f"table {table.id}")
        self._beat()

    def attach(self, account_id: str, sink: api.Sink) -> None:
        """Make `sink` the account's connection; see `Tables.attach`."""
        older = self._sinks.get(account_id)
        if older is not None and older is not sink:
            self._audiences.gone(account_id, older)
        self._sinks[account_id] = sink
        place = self._places.get(account_id)
        if place is not None:
            table, seat = place
            table.attach(seat, sink)

    def detach(self, account_id: str, sink: api.Sink) -> None:
        """Forget a connection, unless a newer one has taken over."""
        if self._sinks.get(account_id) is not sink:
            return
        del self._sinks[account_id]
        self._audiences.gone(account_id, sink)
        place = self._places.get(account_id)
        if place is not None:
            table, seat = place
            table.detach(seat, sink)

    def handle(self, account_id: str, sink: api.Sink, message: api.TableMessage) -> None:
        """Bring a message to its table; see `Tables.handle`."""
        place = self._places.get(account_id)
        if place is not None:
            table, seat = place
            if message.table is None or message.table == table.id:
                if not table.offer(seat, sink, message):
                    _refuse(sink, message, "too_fast")
                return
        if message.table is None or message.table in self._tables:
            _refuse(sink, message, "not_seated")
        elif message.table in self._ended:
            sink.answer(message.id, refusal_after_end(message.table, message))
        else:
            self._spawn(self._look_up(sink, message, message.table), "look up an ended table")

    def watch(
        self,
        account_id: str,
        sink: api.WatchSink,
        message: api.WatchMessage,
        friends: frozenset[str] = frozenset(),
    ) -> None:
        """Take what somebody wants to watch; see `Tables.watch`."""
        self._audiences.take(account_id, sink, message, friends)

    def watchers(self, table_id: str | None = None) -> int:
        """Return how many watch a table, or any."""
        return self._audiences.count(table_id)

    def seat_of(self, account_id: str) -> tuple[str, int] | None:
        """Return the running table of an account and its seat there."""
        place = self._places.get(account_id)
        return None if place is None else (place[0].id, place[1])

    def live(self) -> tuple[api.LiveTable, ...]:
        """List the running tables, oldest first."""
        return tuple(table.live() for table in self._tables.values())

    def running(self, table_id: str) -> api.RunningTable | None:
        """Return what is known of a running table."""
        table = self._tables.get(table_id)
        if table is None:
            return None
        return api.RunningTable(tuple(seat.occupant for seat in table.seats), len(table.game.log))

    def end(self, table_id: str) -> bool:
        """End a game without a result; see `Tables.end`."""
        table = self._tables.get(table_id)
        if table is not None:
            table.end()
        return table is not None

    async def drain(self) -> None:
        """Let running rounds end; see `Tables.drain`."""
        restless = self._restless
        restless.update(self._tables)
        for table_id, table in self._tables.items():
            table.drain(partial(self._rests, table_id))
        if restless:
            await self._all_rest.wait()

    async def close(self) -> None:
        """Stop every table where it stands."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._audiences.close()
        self._brain.close()
        if self._journals is not None and self._tables:
            with suppress(StoreError):
                await self._journals.beat(self._clock.wall())

    def _beat(self) -> None:
        """Keep saying that this process lives, from the first table on."""
        if self._journals is not None and self._heart is None:
            self._heart = self._spawn(self._keep_beating(self._journals), "heartbeat")

    async def _keep_beating(self, journals: api.JournalStore) -> None:
        failed = False
        while True:
            if self._tables:
                try:
                    await journals.beat(self._clock.wall())
                    failed = False
                except StoreError as error:
                    # Once is enough for as long as it lasts.
                    if not failed:
                        _log.error("heartbeat_failed", reason=str(error))
                    failed = True
            await self._clock.sleep(HEARTBEAT_S)

    def _rests(self, table_id: str) -> None:
        """Note that a table that drains is at rest; harmless for any other."""
        if table_id in self._restless:
            self._restless.discard(table_id)
            if not self._restless:
                self._all_rest.set()

    def _over(self, on_over: api.OnOver, result: api.TableOver) -> None:
        self._rests(result.table)
        table = self._tables.pop(result.table)
        for seat in table.seats:
            account = seat.occupant.account_id
            place = self._places.get(account) if account is not None else None
            if account is not None and place is not None and place[0] is table:
                del self._places[account]
        self._ended[result.table] = None
        if len(self._ended) > ENDED_REMEMBERED:
            self._ended.popitem(last=False)
        self._audiences.table_over(result.table)
        _log.info("table_over", table=result.table, ended=result.ended)
        if table.keeping.unrecorded:
            self._spawn(self._record_later(table.keeping), f"record {table.id}")
        on_over(result)
        table.keeping.tell()

    async def _record_later(self, keeping: Keeping) -> None:
        """Try again to keep a record; a process that ends before it can leaves the journal."""
        while keeping.unrecorded:
            await self._clock.sleep(RECORD_AGAIN_S)
            await keeping.record()
        keeping.tell()

    async def _look_up(self, sink: api.Sink, message: api.TableMessage, table: str) -> None:
        """Answer for a table that ended, or failed, before this process began."""
        try:
            fate = None if self._journals is None else await self._journals.fate(table)
            known = fate is not None or await self._store.record(table) is not None
        except StoreError as error:
            _log.error("lookup_failed", table=table, reason=str(error))
            _refuse(sink, message, "internal_error")
            return
        if not known:
            _refuse(sink, message, "no_such_table")
            return
        if fate is not None and isinstance(message, Sync):
            sink.send(codec.encode(stopped(None, fate.reference)))
        sink.answer(message.id, refusal_after_end(table, message))

    def _spawn(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended_task)
        return task

    def _ended_task(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("task_failed", task=task.get_name(), error=type(error).__name__)


def _refuse(sink: api.Sink, message: api.TableMessage, code: str) -> None:
    sink.answer(message.id, codec.encode(ProtocolError(code).reply(message.id)))
