"""What a client may get wrong: each is answered with its documented error and changes nothing."""

import json
from typing import Any

import pytest

from protocol.errors import ERRORS
from tests.support.running_app import running_app

FOUR = {"preset": "majsoul_friend_4p"}

# Frames that cost a strike: (frame, code, field).
FAULTY: list[tuple[str | bytes, str, str | None]] = [
    ("", "malformed_json", None),
    ("nonsense", "malformed_json", None),
    ("{", "malformed_json", None),
    ("null", "malformed_json", None),
    ("[]", "malformed_json", None),
    ('"ready"', "malformed_json", None),
    ("17", "malformed_json", None),
    ('{"type":"ready","ready":true}{}', "malformed_json", None),
    ('{"type":"ready","ready":NaN}', "malformed_json", None),
    (b'{"type":"ready","ready":true}', "not_text", None),
    ("{}", "missing_field", "type"),
    ('{"type":null}', "wrong_type", "type"),
    ('{"type":7}', "wrong_type", "type"),
    ('{"type":"dance"}', "unknown_type", "type"),
    ('{"type":"welcome"}', "unknown_type", "type"),
    ('{"type":"Ready","ready":true}', "unknown_type", "type"),
    ('{"type":"ready"}', "missing_field", "ready"),
    ('{"type":"ready","ready":1}', "wrong_type", "ready"),
    ('{"type":"ready","ready":"true"}', "wrong_type", "ready"),
    ('{"type":"ready","ready":true,"now":true}', "unknown_field", "now"),
    ('{"type":"ready","ready":true,"ready":false}', "duplicate_field", "ready"),
    ('{"type":"ready","ready":true,"id":"1"}', "wrong_type", "id"),
    ('{"type":"ready","ready":true,"id":1.5}', "wrong_type", "id"),
    ('{"type":"join_room","code":17}', "wrong_type", "code"),
    ('{"type":"create_room","rules":[]}', "wrong_type", "rules"),
    ('{"type":"create_room"}', "missing_field", "rules"),
    ('{"type":"say","table":"t","stamp":"' + "x" * 4096 + '"}', "too_long", None),
    ('{"type":"create_room","rules":{"preset":"' + "x" * 16384 + '"}}', "too_long", None),
]

# Well-formed requests that are refused: (type, fields, code, field). The asking person is the
# host of a room with an easy bot on seat 1 and a guest on seat 2.
REFUSED: list[tuple[str, dict[str, Any], str, str | None]] = [
    ("hello", {"client": "another-page"}, "already_greeted", None),
    ("create_room", {"rules": FOUR}, "busy", None),
    ("join_room", {"code": "AAAAAA"}, "busy", None),
    ("join_room", {"code": ""}, "out_of_range", "code"),
    ("join_room", {"code": "A" * 17}, "out_of_range", "code"),
    ("set_rules", {"rules": {}}, "bad_rules", "rules.preset"),
    ("set_rules", {"rules": {"preset": "nothing"}}, "bad_rules", "rules.preset"),
    ("set_rules", {"rules": {**FOUR, "kuikea": "off"}}, "bad_rules", "rules.kuikea"),
    ("set_rules", {"rules": {**FOUR, "open_riichi": "on"}}, "rules_not_built",
     "rules.open_riichi"),
    ("add_bot", {"level": "godlike"}, "bad_value", "level"),
    ("add_bot", {"level": "easy", "seat": 4}, "out_of_range", "seat"),
    ("add_bot", {"level": "easy", "seat": -1}, "out_of_range", "seat"),
    ("add_bot", {"level": "easy", "seat": 0}, "seat_taken", "seat"),
    ("add_bot", {"level": "easy", "seat": 1}, "seat_taken", "seat"),
    ("remove_seat", {"seat": 0}, "own_seat", "seat"),
    ("remove_seat", {"seat": 3}, "seat_empty", "seat"),
    ("give_host", {"seat": 0}, "own_seat", "seat"),
    ("give_host", {"seat": 1}, "not_a_person", "seat"),
    ("give_host", {"seat": 3}, "seat_empty", "seat"),
    ("start_room", {"fill": True}, "not_ready", None),
    ("get_record", {"game": "nothing"}, "no_such_record", "game"),
    ("get_record", {"game": ""}, "out_of_range", "game"),
    ("list_records", {"limit": 0}, "out_of_range", "limit"),
    ("list_records", {"limit": 101}, "out_of_range", "limit"),
]  # fmt: skip

