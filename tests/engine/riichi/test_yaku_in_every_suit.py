"""Yaku of one pattern in every suit, from every rank and order of suits (riichi.md 11)."""

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement, permutations

import pytest

from engine.riichi.rules import parse_rules
from engine.riichi.score import scorer_for
from engine.riichi.win import Win
from tests.support.wins import NORTH, WEST, win

SUITS = "mps"
LOCAL = (
    "sanrenkou", "suurenkou", "isshoku_sanjun", "isshoku_yonjun", "sanshoku_ittsuu", "uumensai",
    "benikujaku", "toohoku_shinkansen", "daisharin", "daichikurin", "daisuurin",
)  # fmt: skip


def names(claimed: Win, local: Sequence[str] = LOCAL) -> set[str]:
    rules = parse_rules({"preset": "majsoul_friend_4p", "local_yaku": list(local)})
    value = scorer_for(rules).evaluate(claimed)
    return {name for name, _ in value.yaku} if value else set()


def run(start: int, suit: str) -> str:
    return f"chi {start}{start + 1}{start + 2}{suit}"


def triplet(rank: int, suit: str) -> str:
    return f"pon {rank}{rank}{rank}{suit}"


def with_pair(*melds: str, pair: str = "1z") -> Win:
    """These melds, and the pair as the wait."""
    return win(pair, pair, melds=melds, seat=WEST, prevalent=NORTH)


def other(suit: str) -> str:
    return SUITS[SUITS.index(suit) - 1]


@pytest.mark.parametrize("start", range(1, 8))
def test_sanshoku_doujun(start: int) -> None:
    melds = [run(start, suit) for suit in SUITS]
    assert "sanshoku_doujun" in names(with_pair(*melds, triplet(9, "s")))
    shifted = start % 7 + 1
    for suit in SUITS:
        changed = [run(shifted if one == suit else start, one) for one in SUITS]
        assert "sanshoku_doujun" not in names(with_pair(*changed, triplet(3, "z")))


@pytest.mark.parametrize("rank", range(1, 10))
def test_sanshoku_doukou(rank: int) -> None:
    melds = [triplet(rank, suit) for suit in SUITS]
    assert "sanshoku_doukou" in names(with_pair(*melds, run(1 if rank > 4 else 7, "p")))
    shifted = rank % 9 + 1
    for suit in SUITS:
        changed = [triplet(shifted if one == suit else rank, one) for one in SUITS]
        assert "sanshoku_doukou" not in names(with_pair(*changed, triplet(3, "z")))


def test_three_dragons_are_no_sanshoku_doukou() -> None:
    """Only suits have it, however the masks lie beside each other."""
    for honour in range(1, 8):
        melds = [triplet(honour, "z"), *(triplet(honour, suit) for suit in "ps")]
        claimed = with_pair(*melds, run(1 if honour > 4 else 7, "m"), pair="8m")
        assert "sanshoku_doukou" not in names(claimed)


@pytest.mark.parametrize("suit", SUITS)
def test_ittsuu(suit: str) -> None:
    melds = [run(start, suit) for start in (1, 4, 7)]
    assert "ittsuu" in names(with_pair(*melds, triplet(9, other(suit))))
    for start in (1, 2, 3):
        # 123456 and 678, or shifted by one or two: not the whole suit.
        changed = [run(place, suit) for place in (start, start + 3, min(start + 5, 7))]
        if changed != melds:
            assert "ittsuu" not in names(with_pair(*changed, triplet(3, "z")))


@pytest.mark.parametrize(("one", "two", "three"), list(permutations(SUITS)))
def test_straight_over_three_suits(one: str, two: str, three: str) -> None:
    melds = [run(1, one), run(4, two), run(7, three)]
    assert "sanshoku_ittsuu" in names(with_pair(*melds, triplet(3, "z")))
    for place, wrong in enumerate((run(2, one), run(5, two), run(6, three))):
        changed = [*melds[:place], wrong, *melds[place + 1 :]]
        assert "sanshoku_ittsuu" not in names(with_pair(*changed, triplet(3, "z")))
    twice = [run(1, one), run(4, two), run(7, two)]
    assert "sanshoku_ittsuu" not in names(with_pair(*twice, triplet(3, "z")))


