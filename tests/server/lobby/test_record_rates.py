"""Records are long: an account, and an address, may fetch only so many in a row."""

from tests.support.running_app import Running, running_app
from tests.support.ws_client import WsClient


async def keep_a_record(server: Running) -> None:
    await server.app.records.save_record(
        "g1", {"names": ["a"], "rules": {}, "events": []}, mode="4p_east", accounts=(None,)
    )


async def fetch(client: WsClient) -> str:
    """Ask for the record; what came: `record`, or the code of a refusal."""
    answer = await client.request("get_record", game="g1")
    return str(answer.get("code", answer["type"]))


async def test_records_of_an_account_are_limited() -> None:
    async with running_app(records_account=2, record_s=5) as server, server.client() as client:
        await keep_a_record(server)
        await client.hello()
        assert [await fetch(client) for _ in range(3)] == ["record", "record", "too_fast"]
        # One that is not there is looked for all the same.
        assert (await client.request("get_record", game="none"))["code"] == "too_fast"
        server.clock.advance(5)
        assert [await fetch(client) for _ in range(2)] == ["record", "too_fast"]


async def test_records_of_an_address_are_limited_but_not_on_the_own_machine() -> None:
    for unlimited, third in (((), "too_fast"), (("127.0.0.1",), "record")):
        settings = running_app(records_address=2, unlimited_addresses=unlimited)
        async with (
            settings as server,
            server.client() as one,
            server.client() as two,
            server.client() as three,
        ):
            await keep_a_record(server)
            outcomes = []
            for client in (one, two, three):
                await client.hello()
                outcomes.append(await fetch(client))
            assert outcomes == ["record", "record", third]
