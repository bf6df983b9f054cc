"""Yakuman, their multiplicity, and the options on them (riichi.md 11)."""

from typing import Any

import pytest

from engine.riichi import flags
from engine.riichi.rules import parse_rules
from engine.riichi.score import HandValue, scorer_for
from engine.riichi.win import Win
from tests.support.wins import EAST, SOUTH, win


def value(claimed: Win, **options: Any) -> HandValue:
    found = scorer_for(parse_rules({"preset": "majsoul_ranked_4p", **options})).evaluate(claimed)
    assert found is not None
    return found


def yakuman(claimed: Win, **options: Any) -> dict[str, int]:
    found = value(claimed, **options)
    return dict(found.yaku) if found.yakuman else {}


@pytest.mark.parametrize(
    ("claimed", "expected"),
    [
        pytest.param(win("19m19p19s1234567z", "7z"), {"kokushi_13": 2}, id="thirteen waits"),
        pytest.param(win("19m19p19s1234566z", "7z"), {"kokushi": 1}, id="kokushi"),
        pytest.param(win("111333m222p55s66s", "6s", tsumo=True), {"suuankou": 1}, id="suuankou"),
        pytest.param(win("111333m222p555s6s", "6s"), {"suuankou_tanki": 2}, id="tanki"),
        pytest.param(win("111333m555s6s", "6s", melds=["ankan 2222p"]), {"suuankou_tanki": 2},
                     id="with a closed kan"),
        pytest.param(win("234m2p", "2p", melds=["pon 555z", "pon 666z", "kakan 7777z"]),
                     {"daisangen": 1}, id="daisangen"),
        pytest.param(win("23m44z", "1m", melds=["pon 111z", "pon 222z", "pon 333z"]),
                     {"shousuushii": 1}, id="shousuushii"),
        pytest.param(win("2m", "2m", melds=["pon 111z", "pon 222z", "pon 333z", "pon 444z"]),
                     {"daisuushii": 2}, id="daisuushii"),
        pytest.param(win("11z55z", "1z", melds=["pon 222z", "pon 666z", "pon 777z"]),
                     {"tsuuiisou": 1}, id="tsuuiisou"),
        pytest.param(win("1122334455667z", "7z"), {"tsuuiisou": 1}, id="seven pairs of honours"),
        pytest.param(win("11m99s", "1m", melds=["pon 999m", "pon 111p", "pon 999p"]),
                     {"chinroutou": 1}, id="chinroutou"),
        pytest.param(win("234s66s88s", "6s", melds=["pon 666z", "chi 234s"]), {"ryuuiisou": 1},
                     id="ryuuiisou"),
        pytest.param(
            win("5m", "5m", melds=["ankan 2222p", "kakan 6666s", "daiminkan 3333z", "kakan 9999m"]),
            {"suukantsu": 1}, id="suukantsu",
        ),
        pytest.param(win("1112345678999m", "5m"), {"junsei_chuuren": 2}, id="pure nine gates"),
        pytest.param(win("1112345678899m", "9m"), {"chuuren": 1}, id="nine gates"),
        pytest.param(win("123m456p789s11p57s", "6s", tsumo=True, flags=flags.FIRST_DRAW),
                     {"chiihou": 1}, id="chiihou"),
        pytest.param(
            win("123m456p789s11p57s", "6s", tsumo=True, flags=flags.FIRST_DRAW, seat=EAST),
            {"tenhou": 1}, id="tenhou",
        ),
    ],
)  # fmt: skip
def test_yakuman(claimed: Win, expected: dict[str, int]) -> None:
    """R9.32 to R9.42."""
    assert yakuman(claimed) == expected
    assert value(claimed).yakuman == sum(expected.values())


@pytest.mark.parametrize(
    "claimed",
    [
        pytest.param(win("111333m222p55s66s", "6s"), id="ron on the fourth triplet"),
        pytest.param(win("23m77z55z", "1m", melds=["pon 111z", "pon 222z"]), id="no third wind"),
        pytest.param(
            win("2345678m99m1m", "1m", melds=["ankan 1111p"], flags=flags.RIICHI), id="open gates"
        ),
        pytest.param(win("12345678m99m", "9m", melds=["pon 111m"]), id="called nine gates"),
        pytest.param(win("22334455s66s88s1s", "1s"), id="1s is not green"),
    ],
)
def test_no_yakuman(claimed: Win) -> None:
    """R9.34 to R9.42."""
    found = scorer_for(parse_rules("majsoul_ranked_4p")).evaluate(claimed)
    assert found is None or not found.yakuman


