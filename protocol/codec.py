"""The codec: frames to messages and back, the same for the server and for our own clients."""

import json
from typing import Any, Final, TypeAlias

import msgspec

from protocol import faults
from protocol.errors import ProtocolError
from protocol.record import RawRecord
from protocol.room import CreateRoom, EditRoom, SetRules
from protocol.room_list import SaveRules
from protocol.table import Act
from protocol.unions import ClientMessage, ServerMessage

MAX_FRAME: Final = 4 * 1024
"""Bytes of UTF-8 that a frame from a client may have."""
MAX_RULES_FRAME: Final = 16 * 1024
"""The same for messages that carry rules."""
SOCKET_CAP: Final = 64 * 1024
"""A longer frame need not be read to its end: the socket closes with 1009."""

Outgoing: TypeAlias = ClientMessage | ServerMessage | RawRecord

_RULES_TYPES: Final = {
    cls.__struct_config__.tag for cls in (CreateRoom, EditRoom, SetRules, SaveRules)
}

_encoder: Final = msgspec.json.Encoder()
_client_decoder: Final = msgspec.json.Decoder[ClientMessage](ClientMessage)
_server_decoder: Final = msgspec.json.Decoder[ServerMessage](ServerMessage)
_fields_decoder: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])

# What decoders raise: DecodeError is a ValueError; nesting without end is a RecursionError.
_DECODING: Final = (ValueError, RecursionError)


def encode(message: Outgoing) -> bytes:
    """Encode a message as one frame (UTF-8; send it as text).

    An event's number is the same for all viewers, so a frame is encoded once for all those who
    may know the same of it.
    """
    return _encoder.encode(message)


def decode_client(
    frame: str | bytes, max_frame: int = MAX_FRAME, max_rules_frame: int = MAX_RULES_FRAME
) -> ClientMessage:
    """Read a frame from a client, strictly; the limits are in bytes.

    Raises:
        ProtocolError: it is not a message of this protocol; `id` is set where it could be read.
            Nothing else is ever raised, whatever the frame.
    """
    if not isinstance(frame, str):
        raise ProtocolError("not_text")
    longest = max(max_frame, max_rules_frame)
    if len(frame) > longest:
        raise faults.too_long(longest)
    try:
        data = frame.encode()
    except UnicodeEncodeError:
        raise ProtocolError("malformed_json") from None
    if len(data) > min(max_frame, max_rules_frame):
        carries_rules = faults.message_type(data) in _RULES_TYPES
        limit = max_rules_frame if carries_rules else max_frame
        if len(data) > limit:
            raise faults.too_long(limit, faults.request_id(data))
    try:
        message = _client_decoder.decode(data)
        fields = _fields_decoder.decode(data)
        # As many colons as fields: nothing can stand twice and nothing is nested.
        if data.count(b":") != len(fields):
            _check_objects(frame, message)
        if isinstance(message, Act):
            _check_act(message)
    except ProtocolError as error:
        error.id = faults.request_id(data)
        raise
    except _DECODING as error:
        raise faults.explain(error, data) from None
    return message


def decode_server(frame: str | bytes) -> ServerMessage | None:
    """Read a frame from the server, leniently: unknown fields are ignored.

    Returns None for a type that this version does not know, which a client must ignore too.

    Raises:
        ProtocolError: a message of a known type is malformed.
    """
    try:
        return _server_decoder.decode(frame)
    except _DECODING as error:
        data = frame.encode(errors="replace") if isinstance(frame, str) else frame
        fault = faults.explain(error, data)
        if fault.code == "unknown_type":
            return None
        raise fault from None


def _check_act(message: Act) -> None:
    """Refuse an answer that names no option, or two."""
    if message.option is None and message.action is None:
        raise ProtocolError("missing_field", "Give `option` or `action`.", "option")
    if message.option is not None and message.action is not None:
        raise ProtocolError("bad_value", "Give `option` or `action`, not both.", "action")


def _check_objects(frame: str, message: ClientMessage) -> None:
    """Look into every object of a frame: a name twice, or an mjai action with foreign fields."""
    fields = _object_decoder.decode(frame)
    if isinstance(message, Act) and message.action is not None:
        known = {"type", *message.action.__struct_fields__}
        for name in fields["action"]:
            if name not in known:
                raise faults.unknown_field(name, "action")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise faults.duplicate_field(name)
            seen.add(name)
    return fields


_object_decoder: Final = json.JSONDecoder(object_pairs_hook=_object)
