"""The presets (riichi.md 3 and 4)."""

import json

import pytest

from engine.riichi.presets import PRESETS
from engine.riichi.rules import parse_rules
from tests.support.shared_data import PRESETS as PRESETS_FILE
from tests.support.shared_data import require_shared


def test_equal_the_given_table() -> None:
    table = json.loads(require_shared(PRESETS_FILE).read_text(encoding="utf-8"))
    assert list(table) == list(PRESETS)
    for name, expected in table.items():
        assert parse_rules(name).to_object() == {"preset": name, **expected}, name


@pytest.mark.parametrize("name", PRESETS)
def test_full_object_is_a_fixed_point(name: str) -> None:
    rules = parse_rules(name)
    again = parse_rules(rules.to_object())
    assert again == rules
    assert hash(again) == hash(rules)
    assert json.loads(json.dumps(rules.to_object())) == rules.to_object()


@pytest.mark.parametrize("name", PRESETS)
def test_name_and_object_are_the_same(name: str) -> None:
    assert parse_rules(name) == parse_rules({"preset": name})


@pytest.mark.parametrize(
    ("preset", "option", "value"),
    [
        # 4.1: the target and its extension
        ("majsoul_ranked_4p", "required_points", 30000),
        ("majsoul_3p", "required_points", 40000),
        ("mleague", "required_points", None),
        ("majsoul_4p_current", "extension_end", "dealer_repeat_first"),
        ("tenhou_3p", "thinking_time", "5+10"),
        # 4.2
        ("tenhou_4p", "score_origin", 30000),
        ("majsoul_3p", "uma", [15, 0, -15]),
        ("mleague", "leftover_sticks", "split_first"),
        # 4.3 to 4.6
        ("wrc", "aka_dora", 0),
        ("ema", "kan_dora_timing", "immediate"),
        ("majsoul_3p_current", "riichi_min_live_tiles", 3),
        ("majsoul_3p", "tsumo_loss", False),
        ("tenhou_3p", "tsumo_split", None),
        ("ema", "composite_yakuman", False),
        ("wrc", "pao_yakuman", ["daisangen", "daisuushii", "suukantsu"]),
        ("mleague", "abort_suukan", "off"),
    ],
)
def test_anchors(preset: str, option: str, value: object) -> None:
    assert parse_rules(preset).to_object()[option] == value


@pytest.mark.parametrize(
    ("preset", "absent"),
    [
        ("majsoul_ranked_4p", {"kita_dora", "tsumo_loss", "tsumo_split"}),
        ("majsoul_3p", {"triple_ron_abort", "abort_suufon", "abort_suucha"}),
    ],
)
def test_options_of_the_other_number_of_players_are_absent(preset: str, absent: set[str]) -> None:
    rules = parse_rules(preset)
    assert not absent & rules.to_object().keys()
    assert all(getattr(rules, name) in (False, True, None) for name in absent)


def test_a_change_reaches_only_its_copy() -> None:
    taken = parse_rules("tenhou_4p").to_object()
    taken["uma"].append(1)
    assert parse_rules("tenhou_4p").to_object()["uma"] == [20, 10, -10, -20]
