"""Ordinary yaku: where they hold, what they are worth closed and open, what they exclude."""

from typing import Any

import pytest

from engine.riichi import flags
from engine.riichi.rules import parse_rules
from engine.riichi.score import scorer_for
from engine.riichi.win import Win
from tests.support.wins import EAST, NORTH, SOUTH, WEST, win

RIICHI, DOUBLE, IPPATSU = flags.RIICHI, flags.DOUBLE_RIICHI, flags.IPPATSU
RINSHAN, CHANKAN, HAITEI, HOUTEI = flags.RINSHAN, flags.CHANKAN, flags.HAITEI, flags.HOUTEI


def yaku(claimed: Win, preset: str = "majsoul_ranked_4p", **options: Any) -> dict[str, int]:
    """Yaku of a win, empty where it may not win."""
    value = scorer_for(parse_rules({"preset": preset, **options})).evaluate(claimed)
    return dict(value.yaku) if value else {}


PLAIN = ("123m456p789s11p57s", "6s")
"""A closed hand without a yaku of its own."""


@pytest.mark.parametrize(
    ("bits", "tsumo", "expected"),
    [
        (0, False, {}),
        (0, True, {"menzen_tsumo": 1}),
        (RIICHI, False, {"riichi": 1}),
        (RIICHI | IPPATSU, False, {"riichi": 1, "ippatsu": 1}),
        (DOUBLE, False, {"double_riichi": 2}),
        (RIICHI | DOUBLE, False, {"double_riichi": 2}),
        (HAITEI, True, {"menzen_tsumo": 1, "haitei": 1}),
        (HOUTEI, False, {"houtei": 1}),
        (CHANKAN, False, {"chankan": 1}),
        (RINSHAN, True, {"menzen_tsumo": 1, "rinshan": 1}),
        (RINSHAN | HAITEI, True, {"menzen_tsumo": 1, "rinshan": 1}),
    ],
)
def test_circumstances(bits: int, tsumo: bool, expected: dict[str, int]) -> None:
    """R9.9 to R9.15."""
    assert yaku(win(*PLAIN, tsumo=tsumo, flags=bits)) == expected


def test_options_of_circumstances() -> None:
    """R5.18, R7.23."""
    claimed = win(*PLAIN, flags=RIICHI | IPPATSU)
    assert yaku(claimed, ippatsu=False) == {"riichi": 1}
    both = win(*PLAIN, flags=RINSHAN | HAITEI, tsumo=True)
    assert yaku(both, haitei_with_rinshan=True) == {"menzen_tsumo": 1, "rinshan": 1, "haitei": 1}


@pytest.mark.parametrize(
    ("bits", "tsumo", "expected"),
    [
        (RIICHI, True, {"menzen_tsumo": 1, "open_riichi": 2}),
        (DOUBLE, True, {"menzen_tsumo": 1, "open_double_riichi": 3}),
        (RIICHI | flags.DISCARDER_RIICHI, False, {"open_riichi": 2}),
        (DOUBLE | flags.DISCARDER_RIICHI, False, {"open_double_riichi": 3}),
        (RIICHI, False, {"open_riichi": 1}),
        (DOUBLE, False, {"open_riichi": 1}),
    ],
)
def test_open_riichi(bits: int, tsumo: bool, expected: dict[str, int]) -> None:
    """R5.20."""
    claimed = win(*PLAIN, tsumo=tsumo, flags=bits | flags.OPEN_RIICHI)
    assert yaku(claimed, open_riichi="on") == expected
    value = scorer_for(parse_rules({"preset": "majsoul_ranked_4p", "open_riichi": "on"})).evaluate(
        claimed
    )
    assert value is not None
    # From a discarder who is not in riichi it is a yakuman.
    assert bool(value.yakuman) == (not tsumo and not bits & flags.DISCARDER_RIICHI)


