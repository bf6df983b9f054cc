"""People who play in the same house: nothing that goes on around them may reach their table."""

import asyncio
from typing import Final

from tests.support.seated_client import SeatedClient
from tests.support.ws_client import Message

_LATE: Final = ("room_playing", "stale_decision", "not_asked", "not_ready", "no_pause")
"""Refusals of what came a moment too late, such as a second confirm: they harm nobody."""

RULES: Final = {"preset": "majsoul_friend_4p", "length": "east"}


class Innocent(SeatedClient):
    """Plays one game after the other in a room; the stream's numbers are checked on the way."""

    def __init__(self, url: str, number: int) -> None:
        super().__init__(url, client=f"innocent-{number}")
        self.games = 0
        self.refused: list[Message] = []

    async def _on_room(self, message: Message) -> None:
        if message["state"] != "waiting" or message["seat"] is None:
            return
        seats = message["seats"]
        if not seats[message["seat"]]["ready"]:
            await self.send("ready", ready=True)
        elif message["host"] == message["seat"] and all(seat["ready"] for seat in seats):
            await self.send("start_room", fill=False)

    async def _on_event(self, message: Message) -> None:
        await super()._on_event(message)
        # What was seen is checked; keeping it would be a leak of ours.
        self.events.clear()
        self.games += self.over

    async def _on_error(self, message: Message) -> None:
        if message["code"] not in _LATE:
            self.refused.append(message)

    async def forget(self) -> None:
        """Drop what was heard, so that only the server's memory is measured."""
        self.inbox.clear()
        self._seen = 0


async def sit_down(url: str) -> list[Innocent]:
    """Bring four people into a room, where they begin to play."""
    people = [Innocent(url, number) for number in range(4)]
    for person in people:
        await person.open()
        await person.hello(f"Innocent {person.client[-1]}")
    host, *others = people
    room = await host.request("create_room", rules=RULES)
    for person in others:
        await person.request("join_room", code=room["code"])
    # Everybody plays: who is asked last has seen the others' first turns.
    await asyncio.gather(*(person.next("ask") for person in people))
    return people
