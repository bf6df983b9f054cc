"""Values and chances that the normal policy reckons with."""

import pytest

from engine.bots.han import YAKUMAN, yaku_han
from engine.bots.outlook import outlook
from engine.bots.points import points
from engine.bots.potential import potential
from engine.bots.sight import Set, Sight, dora_by_kind
from engine.core.events import Chi
from engine.core.tiles import IDS, KIND, KIND_NAMES
from tests.engine.bots.views import RULES, tiles, view


@pytest.mark.parametrize(
    ("hand", "win", "han"),
    [
        ("234m456p678s22m345s", "8s", 2),  # pinfu, tanyao
        ("234m456p678s22m345s", "7s", 1),  # a closed wait is no pinfu
        ("234m456p345s11m789s", "7s", 0),  # an edge wait
        ("234m456p345s11m789s", "9s", 1),
        ("11223344m5566p77z", "C", 2),  # seven pairs
        ("112233m778899p11z", "E", 5),  # two pairs of equal runs and chanta
        ("123456789m11999p", "1p", 2),  # ittsuu
        ("123m123p123s789m11z", "9m", 4),  # sanshoku, chanta
        ("123m123p123s789m11p", "9m", 6),  # sanshoku, junchan, pinfu
        ("222m222p222s456m55z", "5m", 4),  # three equal triplets, all concealed
        ("222m222p222s444m55z", "P", YAKUMAN),
        ("19m19p19s12345677z", "C", YAKUMAN),
        ("111222333z11m678s", "6s", 4),  # sanankou, round and seat wind in one
        ("555666z23477m999m", "2m", 7),  # honitsu, two dragons, sanankou
        ("11122255566688m", "8m", YAKUMAN),
        ("11123345678999m", "3m", 6),
    ],
)
def test_yaku_of_closed_hands(hand: str, win: str, han: int) -> None:
    sight = Sight(view(hand), RULES)
    assert yaku_han(sight.counts, (), KIND[IDS[win]], sight) == han


@pytest.mark.parametrize(
    ("hand", "sets", "rules", "han"),
    [
        ("678s22m", "234m 456p 678p", {}, 1),
        ("678s22m", "234m 456p 678p", {"open_tanyao": False}, 0),
        ("789s22m", "234m 456p 678p", {}, 0),
        ("789m22m", "123m 456m 555z", {}, 4),  # honitsu, ittsuu, haku
        ("222m55s", "777p 333s 444m", {}, 3),  # toitoi, tanyao
        ("123s11p", "789m 123p 999s", {}, 2),  # junchan
    ],
)
def test_yaku_of_open_hands(hand: str, sets: str, rules: dict[str, bool], han: int) -> None:
    sight = Sight(view(hand), {**RULES, **rules})
    melds = []
    for word in sets.split():
        first = KIND[IDS[tiles(word)[0]]]
        melds.append(Set(first, word[0] != word[1], concealed=False))
    assert yaku_han(sight.counts, tuple(melds), KIND[sight.tiles[0]], sight) == han


def test_points_grow() -> None:
    values = [points(han / 2, dealer=False) for han in range(30)]
    assert values == sorted(values)
    assert points(3.0, dealer=True) == 1.5 * points(3.0, dealer=False)
    assert points(99.0, dealer=False) == points(13.0, dealer=False)


def test_dora_follow_their_indicator() -> None:
    for marker, dora in [("9m", "1m"), ("5pr", "6p"), ("N", "E"), ("C", "P"), ("P", "F")]:
        assert dora_by_kind((marker,), False)[KIND[IDS[dora]]] == 1
    assert dora_by_kind(("1m",), True)[8] == 1
    assert dora_by_kind(("9m",), True)[0] == 1
    assert sum(dora_by_kind(("1m", "1m"), False)) == 2


def test_outlook_is_a_chance() -> None:
    near = outlook((0.1,), 15, 0.02)
    far = outlook((0.2, 0.1), 15, 0.02)
    assert 0.0 < far.win < near.win < 1.0
    assert far.win + far.tenpai < 1.0
    assert outlook((0.1,), 0, 0.0).win == 0.0
    assert outlook((0.1,), 15, 0.2).win < near.win


def test_a_pair_of_dragons_is_a_yaku_in_sight() -> None:
    sight = Sight(view("1134m4679p258s55z"), RULES)
    with_pair = potential(sight.counts, (), 0, sight)
    none = Sight(view("1134m4679p2589s5z"), RULES)
    assert with_pair.yaku > potential(none.counts, (), 0, none).yaku + 0.3


def test_a_suit_is_a_yaku_in_sight() -> None:
    sight = Sight(view("12345678p1234z5m"), RULES)
    assert potential(sight.counts, (), 0, sight).yaku > 0.7
    opened = potential(sight.counts, (Set(0, True, False),), 0, sight)
    assert opened.yaku < 0.2


def test_sight_counts_each_tile_once() -> None:
    meld = Chi(0, 3, "3m", ("4m", "5mr"))
    sight = Sight(view("123p456s11z77z", "1z", melds=[meld], ponds="3m9s"), RULES)
    assert sum(sight.counts) == 11
    assert sight.seen[2] == 2
    assert sum(sight.seen) == 11 + 3 + 2 + 1
    assert sight.meld_dora == 1
    assert not sight.menzen
    assert sight.yakuhai[KIND_NAMES.index("E")] == 2
