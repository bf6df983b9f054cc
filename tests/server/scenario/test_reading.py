"""Scenario files that cannot be run: one clear line each."""

import json
from pathlib import Path
from typing import Any

import pytest

from server.scenario import ScenarioError, load_scenarios, read_scenario
from tests.server.scenario.scripts import script


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"id": ""}, 'id: ""'),
        ({"id": None}, "id: null"),
        ({"rules": None}, "rules.rules"),
        ({"rules": {"preset": "nowhere"}}, "rules.preset.*nowhere"),
        ({"rules": {"preset": "wrc", "kuikae": "often"}}, "rules.kuikae.*often"),
        ({"steps": None}, "steps: null; allowed: a list"),
        ({"hands": [None] * 3}, "hands: 3 hands; allowed: 4"),
        ({"hands": [["1m"] * 14, None, None, None]}, r"hands\[0\]: 14 tiles"),
        ({"hands": [["0m"], None, None, None]}, r"hands\[0\]\[0\]: '0m' is not a tile"),
        ({"hands": [["1m"] * 5, None, None, None]}, "tiles: 1m is named 5 times.*: 4"),
        ({"hands": [["5m"] * 4, None, None, None]}, "tiles: 5m is named 4 times.*: 3"),
        ({"hands": [["5mr"], ["5mr"], None, None]}, "tiles: 5mr is named 2 times.*: 1"),
        ({"draws": "1m"}, 'draws: "1m"; allowed: a list'),
        ({"draws": [7]}, r"draws\[0\]: 7 is not a tile"),
        ({"draws": ["1m", "2m"], "live": 1}, "draws: 2 tiles; allowed: up to 1"),
        ({"rinshan": ["1m"] * 5}, "rinshan: 5 tiles; allowed: up to 4"),
        ({"dora_markers": [None] * 6}, "dora_markers: 6 tiles; allowed: up to 5"),
        ({"live": 0}, "live: 0; allowed: 1 to 70"),
        ({"live": True}, "live: true"),
        ({"round": {"bakaze": "P"}}, 'round.bakaze: "P"; allowed: E, S, W, N'),
        ({"round": {"kyoku": 5}}, "round.kyoku: 5; allowed: 1 to 4"),
        ({"round": {"honba": -1}}, "round.honba: -1"),
        ({"round": {"scores": [1, 2]}}, "round.scores: 2 scores; allowed: 4"),
        ({"round": {"scores": [1, 2, 3, "4"]}}, r'round.scores\[3\]: "4"'),
        ({"round": {"honbas": 1}}, "round.honbas: unknown field; allowed: bakaze"),
    ],
)
def test_what_is_no_scenario(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ScenarioError, match=message):
        read_scenario({**script(), **fields})


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ([], r"steps\[0\]: \[\]; allowed: an object"),
        ({}, r"steps\[0\]: 0 keys; allowed: one of do, skip"),
        ({"do": {}, "skip": 1}, "2 keys"),
        ({"dont": {}}, '"dont"; allowed: do, skip'),
        ({"do": {"type": "dahai", "pai": "1m"}}, r"steps\[0\].do.actor: null; allowed: 0 to 3"),
        ({"do": {"actor": 4, "type": "none"}}, "actor: 4"),
        ({"do": {"actor": 0, "type": "discard"}}, 'do.type: "discard"; allowed: dahai'),
        ({"do": {"actor": 0, "type": {}}}, "do.type: {}"),
        ({"do": {"actor": 0, "type": "dahai", "tile": "1m"}}, "do.tile: unknown field"),
        ({"do": {"actor": 0, "type": "dahai", "pai": "1z"}}, "do.pai: '1z' is not a tile"),
        ({"do": {"actor": 0, "type": "pon", "target": 9}}, "do.target: 9"),
        (
            {"refused": {"actor": 0, "type": "chi", "consumed": ["1m", "?"]}},
            r"refused.consumed\[1\]",
        ),
        ({"skip": 0}, "skip: 0; allowed: 1 to"),
        ({"until": {}}, "until: {}; allowed: live, actor, tsumo"),
        ({"until": {"draw": 1}}, "until.draw: unknown field"),
        ({"until": {"tsumo": {"pai": "1m"}}}, "until.tsumo.actor: null"),
        ({"offered": {"type": "pon"}}, "offered.actor: null"),
        ({"offered": {"actor": 0, "exact": True}}, "exact and options; allowed: both"),
        ({"offered": {"actor": 0, "exact": 1, "options": []}}, "offered.exact: 1"),
        (
            {"offered": {"actor": 0, "exact": True, "options": [{"type": "x"}]}},
            r"offered.options\[0\].type",
        ),
        ({"not_offered": {"actor": 0, "type": "pon", "yaku": []}}, "not_offered.yaku: unknown"),
        ({"event": {"actor": 0}}, "event.type: null; allowed: start_game"),
        ({"event": {"type": "hora", "hans": 3}}, "event.hans: unknown field; allowed: type, actor"),
        ({"event": {"type": ["hora"]}}, r"event.type: \["),
        ({"no_event": {"type": "pong"}}, 'no_event.type: "pong"'),
        ({"state": {"score": 1}}, "state.score: unknown field; allowed: scores"),
        ({"state": {"waits": {"4": []}}}, "state.waits.4: unknown field"),
        ({"state": {"furiten": [True]}}, "state.furiten: "),
        ({"game_over": {"rank": []}}, "game_over.rank: unknown field"),
        ({"game_over": {"ranks": [1]}}, r"game_over.ranks: \[1\]; allowed: 4 numbers"),
    ],
)
def test_what_is_no_step(step: object, message: str) -> None:
    with pytest.raises(ScenarioError, match=message):
        read_scenario({**script(), "steps": [step]})


def test_two_tiles_in_one_place() -> None:
    kans = [{"do": {"actor": 0, "type": "ankan"}}] * 3
    fields: dict[str, Any] = {
        "live": 3,
        "draws": ["1p", "2p", "3p"],
        "dora_markers": ["1s", "2s", "3s", "4s"],
    }
    with pytest.raises(ScenarioError, match=r"dora_markers\[3\]: its place in the wall is taken"):
        read_scenario(script(*kans, preset="majsoul_3p", **fields))
    # Without three kans nobody turns the fourth indicator.
    read_scenario(script(preset="majsoul_3p", **fields))


def test_other_top_level_keys_are_ignored() -> None:
    read_scenario({**script(), "title": 1, "note": None, "uncertain": True})


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        ("[" * 100_000, "not JSON: nested too deeply"),
        ("3", "number 1: scenario: 3; allowed: an object"),
        (json.dumps([script(), {**script(), "id": "second", "live": 0}]), "scenario second: live"),
    ],
)
def test_files(content: str | bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(ScenarioError, match=message):
        load_scenarios(path)


def test_a_file_holds_one_scenario_or_several(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    path.write_text(json.dumps(script()))
    assert len(load_scenarios(path)) == 1
    path.write_text(json.dumps([script(), script()]))
    assert len(load_scenarios(path)) == 2
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(script()).encode())
    assert len(load_scenarios(path)) == 1
