"""Which part of the server carries out which request."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from protocol.account import GetAccount, GetSettings
from protocol.base import Inbound
from protocol.codec import encode
from protocol.friends import GetBlocks, GetFriends
from protocol.profile import GetLeaderboard, GetProfile
from protocol.queue import ListQueues
from protocol.record import GetAnalysis, GetRecord, ListRecords
from protocol.room_list import ListRooms, ListRules
from protocol.session import Ping, Pong
from protocol.spectate import Unwatch, Watch, WatchList
from protocol.table import (
    Act,
    Confirm,
    Mute,
    Say,
    SetAuto,
    Sync,
    VoteEnd,
    VotePause,
    VoteResume,
)
from server.clock import Clock
from server.people.sanctions import Sanctions
from server.session.client import Client
from server.session.dialogue import Handler
from server.table.api import TableMessage, Tables, WatchMessage

READS: Final[frozenset[type[Inbound]]] = frozenset(
    {
        Ping,
        Sync,
        Watch,
        WatchList,
        GetAccount,
        GetAnalysis,
        GetBlocks,
        GetFriends,
        GetLeaderboard,
        GetProfile,
        GetRecord,
        GetSettings,
        ListQueues,
        ListRecords,
        ListRooms,
        ListRules,
    }
)
"""Requests that only read: repeated ones are carried out again."""

_AT_TABLE: Final = (Act, SetAuto, Confirm, Mute, VoteEnd, VotePause, VoteResume, Sync)
_WATCHING: Final = (WatchList, Watch, Unwatch)


class Routes:
    """The handlers of all requests but `hello` and `login`. `parts` have their own.

    `friends_of` looks up the friends of an account.
    """

    def __init__(
        self,
        clock: Clock,
        tables: Tables,
        sanctions: Sanctions,
        friends_of: Callable[[str], Awaitable[frozenset[str]]],
        *parts: Mapping[type[Inbound], Handler],
    ) -> None:
        self._clock = clock
        self._tables = tables
        self._sanctions = sanctions
        self._friends_of = friends_of
        self.handlers: dict[type[Inbound], Handler] = {Ping: self._pong, Say: self._say}
        for message in _AT_TABLE:
            self.handlers[message] = self._to_table
        for request in _WATCHING:
            self.handlers[request] = self._to_audience
        for part in parts:
            self.handlers.update(part)

    def _pong(self, client: Client, request: Ping) -> None:
        now = int(self._clock.wall() * 1000)
        client.send(encode(Pong(id=request.id, t=request.t, server_time=now)))

    def _say(self, client: Client, request: Say) -> None:
        self._sanctions.check_mute(client.account.id)
        self._to_table(client, request)

    def _to_table(self, client: Client, message: TableMessage) -> None:
        self._tables.handle(client.account.id, client, message)

    def _to_audience(self, client: Client, message: WatchMessage) -> Awaitable[None] | None:
        if isinstance(message, WatchList) and message.filter.friends:
            return self._list_friends(client, message)
        self._tables.watch(client.account.id, client, message)
        return None

    async def _list_friends(self, client: Client, message: WatchList) -> None:
        friends = await self._friends_of(client.account.id)
        self._tables.watch(client.account.id, client, message, friends)
