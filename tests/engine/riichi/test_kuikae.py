"""Swap calling (riichi.md 7)."""

import pytest

from engine.core.melds import CHI, PON, Meld
from engine.core.tiles import IDS, KIND, mask_names
from engine.riichi.kuikae import forbidden_after


def kind(name: str) -> int:
    return KIND[IDS[name]]


def chi(low: str) -> Meld:
    tile = IDS[low]
    return Meld(CHI, kind(low), (tile, tile, tile), 3)


@pytest.mark.parametrize(
    ("rule", "called", "low", "forbidden"),
    [
        ("forbidden", "3m", "3m", ["3m", "6m"]),
        ("forbidden", "7p", "7p", ["7p"]),  # there is no 10p
        ("forbidden", "6p", "6p", ["6p", "9p"]),
        ("forbidden", "5s", "3s", ["2s", "5s"]),
        ("forbidden", "3s", "1s", ["3s"]),  # there is no 0s
        ("forbidden", "4m", "3m", ["4m"]),  # the middle tile
        ("suji_allowed", "3m", "3m", ["3m"]),
        ("suji_allowed", "5s", "3s", ["5s"]),
        ("allowed", "3m", "3m", []),
    ],
)
def test_after_a_chi(rule: str, called: str, low: str, forbidden: list[str]) -> None:
    """R4.1 to R4.4."""
    assert mask_names(forbidden_after(rule, kind(called), chi(low))) == forbidden


def test_after_a_pon_only_the_called_kind_is_forbidden() -> None:
    """R4.1, R4.4."""
    pon = Meld(PON, kind("5p"), (IDS["5p"],) * 3, 0)
    assert mask_names(forbidden_after("forbidden", kind("5p"), pon)) == ["5p"]
    assert mask_names(forbidden_after("suji_allowed", kind("5p"), pon)) == ["5p"]
    assert forbidden_after("allowed", kind("5p"), pon) == 0
