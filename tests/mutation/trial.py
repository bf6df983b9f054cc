"""Trying one mutant: the tests run in a forked process, on a copy of the tree.

What the tests need besides the project is imported once, before the first fork. The working tree
is never written to.
"""

import enum
import os
import resource
import shutil
import signal
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from tests.mutation.operators import Mutant

_PROJECT: Final = ("bench", "engine", "protocol", "server", "tests")
_ALSO_COPIED: Final = ("pyproject.toml", "docs", "README.md")
_ARGUMENTS: Final = (
    *("-x", "-q", "-p", "no:cacheprovider"),
    # Plugins are imported before the fork.
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
)
_NOWHERE: Final = "/nonexistent"
_WALL_SECONDS: Final = 10
"""A second of processor time may take so many on a busy machine."""


class Verdict(enum.StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    TIMEOUT = "timeout"
    SURVIVED = "survived"


class Tree:
    """A copy of the project in a directory of its own."""

    def __init__(self, source: Path, place: Path) -> None:
        self.place = place
        self._writes = 0
        skip = shutil.ignore_patterns("__pycache__", "node_modules")
        for name in (*_PROJECT, *_ALSO_COPIED):
            if (source / name).is_dir():
                shutil.copytree(source / name, place / name, ignore=skip)
            else:
                shutil.copy(source / name, place / name)

    def read(self, file: str) -> str:
        """Return a module's source."""
        return (self.place / file).read_text(encoding="utf-8")

    def write(self, file: str, text: str) -> None:
        """Replace a module; its compiled form never passes for that of the text before."""
        path = self.place / file
        path.write_text(text, encoding="utf-8")
        # Compiled files are known by size and whole seconds: no two writes share a second.
        self._writes += 1
        stamp = 1_000_000_000 + 2 * self._writes
        os.utime(path, (stamp, stamp))

    def try_mutant(
        self, mutant: Mutant, tests: Sequence[Sequence[str]], seconds: int, shared: Path | None
    ) -> Verdict:
        """Run groups of tests against a mutant, up to the first failure."""
        original = self.read(mutant.file)
        self.write(mutant.file, mutant.text)
        try:
            return self.run(tests, seconds, shared)
        finally:
            self.write(mutant.file, original)

    def run(self, tests: Sequence[Sequence[str]], seconds: int, shared: Path | None) -> Verdict:
        """Run groups of tests, up to a failure, within so many seconds of processor time."""
        child = os.fork()
        if child == 0:
            self._run_here(tests, seconds, shared)
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            late = os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGALRM)
            return Verdict.TIMEOUT if late else Verdict.KILLED
        return Verdict.KILLED if os.WEXITSTATUS(status) else Verdict.SURVIVED

    def _run_here(self, tests: Sequence[Sequence[str]], seconds: int, shared: Path | None) -> None:
        """Become a process that runs the tests; never returns."""
        code: int = pytest.ExitCode.INTERNAL_ERROR
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
            signal.alarm(seconds * _WALL_SECONDS)
            with (self.place / "output.txt").open("w", encoding="utf-8") as output:
                os.dup2(output.fileno(), 1)
                os.dup2(output.fileno(), 2)
            os.chdir(self.place)
            # Repeatable examples, and no shared data unless they were asked for.
            os.environ.update(CI="1", JANTAKU_SHARED=str(shared or _NOWHERE))
            _forget_project(self.place)
            for group in tests:
                code = pytest.main([*_ARGUMENTS, *group])
                if code:
                    break
        except BaseException:
            traceback.print_exc()
        finally:
            # Nothing of the parent's may run here, whatever has happened.
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)


def _forget_project(place: Path) -> None:
    """Import the project anew, from `place`."""
    for name in [name for name in sys.modules if name.split(".")[0] in _PROJECT]:
        del sys.modules[name]
    sys.path[:] = [str(place), *(path for path in sys.path if not _holds_project(path))]
    sys.path_importer_cache.clear()


def _holds_project(path: str) -> bool:
    return (Path(path) / "engine" / "riichi").is_dir()
