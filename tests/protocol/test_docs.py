"""docs/protocol.md says what is true: its examples decode, its tables are complete."""

import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from protocol.codec import MAX_FRAME, MAX_RULES_FRAME, SOCKET_CAP, decode_client, decode_server
from protocol.errors import CLOSE_CODES, ERRORS
from protocol.schema import schema_document
from protocol.unions import CLIENT_TYPES, SERVER_TYPES

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = [
    line
    for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    for line in block.splitlines()
]
TRANSCRIPT = [line for line in PAGE.splitlines() if line.startswith(("> {", "< {"))]
VALIDATOR = Draft202012Validator(schema_document())


def direction(frame: str) -> str:
    """`auto` goes both ways: the server's has no `id` and all four orders."""
    message = json.loads(frame)
    if message["type"] == "auto":
        return "client" if "id" in message else "server"
    return "client" if message["type"] in CLIENT_TYPES else "server"


@pytest.mark.parametrize("frame", EXAMPLES, ids=lambda frame: str(json.loads(frame)["type"]))
def test_examples_decode(frame: str) -> None:
    if direction(frame) == "client":
        decode_client(frame)
    else:
        assert decode_server(frame) is not None
    VALIDATOR.validate(json.loads(frame))


def test_every_message_type_has_an_example() -> None:
    shown = {(direction(frame), json.loads(frame)["type"]) for frame in EXAMPLES}
    assert shown == {("client", name) for name in CLIENT_TYPES} | {
        ("server", name) for name in SERVER_TYPES
    }


def test_the_transcript_decodes() -> None:
    assert len(TRANSCRIPT) > 10
    for line in TRANSCRIPT:
        if line[0] == ">":
            decode_client(line[2:])
        else:
            assert decode_server(line[2:]) is not None
        VALIDATOR.validate(json.loads(line[2:]))


def test_the_transcript_answers_each_request_once() -> None:
    sent = [json.loads(line[2:])["id"] for line in TRANSCRIPT if line[0] == ">"]
    received = [json.loads(line[2:]) for line in TRANSCRIPT if line[0] == "<"]
    answered = [message["id"] for message in received if "id" in message]
    assert sent == answered
    seqs = [message["seq"] for message in received if message["type"] == "event"]
    assert seqs == list(range(len(seqs)))


def test_every_error_code_is_listed() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \| (yes)? \|$", PAGE, re.MULTILINE)
    assert {code: (sentence, bool(strike)) for code, sentence, strike in rows} == {
        code: tuple(refusal) for code, refusal in ERRORS.items()
    }


def test_every_close_code_is_listed() -> None:
    rows = re.findall(r"^\| (4\d\d\d) \| `(\w+)` \| ([^|]+) \|$", PAGE, re.MULTILINE)
    assert {int(code): (name, sentence) for code, name, sentence in rows} == {
        code: tuple(reason) for code, reason in CLOSE_CODES.items()
    }


@pytest.mark.parametrize("limit", [MAX_FRAME, MAX_RULES_FRAME, SOCKET_CAP])
def test_frame_limits_are_those_of_the_codec(limit: int) -> None:
    assert f"| {limit:,} bytes" in PAGE
