"""Local yaku: the Mahjong Soul list, and those that only a list of names has (riichi.md 11)."""

from collections.abc import Sequence

import pytest

from engine.riichi import flags
from engine.riichi.rules import parse_rules
from engine.riichi.score import HandValue, scorer_for
from engine.riichi.win import Win
from tests.support.wins import EAST, win


def value(claimed: Win, local: bool | Sequence[str] = True) -> HandValue | None:
    rules = parse_rules({"preset": "majsoul_friend_4p", "local_yaku": local})
    return scorer_for(rules).evaluate(claimed)


def yaku(claimed: Win, local: bool | Sequence[str] = True) -> dict[str, int]:
    found = value(claimed, local)
    return dict(found.yaku) if found else {}


PLAIN = ("123m456p789s11p57s", "6s")


@pytest.mark.parametrize(
    ("claimed", "expected"),
    [
        pytest.param(win(*PLAIN, flags=flags.RIICHI_TILE), {"tsubame_gaeshi": 1}, id="tsubame"),
        pytest.param(win(*PLAIN, flags=flags.KAN_DISCARD), {"kanburi": 1}, id="kanburi"),
        pytest.param(
            win("5s", "5s", melds=["chi 123m", "chi 456p", "pon 999p", "pon 333z"]),
            {"shiiaru_raotai": 1}, id="four open sets",
        ),
        pytest.param(
            win("5s", "5s", melds=["chi 123m", "chi 456p", "pon 999p", "ankan 3333z"]), {},
            id="a closed kan is not open",
        ),
        pytest.param(win("123m456p9s", "9s", melds=["pon 333z", "pon 555z"]),
                     {"haku": 1, "uumensai": 2}, id="uumensai"),
        pytest.param(win("67m99p", "8m", melds=["pon 333s", "pon 444s", "pon 555s"]),
                     {"sanrenkou": 2}, id="sanrenkou"),
        pytest.param(win("67m99p", "8m", melds=["pon 999m", "pon 111p", "pon 222p"]), {},
                     id="no chain over suits"),
        pytest.param(win("222333444p567s9m", "9m"), {"sanankou": 2, "sanrenkou": 2},
                     id="the better of the two readings"),
        pytest.param(win("112233m567s9p", "9p", melds=["ankan 4444z"], flags=flags.RIICHI),
                     {"riichi": 1, "iipeikou": 1}, id="only two alike"),
        pytest.param(win("123123m567s9p", "9p", melds=["chi 123m"]), {"isshoku_sanjun": 2},
                     id="open isshoku sanjun"),
        pytest.param(win("111222333m78s99p", "9s"),
                     {"isshoku_sanjun": 3, "pinfu": 1, "junchan": 3}, id="instead of iipeikou"),
        pytest.param(win("456m345s66s23p", "1p", melds=["chi 789p"], flags=flags.HAITEI,
                         tsumo=True), {"iipin_moyue": 5}, id="iipin moyue"),
        pytest.param(win("456m345s66s23p", "4p", melds=["chi 789p"], flags=flags.HAITEI,
                         tsumo=True), {"haitei": 1}, id="another last tile"),
        pytest.param(win("456m345s66s78p", "9p", melds=["chi 123s"], flags=flags.HOUTEI),
                     {"chuupin_raoyui": 5}, id="chuupin raoyui"),
    ],
)  # fmt: skip
def test_majsoul_list(claimed: Win, expected: dict[str, int]) -> None:
    """R10.4 to R10.10, R10.13."""
    assert yaku(claimed) == expected


@pytest.mark.parametrize(
    ("claimed", "expected"),
    [
        pytest.param(win(*PLAIN, flags=flags.FIRST_DRAW), {"renhou": 1}, id="renhou"),
        pytest.param(win("2233445566778p", "8p"), {"daisharin": 1}, id="daisharin"),
        pytest.param(win("2233445566778s", "8s"), {"daichikurin": 1}, id="daichikurin"),
        pytest.param(win("2233445566778m", "8m"), {"daisuurin": 1}, id="daisuurin"),
        pytest.param(win(*PLAIN, flags=flags.DOUBLE_RIICHI | flags.HOUTEI),
                     {"ishi_no_ue_ni_mo_sannen": 1}, id="three years"),
        pytest.param(win("1122334455667z", "7z"), {"daichisei": 2}, id="daichisei"),
    ],
)  # fmt: skip
def test_majsoul_yakuman(claimed: Win, expected: dict[str, int]) -> None:
    """R10.2, R10.11, R10.12."""
    found = value(claimed)
    assert found is not None
    assert dict(found.yaku) == expected
    assert found.yakuman == sum(expected.values())


