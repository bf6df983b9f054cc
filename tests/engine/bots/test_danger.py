"""What is dangerous against whom."""

from engine.bots.danger import threats
from engine.bots.sight import Sight
from engine.core.events import Pon
from engine.core.tiles import IDS, KIND
from tests.engine.bots.views import RULES, opponent, view


def kind(name: str) -> int:
    return KIND[IDS[name]]


def odds_against(ponds: str, hand: str = "123456789m1122z", reach: int = 2) -> list[float]:
    shown = view(hand, "3z", others=[opponent(ponds, reach), opponent(), opponent()])
    threat = threats(Sight(shown, RULES))[0]
    assert threat.riichi
    assert threat.tenpai == 1.0
    return threat.odds


def test_own_discards_of_a_riichi_are_safe() -> None:
    odds = odds_against("1z5p9s4p")
    assert odds[kind("5p")] == odds[kind("9s")] == odds[kind("E")] == odds[kind("4p")] == 0.0


def test_suji_is_safer_than_no_suji() -> None:
    odds = odds_against("4p3z9s")
    assert 0.0 < odds[kind("1p")] < odds[kind("2p")]
    assert odds[kind("7p")] < odds[kind("6p")]
    assert odds[kind("5s")] > odds[kind("1s")] > 0.02


def test_tiles_of_which_many_are_seen_are_safer() -> None:
    odds = odds_against("4p3z9s", hand="123456789m1112z")
    assert odds[kind("E")] < odds[kind("S")] < odds[kind("P")]


def test_a_wall_takes_the_runs_away() -> None:
    walled = odds_against("1z2z9s", hand="8888p456789m123z")
    free = odds_against("1z2z9s", hand="123p456789m1233z")
    assert walled[kind("9p")] < free[kind("9p")] / 3


def test_what_a_riichi_let_go_is_safe() -> None:
    shown = view(
        "123456789m1122z",
        "3z",
        others=[opponent("1z5p9s8s", 2), opponent("1m2m3m7p"), opponent("2s")],
    )
    odds = threats(Sight(shown, RULES))[0].odds
    assert odds[kind("7p")] == odds[kind("2s")] == 0.0
    assert odds[kind("3s")] > 0.0


def test_open_hands_grow_threatening() -> None:
    pons = [Pon(1, 0, name, (name, name)) for name in ("P", "F", "2p")]
    early = opponent("1z2z3z", melds=pons[:1])
    late = opponent("1z2z3z4z1m9m1s9s", melds=pons)
    shown = view("123456789m1122z", "3z", others=[early, late, opponent()])
    (threat,) = threats(Sight(shown, RULES))
    assert threat.seat == 2
    assert 0.3 < threat.tenpai < 1.0
    # Two dragons and what comes on top, to a player who is not dealer.
    assert 3900 < threat.loss < 8000


def test_three_players_have_no_runs_of_man() -> None:
    shown = view("19m123456789p12z", "3z", others=[opponent("1z", 0), opponent()])
    odds = threats(Sight(shown, RULES))[0].odds
    assert not any(odds[1:8])
    assert odds[kind("1m")] < odds[kind("1s")]
