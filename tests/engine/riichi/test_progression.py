"""Which round follows (riichi.md 14); case ids are those of the worked cases."""

from typing import Any

import pytest

from engine.riichi.progression import (
    AskStop,
    Following,
    GameOver,
    Outcome,
    RoundStart,
    after_round,
    first_round,
)
from engine.riichi.rules import Rules, parse_rules

A, B, C, D = range(4)
EAST, SOUTH, WEST, NORTH = range(4)
SEED = "majsoul_friend_4p"
EVEN = (25000, 25000, 25000, 25000)


def made(preset: str = SEED, **options: Any) -> Rules:
    return parse_rules({"preset": preset, **options})


def win(*winners: int) -> Outcome:
    return Outcome("win", winners)


def draw(*tenpai: int, players: int = 4) -> Outcome:
    return Outcome(
        "draw", tenpai=tuple(seat in tenpai for seat in range(players)), reason="exhaustive"
    )


def nagashi(*winners: int, tenpai: tuple[int, ...] = ()) -> Outcome:
    flags = tuple(seat in tenpai for seat in range(4))
    return Outcome("draw", winners, flags, "nagashi_mangan")


def abort(reason: str) -> Outcome:
    return Outcome("abort", reason=reason)


def follow(
    rules: Rules,
    place: tuple[int, int],
    outcome: Outcome,
    scores: tuple[int, ...] = EVEN,
    *,
    honba: int = 0,
    kyotaku: int = 0,
) -> Following:
    bakaze, kyoku = place
    played = RoundStart(bakaze, kyoku, honba, 0, kyoku - 1, scores)
    return after_round(rules, played, outcome, scores, kyotaku)


def place_of(following: Following) -> tuple[int, int, int]:
    assert isinstance(following, RoundStart)
    return (following.bakaze, following.kyoku, following.honba)


def test_first_round() -> None:
    """R1.2, R1.8."""
    assert first_round(made()) == RoundStart(EAST, 1, 0, 0, A, EVEN)
    assert first_round(made("majsoul_3p")) == RoundStart(EAST, 1, 0, 0, A, (35000,) * 3)


def test_next_round_carries_scores_sticks_and_dealer() -> None:
    """R14.1, R14.2, R14.6."""
    scores = (20000, 30000, 26000, 23000)
    following = follow(made(), (EAST, 2), draw(), scores, honba=3, kyotaku=1)
    assert following == RoundStart(EAST, 3, 4, 1, C, scores)


@pytest.mark.parametrize(
    ("place", "honba", "outcome", "expected"),
    [
        # Section 13.3: the dealer keeps iff among the winners; honba +1, else 0
        ((EAST, 1), 0, win(A), (EAST, 1, 1)),
        ((EAST, 1), 2, win(B), (EAST, 2, 0)),
        ((EAST, 1), 1, win(D, A), (EAST, 1, 2)),  # C102
        ((EAST, 2), 2, win(A, C), (EAST, 3, 0)),  # C101
        ((EAST, 4), 2, win(A), (SOUTH, 1, 0)),
        # Section 10: dealer keeps iff tenpai, honba +1 always
        ((EAST, 1), 0, draw(A), (EAST, 1, 1)),
        ((EAST, 1), 4, draw(B, C), (EAST, 2, 5)),
        ((EAST, 4), 0, draw(), (SOUTH, 1, 1)),
        # Nagashi as a draw: iff tenpai (C112)
        ((EAST, 1), 1, nagashi(B, tenpai=(A,)), (EAST, 1, 2)),
        ((EAST, 1), 1, nagashi(A), (EAST, 2, 2)),
        # Aborts keep the dealer (C137)
        ((EAST, 3), 1, abort("suufon"), (EAST, 3, 2)),
    ],
)
def test_before_all_last(
    place: tuple[int, int], honba: int, outcome: Outcome, expected: tuple[int, int, int]
) -> None:
    """R14.1, R14.3 to R14.6."""
    assert place_of(follow(made(), place, outcome, honba=honba)) == expected


