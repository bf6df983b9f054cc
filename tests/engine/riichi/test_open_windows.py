"""What holds while a window is open and some answers are missing (riichi.md 7, 9)."""

from typing import Final

import pytest

from engine.core.actions import DeclareHora, Pass
from engine.core.errors import IllegalAction
from engine.core.events import Chi, Dahai, Hora, Kakan, Pon, Ryukyoku
from engine.core.game import Game
from engine.riichi import parse_rules
from tests.engine.riichi.dealt import TENPAI, laid, started, take, until_turn

THREE: Final = {
    1: "123m456789s99m23p",
    2: "345m345s678m88s35p",
    3: "567m456678s22s23p",
}
"""All wait for 4p; seat 1 for 1p as well, seat 3 too."""


def thrown(hands: dict[int, str], tile: str, **options: object) -> Game:
    """The dealer has discarded the tile as drawn; whoever can do something is asked."""
    rules = parse_rules({"preset": "majsoul_friend_4p", **options})
    game = started(rules, [laid(rules, hands, tile)])
    take(game, 0, Dahai, tsumogiri=True)
    return game


def asked(game: Game) -> list[int]:
    return [] if game.decision is None else sorted(game.decision.asks)


def test_furiten_begins_when_the_window_closes() -> None:
    """R6.8: not with the own answer while others have not given theirs."""
    game = thrown({1: TENPAI, 3: TENPAI}, "9s")
    assert asked(game) == [1, 3]
    take(game, 1, Pass)
    assert [game.view(seat).furiten for seat in (1, 3)] == [False, False]
    take(game, 3, Pass)
    assert [game.view(seat).furiten for seat in (1, 3)] == [True, True]


def test_furiten_after_a_robbery_that_nobody_made() -> None:
    """R6.6, R6.8, R7.13: the same with a tile added to a pon."""
    hands = {1: "77m1p", 2: "56m234p678p345s11s", 3: "56m234p678p345s99s"}
    rules = parse_rules("majsoul_friend_4p")
    game = started(rules, [laid(rules, hands, "7mESW7m")])
    take(game, 0, Dahai, tsumogiri=True)
    take(game, 2, Pass)
    take(game, 3, Pass)
    take(game, 1, Pon)
    take(game, 1, Dahai, pai="1p")
    until_turn(game, 1)
    assert [game.view(seat).furiten for seat in (2, 3)] == [False, False]
    take(game, 1, Kakan)
    assert asked(game) == [2, 3]
    take(game, 3, Pass)
    assert not game.view(3).furiten
    take(game, 2, Pass)
    assert [game.view(seat).furiten for seat in (2, 3)] == [True, True]


@pytest.mark.parametrize(
    ("multi_ron", "closes_at_once"), [("all", False), ("double_only", False), ("head_bump", True)]
)
def test_the_nearest_ron_settles_a_head_bump_alone(multi_ron: str, closes_at_once: bool) -> None:
    """R3.9, R3.23."""
    game = thrown(THREE, "4p", multi_ron=multi_ron)
    assert asked(game) == [1, 2, 3]
    take(game, 1, DeclareHora)
    assert any(isinstance(event, Hora) for event in game.log) is closes_at_once


@pytest.mark.parametrize(
    ("multi_ron", "winners"),
    [("all", [1, 2, 3]), ("double_only", [1, 2]), ("head_bump", [1])],
)
@pytest.mark.parametrize("order", [(1, 2, 3), (3, 2, 1), (2, 3, 1)])
def test_who_wins_does_not_depend_on_who_answers_first(
    multi_ron: str, winners: list[int], order: tuple[int, ...]
) -> None:
    """R3.11, R3.22."""
    game = thrown(THREE, "4p", multi_ron=multi_ron)
    for seat in order:
        if game.decision is not None:
            take(game, seat, DeclareHora)
    assert [event.actor for event in game.log if isinstance(event, Hora)] == winners


@pytest.mark.parametrize("multi_ron", ["all", "double_only", "head_bump"])
@pytest.mark.parametrize("order", [(1, 2, 3), (3, 1, 2)])
def test_three_rons_abort_under_every_multi_ron(multi_ron: str, order: tuple[int, ...]) -> None:
    """R8.18: all three are heard first (R3.23); their hands are shown."""
    game = thrown(THREE, "4p", multi_ron=multi_ron, triple_ron_abort=True)
    for seat in order:
        take(game, seat, DeclareHora)
    assert not any(isinstance(event, Hora) for event in game.log)
    (draw,) = (event for event in game.log if isinstance(event, Ryukyoku))
    assert draw.reason == "sanchaho"
    assert draw.tehais is not None
    assert [tehai is not None for tehai in draw.tehais] == [False, True, True, True]


def test_a_call_waits_for_whoever_might_win() -> None:
    """R3.9, R3.10: a chi is settled neither before a pon nor before a ron is passed."""
    game = thrown({1: "46m", 2: "55m", 3: "46m678p345s234s22p"}, "5m")
    assert asked(game) == [1, 2, 3]
    take(game, 1, Chi)
    take(game, 2, Pon)
    assert not any(isinstance(event, Chi | Pon) for event in game.log)
    take(game, 3, Pass)
    assert [type(event) for event in game.log if isinstance(event, Chi | Pon)] == [Pon]


def test_nobody_answers_twice() -> None:
    """R1.5: what is given is given, and nothing changes by another try."""
    game = thrown({1: TENPAI, 3: TENPAI}, "9s")
    take(game, 1, Pass)
    before = len(game.log), game.answers.copy(), game.decision
    with pytest.raises(IllegalAction):
        take(game, 1, DeclareHora)
    assert (len(game.log), game.answers, game.decision) == before
