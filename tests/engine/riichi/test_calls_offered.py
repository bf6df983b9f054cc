"""Which calls a discard offers to whom (riichi.md 7)."""

from itertools import combinations

import pytest

from engine.core.decision import Decision
from engine.core.events import Chi, Daiminkan, Kakan, Pon
from engine.core.melds import KAKAN, Meld
from engine.core.tiles import IDS, KIND, KINDS
from engine.riichi import Rules, parse_rules
from engine.riichi.claim import RUNS, can_chi, chi_options, kan_option, pon_options
from engine.riichi.state import Seat, State
from engine.riichi.waiting import refresh
from engine.riichi.windows import Windows
from engine.riichi.winning import judge_for
from tests.engine.riichi.dealt import TENPAI, ids

RULES = parse_rules("majsoul_ranked_4p")


def holding(text: str, number: int = 1) -> Seat:
    seat = Seat(number)
    sit(seat, text)
    return seat


def sit(seat: Seat, text: str) -> None:
    seat.known = True
    seat.hand = sorted(ids(text))
    for tile in seat.hand:
        seat.counts[KIND[tile]] += 1


def pairs(options: list[object]) -> list[str]:
    return ["".join(option.consumed) for option in options if isinstance(option, Chi | Pon)]


def test_runs_are_all_pairs_that_make_three_in_a_row_within_a_suit() -> None:
    """R3.12."""
    for kind in range(KINDS):
        expected = [
            pair
            for pair in combinations(range(27), 2)
            if kind < 27
            and {other // 9 for other in pair} == {kind // 9}
            and sorted((*pair, kind)) == list(range(min(*pair, kind), min(*pair, kind) + 3))
        ]
        assert list(RUNS[kind]) == expected


@pytest.mark.parametrize(
    ("hand", "tile", "offered"),
    [
        # Every run, and each choice of red fives by itself: R3.12, R3.14
        ("34678p1199s", "5p", ["3p4p", "4p6p", "6p7p"]),
        ("45067p1199s", "3p", ["4p5p", "4p5pr"]),
        ("4067p1199s", "3p", ["4p5pr"]),
        ("4055p66p1199s", "7p", ["5p6p", "5pr6p"]),
        ("34p1199s", "2m", []),
        ("89m12p1199s", "1p", []),
        ("ESWNPFC", "E", []),
    ],
)
def test_chi(hand: str, tile: str, offered: list[str]) -> None:
    seat = holding(hand)
    (claimed,) = ids(tile)
    options = chi_options(seat, claimed, 0, "forbidden")
    assert pairs([*options]) == offered
    assert can_chi(seat, KIND[claimed]) is bool(offered)
    assert all(isinstance(option, Chi) and option.pai == tile for option in options)


@pytest.mark.parametrize(
    ("hand", "tile", "offered"),
    [
        # R3.13, R3.14
        ("55p1199s", "5p", ["5p5p"]),
        ("05p1199s", "5p", ["5p5pr"]),
        ("055p1199s", "5p", ["5p5p", "5p5pr"]),
        ("00p1199s", "5p", ["5pr5pr"]),
        ("0055p1199s", "5p", ["5p5p", "5p5pr", "5pr5pr"]),
        ("EE1199s", "E", ["EE"]),
    ],
)
def test_pon(hand: str, tile: str, offered: list[str]) -> None:
    options = pon_options(holding(hand), ids(tile)[0], 3, "forbidden")
    assert pairs([*options]) == offered
    assert all(isinstance(option, Pon) and option.target == 3 for option in options)


@pytest.mark.parametrize(
    ("hand", "consumed"), [("055p", "5p5p5pr"), ("005p", "5p5pr5pr"), ("555p", "5p5p5p")]
)
def test_open_kan_takes_all_three(hand: str, consumed: str) -> None:
    """R3.13."""
    option = kan_option(holding(hand + "1199s"), IDS["5p"], 2)
    assert "".join(option.consumed) == consumed
    assert (option.actor, option.target, option.pai) == (1, 2, "5p")


def window(tile: str, hands: dict[int, str], rules: Rules = RULES) -> Decision:
    """Seat 0 has discarded the tile; the others hold these hands and are asked."""
    state = State(rules)
    state.live = 40
    state.tile, state.tile_from = ids(tile)[0], 0
    for number, hand in hands.items():
        seat = state.seats[number]
        sit(seat, hand)
        seat.distance = 1
        seat.first = False
        refresh(state, seat)
    return Decision(1, "claim", Windows(rules, judge_for(rules)).claims(state, 0, True))


def option_of(decision: Decision, seat: int, kind: type) -> int:
    (option,) = [
        place
        for place, offered in enumerate(decision.asks[seat].options)
        if isinstance(offered, kind)
    ]
    return option


def kinds_offered(decision: Decision) -> dict[int, list[str]]:
    return {
        seat: sorted({type(option).__name__ for option in ask.options})
        for seat, ask in decision.asks.items()
    }


CALLERS = {1: "45689p123m1199sE", 2: TENPAI, 3: "77p123m1199sESWNP"}


def test_who_is_asked_and_for_what() -> None:
    """R3.9, R3.12: the left neighbour's tile alone may make a run."""
    assert kinds_offered(window("7p", CALLERS)) == {1: ["Chi", "Pass"], 3: ["Pass", "Pon"]}
    assert kinds_offered(window("6s", CALLERS)) == {2: ["DeclareHora", "Pass"]}
    moved = {2: CALLERS[1], 3: CALLERS[3]}
    assert kinds_offered(window("7p", moved)) == {3: ["Pass", "Pon"]}
    assert window("7p", {2: CALLERS[1]}).asks == {}


def test_an_open_kan_beside_the_pon() -> None:
    """R3.13, R7.8."""
    hand = "777p123m1199sESW"
    assert kinds_offered(window("7p", {2: hand})) == {2: ["Daiminkan", "Pass", "Pon"]}


def test_the_default_is_to_pass() -> None:
    for ask in window("7p", CALLERS).asks.values():
        assert ask.default == len(ask.options) - 1
        assert type(ask.options[ask.default]).__name__ == "Pass"


def test_the_default_is_to_let_a_kan_stand() -> None:
    """R7.13: also of who could rob it."""
    rules = RULES
    state = State(rules)
    state.live = 40
    state.tile, state.tile_from, state.unsettled = IDS["6s"], 0, 0
    sit(state.seats[0], "6s12m4pESWNPFC")
    state.seats[0].melds = [Meld(KAKAN, KIND[IDS["6s"]], (IDS["6s"],) * 4, 2)]
    robber = state.seats[1]
    sit(robber, TENPAI)
    robber.distance = 1
    refresh(state, robber)
    kan = Kakan(0, "6s", ("6s",) * 3)
    asks = Windows(rules, judge_for(rules)).robbers(state, kan)
    assert list(asks) == [1]
    assert [type(option).__name__ for option in asks[1].options] == ["DeclareHora", "Pass"]
    assert asks[1].default == 1


@pytest.mark.parametrize("kind", [Pon, Daiminkan])
def test_a_ron_does_not_wait_for_a_pon(kind: type) -> None:
    """R3.10: nobody who is still silent could go before it."""
    decision = window("6s", {2: TENPAI, 3: "666s123m199pESWN"})
    ron = {2: 0}
    assert decision.settled(ron)
    assert not decision.settled({3: option_of(decision, 3, kind)})


def test_a_pon_does_not_wait_for_a_chi() -> None:
    """R3.10."""
    decision = window("7p", {1: "568p123m1199sESW", 3: CALLERS[3]})
    assert decision.settled({3: option_of(decision, 3, Pon)})
    assert not decision.settled({1: 0})
    assert not decision.settled({3: option_of(decision, 3, Pon) + 1})
