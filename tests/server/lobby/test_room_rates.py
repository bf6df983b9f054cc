"""Rooms may be opened, and entered by a password, only so fast: each costs the server something."""

from tests.support.running_app import running_app
from tests.support.ws_client import WsClient

RULES = {"preset": "majsoul_3p"}


async def open_and_leave(client: WsClient) -> str | None:
    """Open a room and leave it; the code of the refusal, if there was one."""
    answer = await client.request("create_room", rules=RULES)
    if answer["type"] == "error":
        return str(answer["code"])
    await client.request("leave_room")
    return None


async def test_rooms_of_an_account_are_limited() -> None:
    async with running_app(rooms_account=2, room_s=15) as server, server.client() as client:
        await client.hello()
        assert [await open_and_leave(client) for _ in range(3)] == [None, None, "too_fast"]
        server.clock.advance(15)
        assert [await open_and_leave(client) for _ in range(2)] == [None, "too_fast"]


async def test_rooms_of_an_address_are_limited_but_not_on_the_own_machine() -> None:
    for unlimited, third in (((), "too_fast"), (("127.0.0.1",), None)):
        settings = running_app(rooms_address=2, unlimited_addresses=unlimited)
        async with (
            settings as server,
            server.client() as one,
            server.client() as two,
            server.client() as three,
        ):
            outcomes = []
            for client in (one, two, three):
                await client.hello()
                outcomes.append(await open_and_leave(client))
            assert outcomes == [None, None, third]


async def test_passwords_are_checked_only_so_often_right_or_wrong() -> None:
    async with running_app(rooms_account=2) as server, server.client() as host:
        await host.hello()
        room = await host.request("create_room", rules=RULES, password="tea")
        async with server.client() as guest:
            await guest.hello()
            for _ in range(2):
                joined = await guest.request("join_room", code=room["code"], password="tea")
                assert joined["type"] == "room"
                await guest.request("leave_room")
            refused = await guest.request("join_room", code=room["code"], password="tea")
            assert refused["code"] == "too_fast"
            # A room without a password costs nothing to find.
            missing = await guest.request("join_room", code="AAAAAA")
            assert missing["code"] == "no_such_room"
