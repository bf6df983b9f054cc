"""Friends over real sockets: asking, answering, who of them is here, inviting, blocking."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest

from tests.support.people import Registered, somebody
from tests.support.running_app import Running, running_app
from tests.support.ws_client import Message

ROOM = {"preset": "majsoul_friend_4p"}


@asynccontextmanager
async def people(
    *names: str, **settings: Any
) -> AsyncIterator[tuple[Running, tuple[Registered, ...]]]:
    """Run a server with registered people, each on a connection of their own."""
    timeless = running_app(silence_s=1e9, message_burst=1000, **settings)
    async with timeless as server, AsyncExitStack() as stack:
        clients = []
        for name in names:
            client = await stack.enter_async_context(somebody(server, f"page-of-{name}"))
            assert (await client.register(name))["type"] == "registered"
            clients.append(client)
        yield server, tuple(clients)


async def news(client: Registered) -> list[tuple[str, str, str | None]]:
    """Return what a client was told of others since the last time, in order."""
    await client.request("ping", t=0)
    told = [
        (message["name"], message["relation"], message["state"])
        for message in client.inbox[client._seen :]
        if message["type"] == "friend"
    ]
    client.skip()
    return told


async def circle(client: Registered) -> dict[str, list[str]]:
    """Return the names in each of a client's lists."""
    answer = await client.request("get_friends")
    return {
        name: [person["name"] for person in answer[name]]
        for name in ("friends", "asks_you", "asked")
    }


async def states(client: Registered) -> dict[str, str]:
    answer = await client.request("get_friends")
    return {friend["name"]: friend["state"] for friend in answer["friends"]}


# Asking and answering


async def test_asking_and_accepting() -> None:
    async with people("Aki", "Ben") as (_, (aki, ben)):
        assert (await aki.request("friend_ask", name="bEn"))["type"] == "ok"
        assert await news(aki) == [("Ben", "asked", None)]
        assert await news(ben) == [("Aki", "asks_you", None)]
        assert await circle(aki) == {"friends": [], "asks_you": [], "asked": ["Ben"]}
        assert await circle(ben) == {"friends": [], "asks_you": ["Aki"], "asked": []}
        assert (await ben.request("friend_accept", account=aki.account))["type"] == "ok"
        assert await news(aki) == [("Ben", "friend", "online")]
        assert await news(ben) == [("Aki", "friend", "online")]
        for client, other in ((aki, "Ben"), (ben, "Aki")):
            assert await circle(client) == {"friends": [other], "asks_you": [], "asked": []}


async def test_who_asks_whoever_has_asked_accepts() -> None:
    async with people("Aki", "Ben") as (_, (aki, ben)):
        await aki.request("friend_ask", account=ben.account)
        assert (await ben.request("friend_ask", account=aki.account))["type"] == "ok"
        assert await states(aki) == {"Ben": "online"}


async def test_declining_and_taking_back_and_removing() -> None:
    async with people("Aki", "Ben") as (_, (aki, ben)):
        for who, kind, whom in (
            (ben, "friend_decline", aki),
            (aki, "friend_remove", ben),
        ):
            await aki.request("friend_ask", account=ben.account)
            await news(aki), await news(ben)
            assert (await who.request(kind, account=whom.account))["type"] == "ok"
            assert await news(aki) == [("Ben", "none", None)]
            assert await news(ben) == [("Aki", "none", None)]
        await aki.befriend(ben)
        await news(aki), await news(ben)
        assert (await ben.request("friend_remove", account=aki.account))["type"] == "ok"
        assert await news(aki) == [("Ben", "none", None)]
        assert await states(aki) == {}
        # Nothing is told of somebody who is a friend no more.
        await ben.close()
        assert await news(aki) == []


