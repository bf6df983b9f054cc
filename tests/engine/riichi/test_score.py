"""The value of whole hands: selection, limits, minima, and agreement with other programs."""

from typing import Any

import pytest

from bench.hands import distinct_wins
from bench.peers import Answer, jansou_answer, jansou_call, mahjong_answer, mahjong_call
from engine.riichi import flags
from engine.riichi.rules import parse_rules
from engine.riichi.score import HandValue, Scorer, scorer_for
from engine.riichi.win import Win
from tests.support.wins import win


def scorer(**options: Any) -> Scorer:
    return Scorer(parse_rules({"preset": "majsoul_ranked_4p", **options}))


def value(claimed: Win, **options: Any) -> HandValue:
    found = scorer(**options).evaluate(claimed)
    assert found is not None
    return found


def answer(found: HandValue | None) -> Answer:
    return None if found is None else (found.han, found.fu, found.yakuman)


def assert_agrees(ours: HandValue | None, theirs: Answer, claimed: Win) -> None:
    mine = answer(ours)
    if mine and theirs and mine[2]:
        # Of a yakuman only the multiplicity counts.
        mine, theirs = (0, 0, mine[2]), (0, 0, theirs[2])
    assert mine == theirs, claimed


def test_agrees_with_mahjong() -> None:
    pytest.importorskip("mahjong")
    rules = scorer_for(parse_rules("tenhou_4p"))
    for claimed in distinct_wins(1200, seed=20):
        assert_agrees(rules.evaluate(claimed), mahjong_answer(mahjong_call(claimed)()), claimed)


def test_agrees_with_jansou() -> None:
    pytest.importorskip("jansou")
    rules = scorer_for(parse_rules("tenhou_4p"))
    for claimed in distinct_wins(400, seed=21):
        assert_agrees(rules.evaluate(claimed), jansou_answer(jansou_call(claimed)()), claimed)


@pytest.mark.full
def test_agrees_with_mahjong_on_many_hands() -> None:
    pytest.importorskip("mahjong")
    rules = scorer_for(parse_rules("tenhou_4p"))
    for claimed in distinct_wins(20_000, seed=22):
        assert_agrees(rules.evaluate(claimed), mahjong_answer(mahjong_call(claimed)()), claimed)


def test_highest_payment_wins_over_more_triplets() -> None:
    """riichi.md 11, "Selection": pinfu and iipeikou beat three concealed triplets here (R9.6)."""
    found = value(win("1123777888999p", "1p", tsumo=True))
    assert (found.han, found.base) == (12, 6000)
    assert {name for name, _ in found.yaku} == {
        "chinitsu", "junchan", "pinfu", "iipeikou", "menzen_tsumo",
    }  # fmt: skip


def test_more_fu_decide_between_equal_han() -> None:
    """The tile is read into the narrow wait where that gives more fu (R9.6)."""
    found = value(win("444m45567p99s234s", "6p", flags=flags.RIICHI))
    assert found.fu == 40


def test_four_pairs_and_two_groups_are_no_hand() -> None:
    """R9.1."""
    claimed = win("11123m11223p11s1z", "1z")
    assert scorer().reason(claimed) == "not_a_winning_shape"


def test_four_alike_are_not_two_pairs() -> None:
    """R9.1."""
    claimed = win("1111m2233p4455s6z", "6z")
    assert scorer().evaluate(claimed) is None
    assert scorer().reason(claimed) == "not_a_winning_shape"


def test_winning_tile_must_be_in_the_hand() -> None:
    claimed = win("123m456p789s1122z", "2z")
    claimed.win_kind = 33
    assert scorer().evaluate(claimed) is None


def test_a_complete_hand_without_yaku() -> None:
    """R9.3."""
    claimed = win("123m456p99s78s", "9s", melds=["chi 123s"])
    assert scorer().evaluate(claimed) is None
    assert scorer().reason(claimed) == "no_yaku"


def test_fewer_han_than_the_minimum() -> None:
    """R9.3."""
    claimed = win("123m456p789s2299p", "2p", flags=flags.HOUTEI)
    assert scorer(min_han=1).evaluate(claimed) is not None
    assert scorer(min_han=2).evaluate(claimed) is None
    assert scorer(min_han=2).reason(claimed) == "below_min_han"


def test_dora_do_not_reach_the_minimum() -> None:
    """riichi.md 5.5 (R7.7)."""
    claimed = win("123m456p789s2299p", "2p", flags=flags.HOUTEI, dora=5)
    assert scorer(min_han=2).evaluate(claimed) is None
    assert scorer(min_han=2).reason(claimed) == "below_min_han"
    assert value(claimed).han == 6


