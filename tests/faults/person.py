"""A scripted person: comes in, sits down, answers what is asked, and never gives up on a bad line.

What a person wants is settled by what the server says, so a lost frame is never waited for: every
new line begins with `hello` and `sync`, and requests without an answer are sent again under their
old ids. What this person sees goes into the notebook.
"""

import asyncio
import random
from collections.abc import Callable
from typing import Final, Protocol

from tests.faults.line import Line
from tests.faults.notebook import Given, Message, Notebook

PING_S: Final = 0.5
RELOADS: Final = 0.2
EXPECTED: Final = {
    "act": frozenset({"stale_decision", "not_asked", "game_over"}),
    "confirm": frozenset({"no_pause", "game_over"}),
    # What the room says of itself decides; these are races that a bad line makes.
    "create_room": frozenset({"busy", "shutting_down"}),
    "join_room": frozenset({"busy"}),
    "ready": frozenset({"room_playing", "not_in_room"}),
    "start_room": frozenset({"room_playing", "not_ready", "shutting_down"}),
}
"""Refusals that are nobody's fault, by request."""
AGAIN: Final = frozenset({"act", "confirm"})
"""Requests at the table, which are repeated on a new line as they were."""


class Company(Protocol):
    """The people of one table."""

    rules: Message
    size: int

    @property
    def code(self) -> str | None:
        """The room's code, once the host knows it."""

    def called(self, code: str) -> None:
        """Take the room's code from the host."""


