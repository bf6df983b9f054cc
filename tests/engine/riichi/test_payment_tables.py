"""The tables of riichi.md 12 in numbers, from han and fu to what each seat pays."""

from typing import Final

import pytest

from engine.riichi.limits import base_points
from engine.riichi.rules import parse_rules
from engine.riichi.score import HandValue
from engine.riichi.settlement import settle_hora

SEATS: Final = {"majsoul_ranked_4p": 4, "majsoul_3p": 3, "majsoul_3p_current": 3}

# Columns: 1 to 4 han of a non-dealer, then of the dealer; "-": there is no such hand.
RON: Final = """
 25    -  1600  3200  6400     -  2400  4800  9600
 30 1000  2000  3900  7700  1500  2900  5800 11600
 40 1300  2600  5200  8000  2000  3900  7700 12000
 50 1600  3200  6400  8000  2400  4800  9600 12000
 60 2000  3900  7700  8000  2900  5800 11600 12000
 70 2300  4500  8000  8000  3400  6800 12000 12000
 80 2600  5200  8000  8000  3900  7700 12000 12000
 90 2900  5800  8000  8000  4400  8700 12000 12000
100 3200  6400  8000  8000  4800  9600 12000 12000
110 3600  7100  8000  8000  5300 10600 12000 12000
"""
OWN_SHARES: Final = """
 20       -   400/700  700/1300 1300/2600     -  700 1300 2600
 25       -         -  800/1600 1600/3200     -    - 1600 3200
 30 300/500  500/1000 1000/2000 2000/3900   500 1000 2000 3900
 40 400/700  700/1300 1300/2600 2000/4000   700 1300 2600 4000
 50 400/800  800/1600 1600/3200 2000/4000   800 1600 3200 4000
 70 600/1200 1200/2300 2000/4000 2000/4000 1200 2300 4000 4000
110 900/1800 1800/3600 2000/4000 2000/4000 1800 3600 4000 4000
"""
SCALED: Final = """
 20        -   500/800 1000/1600 2000/3200    - 1000 2000 3900
 25        -         - 1200/2000 2400/4000    -    - 2400 4800
 30  400/600  800/1200 1500/2400 2900/4800  800 1500 2900 5800
 40 500/800  1000/1600 2000/3200 3000/5000 1000 2000 3900 6000
 70 900/1400 1700/2800 3000/5000 3000/5000 1700 3400 6000 6000
110 1400/2200 2700/4400 3000/5000 3000/5000 2700 5300 6000 6000
"""


def rows(table: str) -> list[tuple[int, int, bool, str]]:
    """(fu, han, dealer, cell) of every hand that there is."""
    found: list[tuple[int, int, bool, str]] = []
    for line in table.strip().splitlines():
        fu, *cells = line.split()
        assert len(cells) == 8
        found += [
            (int(fu), place % 4 + 1, place >= 4, cell)
            for place, cell in enumerate(cells)
            if cell != "-"
        ]
    return found


def paid(preset: str, base: int, winner: int, target: int) -> list[int]:
    """What each seat but the winner pays; seat 0 deals."""
    payment = settle_hora(
        parse_rules(preset),
        HandValue(0, 0, 0, (), base),
        winner=winner,
        target=target,
        oya=0,
        honba=0,
        kyotaku=0,
        liable={},
        rinshan_feeder=None,
        takes_honba=True,
        takes_sticks=True,
    )
    assert (
        payment.points
        == payment.deltas[winner]
        == -sum(delta for seat, delta in enumerate(payment.deltas) if seat != winner)
    )
    return [-delta for seat, delta in enumerate(payment.deltas) if seat != winner]


def base_of(preset: str, han: int, fu: int) -> int:
    return base_points(parse_rules(preset))(han, fu)


@pytest.mark.parametrize("preset", SEATS)
def test_ron(preset: str) -> None:
    """R11.19, R11.21."""
    for fu, han, dealer, cell in rows(RON):
        winner = 0 if dealer else 1
        expected = [0] * (SEATS[preset] - 1)
        expected[-1] = int(cell)
        last = SEATS[preset] - 1
        assert paid(preset, base_of(preset, han, fu), winner, last) == expected, (fu, han, dealer)


@pytest.mark.parametrize(
    ("preset", "table"),
    [
        ("majsoul_ranked_4p", OWN_SHARES),
        ("majsoul_3p_current", OWN_SHARES),
        ("majsoul_3p", SCALED),
    ],
)
def test_self_draw(preset: str, table: str) -> None:
    """R11.20 to R11.23."""
    for fu, han, dealer, cell in rows(table):
        winner = 0 if dealer else 1
        others = SEATS[preset] - 1
        if dealer:
            expected = [int(cell)] * others
        else:
            other, of_dealer = map(int, cell.split("/"))
            expected = [of_dealer, *[other] * (others - 1)]
        base = base_of(preset, han, fu)
        assert paid(preset, base, winner, winner) == expected, (fu, han, dealer)


@pytest.mark.parametrize(
    ("han", "base"),
    [
        (5, 2000), (6, 3000), (7, 3000), (8, 4000), (9, 4000), (10, 4000), (11, 6000),
        (12, 6000), (13, 8000), (14, 8000), (26, 8000),
    ],
)  # fmt: skip
def test_limits(han: int, base: int) -> None:
    """R11.14, R11.15."""
    for fu in (20, 30, 110):
        assert base_of("majsoul_ranked_4p", han, fu) == base


@pytest.mark.parametrize(
    ("mode", "bases"),
    [
        ("yakuman", [6000, 8000, 8000, 8000, 8000]),
        ("multiple", [6000, 8000, 8000, 16000, 24000]),
        ("sanbaiman", [6000, 6000, 6000, 6000, 6000]),
    ],
)
def test_counted_yakuman(mode: str, bases: list[int]) -> None:
    """R11.16."""
    base = base_points(parse_rules({"preset": "majsoul_friend_4p", "kazoe_mode": mode}))
    assert [base(han, 30) for han in (12, 13, 25, 26, 39)] == bases


@pytest.mark.parametrize(
    ("han", "fu", "plain", "raised"),
    [
        (4, 30, 1920, 2000), (3, 60, 1920, 2000), (4, 25, 1600, 1600), (3, 50, 1600, 1600),
        (2, 110, 1760, 1760), (4, 40, 2000, 2000), (3, 70, 2000, 2000), (1, 30, 240, 240),
    ],
)  # fmt: skip
def test_kiriage(han: int, fu: int, plain: int, raised: int) -> None:
    """R11.18."""
    off, on = (
        base_points(parse_rules({"preset": "majsoul_friend_4p", "kiriage_mangan": raising}))
        for raising in (False, True)
    )
    assert (off(han, fu), on(han, fu)) == (plain, raised)
