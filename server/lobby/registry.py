"""All friend rooms: who is in which, who is away, what is saved and what members are told.

A person is in one room at most. Whatever changes here is saved before anybody is told of it
(`server.lobby.keeper`); what is asked for, and whether it may be, is `server.lobby.rooms`.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Literal, TypeAlias

from protocol.codec import encode
from protocol.errors import Ok, ProtocolError
from protocol.room import RoomClosed
from server.clock import Clock
from server.config import Config
from server.lobby.deadlines import Deadlines
from server.lobby.keeper import Keeper, Saying
from server.lobby.room import FriendRoom
from server.lobby.saved import DamagedRoom, pack, unpack
from server.lobby.settings import Settings
from server.log import get_logger
from server.metrics import Metrics
from server.session.client import Client
from server.session.sessions import Sessions
from server.table.api import OnOver, RoomRules, TableOver

RoomRulesOf: TypeAlias = Callable[[Mapping[str, Any], Settings], RoomRules]
"""Checks a rule object for a room with these settings; raises `BadRules`."""

CloseReason: TypeAlias = Literal["dismissed", "idle"]

_MINUTE_S: Final = 60

log = get_logger("lobby")


class Registry:
    """Keeps the rooms; follows presence as a `server.session.sessions.Companion`.

    `watchers` says how many watch a table.
    """

    def __init__(
        self,
        clock: Clock,
        config: Config,
        metrics: Metrics,
        sessions: Sessions,
        keeper: Keeper,
        watchers: Callable[[str], int],
    ) -> None:
        self._clock = clock
        self._config = config
        self._metrics = metrics
        self._sessions = sessions
        self._keeper = keeper
        self._watchers = watchers
        self._rooms: dict[str, FriendRoom] = {}
        self._room_of: dict[str, FriendRoom] = {}
        self._stopped = False
        self._newest = 0
        self.on_agreed: Callable[[FriendRoom], None] = _waits
        """Called after a change with a room in which everybody wants a rematch."""
        self._absences = Deadlines(clock, config.room_offline_s, self._drop)
        self._idle = Deadlines(clock, config.room_idle_s, self._expire)

    @property
    def rooms(self) -> Mapping[str, FriendRoom]:
        """All rooms by code."""
        return self._rooms

    def room_of(self, account: str) -> FriendRoom | None:
        """The room that an account is in."""
        return self._room_of.get(account)

    def own_room(self, client: Client) -> FriendRoom:
        """The room of whoever makes a request.

        Raises:
            ProtocolError: there is none.
        """
        room = self._room_of.get(client.account.id)
        if room is None:
            raise ProtocolError("not_in_room")
        return room

    def moment(self) -> int:
        """Return the Unix milliseconds for a new room, later than those of any before."""
        self._newest = max(self._newest + 1, round(1000 * self._clock.wall()))
        return self._newest

    # Changes. `first` is said before the members are told: the answer to the request behind it.

    def enter(self, account: str, room: FriendRoom) -> None:
        """Note that a person sits in a room, which is perhaps new."""
        self._rooms[room.code] = room
        self._metrics.rooms.set(len(self._rooms))
        self._room_of[account] = room
        if self._sessions.client(account) is None:
            # Gone while the password was being looked at.
            room.went_offline(account)
            self._absences.start(account)

    def release(self, account: str) -> None:
        """Note that a person is in no room any more."""
        del self._room_of[account]
        self._absences.stop(account)

    def changed(self, room: FriendRoom, first: Saying | None = None) -> None:
        """Save a room as it stands now and tell every member; an empty one dies."""
        room.rev += 1
        if not room.people:
            self._remove(room, "empty")
            self._keeper.keep(room.code, None, first or _nothing)
            return
        if room.table is None:
            self._idle.start(room.code)
        else:
            self._idle.stop(room.code)
        frames = [
            (client, self._shown(room, client.account.id)) for client in self._here(room.people)
        ]
        self._keeper.keep(room.code, pack(room), lambda: self._say(first, frames))
        if room.agreed:
            self.on_agreed(room)

    def close(self, room: FriendRoom, reason: CloseReason, first: Saying | None = None) -> None:
        """Close a room that waits; its people are told why and are free."""
        room.rev += 1
        people = room.people
        closed = RoomClosed(code=room.code, reason=reason, message=self._why(reason))
        last = (encode(closed), encode(room.farewell()))
        frames = [(client, frame) for client in self._here(people) for frame in last]
        self._remove(room, reason)
        for account in people:
            self.release(account)
        self._keeper.keep(room.code, None, lambda: self._say(first, frames))

    def say(self, saying: Saying) -> None:
        """Say something once all that was changed before is saved and told."""
        self._keeper.after(saying)

    def tell(self, account: str, frame: bytes) -> None:
        """Tell one account something, after all that was changed before."""
        frames = [(client, frame) for client in self._here([account])]
        self._keeper.after(lambda: self._say(None, frames))

    async def settle(self) -> None:
        """Return once everything is saved and told."""
        await self._keeper.settle()

    # Games

    def over_at(self, code: str | None, mode: str) -> OnOver:
        """Return what is to be called when the game of a room ends, or one without a room."""

        def over(result: TableOver) -> None:
            log.info(
                "game_over",
                room=code,
                table=result.table,
                ended=result.ended,
                scores=result.scores,
                mode=mode,
            )
            self._metrics.tables.dec()
            self._metrics.games_ended.labels(result.ended).inc()
            room = self._rooms.get(code) if code is not None else None
            if room is not None and room.table == result.table:
                self.back_to_waiting(room)

        return over

    def back_to_waiting(self, room: FriendRoom, *, played: bool = True) -> None:
        """The game of a room is over, or is not there any more; without `played` it never was."""
        room.ended(played=played)
        for account in room.people:
            if self._sessions.client(account) is None:
                self._absences.start(account)
        self.changed(room)

    # Presence

    def arrived(self, client: Client) -> None:
        """Somebody is back: the room shows it, and tells the newcomer how it stands."""
        account = client.account
        room = self._room_of.get(account.id)
        if room is None:
            return
        self._absences.stop(account.id)
        if room.came_online(account.id, account.name):
            self.changed(room)
        else:
            frame = self._shown(room, account.id)
            self._keeper.after(lambda: client.send(frame))

    def left(self, client: Client) -> None:
        """Somebody's connection is gone; the seat is kept for a while, or until the game's end."""
        account = client.account.id
        room = self._room_of.get(account)
        if room is None or self._stopped:
            return
        room.went_offline(account)
        if room.table is None:
            self._absences.start(account)
        self.changed(room)

    def stop(self) -> None:
        """The server hangs up on everybody now: that is nobody's leaving."""
        self._stopped = True

    # A restart

    def restore(self, rows: Iterable[tuple[str, bytes]], rules: RoomRulesOf) -> int:
        """Take up the rooms of an earlier process; return how many had to be dropped.

        Everybody is away; their time begins anew, as does that of rooms in which nothing happens.
        """
        dropped = 0
        for code, state in rows:
            try:
                room = unpack(code, state, rules)
                if any(account in self._room_of for account in room.people):
                    raise DamagedRoom("somebody in it is in another room, too")
            except DamagedRoom as error:
                dropped += 1
                log.warning("room_dropped", room=code, reason=str(error))
                self._keeper.keep(code, None, _nothing)
                continue
            self._rooms[code] = room
            if not room.opened:
                room.opened = self.moment()
            self._newest = max(self._newest, room.opened)
            for account in room.people:
                self._room_of[account] = room
                if room.table is None:
                    self._absences.start(account)
            if room.table is None:
                self._idle.start(code)
        self._metrics.rooms.set(len(self._rooms))
        return dropped

    def rejoin(self, tables: Iterable[str]) -> None:
        """Let the rooms wait whose tables are not among those that go on."""
        running = set(tables)
        for room in tuple(self._rooms.values()):
            if room.table is not None and room.table not in running:
                log.warning("room_without_table", room=room.code, table=room.table)
                self.back_to_waiting(room)

    # Inside

    def _shown(self, room: FriendRoom, account: str) -> bytes:
        spectators = self._watchers(room.table) if room.table is not None else 0
        return encode(room.message(account, spectators=spectators))

    def _here(self, accounts: Iterable[str]) -> list[Client]:
        """Return the connections of those who have one.

        What is said goes to the connection that was there when it happened, and to no later one:
        whoever connects in between is told how the room stands then.
        """
        clients = [self._sessions.client(account) for account in accounts]
        return [client for client in clients if client is not None]

    def _say(self, first: Saying | None, frames: list[tuple[Client, bytes]]) -> None:
        if first is not None:
            first()
        for client, frame in frames:
            client.send(frame)

    def _drop(self, account: str) -> None:
        """Somebody has been away for too long."""
        room = self._room_of.get(account)
        if room is None or room.table is not None:
            return
        room.drop(account)
        self.release(account)
        self.changed(room)

    def _expire(self, code: str) -> None:
        room = self._rooms.get(code)
        if room is not None and room.table is None:
            self.close(room, "idle")

    def _remove(self, room: FriendRoom, reason: str) -> None:
        del self._rooms[room.code]
        self._idle.stop(room.code)
        self._metrics.rooms.set(len(self._rooms))
        log.info("room_closed", room=room.code, reason=reason)

    def _why(self, reason: CloseReason) -> str:
        if reason == "dismissed":
            return "The host has closed the room."
        seconds = self._config.room_idle_s
        time = (
            f"{seconds:.0f} s" if seconds < 2 * _MINUTE_S else f"{seconds / _MINUTE_S:.0f} minutes"
        )
        return f"Nothing had happened in the room for {time}."


def ok(client: Client, request_id: int | None) -> Saying:
    """Return the plain answer to a request, to be said once what it has changed is saved."""
    return lambda: client.reply(request_id, Ok(id=request_id))


def _nothing() -> None:
    """Said where nobody is left to be told."""


def _waits(_room: FriendRoom) -> None:
    """Without anybody who starts games, a room waits."""
