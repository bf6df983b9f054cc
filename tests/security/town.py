"""A small town for tests of security: people in every position, and what the server keeps of them.

Everybody calls from an address of their own, as if through a proxy, and has secrets that must show
up in nobody else's frames. Time stands still unless a test moves it.
"""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
from sqlalchemy import Connection
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from protocol.unions import CLIENT_TYPES
from server.store.schema import metadata
from tests.support.fake_clock import FakeClock
from tests.support.real_server import RealServer, fast, real_server
from tests.support.seated_client import SeatedClient
from tests.support.ws_client import PATIENT, Message

RULES: Final = {"preset": "majsoul_friend_4p", "length": "east", "thinking_time": "300+0"}

GOLDEN: Final = Path(__file__).parents[1] / "protocol" / "golden" / "client"
EXAMPLES: Final[dict[str, Message]] = {
    name: json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    for name in sorted(CLIENT_TYPES)
}
"""One message of each type, so whatever is added to the protocol is tried here as well."""

Rows = dict[str, list[tuple[Any, ...]]]


class Citizen(SeatedClient):
    """A client with an address, a page, a password and a recovery code of its own; it is silent."""

    def __init__(self, url: str, name: str, number: int) -> None:
        super().__init__(url, client=f"page-{number}-of-{name}".replace(" ", "-"), mute=True)
        self.name = name
        self.address = f"198.51.100.{number}"
        self.password = f"the password of {name} {number}"
        self.code = ""
        self.room = ""

    async def open(self) -> None:
        self._socket = await connect(
            self.url,
            subprotocols=[Subprotocol("jantaku.v1")],
            compression=None,
            additional_headers={"X-Forwarded-For": self.address},
            **PATIENT,
        )
        self.listen()

    async def arrive(self, *, register: bool = True) -> None:
        """Come in, as a registered account or as a guest."""
        await self.open()
        welcome = await self.hello(self.name)
        assert welcome["type"] == "welcome", welcome
        if register:
            answer = await self.request("register", name=self.name, password=self.password)
            assert answer["type"] == "registered", answer
            self.token, self.code = answer["token"], answer["recovery_code"]

    @property
    def here(self) -> bool:
        """Whether the connection is open still."""
        return self.socket.close_code is None

    @property
    def secrets(self) -> set[str]:
        """What nobody else may ever be told."""
        known = {self.token or "", self.address, self.password, self.code, self.client}
        if self.open_ask is not None:
            known.add(self.open_ask["decision"])
        return {text for text in known if text}

    async def settled(self) -> int:
        """Wait until everything that was sent so far has come; return how much that is."""
        await self.request("ping", t=0)
        return len(self.inbox)


class Town:
    """Makes people on one server."""

    def __init__(self, server: RealServer) -> None:
        self.server = server
        self._people: list[Citizen] = []

    async def citizen(self, name: str, *, register: bool = True) -> Citizen:
        """Let somebody come in."""
        number = len(self._people) + 1
        person = Citizen(self.server.url, name, number)
        self._people.append(person)
        await person.arrive(register=register)
        return person

    async def close(self) -> None:
        for person in self._people:
            if person.here:
                await person.close()

    async def waiting_room(self, host: Citizen, *guests: Citizen, **fields: Any) -> None:
        """Bring people into a room, with a bot on what would be the next seat."""
        room = await host.request("create_room", **{"rules": RULES, **fields})
        assert room["type"] == "room", room
        host.room = room["code"]
        for guest in guests:
            password = {"password": fields["password"]} if "password" in fields else {}
            joined = await guest.request("join_room", code=host.room, **password)
            assert joined["type"] == "room", joined
            guest.room = host.room
        assert (await host.request("add_bot", level="easy"))["type"] == "ok"

    async def table(self, host: Citizen, *guests: Citizen, **fields: Any) -> None:
        """Let people play; returns once the host is asked something."""
        await self.waiting_room(host, *guests, **fields)
        for person in (host, *guests):
            await person.request("ready", ready=True)
        started = await host.request("start_room", fill=True)
        assert started["type"] == "ok", started
        for person in (host, *guests):
            await person.find(lambda message: message["type"] == "table_start")
        await self.server.play_until(lambda: host.open_ask is not None)

    async def rows(self) -> Rows:
        """Return what is in every table of the database, but for the sign of life."""

        def work(connection: Connection) -> Rows:
            return {
                table.name: sorted(map(tuple, connection.execute(table.select())), key=repr)
                for table in metadata.sorted_tables
                if table.name not in ("heartbeat", "served")
            }

        await self.server.app.registry.settle()
        # What follows a deletion in the background would come between two looks.
        await self.server.app.people.erasures.finish()
        return await self.server.app._database.read(work)


@asynccontextmanager
async def town(**settings: Any) -> AsyncIterator[Town]:
    """Run a server with real tables and nobody there yet."""
    limits = {
        **{"password_memory_kib": 8, "password_passes": 1, "trusted_proxies": ("127.0.0.1",)},
        **{"hello_s": 1e9, "room_offline_s": 1e9, "room_idle_s": 1e9},
    }
    config = msgspec.structs.replace(fast(), **{**limits, **settings})
    async with real_server(config, FakeClock(), journals=True) as server:
        made = Town(server)
        try:
            yield made
        finally:
            await made.close()


def fields_of(kind: str) -> set[str]:
    """Return the names of the fields of a message."""
    return {field.name for field in msgspec.structs.fields(CLIENT_TYPES[kind])}


def is_about_a_game(kind: str) -> bool:
    """Whether a message is about a game, running or finished, or a seat in one."""
    return not {"table", "game"}.isdisjoint(fields_of(kind))


def aimed(kind: str, at: Mapping[str, Any]) -> Message:
    """Return the example of a type, with all fields that can name something of somebody's.

    A field of one of these names gets the value, whether the example has the field or not.
    """
    fields = fields_of(kind)
    message = {name: value for name, value in EXAMPLES[kind].items() if name != "id"}
    message |= {name: value for name, value in at.items() if name in fields}
    if kind in ("friend_ask", "block"):
        # By one of the two.
        message.pop("name", None)
    if kind == "act":
        message.pop("action", None)
        message["option"] = 0
    return message
