"""Games played to the end by policies over in-memory connections, as real clients would."""

import msgspec

from engine.bots import POLICIES
from protocol import codec
from protocol.errors import Error
from server.client.player import Player
from tests.server.table.house import TABLE, House

LATE = ("stale_decision", "game_over")


class Driven:
    """Lets a policy play for every person of a house."""

    def __init__(self, house: House, policy: str = "easy") -> None:
        self.house = house
        self.players = [
            Player(TABLE, seat, POLICIES[policy](seat)) for seat in range(len(house.people))
        ]
        self._read = [0] * len(house.people)
        self._ids = 10_000

    async def to_the_end(self, turns: int = 50_000) -> None:
        for _ in range(turns):
            self.turn()
            await self.house.clock.settle(3)
            if self.house.over:
                self.turn()
                return
        raise AssertionError("the game does not end")

    def turn(self) -> None:
        """Hand every new frame to its player and send what the player answers."""
        for number, (person, player) in enumerate(
            zip(self.house.people, self.players, strict=True)
        ):
            sink = person.sink
            while self._read[number] < len(sink.frames):
                message = codec.decode_server(sink.frames[self._read[number]])
                self._read[number] += 1
                assert message is not None
                if isinstance(message, Error):
                    # Another seat may settle a claim first, or end the game with it;
                    # nothing else is refused.
                    assert message.code in LATE, message
                    continue
                answer = player.take(message)
                if answer is not None:
                    self._ids += 1
                    request = msgspec.structs.replace(answer, id=self._ids)
                    self.house.tables.handle(person.account, sink, request)
