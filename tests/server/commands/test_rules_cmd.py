"""`jantaku rules` (formats.md, "Commands")."""

import io
import json
from pathlib import Path

import pytest

from server.commands.rules_cmd import rules


def feed(monkeypatch: pytest.MonkeyPatch, text: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))


def test_answers_in_order(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    feed(
        monkeypatch,
        b'{"id": "a", "rules": {"preset": "wrc", "kuikae": "allowed"}}\n\n'
        b'{"id": 2, "rules": {"preset": "wrc", "kuikae": "often"}, "valid": false}\n'
        b'{"rules": "tenhou_3p"}',
    )
    assert rules() == 0
    out, err = capsys.readouterr()
    first, second, third = map(json.loads, out.splitlines())
    assert (first["id"], first["valid"], first["rules"]["kuikae"]) == ("a", True, "allowed")
    assert second == {
        "id": 2,
        "valid": False,
        "field": "kuikae",
        "message": 'kuikae is "often"; allowed: "forbidden", "suji_allowed", "allowed"',
    }
    assert (third["id"], third["rules"]["preset"]) == (None, "tenhou_3p")
    assert err == ""


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (b"{", "not JSON: "),
        (b"[" * 100_000, "not JSON: nested too deeply"),
        (b'{"rules": NaN}', "not JSON: "),
        (b'"\xff"', "not JSON: "),
        (b"[]", "a line must be an object"),
        (b'{"id": 1}', "a line must be an object"),
    ],
)
def test_bad_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: bytes, fault: str
) -> None:
    path = tmp_path / "rules.jsonl"
    path.write_bytes(b'{"id": 1, "rules": "wrc"}\n' + line + b'\n{"id": 3, "rules": "ema"}\n')
    assert rules(str(path)) == 2
    out, err = capsys.readouterr()
    answers = [json.loads(answer) for answer in out.splitlines()]
    assert [answer.get("valid") for answer in answers] == [True, None, True]
    assert answers[1]["line"] == 2
    assert answers[1]["error"].startswith(fault)
    assert err.startswith(f"jantaku: {path}:2: {fault}")
    assert err.count("\n") == 1


def test_several_bad_lines_are_one_line_on_stderr(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    feed(monkeypatch, b"[]\n[]\n[]\n")
    assert rules("-") == 2
    err = capsys.readouterr().err
    assert err.startswith("jantaku: -:1: ")
    assert err.endswith("(and 2 more bad lines)\n")


def test_unreadable_file_is_left_to_the_command_line(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        rules(str(tmp_path / "none.jsonl"))


def test_catalogue(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules(catalogue=True) == 0
    listed = json.loads(capsys.readouterr().out)
    assert {"name", "type", "allowed", "default", "description"} <= listed["options"][0].keys()


def test_the_catalogue_reads_no_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules("some.jsonl", catalogue=True) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "jantaku: rules: --catalogue reads no FILE, got 'some.jsonl'\n"
