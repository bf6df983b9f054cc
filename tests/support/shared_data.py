"""The shared contracts and data beside the repository, where they are there.

Tests that need them call `require_shared()` and are skipped, with the reason, on a machine that
has only the repository. `JANTAKU_SHARED` names another place.
"""

import os
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
"""The repository."""

SHARED: Final = Path(os.environ.get("JANTAKU_SHARED") or ROOT.parent / "shared")
"""The shared directory; may be missing, see `require_shared`."""

GAMES: Final = SHARED / "data" / "games"
"""Real games, one or more a file (`*.jsonl.gz`)."""

CASES: Final = SHARED / "data" / "cases"
"""Worked rule cases: `rules.jsonl`, `scenarios.json`, `score.jsonl`."""

SCORED_HANDS: Final = SHARED / "data" / "hands" / "scored.jsonl"
"""Hands with the value that independent implementations agree on."""

PRESETS: Final = SHARED / "rules" / "presets.json"
"""The rule options of every preset."""


def require_shared(path: Path = SHARED) -> Path:
    """Return `path`, or skip the calling test when it is not there."""
    if not path.exists():
        pytest.skip(
            f"needs {path.name}: the shared data is not beside the repository"
            " (JANTAKU_SHARED names another place)"
        )
    return path
