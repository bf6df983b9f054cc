"""Who cannot come back into a room: its host has sent them away for good."""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from protocol.errors import ProtocolError
from protocol.room import RoomBlock

MOST: Final = 100
"""Most people that may be kept out of one room."""


class Bar(msgspec.Struct, frozen=True):
    """One person who is kept out; `number` is how the host names this, once for each room."""

    number: int
    account: str
    name: str


class Barred:
    """Those who are kept out of one room, the one who was sent away first at the beginning."""

    def __init__(self, bars: Iterable[Bar] = ()) -> None:
        self._bars = {bar.account: bar for bar in bars}

    def __contains__(self, account: str) -> bool:
        return account in self._bars

    def __iter__(self) -> Iterator[Bar]:
        return iter(self._bars.values())

    def check_room(self) -> None:
        """Refuse when nobody else can be kept out."""
        if len(self._bars) >= MOST:
            raise ProtocolError("too_many", f"No more than {MOST} can be blocked from one room.")

    def add(self, account: str, name: str) -> None:
        """Keep somebody out from now on."""
        number = 1 + max((bar.number for bar in self), default=0)
        self._bars[account] = Bar(number, account, name)

    def lift(self, number: int) -> None:
        """Let somebody in again."""
        for bar in self:
            if bar.number == number:
                del self._bars[bar.account]
                return
        raise ProtocolError("no_such_block", field="block")

    def shown(self) -> tuple[RoomBlock, ...]:
        """Those who are kept out, as the host sees them."""
        return tuple([RoomBlock(block=bar.number, name=bar.name) for bar in self])
