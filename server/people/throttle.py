"""What slows down those who guess passwords and recovery codes.

Failures are counted three ways, and each makes the next attempt wait, longer every time:

- by address and name: a few are free, then the pause doubles;
- by address, whatever the names: more are free, since many people may share one;
- by name, whatever the addresses. Nobody waits for these as such, or whoever knows a name could
  shut its owner out. But while a name is being guessed at from many places, an address that has not
  been in lately has no free failures with it: its first attempt is looked at, its second waits.

Whoever has lately been in from the same address waits for nothing but their own failures. An
attempt counts as failed until it is known to be right, so that many at once gain nothing.
"""

import math
from collections import OrderedDict
from collections.abc import Hashable
from typing import Final

from protocol.errors import ProtocolError
from server.clock import Clock

PAIR_FREE: Final = 4
"""Failures of one address with one name that make nobody wait."""
ADDRESS_FREE: Final = 20
NAME_FREE: Final = 20
FIRST_PAUSE_S: Final = 2.0
GUESSED_PAUSE_S: Final = 60.0
"""The first pause of an unknown address with a name that is being guessed at."""
LONGEST_PAUSE_S: Final = 900.0
FORGIVEN_S: Final = 3600.0
"""After so long without a failure all is forgotten."""
KEPT: Final = 50_000


class _Failures:
    """Failures of one party in a row."""

    __slots__ = ("count", "last", "until")

    def __init__(self) -> None:
        self.count = 0
        self.last = 0.0
        self.until = 0.0

    def pause(self, free: int, first_s: float) -> None:
        """Let the party wait from now on, if its failures are more than those that are free."""
        if self.count > free:
            # Capped before it is a number that no float holds.
            doubled = 2.0 ** min(self.count - free - 1, 32)
            self.until = self.last + min(first_s * doubled, LONGEST_PAUSE_S)


class Attempt:
    """One attempt, which counts as failed unless it is taken back."""

    __slots__ = ("_before", "address", "name")

    def __init__(self, address: str, name: str) -> None:
        self.address = address
        self.name = name
        self._before: list[tuple[_Failures, float, float]] = []

    def count(self, failures: _Failures, now: float, free: int | None, first_s: float) -> None:
        """Count it as a failure of a party; None: that party never waits."""
        before = failures.until
        failures.count += 1
        failures.last = now
        if free is not None:
            failures.pause(free, first_s)
        self._before.append((failures, before, failures.until))

    def undo(self) -> None:
        """Take it back: it was right, or was not looked at."""
        for failures, before, after in self._before:
            failures.count = max(0, failures.count - 1)
            if failures.until == after:
                failures.until = before
        self._before = []


class Throttle:
    """Counts attempts. An address is what limits count a connection as; a name is its key."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._failures: OrderedDict[Hashable, _Failures] = OrderedDict()
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()

    def begin(self, address: str, name: str, *, unlimited: bool = False) -> Attempt:
        """Count an attempt; `unlimited`: not for the address.

        Raises:
            ProtocolError: `too_many_failures`, with the seconds to wait; it is not counted then.
        """
        now = self._clock.now()
        known = self.knows(address, name)
        pair = self._of((address, name))
        whole = None if unlimited or known else self._of(address)
        until = max(pair.until, 0.0 if whole is None else whole.until)
        if until > now:
            wait = math.ceil(until - now)
            raise ProtocolError(
                "too_many_failures", f"Too many wrong attempts; wait {wait} s.", wait_s=wait
            )
        everywhere = self._of(name)
        attempt = Attempt(address, name)
        if everywhere.count >= NAME_FREE and not known:
            attempt.count(pair, now, 0, GUESSED_PAUSE_S)
        else:
            attempt.count(pair, now, PAIR_FREE, FIRST_PAUSE_S)
        if whole is not None:
            attempt.count(whole, now, ADDRESS_FREE, FIRST_PAUSE_S)
        attempt.count(everywhere, now, None, 0.0)
        return attempt

    def passed(self, attempt: Attempt) -> None:
        """Note that an attempt was right.

        The address keeps its other failures: an account of one's own must not pay for guesses at
        those of others.
        """
        attempt.undo()
        self._failures.pop((attempt.address, attempt.name), None)
        self.welcome(attempt.address, attempt.name)

    def welcome(self, address: str, name: str) -> None:
        """Note that somebody is in from an address, by a password or by a token."""
        self._known[address, name] = None
        self._known.move_to_end((address, name))
        while len(self._known) > KEPT:
            self._known.popitem(last=False)

    def forget(self, name: str) -> None:
        """Know no address of a name any more: its password was recovered, or it is given up."""
        for pair in [pair for pair in self._known if pair[1] == name]:
            del self._known[pair]

    def knows(self, address: str, name: str) -> bool:
        """Whether somebody has lately been in from this address under this name."""
        return (address, name) in self._known

    def _of(self, party: Hashable) -> _Failures:
        failures = self._failures.get(party)
        if failures is None:
            failures = self._failures[party] = _Failures()
            while len(self._failures) > KEPT:
                self._failures.popitem(last=False)
        elif self._clock.now() - failures.last >= FORGIVEN_S:
            failures.count = 0
        self._failures.move_to_end(party)
        return failures
