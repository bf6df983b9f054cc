"""What each seat did in one game: one pass over the events of its record."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import Struct

from server.figures.counts import PLACES, THOUSAND, Figures
from server.figures.moments import Moment, Rounds

CALLS: Final = frozenset({"chi", "pon", "daiminkan"})

_ENDS: Final = frozenset({"hora", "ryukyoku"})
# Most events, and none of them counts.
_NOTHING: Final = frozenset({"tsumo", "dahai"})

# Drawn after the last tile; all others are aborts, in which nobody is asked who is tenpai.
_LAST_TILE: Final = frozenset({"exhaustive", "nagashi_mangan"})


class Hand(Struct, frozen=True, kw_only=True):
    """A win worth remembering, and where it stands in the record.

    `points` is its value without honba and sticks; `yakuman` 0 for none.
    """

    points: int
    han: int
    fu: int
    yakuman: int
    yaku: tuple[tuple[str, int], ...]
    self_draw: bool
    round: str
    step: int

    @property
    def worth(self) -> tuple[int, int, int]:
        """What hands are compared by."""
        return self.points, self.yakuman, self.han


class SeatGame(Struct, frozen=True):
    """A seat's figures of one game and its best hand in it, the first of equals."""

    figures: Figures
    best: Hand | None = None


class _Seat:
    """A seat's counts while the events go by."""

    __slots__ = ("best", "called", "counts", "dealt_in", "declared", "yakuman")

    def __init__(self) -> None:
        self.counts = dict.fromkeys(_COUNTED, 0)
        self.yakuman: dict[str, int] = {}
        self.best: Hand | None = None
        self.called = self.declared = self.dealt_in = False

    def close_round(self, ended: bool) -> None:
        """Count what counts once a round; one that was cut off is none."""
        if ended:
            self.counts["calls"] += self.called
            self.counts["riichi"] += self.declared
            self.counts["deal_ins"] += self.dealt_in
        self.called = self.declared = self.dealt_in = False


_COUNTED: Final = (
    *("wins", "self_draws", "deal_ins", "riichi", "riichi_wins", "calls", "draws", "tenpai"),
    *("win_points", "deal_in_points"),
)


def figures_of(events: Iterable[Mapping[str, Any]], seats: int) -> tuple[SeatGame, ...]:
    """Count by seat what happened in a game.

    A game that was ended by a vote has no `end_game`; the round that was cut off is not counted.

    Raises:
        KeyError, IndexError, TypeError, ValueError: this is no record of a game of so many seats.
    """
    people = tuple(_Seat() for _ in range(seats))
    names = Rounds()
    name, step, rounds = "", 0, 0
    ended = False
    end: Mapping[str, Any] | None = None
    for event in events:
        kind = event["type"]
        step += 1
        if kind in _NOTHING:
            continue
        if kind == "start_kyoku":
            name, step = names.name(event), 0
            for seat in people:
                seat.close_round(ended)
            ended = False
        elif kind in _ENDS:
            rounds += not ended
            ended = True
            if kind == "hora":
                _won(people, event, Moment(name, step))
            elif event["reason"] in _LAST_TILE:
                _drawn(people, event)
        elif kind in CALLS:
            people[event["actor"]].called = True
        elif kind == "reach":
            people[event["actor"]].declared = True
        elif kind == "end_game":
            end = event
    for seat in people:
        seat.close_round(ended)
    return tuple(
        SeatGame(_figures(seat, rounds, _result(end, place)), seat.best)
        for place, seat in enumerate(people)
    )


def _won(people: tuple[_Seat, ...], event: Mapping[str, Any], moment: Moment) -> None:
    winner, points = people[event["actor"]], int(event["points"])
    self_draw = event["actor"] == event["target"]
    hand = Hand(
        points=points,
        han=int(event.get("han") or 0),
        fu=int(event.get("fu") or 0),
        yakuman=int(event.get("yakuman") or 0),
        yaku=tuple((str(name), int(han)) for name, han in event["yaku"]),
        self_draw=self_draw,
        round=moment.round,
        step=moment.step,
    )
    counts = winner.counts
    counts["wins"] += 1
    counts["self_draws"] += self_draw
    counts["riichi_wins"] += winner.declared
    counts["win_points"] += points
    if hand.yakuman:
        for name, _ in hand.yaku:
            winner.yakuman[name] = winner.yakuman.get(name, 0) + 1
    if winner.best is None or hand.worth > winner.best.worth:
        winner.best = hand
    if not self_draw:
        loser = people[event["target"]]
        loser.dealt_in = True
        loser.counts["deal_in_points"] += points


def _drawn(people: tuple[_Seat, ...], event: Mapping[str, Any]) -> None:
    """Count a draw where the record says who was tenpai; logs of others do not always."""
    tenpais = event.get("tenpais")
    if tenpais is None:
        return
    for seat, tenpai in zip(people, tenpais, strict=True):
        seat.counts["draws"] += 1
        seat.counts["tenpai"] += bool(tenpai)


def _result(end: Mapping[str, Any] | None, seat: int) -> dict[str, Any]:
    if end is None:
        return {}
    score = int(end["scores"][seat])
    # Some logs of other programs have scores and ranks alone.
    points = end.get("points")
    place = int(end["ranks"][seat])
    if not 1 <= place <= PLACES:
        raise ValueError(f"rank {place}; allowed: 1 to {PLACES}")
    return {
        "places": tuple(int(place == number) for number in range(1, PLACES + 1)),
        "scores": score,
        "points": 0 if points is None else round(points[seat] * THOUSAND),
        "busts": int(score < 0),
    }


def _figures(seat: _Seat, rounds: int, result: dict[str, Any]) -> Figures:
    counts: dict[str, Any] = {**seat.counts, **result}
    return Figures(games=1, rounds=rounds, yakuman=seat.yakuman, **counts)
