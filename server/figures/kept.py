"""What is kept of a seat's game beside its record, so that a profile need not open records."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from server.figures.counts import Figures
from server.figures.game import Hand, SeatGame, figures_of
from server.figures.kinds import kind_of
from server.figures.tally import Played


class KeptFigures(Struct, frozen=True, omit_defaults=True):
    """A seat's figures of one game, its best hand, and the kind that they count for.

    `kind` is kept, as it cannot be told any more once one of the players is deleted. `shown_from`
    is when others may know of the game (seconds since 1970), None: never.
    """

    kind: str
    figures: Figures
    best: Hand | None = None
    shown_from: float | None = None

    def played(self, game: str, ended: float, seat: int) -> Played:
        """Return them as a part of a player's games."""
        counted = SeatGame(self.figures, self.best)
        return Played(game, ended, seat, self.kind, counted, self.shown_from)


_decoder: Final = msgspec.json.Decoder(KeptFigures | None)


def kept_figures(
    events: Sequence[Mapping[str, Any]],
    accounts: Sequence[str | None],
    *,
    ranked: bool,
    shown_from: float | None,
) -> tuple[str, ...]:
    """Return by seat, as JSON, what is kept of a game; `accounts` by seat, None for a bot.

    Raises:
        KeyError, IndexError, TypeError, ValueError: this is no record of a game of so many seats.
    """
    kind = kind_of(accounts, ranked=ranked)
    return tuple(
        msgspec.json.encode(KeptFigures(kind, seat.figures, seat.best, shown_from)).decode()
        for seat in figures_of(events, len(accounts))
    )


def read_figures(kept: str) -> KeptFigures | None:
    """Read what `kept_figures` wrote, None where `null` stands for a game without figures.

    Raises:
        ValueError: it is something else.
    """
    return _decoder.decode(kept)