def test_two_han_from_honba() -> None:
    """R9.4."""
    rules = scorer(two_han_from_honba=5)
    shape = ("123m456p789s2299p", "2p")
    assert rules.evaluate(win(*shape, flags=flags.HOUTEI, honba=4)) is not None
    late = win(*shape, flags=flags.HOUTEI, honba=5)
    assert rules.evaluate(late) is None
    assert rules.reason(late) == "below_min_han"


@pytest.mark.parametrize(("kiriage", "base"), [(False, 1920), (True, 2000)])
def test_kiriage(kiriage: bool, base: int) -> None:
    """R11.18."""
    four_han = value(win("223344m678p34s55s", "2s", dora=1), kiriage_mangan=kiriage)
    assert (four_han.han, four_han.fu, four_han.base) == (4, 30, base)
    three_han = value(
        win("999s456m78p44s", "9p", melds=["ankan 2222p"], flags=flags.RIICHI, dora=2),
        kiriage_mangan=kiriage,
    )
    assert (three_han.han, three_han.fu, three_han.base) == (3, 60, base)


@pytest.mark.parametrize(
    ("dora", "base"), [(2, 2000), (3, 3000), (4, 3000), (5, 4000), (7, 4000), (8, 6000), (9, 6000)]
)
def test_limits(dora: int, base: int) -> None:
    """R11.14, R11.15."""
    assert value(win("223344m678p34s55s", "2s", dora=dora)).base == base


@pytest.mark.parametrize(
    ("mode", "dora", "base"),
    [
        ("yakuman", 10, 8000),
        ("yakuman", 23, 8000),
        ("multiple", 10, 8000),
        ("multiple", 23, 16000),
        ("multiple", 36, 24000),
        ("sanbaiman", 23, 6000),
        ("yakuman", 9, 6000),
    ],
)
def test_counted_yakuman(mode: str, dora: int, base: int) -> None:
    """R11.16."""
    found = value(win("223344m678p34s55s", "2s", dora=dora), kazoe_mode=mode)
    assert (found.han, found.base, found.yakuman) == (3 + dora, base, 0)


def test_yakuman_drop_everything_else() -> None:
    """R9.31, R11.17."""
    found = value(
        win("234m2p", "2p", melds=["pon 555z", "pon 666z", "pon 777z"], dora=5, flags=flags.HOUTEI)
    )
    assert found.yaku == (("daisangen", 1),)
    assert (found.han, found.yakuman, found.base) == (13, 1, 8000)


def test_composite_yakuman() -> None:
    """R9.31."""
    claimed = win("111z2z", "2z", melds=["pon 555z", "pon 666z", "pon 777z"])
    assert value(claimed).yakuman == 2
    single = value(claimed, composite_yakuman=False)
    # Of equal ones that for which somebody may be liable.
    assert (single.yakuman, single.base, single.yaku) == (1, 8000, (("daisangen", 1),))


def test_best_single_yakuman_is_the_double_one() -> None:
    """R9.31."""
    claimed = win("7z", "7z", melds=["pon 111z", "pon 222z", "pon 333z", "pon 444z"])
    found = value(claimed, composite_yakuman=False)
    assert found.yaku == (("daisuushii", 2),)
    assert value(claimed).yakuman == 3


def test_scorers_are_shared_by_rules() -> None:
    assert scorer_for(parse_rules("mleague")) is scorer_for(parse_rules("mleague"))
    assert scorer_for(parse_rules("mleague")) is not scorer_for(parse_rules("wrc"))


def test_without_atozuke_some_tiles_of_the_wait_without_yaku_forbid_all() -> None:
    """R9.5."""
    half = win("34s22p", "5s", melds=["chi 234m", "chi 345p", "chi 678s"])
    assert scorer(atozuke=False).evaluate(half) is not None
    back = win("22m55z123s", "5z", melds=["chi 123m", "chi 789p"])
    assert scorer().evaluate(back) is not None
    assert scorer(atozuke=False).evaluate(back) is None
    assert scorer(atozuke=False).reason(back) == "no_yaku"
    either = win("23s22p", "4s", melds=["chi 234m", "chi 345p", "chi 678s"])
    assert scorer().evaluate(either) is not None
    assert scorer(atozuke=False).evaluate(either) is None


def test_without_atozuke_a_moment_is_no_yaku_of_an_open_hand() -> None:
    """R9.5."""
    claimed = win("23s22p", "1s", melds=["chi 234m", "chi 345p", "chi 678s"], flags=flags.HOUTEI)
    assert scorer().evaluate(claimed) is not None
    assert scorer(atozuke=False).evaluate(claimed) is None


def test_without_atozuke_closed_hands_are_free() -> None:
    """R9.5."""
    claimed = win("123m456p789s2255z", "5z")
    assert scorer(atozuke=False).evaluate(claimed) is not None
