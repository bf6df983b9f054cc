"""One committed example a message type: the wire form of version 1 does not change unseen."""

import hashlib
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from protocol.codec import decode_client, decode_server, encode
from protocol.record import RawRecord, Record
from protocol.schema import schema_document
from protocol.unions import CLIENT_TYPES, SERVER_TYPES

GOLDEN = Path(__file__).parent / "golden"
CLIENT = sorted((GOLDEN / "client").glob("*.json"))
SERVER = sorted((GOLDEN / "server").glob("*.json"))


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return schema_document()


def validate(document: dict[str, Any], definition: str, message: object) -> None:
    schema = {"$ref": f"#/$defs/{definition}", "$defs": document["$defs"]}
    Draft202012Validator(schema).validate(message)


def pretty(frame: bytes) -> str:
    return msgspec.json.format(frame, indent=2).decode() + "\n"


def test_every_message_type_has_an_example() -> None:
    assert {path.stem for path in CLIENT} == set(CLIENT_TYPES)
    assert {path.stem for path in SERVER} == set(SERVER_TYPES)


@pytest.mark.parametrize("path", CLIENT, ids=lambda path: path.stem)
def test_client_example(path: Path, document: dict[str, Any]) -> None:
    text = path.read_text(encoding="utf-8")
    message = decode_client(json.dumps(json.loads(text)))
    assert type(message) is CLIENT_TYPES[path.stem]
    assert pretty(encode(message)) == text
    validate(document, type(message).__name__, json.loads(text))
    validate(document, "ClientMessage", json.loads(text))


@pytest.mark.parametrize("path", SERVER, ids=lambda path: path.stem)
def test_server_example(path: Path, document: dict[str, Any]) -> None:
    text = path.read_text(encoding="utf-8")
    message = decode_server(text)
    assert message is not None
    assert type(message) is SERVER_TYPES[path.stem]
    assert pretty(encode(message)) == text
    validate(document, type(message).__name__, json.loads(text))
    validate(document, "ServerMessage", json.loads(text))


def test_a_stored_record_is_framed_as_it_is() -> None:
    message = decode_server((GOLDEN / "server" / "record.json").read_bytes())
    assert isinstance(message, Record)
    stored = msgspec.Raw(msgspec.json.encode(message.record))
    assert encode(RawRecord(id=message.id, game=message.game, record=stored)) == encode(message)


def test_the_example_record_can_be_verified() -> None:
    events = json.loads((GOLDEN / "server" / "record.json").read_text())["record"]["events"]
    start = next(event for event in events if event["type"] == "start_kyoku")
    end = next(event for event in events if event["type"] == "end_kyoku")
    committed = f"{end['salt']}|{','.join(end['wall'])}".encode()
    assert hashlib.sha256(committed).hexdigest() == start["wall_hash"]
    assert events[-1]["proofs"] == [{"salt": end["salt"], "wall": end["wall"]}]
