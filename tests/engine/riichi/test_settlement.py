"""Who pays what: the tables of riichi.md 12, honba, sticks, noten payments, nagashi."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from engine.riichi.limits import base_points
from engine.riichi.rules import Rules, parse_rules
from engine.riichi.score import HandValue
from engine.riichi.settlement import Payment, nagashi_payments, noten_payments, settle_hora
from tests.support.shared_data import SHARED, require_shared

FOUR = parse_rules("majsoul_ranked_4p")
THREE = parse_rules("majsoul_3p")
THREE_WITH_LOSS = parse_rules("majsoul_3p_current")
NORTH_SPLIT = parse_rules({"preset": "majsoul_3p", "tsumo_split": "split_north"})

TSUMO_TABLES = {
    "Tsumo, 4 players": (FOUR, THREE_WITH_LOSS),
    "Tsumo, 3 players WITHOUT": (THREE,),
}


def settle(rules: Rules, base: int, winner: int, target: int, **given: Any) -> Payment:
    """Settle a win with seat 0 as the dealer."""
    value = HandValue(0, 0, 0, (), base)
    situation: dict[str, Any] = {
        "oya": 0,
        "honba": 0,
        "kyotaku": 0,
        "liable": {},
        "rinshan_feeder": None,
        "takes_honba": True,
        "takes_sticks": True,
    }
    return settle_hora(rules, value, winner=winner, target=target, **{**situation, **given})


def _base(han: int, fu: int) -> int:
    return base_points(FOUR)(han, fu)


def cells(heading: str) -> Iterator[tuple[int, int, bool, str]]:
    """(han, fu, dealer, text) of a table of section 12 that is not "-"."""
    text = require_shared(SHARED / "rules" / "riichi.md").read_text(encoding="utf-8")
    section = text.split("## 12.")[1].split("## 13.")[0]
    after = section.split(heading, 1)[1]
    for line in after.splitlines()[1:]:
        if line.startswith("| ") and line[2].isdigit():
            fu, *columns = (cell.strip() for cell in line.strip("|").split("|"))
            for place, cell in enumerate(columns):
                if cell != "-":
                    yield place % 4 + 1, int(fu), place >= 4, cell
        elif line and not line.startswith("|"):
            return


def test_ron_table() -> None:
    """R11.19, R11.21."""
    checked = 0
    for han, fu, dealer, cell in cells("Ron (payer"):
        winner = 0 if dealer else 1
        for rules in (FOUR, THREE, THREE_WITH_LOSS):
            payment = settle(rules, _base(han, fu), winner, 2)
            assert payment.points == int(cell)
            assert payment.deltas[2] == -int(cell)
        checked += 1
    assert checked == 86


@pytest.mark.parametrize("heading", TSUMO_TABLES)
def test_tsumo_tables(heading: str) -> None:
    """R11.20 to R11.23."""
    checked = 0
    for han, fu, dealer, cell in cells(heading):
        for rules in TSUMO_TABLES[heading]:
            winner = 0 if dealer else 1
            payment = settle(rules, _base(han, fu), winner, winner)
            paid = [-delta for seat, delta in enumerate(payment.deltas) if seat != winner]
            assert paid == shares(cell, rules.players), (han, fu, cell)
            assert payment.points == sum(paid)
        checked += 1
    assert checked == 82


def shares(cell: str, players: int) -> list[int]:
    """What the payers pay, in seat order: "500 all", or "300/500" with the dealer first."""
    if cell.endswith(" all"):
        return [int(cell[:-4])] * (players - 1)
    other, dealer = map(int, cell.split("/"))
    return [dealer] + [other] * (players - 2)


def test_limit_table() -> None:
    """R11.14 to R11.23."""
    text = require_shared(SHARED / "rules" / "riichi.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (?:mangan|haneman|baiman|sanbaiman|yakuman).*$", text, re.MULTILINE)
    assert len(rows) == 7
    for row in rows:
        _, base, *cells_of_row = (cell.strip() for cell in row.strip("|").split("|"))
        ron_other, ron_dealer, *self_draws = cells_of_row
        assert settle(FOUR, int(base), 1, 2).points == int(ron_other)
        assert settle(FOUR, int(base), 0, 2).points == int(ron_dealer)
        for place, cell in enumerate(self_draws):
            rules = (FOUR, THREE, THREE_WITH_LOSS)[place // 2]
            winner = 1 - place % 2
            payment = settle(rules, int(base), winner, winner)
            paid = [-delta for seat, delta in enumerate(payment.deltas) if seat != winner]
            assert paid == shares(re.sub(r" \(.*\)", "", cell), rules.players)
            total = re.search(r"\((\d+)\)", cell)
            assert total is None or payment.points == int(total[1])


@pytest.mark.parametrize(
    ("base", "winner", "deltas"),
    [
        # North would have paid 300: 150 more for each of the others, rounded up.
        (240, 1, (-700, 1200, -500)),
        (240, 0, (1600, -800, -800)),
        (2000, 1, (-5000, 8000, -3000)),
        (2000, 0, (12000, -6000, -6000)),
    ],
)
def test_split_north(base: int, winner: int, deltas: tuple[int, ...]) -> None:
    """R11.23."""
    assert settle(NORTH_SPLIT, base, winner, winner).deltas == deltas


def test_honba_and_sticks() -> None:
    """R13.4, R13.6, R15.17."""
    ron = settle(FOUR, 2000, 1, 2, honba=2, kyotaku=3)
    assert (ron.points, ron.deltas) == (8000, (0, 11600, -8600, 0))
    drawn = settle(FOUR, 1920, 0, 0, honba=3)
    assert (drawn.points, drawn.deltas) == (11700, (12600, -4200, -4200, -4200))
    assert settle(THREE, 2000, 1, 2, honba=2).deltas == (0, 8400, -8400)
    assert settle(THREE, 2000, 1, 1, honba=2).deltas == (-5200, 8400, -3200)


def test_the_second_winner_gets_the_hand_alone() -> None:
    """R13.5, R13.6."""
    second = settle(FOUR, 2000, 1, 2, honba=2, kyotaku=3, takes_honba=False, takes_sticks=False)
    assert second.deltas == (0, 8000, -8000, 0)


def test_values_of_honba_and_stick_follow_the_rules() -> None:
    """R13.4, R13.7."""
    rules = parse_rules({"preset": "majsoul_friend_4p", "honba_value": 500, "riichi_stick": 2000})
    assert settle(rules, 2000, 1, 2, honba=1, kyotaku=1).deltas == (0, 11500, -9500, 0)


@pytest.mark.parametrize("feeder", [None, 2])
@pytest.mark.parametrize("option", [False, True])
def test_replacement_win_after_an_open_kan(option: bool, feeder: int | None) -> None:
    """R12.14."""
    rules = parse_rules({"preset": "majsoul_ranked_4p", "daiminkan_rinshan_pao": option})
    payment = settle(rules, 2000, 1, 1, honba=1, rinshan_feeder=feeder)
    if option and feeder is not None:
        assert payment == Payment(8000, (0, 8300, -8300, 0))
    else:
        assert payment == Payment(8000, (-4100, 8300, -2100, -2100))


@pytest.mark.parametrize(
    ("rules", "tenpais", "deltas"),
    [
        (FOUR, (True, False, False, False), (3000, -1000, -1000, -1000)),
        (FOUR, (True, False, True, False), (1500, -1500, 1500, -1500)),
        (FOUR, (True, True, True, False), (1000, 1000, 1000, -3000)),
        (FOUR, (True,) * 4, (0,) * 4),
        (FOUR, (False,) * 4, (0,) * 4),
        (THREE, (False, True, False), (-1000, 2000, -1000)),
        (THREE, (True, True, False), (1000, 1000, -2000)),
        (THREE, (True,) * 3, (0,) * 3),
    ],
)
def test_noten_payments(rules: Rules, tenpais: tuple[bool, ...], deltas: tuple[int, ...]) -> None:
    """R8.2."""
    assert noten_payments(rules, tenpais) == deltas


NAGASHI_WIN = parse_rules({"preset": "majsoul_friend_4p", "nagashi_as": "win"})
NAGASHI_EACH = parse_rules(
    {
        "preset": "majsoul_friend_4p",
        "nagashi_as": "win",
        "honba_and_sticks_to": "each_winner",
    }
)


@pytest.mark.parametrize(
    ("rules", "seats", "deltas"),
    [
        (FOUR, (1,), (-4000, 8000, -2000, -2000)),
        (FOUR, (0, 2), (8000, -6000, 4000, -6000)),
        (NAGASHI_WIN, (1,), (-4100, 9300, -2100, -2100)),
        (NAGASHI_WIN, (1, 3), (-8100, 7300, -4100, 5900)),
        (NAGASHI_EACH, (1, 3), (-8200, 7200, -4200, 6200)),
        (THREE, (1,), (-5000, 8000, -3000)),
        (THREE_WITH_LOSS, (1,), (-4000, 6000, -2000)),
        (FOUR, (), (0, 0, 0, 0)),
    ],
)
def test_nagashi(rules: Rules, seats: tuple[int, ...], deltas: tuple[int, ...]) -> None:
    """R8.7, R8.8."""
    assert nagashi_payments(rules, seats, oya=0, honba=1, kyotaku=1) == deltas
