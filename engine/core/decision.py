"""A decision: who is asked, what each may do, and when it is settled."""

from collections.abc import Mapping

import msgspec

from engine.core.actions import Action


class Ask(msgspec.Struct, frozen=True):
    """What one seat is asked.

    `options` are complete and concrete; `ranks` gives the call priority of each (empty: all
    equal, as for a turn); `default` is the option taken for a silent seat.
    """

    options: tuple[Action, ...]
    default: int
    ranks: tuple[int, ...] = ()


class Decision(msgspec.Struct, frozen=True):
    """One moment at which the game waits for seats. `phase` names the rule that opened it."""

    id: int
    phase: str
    asks: Mapping[int, Ask]

    def settled(self, answers: Mapping[int, int]) -> bool:
        """Whether no silent seat can tie or beat the best answer (design.md, "The kernel")."""
        asks = self.asks
        if len(answers) == len(asks):
            return True
        best = 0
        for seat, option in answers.items():
            ranks = asks[seat].ranks
            if ranks and ranks[option] > best:
                best = ranks[option]
        if best == 0:
            return False
        return all(
            seat in answers or max(ask.ranks, default=0) < best for seat, ask in asks.items()
        )


class Choice(msgspec.Struct, frozen=True):
    """A seat's answer: `option` indexes the options of its ask in decision `decision`."""

    seat: int
    decision: int
    option: int
