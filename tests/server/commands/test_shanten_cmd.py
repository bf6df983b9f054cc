"""`jantaku shanten`: answers, and what is wrong with a bad line."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from server.commands.shanten_cmd import HandError, measure, shanten

TENPAI = ["1m", "2m", "3m", "5mr", "5m", "4p", "5p", "6p", "7s", "8s", "9s", "E", "E"]


def test_a_tenpai_hand() -> None:
    assert measure({"hand": TENPAI, "melds": 0}) == {
        "shanten": 0,
        "waits": ["5m", "E"],
        "ukeire": {"5m": 2, "E": 2},
    }


@pytest.mark.parametrize(
    ("hand", "melds", "expected"),
    [
        ([*TENPAI, "E"], 0, {"shanten": -1, "waits": [], "ukeire": {}}),
        (["C"], 4, {"shanten": 0, "waits": ["C"], "ukeire": {"C": 3}}),
        # With a tile to go: what lowers the distance in exchange for it.
        (["1m", "2m", "4m", "4m", "P"], 3, {"shanten": 0, "waits": [], "ukeire": {"3m": 4}}),
        (["1m", "2m", "4m", "4m", "P"], None, {"shanten": 0, "waits": [], "ukeire": {"3m": 4}}),
    ],
)
def test_other_sizes(hand: list[str], melds: int | None, expected: dict[str, Any]) -> None:
    question = {"hand": hand} if melds is None else {"hand": hand, "melds": melds}
    assert measure(question) == expected


def test_a_wait_on_the_fifth_tile_is_no_tenpai() -> None:
    answer = measure({"hand": ["1m"] * 4, "melds": 3})
    assert answer["shanten"] == 1
    assert answer["waits"] == []
    assert "1m" not in answer["ukeire"]


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ([], "an object"),
        ({}, "hand: None"),
        ({"hand": "1m"}, "hand: '1m'"),
        ({"hand": ["1m", "0m"]}, "'0m' is not a tile"),
        ({"hand": ["1m", 2]}, "2 is not a tile"),
        ({"hand": ["?"]}, r"'\?' is not a tile"),
        ({"hand": ["1m"] * 5}, "5 of 1m"),
        ({"hand": ["1m", "2m", "3m"]}, "3 tiles"),
        ({"hand": []}, "0 tiles"),
        ({"hand": ["C"], "melds": 3}, "1 tiles with 3 melds; allowed: 4 or 5"),
        ({"hand": ["C"], "melds": 5}, "melds: 5"),
        ({"hand": ["C"], "melds": True}, "melds: True"),
        ({"hand": ["C"], "meld": 4}, "meld: unknown field"),
    ],
)
def test_what_is_no_hand(question: object, message: str) -> None:
    with pytest.raises(HandError, match=message):
        measure(question)


@pytest.mark.parametrize("name", ["hands.jsonl", "hands.jsonl.gz"])
def test_a_bad_line_is_answered_in_its_place(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = json.dumps({"hand": ["C"], "melds": 4})
    path = tmp_path / name
    text = f"{good}\nnonsense\n\n{good}\n".encode()
    path.write_bytes(gzip.compress(text) if name.endswith(".gz") else text)
    assert shanten(str(path)) == 2
    shown = capsys.readouterr()
    answers = [json.loads(line) for line in shown.out.splitlines()]
    assert [answer.get("shanten") for answer in answers] == [0, None, 0]
    assert answers[1]["line"] == 2
    assert "not JSON" in answers[1]["error"]
    assert shown.err.count("\n") == 1
    assert f"{name}:2: not JSON" in shown.err


def test_all_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_text(json.dumps({"hand": ["C"], "melds": 4}))
    assert shanten(str(path)) == 0
    assert capsys.readouterr().err == ""
