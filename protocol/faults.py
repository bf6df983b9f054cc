"""What is wrong with a frame: decoder errors told in our own codes, fields and sentences.

Of what a client sent, an error repeats at most a short printable excerpt.
"""

import re
from typing import Any, Final, Literal, get_args, get_origin

import msgspec

from engine.core.actions import Action
from protocol.base import RequestId
from protocol.errors import ProtocolError
from protocol.room import RuleValue
from protocol.unions import CLIENT_TYPES

_EXCERPT: Final = 24
_RULE_FORM: Final = "must be a number, string, boolean or null, or a flat list or object of these"


class _Type(msgspec.Struct):
    type: str


class _Id(msgspec.Struct):
    id: RequestId | None = None


class _Rules(msgspec.Struct):
    rules: dict[str, msgspec.Raw]


_type_decoder: Final = msgspec.json.Decoder(_Type)
_id_decoder: Final = msgspec.json.Decoder(_Id)
_rules_decoder: Final = msgspec.json.Decoder(_Rules)
_rule_value_decoder: Final = msgspec.json.Decoder[Any](RuleValue)

_ACTION_TYPES: Final = tuple(str(cls.__struct_config__.tag) for cls in get_args(Action))

_AT: Final = re.compile(r"(?P<what>.*) - at (?P<key>`key` in )?`\$(?P<path>[^`]*)`", re.DOTALL)
_UNKNOWN_FIELD: Final = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_MISSING_FIELD: Final = re.compile(r"Object missing required field `(.*)`")
_WRONG_TYPE: Final = re.compile(r"Expected `([^`]*)`(?:, got `([^`]*)`)?")
_BOUND: Final = re.compile(r"Expected `(\w+)` (>=|<=|>|<) (\S+)")
_LENGTH: Final = re.compile(r"Expected `(\w+)` of length (>=|<=|==) (\d+)")
_VALUE: Final = re.compile(r"Invalid (?:enum )?value (.*)", re.DOTALL)

_TYPE_WORDS: Final = {
    "int": "an integer",
    "float": "a number",
    "str": "a string",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
_PARTS: Final = {"str": "characters", "array": "entries", "object": "fields"}
_AT_MOST: Final = {"<=": "at most", ">=": "at least", "<": "less than", ">": "more than"}


def excerpt(text: str) -> str:
    """Quote the beginning of a client's text; what is not printable ASCII becomes `?`."""
    shown = "".join(c if " " <= c <= "~" and c not in "'\"`\\" else "?" for c in text[:_EXCERPT])
    return f"'{shown}...'" if len(text) > _EXCERPT else f"'{shown}'"


def message_type(data: bytes) -> str | None:
    """Read only the `type` of a frame; None where that cannot be done."""
    try:
        return _type_decoder.decode(data).type
    except (ValueError, RecursionError):
        return None


def request_id(data: bytes) -> int | None:
    """Read only the `id` of a frame; None where there is none or it cannot be read."""
    try:
        return _id_decoder.decode(data).id
    except (ValueError, RecursionError):
        return None


def too_long(limit: int, id: int | None = None) -> ProtocolError:
    """Make the refusal of a frame with more than `limit` bytes."""
    return ProtocolError("too_long", f"The frame has more than the {limit} bytes allowed.", id=id)


def unknown_field(name: str, parent: str | None = None) -> ProtocolError:
    """Make the refusal of a field that is not part of the message (or of `parent` in it)."""
    path = excerpt(name).strip("'")
    where = "The message" if parent is None else f"`{parent}`"
    return ProtocolError(
        "unknown_field",
        f"{where} has no field {excerpt(name)}.",
        path if parent is None else f"{parent}.{path}",
    )


def duplicate_field(name: str) -> ProtocolError:
    """Make the refusal of an object in which the field `name` stands twice."""
    shown = excerpt(name)
    return ProtocolError("duplicate_field", f"The field {shown} stands twice.", shown.strip("'"))


def explain(error: Exception, data: bytes) -> ProtocolError:
    """Turn what a msgspec decoder raised about the frame `data` into a `ProtocolError`."""
    fault = _explain(str(error), data) if isinstance(error, msgspec.ValidationError) else None
    if fault is None:
        # Syntax, encoding or nesting; the decoder's text may quote the frame, so it stays here.
        return ProtocolError("malformed_json")
    fault.id = request_id(data)
    return fault


def _explain(text: str, data: bytes) -> ProtocolError | None:
    at = _AT.fullmatch(text)
    what, path = (at["what"], at["path"].lstrip(".")) if at else (text, "")
    if match := _UNKNOWN_FIELD.fullmatch(what):
        return unknown_field(match[1], path or None)
    if match := _MISSING_FIELD.fullmatch(what):
        field = f"{path}.{match[1]}" if path else match[1]
        return ProtocolError("missing_field", f"The field `{field}` is missing.", field)
    if not path:
        return None
    if path.startswith("rules["):
        path = _rule_path(data)
    if match := _BOUND.fullmatch(what):
        limit = f"{_words(match[1])}, {_AT_MOST[match[2]]} {match[3]}"
        return ProtocolError("out_of_range", f"`{path}` must be {limit}.", path)
    if match := _LENGTH.fullmatch(what):
        limit = f"{_AT_MOST.get(match[2], 'exactly')} {match[3]} {_PARTS[match[1]]}"
        whole = f"A name in `{path}`" if at and at["key"] else f"`{path}`"
        return ProtocolError("out_of_range", f"{whole} must have {limit}.", path)
    if "out of range" in what:
        return ProtocolError("out_of_range", f"The number in `{path}` is too large.", path)
    if match := _WRONG_TYPE.fullmatch(what):
        if path.startswith("rules."):
            return ProtocolError("wrong_type", f"`{path}` {_RULE_FORM}.", path)
        got = f", not {_words(match[2])}" if match[2] else ""
        return ProtocolError("wrong_type", f"`{path}` must be {_words(match[1])}{got}.", path)
    if match := _VALUE.fullmatch(what):
        return _bad_value(path, match[1].strip("'"), data)
    # What is left is a pattern that did not match.
    return ProtocolError("bad_value", f"`{path}` has characters that are not allowed.", path)


def _bad_value(path: str, value: str, data: bytes) -> ProtocolError:
    if path == "type":
        return ProtocolError(
            "unknown_type", f"There is no client message of type {excerpt(value)}.", path
        )
    allowed = _ACTION_TYPES if path == "action.type" else _literals(message_type(data), path)
    return ProtocolError(
        "bad_value", f"`{path}` is {excerpt(value)}; allowed: {', '.join(allowed)}.", path
    )


def _literals(type_name: str | None, field_name: str) -> tuple[str, ...]:
    """List the values that a field of a client message may have."""
    cls = CLIENT_TYPES.get(type_name or "")
    for field in msgspec.structs.fields(cls) if cls else ():
        if field.name == field_name:
            variants = (field.type, *get_args(field.type))
            return next((get_args(v) for v in variants if get_origin(v) is Literal), ())
    return ()


def _rule_path(data: bytes) -> str:
    """Name the rule option whose value has a form that no option has."""
    try:
        rules = _rules_decoder.decode(data).rules
    except (ValueError, RecursionError):
        # What follows the fault is not even JSON.
        return "rules"
    for name, raw in rules.items():
        try:
            _rule_value_decoder.decode(raw)
        except (ValueError, RecursionError):
            return "rules." + excerpt(name).strip("'")
    return "rules"


def _words(types: str) -> str:
    words = types.split(" | ")
    if "float" in words and "int" in words:
        words.remove("int")
    return " or ".join(_TYPE_WORDS.get(word, word) for word in words)
