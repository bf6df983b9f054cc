"""A guest whose line breaks: what it says again, and what it does not."""

from collections.abc import Sequence
from itertools import repeat
from typing import Any, cast

import msgspec
import pytest

from engine.core.actions import PASS
from protocol.errors import ERRORS, Error
from protocol.room import CreateRoom, JoinRoom, LeaveRoom, Ready, Room, RoomClosed, RoomSeat
from protocol.room import StartRoom as Start
from protocol.session import Notice, SeatIn, Welcome
from protocol.table import Act, AskFrame, AskTime, Sync, TableOver, TableStart
from protocol.unions import ClientMessage, ServerMessage
from server.client import seatholder
from server.client.guest import Guest, SentAway
from server.client.player import Player
from server.client.session import Disconnected, Refused, Session

T = "t-1"
CODE = "CFHKLM"
RULES = {"preset": "majsoul_friend_4p"}


class Script:
    """A session that hears a list of messages on each connection, then loses the line."""

    def __init__(self, *connections: Sequence[ServerMessage]) -> None:
        self._connections = list(connections)
        self._messages: list[ServerMessage] = []
        self._ids = 0
        self.sent: list[list[ClientMessage]] = []
        self.closed = False

    async def connect(self) -> Welcome:
        if not self._connections:
            raise Disconnected("for good", 4400)
        first, *self._messages = self._connections.pop(0)
        assert isinstance(first, Welcome)
        self.sent.append([])
        return first

    def take_id(self) -> int:
        self._ids += 1
        return self._ids

    async def send(self, message: ClientMessage, number: int | None = None) -> int:
        number = self.take_id() if number is None else number
        self.sent[-1].append(msgspec.structs.replace(message, id=number))
        return number

    async def receive(self) -> ServerMessage:
        if not self._messages:
            raise Disconnected("the connection broke")
        return self._messages.pop(0)

    async def close(self) -> None:
        self.closed = True


class Passer(Player):
    """Takes the default without a look at the table, and counts its decisions."""

    picked = 0

    def _pick(self, message: AskFrame) -> int:
        Passer.picked += 1
        return message.default


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seatholder, "delays", lambda _random: repeat(0.0))
    monkeypatch.setattr(Passer, "picked", 0)


def welcome(room: str | None = None, seat_in: SeatIn | None = None) -> Welcome:
    return Welcome(account="a", name="bot", token=None, seat_in=seat_in, room=room, server_time=0)


def ask(decision: str) -> AskFrame:
    time = AskTime(base_ms=5000, bank_ms=0)
    return AskFrame(table=T, decision=decision, options=(PASS,), default=0, time=time)


def room(*ready: bool, seat: int | None = 0, state: Any = "waiting", code: str = CODE) -> Room:
    return Room(
        code=code,
        rev=1,
        title=None,
        host=0,
        seat=seat,
        rules=RULES,
        seats=tuple(RoomSeat(kind="human", name="x", ready=here) for here in ready),
        spectators=0,
        state=state,
        table=None,
        password=False,
        seating="as_seated",
        spectate_delay_s=None,
        spectate_view=None,
    )


START = TableStart(table=T, seat=0, names=("x",) * 4, rules=RULES, mode="4p_east", ranked=False)
OVER = TableOver(table=T)
SEATED = welcome(CODE, SeatIn(table=T, seat=0))


def guest(script: Script, place: Any = CODE, **fields: Any) -> Guest:
    return Guest(
        cast(Session, script),
        place,
        lambda table, seat: Passer(table, seat, cast(Any, None)),
        on_over=fields.pop("on_over", lambda _player: None),
        **fields,
    )


async def test_an_answer_is_repeated_under_its_id_while_its_decision_is_open() -> None:
    script = Script(
        [welcome(), room(True, True), START, ask("d1"), ask("d2")],
        [SEATED, ask("d2"), ask("d3")],
        [SEATED, ask("d4"), OVER],
    )
    await guest(script).run()
    acts = [[(m.decision, m.id) for m in sent if isinstance(m, Act)] for sent in script.sent]
    (first, second), (again, third), (fourth,) = acts
    assert again == second
    assert len({first, second, third, fourth}) == 4
    assert Passer.picked == 4, "what was decided is not thought about again"
    syncs = [[m for m in sent if isinstance(m, Sync)] for sent in script.sent]
    assert [len(sent) for sent in syncs] == [0, 1, 1]
    assert script.closed


