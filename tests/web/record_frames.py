"""Write tests/web/frames/: what a server sent to one seat over whole games, snapshots in between.

`python tests/web/record_frames.py` plays the games anew, against bots that do not wait. The node
tests fold the events and compare with each snapshot, so any game will do; these are chosen for
what happens in them.
"""

import asyncio
import gzip
import json
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from engine.core.wall import SeededWalls
from engine.riichi.catalogue import catalogue
from server.app import App
from server.clock import SystemClock
from server.config import Config
from server.log import configure_logs
from server.table.api import TableSettings
from server.table.rules import parse_room_rules
from server.table.service import TableService
from tests.support.ws_client import Message, WsClient

FRAMES = Path(__file__).parent / "frames"
FOUR = {"preset": "majsoul_friend_4p", "hints": True}
GAMES: dict[str, tuple[dict[str, Any], bytes]] = {
    "four": ({**FOUR, "length": "east"}, b"frames four 26"),
    "draws": ({**FOUR, "length": "east"}, b"frames four 2"),
    "three": ({"preset": "majsoul_3p", "length": "east", "hints": True}, b"frames three 24"),
}
WANTED = ("hora", "reach", "ankan", "kakan", "daiminkan", "nukidora", "pon", "chi")


class Recorder(WsClient):
    """Plays at random, but eagerly; keeps every frame about its table."""

    def __init__(self, url: str, seed: int) -> None:
        super().__init__(url)
        self.frames: list[Message] = []
        self.random = random.Random(seed)
        self.over = asyncio.Event()

    async def received(self, message: Message) -> None:
        """Keep it; ask for a snapshot at each own decision, then decide."""
        if "table" in message and message["type"] != "room":
            kept = {key: value for key, value in message.items() if key != "id"}
            if "rules" in kept:
                kept["rules"] = {"start_points": kept["rules"]["start_points"]}
            if message["type"] == "event" and message["event"]["type"] == "start_game":
                kept["event"] = {**message["event"], "rules": {}}
            if message["type"] == "event" and message["event"]["type"] == "end_game":
                kept["event"] = {**message["event"], "proofs": []}
                self.over.set()
            self.frames.append(kept)
        if message["type"] == "ask" and self.random.random() < 0.4:
            await self.send("sync", id=next(self._ids), table=message["table"], seq=-1)
        if message["type"] == "ask":
            await self.send(
                "act",
                id=next(self._ids),
                table=message["table"],
                decision=message["decision"],
                option=self.choose(message["options"], message["default"]),
            )
        elif message["type"] == "round_end":
            await self.send("confirm", id=next(self._ids), table=message["table"])

    def choose(self, options: list[Message], default: int) -> int:
        """Win, declare, call; discard the drawn tile or any other."""
        for kind in WANTED:
            found = [place for place, option in enumerate(options) if option["type"] == kind]
            if found and (kind not in ("pon", "chi") or self.random.random() < 0.5):
                return self.random.choice(found)
        discards = [place for place, option in enumerate(options) if option["type"] == "dahai"]
        return self.random.choice([default, default, *discards])


async def record(
    rules: dict[str, Any], deal: bytes, seat: Callable[[str], Recorder]
) -> list[Message]:
    """Play one game and return what the seat was sent; `seat` makes who plays from an address."""
    clock = SystemClock()
    settings = TableSettings(floor_ms=0, bot_min_ms=0, bot_max_ms=0, confirm_ms=1000)
    app = App(
        Config(port=0, db=":memory:", message_rate=1e6, message_burst=10**6),
        clock,
        make_tables=lambda records: TableService(
            clock, records, settings=settings, walls=lambda: SeededWalls(deal)
        ),
        parse_rules=parse_room_rules,
        catalogue=catalogue,
    )
    port = await app.start()
    try:
        async with seat(f"ws://127.0.0.1:{port}/ws") as client:
            await client.hello("Aki")
            await client.request("create_room", rules=rules)
            await client.request("ready", ready=True)
            await client.request("start_room", fill=True)
            await client.over.wait()
            return client.frames
    finally:
        await app.stop()


def main() -> None:
    """Record every game."""
    configure_logs("console", "error")
    FRAMES.mkdir(exist_ok=True)
    for name, (rules, deal) in GAMES.items():
        frames = asyncio.run(record(rules, deal, partial(Recorder, seed=7)))
        lines = "".join(json.dumps(frame, separators=(",", ":")) + "\n" for frame in frames)
        path = FRAMES / f"{name}.jsonl.gz"
        path.write_bytes(gzip.compress(lines.encode(), 9, mtime=0))
        kinds = [frame["event"]["type"] for frame in frames if frame["type"] == "event"]
        seen = {kind: kinds.count(kind) for kind in sorted(set(kinds))}
        print(name, len(frames), path.stat().st_size, seen)


if __name__ == "__main__":
    main()
