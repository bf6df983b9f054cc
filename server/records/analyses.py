"""Waits and distances at any moment of the records that are kept, for whoever may see them."""

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import msgspec

from engine.core.errors import BadRules
from engine.core.viewer import FULL
from protocol.errors import ProtocolError
from protocol.record import SeatAnalysis
from server.clock import Clock
from server.net.limits import Bucket, Buckets
from server.records.replay import NoSuchMoment, Replay
from server.store.records import RecordStore

KEPT: Final = 16
"""Games that are kept ready to be moved about in: people go through one step by step."""
WAITING: Final = 100
"""Questions that may wait for their turn; more are refused."""
RATE: Final = 10.0
"""Questions a second of an account: a replay that plays fast asks for every step."""
AT_ONCE: Final = 60
"""As many at once."""
STRANGERS: Final = 4
"""All who have no account may ask as much as so many accounts."""


class Analyses:
    """Answers in a thread of its own, one after the other: a replay is at one moment at a time."""

    def __init__(self, clock: Clock, records: RecordStore) -> None:
        self._records = records
        self._accounts = Buckets(clock, RATE, AT_ONCE)
        self._strangers = Bucket(clock, STRANGERS * RATE, STRANGERS * AT_ONCE)
        self._thread = ThreadPoolExecutor(1, "analyses")
        self._replays: OrderedDict[str, Replay] = OrderedDict()
        self._waiting = 0

    async def at(
        self, game: str, account: str | None, number: int, step: int, seat: int | None
    ) -> tuple[SeatAnalysis | None, ...]:
        """Return by seat what it could know of its hand, None for all but `seat` if one is named.

        `number` is that of the round and `step` that of the event in it, from 0, the deal.

        Raises:
            ProtocolError: there is no such game for this account, or no such moment in it, or
                the account asks too much.
        """
        allowed = self._strangers.take() if account is None else self._accounts.take(account)
        if not allowed or self._waiting >= WAITING:
            raise ProtocolError("too_fast")
        self._waiting += 1
        try:
            # Asked each time: a game that is kept ready is not for everybody.
            shown = await self._records.shown(game, account)
            if shown is None:
                raise ProtocolError("no_such_record", field="game")
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(
                self._thread, self._look, game, shown.record, number, step, seat
            )
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Answer nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _look(
        self, game: str, record: bytes, number: int, step: int, seat: int | None
    ) -> tuple[SeatAnalysis | None, ...]:
        replay = self._replay(game, record)
        try:
            moment = replay.seek(number, event=step)
        except NoSuchMoment as error:
            field = "round" if str(error).startswith("round") else "step"
            sentence = f"There is no {str(error).replace('event', 'step', 1)}."
            raise ProtocolError("out_of_range", sentence, field) from None
        if seat is not None and seat >= replay.rules.players:
            raise ProtocolError("no_such_seat", field="seat")
        return replay.analysis(moment, FULL if seat is None else seat)

    def _replay(self, game: str, record: bytes) -> Replay:
        replay = self._replays.pop(game, None)
        if replay is None:
            try:
                replay = Replay(msgspec.json.decode(record))
            except (BadRules, ValueError):
                raise ProtocolError(
                    "not_built", "This version cannot replay the game.", "game"
                ) from None
        self._replays[game] = replay
        if len(self._replays) > KEPT:
            self._replays.popitem(last=False)
        return replay
