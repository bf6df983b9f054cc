"""What one person saw of one game, and what may never be seen.

The notebook believes nothing: it holds each frame against what came before. What can only be
judged at the end (is this the game that the record tells?) is left to `tests.faults.verdict`.
"""

from collections import deque
from typing import Any, Final

import msgspec

from tests.support.seated_client import hidden_from

Message = dict[str, Any]

KEPT: Final = 60
"""Frames that are shown when something is wrong."""


class Given(msgspec.Struct):
    """An answer that was given: to which ask, and what the server said to it.

    `place` is the number that the next event had when the ask came. `answer` is `ok`, the code of
    an error, or None as long as nothing came.
    """

    place: int
    decision: str
    option: int
    action: Message
    default: bool
    answer: str | None = None


class Asked(msgspec.Struct, frozen=True):
    """An ask as it was shown."""

    decision: str
    options: list[Message]
    default: int


class Notebook:
    """One seat of one game. `wrong` holds what was not as it must be, in words."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.table = ""
        self.seat = -1
        self.last = -1
        self.events: dict[int, Message | None] = {}
        """By number; None for one of which the seat knows only that it was."""
        self.snapshots: list[Message] = []
        self.asks: dict[int, Asked] = {}
        self.given: dict[str, Given] = {}
        self.timed_out: set[str] = set()
        self.over = False
        self.wrong: list[str] = []
        self.frames: deque[str] = deque(maxlen=KEPT)

    def note(self, line: int, text: str) -> None:
        """Keep a frame, or an event of the line, for the case that something goes wrong."""
        self.frames.append(f"line {line} {text[:300]}")

    def fault(self, text: str) -> None:
        """Note that something is wrong."""
        self.wrong.append(f"{self.name} at seat {self.seat} of {self.table}: {text}")

    def sit(self, table: str, seat: int) -> None:
        """Take a seat; it never changes."""
        if self.table and (self.table, self.seat) != (table, seat):
            self.fault(f"is told to sit at seat {seat} of {table}")
        self.table, self.seat = table, seat

    def event(self, seq: int, event: Message | None) -> None:
        """Take the next event of the stream."""
        if seq <= self.last:
            self.fault(f"event {seq} came again, {self.last} was seen already")
        elif seq != self.last + 1:
            self.fault(f"event {seq} came after {self.last}")
        self.last = max(self.last, seq)
        self.compare(seq, event)
        if event is not None and event["type"] == "end_game":
            self.over = True

    def compare(self, seq: int, event: Message | None) -> None:
        """Hold an event against the one that had its number before, and against the hidden."""
        if self.events.setdefault(seq, event) != event:
            self.fault(f"event {seq} was {self.events[seq]}, and is {event} now")
        if event is not None and not hidden_from(self.seat, event):
            self.fault(f"event {seq} shows what is hidden: {event}")

    def snapshot(self, frame: Message) -> None:
        """Take a snapshot; it may jump forward, never back."""
        if frame["seq"] < self.last:
            self.fault(f"a snapshot of event {frame['seq']} came after event {self.last}")
        self.last = max(self.last, frame["seq"])
        self.keep_snapshot(frame)

    def keep_snapshot(self, frame: Message) -> None:
        """Keep a snapshot for the end; others' hands must be hidden in it."""
        self.sit(frame["table"], frame["seat"])
        self.snapshots.append(frame)
        for number, seat in enumerate(frame["seats"]):
            tiles = [*seat["hand"], seat["drawn"] or "?"]
            if number != self.seat and any(tile != "?" for tile in tiles):
                self.fault(f"a snapshot shows the hand of seat {number}")

    def ask(self, frame: Message) -> bool:
        """Take an ask; answer whether it is a new one."""
        asked = Asked(frame["decision"], frame["options"], frame["default"])
        before = self.asks.get(self.last + 1)
        if before is None:
            self.asks[self.last + 1] = asked
            if any(older.decision == asked.decision for older in list(self.asks.values())[:-1]):
                self.fault(f"ask {asked.decision} came again after other events")
            return True
        if before != asked:
            self.fault(f"after event {self.last} asked {asked}, before that {before}")
        given = self.given.get(asked.decision)
        if given is not None and given.answer == "ok":
            self.fault(f"asked again what was acknowledged: {given}")
        if asked.decision in self.timed_out:
            self.fault(f"asked again what was out of time: {asked.decision}")
        return False

    def answered(self, decision: str, answer: str) -> None:
        """Take the server's word on an answer; said once, it stays."""
        given = self.given[decision]
        if given.answer is not None and given.answer != answer:
            self.fault(f"the answer to {given} was also {answer}")
        given.answer = answer

    def story(self) -> str:
        """Return the last of what was seen, one frame a line."""
        return "\n".join(f"    {frame}" for frame in self.frames)
