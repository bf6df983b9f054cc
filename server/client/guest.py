"""A bot in a friend room: joins or opens it, gets ready, plays, comes back when it is cut off."""

from collections.abc import Callable

from protocol.errors import Error, Ok
from protocol.room import (
    CreateRoom,
    JoinRoom,
    LeaveRoom,
    Ready,
    Room,
    RoomClosed,
    RuleObject,
    StartRoom,
)
from protocol.session import Welcome
from protocol.unions import ServerMessage
from server.client.player import Player
from server.client.seatholder import MakePlayer, Seatholder
from server.client.session import Refused, Session
from server.lobby.codes import normal_code


class SentAway(Exception):
    """The room is closed, or its host does not want the guest: there is no game to play."""


class Guest(Seatholder):
    """Plays in a room: one game, or with `stay` every game until the room is gone.

    `room` is the code of a room to join, or the rules of a room to open; `on_room` is told the
    code once inside. An account that is in a room already stays there, unless another one is
    named. A guest that is the host, by opening the room or because the host left, starts the
    game as soon as every seat is taken and everybody is ready. The rest is as for any
    `Seatholder`.
    """

    def __init__(
        self,
        session: Session,
        room: str | RuleObject,
        make_player: MakePlayer,
        *,
        password: str | None = None,
        stay: bool = False,
        on_room: Callable[[str], None] | None = None,
        on_over: Callable[[Player], None],
        on_notice: Callable[[str], None] | None = None,
    ) -> None:
        super().__init__(session, make_player, on_over=on_over, on_notice=on_notice)
        self._code = normal_code(room) if isinstance(room, str) else None
        self._rules = room if not isinstance(room, str) else None
        self._password = password
        self._stay = stay
        self._on_room = on_room
        self._inside = False
        self._entering: int | None = None
        self._asked: tuple[type[Ready | StartRoom], int] | None = None
        self._closed = "The host has sent the bot away."

    async def _meet(self, welcome: Welcome) -> None:
        self._entering = self._asked = None
        await super()._meet(welcome)

    async def _look_for_seat(self, welcome: Welcome) -> None:
        if welcome.room is not None and self._code not in (None, welcome.room):
            await self._session.send(LeaveRoom())
        elif welcome.room is not None:
            return
        if self._inside and self._code is not None and self._rules is not None:
            # Our own room is gone, and with it its code.
            self._code = None
        enter: JoinRoom | CreateRoom
        if self._code is not None:
            enter = JoinRoom(code=self._code, password=self._password)
        else:
            enter = CreateRoom(rules=self._rules or {}, password=self._password)
        self._inside = False
        self._entering = await self._session.send(enter)

    async def _hear(self, message: ServerMessage) -> None:
        match message:
            case Room():
                await self._in_room(message)
            case RoomClosed():
                self._closed = message.message
            case Error() if message.id is not None and message.id == self._entering:
                raise Refused(message)
            case Error() if self._asked is not None and message.id == self._asked[1]:
                self._asked = None
            case Ok() if self._asked == (Ready, message.id):
                self._asked = None
            case _:
                pass

    async def _in_room(self, room: Room) -> None:
        if room.seat is None:
            if room.code == self._code:
                self._sent_away()
            return
        if not self._inside:
            self._inside = True
            self._entering = None
            self._code = room.code
            if self._on_room is not None:
                self._on_room(room.code)
        if room.state != "waiting":
            self._asked = None
        elif not room.seats[room.seat].ready:
            await self._want(Ready(ready=True))
        elif room.host == room.seat and all(seat.ready for seat in room.seats):
            await self._want(StartRoom(fill=False))
        else:
            self._asked = None

    async def _want(self, request: Ready | StartRoom) -> None:
        """Ask for something once: other changes of the room may be told before its own."""
        if self._asked is None or self._asked[0] is not type(request):
            self._asked = type(request), await self._session.send(request)

    def _sent_away(self) -> None:
        if not self._stay:
            raise SentAway(self._closed)
        self._done = True

    async def _after_game(self) -> None:
        if not self._stay:
            await self._session.send(LeaveRoom())
            self._done = True
