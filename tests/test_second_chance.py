"""A test that fails by chance is told of and does not stop CI; one that is broken does."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
CONFTEST = """
import pytest
from tests.support import second_chance

@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    second_chance.run(item, nextitem)
    return True

def pytest_report_teststatus(report):
    return second_chance.status(report)

def pytest_terminal_summary(terminalreporter):
    second_chance.summarize(terminalreporter)
"""
TESTS = """
import itertools
import pytest

runs = itertools.count(1)

@pytest.fixture
def run():
    return next(runs)

def test_late(run):
    assert run == 2, "too late"

def test_broken():
    assert not "whole"

def test_well():
    pass
"""


def run(folder: Path, *chosen: str, ci: str) -> tuple[int, str]:
    (folder / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    (folder / "test_it.py").write_text(TESTS, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-c", os.devnull, f"--rootdir={folder}"]
        + [f"{folder}/test_it.py::{name}" for name in chosen],
        env={**os.environ, "PYTHONPATH": str(ROOT), "CI": ci},
        capture_output=True,
        text=True,
        cwd=folder,
    )
    return done.returncode, done.stdout


def test_who_passes_then_is_listed(tmp_path: Path) -> None:
    code, said = run(tmp_path, "test_late", "test_well", ci="true")
    assert code == 0, said
    assert "UNSTEADY test_it.py::test_late" in said
    assert "too late" in said
    assert "2 passed, 1 unsteady" in said


def test_what_is_broken_fails(tmp_path: Path) -> None:
    code, said = run(tmp_path, "test_broken", "test_well", ci="true")
    assert code == 1
    assert "UNSTEADY" not in said
    assert "1 failed, 1 passed, 1 unsteady" in said


def test_outside_of_ci_nothing_is_run_twice(tmp_path: Path) -> None:
    code, said = run(tmp_path, "test_late", ci="")
    assert code == 1
    assert "1 failed" in said
    assert "unsteady" not in said
