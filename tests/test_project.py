"""Laws of the project as a whole: sizes, names, locks, what the committed text may contain."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from server import __version__

ROOT = Path(__file__).resolve().parents[1]
THIS = "tests/test_project.py"
LOCKS = {
    "build": (),
    "run": ("run",),
    "test": ("run", "test"),
    "bench": ("run", "test", "bench"),
}


def tracked() -> list[str]:
    """Committed files and those about to be; where git cannot tell, all files of the parts."""
    git = shutil.which("git")
    if git is not None:
        listed = subprocess.run(
            [git, "-c", f"safe.directory={ROOT}", "ls-files", "-z"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        if listed.returncode == 0:
            # A file that is deleted but not yet committed is still listed.
            return [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]
    return [
        path.relative_to(ROOT).as_posix()
        for part in ("engine", "protocol", "server", "tests", "bench", "docs", "deploy")
        for path in (ROOT / part).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    ]


TRACKED = tracked()
PYTHON = [name for name in TRACKED if name.endswith(".py")]


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8", errors="replace")


def pyproject() -> dict[str, Any]:
    return tomllib.loads(text("pyproject.toml"))


def pins(lock: str) -> dict[str, Version]:
    found = re.findall(r"^([A-Za-z0-9._-]+)==(\S+)", text(f"requirements/{lock}.txt"), re.M)
    return {canonicalize_name(name): Version(version) for name, version in found}


def declared(part: str) -> list[Requirement]:
    project = pyproject()["project"]
    lines = project["dependencies"] if part == "run" else project["optional-dependencies"][part]
    return [Requirement(line) for line in lines]


def test_no_module_is_longer_than_400_lines() -> None:
    long = {name: lines for name in PYTHON if (lines := text(name).count("\n")) > 400}
    assert not long, "split these"


def test_no_module_is_a_drawer_for_everything() -> None:
    drawers = {"utils.py", "util.py", "helpers.py", "misc.py", "common.py"}
    assert not [name for name in PYTHON if name.rpartition("/")[2] in drawers]


def test_nothing_is_left_unfinished() -> None:
    marks = re.compile(r"\b(TODO|FIXME|XXX|NotImplementedError)\b")
    assert not [name for name in PYTHON if name != THIS and marks.search(text(name))]


# Where somebody's machine would show, and where packages come from: the one is nobody's business,
# the other is a setting of the machine that installs.
BANNED = re.compile(
    r"/(work|home|Users|root|opt/(wheels|pypi))/(?!\$)|\bpyenv\b"
    r"|\b(pypi\.org|files\.pythonhosted\.org|registry\.npmjs\.org|proxy\.golang\.org)\b"
    r"|(index-url|find-links|trusted-host)[= ]\S*://"
)


def test_no_machine_and_no_package_index_is_named() -> None:
    found = [
        f"{name}:{number}: {match.group()}"
        for name in TRACKED
        if name != THIS
        for number, line in enumerate(text(name).splitlines(), 1)
        if (match := BANNED.search(line))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("lock", sorted(LOCKS))
def test_locks_hold_every_declared_dependency_within_its_bounds(lock: str) -> None:
    pinned = pins(lock)
    wanted = [requirement for part in LOCKS[lock] for requirement in declared(part)]
    if lock == "build":
        wanted = [Requirement(line) for line in pyproject()["build-system"]["requires"]]
    for requirement in wanted:
        version = pinned.get(canonicalize_name(requirement.name))
        assert version is not None, f"{requirement.name} is not locked: run `make lock`"
        assert version in requirement.specifier, f"{requirement} is locked as {version}"


@pytest.mark.parametrize("lock", sorted(LOCKS))
def test_locks_are_hashed_and_name_no_place(lock: str) -> None:
    content = text(f"requirements/{lock}.txt")
    assert "://" not in content
    assert "--find-links" not in content
    for entry in re.split(r"\n(?=\S)", content.strip()):
        if not entry.startswith("#"):
            assert "--hash=sha256:" in entry, entry


def test_locks_agree_with_one_another() -> None:
    versions: dict[str, Version] = {}
    for lock in LOCKS:
        for name, version in pins(lock).items():
            assert versions.setdefault(name, version) == version, name


def test_dependencies_have_bounds_on_both_sides() -> None:
    for part in ("run", "test", "bench"):
        for requirement in declared(part):
            operators = {specifier.operator for specifier in requirement.specifier}
            assert operators == {"=="} or {">=", "<"} <= operators, str(requirement)


def test_the_readme_shows_the_two_commands() -> None:
    lines = text("README.md").splitlines()
    assert "make serve" in lines
    assert "make test" in lines


def test_the_changelog_knows_this_version() -> None:
    assert re.search(rf"^## \[{re.escape(__version__)}\]", text("CHANGELOG.md"), re.M)


def test_links_between_pages_lead_somewhere() -> None:
    broken = [
        f"{name}: {target}"
        for name in TRACKED
        if name.endswith(".md")
        for target in re.findall(r"\]\(([^)#\s]+)", text(name))
        if "://" not in target and not (ROOT / name).parent.joinpath(target).exists()
    ]
    assert not broken, "\n".join(broken)
