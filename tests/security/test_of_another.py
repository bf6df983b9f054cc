"""Every message aimed at what is somebody else's: it does nothing to them and tells nothing."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from tests.security.town import EXAMPLES, Citizen, Rows, aimed, is_about_a_game, town
from tests.support.ws_client import Message

REACHES_THEM: Mapping[str, set[str]] = {
    # What one may do to somebody else: they are told, and may say no.
    "friend_ask": {"friend"},
}
OF_OTHERS = {"friends", "blocks", "reports"}
"""Tables with what people say of one another: a row there belongs to who has said it."""

OF_A_TABLE = {
    *("event", "skip", "ask", "snapshot", "hint", "furiten", "auto", "said", "round_end"),
    *("presence", "vote", "table_start", "watchers", "timed_out", "paused", "resumed", "not_yet"),
}


def aim_of(victim: Citizen) -> dict[str, Any]:
    """Return all that names something of somebody's, as if it had leaked."""
    assert victim.open_ask is not None
    return {
        "table": victim.table,
        "decision": victim.open_ask["decision"],
        "code": victim.room,
        "account": victim.account,
        "game": victim.table,
        "seat": victim.seat,
        "name": victim.name,
        "player": victim.name,
        "before": victim.table,
    }


def theirs(rows: Rows, victim: Citizen) -> Rows:
    """Return the rows that have something of a person in them."""
    marks = (victim.account, victim.table, victim.room)
    return {
        table: [row for row in found if any(mark in repr(row) for mark in marks)]
        for table, found in rows.items()
        if table not in OF_OTHERS
    }


@pytest.mark.parametrize("placed", [False, True], ids=["from nowhere", "from a place of one's own"])
async def test_what_is_somebody_elses_stays_theirs(placed: bool) -> None:
    async with town(register_burst=10_000, guest_burst=10_000) as place:
        victim, beside = await place.citizen("Aki"), await place.citizen("Ben")
        fields = {"title": "Behind closed doors", "password": "the word at the door"}
        await place.table(victim, beside, **fields)
        await victim.request("set_settings", settings={"private": "of Aki alone"})
        aim = aim_of(victim)
        hand = await own_hand(victim)
        for kind in EXAMPLES:
            attacker = await place.citizen(f"Mal {kind}")
            if placed:
                # At another table, or the host of another room: what is taken for one's own there.
                await (place.table if is_about_a_game(kind) else place.waiting_room)(attacker)
            before = theirs(await place.rows(), victim)
            heard = [await person.settled() for person in (victim, beside)]
            told = await attacker.settled()
            answer = await send(attacker, aimed(kind, aim))
            # Whatever it has set in motion has had its time.
            await place.server.clock.settle()
            if attacker.here:
                await attacker.settled()
            check_tells_nothing(kind, attacker.inbox[told:], victim)
            assert answer["type"] != "welcome", kind
            for person, count in zip((victim, beside), heard, strict=True):
                await person.settled()
                news = {message["type"] for message in person.inbox[count:]} - {"pong"}
                allowed = REACHES_THEM.get(kind, set()) if person is victim else set()
                assert news <= allowed, (kind, news)
            assert theirs(await place.rows(), victim) == before, kind
            if attacker.here:
                await attacker.close()

        # All is as it was, and works.
        assert await own_hand(victim) == hand
        assert victim.open_ask is not None
        ask = {"table": victim.table, "decision": victim.open_ask["decision"]}
        assert (await victim.request("act", **ask, option=0))["type"] == "ok"
        kept = await victim.request("get_settings")
        assert kept["settings"] == {"private": "of Aki alone"}


async def test_a_guest_at_the_same_table_answers_for_nobody_else() -> None:
    async with town() as place:
        victim, beside = await place.citizen("Aki"), await place.citizen("Ben", register=False)
        await place.table(victim, beside)
        assert victim.open_ask is not None
        ask = {"table": victim.table, "decision": victim.open_ask["decision"]}
        heard = await victim.settled()
        for option in range(len(victim.open_ask["options"])):
            answer = await beside.request("act", **ask, option=option)
            assert answer["code"] in ("stale_decision", "not_asked", "no_such_option")
        for action in victim.open_ask["options"]:
            assert (await beside.request("act", **ask, action=action))["type"] == "error"
        for seq in (-1, 0):
            await beside.request("sync", table=victim.table, seq=seq)
        await beside.settled()
        check_sees_no_other_hand(beside)
        check_tells_no_secret("sync", beside.inbox, victim)
        await victim.settled()
        assert {message["type"] for message in victim.inbox[heard:]} <= {"pong", "presence"}
        assert (await victim.request("act", **ask, option=0))["type"] == "ok"


async def test_nobody_learns_where_somebody_is_or_calls_from() -> None:
    """Through lists, profiles and HTTP, with every filter that names the person."""
    async with town() as place:
        victim = await place.citizen("Aki")
        await place.table(victim, title="Behind closed doors", password="the word at the door")
        attacker = await place.citizen("Mal")
        told = await attacker.settled()
        requests: list[tuple[str, dict[str, Any]]] = [
            ("watch_list", {"filter": {"player": "Aki"}}),
            ("list_rooms", {}),
            ("list_records", {"player": "Aki"}),
            ("get_record", {"game": victim.table}),
            ("get_analysis", {"game": victim.table, "round": 0, "step": 0, "seat": 0}),
            ("get_profile", {"account": victim.account}),
            ("get_friends", {}),
            ("friend_ask", {"account": victim.account}),
            ("watch", {"table": victim.table}),
        ]
        for kind, fields in requests:
            await attacker.request(kind, **fields)
        await attacker.settled()
        frames = json.dumps(attacker.inbox[told:])
        for secret in (*victim.secrets, victim.room, "Behind closed doors", victim.table):
            assert secret not in frames, secret


# Inside


async def send(attacker: Citizen, message: Message) -> Message:
    """Send a message and return its answer, or the `bye` that came instead."""
    number = next(attacker._ids)
    await attacker.send_raw(json.dumps({**message, "id": number}))
    return await attacker.find(lambda found: found.get("id") == number or found["type"] == "bye")


async def own_hand(person: Citizen) -> Any:
    """Return what somebody's own seat shows them."""
    await person.send("sync", table=person.table, seq=-1)
    count = await person.settled()
    snapshots = [found for found in person.inbox[:count] if found["type"] == "snapshot"]
    return snapshots[-1]["seats"][person.seat]


def check_tells_nothing(kind: str, frames: list[Message], victim: Citizen) -> None:
    """Hold what an attacker was told to what anybody may know."""
    check_tells_no_secret(kind, frames, victim)
    for frame in frames:
        assert frame.get("code") != victim.room, (kind, frame)
        if frame["type"] in OF_A_TABLE:
            assert frame.get("table") != victim.table, (kind, frame)


def check_tells_no_secret(kind: str, frames: list[Message], victim: Citizen) -> None:
    text = json.dumps(frames)
    for secret in victim.secrets:
        assert secret not in text, (kind, secret)


def check_sees_no_other_hand(person: Citizen) -> None:
    for message in person.inbox:
        if message["type"] == "snapshot":
            others = [seat for number, seat in enumerate(message["seats"]) if number != person.seat]
            assert all(set(seat["hand"]) <= {"?"} for seat in others)
            assert all(seat["drawn"] in (None, "?") for seat in others)
        assert message["type"] != "ask" or message["decision"]
