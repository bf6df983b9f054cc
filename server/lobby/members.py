"""What people ask for themselves: making a room, coming in, sitting down, being ready, leaving."""

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from protocol.errors import ProtocolError
from protocol.room import CreateRoom, JoinRoom, LeaveRoom, Ready, TakeSeat
from server.lobby.codes import new_code, normal_code
from server.lobby.passwords import PasswordHash, in_turn
from server.lobby.rates import Rates
from server.lobby.registry import Registry, ok
from server.lobby.room import FriendRoom
from server.lobby.rulebook import RuleBook
from server.lobby.seat import Entry
from server.lobby.settings import settings_of
from server.log import get_logger
from server.session.client import Client

Blocked: TypeAlias = Callable[[str, str], bool]
"""Whether the first account has blocked the second."""

log = get_logger("lobby")


class Members:
    """Handles the requests of those who are, or want to be, in a room.

    Args:
        registry: the rooms.
        rates: how fast people may ask.
        rules: checks rules.
        busy: whether an account is at a table, in a queue, or whatever else keeps it out of rooms.
        blocked: whether a person has blocked another.
        check_open: refuses whatever is new while the server is about to stop.
        max_rooms: how many rooms there may be.
    """

    def __init__(
        self,
        registry: Registry,
        rates: Rates,
        rules: RuleBook,
        *,
        busy: Callable[[str], bool],
        blocked: Blocked,
        check_open: Callable[[], None],
        max_rooms: int,
    ) -> None:
        self._registry = registry
        self._rates = rates
        self._rules = rules
        self._busy = busy
        self._blocked = blocked
        self._check_open = check_open
        self._max_rooms = max_rooms

    async def create(self, client: Client, request: CreateRoom) -> None:
        """`create_room`: answered with `room`."""
        account = client.account
        if self._answered_again(client, request.id):
            return
        self._check_may_make(account.id)
        self._rates.check_room(client)
        settings = settings_of(request, None)
        if request.password is not None:
            password = await in_turn(PasswordHash.of, request.password)
            settings = settings_of(request, password)
        settings = self._rules.settled(settings)
        rules = self._rules.asked(request.rules, settings)
        self._check_may_make(account.id)
        room = FriendRoom(
            new_code(self._registry.rooms),
            settings,
            rules,
            account.id,
            account.name,
            entry=_entry(client, request.id),
            opened=self._registry.moment(),
        )
        log.info("room_created", room=room.code, host=account.name, rules=rules.preset)
        self._enter(client, request.id, room)

    async def join(self, client: Client, request: JoinRoom) -> None:
        """`join_room`: answered with `room`. Failures are limited, so codes are not searched."""
        account = client.account
        if self._answered_again(client, request.id):
            return
        self._check_free(account.id)
        self._rates.check_failures(client)
        try:
            room = await self._find(client, request)
        except ProtocolError as error:
            if error.code != "too_fast":
                self._rates.failed(client)
            raise
        self._check_free(account.id)
        room.join(account.id, account.name, _entry(client, request.id))
        log.info("room_joined", room=room.code, name=account.name)
        self._enter(client, request.id, room)

    def leave(self, client: Client, request: LeaveRoom) -> None:
        """`leave_room`."""
        room = self._registry.own_room(client)
        room.leave(client.account.id)
        self._registry.release(client.account.id)
        self._registry.changed(room, ok(client, request.id))

    def ready(self, client: Client, request: Ready) -> None:
        """`ready`."""
        room = self._registry.own_room(client)
        if room.set_ready(client.account.id, request.ready):
            self._registry.changed(room, ok(client, request.id))
        else:
            self._registry.say(ok(client, request.id))

    def take_seat(self, client: Client, request: TakeSeat) -> None:
        """`take_seat`."""
        room = self._registry.own_room(client)
        room.take_seat(client.account.id, request.seat)
        self._registry.changed(room, ok(client, request.id))

    # Inside

    async def _find(self, client: Client, request: JoinRoom) -> FriendRoom:
        """Return the room of a code, if this person may enter it with this password.

        Whom the host has blocked learns as little as from a code that does not exist.
        """
        code, account = normal_code(request.code), client.account.id
        room = self._registry.rooms.get(code)
        if room is None or self._blocked(room.host, account):
            raise ProtocolError("no_such_room", field="code")
        room.check_may_enter(account)
        password = room.settings.password
        if password is not None:
            self._rates.check_room(client)
            if not await in_turn(password.matches, request.password):
                raise ProtocolError("wrong_password", field="password")
            if self._registry.rooms.get(code) is not room or self._blocked(room.host, account):
                raise ProtocolError("no_such_room", field="code")
        return room

    def _enter(self, client: Client, request_id: int | None, room: FriendRoom) -> None:
        """Answer whoever comes in with the room, then tell all members of the change as always."""
        account = client.account.id
        self._registry.enter(account, room)
        answer = msgspec.structs.replace(room.message(account, request_id), rev=room.rev + 1)
        self._registry.changed(room, lambda: client.reply(request_id, answer))

    def _answered_again(self, client: Client, request_id: int | None) -> bool:
        """Answer a request that an earlier process has carried out; False for any other."""
        account = client.account.id
        room = self._registry.room_of(account)
        if room is None or request_id is None:
            return False
        if room.entry_of(account) != _entry(client, request_id):
            return False
        answer = room.message(account, request_id)
        self._registry.say(lambda: client.reply(request_id, answer))
        return True

    def _check_free(self, account: str) -> None:
        if self._registry.room_of(account) is not None or self._busy(account):
            raise ProtocolError("busy")

    def _check_may_make(self, account: str) -> None:
        self._check_free(account)
        self._check_open()
        if len(self._registry.rooms) >= self._max_rooms:
            raise ProtocolError("server_full")


def _entry(client: Client, request_id: int | None) -> Entry | None:
    return None if request_id is None else Entry(client.page, request_id)
