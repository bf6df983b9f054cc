"""`jantaku score`: agreement with the shared hands, and refusal of what cannot be."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from server.commands.score_cmd import score
from tests.support.shared_data import CASES, SCORED_HANDS, require_shared

DORA = {"dora", "ura_dora", "aka_dora", "nukidora"}
HAND: dict[str, Any] = {
    "hand": ["2m", "3m", "4m", "4m", "5m", "6m", "6p", "7p", "8p", "2s", "3s", "9s", "9s"],
    "win_tile": "4s",
    "tsumo": True,
    "seat": 1,
}


Capture = pytest.CaptureFixture[str]


def run(tmp_path: Path, capsys: Capture, *lines: object) -> tuple[int, list[Any]]:
    file = tmp_path / "hands.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    code = score(str(file))
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def comparable(answer: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
    """The parts of an answer that `wanted` speaks of, yaku as sets."""
    found: dict[str, Any] = {}
    for field in wanted:
        if field in ("han", "fu") and wanted.get("yakuman"):
            found[field] = wanted[field]
        elif field == "yaku":
            found[field] = sorted(answer.get("yaku", []))
        elif field == "yaku_names":
            found[field] = sorted({name for name, _ in answer.get("yaku", [])} - DORA)
        else:
            found[field] = answer.get(field)
    return found


@pytest.mark.parametrize("file", [SCORED_HANDS, CASES / "score.jsonl"], ids=["hands", "cases"])
def test_agrees_with_the_shared_hands(file: Path, tmp_path: Path, capsys: Capture) -> None:
    lines = require_shared(file).read_text(encoding="utf-8").splitlines()
    given = [json.loads(line) for line in lines]
    code, answers = run(tmp_path, capsys, *(line["in"] for line in given))
    assert code == 0
    for line, answer in zip(given, answers, strict=True):
        wanted = line["out"]
        for field in ("yaku", "yaku_names"):
            if field in wanted:
                wanted[field] = sorted(wanted[field])
        assert comparable(answer, wanted) == wanted, line["id"]


def test_all_but_hand_and_tile_have_defaults(tmp_path: Path, capsys: Capture) -> None:
    code, answers = run(tmp_path, capsys, {"hand": HAND["hand"], "win_tile": "4s"})
    assert code == 0
    assert answers[0]["yaku"] == [["pinfu", 1]]
    assert answers[0]["deltas"] == [1500, -1500, 0, 0]


def test_bad_lines_are_answered_in_their_place(tmp_path: Path, capsys: Capture) -> None:
    code, answers = run(tmp_path, capsys, HAND, {**HAND, "win_tile": "0s"}, HAND)
    assert code == 2
    assert [sorted(answer)[0] for answer in answers] == ["deltas", "error", "deltas"]
    assert answers[1]["line"] == 2


@pytest.mark.parametrize(
    ("change", "mentions"),
    [
        ({"color": "red"}, "color"),
        ({"seat": "1"}, "seat"),
        ({"seat": 4}, "seat: 4"),
        ({"oya": -1}, "oya: -1"),
        ({"honba": -1}, "honba: -1"),
        ({"kyotaku": 1.5}, "kyotaku"),
        ({"bakaze": "P"}, "bakaze"),
        ({"win_tile": "?"}, "win_tile"),
        ({"win_tile": "5s7"}, "win_tile"),
        ({"hand": HAND["hand"][1:]}, "hand: 12 tiles"),
        ({"hand": ["4s"] * 4 + HAND["hand"][4:]}, "5 of 4s"),
        ({"hand": ["5p"] * 4 + HAND["hand"][4:]}, "4 of 5p"),
        ({"dora_markers": ["4s", "4s", "4s", "4s"]}, "5 of 4s"),
        ({"dora_markers": ["1z"]}, "dora_markers"),
        ({"dora_markers": ["1s"] * 6}, "dora_markers: 6"),
        ({"rules": {"preset": "nowhere"}}, "rules.preset"),
        ({"rules": {"preset": "mleague", "aka_dora": 0}, "win_tile": "5sr"}, "5sr is not in"),
        ({"rules": {"preset": "majsoul_3p"}}, "2m is not in"),
        ({"nukidora": 1}, "nukidora: 1"),
        ({"target": 2}, "target: 2"),
        ({"tsumo": False, "target": 1}, "target: 1 is the winner"),
        ({"tsumo": False, "target": 4}, "target: 4"),
        ({"ippatsu": True}, "ippatsu"),
        ({"rinshan": True}, "rinshan"),
        ({"tsumo": False, "haitei": True}, "haitei"),
        ({"houtei": True}, "houtei"),
        ({"chankan": True}, "chankan"),
        ({"ura_markers": ["1p"], "dora_markers": ["2p"]}, "ura_markers"),
        ({"riichi": True, "ura_markers": ["1p"]}, "ura_markers: 1"),
        ({"first_draw": True, "riichi": True}, "first_draw"),
        ({"first_draw": True, "haitei": True}, "first_draw"),
        ({"first_draw": True, "tsumo": False, "seat": 0}, "first_draw"),
        ({"melds": [{"type": "kan", "consumed": ["1m"]}]}, "melds"),
        ({"melds": [{"type": "chi", "pai": "1m", "consumed": ["2m"]}]}, "melds[0].consumed"),
        ({"melds": [{"type": "chi", "pai": "1m", "consumed": ["2m", "4m"]}]}, "not a sequence"),
        ({"melds": [{"type": "chi", "pai": "9m", "consumed": ["1p", "2p"]}]}, "not a sequence"),
        ({"melds": [{"type": "pon", "pai": "1m", "consumed": ["1m", "2m"]}]}, "one kind"),
        ({"melds": [{"type": "pon", "consumed": ["1m", "1m"]}]}, "melds[0].pai"),
        ({"melds": [{"type": "ankan", "pai": "1m", "consumed": ["1m"] * 4}]}, "melds[0].pai"),
        (
            {"melds": [{"type": "chi", "pai": "1m", "consumed": ["2m", "3m"], "target": 2}]},
            "melds[0].target: 2",
        ),
    ],
)
def test_refusals(
    change: dict[str, Any],
    mentions: str,
    tmp_path: Path,
    capsys: Capture,
) -> None:
    code, answers = run(tmp_path, capsys, {**HAND, **change})
    assert code == 2
    assert mentions in answers[0]["error"]
    assert answers[0]["line"] == 1


@pytest.mark.parametrize("line", ["", "null", "[]", "{", '{"hand": 1}', "\u0000"])
def test_what_is_no_object(line: str, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_text(f"{line}\n", encoding="utf-8")
    expected = 2 if line else 0
    assert score(str(file)) == expected
    assert ("error" in capsys.readouterr().out) == bool(line)


def test_chankan_takes_the_fourth_tile(tmp_path: Path, capsys: Capture) -> None:
    held = {**HAND, "tsumo": False, "chankan": True}
    _, answers = run(tmp_path, capsys, held, {**held, "win_tile": "9s"})
    assert ["chankan", 1] in answers[0]["yaku"]
    assert "chankan" in answers[1]["error"]


def test_the_first_fault_goes_to_stderr(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "hands.jsonl"
    file.write_text("{}\n[]\n", encoding="utf-8")
    assert score(str(file)) == 2
    caught = capsys.readouterr()
    assert len(caught.out.splitlines()) == 2
    assert caught.err.startswith(f"jantaku: {file}:1: ")
    assert caught.err.endswith("(and 1 more bad lines)\n")


def test_gzipped_lines(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "hands.jsonl.gz"
    file.write_bytes(gzip.compress(json.dumps(HAND).encode()))
    assert score(str(file)) == 0
    assert json.loads(capsys.readouterr().out)["fu"] == 20
