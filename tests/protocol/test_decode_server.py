"""Frames from the server, as our own clients read them."""

import pytest

from engine.core.events import Tsumo
from protocol.codec import decode_server, encode
from protocol.errors import Ok, ProtocolError
from protocol.session import Pong
from protocol.table import EventFrame


def test_unknown_fields_are_ignored() -> None:
    assert decode_server('{"type":"ok","id":3,"later":{"a":[1]}}') == Ok(id=3)
    event = '{"type":"tsumo","actor":1,"pai":"?","later":true}'
    assert decode_server(f'{{"type":"event","table":"t","seq":4,"event":{event}}}') == EventFrame(
        table="t", seq=4, event=Tsumo(actor=1, pai="?")
    )


def test_unknown_types_are_ignored() -> None:
    assert decode_server('{"type":"club_found","table":"t","seat":1}') is None


def test_a_new_event_type_is_no_unknown_message() -> None:
    with pytest.raises(ProtocolError, match="bad_value"):
        decode_server('{"type":"event","table":"t","seq":4,"event":{"type":"new"}}')


@pytest.mark.parametrize(
    "frame", ["", b"\xff", "[]", '{"type":"ok"}', '{"type":"ok","id":"x"}', "[" * 9999, "\ud800"]
)
def test_malformed_frames_are_told_by_one_exception(frame: str | bytes) -> None:
    with pytest.raises(ProtocolError):
        decode_server(frame)


def test_answers_name_their_request_and_other_messages_do_not() -> None:
    assert encode(Ok(id=None)) == b'{"type":"ok","id":null}'
    assert encode(Pong(t=1, server_time=2)) == b'{"type":"pong","t":1,"server_time":2}'
    assert encode(Pong(id=9, t=1, server_time=2)) == (
        b'{"type":"pong","id":9,"t":1,"server_time":2}'
    )
