"""The command line as a user meets it: help, mistakes, exit codes, what gets imported."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cyclopts import App

from server import __version__, cli

ROOT = Path(__file__).resolve().parents[2]


def jantaku(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "server", *arguments],
        cwd=ROOT,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def one_line(text: str) -> str:
    assert text.startswith("jantaku: ")
    assert text.endswith("\n")
    assert text.count("\n") == 1
    assert "Traceback" not in text
    return text


@pytest.mark.parametrize("arguments", [[], ["-h"], ["--help"]])
def test_help_names_every_command(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(arguments) == 0
    shown = capsys.readouterr().out
    for name in cli.COMMANDS:
        assert f" {name} " in shown


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--version"]) == 0
    assert capsys.readouterr().out.strip() == __version__


@pytest.mark.parametrize("name", sorted(cli.COMMANDS))
def test_each_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run([name, "-h"]) == 0
    shown = capsys.readouterr().out
    assert f"jantaku {name}" in shown
    # The docstring of the command, or the help of one that has others below it: more than its name
    # and its parameters.
    command = cli.load_command(name)
    explained = command.help if isinstance(command, App) else command.__doc__
    assert explained is not None
    assert explained.split()[0] in shown


def test_an_unknown_command_names_those_that_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["verfy"]) == 2
    message = one_line(capsys.readouterr().err)
    assert "'verfy'" in message
    assert "verify" in message


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--bogus"], "--bogus"),
        (["rules", "--bogus"], "--bogus"),
        (["export"], "SOURCE"),
        (["export", "one", "two"], "two"),
        (["shanten", "no-such-file.jsonl"], "no-such-file.jsonl"),
    ],
)
def test_bad_arguments_are_one_line_and_exit_code_2(
    arguments: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(arguments) == 2
    assert named in one_line(capsys.readouterr().err)


def test_an_interrupt_ends_quietly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted() -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "load_command", lambda _name: interrupted)
    assert cli.run(["rules"]) == 130
    assert capsys.readouterr().err == ""


def test_a_reader_that_has_gone_ends_the_command_quietly() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        result = subprocess.run(
            [sys.executable, "-m", "server", "rules", "--catalogue"],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=writing,
            stderr=subprocess.PIPE,
            timeout=300,
            check=False,
        )
    finally:
        os.close(writing)
    assert result.returncode == 141
    assert result.stderr == b""


def test_the_module_and_the_function_are_the_same_command() -> None:
    result = jantaku("shanten", stdin='{"hand":["1m"]}\n')
    assert result.returncode == 0
    assert '"shanten":0' in result.stdout


def test_json_is_utf_8_whatever_the_system_writes() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "server", "rules"],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        input='{"id":"\u96c0","rules":"wrc"}\n'.encode(),
        capture_output=True,
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith('{"id":"\u96c0"'.encode())


def test_a_bad_line_gives_exit_code_2_through_the_shell() -> None:
    result = jantaku("shanten", stdin="nonsense\n")
    assert result.returncode == 2
    one_line(result.stderr)


def test_the_exit_code_of_a_command_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def failed() -> int:
        """Fail a check."""
        return 1

    monkeypatch.setattr(cli, "load_command", lambda _name: failed)
    assert cli.run(["verify"]) == 1


def test_rules_do_not_import_the_server() -> None:
    script = (
        "import sys; from server import cli; assert cli.run(['rules']) == 0;"
        "sys.exit(' '.join({'websockets', 'sqlite3', 'structlog'} & set(sys.modules)) or 0)"
    )
    result = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, result.stderr


def test_main_leaves_with_the_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["jantaku", "--version"])
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert left.value.code == 0
