"""Adding games up: speed, and how each bot did."""

from math import sqrt
from typing import Final

import msgspec

from engine.core.events import EndGame, EndKyoku
from server.simulation.run import Played

_NORMAL_95: Final = 1.959964
"""Half width of the 95 % interval of a mean, in standard errors."""


class BotResult(msgspec.Struct, frozen=True):
    """How a bot did; of a bot in several seats each game counts once, with their mean.

    `rank_margin` is half the 95 % interval of `mean_rank` (null for fewer than two games),
    `places` counts how often it came first, second, ..., `mean_points` are with uma and oka.
    """

    name: str
    games: int
    mean_rank: float
    rank_margin: float | None
    mean_points: float
    places: tuple[int, ...]


class Summary(msgspec.Struct, frozen=True):
    """What `jantaku simulate` prints; `seconds` is the time that the games took."""

    seed: str
    games: int
    rounds: int
    decisions: int
    seconds: float
    games_per_second: float
    rounds_per_second: float
    decisions_per_second: float
    bots: tuple[BotResult, ...]


class _Sums:
    """Running sums of one bot."""

    def __init__(self, seats: int) -> None:
        self.games = 0
        self.ranks = 0.0
        self.squares = 0.0
        self.points = 0.0
        self.places = [0] * seats

    def result(self, name: str) -> BotResult:
        mean = self.ranks / self.games
        margin = None
        if self.games > 1:
            variance = max(self.squares - self.games * mean * mean, 0.0) / (self.games - 1)
            margin = _NORMAL_95 * sqrt(variance / self.games)
        return BotResult(
            name, self.games, mean, margin, self.points / self.games, tuple(self.places)
        )


class Tally:
    """Takes games in, one by one."""

    def __init__(self) -> None:
        self._sums: dict[str, _Sums] = {}
        self._games = 0
        self._rounds = 0
        self._decisions = 0

    def add(self, played: Played) -> None:
        """Take a finished game in."""
        game = played.game
        end = game.log[-1]
        if not isinstance(end, EndGame):
            raise ValueError(f"game {played.id} has not ended")
        self._games += 1
        self._rounds += sum(isinstance(event, EndKyoku) for event in game.log)
        self._decisions += len(game.choices)
        for name in dict.fromkeys(played.bots):
            seats = [seat for seat, bot in enumerate(played.bots) if bot == name]
            sums = self._sums.setdefault(name, _Sums(len(played.bots)))
            rank = sum(end.ranks[seat] for seat in seats) / len(seats)
            sums.games += 1
            sums.ranks += rank
            sums.squares += rank * rank
            sums.points += sum(end.points[seat] for seat in seats) / len(seats)
            for seat in seats:
                sums.places[end.ranks[seat] - 1] += 1

    def summary(self, seed: str, seconds: float) -> Summary:
        """Return the totals of the games so far, which took `seconds`."""
        time = max(seconds, 1e-9)
        return Summary(
            seed=seed,
            games=self._games,
            rounds=self._rounds,
            decisions=self._decisions,
            seconds=seconds,
            games_per_second=self._games / time,
            rounds_per_second=self._rounds / time,
            decisions_per_second=self._decisions / time,
            bots=tuple(sums.result(name) for name, sums in sorted(self._sums.items())),
        )
