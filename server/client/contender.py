"""A bot in a ranked queue: waits for opponents, plays, and queues again if it is to stay."""

import asyncio
from collections.abc import Callable
from typing import Final

from protocol.errors import Error
from protocol.queue import JoinQueue, MatchFound, QueueName, QueueState, RankChange
from protocol.session import Welcome
from protocol.table import Snapshot
from protocol.unions import ServerMessage
from server.client.player import Player
from server.client.seatholder import MakePlayer, Seatholder
from server.client.session import Refused, Session

_AGAIN: Final = frozenset({"too_fast", "busy"})
"""Refusals that may be others a moment later."""
AGAIN_S: Final = 5.0


class Contender(Seatholder):
    """Plays ranked games: one, or with `stay` one after the other.

    `tier` None is the highest one that the account may enter. `on_queue` is told how the queue
    stands when it has been joined, `on_rank` what a game has done. The rest is as for any
    `Seatholder`.
    """

    def __init__(
        self,
        session: Session,
        queue: QueueName,
        make_player: MakePlayer,
        *,
        tier: str | None = None,
        stay: bool = False,
        on_queue: Callable[[QueueState], None] | None = None,
        on_rank: Callable[[RankChange], None] | None = None,
        on_over: Callable[[Player], None],
        on_notice: Callable[[str], None] | None = None,
    ) -> None:
        super().__init__(session, make_player, on_over=on_over, on_notice=on_notice)
        self._request = JoinQueue(queue=queue, tier=tier)
        self._stay = stay
        self._on_queue = on_queue
        self._on_rank = on_rank
        self._joining: int | None = None
        self._played = ""
        self._ranked = True

    async def _meet(self, welcome: Welcome) -> None:
        self._joining = None
        await super()._meet(welcome)

    async def _look_for_seat(self, welcome: Welcome) -> None:
        if self._played:
            # The line broke at the game's end: what it has done to the rank was told then.
            await self._go_on()
        elif welcome.queue is None and self._joining is None:
            await self._join()

    async def _hear(self, message: ServerMessage) -> None:
        match message:
            case QueueState() if message.id is not None and message.id == self._joining:
                self._joining = None
                if self._on_queue is not None:
                    self._on_queue(message)
            case MatchFound() | Snapshot():
                self._ranked = message.ranked
            case RankChange():
                if self._on_rank is not None:
                    self._on_rank(message)
                if message.table == self._played:
                    await self._go_on()
            case Error() if message.id is not None and message.id == self._joining:
                if message.code not in _AGAIN:
                    raise Refused(message)
                await asyncio.sleep(AGAIN_S)
                await self._join()
            case _:
                pass

    async def _leave_table(self) -> None:
        assert self._player is not None
        self._played = self._player.table
        counts = self._ranked and self._player.result is not None
        await super()._leave_table()
        if not counts:
            # No rank changes: there is nothing to wait for.
            await self._go_on()

    async def _after_game(self) -> None:
        """Wait for what the game has done to the rank."""

    async def _go_on(self) -> None:
        if self._stay:
            self._played = ""
            await self._join()
        else:
            self._done = True

    async def _join(self) -> None:
        self._joining = await self._session.send(self._request)
