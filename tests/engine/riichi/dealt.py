"""Games whose walls are laid by hand, for tests of what happens at the table."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.core.actions import Action
from engine.core.decision import Choice
from engine.core.game import Game
from engine.core.tiles import HIDDEN, IDS
from engine.core.wall import Wall
from engine.riichi import RoundStart, Rules, new_game
from engine.riichi.given_wall import GivenWalls, given_wall
from engine.riichi.tileset import tiles_of

TENPAI: Final = "234m678p345s78s22p"
"""Waits for 6s and 9s, with pinfu."""

_HAND: Final = 13


def ids(text: str) -> list[int]:
    """`234m0pE` -> tile ids; red fives as 0, `-` for a tile that does not matter."""
    found: list[int] = []
    ranks = ""
    for sign in text.replace(" ", ""):
        if sign.isdigit():
            ranks += sign
        elif sign in "mps":
            found += [IDS[f"5{sign}r" if rank == "0" else rank + sign] for rank in ranks]
            ranks = ""
        else:
            found.append(HIDDEN if sign == "-" else IDS[sign])
    return found


def laid(
    rules: Rules,
    hands: Mapping[int, str],
    draws: str,
    *,
    oya: int = 0,
    rinshan: str = "",
    live: int | None = None,
) -> Wall:
    """Lay the named tiles, and the others behind them in hand order."""
    named = [ids(hands.get(seat, "")) for seat in range(rules.players)]
    padded = [[*hand, *[HIDDEN] * (_HAND - len(hand))] for hand in named]
    wall = given_wall(rules.players, oya, padded, ids(draws), ids(rinshan), live=live)
    rest = sorted((Counter(tiles_of(rules)) - Counter(wall.order)).elements())
    for place, tile in enumerate(wall.order):
        if tile == HIDDEN:
            wall.order[place] = rest.pop()
    return wall


def started(rules: Rules, walls: Sequence[Wall], first: RoundStart | None = None) -> Game:
    """A game that plays these walls one after another, up to its first decision."""
    names = [f"player {seat}" for seat in range(rules.players)]
    game = new_game(rules, names, GivenWalls(walls), first)
    game.start()
    return game


def take(game: Game, seat: int, kind: type[Any], **fields: object) -> None:
    """Answer the open decision with the seat's option of that kind and with these fields."""
    assert game.decision is not None
    for index, option in enumerate(game.decision.asks[seat].options):
        if isinstance(option, kind) and all(
            getattr(option, name) == value for name, value in fields.items()
        ):
            game.apply(Choice(seat, game.decision.id, index))
            return
    raise AssertionError(f"seat {seat} is not offered {kind.__name__} {fields}")


def play_round(game: Game, *wanted: type[Action]) -> None:
    """Play the round to its end: the wanted kinds wherever they are offered, else defaults."""
    while game.decision is not None:
        decision = game.decision
        for seat, ask in decision.asks.items():
            chosen = [place for place, each in enumerate(ask.options) if isinstance(each, wanted)]
            game.apply(Choice(seat, decision.id, chosen[0] if chosen else ask.default))
            if game.decision is not decision:
                break


def until_turn(game: Game, seat: int) -> None:
    """Answer with defaults until it is the seat's turn."""
    while game.decision is not None:
        decision = game.decision
        if decision.phase == "turn" and seat in decision.asks:
            return
        for number, ask in decision.asks.items():
            if game.decision is decision:
                game.apply(Choice(number, decision.id, ask.default))
    raise AssertionError(f"the round is over before seat {seat} has its turn")
