"""People of many tables in one process, who answer at once: no sockets, no codec on their side."""

import asyncio
import time
from contextlib import suppress

import msgspec

from protocol.table import Act, Confirm
from server.table.api import Occupant, TableOver
from server.table.rules import parse_room_rules
from server.table.service import TableService

SEATS = 4
RULES = {"preset": "majsoul_ranked_4p", "tobi": "off", "thinking_time": "300+0"}


class Guest:
    """A connection that answers its asks with the default and confirms ends of rounds."""

    latency_ms = 0
    page = "page"

    def __init__(self, crowd: "Crowd", account: str, table: str) -> None:
        self.crowd = crowd
        self.account = account
        self.table = table
        self.paused = False
        self.requests = 0

    def send(self, frame: bytes) -> None:
        if frame.startswith(b'{"type":"ask"'):
            decision = frame.split(b'"decision":"', 1)[1].split(b'"', 1)[0]
            default = int(frame.rsplit(b'"default":', 1)[1].split(b",", 1)[0])
            self._say(Act(table=self.table, decision=decision.decode(), option=default))
        elif frame.startswith(b'{"type":"round_end"'):
            if not self.paused:
                self.paused = True
                self._say(Confirm(table=self.table))
        elif frame.find(b'"event":{"type":"start_kyoku"', 0, 200) >= 0:
            self.paused = False

    def answer(self, _request_id: int | None, _frame: bytes) -> None:
        self.crowd.actions += 1

    def _say(self, message: Act | Confirm) -> None:
        self.crowd.say(self, message)


class Crowd:
    """All people at so many tables; `actions` counts their requests that were answered."""

    def __init__(self, service: TableService, tables: int, rounds: str = "") -> None:
        self.service = service
        self.tables = tables
        self.actions = 0
        self.waiting: list[tuple[Guest, Act | Confirm]] = []
        self._next = 0
        self._spoken = asyncio.Event()
        self._rules = parse_room_rules(RULES)
        self._prefix = rounds

    def open(self) -> None:
        """Open every table."""
        for _ in range(self.tables):
            self._open_one()

    async def play(self, seconds: float) -> None:
        """Answer everything for so long."""
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            if not self.waiting:
                self._spoken.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._spoken.wait(), left)
            self.turn()
            await asyncio.sleep(0)

    def say(self, guest: Guest, message: Act | Confirm) -> None:
        """Take what somebody wants to say."""
        self.waiting.append((guest, message))
        self._spoken.set()

    def turn(self) -> None:
        """Hand over what people say."""
        waiting, self.waiting = self.waiting, []
        for guest, message in waiting:
            guest.requests += 1
            numbered = msgspec.structs.replace(message, id=guest.requests)
            self.service.handle(guest.account, guest, numbered)

    def _open_one(self) -> None:
        table = f"{self._prefix}{self._next}"
        self._next += 1
        guests = [Guest(self, f"{table}.{seat}", table) for seat in range(SEATS)]
        for guest in guests:
            self.service.attach(guest.account, guest)
        seats = tuple(Occupant(f"p{seat}", guest.account) for seat, guest in enumerate(guests))
        self.service.open(table, self._rules, seats, on_over=self._over)

    def _over(self, _over: TableOver) -> None:
        self._open_one()