async def test_a_game_that_ended_meanwhile_is_over() -> None:
    over: list[Player] = []
    script = Script([welcome(), room(True, True), START], [welcome(CODE)])
    await guest(script, on_over=over.append).run()
    assert [player.table for player in over] == [T]
    assert [type(m) for m in script.sent[1]] == [LeaveRoom]


async def test_a_restored_room_is_not_joined_again() -> None:
    """The line broke in the waiting room, and once more before the start was answered."""
    script = Script(
        [welcome(), room(False, False)],
        [welcome(CODE), room(False, True), room(True, True)],
        [welcome(CODE), room(True, True), room(True, True)],
        [SEATED, OVER],
    )
    await guest(script).run()
    kinds: list[list[type]] = [[type(m) for m in sent] for sent in script.sent]
    wanted: list[list[type]] = [[JoinRoom, Ready], [Ready, Start], [Start], [Sync, LeaveRoom]]
    assert kinds == wanted


async def test_a_start_that_is_refused_is_tried_with_the_next_change() -> None:
    refused = Error(id=3, code="not_ready", message=ERRORS["not_ready"].sentence, field=None)
    script = Script(
        [welcome(), room(False, True), room(True, True), refused, room(True, True), START, OVER]
    )
    await guest(script).run()
    assert [type(m) for m in script.sent[0]] == [JoinRoom, Ready, Start, Start, LeaveRoom]


async def test_an_opener_keeps_its_room_and_opens_another_when_it_is_gone() -> None:
    codes: list[str] = []
    script = Script(
        [welcome()],
        [welcome(CODE), room(True, False)],
        [welcome(), room(True, False, code="XXXXXX")],
        [welcome("XXXXXX", SeatIn(table=T, seat=0)), OVER],
    )
    await guest(script, RULES, on_room=codes.append).run()
    kinds: list[list[type]] = [[type(m) for m in sent] for sent in script.sent]
    assert kinds == [[CreateRoom], [], [CreateRoom], [Sync, LeaveRoom]]
    assert codes == [CODE, "XXXXXX"]


async def test_an_account_leaves_another_room_for_the_one_that_is_wanted() -> None:
    script = Script([welcome("XXXXXX"), room(True, True), START, OVER])
    await guest(script, "cfh-klm").run()
    assert [type(m) for m in script.sent[0]] == [LeaveRoom, JoinRoom, Start, LeaveRoom]


@pytest.mark.parametrize(
    ("why", "said"), [("Nothing had happened.", "Nothing had happened."), (None, "sent")]
)
async def test_a_room_that_is_closed_is_the_end(why: str | None, said: str) -> None:
    closed = [RoomClosed(code=CODE, reason="idle", message=why)] if why else []
    script = Script([welcome(), room(True, False), *closed, room(True, False, seat=None)])
    with pytest.raises(SentAway, match=said):
        await guest(script).run()
    assert script.closed
    again = Script([welcome(), room(True, False), *closed, room(True, False, seat=None)])
    await guest(again, stay=True).run()


async def test_what_the_server_has_to_say_is_passed_on() -> None:
    notices: list[str] = []
    notice = Notice(code="shutting_down", message="It stops.", ends_ms=10)
    script = Script([welcome(), notice])
    with pytest.raises(Disconnected):
        await guest(script, on_notice=notices.append).run()
    assert notices == ["It stops."]


async def test_a_room_that_is_not_there_any_more_is_refused() -> None:
    refused = Error(id=2, code="no_such_room", message="There is none.", field="code")
    script = Script([welcome()], [welcome(), refused])
    with pytest.raises(Refused, match="no_such_room"):
        await guest(script).run()
