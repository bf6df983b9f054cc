"""Every message twice under one id: the second time it is answered and does nothing."""

import json
from typing import Any

from protocol.unions import CLIENT_TYPES
from server.routes import READS
from tests.security.town import EXAMPLES, Citizen, Town, aimed, is_about_a_game, town
from tests.support.ws_client import Message

ANEW = {"hello", "login"}
"""They open an account: carried out each time, and the second of them changes nothing here."""


async def test_every_message_does_once_what_it_does() -> None:
    async with town() as place:
        for kind in EXAMPLES:
            owner = await place.citizen(f"A {kind}")
            beside = await place.citizen(f"B {kind}")
            if is_about_a_game(kind):
                await place.table(owner, beside)
            else:
                await place.waiting_room(owner, beside)
            await answer_to_friends(owner, beside, kind)
            message = own(kind, owner, beside)

            first = await answers(place, owner, message, 1)
            rows = await place.rows()
            heard = await beside.settled()
            again = await answers(place, owner, message, 2)
            if owner.here and CLIENT_TYPES[kind] not in READS:
                other_body = await answers(place, owner, {"type": "get_account"}, 3)
                assert other_body == [*again, again[-1]] or kind in ANEW, kind
            assert len(first) == 1, kind
            if CLIENT_TYPES[kind] not in READS | {CLIENT_TYPES[name] for name in ANEW}:
                assert set(map(json.dumps, again)) == set(map(json.dumps, first)), kind
            assert await place.rows() == rows, kind
            assert await beside.settled() == heard + 1, kind
            for person in (owner, beside):
                if person.here:
                    await person.close()


async def answer_to_friends(owner: Citizen, beside: Citizen, kind: str) -> None:
    """Let the two be to each other what the message needs."""
    if kind in ("friend_accept", "friend_decline"):
        await beside.request("friend_ask", account=owner.account)
    if kind in ("friend_remove", "invite"):
        await owner.request("friend_ask", account=beside.account)
        await beside.request("friend_accept", account=owner.account)
    if kind == "unblock":
        await owner.request("block", account=beside.account)
    if kind in ("change_password", "new_recovery_code", "delete_account"):
        await owner.request("leave_room")
    await owner.settled()


def own(kind: str, owner: Citizen, beside: Citizen) -> Message:
    """Return a message of a type that can be carried out, if any can."""
    aim: dict[str, Any] = {
        "table": owner.table,
        "account": beside.account,
        "password": owner.password,
        "new_password": "quite another one",
        "code": owner.code if kind == "recover" else owner.room,
        "seat": 1,
    }
    if owner.open_ask is not None:
        aim["decision"] = owner.open_ask["decision"]
    if kind in ("recover", "login"):
        aim["name"] = owner.name
    if kind in ("rename", "register"):
        aim["name"] = f"{owner.name} again"
    return aimed(kind, aim)


async def answers(place: Town, owner: Citizen, message: Message, count: int) -> list[Message]:
    """Send a message under always the same id; return all answers to it so far."""
    if owner.here:
        await owner.send_raw(json.dumps({**message, "id": 9001}))

    def found() -> list[Message]:
        return [told for told in owner.inbox if told.get("id") == 9001]

    if owner.here:
        await owner.find(lambda told: len(found()) >= count or told["type"] == "bye")
        await place.server.clock.settle()
        await place.server.app.registry.settle()
    return found()
