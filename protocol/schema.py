"""The JSON Schema of the protocol, made from the messages themselves.

One document: any frame validates against its root, frames of one direction against
`#/$defs/ClientMessage` or `#/$defs/ServerMessage`, one type against its own definition. Messages
from the server may gain fields, types and codes within version 1.
"""

from typing import Any

import msgspec

from protocol import SUBPROTOCOL
from protocol.errors import CLOSE_CODES, ERRORS
from protocol.unions import ClientMessage, ServerMessage

_REF = "#/$defs/{name}"


def schema_document() -> dict[str, Any]:
    """Build the document from the two unions and the code tables."""
    (client, server), definitions = msgspec.json.schema_components(
        (ClientMessage, ServerMessage), ref_template=_REF
    )
    definitions["Error"]["properties"]["code"] = {"$ref": "#/$defs/ErrorCode"}
    definitions["Bye"]["properties"]["code"] = {"$ref": "#/$defs/CloseReason"}
    definitions["Act"]["anyOf"] = [{"required": ["option"]}, {"required": ["action"]}]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:jantaku:protocol:v1",
        "title": SUBPROTOCOL,
        "description": "Frames of the jantaku websocket protocol, version 1.",
        "anyOf": [{"$ref": "#/$defs/ClientMessage"}, {"$ref": "#/$defs/ServerMessage"}],
        "$defs": {
            "ClientMessage": {"description": "From a client; other fields are refused.", **client},
            "ServerMessage": {
                "description": "From the server; ignore fields and types that you do not know.",
                **server,
            },
            "ErrorCode": _error_codes(),
            "CloseReason": _close_reasons(),
            **dict(sorted(definitions.items())),
        },
    }


def schema_text() -> str:
    """Write the document as `protocol/schema.json` holds it."""
    return msgspec.json.format(msgspec.json.encode(schema_document()), indent=2).decode() + "\n"


def _error_codes() -> dict[str, Any]:
    """Each code with its sentence; `x-strike`: it counts against the connection."""
    return {
        "description": "Codes of `error`.",
        "oneOf": [
            {"const": code, "description": refusal.sentence, "x-strike": refusal.strike}
            for code, refusal in ERRORS.items()
        ],
    }


def _close_reasons() -> dict[str, Any]:
    """Each close reason with its number (`x-close-code`)."""
    return {
        "description": "Codes of `bye`, and reasons with which the server closes a connection.",
        "oneOf": [
            {"const": reason.name, "description": reason.sentence, "x-close-code": code}
            for code, reason in CLOSE_CODES.items()
        ],
    }
