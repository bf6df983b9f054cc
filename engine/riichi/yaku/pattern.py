"""The shape of a yaku, and tables of what a list of them is worth."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeAlias, TypeVar

Entry: TypeAlias = tuple[str, int]
"""Name and han; of a yakuman its multiplicity."""

Part: TypeAlias = tuple[int, tuple[Entry, ...], tuple[Entry, ...]]
"""Han, the ordinary entries they are of, and the yakuman entries."""

NOTHING: Final[Part] = (0, (), ())

F = TypeVar("F")


@dataclass(frozen=True, slots=True)
class Pattern(Generic[F]):
    """One yaku.

    `worth` gives its han for the facts (multiplicity where `yakuman`), 0 where it does not hold.
    `replaces` names what is not counted beside it (riichi.md 11, "x").
    """

    name: str
    worth: Callable[[F], int]
    yakuman: bool = False
    replaces: tuple[str, ...] = ()


def tally(patterns: Sequence[Pattern[F]], facts: F) -> Part:
    """Add up the yaku that hold for `facts`."""
    found = [(pattern, worth) for pattern in patterns if (worth := pattern.worth(facts))]
    if not found:
        return NOTHING
    replaced = {name for pattern, _ in found for name in pattern.replaces}
    ordinary: list[Entry] = []
    yakuman: list[Entry] = []
    for pattern, worth in found:
        if pattern.name not in replaced:
            (yakuman if pattern.yakuman else ordinary).append((pattern.name, worth))
    return sum(han for _, han in ordinary), tuple(ordinary), tuple(yakuman)


class PatternTable(dict[int, Part], Generic[F]):
    """What a list of yaku is worth, by the facts packed into an integer; filled on demand.

    The keys are counters and bits of a hand, not hands: a few thousand occur.
    """

    def __init__(self, patterns: Sequence[Pattern[F]], unpack: Callable[[int], F]) -> None:
        super().__init__()
        self._patterns = tuple(patterns)
        self._unpack = unpack

    def __missing__(self, key: int) -> Part:
        part = tally(self._patterns, self._unpack(key))
        self[key] = part
        return part
