"""Checks of lists and maps among the option values."""

from collections.abc import Mapping
from typing import get_args

import msgspec

from engine.riichi.checks import RefusalError, as_tenths, show
from engine.riichi.options import AkaCounts, DealerAfter, Players


class Uma(msgspec.Struct, frozen=True):
    """One number a place, first place first, in thousands; together 0."""

    players: Players
    limit: int

    @property
    def kind(self) -> str:
        """Always `list`."""
        return "list"

    @property
    def allowed(self) -> object:
        """Length, bounds and sum."""
        item = {"min": -self.limit, "max": self.limit, "step": 0.1}
        return {"length": self.players, "item": item, "sum": 0}

    def allowed_text(self) -> str:
        """The list in words."""
        return (
            f"a list of {self.players} numbers from -{self.limit} to {self.limit} with at most "
            "one decimal that add up to 0"
        )

    def accept(self, value: object) -> object:
        """Return the numbers as a tuple."""
        if not isinstance(value, list | tuple):
            raise RefusalError("is not a list")
        if len(value) != self.players:
            raise RefusalError(f"has {len(value)} entries")
        numbers = [as_tenths(item, self.limit) for item in value]
        known = [number for number in numbers if number is not None]
        if len(known) != len(numbers):
            raise RefusalError
        total = sum(round(number * 10) for number in known)
        if total:
            raise RefusalError(f"adds up to {total / 10:g}")
        return tuple(known)


class Subset(msgspec.Struct, frozen=True):
    """A set of names, written as a list; some options also take a plain true or false."""

    names: tuple[str, ...]
    or_bool: bool = False

    @property
    def kind(self) -> str:
        """Set, with or without bool."""
        return "bool or set" if self.or_bool else "set"

    @property
    def allowed(self) -> object:
        """The names, and the plain values."""
        names: dict[str, object] = {"any_of": list(self.names)}
        return {**names, "or": [False, True]} if self.or_bool else names

    def allowed_text(self) -> str:
        """The names, listed."""
        plain = "false, true, or " if self.or_bool else ""
        return f"{plain}a list of different names out of {', '.join(self.names)}"

    def accept(self, value: object) -> object:
        """Return the names as a tuple in the given order."""
        if self.or_bool and isinstance(value, bool):
            return value
        if not isinstance(value, list | tuple):
            raise RefusalError("is not a list")
        for place, item in enumerate(value):
            if not isinstance(item, str) or item not in self.names:
                raise RefusalError(f"contains {show(item)}")
            if item in value[:place]:
                raise RefusalError(f"lists {show(item)} twice")
        return tuple(value)


class Reds(msgspec.Struct, frozen=True):
    """Red fives: a named number, or a count for each suit."""

    players: Players

    @property
    def _named(self) -> tuple[int, ...]:
        return (0, 3, 4, 6, 8) if self.players == 4 else (0, 2)

    @property
    def kind(self) -> str:
        """A number or a map."""
        return "choice or map"

    @property
    def allowed(self) -> object:
        """The named numbers and the bounds by suit."""
        suits = {suit: {"min": 0, "max": self._most(suit)} for suit in "mps"}
        return {"any_of": list(self._named), "or_map": suits}

    def allowed_text(self) -> str:
        """Numbers and map in words."""
        named = ", ".join(map(str, self._named))
        if self.players == 4:
            return f'{named}, or a map of 0..4 for each suit like {{"m":1,"p":1,"s":1}}'
        return f'{named}, or a map of 0..4 for each suit but m (0) like {{"m":0,"p":1,"s":1}}'

    def accept(self, value: object) -> object:
        """Return the number or the counts; a suit that the map leaves out has none."""
        if isinstance(value, AkaCounts):
            value = {"m": value.m, "p": value.p, "s": value.s}
        if not isinstance(value, Mapping):
            if isinstance(value, int) and not isinstance(value, bool) and value in self._named:
                return value
            raise RefusalError
        counts = {"m": 0, "p": 0, "s": 0}
        for suit, count in value.items():
            if suit not in ("m", "p", "s"):
                raise RefusalError(f"has the key {show(suit)}")
            if not isinstance(count, int) or isinstance(count, bool):
                raise RefusalError(f"has {show(count)} for {suit}")
            if not 0 <= count <= self._most(suit):
                raise RefusalError(f"has {show(count)} for {suit}")
            counts[suit] = count
        return AkaCounts(**counts)

    def _most(self, suit: str) -> int:
        return 0 if self.players == 3 and suit == "m" else 4


class AfterAbort(msgspec.Struct, frozen=True):
    """Keep or rotate, for all abortive draws or by abort."""

    aborts: tuple[str, ...]

    @property
    def kind(self) -> str:
        """A choice or a map."""
        return "choice or map"

    @property
    def allowed(self) -> object:
        """The two words, and the keys of a map."""
        words = list(get_args(DealerAfter))
        return {"any_of": words, "or_map": dict.fromkeys(self.aborts, words)}

    def allowed_text(self) -> str:
        """Words and keys."""
        return f"keep, rotate, or a map from {', '.join(self.aborts)} to keep or rotate"

    def accept(self, value: object) -> object:
        """Return the word, or the map as pairs."""
        words = get_args(DealerAfter)
        if isinstance(value, str) and value in words:
            return value
        if not isinstance(value, Mapping):
            raise RefusalError
        for abort, word in value.items():
            if abort not in self.aborts:
                raise RefusalError(f"has the key {show(abort)}")
            if not isinstance(word, str) or word not in words:
                raise RefusalError(f"has {show(word)} for {abort}")
        return tuple(value.items())
