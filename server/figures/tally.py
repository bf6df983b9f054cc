"""One player's games put together: figures by kind, and the best hands with where they stand."""

from typing import Final, TypeAlias

from msgspec import Struct

from protocol.profile import BestHand, PlayFigures
from server.figures.counts import Figures, total
from server.figures.game import Hand, SeatGame
from server.figures.shown import shown

BEST: Final = 10
"""Hands that are kept."""
_AT_ONCE: Final = 200
"""Games that are added up at once: many sums cost less than many additions."""


class Played(Struct, frozen=True):
    """A game as a player sat in it; times are seconds since 1970.

    `shown_from` is when others may know of the game, None: never.
    """

    game: str
    ended: float
    seat: int
    kind: str
    counted: SeatGame
    shown_from: float | None = 0.0


_Won: TypeAlias = tuple[Hand, Played]


class Tally:
    """The games of one player, in any order."""

    def __init__(self) -> None:
        self._figures: dict[str, Figures] = {}
        self._open: dict[str, list[Figures]] = {}
        self._hands: list[_Won] = []
        self._others: list[_Won] = []

    def add(self, played: Played) -> None:
        """Count a game."""
        waiting = self._open.setdefault(played.kind, [])
        waiting.append(played.counted.figures)
        if len(waiting) >= _AT_ONCE:
            self._count(played.kind)
        hand = played.counted.best
        if hand is not None:
            self._hands.append((hand, played))
            if len(self._hands) >= _AT_ONCE:
                self._hands = sorted(self._hands, key=_order)[:BEST]
            if played.shown_from is not None:
                self._others.append((hand, played))

    def figures(self) -> tuple[PlayFigures, ...]:
        """Return the figures by kind, four players first, then by the kinds' names."""
        for kind in self._open:
            self._count(kind)
        kinds = sorted(self._figures, key=lambda kind: (-int(kind[0]), kind))
        return tuple(shown(kind, self._figures[kind]) for kind in kinds)

    def best(self) -> tuple[BestHand, ...]:
        """Return the player's best hands, the best first; of equals the earlier one."""
        self._hands = sorted(self._hands, key=_order)[:BEST]
        return tuple(_shown_hand(*won) for won in self._hands)

    def best_for_others(self, now: float) -> tuple[BestHand, ...]:
        """Return the best hands of games that everybody may know of at this time."""
        shown_now, kept = 0, []
        for won in sorted(self._others, key=_order):
            waits = won[1].shown_from is not None and won[1].shown_from > now
            if waits or shown_now < BEST:
                kept.append(won)
                shown_now += not waits
        self._others = kept
        return tuple(
            _shown_hand(hand, played)
            for hand, played in kept
            if played.shown_from is not None and played.shown_from <= now
        )

    def _count(self, kind: str) -> None:
        self._figures[kind] = total((self._figures.get(kind, Figures()), *self._open[kind]))
        self._open[kind].clear()


def _order(won: _Won) -> tuple[int, int, int, float, str, int]:
    hand, played = won
    points, yakuman, han = hand.worth
    return -points, -yakuman, -han, played.ended, played.game, played.seat


def _shown_hand(hand: Hand, played: Played) -> BestHand:
    return BestHand(
        kind=played.kind,
        game=played.game,
        ended=int(played.ended * 1000),
        seat=played.seat,
        round=hand.round,
        step=hand.step,
        self_draw=hand.self_draw,
        points=hand.points,
        han=hand.han,
        fu=hand.fu,
        yakuman=hand.yakuman,
        yaku=hand.yaku,
    )