@pytest.mark.parametrize(
    ("name", "claimed"),
    [
        ("suurenkou", win("33444p99m", "3p", melds=["pon 555p", "pon 666p"])),
        ("isshoku_yonjun", win("2222333344449m", "9m")),
        ("hyakumangoku", win("5m", "5m", melds=[
            "kakan 6666m", "daiminkan 7777m", "pon 888m", "pon 999m",
        ])),
        ("benikujaku", win("1177s", "7s", melds=["pon 555s", "pon 999s", "pon 777z"])),
        ("toohoku_shinkansen", win("123456m44z79m", "8m", melds=["pon 111z"])),
        ("juusan_puutaa", win("147m258p369s1234z", "1m", tsumo=True, flags=flags.FIRST_DRAW)),
        ("paarenchan", win(*PLAIN, seat=EAST, flags=flags.EIGHT_WINS)),
    ],
)  # fmt: skip
def test_yakuman_by_name(name: str, claimed: Win) -> None:
    """R10.15 to R10.21."""
    found = value(claimed, [name])
    assert found is not None
    assert found.yaku == ((name, 1),)
    without = value(claimed, [])
    assert without is None or not without.yakuman


def test_sanshoku_ittsuu() -> None:
    """R10.14."""
    closed = win("123m456p78s44z678p", "9s")
    opened = win("123m78s44z678p", "9s", melds=["chi 456p"])
    assert yaku(closed, ["sanshoku_ittsuu"]) == {"sanshoku_ittsuu": 2, "pinfu": 1}
    assert yaku(opened, ["sanshoku_ittsuu"]) == {"sanshoku_ittsuu": 1}
    assert yaku(opened, []) == {}
    two_suits = win("123m456m78s44z678p", "9s")
    assert yaku(two_suits, ["sanshoku_ittsuu"]) == {"pinfu": 1}


def test_hyakumangoku_needs_a_hundred() -> None:
    """R10.17."""
    ninety_nine = win("3444m", "5m", melds=["kakan 7777m", "pon 888m", "pon 999m"])
    assert "hyakumangoku" not in yaku(ninety_nine, ["hyakumangoku"])


@pytest.mark.parametrize(
    "claimed",
    [
        pytest.param(win("147m258p369s1234z", "1m", tsumo=True), id="not the first draw"),
        pytest.param(
            win("147m258p369s1234z", "8m", tsumo=True, flags=flags.FIRST_DRAW), id="7m and 8m"
        ),
        pytest.param(
            win("147m258p369s1134z", "1m", tsumo=True, flags=flags.FIRST_DRAW), id="two pairs"
        ),
    ],
)
def test_no_juusan_puutaa(claimed: Win) -> None:
    """R10.20."""
    assert value(claimed, ["juusan_puutaa"]) is None


def test_juusan_puutaa_stands_alone() -> None:
    """It is no complete hand, so it is no chiihou either (R10.20)."""
    found = value(
        win("147m258p369s1234z", "1m", tsumo=True, flags=flags.FIRST_DRAW), ["juusan_puutaa"]
    )
    assert found is not None
    assert (found.yaku, found.yakuman) == ((("juusan_puutaa", 1),), 1)


def test_paarenchan_brings_the_two_han_minimum() -> None:
    """R10.3."""
    late = win("123m456p789s2299p", "2p", flags=flags.HOUTEI, honba=5)
    assert value(late, ["paarenchan"]) is None
    assert value(late, True) is not None


def test_off_by_default() -> None:
    """R10.1."""
    claimed = win("67m99p", "8m", melds=["pon 333s", "pon 444s", "pon 555s"])
    assert value(claimed, False) is None
