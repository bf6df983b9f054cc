"""Rules under a name, over real sockets; and what is kept of them."""

from typing import Any

import pytest
from hypothesis import given

from engine.core.errors import BadRules
from server.lobby import rule_sets
from server.table.rules import parse_room_rules
from tests.server.lobby.gathering import FOUR, people
from tests.support.random_rules import any_rule_object
from tests.support.running_app import running_app

LONG = {**FOUR, "length": "east_south"}


async def sets(client: Any) -> list[tuple[str, dict[str, Any]]]:
    answer = await client.request("list_rules")
    assert answer["type"] == "rule_sets", answer
    return [(kept["name"], kept["rules"]) for kept in answer["sets"]]


async def test_rules_are_kept_replaced_and_deleted() -> None:
    async with running_app() as server, people(server, "Aoi", "Ben") as (aoi, ben):
        assert await sets(aoi) == []
        assert (await aoi.request("save_rules", name="Long", rules=FOUR))["type"] == "ok"
        assert (await aoi.request("save_rules", name="Long", rules=LONG))["type"] == "ok"
        assert (await aoi.request("save_rules", name="Short", rules=FOUR))["type"] == "ok"
        assert [name for name, _ in await sets(aoi)] == ["Long", "Short"]
        assert await sets(ben) == [], "they are one's own"
        assert (await ben.request("delete_rules", name="Long"))["code"] == "no_such_rules"
        assert (await aoi.request("delete_rules", name="Short"))["type"] == "ok"
        assert [name for name, _ in await sets(aoi)] == ["Long"]


async def test_they_are_checked_like_those_of_a_room() -> None:
    async with running_app() as server, people(server, "Aoi") as (aoi,):
        for rules, code, field in (
            ({**FOUR, "kuikae": "maybe"}, "bad_rules", "rules.kuikae"),
            ({**FOUR, "open_riichi": "on"}, "rules_not_built", "rules.open_riichi"),
        ):
            refused = await aoi.request("save_rules", name="Mine", rules=rules)
            assert (refused["code"], refused["field"]) == (code, field)
        assert await sets(aoi) == []


async def test_there_are_only_so_many_and_none_is_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rule_sets, "MOST", 2)
    async with running_app() as server, people(server, "Aoi") as (aoi,):
        for name in ("one", "two"):
            await aoi.request("save_rules", name=name, rules=FOUR)
        refused = await aoi.request("save_rules", name="three", rules=FOUR)
        assert (refused["code"], refused["field"]) == ("too_many", "name")
        assert (await aoi.request("save_rules", name="two", rules=FOUR))["type"] == "ok"
        monkeypatch.setattr(rule_sets, "LONGEST", 10)
        refused = await aoi.request("save_rules", name="two", rules=FOUR)
        assert (refused["code"], refused["field"]) == ("out_of_range", "rules")


async def test_rules_of_another_version_are_shown_as_such() -> None:
    async with running_app() as server, people(server, "Aoi") as (aoi,):
        store = server.app.rooms._saved_rules._store
        await store.save(aoi.account, "Old", '{"preset":"gone"}', 5)
        await store.save(aoi.account, "Good", '{"preset":"majsoul_3p"}', 5)
        answer = await aoi.request("list_rules")
        assert [(kept["name"], kept["valid"]) for kept in answer["sets"]] == [
            ("Good", True),
            ("Old", False),
        ]


@given(rules=any_rule_object())
def test_a_preset_and_what_differs_from_it_are_the_same_rules_again(rules: dict[str, Any]) -> None:
    parsed = parse_room_rules(rules)
    kept = {"preset": parsed.preset, **parsed.differs}
    again = parse_room_rules(kept)
    assert (again.flat, again.differs) == (parsed.flat, parsed.differs)
    # What is named though it is as in the preset has to be, or it would be something else.
    usual = parse_room_rules({"preset": parsed.preset}).flat
    for name in [name for name, value in parsed.differs.items() if usual.get(name) == value]:
        fewer = {key: value for key, value in kept.items() if key != name}
        try:
            assert parse_room_rules(fewer).flat != parsed.flat
        except BadRules:
            continue
