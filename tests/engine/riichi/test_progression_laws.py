"""Laws of the progression that hold under all options (riichi.md 14)."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.riichi.progression import (
    AskStop,
    GameOver,
    Outcome,
    RoundStart,
    after_round,
    first_round,
)
from engine.riichi.rules import Rules, parse_rules

PRESETS = st.sampled_from(["majsoul_friend_4p", "majsoul_3p", "tenhou_4p", "tenhou_3p", "wrc"])
STOP = st.sampled_from(["off", "auto", "ask"])
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "length": st.sampled_from(["one_round", "east", "east_south", "full"]),
        "extension": st.booleans(),
        "extension_end": st.sampled_from(["immediate", "dealer_repeat_first"]),
        "tobi": st.sampled_from(["off", "below_zero", "zero_or_below"]),
        "ceiling_points": st.sampled_from([0, 50000]),
        "required_points": st.sampled_from([None, 40000, 100000]),
        "last_dealer_stop_win": STOP,
        "last_dealer_stop_tenpai": STOP,
        "last_dealer_stop_abort": st.booleans(),
        "dealer_repeat_win": st.booleans(),
        "dealer_repeat_draw": st.sampled_from(["tenpai", "always", "never"]),
        "abort_dealer": st.sampled_from(["keep", "rotate"]),
        "nagashi_as": st.sampled_from(["draw", "win"]),
    },
)


@st.composite
def outcomes(draw: st.DrawFn, players: int) -> Outcome:
    seats = range(players)
    kind = draw(st.sampled_from(["win", "draw", "nagashi", "abort"]))
    some = tuple(draw(st.sets(st.sampled_from(seats), min_size=1, max_size=2)))
    if kind == "win":
        return Outcome("win", some)
    if kind == "abort":
        return Outcome("abort", reason="kyuushu")
    tenpai = tuple(draw(st.booleans()) for _ in seats)
    if kind == "nagashi":
        return Outcome("draw", some, tenpai, "nagashi_mangan")
    return Outcome("draw", tenpai=tenpai, reason="exhaustive")


def rules_of(preset: str, options: dict[str, Any]) -> Rules:
    return parse_rules({"preset": preset, **options})


def scores(rules: Rules) -> st.SearchStrategy[tuple[int, ...]]:
    hundreds = st.integers(-10, 600)
    seats = st.lists(hundreds, min_size=rules.players, max_size=rules.players)
    return seats.map(lambda values: tuple(100 * value for value in values))


@given(PRESETS, OPTIONS, st.data())
def test_every_step_is_a_repeat_or_the_next_place(
    preset: str, options: dict[str, Any], data: st.DataObject
) -> None:
    rules = rules_of(preset, options)
    winds = {"one_round": 1, "east": 2, "east_south": 3, "full": rules.players}[rules.length]
    bakaze = data.draw(st.integers(0, winds - 1))
    oya = data.draw(st.integers(0, rules.players - 1))
    played = RoundStart(bakaze, oya + 1, data.draw(st.integers(0, 3)), 0, oya, (0,) * rules.players)
    for _ in range(6):
        outcome = data.draw(outcomes(rules.players))
        paid = data.draw(scores(rules))
        step = after_round(rules, played, outcome, paid, data.draw(st.integers(0, 4)))
        if isinstance(step, AskStop):
            assert step.seat == played.oya
            step = step.next
        if isinstance(step, GameOver):
            return
        rounds = rules.players * played.bakaze + played.kyoku
        moved = rules.players * step.bakaze + step.kyoku - rounds
        assert moved in (0, 1)
        assert 0 <= step.bakaze < winds
        assert 1 <= step.kyoku <= rules.players
        assert step.oya == (step.kyoku - 1) % rules.players
        assert step.scores == paid
        assert step.honba in (0, played.honba + 1)
        assert moved == 1 or step.honba == played.honba + 1
        assert outcome.kind == "win" or rules.nagashi_as == "win" or step.honba > 0
        played = step


@given(PRESETS, OPTIONS, st.data())
def test_ends_when_every_deal_rotates(
    preset: str, options: dict[str, Any], data: st.DataObject
) -> None:
    rules = rules_of(preset, options)
    played = first_round(rules)
    for count in range(1, 4 * rules.players + 1):
        winner = (played.oya + data.draw(st.integers(1, rules.players - 1))) % rules.players
        step = after_round(rules, played, Outcome("win", (winner,)), data.draw(scores(rules)), 0)
        if isinstance(step, GameOver):
            return
        assert isinstance(step, RoundStart)
        assert rules.players * step.bakaze + step.kyoku == count + 1
        played = step
    raise AssertionError("the game never ended")
