"""The committed schema is the generated one, and says what a client author needs."""

from pathlib import Path
from typing import Any

import pytest
from jsonschema import (  # type: ignore[import-untyped]
    Draft202012Validator,
    ValidationError,
)

import protocol
from protocol.errors import CLOSE_CODES, ERRORS
from protocol.schema import schema_document, schema_text
from server.commands.schema_cmd import schema


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return schema_document()


def test_committed_schema_is_current() -> None:
    committed = Path(protocol.__file__).with_name("schema.json").read_text(encoding="utf-8")
    assert committed == schema_text(), "run `jantaku schema > protocol/schema.json`"


def test_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert schema() == 0
    assert capsys.readouterr().out == schema_text()


def test_it_is_a_valid_schema(document: dict[str, Any]) -> None:
    Draft202012Validator.check_schema(document)


def test_every_error_code_with_its_sentence(document: dict[str, Any]) -> None:
    listed = {
        entry["const"]: (entry["description"], entry["x-strike"])
        for entry in document["$defs"]["ErrorCode"]["oneOf"]
    }
    assert listed == {code: tuple(refusal) for code, refusal in ERRORS.items()}


def test_every_close_code(document: dict[str, Any]) -> None:
    listed = {
        entry["x-close-code"]: (entry["const"], entry["description"])
        for entry in document["$defs"]["CloseReason"]["oneOf"]
    }
    assert listed == {code: tuple(reason) for code, reason in CLOSE_CODES.items()}


@pytest.mark.parametrize(
    "frame",
    [
        {"type": "ping", "t": 1},
        {"type": "ok", "id": 1},
        {"type": "ok", "id": 1, "from_a_later_version": True},
        {"type": "act", "table": "t", "decision": "d", "action": {"type": "none"}},
        {"type": "bye", "code": "silent", "message": "Nothing came for too long; send ping."},
    ],
)
def test_frames_that_fit(document: dict[str, Any], frame: object) -> None:
    Draft202012Validator(document).validate(frame)


@pytest.mark.parametrize(
    "frame",
    [
        {"type": "ping", "t": 1, "extra": 1},
        {"type": "ping"},
        {"type": "queue"},
        {"type": "act", "table": "t", "decision": "d"},
        {"type": "hello", "client": ""},
        {"type": "hello", "client": "long enough\n"},
        {"type": "error", "id": None, "code": "no_such_code", "message": "?", "field": None},
        {"type": "bye", "code": "no_such_code", "message": "?"},
        [],
    ],
)
def test_frames_that_do_not_fit(document: dict[str, Any], frame: object) -> None:
    with pytest.raises(ValidationError):
        Draft202012Validator(document).validate(frame)
