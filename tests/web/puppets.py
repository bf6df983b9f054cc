"""People at the table who do what a test says: everybody but the browser's seat."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from tests.support.seated_client import SeatedClient
from tests.support.ws_client import Message
from tests.web.house import House, Visitor

Wanted = dict[str, Any]


class Puppet(SeatedClient):
    """Takes the first option that matches something of `wanted`, else the default."""

    def __init__(self, url: str, wanted: Sequence[Wanted], name: str) -> None:
        super().__init__(url, client=f"puppet-{name}")
        self.wanted = list(wanted)

    async def _on_ask(self, message: Message) -> None:
        option = message["default"]
        for place, offered in enumerate(message["options"]):
            if any(wish.items() <= offered.items() for wish in self.wanted):
                option = place
        fields = {"table": self.table, "decision": message["decision"]}
        await self.send("act", **fields, option=option)


@asynccontextmanager
async def seated(
    house: House,
    visitor: Visitor,
    deal: str,
    wanted: dict[int, Sequence[Wanted]] | None = None,
    names: Sequence[str] = ("Aki", "Bea", "Cho", "Dan"),
) -> AsyncIterator[list[Puppet]]:
    """Seat the visitor at seat 0 of a deal, puppets on the other seats, and start.

    `wanted` says by seat what a puppet takes when it is offered; `names` are those of the seats.
    """
    wanted = wanted or {}
    players = await visitor.run(
        """
        const actions = await import("/web/js/state/actions.js");
        await actions.signIn(argument.name);
        const room = await wire.request({
          type: "create_room", title: argument.deal, rules: { preset: "majsoul_friend_4p" },
        });
        return room.seats.length;
        """,
        {"deal": deal, "name": names[0]},
    )
    code = await visitor.run("return store.get().room.code;")
    address = f"ws://127.0.0.1:{house.port}/ws"
    async with AsyncExitStack() as stack:
        puppets = []
        for seat in range(1, players):
            puppet = Puppet(address, wanted.get(seat, ()), f"{deal}-{seat}")
            await stack.enter_async_context(puppet)
            await puppet.hello(names[seat])
            await puppet.request("join_room", code=code)
            await puppet.request("ready", ready=True)
            puppets.append(puppet)
        await visitor.run(
            """
            await wire.request({ type: "ready", ready: true });
            await wire.request({ type: "start_room", fill: false });
            """
        )
        await visitor.at_table()
        yield puppets
