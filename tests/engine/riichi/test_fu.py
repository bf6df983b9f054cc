"""Fu, part by part, and the options that change them (riichi.md 12)."""

from typing import Any

import pytest

from engine.riichi import flags
from engine.riichi.rules import parse_rules
from engine.riichi.score import scorer_for
from engine.riichi.win import Win
from tests.support.wins import EAST, NORTH, SOUTH, WEST, win


def fu(claimed: Win, preset: str = "majsoul_ranked_4p", **options: Any) -> int:
    value = scorer_for(parse_rules({"preset": preset, **options})).evaluate(claimed)
    assert value is not None
    return value.fu


RIICHI, HOUTEI = flags.RIICHI, flags.HOUTEI


@pytest.mark.parametrize(
    ("claimed", "expected"),
    [
        pytest.param(win("234456m678p23s99s", "4s"), 30, id="pinfu ron"),
        pytest.param(win("234456m678p23s99s", "4s", tsumo=True), 20, id="pinfu tsumo"),
        pytest.param(win("1133m5577p2244s6z", "6z"), 25, id="seven pairs"),
        pytest.param(win("456m678p34s55s", "2s", melds=["chi 234m"]), 30, id="open, no part"),
        pytest.param(
            win("456m678p34s55s", "2s", melds=["chi 234m"], tsumo=True), 30, id="open tsumo"
        ),
        pytest.param(win("234456m678p24s99s", "3s", flags=RIICHI), 40, id="kanchan 32"),
        pytest.param(win("234456m678p12s99s", "3s", flags=RIICHI), 40, id="penchan 32"),
        pytest.param(win("234456m678p89s11s", "7s", flags=RIICHI), 40, id="penchan on 7"),
        pytest.param(win("234456m678p234s9s", "9s", flags=RIICHI), 40, id="tanki 32"),
        pytest.param(win("234m678p34s55z", "5s", melds=["pon 222m"], flags=HOUTEI), 30, id="24"),
        pytest.param(win("111m456m678p34s99s", "5s", flags=RIICHI), 40, id="ankou 8: 38"),
        pytest.param(win("222m456m678p34s99s", "5s", flags=RIICHI), 40, id="ankou 4: 34"),
        pytest.param(
            win("456m678p34s99s", "5s", melds=["ankan 2222m"], flags=RIICHI), 50, id="ankan 16: 46"
        ),
        pytest.param(
            win("456m678p34s99s", "5s", melds=["ankan 1111m"], flags=RIICHI), 70, id="ankan 32: 62"
        ),
        pytest.param(win("456m34s55s", "2s", melds=["daiminkan 2222m", "chi 678p"]), 30, id="28"),
        pytest.param(win("456m34s99s", "2s", melds=["kakan 5555z", "chi 678p"]), 40, id="36"),
        pytest.param(win("234m678p3399s", "9s", melds=["pon 555z"]), 30, id="ron triplet is open"),
        pytest.param(
            win("234m678p3399s", "9s", melds=["pon 555z"], tsumo=True), 40, id="own triplet 34"
        ),
    ],
)
def test_parts(claimed: Win, expected: int) -> None:
    """R11.2 to R11.13."""
    assert fu(claimed) == expected


@pytest.mark.parametrize(
    ("pair", "seat", "prevalent", "option", "expected"),
    [
        ("5z", SOUTH, EAST, 4, 40),
        ("1z", SOUTH, EAST, 4, 40),
        ("2z", SOUTH, EAST, 4, 40),
        ("3z", SOUTH, EAST, 4, 30),
        ("1z", EAST, EAST, 4, 40),
        ("1z", EAST, EAST, 2, 40),
        ("4z", WEST, EAST, 4, 30),
        ("4z", NORTH, EAST, 4, 40),
    ],
)
def test_pair(pair: str, seat: int, prevalent: int, option: int, expected: int) -> None:
    """R11.5, R11.6."""
    claimed = win(f"234456m678p23s{pair}{pair}", "4s", seat=seat, prevalent=prevalent, flags=RIICHI)
    assert fu(claimed, double_wind_pair_fu=option) == expected


def test_double_wind_pair_makes_the_difference() -> None:
    """30 + 8 + 2 is 40 fu, with 4 for the pair it is 50 (R11.6)."""
    claimed = win("222m666m678p23s1z1z", "4s", seat=EAST, prevalent=EAST, flags=RIICHI)
    assert fu(claimed, double_wind_pair_fu=4) == 50
    assert fu(claimed, double_wind_pair_fu=2) == 40


def test_open_pinfu_ron_fu() -> None:
    """R11.12."""
    ron = win("456m678p34s55s", "2s", melds=["chi 234m"])
    assert fu(ron, open_pinfu_ron_fu=20) == 20
    self_drawn = win("456m678p34s55s", "2s", melds=["chi 234m"], tsumo=True)
    assert fu(self_drawn, open_pinfu_ron_fu=20) == 30


def test_pinfu_tsumo_off() -> None:
    """R11.11."""
    claimed = win("234456m678p23s99s", "4s", tsumo=True)
    value = scorer_for(parse_rules({"preset": "majsoul_ranked_4p", "pinfu_tsumo": False})).evaluate(
        claimed
    )
    assert value is not None
    assert (value.fu, value.yaku) == (30, (("menzen_tsumo", 1),))
    assert fu(win("234456m678p23s99s", "4s"), pinfu_tsumo=False) == 30


def test_rinshan_tsumo_fu() -> None:
    """20 + 8 + 2 (wait) is 30 fu; the 2 of the self-draw lift it to 40 (R11.3)."""
    claimed = win(
        "678p3s", "3s", melds=["kakan 5555p", "chi 234m", "chi 345s"],
        tsumo=True, flags=flags.RINSHAN,
    )  # fmt: skip
    assert fu(claimed) == 40
    assert fu(claimed, rinshan_tsumo_fu=False) == 30


def test_chiitoitsu_50() -> None:
    """R11.13."""
    claimed = win("1133m5577p2244s6z", "6z")
    value = scorer_for(
        parse_rules({"preset": "majsoul_ranked_4p", "chiitoitsu": "50fu_1han"})
    ).evaluate(claimed)
    assert value is not None
    assert (value.han, value.fu) == (1, 50)


def test_replacement_tile_after_a_north_keeps_pinfu() -> None:
    """Three players: a closed hand of sequences may win on a replacement tile (riichi.md 15).

    R11.11.
    """
    claimed = win("123456p789s23s99s", "1s", tsumo=True, flags=flags.RINSHAN)
    assert fu(claimed, preset="majsoul_3p") == 20


def test_most_fu_there_can_be() -> None:
    claimed = win(
        "1z", "1z", melds=["ankan 9999m", "ankan 1111p", "ankan 9999s", "daiminkan 7777z"],
        tsumo=True, seat=EAST, flags=flags.RINSHAN,
    )  # fmt: skip
    # 20 + 2 + 32 * 3 + 16 + 4 + 2, of a yakuman.
    assert fu(claimed) == 140