@pytest.mark.parametrize(
    ("options", "outcome", "expected"),
    [
        ({"dealer_repeat_win": False}, win(A), (EAST, 2, 0)),
        ({"dealer_repeat_draw": "always"}, draw(), (EAST, 1, 6)),
        ({"dealer_repeat_draw": "never"}, draw(A), (EAST, 2, 6)),
        ({"abort_dealer": "rotate"}, abort("kyuushu"), (EAST, 2, 6)),
        ({"abort_dealer": {"kyuushu": "rotate"}}, abort("kyuushu"), (EAST, 2, 6)),
        ({"abort_dealer": {"kyuushu": "rotate"}}, abort("suucha"), (EAST, 1, 6)),
        # Section 10, nagashi_as=win: the dealer keeps iff a dealer nagashi (C116)
        ({"nagashi_as": "win"}, nagashi(B, tenpai=(A,)), (EAST, 2, 0)),
        ({"nagashi_as": "win"}, nagashi(A, B), (EAST, 1, 6)),
    ],
)
def test_repeat_options(
    options: dict[str, Any], outcome: Outcome, expected: tuple[int, int, int]
) -> None:
    """R14.3 to R14.5."""
    assert place_of(follow(made(**options), (EAST, 1), outcome, honba=5)) == expected


@pytest.mark.parametrize(
    ("options", "scores", "expected"),
    [
        # C139: 0 points continue, negative ends
        ({}, (0, 30000, 30000, 40000), None),
        ({}, (-100, 30000, 30000, 40100), GameOver("tobi")),
        ({"tobi": "zero_or_below"}, (0, 30000, 30000, 40000), GameOver("tobi")),
        ({"tobi": "off"}, (-9000, 30000, 30000, 49000), None),
        # C159: ceiling
        ({"ceiling_points": 60000}, (60000, 20000, 10000, 10000), GameOver("ceiling")),
        ({"ceiling_points": 60000}, (59900, 20100, 10000, 10000), None),
        ({}, (60000, 20000, 10000, 10000), None),
    ],
)
def test_points_that_end_a_game(
    options: dict[str, Any], scores: tuple[int, ...], expected: GameOver | None
) -> None:
    """R14.8, R14.9."""
    following = follow(made(**options), (EAST, 2), win(A), scores)
    assert following == (expected or RoundStart(EAST, 3, 0, 0, C, scores))


@pytest.mark.parametrize("outcome", [win(A), win(B), draw(A), draw(), abort("kyuushu")])
def test_one_round_is_exactly_one_hand(outcome: Outcome) -> None:
    """C157: repeats and aborts included (R14.7)."""
    following = follow(made(length="one_round"), (EAST, 1), outcome)
    assert following == GameOver("one_round")


ENOUGH = (30000, 28000, 22000, 20000)
SHORT = (29900, 27000, 23100, 20000)


@pytest.mark.parametrize(
    ("length", "last"),
    [("east_south", (SOUTH, 4)), ("east", (EAST, 4)), ("full", (NORTH, 4))],
)
def test_all_last_rotates_with_the_target_reached(length: str, last: tuple[int, int]) -> None:
    """C141: exactly the required points are enough (R14.12)."""
    assert follow(made(length=length), last, win(A), ENOUGH) == GameOver("target")


def test_all_last_of_three_players() -> None:
    """R15.18."""
    seed = made("majsoul_3p")
    enough, short = (40000, 35000, 30000), (39900, 35100, 30000)
    assert follow(seed, (SOUTH, 3), win(A), enough) == GameOver("target")
    assert place_of(follow(seed, (SOUTH, 3), win(A), short)) == (WEST, 1, 0)
    full = made("majsoul_3p", length="full")
    assert place_of(follow(full, (SOUTH, 3), win(A), enough)) == (WEST, 1, 0)
    assert follow(full, (WEST, 3), win(A), short) == GameOver("last_round")


@pytest.mark.parametrize(
    ("options", "last", "expected"),
    [
        ({}, (SOUTH, 4), (WEST, 1, 0)),  # C142
        ({"length": "east"}, (EAST, 4), (SOUTH, 1, 0)),
        ({"extension": False}, (SOUTH, 4), None),
        ({"required_points": None}, (SOUTH, 4), None),
        ({"length": "full"}, (NORTH, 4), None),
        ({"length": "full"}, (SOUTH, 4), (WEST, 1, 0)),
        # Inside the extension, and at its end
        ({}, (WEST, 1), (WEST, 2, 0)),
        ({}, (WEST, 4), None),
        ({"length": "east"}, (SOUTH, 4), None),
        ({"extension_end": "dealer_repeat_first"}, (WEST, 4), None),
    ],
)
def test_all_last_rotates_short_of_the_target(
    options: dict[str, Any], last: tuple[int, int], expected: tuple[int, int, int] | None
) -> None:
    """R14.12, R14.13."""
    dealer = last[1] - 1
    following = follow(made(**options), last, win((dealer + 1) % 4), SHORT)
    if expected is None:
        assert isinstance(following, GameOver)
    else:
        assert place_of(following) == expected


