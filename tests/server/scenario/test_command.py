"""`jantaku scenario`: lines, counts and exit codes."""

import json
from pathlib import Path

import pytest

from server.commands.scenario_cmd import scenario
from tests.server.scenario.scripts import cut, script

GOOD = {**script(cut(0, "W"), draws=["W"]), "id": "good"}
BAD = {**script({"skip": 1}, {"game_over": True}), "id": "bad"}


def written(path: Path, content: object) -> Path:
    path.write_text(json.dumps(content))
    return path


def test_lines_and_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = written(tmp_path / "one.json", GOOD)
    two = written(tmp_path / "two.json", [BAD, GOOD])
    assert scenario(one) == 0
    assert capsys.readouterr().out == "PASS good\n1 passed, 0 failed\n"
    assert scenario(one, two) == 1
    assert capsys.readouterr().out.splitlines() == [
        "PASS good",
        "FAIL bad: step 2: expected game_over true, found false",
        "PASS good",
        "2 passed, 1 failed",
    ]


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path / "file.json", [GOOD, BAD])
    assert scenario(file, as_json=True) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["passed"], answer["failed"], answer["skipped"]) == (1, 1, 0)
    assert [result["status"] for result in answer["results"]] == ["passed", "failed"]
    assert answer["results"][1]["step"] == 2


def test_a_bad_file_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = written(tmp_path / "good.json", GOOD)
    file = written(tmp_path / "file.json", [GOOD, {**BAD, "live": "12"}])
    assert scenario(good, file) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == f'jantaku: {file}: scenario bad: live: "12"; allowed: 1 to 70\n'


def test_no_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert scenario() == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_an_id_with_a_line_break_stays_on_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert scenario(written(tmp_path / "one.json", {**GOOD, "id": "a\nb"})) == 0
    assert capsys.readouterr().out == "PASS a b\n1 passed, 0 failed\n"
