"""Which hands a round without a winner shows, and with which tiles (riichi.md 10)."""

from engine.core.actions import DeclareRyukyoku
from engine.core.events import Dahai, Reach, Ryukyoku
from engine.core.game import Game
from engine.riichi import parse_rules
from tests.engine.riichi.dealt import TENPAI, ids, laid, play_round, started, take

RULES = parse_rules("majsoul_friend_4p")
ALL_TENPAI = {
    0: TENPAI,
    1: "123456789m1199p",
    2: "123456789sEEPP",
    3: "234567p22s888sSS",
}


def last_draw(game: Game) -> Ryukyoku:
    return [event for event in game.log if isinstance(event, Ryukyoku)][-1]


def test_four_riichi_show_four_hands_of_thirteen() -> None:
    """R8.16: nobody holds a drawn tile then."""
    game = started(RULES, [laid(RULES, ALL_TENPAI, "CFWN")])
    for seat in range(4):
        take(game, seat, Reach, tsumogiri=True)
    draw = last_draw(game)
    assert draw.reason == "suucha"
    assert draw.tehais is not None
    for seat, shown in enumerate(draw.tehais):
        assert shown is not None
        assert sorted(ids("".join(_plain(name) for name in shown))) == sorted(ids(ALL_TENPAI[seat]))


def _plain(name: str) -> str:
    return f"0{name[1]}" if name.endswith("r") else name


def test_nine_kinds_show_the_one_hand_with_its_drawn_tile() -> None:
    """R8.13."""
    hands = {0: "19m19p19sESW234m5p"}
    game = started(RULES, [laid(RULES, hands, "N")])
    take(game, 0, DeclareRyukyoku)
    draw = last_draw(game)
    assert (draw.reason, draw.actor) == ("kyuushu", 0)
    assert draw.tehais is not None
    assert draw.tehais[1:] == (None, None, None)
    assert draw.tehais[0] is not None
    assert len(draw.tehais[0]) == 14
    assert draw.tehais[0][-1] == "N"


def test_an_exhaustive_draw_shows_those_who_are_tenpai() -> None:
    """R8.1."""
    game = started(RULES, [laid(RULES, {0: TENPAI, 2: "159m159p159sESWN"}, "C")])
    take(game, 0, Dahai, tsumogiri=True)
    play_round(game)
    draw = last_draw(game)
    assert draw.reason == "exhaustive"
    assert draw.tehais is not None
    assert draw.tenpais is not None
    assert [shown is not None for shown in draw.tehais] == list(draw.tenpais)
    assert draw.tenpais[0]
    assert all(shown is None or len(shown) == 13 for shown in draw.tehais)
