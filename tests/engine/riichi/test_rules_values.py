"""Each option's values: what is taken, and what is refused with field, value and allowed."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import BadRules
from engine.riichi.option_checks import CHECKS
from engine.riichi.presets import PRESETS
from engine.riichi.rules import Rules, parse_rules
from tests.support.shared_data import CASES, require_shared

FOUR, THREE = "majsoul_friend_4p", "majsoul_3p"
HUGE = 10**400
LONGEST = 1000
TOO_LONG_TO_PRINT = 10**5000


def refusal(obj: object) -> BadRules:
    with pytest.raises(BadRules) as caught:
        parse_rules(obj)
    return caught.value


def rules_or_fault(obj: object) -> Rules | BadRules:
    try:
        return parse_rules(obj)
    except BadRules as fault:
        return fault


ACCEPTED = [
    # formats.md "Rule object"; riichi.md 4.1
    (FOUR, "players", 4),
    (FOUR, "length", "full"),
    (FOUR, "start_points", 100),
    (FOUR, "required_points", 200000),
    (FOUR, "required_points", None),
    (FOUR, "ceiling_points", 25001),
    (FOUR, "thinking_time", "3+10"),
    (FOUR, "thinking_time", "600+600"),
    (FOUR, "thinking_time", "1+0"),
    (FOUR, "penalties", "none"),
    # 4.2
    (FOUR, "score_origin", 30000),
    (FOUR, "uma", [30, 10, -10, -30]),
    (FOUR, "uma", [12.5, 0.1, -0.1, -12.5]),
    (THREE, "uma", [20, 0, -20]),
    (FOUR, "oka", "auto"),
    (FOUR, "oka", 20),
    (FOUR, "oka", -2.5),
    # 4.3
    (FOUR, "aka_dora", 8),
    (FOUR, "aka_dora", {"m": 1, "p": 1, "s": 1}),
    (FOUR, "start_indicators", 3),
    (THREE, "aka_dora", 0),
    (THREE, "aka_dora", {"m": 0, "p": 4, "s": 4}),
    (THREE, "kita_dora", False),
    # 4.4
    (FOUR, "chi", False),
    (THREE, "chi", False),
    (FOUR, "riichi_min_live_tiles", 0),
    (FOUR, "min_han", 4),
    (FOUR, "two_han_from_honba", 5),
    # 4.5
    (FOUR, "double_yakuman", []),
    (FOUR, "pao_yakuman", ["suukantsu"]),
    (FOUR, "local_yaku", ["kanburi", "hyakumangoku"]),
    (FOUR, "noten_total", 6000),
    (THREE, "noten_total", 3000),
    (THREE, "tsumo_split", "split_north"),
    # 4.6
    (FOUR, "abort_suukan", "at_fourth_kan"),
    (FOUR, "abort_dealer", {"kyuushu": "rotate", "sanchaho": "keep"}),
    (THREE, "abort_dealer", {"suukan": "rotate"}),
]


@pytest.mark.parametrize(("preset", "option", "value"), ACCEPTED)
def test_accepted(preset: str, option: str, value: object) -> None:
    """R1.18."""
    rules = parse_rules({"preset": preset, option: value})
    assert rules.to_object() == {**parse_rules(preset).to_object(), option: value}
    assert parse_rules(rules.to_object()) == rules


REFUSED = [
    # Not in the allowed set (4.1 to 4.6)
    (FOUR, "length", "west"),
    (FOUR, "kuikae", "sometimes"),
    (FOUR, "min_han", 3),
    (FOUR, "start_points", 0),
    (FOUR, "start_points", 25050),
    (FOUR, "start_points", 200100),
    (FOUR, "required_points", 30001),
    (FOUR, "ceiling_points", -1),
    (FOUR, "penalties", "chombo"),
    (FOUR, "thinking_time", "0+5"),
    (FOUR, "thinking_time", "5+601"),
    (FOUR, "thinking_time", "5+"),
    (FOUR, "thinking_time", "05+5"),
    (FOUR, "thinking_time", "5+20\n"),
    (FOUR, "thinking_time", "٥+5"),
    (FOUR, "uma", [15, 5, -5]),
    (FOUR, "uma", [15, 5, -5, -14]),
    (FOUR, "uma", [0.25, -0.25, 0, 0]),
    (THREE, "uma", [15, 5, -5, -15]),
    (FOUR, "oka", "none"),
    (FOUR, "aka_dora", 2),
    (FOUR, "aka_dora", 5),
    (FOUR, "aka_dora", {"m": 5}),
    (FOUR, "aka_dora", {"m": -1}),
    (FOUR, "aka_dora", {"z": 1}),
    (FOUR, "start_indicators", 0),
    (FOUR, "start_indicators", 4),
    (FOUR, "riichi_min_live_tiles", 70),
    (FOUR, "double_yakuman", ["tenhou"]),
    (FOUR, "double_yakuman", ["kokushi_13", "kokushi_13"]),
    (FOUR, "local_yaku", ["no_such_yaku"]),
    (FOUR, "noten_total", 1000),
    (FOUR, "abort_dealer", {"kyuushu": "stay"}),
    (FOUR, "abort_dealer", {"exhaustive": "keep"}),
    # Three players (4, "n/a"; 15)
    (THREE, "chi", True),
    (THREE, "aka_dora", 3),
    (THREE, "aka_dora", {"m": 1, "p": 1, "s": 1}),
    (THREE, "start_indicators", 2),
    (THREE, "abort_dealer", {"suufon": "keep"}),
    (THREE, "triple_ron_abort", False),
    (THREE, "abort_suufon", False),
    (THREE, "abort_suucha", True),
    (FOUR, "kita_dora", False),
    (FOUR, "tsumo_loss", True),
    (FOUR, "tsumo_split", None),
    # players follows from the preset; two players are not built (contradictions.md 40)
    (FOUR, "players", 3),
    (FOUR, "players", 2),
    (THREE, "players", 4),
    # Wrong type: a bool is no number, a number no bool, a float no whole number
    (FOUR, "start_points", True),
    (FOUR, "start_points", 25000.0),
    (FOUR, "start_points", "25000"),
    (FOUR, "start_points", None),
    (FOUR, "min_han", True),
    (FOUR, "aka_dora", False),
    (FOUR, "aka_dora", {"m": True}),
    (FOUR, "ippatsu", 1),
    (FOUR, "ippatsu", None),
    (FOUR, "oka", True),
    (FOUR, "uma", "15,5,-5,-15"),
    (FOUR, "uma", [True, False, 0, 0]),
    (FOUR, "double_yakuman", "none"),
    (FOUR, "double_yakuman", [["kokushi_13"]]),
    (FOUR, "local_yaku", 1),
    (FOUR, "abort_dealer", True),
    (FOUR, "kans_per_hand", 5),
    (FOUR, "kans_per_hand", True),
    # Junk
    (FOUR, "oka", float("nan")),
    (FOUR, "oka", float("inf")),
    (FOUR, "uma", [float("nan")] * 4),
    (FOUR, "uma", [HUGE, -HUGE, 0, 0]),
    (FOUR, "start_points", HUGE),
    (FOUR, "kuikae", {"a": {"b": [[]]}}),
    (FOUR, "kuikae", ["forbidden"]),
]


@pytest.mark.parametrize(("preset", "option", "value"), REFUSED)
def test_refused(preset: str, option: str, value: object) -> None:
    """R1.1, R1.18."""
    error = refusal({"preset": preset, option: value})
    assert error.field == option
    assert error.message.startswith(f"{option} is ")
    assert "allowed" in error.message
    assert "\n" not in error.message
    assert len(error.message) < LONGEST


@pytest.mark.parametrize(
    ("obj", "field", "words"),
    [
        ({"preset": FOUR, "no_such_option": 1}, "no_such_option", "not an option"),
        ({"preset": FOUR, "kuikea": "allowed"}, "kuikea", "did you mean kuikae?"),
        ({"preset": FOUR, "wareme": True}, "wareme", "not played here"),
        ({"preset": FOUR, "yakitori": False}, "yakitori", "not played here"),
        ({"preset": FOUR, "chips": 1}, "chips", "not played here"),
        ({"preset": FOUR, "chombo": 1}, "chombo", "not played here"),
        ({"preset": FOUR, "two_players": True}, "two_players", "not played here"),
        ({"preset": FOUR, "x" * 10**6: 1}, "x" * 64, "not an option"),
        ({"preset": FOUR, 7: 1}, "rules", "text only"),
        ({"preset": "majsoul_5p"}, "preset", "majsoul_5p"),
        ({"preset": ["wrc"]}, "preset", "majsoul_ranked_4p, "),
        ({"preset": None}, "preset", "null"),
        ({"kuikae": "allowed"}, "preset", "missing"),
        ({}, "preset", "missing"),
        ("tenhou", "preset", "tenhou_4p"),
        (None, "rules", "null"),
        ([FOUR], "rules", "object"),
        (3, "rules", "3"),
        (object(), "rules", "a object"),
    ],
)
def test_refused_objects(obj: object, field: str, words: str) -> None:
    """R1.1, R1.18, R1.20."""
    error = refusal(obj)
    assert error.field == field
    assert words in error.message
    assert len(error.message) < LONGEST


def test_number_that_python_would_not_print() -> None:
    error = refusal({"preset": FOUR, "start_points": TOO_LONG_TO_PRINT})
    assert "19 or more digits" in error.message


def test_long_values_are_cut() -> None:
    long = ["\x7f" * 10**6] * 10**4
    assert len(refusal({"preset": FOUR, "local_yaku": long}).message) < LONGEST


def test_message_names_option_value_and_allowed() -> None:
    message = refusal({"preset": FOUR, "multi_ron": "both"}).message
    assert message == 'multi_ron is "both"; allowed: "all", "head_bump", "double_only"'


def test_fixed_option_may_be_named() -> None:
    rules = parse_rules({"preset": FOUR, "kans_per_hand": 4})
    assert rules == parse_rules(FOUR)
    assert "kans_per_hand" not in rules.to_object()


def test_suit_left_out_of_the_map_has_no_red_five() -> None:
    rules = parse_rules({"preset": FOUR, "aka_dora": {"p": 2}})
    assert rules.to_object()["aka_dora"] == {"m": 0, "p": 2, "s": 0}


@pytest.mark.parametrize("preset", PRESETS)
def test_every_listed_value_is_accepted(preset: str) -> None:
    """Each option alone may take every value of its list (riichi.md 4)."""
    base = parse_rules(preset).to_object()
    for option, check in CHECKS[parse_rules(preset).players].items():
        values = check.allowed
        if option not in base or not isinstance(values, list):
            continue
        for value in values:
            if option == "players" and value != base["players"]:
                continue
            if option == "tsumo_split" and value is None and not base["tsumo_loss"]:
                continue
            assert parse_rules({"preset": preset, option: value}).to_object()[option] == value


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=50),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=12,
)


@given(st.sampled_from(sorted(PRESETS)), st.sampled_from(sorted(CHECKS[4])), JUNK)
def test_junk_gives_rules_or_one_clear_error(preset: str, option: str, value: Any) -> None:
    made = rules_or_fault({"preset": preset, option: value})
    if isinstance(made, Rules):
        assert parse_rules(made.to_object()) == made
    else:
        assert made.field in CHECKS[4]
        assert made.message.isprintable()
        assert len(made.message) < LONGEST


@given(JUNK)
def test_junk_in_place_of_rules(value: Any) -> None:
    with pytest.raises(BadRules):
        parse_rules(value)


def test_given_cases() -> None:
    lines = require_shared(CASES / "rules.jsonl").read_text(encoding="utf-8").splitlines()
    for case in map(json.loads, lines):
        if case["valid"]:
            parse_rules(case["rules"])
        else:
            assert refusal(case["rules"]).field == case["field"], case["id"]
