"""An mjai program at a table: what it is told, what happens when it fails, how it comes back."""

import sys
from collections.abc import Sequence
from typing import Any

import pytest

from engine.core.events import StartKyoku
from protocol.table import Act, AskFrame, EventFrame
from protocol.unions import ServerMessage
from server.client.mjai import RESTARTS, MjaiPlayer
from server.client.program import MjaiProgram, ProgramError
from tests.server.table.house import TABLE, House
from tests.support.ws_client import PATIENCE_S

Line = dict[str, Any]


class FakeProgram:
    """Throws what it draws; fails at the lines that `fails` says, by number."""

    def __init__(self, fails: Sequence[int] = ()) -> None:
        self.lines: list[Line] = []
        self.closed = False
        self._fails = fails
        self._seat = -1

    def tell(self, line: Line) -> Line:
        self.lines.append(line)
        if len(self.lines) - 1 in self._fails:
            raise ProgramError("it is silent")
        if line["type"] == "start_game":
            self._seat = line["id"]
        if line["type"] == "tsumo" and line["actor"] == self._seat:
            return {"type": "dahai", "actor": self._seat, "pai": line["pai"], "tsumogiri": True}
        return {"type": "none"}

    def close(self) -> None:
        self.closed = True

    @property
    def kinds(self) -> list[str]:
        return [line["type"] for line in self.lines]


class Desk:
    """A player with its programs, one after the other."""

    def __init__(self, *fails: Sequence[int]) -> None:
        self.programs: list[FakeProgram] = []
        self.said: list[str] = []
        self._fails = list(fails)
        self.player = MjaiPlayer(TABLE, 3, self._start, self.said.append)

    def _start(self) -> MjaiProgram:
        program = FakeProgram(self._fails.pop(0) if self._fails else ())
        self.programs.append(program)
        return program  # type: ignore[return-value]

    def take(self, messages: Sequence[ServerMessage]) -> list[Any]:
        answers = [self.player.take(message) for message in messages]
        return [answer for answer in answers if answer is not None]


async def stream(rounds: int) -> list[ServerMessage]:
    """What the last seat is told until so many rounds have begun and a bit more."""
    house = House()
    await house.open()
    person = house.people[3]
    await house.until(lambda: starts(person.sink.messages) == rounds)
    for _ in range(12):
        await house.step()
    await house.close()
    return person.sink.messages


def starts(messages: Sequence[ServerMessage]) -> int:
    return len([m for m in messages if isinstance(m, EventFrame) and is_start(m)])


def is_start(message: EventFrame) -> bool:
    return isinstance(message.event, StartKyoku)


def kinds_of(messages: Sequence[ServerMessage]) -> list[str]:
    return [m.event.__struct_config__.tag for m in messages if isinstance(m, EventFrame)]  # type: ignore[misc]


def replay(messages: Sequence[ServerMessage]) -> list[EventFrame]:
    """What `sync` with `replay` sends: event 0 and the running round."""
    events = [m for m in messages if isinstance(m, EventFrame)]
    start = max(place for place, message in enumerate(events) if is_start(message))
    return [events[0], *events[start:]]


async def test_it_is_told_every_event_and_asked_for_every_turn() -> None:
    messages = await stream(2)
    desk = Desk()
    answers = desk.take(messages)
    (program,) = desk.programs
    assert program.kinds == kinds_of(messages)
    assert program.lines[0]["id"] == 3
    assert desk.said == []
    asked = [m for m in messages if isinstance(m, AskFrame)]
    acts = [answer for answer in answers if isinstance(answer, Act)]
    assert [act.decision for act in acts] == [ask.decision for ask in asked]
    desk.player.close()
    assert program.closed


async def test_after_a_fault_defaults_are_played_and_the_next_round_has_a_new_program() -> None:
    messages = await stream(2)
    desk = Desk((20,))
    answers = desk.take(messages)
    first, second = desk.programs
    assert first.closed
    assert len(first.lines) == 21
    rest = kinds_of(replay(messages))
    assert second.kinds == rest
    assert (second.kinds[:2], second.lines[0]["id"]) == (["start_game", "start_kyoku"], 3)
    (said,) = desk.said
    assert said == ("it is silent; defaults are played until it is started anew for the next round")
    asks = {m.decision: m.default for m in messages if isinstance(m, AskFrame)}
    assert {answer.decision for answer in answers if isinstance(answer, Act)} == set(asks)


async def test_a_program_that_keeps_failing_is_given_up() -> None:
    messages = await stream(RESTARTS + 3)
    desk = Desk(*[(3,)] * 9)
    desk.take(messages)
    assert len(desk.programs) == RESTARTS + 1
    assert all(program.closed for program in desk.programs)
    assert len(desk.said) == RESTARTS + 1
    assert desk.said[-1].endswith("defaults are played to the end of the game")


async def test_a_break_in_which_rounds_went_by_is_caught_up() -> None:
    messages = await stream(3)
    half = next(
        place for place, m in enumerate(messages) if isinstance(m, EventFrame) and m.seq == 25
    )
    desk = Desk()
    desk.take(messages[: half + 1])
    sync = desk.player.resync()
    assert (sync.seq, sync.replay) == (25, True)
    desk.take(replay(messages))
    (program,) = desk.programs
    told = [*kinds_of(messages[: half + 1]), "end_kyoku", *kinds_of(replay(messages))[1:]]
    assert program.kinds == told
    assert desk.said == []


async def test_a_new_process_knows_the_round_that_it_comes_into() -> None:
    messages = await stream(2)
    desk = Desk()
    desk.take(replay(messages))
    (program,) = desk.programs
    assert program.kinds == kinds_of(replay(messages))
    last = [m for m in messages if isinstance(m, AskFrame)][-1]
    desk.take([last])
    assert desk.player.take(last) is desk.player.take(last), "shown again: the same answer"


async def test_what_is_known_of_the_round_is_not_told_again() -> None:
    messages = await stream(2)
    desk = Desk()
    desk.take(messages)
    told = list(desk.programs[0].lines)
    desk.take(replay(messages))
    assert desk.programs[0].lines == told


def test_a_silent_program_is_not_waited_for() -> None:
    program = MjaiProgram(f"{sys.executable} -c 'import sys; [0 for _ in sys.stdin]'", 0.05)
    with pytest.raises(ProgramError, match=r"did not answer 'tsumo' within 0\.05 s"):
        program.tell({"type": "tsumo", "actor": 0})
    program.close()


def test_a_program_that_does_not_want_to_end_is_ended() -> None:
    code = (
        "import signal; signal.signal(15, signal.SIG_IGN); print(1, flush=True); input(); input()"
    )
    program = MjaiProgram(f'{sys.executable} -c "{code}"', PATIENCE_S)
    with pytest.raises(ProgramError, match="no object: '1'"):
        program.tell({"type": "none"})
    program.close()