def test_double_yakuman_off() -> None:
    """R9.33."""
    for claimed, name in (
        (win("19m19p19s1234567z", "7z"), "kokushi_13"),
        (win("111333m222p555s6s", "6s"), "suuankou_tanki"),
        (win("1112345678999m", "5m"), "junsei_chuuren"),
        (win("2m", "2m", melds=["pon 111z", "pon 222z", "pon 333z", "pon 444z"]), "daisuushii"),
    ):
        assert yakuman(claimed, double_yakuman=[]) == {name: 1}
        assert yakuman(claimed, double_yakuman=[name]) == {name: 2}


@pytest.mark.parametrize(
    ("claimed", "upgraded", "plain"),
    [
        (("19m19p19s1234566z", "7z"), "kokushi_13", "kokushi"),
        (("1112345678899m", "9m"), "junsei_chuuren", "chuuren"),
        (("111333m222p55s66s", "6s"), "suuankou_tanki", "suuankou"),
    ],
)
def test_tenhou_upgrades_waits(claimed: tuple[str, str], upgraded: str, plain: str) -> None:
    """R9.43."""
    dealt = win(*claimed, tsumo=True, flags=flags.FIRST_DRAW, seat=EAST)
    assert yakuman(dealt) == {"tenhou": 1, upgraded: 2}
    assert yakuman(dealt, tenhou_upgrades_waits=False) == {"tenhou": 1, plain: 1}
    drawn = win(*claimed, tsumo=True, flags=flags.FIRST_DRAW, seat=SOUTH)
    assert yakuman(drawn) == {"chiihou": 1, plain: 1}


def test_ryuuiisou_options() -> None:
    """R9.42."""
    without = win("2233446668882s", "2s")
    with_hatsu = win("234s66s88s", "6s", melds=["pon 666z", "chi 234s"])
    assert yakuman(without) == {"ryuuiisou": 1}
    assert yakuman(without, ryuuiisou_requires_hatsu=True) == {}
    assert yakuman(without, ryuuiisou_pure_double=True) == {"ryuuiisou": 2}
    assert yakuman(with_hatsu, ryuuiisou_requires_hatsu=True) == {"ryuuiisou": 1}
    assert yakuman(with_hatsu, ryuuiisou_pure_double=True) == {"ryuuiisou": 1}


RENHOU = win("123m456p789s11p57s", "6s", flags=flags.FIRST_DRAW)


@pytest.mark.parametrize(
    ("renhou", "expected"),
    [
        ("mangan", (5, 0, 2000, {"renhou": 5})),
        ("baiman", (8, 0, 4000, {"renhou": 8})),
        ("yakuman", (13, 1, 8000, {"renhou": 1})),
    ],
)
def test_renhou(renhou: str, expected: tuple[int, int, int, dict[str, int]]) -> None:
    """R9.41."""
    found = value(RENHOU, renhou=renhou)
    assert (found.han, found.yakuman, found.base, dict(found.yaku)) == expected
    assert found.fu == 40


def test_renhou_as_a_limit_does_not_add_up() -> None:
    """R9.41."""
    small = win("223344m678p34s55s", "2s", flags=flags.FIRST_DRAW, dora=1)
    assert dict(value(small, renhou="mangan").yaku) == {"renhou": 5}
    great = win("223344m678p34s55s", "2s", flags=flags.FIRST_DRAW, dora=4)
    assert value(great, renhou="mangan").base == 3000
    assert "renhou" not in dict(value(great, renhou="mangan").yaku)


def test_renhou_needs_a_complete_hand_and_the_option() -> None:
    """R9.41."""
    rules = scorer_for(parse_rules({"preset": "majsoul_ranked_4p", "renhou": "mangan"}))
    assert rules.evaluate(win("123m456p789s12p57s", "6s", flags=flags.FIRST_DRAW)) is None
    assert scorer_for(parse_rules("majsoul_ranked_4p")).evaluate(RENHOU) is None
