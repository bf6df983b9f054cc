"""The end of a game: its record is kept, and what it was played for is settled with it."""

from collections.abc import Sequence

from engine.core.events import EndGame, EndKyoku
from engine.core.game import Game
from server.log import get_logger
from server.table import api
from server.table.seat import Seat
from server.table.stakes import Finished, Settle, Settlement

_log = get_logger("table")


class Keeping:
    """Keeps the record of one table. `unrecorded`: it could not be kept yet.

    `settle` makes the settlement of a ranked game, of which there is one, however often it takes.
    """

    def __init__(
        self,
        header: api.JournalHeader,
        game: Game,
        seats: Sequence[Seat],
        store: api.RecordStore,
        settle: Settle | None,
    ) -> None:
        self._header = header
        self._game = game
        self._seats = seats
        self._store = store
        self._settle = settle
        self._settlement: Settlement | None = None
        self.unrecorded = False

    async def record(self) -> None:
        """Keep the record of a game that has ended.

        A store that fails must not keep the players from their result: `unrecorded` says that it
        is to be tried again. Until then the journal is there.
        """
        header, settlement = self._header, self._settled()
        try:
            await self._store.save_record(
                header.table,
                self._game.record(header.table),
                mode=header.mode,
                accounts=tuple(seat.account_id for seat in header.seats),
                started=header.started,
                ranked=header.ranked,
                listed=header.listed,
                private=header.private,
                # Nobody reads what those who watch are still to see.
                held_s=0 if header.spectating is None else header.spectating.delay_s,
                also=None if settlement is None else settlement.keep,
            )
        except Exception as error:
            self.unrecorded = True
            _log.error("record_not_kept", table=header.table, error=type(error).__name__)
        else:
            self.unrecorded = False

    def tell(self) -> None:
        """Tell the players of a ranked game what it has done, once that is kept."""
        if self._settlement is not None and not self.unrecorded:
            self._settlement.tell()

    def result(self) -> api.TableOver:
        """Return how a game has ended that was played to its end."""
        end = self._game.log[-1]
        assert isinstance(end, EndGame)
        return api.TableOver(self._header.table, "finished", end.ranks, end.scores, end.points)

    def _settled(self) -> Settlement | None:
        header, log = self._header, self._game.log
        if self._settlement is None and self._settle is not None and header.stakes is not None:
            end = log[-1]
            if isinstance(end, EndGame):
                rounds = sum(isinstance(event, EndKyoku) for event in log)
                self._settlement = self._settle(
                    Finished(
                        table=header.table,
                        queue=header.mode,
                        tier=header.stakes.tier,
                        accounts=tuple(seat.account_id or "" for seat in header.seats),
                        ranks=end.ranks,
                        points=end.points,
                        left=tuple(seat.has_left(rounds) for seat in self._seats),
                    )
                )
        return self._settlement
