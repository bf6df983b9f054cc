"""Pao: who pays for a yakuman that somebody else fed (riichi.md 13)."""

from collections.abc import Mapping
from typing import Any

import pytest

from engine.riichi.rules import parse_rules
from engine.riichi.score import HandValue
from engine.riichi.settlement import Payment, settle_hora

A, B, C, D = range(4)
DAISANGEN = (("daisangen", 1),)
WITH_HONOURS = (("daisangen", 1), ("tsuuiisou", 1))


def settle(
    yaku: tuple[tuple[str, int], ...],
    target: int,
    preset: str = "majsoul_ranked_4p",
    liable: Mapping[str, int] | None = None,
    honba: int = 0,
    winner: int = B,
    **options: Any,
) -> Payment:
    """A yakuman of B, the last dragon fed by D unless said otherwise; A is the dealer."""
    number = sum(worth for _, worth in yaku)
    return settle_hora(
        parse_rules({"preset": preset, **options}),
        HandValue(13 * number, 30, number, yaku, 8000 * number),
        winner=winner,
        target=target,
        oya=A,
        honba=honba,
        kyotaku=0,
        liable={"daisangen": D} if liable is None else liable,
        rinshan_feeder=None,
        takes_honba=True,
        takes_sticks=True,
    )


def test_self_draw_is_paid_by_the_liable_seat_alone() -> None:
    """R12.7."""
    assert settle(DAISANGEN, B, honba=1) == Payment(32000, (0, 32300, 0, -32300))


def test_dealer() -> None:
    """R12.7."""
    assert settle(DAISANGEN, A, winner=A, honba=1).deltas == (48300, 0, 0, -48300)
    assert settle(DAISANGEN, C, winner=A).deltas == (48000, 0, -24000, -24000)


def test_ron_is_halved() -> None:
    """R12.8."""
    assert settle(DAISANGEN, C) == Payment(32000, (0, 32000, -16000, -16000))


def test_ron_from_the_liable_seat() -> None:
    """R12.9."""
    assert settle(DAISANGEN, D, honba=1).deltas == (0, 32300, 0, -32300)


@pytest.mark.parametrize(
    ("payer", "deltas"),
    [("liable", (0, 32300, -16000, -16300)), ("discarder", (0, 32300, -16300, -16000))],
)
def test_honba_of_a_ron(payer: str, deltas: tuple[int, ...]) -> None:
    """R12.12."""
    assert settle(DAISANGEN, C, honba=1, pao_honba_payer=payer).deltas == deltas


def test_honba_of_a_self_draw_has_no_discarder() -> None:
    """R12.12."""
    payment = settle(DAISANGEN, B, honba=1, pao_honba_payer="discarder")
    assert payment.deltas == (0, 32300, 0, -32300)


@pytest.mark.parametrize(
    ("scope", "target", "deltas"),
    [
        ("pao_yakuman_only", B, (-16000, 64000, -8000, -40000)),
        ("whole_hand", B, (0, 64000, 0, -64000)),
        ("pao_yakuman_only", C, (0, 64000, -48000, -16000)),
        ("whole_hand", C, (0, 64000, -32000, -32000)),
        ("pao_yakuman_only", D, (0, 64000, 0, -64000)),
        ("whole_hand", D, (0, 64000, 0, -64000)),
    ],
)
def test_scope(scope: str, target: int, deltas: tuple[int, ...]) -> None:
    """R12.10, R12.11."""
    assert settle(WITH_HONOURS, target, pao_scope=scope) == Payment(64000, deltas)


def test_double_yakuman() -> None:
    payment = settle((("daisuushii", 2),), C, liable={"daisuushii": D})
    assert payment.deltas == (0, 64000, -32000, -32000)


def test_two_seats_liable_for_two_yakuman() -> None:
    """R12.6."""
    yaku = (("daisangen", 1), ("suukantsu", 1))
    liable = {"daisangen": D, "suukantsu": C}
    assert settle(yaku, B, liable=liable).deltas == (0, 64000, -32000, -32000)
    assert settle(yaku, A, liable=liable).deltas == (-32000, 64000, -16000, -16000)


def test_liability_without_its_yakuman_is_nothing() -> None:
    """R12.5."""
    assert settle((("tsuuiisou", 1),), B).deltas == (-16000, 32000, -8000, -8000)


@pytest.mark.parametrize(
    ("preset", "basis", "paid"),
    [
        ("majsoul_3p", "sum_of_shares", 32000),
        ("majsoul_3p_current", "sum_of_shares", 24000),
        ("majsoul_3p_current", "as_ron", 32000),
    ],
)
def test_three_players(preset: str, basis: str, paid: int) -> None:
    """R12.7."""
    payment = settle(DAISANGEN, B, preset=preset, liable={"daisangen": C}, pao_tsumo_basis=basis)
    assert payment == Payment(paid, (0, paid, -paid))


def test_feeder_of_a_replacement_win_counts_as_discarder() -> None:
    """R12.15."""
    rules = parse_rules({"preset": "majsoul_ranked_4p", "daiminkan_rinshan_pao": True})
    payment = settle_hora(
        rules,
        HandValue(13, 30, 1, DAISANGEN, 8000),
        winner=B,
        target=B,
        oya=A,
        honba=0,
        kyotaku=0,
        liable={"daisangen": D},
        rinshan_feeder=C,
        takes_honba=True,
        takes_sticks=True,
    )
    assert payment.deltas == (0, 32000, -16000, -16000)