async def test_what_is_refused() -> None:
    three = people("Aki", "Ben", "Chie")
    async with three as (server, (aki, ben, chie)), somebody(server) as guest:
        await guest.hello("Somebody")
        await aki.befriend(ben)
        await aki.request("friend_ask", account=chie.account)
        refused: list[tuple[str, dict[str, Any], str]] = [
            ("friend_ask", {}, "bad_value"),
            ("friend_ask", {"account": ben.account, "name": "Ben"}, "bad_value"),
            ("friend_ask", {"name": "Nobody"}, "no_such_account"),
            ("friend_ask", {"name": "\u200b"}, "no_such_account"),
            ("friend_ask", {"account": "nobody"}, "no_such_account"),
            ("friend_ask", {"account": aki.account}, "own_account"),
            ("friend_ask", {"account": guest.account}, "not_registered"),
            ("friend_ask", {"name": "Somebody"}, "no_such_account"),
            ("friend_ask", {"account": ben.account}, "already_friends"),
            ("friend_ask", {"account": chie.account}, "already_asked"),
            ("friend_accept", {"account": chie.account}, "no_such_ask"),
            ("friend_accept", {"account": ben.account}, "no_such_ask"),
            ("friend_accept", {"account": "nobody"}, "no_such_account"),
            ("friend_decline", {"account": chie.account}, "no_such_ask"),
            ("friend_remove", {"account": guest.account}, "not_friends"),
            ("invite", {"account": chie.account}, "not_friends"),
            ("invite", {"account": ben.account}, "not_in_room"),
            ("unblock", {"account": ben.account}, "not_blocked"),
            ("block", {"account": aki.account}, "own_account"),
        ]
        before = [await circle(client) for client in (aki, ben, chie)]
        for kind, fields, code in refused:
            assert (await aki.request(kind, **fields))["code"] == code, (kind, fields)
        assert [await circle(client) for client in (aki, ben, chie)] == before


async def test_asking_is_limited() -> None:
    limits = {"friend_asks": 2, "friend_ask_s": 10}
    async with people("Aki", "Ben", "Chie", **limits) as (server, (aki, ben, chie)):
        await aki.request("friend_ask", account=ben.account)
        await aki.request("friend_ask", account=ben.account)
        assert (await aki.request("friend_ask", account=chie.account))["code"] == "too_fast"
        server.clock.advance(10)
        assert (await aki.request("friend_ask", account=chie.account))["type"] == "ok"


async def test_so_many_friends_and_no_more() -> None:
    async with people("Aki", "Ben", "Chie", max_friends=1) as (_, (aki, ben, chie)):
        await aki.request("friend_ask", account=ben.account)
        full = await aki.request("friend_ask", account=chie.account)
        assert full["code"] == "too_many_friends"
        # Who asks fills no place but that of others who ask.
        assert (await chie.request("friend_ask", account=ben.account))["code"] == "too_many_friends"
        await chie.request("friend_ask", account=aki.account)
        assert (await ben.request("friend_accept", account=aki.account))["type"] == "ok"
        full = await aki.request("friend_accept", account=chie.account)
        assert full["code"] == "too_many_friends"
        assert await circle(aki) == {"friends": ["Ben"], "asks_you": ["Chie"], "asked": []}


# Who is here


async def test_friends_are_told_what_one_is_doing() -> None:
    async with people("Aki", "Ben", "Chie") as (server, (aki, ben, chie)):
        await aki.befriend(ben)
        await chie.befriend(aki)
        await news(aki), await news(ben), await news(chie)
        room = await ben.request("create_room", rules=ROOM)
        await server.clock.pass_time(1)
        assert await news(aki) == [("Ben", "friend", "room")]
        assert await states(aki) == {"Ben": "room", "Chie": "online"}
        await ben.request("ready", ready=True)
        await ben.request("start_room", fill=True)
        await server.clock.pass_time(1)
        assert await news(aki) == [("Ben", "friend", "playing")]
        (table,) = server.tables.tables
        server.tables.finish(table)
        await ben.find(lambda message: message.get("state") == "waiting" and message["rev"] > 3)
        await server.clock.pass_time(1)
        assert await news(aki) == [("Ben", "friend", "room")]
        await ben.request("leave_room")
        await server.clock.pass_time(1)
        assert await news(aki) == [("Ben", "friend", "online")]
        await ben.close()
        gone = await aki.find(lambda message: message.get("state") == "offline")
        assert gone["name"] == "Ben"
        assert await states(aki) == {"Ben": "offline", "Chie": "online"}
        # Who is no friend of Ben's is told nothing, and nobody where he is.
        assert await news(chie) == []
        assert ben.account not in repr(chie.inbox)
        assert room["code"] not in repr(aki.inbox)
        assert room["code"] not in repr(chie.inbox)