@pytest.mark.parametrize("suit", SUITS)
def test_triplets_in_a_row(suit: str) -> None:
    """Three make sanrenkou, four suurenkou, whatever the ranks; a gap makes neither."""
    for three in combinations(range(1, 10), 3):
        melds = [triplet(rank, suit) for rank in three]
        found = names(with_pair(*melds, run(1, other(suit))))
        assert ("sanrenkou" in found) is (three[-1] - three[0] == 2), three
    for four in combinations(range(1, 10), 4):
        found = names(with_pair(*(triplet(rank, suit) for rank in four)))
        assert ("suurenkou" in found) is (four[-1] - four[0] == 3), four


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("start", range(1, 8))
def test_equal_runs(suit: str, start: int) -> None:
    rest = triplet(3, "z")
    assert "isshoku_sanjun" in names(with_pair(*[run(start, suit)] * 3, rest))
    mixed = [run(start, suit), run(start, suit), run(start, other(suit))]
    assert "isshoku_sanjun" not in names(with_pair(*mixed, triplet(1, "z"), pair="5z"))
    assert "isshoku_yonjun" in names(with_pair(*[run(start, suit)] * 4))
    assert "isshoku_yonjun" not in names(with_pair(*[run(start, suit)] * 3, rest))
    concealed = f"{start}{start + 1}{start + 2}{suit}"
    for called in range(1, 4):
        hand = concealed * (3 - called) + "333z5z"
        assert "isshoku_sanjun" in names(win(hand, "5z", melds=[run(start, suit)] * called))


@pytest.mark.parametrize(
    ("suit", "name"), [("m", "daisuurin"), ("p", "daisharin"), ("s", "daichikurin")]
)
def test_wheels(suit: str, name: str) -> None:
    wheels = {"daisuurin", "daisharin", "daichikurin"}
    assert names(win("2233445566778" + suit, f"8{suit}")) & wheels == {name}
    assert not names(win("2233445566778" + suit, f"8{suit}"), ()) & wheels
    for wrong in ("1122334455667", "3344556677889"):
        assert not names(win(wrong + suit, f"{wrong[-1]}{suit}")) & wheels


@pytest.mark.parametrize("suit", SUITS)
def test_bullet_train(suit: str) -> None:
    straight = [run(start, suit) for start in (1, 4, 7)]
    assert "toohoku_shinkansen" in names(with_pair(*straight, triplet(1, "z"), pair="4z"))
    assert "toohoku_shinkansen" in names(with_pair(*straight, triplet(4, "z"), pair="1z"))
    for wrong in ("2z", "3z", "5z", "7z"):
        assert "toohoku_shinkansen" not in names(with_pair(*straight, triplet(1, "z"), pair=wrong))
    for starts in combinations_with_replacement(range(1, 8), 3):
        runs = [run(start, suit) for start in starts]
        found = names(with_pair(*runs, triplet(1, "z"), pair="4z"))
        assert ("toohoku_shinkansen" in found) is (starts == (1, 4, 7))


def test_five_kinds() -> None:
    """Each suit, a wind and a dragon; none of them may be missing."""
    groups = [run(1, "m"), triplet(9, "p"), run(3, "s")]
    assert "uumensai" in names(with_pair(*groups, triplet(3, "z"), pair="5z"))
    assert "uumensai" in names(with_pair(*groups, triplet(7, "z"), pair="4z"))
    assert "uumensai" not in names(with_pair(*groups, triplet(6, "z"), pair="7z"))
    assert "uumensai" not in names(with_pair(*groups, triplet(1, "z"), pair="2z"))
    for place, suit in enumerate(SUITS):
        changed = [*groups[:place], run(5, other(suit)), *groups[place + 1 :]]
        assert "uumensai" not in names(with_pair(*changed, triplet(6, "z"), pair="2z"))


