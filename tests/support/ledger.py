"""A second set of books: tiles and points of a finished game, from its events alone.

It knows the wall of riichi.md 5, what each event moves and nothing of the engine's state, so that
an error there cannot excuse itself.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from engine.core.events import (
    Ankan,
    Chi,
    Dahai,
    Daiminkan,
    Dora,
    EndGame,
    EndKyoku,
    Event,
    Hora,
    Kakan,
    Nukidora,
    Pon,
    ReachAccepted,
    Ryukyoku,
    StartKyoku,
    Tsumo,
)
from engine.core.tiles import NAMES
from engine.riichi.rules import Rules
from engine.riichi.tileset import tiles_of

_DEAD_WALL: Final = 14
_HAND: Final = 13


class Round:
    """One round: its events from `start_kyoku` to `end_kyoku`, and who holds what on the way."""

    def __init__(self, rules: Rules, events: Sequence[Event]) -> None:
        start, end = events[0], events[-1]
        assert isinstance(start, StartKyoku)
        assert isinstance(end, EndKyoku)
        assert end.wall is not None
        self.rules = rules
        self.start = start
        self.events = events
        self.wall = end.wall
        self.hands = [Counter(hand) for hand in start.tehais]
        self.melds: list[list[tuple[str, ...]]] = [[] for _ in range(rules.players)]
        self.open: list[bool] = [False] * rules.players
        self.discards: list[list[str]] = [[] for _ in range(rules.players)]
        self.live = len(self.wall) - _DEAD_WALL - _HAND * rules.players
        self.markers = [start.dora_marker]
        self._draws = 0
        self._replacements = 0
        self._last: tuple[int, str] | None = None
        self._turn = start.oya

    def steps(self) -> Iterator[Event]:
        """Check and book the events one by one; each is given out before it is booked."""
        assert Counter(self.wall) == Counter(NAMES[tile] for tile in tiles_of(self.rules))
        assert self.start.tehais == self._dealt()
        assert self.start.dora_marker == self._indicator(0)
        for event in self.events[1:]:
            yield event
            self._book(event)

    def _dealt(self) -> tuple[tuple[str, ...], ...]:
        """Four tiles a seat three times, then one, from the dealer on (riichi.md 5.1)."""
        players = self.rules.players
        hands: list[list[str]] = [[] for _ in range(players)]
        place = 0
        for take in (4, 4, 4, 1):
            for turn in range(players):
                hands[(self.start.oya + turn) % players] += self.wall[place : place + take]
                place += take
        return tuple(tuple(sorted(hand, key=NAMES.index)) for hand in hands)

    def _indicator(self, number: int) -> str:
        """Indicator k lies R + 1 + 2k from the end, R the replacement tiles (riichi.md 5.2)."""
        return self.wall[-(self._reserve + 1 + 2 * number)]

    def ura(self, number: int) -> str:
        """The tile under indicator `number`."""
        return self.wall[-(self._reserve + 2 + 2 * number)]

    @property
    def _reserve(self) -> int:
        return 4 if self.rules.players == 4 else 8

    def _book(self, event: Event) -> None:
        match event:
            case Tsumo():
                self._draw(event)
            case Dahai(actor=actor, pai=pai):
                self._take(actor, [pai])
                self.discards[actor].append(pai)
                self._last = (actor, pai)
                self._turn = (actor + 1) % self.rules.players
                held = self.hands[actor].total() + 3 * len(self.melds[actor])
                assert held == _HAND, f"seat {actor} holds {held} tiles after {event}"
            case Chi() | Pon() | Daiminkan():
                assert self._last == (event.target, event.pai), event
                self._last = None
                self._take(event.actor, event.consumed)
                self.melds[event.actor].append((event.pai, *event.consumed))
                self.open[event.actor] = True
                self._turn = event.actor
            case Ankan():
                self._take(event.actor, event.consumed)
                self.melds[event.actor].append(event.consumed)
            case Kakan():
                self._take(event.actor, [event.pai])
                melds = self.melds[event.actor]
                melds[melds.index(event.consumed)] = (*event.consumed, event.pai)
            case Nukidora(actor=actor, pai=pai):
                assert pai == "N"
                self._take(actor, [pai])
            case Dora():
                assert event.dora_marker == self._indicator(len(self.markers))
                self.markers.append(event.dora_marker)
            case Hora():
                self._check_win(event)
            case Ryukyoku(tehais=tehais):
                for hand, shown in zip(self.hands, tehais or (), strict=False):
                    assert shown is None or Counter(shown) == hand

    def _draw(self, event: Tsumo) -> None:
        assert event.actor == self._turn, f"not the turn of {event}"
        self.live -= 1
        assert self.live >= 0
        if event.rinshan:
            self._replacements += 1
            assert event.pai == self.wall[-self._replacements]
        else:
            assert event.pai == self.wall[_HAND * self.rules.players + self._draws]
            self._draws += 1
        self.hands[event.actor][event.pai] += 1

    def _take(self, actor: int, tiles: Sequence[str]) -> None:
        for tile in tiles:
            assert self.hands[actor][tile] > 0, f"seat {actor} does not hold {tile}"
            self.hands[actor][tile] -= 1

    def _check_win(self, event: Hora) -> None:
        shown = Counter(event.hora_tehais)
        if event.target == event.actor:
            shown[event.pai] += 1
        assert +shown == +self.hands[event.actor]
        assert event.ura_markers == tuple(
            self.ura(place) for place in range(len(event.ura_markers))
        )


def rounds_of(rules: Rules, log: Sequence[Event]) -> list[Round]:
    """Split a finished game into its rounds."""
    starts = [place for place, event in enumerate(log) if isinstance(event, StartKyoku)]
    ends = [place for place, event in enumerate(log) if isinstance(event, EndKyoku)]
    return [Round(rules, log[start : end + 1]) for start, end in zip(starts, ends, strict=True)]


def check_points(rules: Rules, log: Sequence[Event]) -> None:
    """Follow the points through a finished game: nothing comes from or goes to nowhere."""
    scores = (rules.start_points,) * rules.players
    sticks = 0
    for event in log:
        match event:
            case StartKyoku():
                assert (event.scores, event.kyotaku) == (scores, sticks)
                continue
            case ReachAccepted():
                sticks += 1
            case Hora():
                sticks = 0
            case Ryukyoku(reason="nagashi_mangan"):
                # As a win it takes the sticks (riichi.md 10).
                sticks = 0 if rules.nagashi_as == "win" else sticks
            case Ryukyoku():
                pass
            case EndGame():
                _check_result(rules, event, scores, sticks)
                continue
            case _:
                continue
        moved = tuple(score + delta for score, delta in zip(scores, event.deltas, strict=True))
        assert event.scores == moved
        scores = moved
        assert sum(scores) + sticks * rules.riichi_stick == rules.start_points * rules.players
        assert all(score % 100 == 0 for score in scores)


def _check_result(rules: Rules, result: EndGame, scores: tuple[int, ...], sticks: int) -> None:
    everything = rules.start_points * rules.players
    left = sticks * rules.riichi_stick
    lost = left if rules.leftover_sticks == "lost" else 0
    assert sum(result.scores) == everything - lost
    assert all(
        before <= after <= before + left
        for before, after in zip(scores, result.scores, strict=True)
    )
    order = sorted(range(rules.players), key=lambda seat: (-scores[seat], seat))
    assert [result.ranks[seat] for seat in order] == list(range(1, rules.players + 1))
    # With oka = auto the points of all add up to 0, but for sticks that are lost.
    above = everything - lost - rules.score_origin * rules.players
    oka = -(everything - rules.score_origin * rules.players)
    if rules.oka != "auto":
        oka = round(rules.oka * 1000)
    assert round(sum(result.points) * 1000) == above + oka
