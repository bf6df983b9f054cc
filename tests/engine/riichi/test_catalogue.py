"""The catalogue of options (formats.md, "jantaku rules --catalogue")."""

import json
from typing import Any

import pytest

from engine.riichi.catalogue import GROUPS, SENTENCES, catalogue
from engine.riichi.options import Options
from engine.riichi.presets import PRESETS
from engine.riichi.rules import parse_rules


@pytest.fixture(name="options")
def _options() -> dict[str, dict[str, Any]]:
    return {entry["name"]: entry for entry in json.loads(json.dumps(catalogue()))["options"]}


def test_lists_every_option_once(options: dict[str, dict[str, Any]]) -> None:
    assert sorted(options) == sorted([*Options.__struct_fields__, "kans_per_hand"])
    assert SENTENCES.keys() == GROUPS.keys()
    assert len(options) == sum(len(sentences) for sentences in SENTENCES.values())


def test_every_entry_is_complete(options: dict[str, dict[str, Any]]) -> None:
    for name, entry in options.items():
        assert entry["group"] in GROUPS, name
        assert entry["players"] in ([4, 3], [4], [3]), name
        assert entry["type"], name
        assert entry["allowed"], name
        assert entry["description"].endswith("."), name
        assert len(entry["description"].split()) > 3, name


@pytest.mark.parametrize("preset", PRESETS)
def test_defaults_are_those_of_the_presets(options: dict[str, dict[str, Any]], preset: str) -> None:
    full = parse_rules(preset).to_object()
    listed = {
        name: entry["default"][preset]
        for name, entry in options.items()
        if preset in entry["default"]
    }
    assert listed == {
        **{name: value for name, value in full.items() if name != "preset"},
        "kans_per_hand": 4,
    }


@pytest.mark.parametrize(
    ("option", "allowed"),
    [
        ("tobi", ["off", "below_zero", "zero_or_below"]),
        ("ippatsu", [False, True]),
        ("required_points", {"min": 100, "max": 200000, "step": 100, "or": [None]}),
        ("start_indicators", {"4": [1, 2, 3], "3": [1]}),
        ("tsumo_split", ["scale", "split_north", None]),
        ("kans_per_hand", [4]),
    ],
)
def test_allowed_values(options: dict[str, dict[str, Any]], option: str, allowed: object) -> None:
    assert options[option]["allowed"] == allowed
