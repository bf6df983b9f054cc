"""A guest says once that it is ready, whatever is told of the room meanwhile."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from protocol import codec
from protocol.errors import Ok
from protocol.room import Ready, Room, RoomSeat
from server.client.guest import Guest
from server.client.session import Session
from tests.server.client.test_guest import easy

ROOM = Path(__file__).parents[2] / "protocol" / "golden" / "server" / "room.json"
PERSON = RoomSeat(kind="human", name="Aoi", online=True)


async def test_a_guest_gets_ready_once(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session("ws://nowhere", "guest")
    sent: list[Any] = []

    async def send(message: Any, _number: int | None = None) -> int:
        sent.append(message)
        return len(sent)

    monkeypatch.setattr(session, "send", send)
    guest = Guest(session, "K7Q2MX", easy, on_over=lambda _player: None)
    shown = codec.decode_server(ROOM.read_bytes())
    assert isinstance(shown, Room)
    seats = (msgspec.structs.replace(PERSON, ready=True), PERSON, PERSON, PERSON)
    room = msgspec.structs.replace(shown, host=0, seat=1, state="waiting", seats=seats)

    await guest._hear(room)
    await guest._hear(room)
    assert sent == [Ready(ready=True)]
    # Answered, and then it was taken back, as by a change of the rules.
    await guest._hear(Ok(id=1))
    await guest._hear(room)
    await guest._hear(room)
    assert sent == [Ready(ready=True)] * 2
