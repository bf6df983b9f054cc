"""A client that sits at a table: follows the stream, answers its asks, and can come back."""

from typing import Any

from tests.support.ws_client import Message, WsClient


class SeatedClient(WsClient):
    """Checks the stream's numbers as it reads; answers with `choose` unless `mute`."""

    def __init__(self, url: str, *, client: str = "client-for-tests", mute: bool = False) -> None:
        super().__init__(url, client=client)
        self.mute = mute
        self.table = ""
        self.seat = -1
        self.seq = -1
        self.events: list[Message] = []
        self.open_ask: Message | None = None
        self.asked = 0
        self.timed_out = 0
        self.over = False

    async def received(self, message: Message) -> None:
        """React to one message."""
        handler = getattr(self, f"_on_{message['type']}", None)
        if handler is not None:
            await handler(message)

    async def come_back(self) -> Message:
        """Open a new connection and continue where the last one ended."""
        self.open_ask = None
        await self.open()
        welcome = await self.hello(token=self.token)
        assert welcome["seat_in"] == {"table": self.table, "seat": self.seat}
        await self.send("sync", table=self.table, seq=self.seq)
        return welcome

    async def _on_table_start(self, message: Message) -> None:
        self.table, self.seat = message["table"], message["seat"]
        self.seq = -1
        self.over = False

    async def _on_event(self, message: Message) -> None:
        self._count(message)
        self.events.append(message["event"])
        self.over = message["event"]["type"] == "end_game"

    async def _on_skip(self, message: Message) -> None:
        self._count(message)

    async def _on_snapshot(self, message: Message) -> None:
        assert message["seq"] >= self.seq
        self.seq = message["seq"]

    async def _on_ask(self, message: Message) -> None:
        self.asked += 1
        self.open_ask = message
        if not self.mute:
            fields = {"table": self.table, "decision": message["decision"]}
            await self.send("act", **fields, option=choose(message["options"], message["default"]))
            self.open_ask = None

    async def _on_timed_out(self, message: Message) -> None:
        self.timed_out += 1

    async def _on_round_end(self, message: Message) -> None:
        if not self.mute and not message["confirmed"][self.seat]:
            await self.send("confirm", table=self.table)

    def _count(self, message: Message) -> None:
        assert message["table"] == self.table
        assert message["seq"] == self.seq + 1, f"{message} after {self.seq}"
        self.seq += 1


def choose(options: list[dict[str, Any]], default: int) -> int:
    """Win when it is possible, else let it go or throw what was drawn."""
    for place, option in enumerate(options):
        if option["type"] == "hora":
            return place
    return default


def hidden_from(seat: int, event: Message) -> bool:
    """Whether an event of the stream shows `seat` no tile that it may not see."""
    if event["type"] == "tsumo" and event["actor"] != seat:
        return bool(event["pai"] == "?")
    if event["type"] == "start_kyoku":
        others = [hand for number, hand in enumerate(event["tehais"]) if number != seat]
        return all(tile == "?" for hand in others for tile in hand)
    return "salt" not in event and "wall" not in event