async def test_coming_back_is_told_once() -> None:
    async with people("Aki", "Ben") as (server, (aki, ben)):
        await aki.befriend(ben)
        await ben.close()
        await aki.find(lambda message: message.get("state") == "offline")
        aki.skip()
        async with somebody(server, "another-page") as again:
            await again.hello(token=ben.token)
            await aki.find(lambda message: message.get("state") == "online", aki._seen)
            await server.clock.pass_time(5)
            assert await news(aki) == [("Ben", "friend", "online")]


async def test_a_friends_new_name_is_told() -> None:
    async with people("Aki", "Ben") as (_, (aki, ben)):
        await aki.befriend(ben)
        await news(aki)
        await ben.request("rename", name="Benjamin")
        assert await news(aki) == [("Benjamin", "friend", "online")]


async def test_who_only_asks_learns_nothing() -> None:
    async with people("Aki", "Ben") as (server, (aki, ben)):
        await aki.request("friend_ask", account=ben.account)
        await news(aki)
        await ben.request("create_room", rules=ROOM)
        await server.clock.pass_time(5)
        await ben.close()
        assert await server.tables.detached.get() == ben.account
        assert await news(aki) == []
        answer = await aki.request("get_friends")
        assert answer["asked"] == [{"account": ben.account, "name": "Ben"}]


# Inviting


async def invitation(client: Registered) -> Message:
    return await client.find(lambda message: message["type"] == "invitation")


async def test_a_friend_is_invited_into_ones_room() -> None:
    async with people("Aki", "Ben") as (_, (aki, ben)):
        await aki.befriend(ben)
        room = await aki.request("create_room", rules=ROOM, title="Friday", password="tea")
        assert (await aki.request("invite", account=ben.account))["type"] == "ok"
        assert await invitation(ben) == {
            "type": "invitation",
            "from": {"account": aki.account, "name": "Aki"},
            "code": room["code"],
            "title": "Friday",
            "password": True,
        }
        joined = await ben.request("join_room", code=room["code"], password="tea")
        assert joined["type"] == "room"


async def test_who_is_away_or_playing_is_not_invited_or_does_not_invite() -> None:
    async with people("Aki", "Ben") as (server, (aki, ben)):
        await aki.befriend(ben)
        await aki.request("create_room", rules=ROOM)
        await ben.close()
        assert await server.tables.detached.get() == ben.account
        assert (await aki.request("invite", account=ben.account))["code"] == "not_here"
        await aki.request("ready", ready=True)
        await aki.request("start_room", fill=True)
        assert (await aki.request("invite", account=ben.account))["code"] == "room_playing"


async def test_inviting_is_limited() -> None:
    limits = {"friend_asks": 3, "friend_ask_s": 10}
    async with people("Aki", "Ben", **limits) as (_, (aki, ben)):
        await aki.befriend(ben)
        await aki.request("create_room", rules=ROOM)
        codes = [(await aki.request("invite", account=ben.account)).get("code") for _ in range(4)]
        assert codes == [None, None, "too_fast", "too_fast"]


# Blocking


