"""Whatever a client sends, the codec answers with a message or with `ProtocolError`."""

import contextlib
import json
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from protocol.codec import decode_client, decode_server, encode
from protocol.errors import ProtocolError
from protocol.unions import CLIENT_TYPES, ClientMessage

EXAMPLES: list[dict[str, Any]] = [
    json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parent / "golden" / "client").glob("*.json"))
]
FIELDS = sorted({name for example in EXAMPLES for name in example} | {"action", "x"})

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=70)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4)
    ),
    max_leaves=8,
)


def read(frame: str | bytes) -> ClientMessage | ProtocolError:
    try:
        return decode_client(frame)
    except ProtocolError as error:
        return error


def check(frame: str | bytes) -> None:
    outcome = read(frame)
    if isinstance(outcome, ProtocolError):
        assert outcome.message.isprintable()
        assert len(encode(outcome.reply())) < 500
    else:
        assert read(encode(outcome).decode()) == outcome


@given(st.text(alphabet=st.characters(exclude_categories=[])) | st.binary())
def test_any_text_and_bytes(frame: str | bytes) -> None:
    check(frame)


@given(values, st.booleans())
def test_any_json(value: object, ascii_only: bool) -> None:
    check(json.dumps(value, ensure_ascii=ascii_only))


@given(
    st.sampled_from(EXAMPLES),
    st.dictionaries(st.sampled_from(FIELDS), values, max_size=3),
    st.lists(st.sampled_from(FIELDS), max_size=2),
)
def test_changed_examples(
    example: dict[str, Any], changes: dict[str, object], dropped: list[str]
) -> None:
    frame = {**example, **changes}
    for name in dropped:
        frame.pop(name, None)
    check(json.dumps(frame))


@given(st.sampled_from(EXAMPLES), st.data())
def test_damaged_examples(example: dict[str, Any], data: st.DataObject) -> None:
    text = json.dumps(example)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 6)))
    check(text[:start] + data.draw(st.text('{}[]":,\\u0189.eE-tfn x', max_size=6)) + text[end:])


@given(st.sampled_from(sorted(CLIENT_TYPES)), st.dictionaries(st.sampled_from(FIELDS), values))
def test_any_fields_for_each_type(name: str, fields: dict[str, object]) -> None:
    check(json.dumps({**fields, "type": name}))


@given(st.text(alphabet=st.characters(exclude_categories=[])) | st.binary())
def test_our_clients_survive_any_server(frame: str | bytes) -> None:
    with contextlib.suppress(ProtocolError):
        decode_server(frame)
