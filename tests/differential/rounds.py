"""Our side: games of random legal play, written down round by round for a peer to replay."""

import random
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from engine.core.decision import Choice, Decision
from engine.core.events import EndGame, Event, Hora, Ryukyoku, StartKyoku
from engine.core.game import Game
from engine.core.tiles import NAMES
from engine.core.wall import Wall
from engine.riichi import RoundStart, Rules, new_game
from engine.riichi.aborts import abort_after_discard
from engine.riichi.director import RiichiDirector
from engine.riichi.state import Seat, State
from tests.differential.deals import LoadedWalls
from tests.differential.tempers import SCENES, Temper, pick
from tests.differential.words import word

ROUNDS_A_GAME: Final = 4
"""A game is left after so many rounds: peers start every round afresh."""


class SeatFacts(msgspec.Struct, frozen=True):
    """What the explanations of `known.py` look at: a seat's hand and waits.

    `counts` are the concealed tiles by kind, `kans` the kinds of its kans, `waits` a mask.
    """

    counts: bytes
    kans: tuple[int, ...]
    waits: int
    in_riichi: bool


class Step(msgspec.Struct, frozen=True):
    """One decision: its options and answers by seat, in the words of `words.py`.

    `event` counts the round's events before it, `markers` are the turned dora indicators, `abort`
    the abortive draw that follows unless the tile is won on.
    """

    phase: str
    event: int
    options: Mapping[int, frozenset[str]]
    answers: Mapping[int, str]
    markers: tuple[str, ...]
    abort: str | None
    seats: tuple[SeatFacts, ...]


class Round(msgspec.Struct, frozen=True):
    """One round as we played it.

    `name` finds it again, `following` starts the next round, `pao` tells whether a seat was
    liable for a yakuman that was won with.
    """

    name: str
    wall: Wall
    start: StartKyoku
    steps: tuple[Step, ...]
    events: tuple[Event, ...]
    following: StartKyoku | EndGame
    pao: bool

    @property
    def wins(self) -> list[Hora]:
        """Every win, the nearest to the discarder first."""
        return [event for event in self.events if isinstance(event, Hora)]

    @property
    def draw(self) -> Ryukyoku | None:
        """The draw, if nobody won."""
        return next((event for event in self.events if isinstance(event, Ryukyoku)), None)


def play_rounds(rules: Rules, name: str) -> Iterator[Round]:
    """Play a game that follows from `name`; yields its rounds, `ROUNDS_A_GAME` at the most."""
    chance = random.Random(name)
    scene = chance.choice(SCENES)
    walls = LoadedWalls(name, rules.players, scene.leanings)
    names = [f"P{seat}" for seat in range(rules.players)]
    game = new_game(rules, names, walls, _first(rules, chance))
    game.start()
    begin = 1
    for number in range(ROUNDS_A_GAME):
        steps: list[Step] = []
        while game.decision is not None:
            steps.append(_decide(game, game.decision, begin, scene.temper, chance))
        end = len(game.log)
        pao = _pao(game, game.log[begin:end])
        if not game.over:
            game.advance()
        start, following = game.log[begin], game.log[end if not game.over else -1]
        assert isinstance(start, StartKyoku)
        assert isinstance(following, StartKyoku | EndGame)
        yield Round(
            f"{name}/{number}",
            walls.dealt[number],
            start,
            tuple(steps),
            tuple(game.log[begin:end]),
            following,
            pao,
        )
        if game.over:
            return
        begin = end


def _pao(game: Game, events: list[Event]) -> bool:
    seats = _state(game).seats
    return any(
        name in seats[event.actor].liable
        for event in events
        if isinstance(event, Hora)
        for name, _ in event.yaku
    )


def _state(game: Game) -> State:
    assert isinstance(game.director, RiichiDirector)
    return game.director.state


def _first(rules: Rules, chance: random.Random) -> RoundStart | None:
    """East 1, or a later round with other scores: the end of a game is where its rules are."""
    if chance.random() < 0.3:
        return None
    players = rules.players
    bakaze = chance.choice((0, 1, 1, 1, 2 if rules.extension else 1))
    kyoku = chance.choice((chance.randint(1, players), players))
    kyotaku = chance.choice((0, 0, 1, 2))
    scores = [rules.start_points] * players
    scores[0] -= 1000 * kyotaku
    for _ in range(2 * players):
        giver, taker = chance.sample(range(players), 2)
        points = 100 * chance.randint(0, 120)
        if scores[giver] >= points:
            scores[giver] -= points
            scores[taker] += points
    return RoundStart(bakaze, kyoku, chance.choice((0, 0, 1, 3)), kyotaku, kyoku - 1, tuple(scores))


def _facts(seat: Seat) -> SeatFacts:
    return SeatFacts(
        bytes(seat.counts),
        tuple(meld.kind for meld in seat.melds if meld.is_kan),
        seat.waits,
        seat.riichi_accepted,
    )


def _decide(
    game: Game, decision: Decision, begin: int, temper: Temper, chance: random.Random
) -> Step:
    """Let every asked seat answer, in any order, and write the decision down."""
    state = _state(game)
    picks = {seat: pick(state, seat, ask, temper, chance) for seat, ask in decision.asks.items()}
    step = Step(
        phase=decision.phase,
        event=len(game.log) - begin,
        options={seat: frozenset(map(word, ask.options)) for seat, ask in decision.asks.items()},
        answers={seat: word(decision.asks[seat].options[pick]) for seat, pick in picks.items()},
        markers=tuple(NAMES[tile] for tile in state.dora_markers),
        abort=abort_after_discard(state) if decision.phase == "claim" else None,
        seats=tuple(map(_facts, state.seats)),
    )
    order = list(picks)
    chance.shuffle(order)
    for seat in order:
        if game.decision is decision:
            game.apply(Choice(seat, decision.id, picks[seat]))
    return step
