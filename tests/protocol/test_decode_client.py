"""Frames from clients: what is read, and how each kind of bad frame is refused."""

from typing import NamedTuple

import pytest

from engine.core.events import Chi, Dahai
from protocol.codec import MAX_FRAME, MAX_RULES_FRAME, decode_client
from protocol.errors import ProtocolError
from protocol.room import CreateRoom, RuleValue, SetRules
from protocol.session import Hello, Ping
from protocol.table import Act, Mute

ACT = '{"type":"act","id":5,"table":"t","decision":"d"'
CREATE = '{"type":"create_room","id":5,"rules":{}'
RULES = '{"type":"set_rules","id":5,"rules":'


class Bad(NamedTuple):
    """A frame, and the error that it gets."""

    name: str
    frame: str | bytes
    code: str
    field: str | None = None
    id: int | None = None


BAD = [
    # Not a text frame with one JSON object
    Bad("binary", b'{"type":"ping","t":1}', "not_text"),
    Bad("empty", "", "malformed_json"),
    Bad("blank", "  \n", "malformed_json"),
    Bad("not json", "hello", "malformed_json"),
    Bad("cut off", '{"type":"ping","t":1', "malformed_json"),
    Bad("two objects", '{"type":"ping","t":1}{"type":"ping","t":1}', "malformed_json"),
    Bad("trailing comma", '{"type":"ping","t":1,}', "malformed_json"),
    Bad("single quotes", "{'type':'ping','t':1}", "malformed_json"),
    Bad("comment", '{"type":"ping","t":1} // hi', "malformed_json"),
    Bad("byte order mark", '\ufeff{"type":"ping","t":1}', "malformed_json"),
    Bad("NaN", '{"type":"ping","t":NaN}', "malformed_json"),
    Bad("Infinity", '{"type":"ping","t":-Infinity}', "malformed_json"),
    Bad("leading zero", '{"type":"ping","t":01}', "malformed_json"),
    Bad("raw control character", '{"type":"hello","client":"\x00"}', "malformed_json"),
    Bad("lone surrogate", '{"type":"\ud800"}', "malformed_json"),
    Bad("escaped lone surrogate", '{"type":"hello","client":"\\ud800"}', "malformed_json"),
    Bad("null", "null", "malformed_json"),
    Bad("array", '[{"type":"ping","t":1}]', "malformed_json"),
    Bad("string", '"ping"', "malformed_json"),
    Bad("number", "1", "malformed_json"),
    Bad("opened without end", "[" * 4000, "malformed_json"),
    # Length
    Bad("long by spaces", '{"type":"ping","t":1,"id":4' + " " * MAX_FRAME + "}", "too_long", id=4),
    Bad("long and not json", "x" * (MAX_FRAME + 1), "too_long"),
    Bad("long in bytes", '{"type":"say","id":4,"x":"' + "雀" * 1400 + '"}', "too_long", id=4),
    Bad("long rules", RULES + '{"a":"' + "x" * MAX_RULES_FRAME + '"}}', "too_long"),
    Bad("very long", "[" * 1_000_000, "too_long"),
    # Type
    Bad("no type", '{"id":4}', "missing_field", "type", 4),
    Bad("no field at all", "{}", "missing_field", "type"),
    Bad("null type", '{"type":null,"id":4}', "wrong_type", "type", 4),
    Bad("number as type", '{"type":5,"id":4}', "wrong_type", "type", 4),
    Bad("list as type", '{"type":["ping"],"id":4}', "wrong_type", "type", 4),
    Bad("unknown type", '{"type":"pingg","id":4}', "unknown_type", "type", 4),
    Bad("type in capitals", '{"type":"Ping","t":1}', "unknown_type", "type"),
    Bad("type of the server", '{"type":"welcome","id":4}', "unknown_type", "type", 4),
    Bad("empty type", '{"type":""}', "unknown_type", "type"),
    Bad("not offered", '{"type":"join_club","club":"4p_east"}', "unknown_type", "type"),
    # Fields
    Bad("unknown field", '{"type":"ping","t":1,"id":4,"u":2}', "unknown_field", "u", 4),
    Bad("unknown empty field", '{"type":"ping","t":1,"":2}', "unknown_field", ""),
    Bad("field of another type", '{"type":"ping","t":1,"ready":true}', "unknown_field", "ready"),
    Bad("missing field", '{"type":"ready","id":4}', "missing_field", "ready", 4),
    Bad("field twice", '{"type":"ping","t":1,"t":1,"id":4}', "duplicate_field", "t", 4),
    Bad("type twice", '{"type":"ping","t":1,"type":"ping"}', "duplicate_field", "type"),
    Bad("twice by escape", '{"type":"ping","t":1,"\\u0074":1}', "duplicate_field", "t"),
    Bad("twice in rules", RULES + '{"uma":0,"a":{"m":1,"m":2}}}', "duplicate_field", "m", 5),
    # Single values
    Bad("string for bool", '{"type":"ready","ready":"yes"}', "wrong_type", "ready"),
    Bad("number for bool", '{"type":"ready","ready":1}', "wrong_type", "ready"),
    Bad("null for bool", '{"type":"ready","ready":null}', "wrong_type", "ready"),
    Bad("string for number", '{"type":"ping","t":"1"}', "wrong_type", "t"),
    Bad("float for int", '{"type":"remove_seat","seat":1.5}', "wrong_type", "seat"),
    Bad("bool for int", '{"type":"remove_seat","seat":true}', "wrong_type", "seat"),
    Bad("huge float", '{"type":"ping","t":1e999}', "out_of_range", "t"),
    Bad("huge int", '{"type":"ping","t":' + "9" * 4000 + "}", "out_of_range", "t"),
    Bad("seat below", '{"type":"remove_seat","seat":-1}', "out_of_range", "seat"),
    Bad("seat above", '{"type":"give_host","seat":4}', "out_of_range", "seat"),
    Bad("seq below", '{"type":"sync","table":"t","seq":-2}', "out_of_range", "seq"),
    Bad("list too long", '{"type":"list_records","limit":101}', "out_of_range", "limit"),
    Bad("empty table", '{"type":"confirm","table":""}', "out_of_range", "table"),
    Bad("empty client", '{"type":"hello","client":""}', "out_of_range", "client"),
    Bad("long client", '{"type":"hello","client":"' + "x" * 65 + '"}', "out_of_range", "client"),
    Bad("client with a space", '{"type":"hello","client":"1234 5678"}', "bad_value", "client"),
    Bad("client and newline", '{"type":"hello","client":"12345678\\n"}', "bad_value", "client"),
    Bad("empty name", '{"type":"hello","client":"12345678","name":""}', "out_of_range", "name"),
    Bad(
        "long name",
        '{"type":"hello","client":"12345678","name":"' + "n" * 25 + '"}',
        "out_of_range",
        "name",
    ),
    Bad("blank name", '{"type":"hello","client":"12345678","name":"  "}', "bad_value", "name"),
    Bad(
        "name that reorders text",
        '{"type":"hello","client":"12345678","name":"a\\u202eb"}',
        "bad_value",
        "name",
    ),
    Bad("unknown level", '{"type":"add_bot","level":"god","id":4}', "bad_value", "level", 4),
    Bad("unknown stamp", '{"type":"say","table":"t","stamp":"x"}', "bad_value", "stamp"),
    Bad("unknown seating", CREATE + ',"seating":"x"}', "bad_value", "seating", 5),
    # Ids
    Bad("string id", '{"type":"ping","t":1,"id":"7"}', "wrong_type", "id"),
    Bad("float id", '{"type":"ping","t":1,"id":7.0}', "wrong_type", "id"),
    Bad("bool id", '{"type":"ping","t":1,"id":true}', "wrong_type", "id"),
    Bad(
        "id beyond exact numbers",
        '{"type":"ping","t":1,"id":9007199254740992}',
        "out_of_range",
        "id",
    ),
    # Rules
    Bad("rules as a name", RULES + '"majsoul_friend_4p"}', "wrong_type", "rules", 5),
    Bad("rules as a list", RULES + "[]}", "wrong_type", "rules", 5),
    Bad("nested list", RULES + '{"preset":"x","uma":[[1]]}}', "wrong_type", "rules.uma", 5),
    Bad("nested map", RULES + '{"aka_dora":{"m":{}}}}', "wrong_type", "rules.aka_dora", 5),
    Bad("huge option", RULES + '{"uma":1e999}}', "out_of_range", "rules.uma", 5),
    Bad("huge whole option", RULES + '{"uma":' + "9" * 30 + "}}", "out_of_range", "rules.uma", 5),
    Bad("long option", RULES + '{"length":"' + "e" * 65 + '"}}', "out_of_range", "rules.length", 5),
    Bad("fault before the end of the json", RULES + '{"uma":[[1]]}, oops', "wrong_type", "rules"),
    # Answers
    Bad("act without answer", ACT + "}", "missing_field", "option", 5),
    Bad(
        "act with two answers",
        ACT + ',"option":0,"action":{"type":"none"}}',
        "bad_value",
        "action",
        5,
    ),
    Bad("negative option", ACT + ',"option":-1}', "out_of_range", "option", 5),
    Bad("action as a name", ACT + ',"action":"none"}', "wrong_type", "action", 5),
    Bad("action without type", ACT + ',"action":{}}', "missing_field", "action.type", 5),
    Bad("unknown action", ACT + ',"action":{"type":"tsumo"}}', "bad_value", "action.type", 5),
    Bad(
        "action without tile",
        ACT + ',"action":{"type":"dahai","actor":1}}',
        "missing_field",
        "action.pai",
        5,
    ),
    Bad(
        "action with a bad tile",
        ACT + ',"action":{"type":"dahai","actor":1,"pai":7}}',
        "wrong_type",
        "action.pai",
        5,
    ),
    Bad(
        "action with a bad list",
        ACT + ',"action":{"type":"ankan","actor":1,"consumed":["1m",2]}}',
        "wrong_type",
        "action.consumed[1]",
        5,
    ),
    Bad(
        "action with more",
        ACT + ',"action":{"type":"none","meta":{}}}',
        "unknown_field",
        "action.meta",
        5,
    ),
    Bad(
        "action with a field twice",
        ACT + ',"action":{"type":"none","type":"none"}}',
        "duplicate_field",
        "type",
        5,
    ),
]


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.name)
def test_bad_frame(bad: Bad) -> None:
    with pytest.raises(ProtocolError) as caught:
        decode_client(bad.frame)
    error = caught.value
    assert (error.code, error.field, error.id) == (bad.code, bad.field, bad.id)
    assert error.message.isascii()
    assert error.message.endswith(".")
    assert "\n" not in error.message
    assert "msgspec" not in error.message
    assert len(error.message) < 250


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        ('{"type":"ready","ready":1}', "`ready` must be true or false, not an integer."),
        ('{"type":"ping","t":"x"}', "`t` must be a number, not a string."),
        ('{"type":"remove_seat","seat":4}', "`seat` must be an integer, at most 3."),
        ('{"type":"hello","client":""}', "`client` must have at least 1 characters."),
        ('{"type":"add_bot","level":"god"}', "`level` is 'god'; allowed: easy, normal."),
        ('{"type":"ready"}', "The field `ready` is missing."),
        ('{"type":"ping","t":1,"u":1}', "The message has no field 'u'."),
        ('{"type":"nope"}', "There is no client message of type 'nope'."),
        (
            '{"type":"set_settings","settings":{"":1}}',
            "A name in `settings` must have at least 1 characters.",
        ),
        (RULES + '{"' + "x" * 65 + '":1}}', "A name in `rules` must have at most 64 characters."),
        (ACT + ',"action":{"type":"none","pai":"1m"}}', "`action` has no field 'pai'."),
        ("x" * 5000, "The frame has more than the 4096 bytes allowed."),
    ],
)
def test_sentences(frame: str, message: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        decode_client(frame)
    assert caught.value.message == message


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>" * 20, "`; DROP TABLE", "\\u001b[31m", "\\ud83d\\ude00" * 9]
)
def test_only_a_short_safe_excerpt_comes_back(text: str) -> None:
    for frame in (
        '{"type":"' + text + '"}',
        '{"type":"ping","t":1,"' + text + '":1}',
        '{"type":"say","table":"t","stamp":"' + text + '"}',
        RULES + '{"' + text + '":[[]]}}',
        '{"type":"ping","t":1,"' + text + '":1,"' + text + '":1}',
    ):
        with pytest.raises(ProtocolError) as caught:
            decode_client(frame)
        shown = caught.value.message + (caught.value.field or "")
        assert shown.isprintable()
        assert shown.isascii()
        assert "`;" not in shown
        assert len(caught.value.field or "") <= 40
        assert "script>alert(1)</script>" not in shown


@pytest.mark.parametrize("depth", [2, 100, 1500])
def test_deep_nesting_is_refused_however_deep(depth: int) -> None:
    nested = "[" * depth + "]" * depth
    for frame in (
        RULES + '{"uma":' + nested + "}}",
        '{"type":"ping","t":' + nested + "}",
        ACT + ',"action":{"type":"none","meta":' + nested + "}}",
    ):
        with pytest.raises(ProtocolError) as caught:
            decode_client(frame)
        assert caught.value.strike


def test_a_nested_frame_costs_a_strike_and_a_long_name_does_not() -> None:
    with pytest.raises(ProtocolError) as nested:
        decode_client("[" * 4000)
    assert nested.value.strike
    with pytest.raises(ProtocolError) as named:
        decode_client('{"type":"hello","client":"12345678","name":"' + "n" * 25 + '"}')
    assert not named.value.strike


def test_what_may_be_left_out_may_be_null() -> None:
    assert decode_client('{"type":"hello","client":"12345678","name":null,"id":null}') == Hello(
        client="12345678"
    )


def test_the_type_may_stand_anywhere() -> None:
    assert decode_client(' {"t" : 1.5 , "id" : -3, "type" : "ping"}\n') == Ping(id=-3, t=1.5)


def test_colons_in_strings_are_no_fields() -> None:
    frame = '{"type":"create_room","rules":{},"title":"a:b:c \\":\\""}'
    assert decode_client(frame) == CreateRoom(rules={}, title='a:b:c ":"')


def test_names_of_every_script() -> None:
    name = "麻雀 Ωmega 😀"
    assert decode_client(f'{{"type":"hello","client":"12345678","name":"{name}"}}') == Hello(
        client="12345678", name=name
    )


def test_an_action_is_the_engines() -> None:
    act = decode_client(ACT + ',"action":{"type":"dahai","actor":1,"pai":"5mr","tsumogiri":false}}')
    assert act == Act(
        id=5, table="t", decision="d", action=Dahai(actor=1, pai="5mr", tsumogiri=False)
    )
    act = decode_client(
        ACT + ',"action":{"type":"chi","actor":1,"target":0,"pai":"4m","consumed":["3m","5m"]}}'
    )
    assert isinstance(act, Act)
    assert act.action == Chi(actor=1, target=0, pai="4m", consumed=("3m", "5m"))


def test_rules_of_every_form() -> None:
    rules: dict[str, RuleValue] = {
        "preset": "majsoul_friend_4p",
        "uma": [15, 5, -5, -15],
        "oka": 20.5,
        "aka_dora": {"m": 1, "p": 1, "s": 2},
        "required_points": None,
        "double_yakuman": ["kokushi_13"],
        "chi": True,
    }
    frame = (
        '{"type":"set_rules","rules":{"preset":"majsoul_friend_4p","uma":[15,5,-5,-15],'
        '"oka":20.5,"aka_dora":{"m":1,"p":1,"s":2},"required_points":null,'
        '"double_yakuman":["kokushi_13"],"chi":true}}'
    )
    assert decode_client(frame) == SetRules(rules=rules)


def test_limits_are_those_of_the_type_and_of_the_caller() -> None:
    rules = RULES + "{}" + " " * (MAX_RULES_FRAME - len(RULES) - 3) + "}"
    assert decode_client(rules) == SetRules(id=5, rules={})
    ping = '{"type":"ping","t":1' + " " * (MAX_FRAME - 21) + "}"
    assert decode_client(ping) == Ping(t=1)
    with pytest.raises(ProtocolError, match="too_long"):
        decode_client('{"type":"ping","t":1}', max_frame=20)
    with pytest.raises(ProtocolError, match="too_long"):
        decode_client(RULES + "{}}", max_rules_frame=20)
    assert decode_client(ping + " ", max_frame=5000) == Ping(t=1)


def test_mute_names_its_table_only_if_it_likes() -> None:
    assert decode_client('{"type":"mute","seat":2}') == Mute(seat=2)
    assert decode_client('{"type":"mute","seat":2,"table":"t","muted":false}') == Mute(
        seat=2, table="t", muted=False
    )