GUEST_REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("set_rules", {"rules": FOUR}, "not_host"),
    ("set_rules", {"rules": {}}, "not_host"),
    ("add_bot", {"level": "easy"}, "not_host"),
    ("remove_seat", {"seat": 0}, "not_host"),
    ("give_host", {"seat": 2}, "not_host"),
    ("start_room", {"fill": True}, "not_host"),
]

ROOMLESS_REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("leave_room", {}, "not_in_room"),
    ("ready", {"ready": True}, "not_in_room"),
    ("set_rules", {"rules": FOUR}, "not_in_room"),
    ("add_bot", {"level": "easy"}, "not_in_room"),
    ("remove_seat", {"seat": 0}, "not_in_room"),
    ("give_host", {"seat": 0}, "not_in_room"),
    ("start_room", {"fill": True}, "not_in_room"),
    ("join_room", {"code": "AAAAAA"}, "no_such_room"),
]


async def test_faulty_frames_are_answered_and_change_nothing() -> None:
    async with (
        running_app(max_strikes=1000, message_burst=1000) as server,
        server.client() as client,
    ):
        await client.hello()
        await client.request("create_room", rules=FOUR)
        before = await client.find(lambda found: found["type"] == "room" and "id" not in found)
        for frame, code, field in FAULTY:
            client.skip()
            await client.send_raw(frame)
            error = await client.next("error")
            shown = frame[:60]
            assert (error["code"], error["field"]) == (code, field), shown
            assert ERRORS[code].strike, shown
            assert error["message"].endswith("."), shown
        await client.request("ping", t=0)
        assert [found for found in client.inbox if found["type"] == "room"][-1] == before
        assert not server.tables.handled


async def test_refused_requests_are_answered_and_change_nothing() -> None:
    async with (
        running_app(message_burst=1000) as server,
        server.client() as host,
        server.client() as guest,
        server.client() as alone,
    ):
        for client in (host, guest, alone):
            await client.hello()
        room = await host.request("create_room", rules=FOUR)
        await host.request("add_bot", level="easy")
        await guest.request("join_room", code=room["code"])
        before = await guest.find(lambda found: found.get("rev") == 3)
        cases = [(host, *case) for case in REFUSED]
        cases += [(guest, *case, None) for case in GUEST_REFUSED]
        cases += [(alone, kind, fields, code, _ANY) for kind, fields, code in ROOMLESS_REFUSED]
        for client, kind, fields, code, field in cases:
            error = await client.request(kind, **fields)
            assert error["type"] == "error", (kind, fields)
            assert error["code"] == code, (kind, fields, error)
            assert field is _ANY or error["field"] == field, (kind, fields, error)
            assert not ERRORS[code].strike
        await guest.request("ping", t=0)
        after = [found for found in guest.inbox if found["type"] == "room"][-1]
        assert after["seats"] == before["seats"]
        assert after["rev"] == 3


_ANY: Any = object()


@pytest.mark.parametrize("kind", ["ping", "create_room", "act", "get_record"])
async def test_nothing_goes_before_hello(kind: str) -> None:
    fields: dict[str, dict[str, Any]] = {
        "ping": {"t": 1},
        "create_room": {"rules": FOUR},
        "act": {"table": "t", "decision": "d", "option": 0},
        "get_record": {"game": "g"},
    }
    async with running_app() as server, server.client() as client:
        assert (await client.request(kind, **fields[kind]))["code"] == "hello_required"
        assert not server.tables.handled


async def test_the_id_of_a_faulty_frame_comes_back() -> None:
    async with running_app() as server, server.client() as client:
        await client.send("dance", id=41)
        assert (await client.next("error"))["id"] == 41
        await client.send("dance")
        assert (await client.next("error"))["id"] is None


async def test_a_long_rule_object_has_room() -> None:
    async with running_app() as server, server.client() as client:
        await client.hello()
        rules = {**FOUR, **{f"option_{number}": "x" * 60 for number in range(100)}}
        assert 4096 < len(json.dumps(rules)) < 16384
        answer = await client.request("create_room", rules=rules)
        assert answer["code"] == "bad_rules"


async def test_a_fault_of_ours_has_a_reference_and_stays_where_it_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async with running_app() as server, server.client() as client, server.client() as other:
        await client.hello()
        await other.hello()
        server.tables.crash = True
        error = await client.request("say", table="t", stamp="hello")
        assert error["code"] == "internal_error"
        reference = error["message"].removesuffix(".").rpartition(" ")[2]
        captured = capsys.readouterr()
        assert reference in captured.out + captured.err
        assert "a fault in a table" not in error["message"]
        server.tables.crash = False
        assert (await client.request("say", table="t", stamp="hello"))["type"] == "ok"
        assert (await other.request("ping", t=0))["type"] == "pong"