@pytest.mark.parametrize(
    ("claimed", "expected"),
    [
        pytest.param(win("123456m678p23s99s", "4s"), {"pinfu": 1}, id="pinfu"),
        pytest.param(win("123456m678p13s99s", "2s"), {}, id="no pinfu on a kanchan"),
        pytest.param(win("123456m678p23s33z", "4s"), {"pinfu": 1}, id="guest wind pair"),
        pytest.param(win("123456m678p23s22z", "4s"), {}, id="seat wind pair"),
        pytest.param(win("123456m678p23s11z", "4s"), {}, id="round wind pair"),
        pytest.param(win("123456m678p23s55z", "4s"), {}, id="dragon pair"),
        pytest.param(
            win("112233m456p78s99s", "9s", flags=RIICHI), {"riichi": 1, "iipeikou": 1, "pinfu": 1},
            id="iipeikou",
        ),
        pytest.param(
            win("112233m99s78s", "9s", melds=["ankan 4444p"]), {"iipeikou": 1},
            id="iipeikou beside a closed kan",
        ),
        pytest.param(
            win("112233m778899p5s", "5s"), {"ryanpeikou": 3}, id="ryanpeikou, not chiitoitsu"
        ),
        pytest.param(win("1133m5577p2244s6z", "6z"), {"chiitoitsu": 2}, id="chiitoitsu"),
        pytest.param(
            win("1199m1199p1199s6z", "6z"), {"chiitoitsu": 2, "honroutou": 2}, id="honroutou pairs"
        ),
        pytest.param(
            win("234678m345p33s88s", "8s", flags=RIICHI), {"riichi": 1, "tanyao": 1}, id="tanyao"
        ),
        pytest.param(win("123m123p12399s78s", "9s"), {"junchan": 3, "pinfu": 1,
                                                        "sanshoku_doujun": 2}, id="junchan"),
        pytest.param(win("123m99s78s", "9s", melds=["chi 123p", "chi 123s"]),
                     {"junchan": 2, "sanshoku_doujun": 1}, id="open junchan"),
        pytest.param(win("123m789p111z78s33z", "9s"), {"chanta": 2, "round_wind": 1}, id="chanta"),
        pytest.param(win("123m78s33z", "9s", melds=["chi 789p", "pon 444z"]), {"chanta": 1},
                     id="open chanta"),
        pytest.param(win("123456789m23s11p", "1s"), {"ittsuu": 2, "pinfu": 1}, id="ittsuu"),
        pytest.param(win("123789m23s11p", "1s", melds=["chi 456m"]), {"ittsuu": 1},
                     id="open ittsuu"),
        pytest.param(win("22m99s", "2m", melds=["pon 333m", "pon 444p", "pon 666s"]),
                     {"toitoi": 2}, id="toitoi"),
        pytest.param(win("111m333p555s78s44z", "6s"), {"sanankou": 2}, id="sanankou"),
        pytest.param(win("111m33p555s678s44z", "3p"), {}, id="ron opens the third triplet"),
        pytest.param(
            win("111m33p555s678s44z", "3p", tsumo=True), {"sanankou": 2, "menzen_tsumo": 1},
            id="the own draw does not",
        ),
        pytest.param(win("111333m22234p55s", "2p"), {"sanankou": 2},
                     id="the tile belongs to the sequence"),
        pytest.param(win("222m45s11z", "3s", melds=["pon 222p", "pon 222s"]),
                     {"sanshoku_doukou": 2}, id="sanshoku doukou"),
        pytest.param(
            win("789s1m", "1m", melds=["ankan 2222p", "kakan 6666s", "daiminkan 3333z"]),
            {"sankantsu": 2}, id="sankantsu",
        ),
        pytest.param(win("345p67s77z", "8s", melds=["pon 555z", "pon 666z"]),
                     {"haku": 1, "hatsu": 1, "shousangen": 2}, id="shousangen"),
        pytest.param(win("11p99s", "1p", melds=["pon 111m", "pon 999p", "pon 333z"]),
                     {"honroutou": 2, "toitoi": 2}, id="honroutou"),
        pytest.param(win("123456m77799m33z", "9m"), {"honitsu": 3}, id="honitsu"),
        pytest.param(win("123456m77m99m", "9m", melds=["pon 333z"]), {"honitsu": 2},
                     id="open honitsu"),
        pytest.param(win("1234455677999m", "3m"), {"chinitsu": 6}, id="chinitsu"),
        pytest.param(win("1235677m", "7m", melds=["chi 345m", "pon 999m"]), {"chinitsu": 5},
                     id="open chinitsu"),
    ],
)  # fmt: skip
def test_shapes(claimed: Win, expected: dict[str, int]) -> None:
    """R9.16 to R9.30."""
    assert yaku(claimed) == expected


def test_open_tanyao() -> None:
    """R9.17."""
    opened = win("456m678p34s55s", "2s", melds=["chi 234m"])
    assert yaku(opened) == {"tanyao": 1}
    assert yaku(opened, open_tanyao=False) == {}
    closed = win("234456m678p24s55s", "3s")
    assert yaku(closed, open_tanyao=False) == {"tanyao": 1}


@pytest.mark.parametrize(
    ("wind", "seat", "prevalent", "expected"),
    [
        ("1z", EAST, EAST, {"seat_wind": 1, "round_wind": 1}),
        ("1z", SOUTH, EAST, {"round_wind": 1}),
        ("2z", SOUTH, EAST, {"seat_wind": 1}),
        ("3z", SOUTH, EAST, {}),
        ("3z", WEST, WEST, {"seat_wind": 1, "round_wind": 1}),
        ("4z", NORTH, SOUTH, {"seat_wind": 1}),
    ],
)
def test_winds(wind: str, seat: int, prevalent: int, expected: dict[str, int]) -> None:
    """R9.18."""
    tile = wind[0]
    claimed = win(
        "23m789s11p", "1m", melds=["chi 456p", f"pon {tile * 3}z"], seat=seat, prevalent=prevalent
    )
    assert yaku(claimed) == expected


def test_a_kan_is_a_triplet_of_honours() -> None:
    """R9.18."""
    claimed = win("23m789s11p", "1m", melds=["chi 456p", "kakan 6666z"])
    assert yaku(claimed) == {"hatsu": 1}


def test_north_is_worth_nothing_with_three_players() -> None:
    """riichi.md 15: a guest wind, fine as the pair of pinfu, no yaku as a triplet (R15.2)."""
    pair = win("123456p789s23s44z", "1s")
    assert yaku(pair, preset="majsoul_3p") == {"pinfu": 1}
    triplet = win("123456p444z23s99s", "1s")
    assert yaku(triplet, preset="majsoul_3p") == {}
