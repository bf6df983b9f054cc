"""Files with something wrong anywhere: one line names it, nothing is ever raised past it."""

import copy
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from server.commands.export_cmd import ExportError, rendered_or_fault
from server.records.formats import FLAVOURS, FORMATS, render
from server.records.importing import import_file
from server.records.reading import BadRecord
from server.records.replay import Replay
from tests.support.mjlog import to_mjlog
from tests.support.records import Record, wild

_ODD: tuple[Any, ...] = (
    *(None, 0, -1, 5, 99, 10**12, 3.5, 1e300, True, "", "x", "1m", "60", "r60", "p4141"),
    *([], {}, [1], {"a": 1}),
)


def damaged(value: Any, chance: random.Random) -> Any:
    """The value with something in it replaced or missing."""
    if not isinstance(value, dict | list) or not value or chance.random() < 0.12:
        return chance.choice(_ODD)
    changed: Any = copy.copy(value)
    key = chance.choice(list(value) if isinstance(value, dict) else range(len(value)))
    if chance.random() < 0.08:
        del changed[key]
    else:
        changed[key] = damaged(value[key], chance)
    return changed


def damaged_xml(text: str, chance: random.Random) -> str:
    """The text with one attribute changed."""
    place = chance.choice(list(re.finditer(r'"[^"]*"', text))[:400])
    value = chance.choice(("", "x", "-1", "999", "1,2", "5,5,5", "1,1,1,1,1,1", "99999999999"))
    return f'{text[: place.start()]}"{value}"{text[place.end() :]}'


def damaged_file(kind: str, chance: random.Random) -> str:
    record = wild(0, "tenhou_4p")
    if kind == "mjlog":
        return damaged_xml(to_mjlog(record, 9), chance)
    if kind == "tenhou6":
        return json.dumps(damaged(json.loads(render(record, "tenhou6").body), chance))
    lines = [json.loads(line) for line in render(record, "mjai").body.splitlines()[:160]]
    place = chance.randrange(len(lines))
    lines[place] = damaged(lines[place], chance)
    return "\n".join(map(json.dumps, lines))


def is_one_line(fault: str) -> None:
    assert fault
    assert fault.isprintable()


def import_damaged(kind: str, seed: int, path: Path) -> None:
    chance = random.Random(f"{kind}/{seed}")
    path.write_text(damaged_file(kind, chance))
    try:
        for game in import_file(path, None, chance.choice(("tenhou_4p", None))):
            assert (game.record is None) == bool(game.faults)
            for fault in game.faults:
                is_one_line(fault)
    except BadRecord as error:
        is_one_line(str(error))


@pytest.mark.parametrize("kind", ["mjai", "tenhou6", "mjlog"])
def test_imports_name_what_is_wrong(kind: str, tmp_path: Path) -> None:
    for seed in range(12):
        import_damaged(kind, seed, tmp_path / "game")


@pytest.mark.full
@pytest.mark.parametrize("kind", ["mjai", "tenhou6", "mjlog"])
def test_imports_always_name_what_is_wrong(kind: str, tmp_path: Path) -> None:
    for seed in range(500):
        import_damaged(kind, seed, tmp_path / "game")


def use_damaged(seed: int) -> None:
    """Export a damaged record in every format, and look at it from its first to its last moment."""
    chance = random.Random(seed)
    whole = wild(0, "majsoul_3p")
    record: Record = {**whole, "events": [*whole["events"][:120], *whole["events"][-3:]]}
    field = chance.choice(["events"] * 12 + ["names", "rules", "id"])
    record[field] = damaged(record[field], chance)
    for format in FORMATS[1:]:
        try:
            rendered_or_fault(record, format, chance.choice(FLAVOURS), None, False, True)
        except ExportError as error:
            is_one_line(str(error))
    try:
        replay = Replay(record)
    except (LookupError, TypeError, ValueError, AttributeError):
        return
    for moment in range(0, len(replay.events), 30):
        replay.at(moment)
        replay.analysis(moment)


def test_exports_name_what_is_wrong() -> None:
    for seed in range(40):
        use_damaged(seed)


@pytest.mark.full
def test_exports_always_name_what_is_wrong() -> None:
    for seed in range(500):
        use_damaged(seed)