@pytest.mark.parametrize(
    ("name", "closed", "opened"),
    [
        (
            "uumensai",
            (2, win("123m456p789s333z5z", "5z")),
            (2, win("456p789s333z5z", "5z", melds=["chi 123m"])),
        ),
        (
            "sanrenkou",
            (2, win("222333444p678s3z", "3z")),
            (2, win("222333p678s3z", "3z", melds=["pon 444p"])),
        ),
        (
            "isshoku_sanjun",
            (3, win("234234234m78s99s", "9s")),
            (2, win("234234m78s99s", "9s", melds=["chi 234m"])),
        ),
        (
            "sanshoku_ittsuu",
            (2, win("123m456p789s234s3z", "3z")),
            (1, win("456p789s234s3z", "3z", melds=["chi 123m"])),
        ),
    ],
)
def test_han_closed_and_open(name: str, closed: tuple[int, Win], opened: tuple[int, Win]) -> None:
    """R10.7 to R10.9, R10.14."""
    rules = parse_rules({"preset": "majsoul_friend_4p", "local_yaku": [name]})
    for han, claimed in (closed, opened):
        value = scorer_for(rules).evaluate(claimed)
        assert value is not None
        assert dict(value.yaku)[name] == han


def test_seven_pairs_of_honours_alone() -> None:
    """R10.12: other seven pairs are no daichisei."""
    honours = win("1122334455667z", "7z")
    assert names(honours, ("daichisei",)) == {"daichisei"}
    assert names(honours, ()) == {"tsuuiisou"}
    for other_pairs in ("1199m1199p1199s7z", "113355m224466p7z", "11m22334455667z"):
        assert "daichisei" not in names(win(other_pairs, "7z"), ("daichisei",))


def test_peacock() -> None:
    """1, 5, 7 and 9 of bamboo and the red dragon, all five of them and nothing else."""
    melds = [triplet(rank, "s") for rank in (1, 5, 7)]
    assert "benikujaku" in names(with_pair(*melds, triplet(9, "s"), pair="7z"))
    assert "benikujaku" in names(with_pair(*melds, triplet(7, "z"), pair="9s"))
    assert "benikujaku" not in names(with_pair(*melds, triplet(6, "z"), pair="9s"))
    assert "benikujaku" not in names(with_pair(*melds, triplet(7, "z"), pair="8s"))
    assert "benikujaku" not in names(
        with_pair(*melds[:2], triplet(9, "s"), triplet(7, "z"), pair="3s")
    )


@pytest.mark.parametrize("suit", SUITS)
def test_nine_gates(suit: str) -> None:
    """1112345678999 and any tile; the wait is nine-sided if those thirteen were there before."""
    gates = "1112345678999"
    for extra in "123456789":
        tiles = sorted(gates + extra)
        for tile in sorted(set(tiles)):
            before = "".join(tiles).replace(tile, "", 1)
            found = names(win(before + suit, tile + suit)) & {"chuuren", "junsei_chuuren"}
            assert found == {"junsei_chuuren" if tile == extra else "chuuren"}
    for missing in "2345678":
        for twice in "2345678":
            tiles = sorted(gates.replace(missing, "") + twice + twice)
            claimed = win("".join(tiles[:-1]) + suit, tiles[-1] + suit)
            assert not names(claimed) & {"chuuren", "junsei_chuuren"} or missing == twice


@pytest.mark.parametrize(
    ("hand", "total"),
    [
        ("33677778888999", 99),
        ("34566788889999", 99),
        ("34567788889999", 100),
        ("44477778889999", 100),
        ("55777788889999", 106),
    ],
)
def test_hyakumangoku(hand: str, total: int) -> None:
    """R10.17."""
    assert sum(map(int, hand)) == total
    for suit in SUITS:
        found = names(win(hand[:-1] + suit, hand[-1] + suit), ("hyakumangoku",))
        assert ("hyakumangoku" in found) is (suit == "m" and total >= 100)
