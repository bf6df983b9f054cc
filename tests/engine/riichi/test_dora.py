"""Dora: what indicators point at, and what counts (riichi.md 5)."""

from typing import Any

import pytest

from engine.core.tiles import IDS, KIND
from engine.riichi.dora import NEXT_KIND, DoraCount, DoraCounter
from engine.riichi.rules import parse_rules

HAND = ["4m", "4m", "4m", "5mr", "6m", "7m", "5pr", "6p", "7p", "1s", "1s", "N", "N", "N"]


def tiles(names: list[str]) -> list[int]:
    return [IDS[name] for name in names]


def count(
    markers: list[str], ura: list[str] | None = None, nukidora: int = 0, **options: Any
) -> DoraCount:
    preset = options.pop("preset", "majsoul_ranked_4p")
    counter = DoraCounter(parse_rules({"preset": preset, **options}))
    return counter.count(tiles(HAND), nukidora, tiles(markers), tiles(ura or []))


def test_indicators_point_at_the_next_tile_in_a_circle() -> None:
    """R7.1."""
    following = NEXT_KIND[4]
    assert sorted(following) == sorted(following.values()) == list(range(34))
    for one, other in (("9m", "1m"), ("9p", "1p"), ("9s", "1s"), ("N", "E"), ("C", "P")):
        assert following[_kind(one)] == _kind(other)
    assert following[_kind("E")] == _kind("S")
    assert following[_kind("P")] == _kind("F")


def test_three_players_skip_the_missing_characters() -> None:
    """R7.1."""
    following = NEXT_KIND[3]
    assert following[_kind("1m")] == _kind("9m")
    assert following[_kind("9m")] == _kind("1m")
    assert sorted(following) == sorted(following.values()) == [0, *range(8, 34)]


def _kind(name: str) -> int:
    return KIND[IDS[name]]


def test_sources_add_up_and_equal_indicators_stack() -> None:
    """R7.5."""
    assert count(["3m", "3m"], ["3m"]) == DoraCount(6, 3, 2, 0)


def test_red_fives_are_fives() -> None:
    """R7.4."""
    assert count(["4m"]).dora == 1
    assert count(["4m"]).aka == 2


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ("dora", DoraCount(1, 6, 2, 0)),
        ("kan_dora", DoraCount(3, 6, 2, 0)),
        ("ura_dora", DoraCount(4, 3, 2, 0)),
        ("kan_ura_dora", DoraCount(4, 3, 2, 0)),
    ],
)
def test_switches(option: str, expected: DoraCount) -> None:
    """R7.2, R7.3."""
    assert count(["3m", "5m"], ["3m", "3m"], **{option: False}) == expected


def test_further_starting_indicators_are_no_kan_dora() -> None:
    """R2.11, R7.2."""
    assert count(["3m", "5m"], start_indicators=2, kan_dora=False).dora == 4


def test_norths_set_aside_count_by_themselves_and_by_indicators() -> None:
    """R15.5."""
    hand = tiles(["2p", "3p", "4p"])
    counter = DoraCounter(parse_rules("majsoul_3p"))
    assert counter.count(hand, 2, tiles(["W"]), tiles(["W"])) == DoraCount(2, 2, 0, 2)
    without = DoraCounter(parse_rules({"preset": "majsoul_3p", "kita_dora": False}))
    assert without.count(hand, 0, tiles(["W"])) == DoraCount(0, 0, 0, 0)
