"""Options together: senseless combinations, implications, derived facts, what is not built."""

from typing import Any, get_args, get_type_hints

import pytest

from engine.core.errors import BadRules, NotBuilt
from engine.riichi import rules as rules_module
from engine.riichi.checks import OneOf
from engine.riichi.option_checks import CHECKS
from engine.riichi.options import MAJSOUL_LOCAL_YAKU, Options
from engine.riichi.rules import Rules, parse_rules

FOUR, THREE = "majsoul_friend_4p", "majsoul_3p"


def made(preset: str = FOUR, **options: Any) -> Rules:
    return parse_rules({"preset": preset, **options})


@pytest.mark.parametrize(
    ("preset", "options", "field"),
    [
        # formats.md: required_points < start_points; riichi.md 4.1
        (FOUR, {"required_points": 24900}, "required_points"),
        (FOUR, {"start_points": 30100}, "required_points"),
        (FOUR, {"ceiling_points": 25000}, "ceiling_points"),
        (FOUR, {"start_points": 30000, "ceiling_points": 29000}, "ceiling_points"),
        # Without tsumo loss north's part is paid somehow (4.5)
        (THREE, {"tsumo_split": None}, "tsumo_split"),
        ("tenhou_3p", {"tsumo_loss": False, "tsumo_split": None}, "tsumo_split"),
        # A hand without hatsu cannot be both no yakuman and a double one
        (
            FOUR,
            {"ryuuiisou_requires_hatsu": True, "ryuuiisou_pure_double": True},
            "ryuuiisou_pure_double",
        ),
        # 11: paarenchan forces two_han_from_honba = 5
        (
            FOUR,
            {"local_yaku": ["paarenchan"], "two_han_from_honba": 4},
            "two_han_from_honba",
        ),
        (FOUR, {"local_yaku": ["renhou"], "renhou": "off"}, "renhou"),
    ],
)
def test_senseless(preset: str, options: dict[str, Any], field: str) -> None:
    """R1.19, R10.2, R10.3."""
    with pytest.raises(BadRules) as caught:
        made(preset, **options)
    assert caught.value.field == field
    assert caught.value.message.startswith(f"{field} is ")
    assert "allowed" in caught.value.message


@pytest.mark.parametrize(
    "options",
    [
        {"required_points": 25000},
        {"start_points": 30000},
        {"start_points": 40000, "required_points": None},
        {"length": "one_round", "extension": True},
        {"required_points": None, "extension": True},
        {"kan_dora": False},
        {"ura_dora": False},
    ],
)
def test_harmless(options: dict[str, Any]) -> None:
    made(**options)


@pytest.mark.parametrize(
    ("options", "renhou"),
    [
        # riichi.md 4.5 local_yaku
        ({}, "off"),
        ({"local_yaku": True}, "yakuman"),
        ({"local_yaku": True, "renhou": "off"}, "off"),
        ({"local_yaku": True, "renhou": "mangan"}, "mangan"),
        ({"local_yaku": ["renhou"]}, "yakuman"),
        ({"local_yaku": ["renhou"], "renhou": "baiman"}, "baiman"),
        ({"local_yaku": ["kanburi"]}, "off"),
        ({"local_yaku": []}, "off"),
    ],
)
def test_renhou_in_force(options: dict[str, Any], renhou: str) -> None:
    rules = made(**options)
    assert rules.renhou == rules.to_object()["renhou"] == renhou
    assert parse_rules(rules.to_object()) == rules


def test_local_list_keeps_the_renhou_of_the_preset() -> None:
    assert made("wrc", local_yaku=["kanburi"]).renhou == "mangan"


@pytest.mark.parametrize(
    ("local_yaku", "names"),
    [
        (False, frozenset()),
        (True, MAJSOUL_LOCAL_YAKU),
        ([], frozenset()),
        (["suurenkou", "renhou"], frozenset({"suurenkou"})),
    ],
)
def test_local_yaku_in_force(local_yaku: object, names: frozenset[str]) -> None:
    assert made(local_yaku=local_yaku).local_yaku_names == names


