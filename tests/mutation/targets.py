"""Which modules are mutated, and which tests try them in which order."""

from pathlib import Path
from typing import Final

MODULES: Final = (
    *(
        f"engine/riichi/{name}.py"
        for name in (
            "furiten", "kuikae", "windows", "claim", "pao", "dora", "fu", "score", "limits",
            "settlement", "progression", "results", "aborts", "declaration", "waiting", "ending",
        )
    ),
    "engine/riichi/yaku/",
)  # fmt: skip
"""Modules, and packages with a slash."""

_SLOW: Final = ("test_laws.py", "test_progression_laws.py")
_ELSEWHERE: Final = ("test_catalogue.py", "test_presets.py", "test_rules_")
"""Beginnings of the names of tests that never reach a module of these."""

_THOROUGH: Final = "test_random_rules.py"
"""Takes longer than all others together; left out where nobody asks for it."""
_ALSO: Final = ("tests/server/scenario/test_rounds.py", "tests/server/records/test_verify.py")
"""Tests elsewhere that hold the rules."""

_HINTS: Final = {
    "score": ("yaku",),
    "limits": ("score", "payment"),
    "settlement": ("pao_payments", "payment_tables"),
    "ending": ("open_windows", "settlement"),
    "declaration": ("waiting",),
    "claim": ("calls",),
    "windows": ("calls", "open_windows"),
    "furiten": ("open_windows",),
    "aborts": ("open_windows",),
    "pattern": ("yaku",),
}
"""Module -> words in the names of the tests that are likely to notice first, beside its own."""


def modules(tree: Path) -> list[str]:
    """All modules that are mutated, as paths below `tree`."""
    files: list[str] = []
    for name in MODULES:
        if name.endswith("/"):
            files += sorted(
                path.relative_to(tree).as_posix() for path in (tree / name).glob("*.py")
            )
        else:
            files.append(name)
    return files


def tests_for(tree: Path, file: str, thorough: bool) -> list[list[str]]:
    """List the tests in groups: those most likely to notice, the quick ones, the slow ones."""
    directory = tree / "tests/engine/riichi"
    below = directory.relative_to(tree).as_posix()
    path = Path(file)
    words = {path.stem, path.parent.name, *_HINTS.get(path.stem, ())}
    likely: list[str] = []
    quick: list[str] = []
    for name in sorted(path.name for path in directory.glob("test_*.py")):
        if name not in (*_SLOW, _THOROUGH) and not name.startswith(_ELSEWHERE):
            chosen = likely if any(word in name for word in words) else quick
            chosen.append(f"{below}/{name}")
    slow = [f"{below}/{name}" for name in (*_SLOW, *([_THOROUGH] if thorough else []))]
    return [group for group in (likely, [*quick, *_ALSO], slow) if group]
