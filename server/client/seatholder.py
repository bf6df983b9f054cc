"""What every bot that plays over the wire does: holds its seat, answers, comes back when it is cut
off. How it comes to a seat is what makes the difference between them."""

import asyncio
import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final

from engine.core.events import EndGame
from protocol.errors import CLOSE_CODE_OF
from protocol.session import Notice, Welcome
from protocol.table import Act, TableStart
from protocol.unions import ServerMessage
from server.client.backoff import delays
from server.client.player import Answer, Player
from server.client.session import Disconnected, Session

_FINAL: Final = frozenset({CLOSE_CODE_OF["another_login"], CLOSE_CODE_OF["strikes"]})
"""Close codes after which coming back would be wrong."""

MakePlayer = Callable[[str, int], Player]
"""(table, seat) -> who plays there."""


class Seatholder(ABC):
    """Plays the games to which it gets a seat, until it is done.

    `on_over` is told the result of each game, None where it ended without one; `on_notice` what the
    server has to say to people.
    """

    def __init__(
        self,
        session: Session,
        make_player: MakePlayer,
        *,
        on_over: Callable[[Player], None],
        on_notice: Callable[[str], None] | None = None,
    ) -> None:
        self._session = session
        self._make_player = make_player
        self._on_over = on_over
        self._on_notice = on_notice or (lambda _message: None)
        self._player: Player | None = None
        self._acted: tuple[str, int] | None = None
        self._done = False

    async def run(self) -> None:
        """Play until there is nothing left to play.

        Raises:
            Disconnected: the server was never there, or has sent the bot away for good.
            Refused: there is no way to a seat.
            SentAway: there is none any more.
        """
        try:
            await self._meet(await self._session.connect())
            while not self._done:
                try:
                    await self._take(await self._session.receive())
                except Disconnected as gone:
                    if gone.code in _FINAL:
                        raise
                    await self._return()
        finally:
            if self._player is not None:
                self._player.close()
            await self._session.close()

    @abstractmethod
    async def _look_for_seat(self, welcome: Welcome) -> None:
        """Go on from where the server says that we are, which is at no table."""

    @abstractmethod
    async def _hear(self, message: ServerMessage) -> None:
        """Take a message that may be about the way to a seat."""

    @abstractmethod
    async def _after_game(self) -> None:
        """Go on after a game, or be done."""

    async def _return(self) -> None:
        """Come back, however long it takes; a server that restarts is gone for a while."""
        for delay in delays(random.Random()):
            await asyncio.sleep(delay)
            try:
                await self._meet(await self._session.connect())
            except Disconnected as gone:
                if gone.code in _FINAL:
                    raise
                continue
            return

    async def _meet(self, welcome: Welcome) -> None:
        place = welcome.seat_in
        if place is not None:
            if self._player is None or self._player.table != place.table:
                self._player = self._make_player(place.table, place.seat)
            await self._session.send(self._player.resync())
            return
        if self._player is not None:
            # The game ended while we were away.
            await self._leave_table()
        if not self._done:
            await self._look_for_seat(welcome)

    async def _take(self, message: ServerMessage) -> None:
        match message:
            case Notice():
                self._on_notice(message.message)
            case TableStart():
                self._player = self._make_player(message.table, message.seat)
            case _:
                await self._hear(message)
        if self._player is None:
            return
        if self._player.slow:
            answer = await asyncio.to_thread(self._player.take, message)
        else:
            answer = self._player.take(message)
        if answer is not None:
            await self._answer(answer)
        if self._player.over:
            await self._leave_table()

    async def _answer(self, answer: Answer) -> None:
        """Send an answer; one to a decision that is still open after a break has its old id."""
        if not isinstance(answer, Act):
            await self._session.send(answer)
            return
        if self._acted is None or self._acted[0] != answer.decision:
            # Noted before it is sent: a line that breaks meanwhile may have taken it all the same.
            self._acted = (answer.decision, self._session.take_id())
        await self._session.send(answer, self._acted[1])

    async def _leave_table(self) -> None:
        player, self._player = self._player, None
        assert player is not None
        self._on_over(player)
        player.close()
        await self._after_game()


def result_line(player: Player) -> str:
    """One line about an ended game, for people."""
    result: EndGame | None = player.result
    if result is None:
        return f"{player.table}: ended without a result"
    seat = player.seat
    return (
        f"{player.table}: place {result.ranks[seat]} with {result.scores[seat]} points "
        f"({result.points[seat]:+.1f})"
    )
