"""How the commands that answer line by line read their input."""

import gzip
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from server.commands.rules_cmd import rules
from server.commands.score_cmd import score
from server.commands.shanten_cmd import shanten

Capture = pytest.CaptureFixture[str]
Command = Callable[[str | None], int]

HAND = '["1m","2m","3m","4m","5m","6m","7m","8m","9m","1p","1p","2s","3s"]'
COMMANDS = pytest.mark.parametrize(
    ("command", "good"),
    [
        (score, f'{{"hand":{HAND},"win_tile":"4s"}}'),
        (shanten, f'{{"hand":{HAND}}}'),
        (rules, '{"id":1,"rules":"wrc"}'),
    ],
    ids=["score", "shanten", "rules"],
)


def answers(capsys: Capture) -> list[bool]:
    """Whether each answer is one (not an error)."""
    return ["error" not in json.loads(line) for line in capsys.readouterr().out.splitlines()]


@COMMANDS
def test_byte_order_mark_windows_line_ends_and_blank_lines(
    command: Command, good: str, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + f"{good}\r\n\r\n \n{good}".encode())
    assert command(str(path)) == 0
    assert answers(capsys) == [True, True]


@COMMANDS
@pytest.mark.parametrize("named", ["-", None])
def test_standard_input(
    command: Command,
    good: str,
    named: str | None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(good.encode())))
    assert command(named) == 0
    assert answers(capsys) == [True]


@COMMANDS
def test_an_empty_file_is_no_fault(
    command: Command, good: str, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "empty.jsonl"
    path.touch()
    assert command(str(path)) == 0
    assert answers(capsys) == []


@COMMANDS
@pytest.mark.parametrize(
    "deep",
    [
        "[" * 100_000,
        '{"rules":' + "[" * 100_000 + "]" * 100_000 + ',"hand":[],"win_tile":"1m"}',
    ],
    ids=["array", "field"],
)
def test_nesting_without_end_is_a_bad_line_like_any_other(
    command: Command, good: str, deep: str, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_text(f"{deep}\n{good}\n", encoding="utf-8")
    assert command(str(path)) == 2
    out, err = capsys.readouterr()
    first, second = map(json.loads, out.splitlines())
    assert first["line"] == 1
    assert "error" not in second
    assert err.startswith(f"jantaku: {path}:1: ")
    assert err.count("\n") == 1


@COMMANDS
@pytest.mark.parametrize("damage", ["cut", "garbled", "no gzip at all"])
def test_damaged_gzip(
    command: Command, good: str, damage: str, tmp_path: Path, capsys: Capture
) -> None:
    packed = gzip.compress(f"{good}\n".encode() * 50)
    path = tmp_path / "lines.jsonl.gz"
    path.write_bytes(
        {
            "cut": packed[: len(packed) // 2],
            "garbled": packed[:12] + bytes(reversed(packed[12:])),
            "no gzip at all": good.encode(),
        }[damage]
    )
    assert command(str(path)) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"jantaku: {path}: damaged gzip file: ")
    assert err.count("\n") == 1
