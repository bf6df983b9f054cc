"""What the comparison asks of another engine."""

from collections.abc import Mapping
from typing import Literal, Protocol, TypeAlias

from tests.differential.outcome import Ending
from tests.differential.rounds import Round

Point: TypeAlias = Literal["turn", "claim", "over"]
"""Where a peer waits: for a seat on its turn, for answers to a tile, or no more."""

Offered: TypeAlias = Mapping[int, frozenset[str]]
"""The options of each seat that could do more than let it go."""


class StuckError(Exception):
    """The peer does not offer what was chosen: the rest of the round cannot be replayed."""

    def __init__(self, offered: Offered, message: str) -> None:
        super().__init__(message)
        self.offered = offered


class Peer(Protocol):
    """Another engine, which replays our rounds one after the other.

    `coarse` maps names of yaku that the peer does not tell apart to the one that it uses.
    """

    coarse: Mapping[str, str]

    def begin(self, played: Round) -> None:
        """Deal the round."""
        ...

    @property
    def point(self) -> Point:
        """Where the peer waits now."""
        ...

    @property
    def markers(self) -> tuple[str, ...]:
        """The turned dora indicators."""
        ...

    def step(self, answers: Mapping[int, str]) -> Offered:
        """Take the answers of one decision; a seat that is not named lets it go.

        Raises:
            StuckError: an answer is not among what the peer offers.
        """
        ...

    def ending(self) -> Ending:
        """How the round ended, once `point` is over."""
        ...


def choose(
    offered: Offered, by_word: Mapping[str, object], seat: int, answers: Mapping[int, str]
) -> str:
    """Return the answer of a seat, which must be one of the words that it is offered."""
    answer = answers.get(seat, "none")
    if answer not in by_word:
        raise StuckError(offered, f"seat {seat} chose {answer!r}; offered: {sorted(by_word)}")
    return answer
