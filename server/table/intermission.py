"""Between two rounds: who has confirmed, and when the next round comes at the latest. Pure."""

from protocol import codec
from protocol.table import RoundEnd


class Intermission:
    """A pause until `until`, or until everybody has confirmed; a confirm moves no clock."""

    __slots__ = ("confirmed", "until")

    def __init__(self, confirmed: list[bool], until: float) -> None:
        self.confirmed = confirmed
        self.until = until

    def confirm(self, seat: int) -> bool:
        """Note a seat's confirm; answer whether that was news."""
        news = not self.confirmed[seat]
        self.confirmed[seat] = True
        return news

    def over(self, now: float) -> bool:
        """Whether the next round is to be dealt."""
        return now >= self.until or all(self.confirmed)

    def frame(self, table: str, now: float) -> bytes:
        """Return what tells how the pause stands."""
        return codec.encode(
            RoundEnd(table=table, next_ms=self.next_ms(now), confirmed=tuple(self.confirmed))
        )

    def next_ms(self, now: float) -> int:
        """Milliseconds until the next round comes by itself."""
        return max(0, round(1000 * (self.until - now)))