async def test_a_block_ends_a_friendship_and_keeps_away() -> None:
    async with people("Aki", "Ben") as (server, (aki, ben)):
        await aki.befriend(ben)
        room = await aki.request("create_room", rules=ROOM)
        await news(aki), await news(ben)
        assert (await aki.request("block", name="BEN"))["type"] == "ok"
        assert await news(ben) == [("Aki", "none", None)]
        assert await news(aki) == [("Ben", "none", None)]
        assert (await aki.request("get_blocks"))["blocked"] == [
            {"account": ben.account, "name": "Ben"}
        ]
        assert (await ben.request("get_blocks"))["blocked"] == []
        blocks = server.app.people.blocks
        assert blocks.blocked(aki.account, ben.account)
        assert blocks.blocked(ben.account, aki.account)
        # Neither can ask, whoever it was that blocked.
        for client, other in ((aki, ben), (ben, aki)):
            assert (await client.request("friend_ask", account=other.account))["code"] == "blocked"
        assert (await aki.request("invite", account=ben.account))["code"] == "blocked"
        # To Ben the room is not there.
        assert (await ben.request("join_room", code=room["code"]))["code"] == "no_such_room"
        assert (await aki.request("unblock", account=ben.account))["type"] == "ok"
        assert not blocks.blocked(aki.account, ben.account)
        assert (await ben.request("join_room", code=room["code"]))["type"] == "room"
        assert (await ben.request("friend_ask", account=aki.account))["type"] == "ok"


async def test_a_block_ends_an_asking_either_way() -> None:
    async with people("Aki", "Ben", "Chie") as (_, (aki, ben, chie)):
        await ben.request("friend_ask", account=aki.account)
        await aki.request("friend_ask", account=chie.account)
        for other in (ben, chie):
            await aki.request("block", account=other.account)
        nothing: dict[str, list[str]] = {"friends": [], "asks_you": [], "asked": []}
        assert [await circle(client) for client in (aki, ben, chie)] == [nothing] * 3
        accepted = await aki.request("friend_accept", account=ben.account)
        assert accepted["code"] == "no_such_ask"


async def test_blocking_twice_is_blocking_once_and_there_is_an_end_to_it() -> None:
    async with people("Aki", "Ben", "Chie", max_blocks=1) as (_, (aki, ben, chie)):
        for _ in range(2):
            assert (await aki.request("block", account=ben.account))["type"] == "ok"
        assert (await aki.request("block", account=chie.account))["code"] == "too_many_blocks"
        assert len((await aki.request("get_blocks"))["blocked"]) == 1


async def test_guests_block_too_and_are_blocked() -> None:
    async with people("Aki") as (server, (aki,)), somebody(server) as guest:
        await guest.hello("Somebody")
        assert (await guest.request("block", name="Aki"))["type"] == "ok"
        assert (await aki.request("block", account=guest.account))["type"] == "ok"
        assert (await aki.request("unblock", account=guest.account))["type"] == "ok"
        assert server.app.people.blocks.blocked(aki.account, guest.account)


async def test_blocks_outlive_the_server(tmp_path: Any) -> None:
    path = str(tmp_path / "db")
    async with people("Aki", "Ben", db=path) as (_, (aki, ben)):
        await aki.request("block", account=ben.account)
    async with running_app(db=path) as server:
        assert server.app.people.blocks.blocks(aki.account, ben.account)
        assert not server.app.people.blocks.blocks(ben.account, aki.account)


@pytest.mark.parametrize("kind", ["friend_ask", "block"])
async def test_the_same_request_again_does_nothing_twice(kind: str) -> None:
    async with people("Aki", "Ben") as (_, (aki, ben)):
        for _ in range(3):
            await aki.send(kind, id=9001, account=ben.account)
        await news(aki)
        answers = [message for message in aki.inbox if message.get("id") == 9001]
        assert answers == [{"type": "ok", "id": 9001}] * 3
        assert len(await news(ben)) <= 1