class Person:
    """One account. `url` is where the bad line begins; `host` makes the room."""

    def __init__(
        self, name: str, url: str, company: Company, host: bool, pick: random.Random
    ) -> None:
        self.name = name
        self.book = Notebook(name)
        self.lines = 0
        self.finished = asyncio.Event()
        self._url = url
        self._company = company
        self._host = host
        self._pick = pick
        self._key = f"{name}-{pick.getrandbits(32):x}"
        self._token: str | None = None
        self._line: Line | None = None
        self._open: set[Line] = set()
        self._last_id = 0
        self._sync = 0
        self._unanswered: dict[int, Message] = {}
        self._decision_of: dict[int, str] = {}
        self._hurried: set[int] = set()
        self._room: Message | None = None
        self._timers: set[asyncio.TimerHandle] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._patience = pick.uniform(1.5, 4.0)
        self._in_vain = 0
        self._hung_up = False

    # Lines

    def connect(self) -> None:
        """Take a new line; the older ones are not used any more, and may live on."""
        if self._hung_up:
            return
        self.lines += 1
        self._line = Line(self, self._url, self.lines)
        self._open.add(self._line)

    def duplicate(self) -> None:
        """Take a second line while the first is well."""
        if not self.finished.is_set():
            self.book.note(self.lines, "-- takes another line")
            self.connect()

    async def hang_up(self) -> None:
        """Leave for good."""
        self._hung_up = True
        for timer in self._timers:
            timer.cancel()
        for line in list(self._open):
            await line.drop()
        for task in list(self._tasks):
            await task

    def on_open(self, line: Line) -> None:
        """Say hello."""
        hello = {"type": "hello", "id": self._next_id(), "client": self._key, "name": self.name}
        line.send({**hello, **({} if self._token is None else {"token": self._token})})
        self._keep_alive(line)

    def on_close(self, line: Line, reason: str) -> None:
        """Come back, if this was the line in use."""
        self._open.discard(line)
        self.book.note(line.number, f"-- closed: {reason}")
        if line is self._line and not self.finished.is_set():
            self._in_vain = 0 if line.greeted else min(self._in_vain + 1, 8)
            wait = self._pick.uniform(0.01, 0.2) * (1 + self._in_vain)
            self._later(wait, lambda: self._again(line))

    def _again(self, line: Line) -> None:
        if self._line is line:
            self.connect()

    def _keep_alive(self, line: Line) -> None:
        """Ping; a line that has been silent too long is left behind, not closed."""
        if line not in self._open or self._hung_up:
            return
        if line is not self._line:
            # The server ends it with `bye`; should that not arrive, nobody waits for it.
            self._later(self._pick.uniform(0.5, 5.0), lambda: self._drop(line))
            return
        if line.loop.time() - line.heard > self._patience:
            self.book.note(line.number, "-- is left: it hangs")
            self.connect()
        else:
            line.send({"type": "ping", "t": line.number})
        self._later(PING_S, lambda: self._keep_alive(line))

    def _drop(self, line: Line) -> None:
        task = line.loop.create_task(line.drop())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _later(self, delay: float, work: Callable[[], None]) -> None:
        def run() -> None:
            self._timers.discard(timer)
            work()

        timer = asyncio.get_running_loop().call_later(delay, run)
        self._timers.add(timer)

    # Requests

    def _next_id(self) -> int:
        self._last_id += 1
        return self._last_id

    def _request(self, kind: str, **fields: object) -> int:
        number = self._next_id()
        message = {"type": kind, "id": number, **fields}
        self._unanswered[number] = message
        assert self._line is not None
        self._line.send(message)
        return number

    def _waits_for(self, kind: str) -> bool:
        return any(message["type"] == kind for message in self._unanswered.values())

    # What comes

    def on_frame(self, line: Line, message: Message, text: str) -> None:
        """Take one frame; what comes on an older line is only held against the rest."""
        kind = message["type"]
        if kind != "pong":
            self.book.note(line.number, text[:100] if kind == "room" else text)
        if kind == "welcome":
            line.greeted = True
        elif not line.greeted and kind not in ("bye", "error"):
            self.book.fault(f"{kind} came before welcome")
        if kind in ("event", "skip", "snapshot", "table_start", "ok", "error"):
            self._check(line, message)
        if line is self._line:
            handler = getattr(self, f"_on_{kind}", None)
            if handler is not None:
                handler(message)

    def _check(self, line: Line, message: Message) -> None:
        """What must hold on every line by itself."""
        kind = message["type"]
        if kind in ("ok", "error"):
            self._answer(message)
        elif kind == "table_start":
            line.next_seq = 0
            self.book.sit(message["table"], message["seat"])
        elif kind == "snapshot":
            line.next_seq = message["seq"] + 1
            if line is not self._line:
                self.book.keep_snapshot(message)
        else:
            if message["seq"] != line.next_seq and not line.jumps_to(message):
                self.book.fault(f"line {line.number}: {message['seq']} instead of {line.next_seq}")
            line.next_seq = message["seq"] + 1
            if line is not self._line:
                self.book.compare(message["seq"], message.get("event"))

    def _answer(self, message: Message) -> None:
        number = message["id"]
        said = message.get("code", "ok")
        decision = self._decision_of.get(number)
        request = self._unanswered.pop(number, None)
        if decision is not None:
            self.book.answered(decision, said)
            if said != "ok" and said not in EXPECTED["act"]:
                self.book.fault(f"act was refused: {message}")
        elif number in self._hurried:
            if said == "ok":
                self.book.fault(f"a second answer to one ask was taken: {message}")
        elif request is not None and said not in ("ok", *EXPECTED.get(request["type"], ())):
            self.book.fault(f"{request} was refused: {message}")
        elif number == self._sync and said != "ok":
            self.book.fault(f"the table cannot be taken up again: {message}")
            self.finished.set()
        elif request is None and said != "ok":
            self.book.fault(f"out of nothing came {message}")

    def _on_welcome(self, message: Message) -> None:
        self._token = message["token"] or self._token
        book, line = self.book, self._line
        assert line is not None
        place = message["seat_in"]
        if place is not None:
            book.sit(place["table"], place["seat"])
        if book.table:
            line.next_seq = book.last + 1
            self._sync = self._next_id()
            fields: Message = {"seq": book.last}
            if self._pick.random() < RELOADS:
                # The page was loaded anew and knows nothing: a snapshot comes, or the round again.
                fields = {"seq": -1, "replay": self._pick.random() < 0.5}
                if fields["replay"]:
                    line.next_seq, line.replays = 0, True
            line.send({"type": "sync", "id": self._sync, "table": book.table, **fields})
        for number, request in list(self._unanswered.items()):
            if request["type"] in AGAIN:
                line.send(request)
            else:
                del self._unanswered[number]
        if not book.table and message["room"] is None:
            self._room = None
            self._come_in()

    def _come_in(self) -> None:
        company = self._company
        if self._room is not None or self.book.table or self._line is None:
            return
        if self._host and not self._waits_for("create_room"):
            self._request("create_room", rules=company.rules)
        elif not self._host and company.code is not None and not self._waits_for("join_room"):
            self._request("join_room", code=company.code)

    def _on_room(self, message: Message) -> None:
        if message.get("id") is not None:
            self._unanswered.pop(message["id"], None)
        self._room = message
        if self._host:
            self._company.called(message["code"])
        if message["state"] != "waiting" or self.book.table or message["seat"] is None:
            return
        seats = message["seats"]
        if not seats[message["seat"]]["ready"] and not self._waits_for("ready"):
            self._request("ready", ready=True)
        people = [seat for seat in seats if seat["kind"] == "human"]
        complete = len(people) == self._company.size and all(seat["ready"] for seat in people)
        if self._host and complete and not self._waits_for("start_room"):
            self._request("start_room", fill=True)

    def invited(self) -> None:
        """The room's code is known."""
        if self._line is not None and self._line.greeted:
            self._come_in()

    def _on_event(self, message: Message) -> None:
        assert self._line is not None
        if self._line.replays and message["seq"] <= self.book.last:
            self.book.compare(message["seq"], message["event"])
            return
        if self._line.jumped_to == message["seq"]:
            self.book.last = message["seq"] - 1
        self.book.event(message["seq"], message["event"])
        if self.book.over:
            self.finished.set()

    def _on_skip(self, message: Message) -> None:
        assert self._line is not None
        if self._line.replays and message["seq"] <= self.book.last:
            self.book.compare(message["seq"], None)
            return
        self.book.event(message["seq"], None)

    def _on_snapshot(self, message: Message) -> None:
        self.book.snapshot(message)

    def _on_table_over(self, message: Message) -> None:
        self.book.over = True
        self.finished.set()

    def _on_timed_out(self, message: Message) -> None:
        self.book.timed_out.add(message["decision"])

    def _on_round_end(self, message: Message) -> None:
        if not message["confirmed"][self.book.seat] and not self._waits_for("confirm"):
            self._request("confirm", table=self.book.table)

    def _on_ask(self, message: Message) -> None:
        assert self._line is not None
        if self._line.next_seq != self.book.last + 1:
            self.book.fault(f"asked after {self._line.next_seq} on a line, saw {self.book.last}")
        if not self.book.ask(message):
            return
        if self._pick.random() < 0.01:
            return  # Time runs out.
        place = self.book.last + 1
        self._later(self._thought(), lambda: self._act(place, message))

    def _thought(self) -> float:
        """Seconds: mostly quick, now and then long enough for others to be gone meanwhile."""
        return self._pick.uniform(0.2, 1.2) if self._pick.random() < 0.03 else 0.005

    def _act(self, place: int, ask: Message) -> None:
        option = self._choose(ask["options"], ask["default"])
        decision: str = ask["decision"]
        self.book.given[decision] = Given(
            place, decision, option, ask["options"][option], option == ask["default"]
        )
        fields = {"table": self.book.table, "decision": decision, "option": option}
        number = self._request("act", **fields)
        self._decision_of[number] = decision
        assert self._line is not None
        hurry = self._pick.random()
        if hurry < 0.03:
            self._line.send(self._unanswered[number])
        elif hurry < 0.05:
            second = self._next_id()
            self._hurried.add(second)
            self._line.send({"type": "act", "id": second, **fields})

    def _choose(self, options: list[Message], default: int) -> int:
        """Win when it can be, call often, else mostly let it go or throw what was drawn."""
        for place, option in enumerate(options):
            if option["type"] in ("hora", "reach") and self._pick.random() < 0.8:
                return place
        if self._pick.random() < 0.3:
            return self._pick.randrange(len(options))
        return default
