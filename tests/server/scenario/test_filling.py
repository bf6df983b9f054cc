"""Tiles that a scenario leaves open: deterministic, complete, and of no use to anybody."""

from collections import Counter

import pytest

from engine.analysis import shanten, waits
from engine.core.actions import DeclareHora, DeclareRyukyoku
from engine.core.events import Ryukyoku
from engine.core.tiles import KIND, NAMES, tile_id
from engine.core.viewer import FULL
from engine.riichi.tileset import tiles_of
from server.scenario import scripted_wall
from server.scenario.stage import Stage
from tests.server.scenario.scripts import TENPAI, scenario, tiles

IDS = [f"filling {number}" for number in range(12)]
QUIET_DRAWS = 30
"""So far at least nobody can do anything with a filled draw."""


@pytest.mark.parametrize("preset", ["majsoul_ranked_4p", "majsoul_3p", "tenhou_4p"])
def test_a_wall_holds_every_tile_once(preset: str) -> None:
    rules, start, wall = scripted_wall(scenario(preset=preset, hands={1: "11pC"}))
    assert Counter(wall.order) == Counter(tiles_of(rules))
    assert start.oya == 0
    assert wall.commitment() is not None


def test_equal_scenarios_have_equal_walls() -> None:
    one, same, other = (
        scripted_wall(scenario(id=name))[2] for name in ("first", "first", "second")
    )
    assert one.order == same.order
    assert one.salt == same.salt
    assert one.order != other.order


def test_named_tiles_lie_where_they_are_drawn() -> None:
    item = scenario(
        hands={0: TENPAI, 2: "E"},
        draws=[None, "7m", None, "1m"],
        rinshan=["2m", None, "3s"],
        dora_markers=["C", "F"],
        ura_markers=[None, "P"],
        live=9,
    )
    rules, start, wall = scripted_wall(item)
    hands = wall.hands(rules.players, start.oya)
    assert sorted(hands[0]) == sorted(tile_id(name) for name in tiles(TENPAI))
    assert tile_id("E") in hands[2]
    assert wall.live(rules.players) == 9
    assert [NAMES[wall.draw(4, number)] for number in (1, 3)] == ["7m", "1m"]
    assert [NAMES[wall.replacement(number)] for number in (0, 2)] == ["2m", "3s"]
    assert [NAMES[wall.indicator(number)] for number in (0, 1)] == ["C", "F"]
    assert NAMES[wall.ura(1)] == "P"


def test_a_later_dealer_draws_first() -> None:
    item = scenario(hands={2: TENPAI}, draws=["6s"], round={"kyoku": 3})
    stage = Stage(item)
    assert stage.about_to_act() == 2
    assert stage.game.view(2).seats[2].drawn == "6s"


@pytest.mark.parametrize("preset", ["majsoul_ranked_4p", "majsoul_3p"])
@pytest.mark.parametrize("name", IDS)
def test_nobody_can_use_a_filled_tile(name: str, preset: str) -> None:
    # With a hand that waits, and a seat whose hand lacks one tile.
    hands = {1: TENPAI, 2: "123p456s789s11pC"} if "4p" in preset else {2: "123p456s789s11pC"}
    stage = Stage(scenario(id=name, preset=preset, hands=hands))
    game = stage.game
    for seat, hand in enumerate(game.view(FULL).seats):
        counts = bytearray(34)
        for tile in hand.hand:
            counts[KIND[tile_id(tile)]] += 1
        if seat not in hands:
            assert not waits(counts)
            assert shanten(counts) >= 3
    for _ in range(QUIET_DRAWS):
        assert game.decision is not None
        assert game.decision.phase == "turn"
        (ask,) = game.decision.asks.values()
        assert not any(isinstance(each, DeclareHora | DeclareRyukyoku) for each in ask.options)
        stage.answer({})


def test_a_round_of_defaults_is_an_ordinary_draw() -> None:
    stage = Stage(scenario(live=8))
    for _ in range(8):
        stage.answer({})
    reasons = [event.reason for event in stage.game.log if isinstance(event, Ryukyoku)]
    assert reasons == ["exhaustive"]
