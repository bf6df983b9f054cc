"""The rules in docs/rules: numbered clauses, complete as to options, and cited correctly."""

import json
import re
from pathlib import Path
from typing import Any, Final, get_args

import pytest

from engine.riichi.checks import RefusalError
from engine.riichi.option_checks import CHECKS
from engine.riichi.options import (
    FIXED,
    MAJSOUL_LOCAL_YAKU,
    OTHER_LOCAL_YAKU,
    Abort,
    DoubleYakuman,
    PaoYakuman,
)
from engine.riichi.presets import PRESETS

ROOT: Final = Path(__file__).resolve().parents[1]
RULES: Final = ROOT / "docs" / "rules"
FILES: Final = sorted(RULES.glob("[0-9]*.md"))
OPTIONS: Final = (*CHECKS[4], *FIXED)

CLAUSE: Final = re.compile(r"^(?:\| )?\*\*R(\d+)\.(\d+)\*\*", re.M)
CITED: Final = re.compile(r"\bR\d+\.\d+\b")
SPAN: Final = re.compile(r"`([^`\n]+)`")
SETTING: Final = re.compile(r"(\w+) = (.+)")


def clauses_of(file: Path) -> dict[str, str]:
    """Number -> text: a row of a table, or a paragraph."""
    found: dict[str, str] = {}
    text = file.read_text(encoding="utf-8")
    for start in CLAUSE.finditer(text):
        end = "\n" if start.group().startswith("|") else "\n\n"
        found[f"R{start[1]}.{start[2]}"] = text[start.start() :].split(end, 1)[0]
    return found


CLAUSES: Final = {number: text for file in FILES for number, text in clauses_of(file).items()}


def options_in(text: str) -> set[str]:
    """Options that the text names, alone or with a value."""
    return {span.split(" = ")[0] for span in SPAN.findall(text)} & set(OPTIONS)


def accepted(option: str, value: object) -> bool:
    """Whether a game for some number of players accepts the value."""
    if option in FIXED:
        return value == FIXED[option]
    for players in (4, 3):
        try:
            CHECKS[players][option].accept(value)
        except RefusalError:
            continue
        return True
    return False


def read_value(text: str) -> Any:
    """A value as the pages write it: JSON, or a bare word."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def sections(page: str, level: str) -> dict[str, str]:
    """Heading -> what stands under it."""
    parts = re.split(rf"^{level} (.+)\n", (RULES / page).read_text(encoding="utf-8"), flags=re.M)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_clauses_are_numbered_through(file: Path) -> None:
    chapter = int(file.name.split("-")[0])
    numbers = [
        (int(first), int(second))
        for first, second in CLAUSE.findall(file.read_text(encoding="utf-8"))
    ]
    assert numbers == [(chapter, place + 1) for place in range(len(numbers))]
    assert numbers


def test_chapters_are_numbered_through() -> None:
    assert [int(file.name.split("-")[0]) for file in FILES] == list(range(1, len(FILES) + 1))


def test_every_option_has_a_clause() -> None:
    named = {option for text in CLAUSES.values() for option in options_in(text)}
    assert named == set(OPTIONS)


def test_settings_in_clauses_are_valid() -> None:
    for number, text in CLAUSES.items():
        for span in SPAN.findall(text):
            setting = SETTING.fullmatch(span)
            if setting is not None:
                option, value = setting[1], read_value(setting[2])
                assert option in OPTIONS, f"{number}: {span}"
                assert accepted(option, value), f"{number}: {span}"


@pytest.mark.parametrize(
    "option",
    [option for option in OPTIONS if CHECKS[4].get(option) and CHECKS[4][option].kind == "choice"],
)
def test_every_choice_is_explained(option: str) -> None:
    """Each allowed word or number stands in a clause that names the option."""
    text = " ".join(text for text in CLAUSES.values() if option in options_in(text))
    for players in (4, 3):
        allowed = CHECKS[players][option].allowed
        assert isinstance(allowed, list)
        for value in allowed:
            word = value if isinstance(value, str) else json.dumps(value)
            assert re.search(rf"`(?:{option} = )?{re.escape(word)}`", text), value


@pytest.mark.parametrize(
    "name",
    sorted(
        {
            *MAJSOUL_LOCAL_YAKU,
            *OTHER_LOCAL_YAKU,
            *get_args(Abort),
            *get_args(DoubleYakuman),
            *get_args(PaoYakuman),
        }
    ),
)
def test_every_name_in_a_list_is_explained(name: str) -> None:
    assert any(f"`{name}`" in text for text in CLAUSES.values())


def test_the_index_of_options_is_true() -> None:
    rows = re.findall(
        r"^\| `(\w+)` \| ([R\d., ]+) \|$", sections("README.md", "##")["By option"], re.M
    )
    indexed = {option: numbers.split(", ") for option, numbers in rows}
    assert len(rows) == len(indexed)
    assert indexed == {
        option: [number for number, text in CLAUSES.items() if option in options_in(text)]
        for option in OPTIONS
    }


def test_the_index_of_topics_lists_every_page() -> None:
    topics = sections("README.md", "##")["By topic"]
    assert re.findall(r"\]\((\d[^)]*)\)", topics) == [file.name for file in FILES]


def test_every_preset_is_described_as_it_is() -> None:
    described = sections("presets.md", "##")
    assert list(described) == list(PRESETS)
    for preset, text in described.items():
        rows = re.findall(r"^\| `([^`]+)` \|", text, re.M)
        assert rows, preset
        for row in rows:
            setting = SETTING.fullmatch(row)
            assert setting is not None, f"{preset}: {row}"
            value = PRESETS[preset][setting[1]]
            plain = list(value) if isinstance(value, tuple) else value
            assert read_value(setting[2]) == plain, f"{preset}: {row}"


def test_cited_clauses_exist() -> None:
    """In the pages themselves, in code, and in tests and their data."""
    files = [
        *RULES.glob("*.md"),
        *(
            file
            for part in ("engine", "server", "protocol", "tests", "bench")
            for pattern in ("*.py", "*.json")
            for file in (ROOT / part).rglob(pattern)
        ),
    ]
    missing = [
        f"{file.relative_to(ROOT)}: {number}"
        for file in files
        for number in CITED.findall(file.read_text(encoding="utf-8"))
        if number not in CLAUSES
    ]
    assert not missing, "\n".join(missing)
