"""docs/security.md names tests that exist, and each message has the tests that walk all of them."""

import re
from pathlib import Path

import pytest

from protocol.unions import CLIENT_TYPES
from tests.security.town import EXAMPLES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", PAGE)))
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith("| threat")
]


@pytest.mark.parametrize(("file", "test"), NAMED, ids=lambda part: str(part))
def test_named_tests_exist(file: str, test: str) -> None:
    source = (ROOT / file).read_text(encoding="utf-8")
    if test:
        assert re.search(rf"^(async )?def {test}\(", source, re.MULTILINE), f"{file}::{test}"


def test_every_threat_has_a_measure_and_a_test() -> None:
    assert len(ROWS) > 35
    for row in ROWS:
        threat, measure, test = row
        assert threat
        assert measure
        assert re.fullmatch(r"`tests/[\w/]+\.py::test_\w+`(, `tests/[\w/]+\.py::test_\w+`)*", test)


def test_every_message_is_tried() -> None:
    assert set(EXAMPLES) == set(CLIENT_TYPES)
