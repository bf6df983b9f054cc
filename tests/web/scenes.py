"""Games to look at: what a server sent to a seat that plays sensibly.

They are kept in tests/web/moments/, so that pictures made of them change only with the client;
`python -m tests.web.scenes` plays them anew, and other moments may then be worth a picture.
"""

import asyncio
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from msgspec import to_builtins

from engine.bots import POLICIES
from protocol.codec import decode_server
from server.client.player import Player
from server.log import configure_logs
from tests.support.ws_client import Message
from tests.web.record_frames import Recorder, record

FOUR: Final = {"preset": "majsoul_friend_4p", "length": "east", "hints": True}
THREE: Final = {"preset": "majsoul_3p", "length": "east", "hints": True}
NAMES: Final = ("Aki", "Hanako", "Bram", "Mei Lin")
GAMES: Final = {"four": (FOUR, "scenes 11"), "three": (THREE, "scenes 6")}
MOMENTS: Final = Path(__file__).with_name("moments")
SHOWN: Final = ("table_start", "event", "skip", "ask", "furiten", "hint", "round_end", "auto")
"""The frames that pictures are made of."""


class Sensible(Recorder):
    """Plays as the server's better bot would, and keeps every frame about its table."""

    def __init__(self, url: str) -> None:
        super().__init__(url, 0)
        self._player: Player | None = None

    async def received(self, message: Message) -> None:
        """Keep it and answer it."""
        kept = {key: value for key, value in message.items() if key != "id"}
        if message["type"] == "table_start":
            self._player = Player(message["table"], message["seat"], POLICIES["normal"](3))
        if self._player is None or "table" not in message or message["type"] == "room":
            return
        self.frames.append(kept)
        if message["type"] == "event" and message["event"]["type"] == "end_game":
            self.over.set()
        told = decode_server(json.dumps(message))
        answer = None if told is None else self._player.take(told)
        if answer is not None:
            fields = to_builtins(answer)
            await self.send(fields.pop("type"), **{**fields, "id": next(self._ids)})


async def play(rules: dict[str, Any], seed: str) -> list[Message]:
    """Play one game; return what seat 0 was sent, the others under names of people."""
    frames = await record(rules, seed.encode(), Sensible)
    for frame in frames:
        for named in (frame, frame.get("event", {})):
            if "names" in named:
                named["names"] = list(NAMES[: len(named["names"])])
    return [frame for frame in frames if frame["type"] in SHOWN]


def game(name: str) -> list[Message]:
    """Return the frames of a game that is kept."""
    text = gzip.decompress((MOMENTS / f"{name}.jsonl.gz").read_bytes()).decode()
    return [json.loads(line) for line in text.splitlines()]


def moments(frames: list[Message]) -> Iterator[str]:
    """Say which frames ask the seat something besides a discard, and which end a round."""
    for number, frame in enumerate(frames):
        if frame["type"] == "ask":
            kinds = {option["type"] for option in frame["options"]}
            if kinds != {"dahai"}:
                yield f"{number}: {', '.join(sorted(kinds))}"
        elif frame["type"] == "event" and frame["event"]["type"] in ("hora", "ryukyoku", "reach"):
            event = frame["event"]
            yield f"{number}: {event['type']} {event.get('actor')} {event.get('yaku', '')}"


def main() -> None:
    """Play the games anew and say what is in them."""
    configure_logs("console", "error")
    for name, (rules, seed) in GAMES.items():
        frames = asyncio.run(play(rules, seed))
        lines = "".join(json.dumps(frame, separators=(",", ":")) + "\n" for frame in frames)
        (MOMENTS / f"{name}.jsonl.gz").write_bytes(gzip.compress(lines.encode(), 9, mtime=0))
        print(name, *moments(frames), sep="\n")


if __name__ == "__main__":
    main()
