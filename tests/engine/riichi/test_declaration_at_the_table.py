"""What a riichi looks like at the table (riichi.md 8)."""

from engine.core.actions import Pass
from engine.core.events import Dahai, Event, Hora, Pon, Reach, ReachAccepted, Tsumo
from engine.core.game import Game
from engine.riichi import parse_rules
from tests.engine.riichi.dealt import TENPAI, laid, started, take, until_turn


def table(hands: dict[int, str], draws: str) -> Game:
    rules = parse_rules("majsoul_friend_4p")
    return started(rules, [laid(rules, hands, draws)])


def sideways(game: Game, seat: int) -> list[bool]:
    return [tile.reach for tile in game.view(seat).seats[seat].pond]


def kinds(events: list[Event]) -> list[type[Event]]:
    return [type(event) for event in events]


def test_the_next_discard_is_turned_where_the_declaration_tile_is_called() -> None:
    """R5.8, R5.7: the riichi is paid before the call."""
    game = table({0: TENPAI, 1: "PP1m"}, "P---E")
    seen = len(game.log)
    take(game, 0, Reach, pai="P")
    assert sideways(game, 0) == [True]
    take(game, 1, Pon)
    assert kinds(game.log[seen:]) == [Reach, Dahai, ReachAccepted, Pon]
    take(game, 1, Dahai, pai="1m")
    until_turn(game, 0)
    take(game, 0, Dahai)
    # The called tile shows who took it; the other stands sideways in its place.
    assert sideways(game, 0) == [True, True]
    assert [tile.called_by for tile in game.view(0).seats[0].pond] == [1, None]
    until_turn(game, 0)
    take(game, 0, Dahai)
    assert sideways(game, 0) == [True, True, False]


def test_riichi_is_accepted_before_the_next_draw() -> None:
    """R5.7, R3.21: once everybody who could win has passed."""
    game = table({0: TENPAI, 1: "123m456789s99m78s"}, "9s")
    seen = len(game.log)
    take(game, 0, Reach, pai="9s")
    assert kinds(game.log[seen:]) == [Reach, Dahai]
    assert game.view(0).round.kyotaku == 0
    take(game, 1, Pass)
    assert kinds(game.log[seen:]) == [Reach, Dahai, ReachAccepted, Tsumo]
    assert game.view(0).round.kyotaku == 1


def test_only_the_drawn_tile_can_be_discarded_in_riichi() -> None:
    """R3.5, R5.12: the whole list where nothing else is possible."""
    game = table({0: TENPAI}, "E---E")
    take(game, 0, Reach, pai="E")
    until_turn(game, 0)
    assert game.decision is not None
    assert game.decision.asks[0].options == (Dahai(0, "E", True),)
    assert not any(isinstance(event, Hora) for event in game.log)
