"""Patterns of a hand in a single suit without honours (riichi.md 11)."""

from typing import Final, NamedTuple

from engine.riichi.rules import Rules
from engine.riichi.yaku.pattern import Pattern

_GATES: Final = (3, 1, 1, 1, 1, 1, 1, 1, 3)
_WHEELS: Final = (0, 2, 2, 2, 2, 2, 2, 2, 0)
_MILLION: Final = 100
MAN, PIN, SOU = range(3)


class Flush(NamedTuple):
    """All tiles by rank (kans count four), the suit, and whether there is no meld at all.

    `rank` is that of the winning tile, 0..8. `any_wait`: tenhou, which has no wait of its own
    (tenhou_upgrades_waits).
    """

    counts: tuple[int, ...]
    suit: int
    bare: bool
    rank: int
    any_wait: bool

    @property
    def gates(self) -> bool:
        """Nine gates, whatever the wait was."""
        return self.bare and all(map(int.__ge__, self.counts, _GATES))

    @property
    def pure_wait(self) -> bool:
        """The thirteen tiles before the win were 1112345678999."""
        return self.any_wait or self.counts[self.rank] == _GATES[self.rank] + 1


def flush_patterns(rules: Rules, local: frozenset[str]) -> list[Pattern[Flush]]:
    """List the one-suit yakuman that the rules have."""
    junsei = 2 if "junsei_chuuren" in rules.double_yakuman else 1
    patterns: list[Pattern[Flush]] = [
        Pattern("chuuren", lambda hand: int(hand.gates), yakuman=True),
        Pattern(
            "junsei_chuuren",
            lambda hand: junsei if hand.gates and hand.pure_wait else 0,
            yakuman=True,
            replaces=("chuuren",),
        ),
    ]
    wheels = (("daisharin", PIN), ("daichikurin", SOU), ("daisuurin", MAN))
    patterns += [_wheel(name, suit) for name, suit in wheels if name in local]
    if "hyakumangoku" in local:
        patterns.append(Pattern("hyakumangoku", _hyakumangoku, yakuman=True))
    return patterns


def _wheel(name: str, suit: int) -> Pattern[Flush]:
    """22334455667788 of one suit, closed."""

    def worth(hand: Flush) -> int:
        return int(hand.bare and hand.suit == suit and hand.counts == _WHEELS)

    return Pattern(name, worth, yakuman=True)


def _hyakumangoku(hand: Flush) -> int:
    """Characters only, their numbers adding up to a hundred at least."""
    total = sum((rank + 1) * held for rank, held in enumerate(hand.counts))
    return int(hand.suit == MAN and total >= _MILLION)