def test_mahjong_soul_list() -> None:
    """riichi.md 11: thirteen yaku besides renhou; daisuurin is, suurenkou is not among them."""
    assert len(MAJSOUL_LOCAL_YAKU) == 13
    assert "daisuurin" in MAJSOUL_LOCAL_YAKU
    assert "suurenkou" not in MAJSOUL_LOCAL_YAKU


def test_paarenchan_forces_two_han() -> None:
    assert made(local_yaku=["paarenchan"]).two_han_from_honba == 5


def test_tsumo_split_starts_from_scale_where_tsumo_loss_is_switched_off() -> None:
    """riichi.md 4, "n/a": what a preset does not know starts from the first column."""
    assert made("tenhou_3p", tsumo_loss=False).tsumo_split == "scale"
    assert made("tenhou_3p", tsumo_loss=False, tsumo_split="split_north").tsumo_split == (
        "split_north"
    )


@pytest.mark.parametrize(
    ("preset", "aka_dora", "by_suit"),
    [
        (FOUR, 0, (0, 0, 0)),
        (FOUR, 3, (1, 1, 1)),
        (FOUR, 4, (1, 2, 1)),
        (FOUR, 6, (2, 2, 2)),
        (FOUR, 8, (2, 4, 2)),
        (FOUR, {"m": 0, "p": 2, "s": 1}, (0, 2, 1)),
        (THREE, 2, (0, 1, 1)),
        (THREE, {"p": 3}, (0, 3, 0)),
    ],
)
def test_aka_by_suit(preset: str, aka_dora: object, by_suit: tuple[int, int, int]) -> None:
    assert made(preset, aka_dora=aka_dora).aka_by_suit == by_suit


def test_thinking_time() -> None:
    rules = made(thinking_time="300+0")
    assert (rules.base_seconds, rules.bank_seconds) == (300, 0)
    assert (made().base_seconds, made().bank_seconds) == (5, 20)


def test_dealer_after_abort() -> None:
    assert made().dealer_after("suufon") == "keep"
    assert made(abort_dealer="rotate").dealer_after("suufon") == "rotate"
    by_abort = made(abort_dealer={"suufon": "rotate"})
    assert by_abort.dealer_after("suufon") == "rotate"
    assert by_abort.dealer_after("kyuushu") == "keep"
    assert hash(by_abort) == hash(made(abort_dealer={"suufon": "rotate"}))


def test_values_excluded_by_the_number_of_players_change_nothing() -> None:
    four, three = made(), made(THREE)
    assert (four.kita_dora, four.tsumo_loss, four.tsumo_split) == (False, True, None)
    assert (three.triple_ron_abort, three.abort_suufon, three.abort_suucha) == (False,) * 3


def test_what_is_not_built_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rules_module.NOT_BUILT, "open_riichi", lambda value: value == "on")
    monkeypatch.setitem(rules_module.NOT_BUILT, "preset", lambda value: value == "ema")
    made(open_riichi="off")
    with pytest.raises(NotBuilt, match='open_riichi is "on", which is not built') as option:
        made(open_riichi="on")
    assert option.value.field == "open_riichi"
    with pytest.raises(NotBuilt) as preset:
        made("ema")
    assert preset.value.field == "preset"


def test_a_bad_value_of_an_unbuilt_option_is_just_bad(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rules_module.NOT_BUILT, "open_riichi", lambda value: value == "on")
    with pytest.raises(BadRules) as caught:
        made(open_riichi="maybe")
    assert not isinstance(caught.value, NotBuilt)


def test_every_option_has_a_check_that_fits_its_type() -> None:
    hints = get_type_hints(Options)
    assert list(CHECKS[3]) == list(CHECKS[4]) == list(hints)
    for option, check in CHECKS[4].items():
        literals = set(get_args(hints[option]))
        if isinstance(check, OneOf) and hints[option] is not bool and option != "tsumo_split":
            assert set(check.values) == literals, option
