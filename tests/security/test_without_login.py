"""Every message before anybody has come in: refused, and nothing has happened."""

import json
from collections.abc import Callable

from tests.security.town import EXAMPLES, Citizen, town
from tests.support.ws_client import Message, WsClient

ENTRANCES = {"hello", "login"}
"""What opens an account; all else needs one."""


def has_id(number: int) -> Callable[[Message], bool]:
    return lambda told: told.get("id") == number


async def test_every_message_needs_an_account() -> None:
    async with town() as place:
        host, guest = await place.citizen("Aki"), await place.citizen("Ben")
        await place.table(host, guest)
        before = await place.rows()
        heard = [await person.settled() for person in (host, guest)]
        async with WsClient(place.server.url) as stranger:
            for number, (kind, message) in enumerate(EXAMPLES.items()):
                if kind in ENTRANCES:
                    continue
                await stranger.send_raw(json.dumps({**message, "id": number}))
                answer = await stranger.find(has_id(number))
                assert (answer["type"], answer["code"]) == ("error", "hello_required"), kind
        assert [await person.settled() for person in (host, guest)] == [
            count + 1 for count in heard
        ], "a pong and nothing else"
        assert await place.rows() == before


async def test_the_entrances_open_nothing_to_whoever_only_knows_names() -> None:
    async with town() as place:
        host = await place.citizen("Aki")
        before = await place.rows()
        async with WsClient(place.server.url) as stranger:
            for token in (host.account, host.name, host.client, "x" * 43):
                answer = await stranger.request("hello", client=host.client, token=token)
                assert answer["code"] == "bad_token"
            for password in ("another password", host.account, host.code):
                fields = {"name": host.name, "password": password, "client": host.client}
                assert (await stranger.request("login", **fields))["code"] == "wrong_login"
        assert await place.rows() == before
        assert place.server.app.sessions.client(host.account) is not None


async def test_what_is_kept_opens_nothing() -> None:
    """Whoever reads the database finds hashes, and no hash is a key."""
    async with town() as place:
        host = await place.citizen("Aki")
        guest = await place.citizen("Ben", register=False)
        rows = repr(await place.rows())
        for person in (host, guest):
            for secret in (person.token, person.password, person.code, person.address):
                assert not secret or secret not in rows
        hashes = [row[0] for row in (await place.rows())["tokens"]]
        thief = Citizen(place.server.url, "Mal", 99)
        await thief.open()
        for found in hashes:
            for token in (found.hex(), repr(found)):
                answer = await thief.request("hello", client="page", token=token)
                assert answer["code"] == "bad_token"
        await thief.close()