def test_target_does_not_end_scheduled_rounds_before_the_last() -> None:
    """R14.10."""
    assert place_of(follow(made(), (SOUTH, 3), win(A), (70000, 10000, 10000, 10000))) == (
        SOUTH,
        4,
        0,
    )


D_LEADS = (24000, 23000, 22000, 31000)


@pytest.mark.parametrize(
    ("options", "outcome", "scores", "stops"),
    [
        # C146 a, b, c: first and with the required points
        ({}, win(D), D_LEADS, True),
        ({}, win(D), (32000, 20000, 17000, 31000), False),
        ({}, win(D), (24000, 24000, 23000, 29000), False),
        # C147: equal points rank by seat
        ({}, win(D), (31000, 20000, 18000, 31000), False),
        ({"required_points": None}, win(D), (24000, 24000, 23000, 29000), True),
        ({"last_dealer_stop_win": "off"}, win(D), D_LEADS, False),
        # Tenpai draw
        ({}, draw(D), D_LEADS, True),
        ({"last_dealer_stop_tenpai": "off"}, draw(D), D_LEADS, False),
        ({}, nagashi(A, tenpai=(D,)), D_LEADS, True),
        ({"dealer_repeat_draw": "always"}, draw(), D_LEADS, False),
        # Aborts repeat the hand (C149), whatever becomes of the dealer elsewhere
        ({}, abort("suufon"), D_LEADS, False),
        ({"abort_dealer": "rotate"}, abort("kyuushu"), D_LEADS, False),
        ({"last_dealer_stop_abort": True}, abort("kyuushu"), D_LEADS, True),
        ({"last_dealer_stop_abort": True}, abort("kyuushu"), ENOUGH, False),
        # nagashi_as=win is a win
        ({"nagashi_as": "win", "last_dealer_stop_tenpai": "off"}, nagashi(D), D_LEADS, True),
    ],
)
def test_last_dealer(
    options: dict[str, Any], outcome: Outcome, scores: tuple[int, ...], stops: bool
) -> None:
    """R14.11, R14.14, R14.15."""
    following = follow(made(**options), (SOUTH, 4), outcome, scores, honba=1)
    if stops:
        assert following == GameOver("dealer_stop")
    else:
        assert place_of(following) == (SOUTH, 4, 2)


@pytest.mark.parametrize(
    ("option", "outcome"),
    [("last_dealer_stop_win", win(D)), ("last_dealer_stop_tenpai", draw(D))],
)
def test_last_dealer_is_asked(option: str, outcome: Outcome) -> None:
    """R14.15."""
    following = follow(made(**{option: "ask"}), (SOUTH, 4), outcome, D_LEADS, kyotaku=1)
    assert following == AskStop(D, RoundStart(SOUTH, 4, 1, 1, D, D_LEADS))


AT_ONCE: dict[str, Any] = {"extension_end": "immediate"}
PLAYS_ON: dict[str, Any] = {"extension_end": "dealer_repeat_first"}
C_REACHES = (24000, 26000, 30000, 20000)


@pytest.mark.parametrize(
    ("options", "outcome", "scores", "expected"),
    [
        # Over with the target reached, even if the dealer would repeat
        (AT_ONCE, win(B), C_REACHES, "target"),
        (AT_ONCE, draw(B), C_REACHES, "target"),
        (AT_ONCE, win(A), C_REACHES, "target"),
        (AT_ONCE, win(B), (24500, 29800, 25000, 20700), (WEST, 2, 1)),  # C144
        (AT_ONCE, abort("kyuushu"), C_REACHES, (WEST, 2, 1)),
        (
            {**AT_ONCE, "last_dealer_stop_win": "ask"},
            win(B),
            (20000, 35000, 25000, 20000),
            "target",
        ),
        # A dealer who keeps the deal and is not stopped plays on
        (PLAYS_ON, win(B), C_REACHES, (WEST, 2, 1)),
        (PLAYS_ON, win(B), (24000, 31000, 25000, 20000), "dealer_stop"),
        (PLAYS_ON, win(B), (24000, 29000, 25000, 22000), (WEST, 2, 1)),
        (PLAYS_ON, win(A), C_REACHES, "target"),
        (PLAYS_ON, draw(C), (24000, 26000, 29000, 21000), (WEST, 3, 1)),
    ],
)
def test_extension(
    options: dict[str, Any],
    outcome: Outcome,
    scores: tuple[int, ...],
    expected: str | tuple[int, int, int],
) -> None:
    """R14.16."""
    following = follow(made(**options), (WEST, 2), outcome, scores)
    if isinstance(following, GameOver):
        assert following.cause == expected
    else:
        assert place_of(following) == expected
