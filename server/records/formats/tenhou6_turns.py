"""Who acted when: tenhou.net/6 lists draws and discards by seat, not in the order of play.

The order follows from the seats and from the calls, which say whose tile they took. Where a seat
threw the same tile twice, only what follows tells which one was called: the walk tries the call
first and turns back when the lists then contradict each other.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from server.records.formats.faults import FormatError
from server.records.formats.rounds import Event
from server.records.formats.tenhou_calls import Call, read_call
from server.records.formats.tenhou_tiles import PLACEHOLDER, TSUMOGIRI, name_of_code

Entries = Sequence[int | str]

_SEATS: Final = 4
_TRIES: Final = 10_000
"""Real rounds need some hundred; a file that is made to confuse must not take for ever."""
_CALLED: Final = ("chi", "pon", "daiminkan")


class Lists(NamedTuple):
    """Draws (and calls) and discards (and kans) of one seat."""

    draws: Entries
    discards: Entries


class _Point(NamedTuple):
    """Somewhere on the way: what is used up, and how many events there are."""

    draws: tuple[int, ...]
    discards: tuple[int, ...]
    events: int
    # The seat to move, and the tile that it takes if it calls one.
    seat: int
    taken: tuple[str, int] | None


def turns(lists: Sequence[Lists], oya: int) -> list[Event]:
    """Return the draws, calls, kans and discards of a round in order.

    Raises:
        FormatError: the lists fit no order of play.
    """
    walk = _Walk(lists)
    ways = [walk.begin(oya)]
    for _ in range(_TRIES):
        if not ways:
            break
        ways += walk.on(ways.pop())
        if walk.complete:
            return walk.events
    seat, entry = walk.stuck
    raise FormatError(
        f"the draws and discards fit no order of play; seat {seat} stops at {entry!r}"
    )


class _Walk:
    def __init__(self, lists: Sequence[Lists]) -> None:
        self._lists = lists
        self._players = len(lists)
        self.events: list[Event] = []
        self.complete = False
        self.stuck: tuple[int, Any] = (0, None)
        self._furthest = -1

    def begin(self, oya: int) -> _Point:
        none = (0,) * self._players
        return _Point(none, none, 0, oya, None)

    def on(self, point: _Point) -> list[_Point]:
        """Play from a point to the next discard; return the ways on from there, the best last."""
        del self.events[point.events :]
        draws, discards = list(point.draws), list(point.discards)
        seat, taken = point.seat, point.taken
        after_kan = False
        drawn: str | None = None
        while True:
            entry = self._next(self._lists[seat].draws, draws[seat])
            if entry is None:
                # A won round, or one that ended by a draw, stops here.
                return self._end(draws, discards, seat)
            draws[seat] += 1
            if isinstance(entry, str):
                call = read_call(entry)
                if taken is None or call.word not in _CALLED:
                    return self._fails(seat, entry)
                self.events.append(_called(call, seat, taken))
                drawn = None
            else:
                if taken is not None:
                    return self._fails(seat, entry)
                drawn = name_of_code(entry)
                self.events.append(
                    {"type": "tsumo", "actor": seat, "pai": drawn}
                    | ({"rinshan": True} if after_kan else {})
                )
                call = None
            taken = None
            thrown = self._next(self._lists[seat].discards, discards[seat])
            if thrown is None:
                return self._end(draws, discards, seat)
            discards[seat] += 1
            if call is not None and call.word == "daiminkan":
                if thrown != PLACEHOLDER:
                    return self._fails(seat, thrown)
                after_kan = True
                continue
            if isinstance(thrown, str) and not thrown.startswith("r"):
                self.events.append(_on_turn(read_call(thrown), seat))
                after_kan = True
                continue
            tile = self._discard(thrown, seat, drawn)
            return self._ways(draws, discards, seat, tile)

    @staticmethod
    def _next(entries: Entries, place: int) -> int | str | None:
        return entries[place] if place < len(entries) else None

    def _fails(self, seat: int, entry: Any) -> list[_Point]:
        if len(self.events) > self._furthest:
            self._furthest = len(self.events)
            self.stuck = (seat, entry)
        return []

    def _end(self, draws: list[int], discards: list[int], seat: int) -> list[_Point]:
        for number, lists in enumerate(self._lists):
            if draws[number] < len(lists.draws):
                return self._fails(number, lists.draws[draws[number]])
            if discards[number] < len(lists.discards):
                return self._fails(number, lists.discards[discards[number]])
        self.complete = True
        return self._fails(seat, None)

    def _discard(self, thrown: int | str, seat: int, drawn: str | None) -> str:
        declares = isinstance(thrown, str)
        if isinstance(thrown, str):
            if not thrown[1:].isdigit():
                raise FormatError(f"{thrown!r} is no discard")
            thrown = int(thrown[1:])
        from_draw = thrown == TSUMOGIRI
        if from_draw and drawn is None:
            raise FormatError(f"seat {seat} throws a drawn tile without having drawn")
        tile = drawn if from_draw and drawn is not None else name_of_code(thrown)
        if declares:
            self.events.append({"type": "reach", "actor": seat})
        self.events.append({"type": "dahai", "actor": seat, "pai": tile, "tsumogiri": from_draw})
        return tile

    def _ways(self, draws: list[int], discards: list[int], seat: int, tile: str) -> list[_Point]:
        """Nobody takes the tile, or somebody does: a pon or kan before a chi."""
        here = (tuple(draws), tuple(discards), len(self.events))
        ways = [_Point(*here, (seat + 1) % self._players, None)]
        callers = sorted(self._callers(draws, seat, tile), key=lambda found: found[1] == "chi")
        ways += [_Point(*here, caller, (tile, seat)) for caller, _ in reversed(callers)]
        return ways

    def _callers(self, draws: list[int], seat: int, tile: str) -> Iterator[tuple[int, str]]:
        for caller, lists in enumerate(self._lists):
            entry = self._next(lists.draws, draws[caller])
            if caller != seat and isinstance(entry, str):
                call = read_call(entry)
                if call.pai == tile and self._feeds(call, caller, seat):
                    yield caller, call.word

    def _feeds(self, call: Call, caller: int, seat: int) -> bool:
        """Whether the letter points to the seat; with three players there are two customs."""
        return (caller - call.steps) % _SEATS == seat or (
            self._players < _SEATS and (caller - call.steps) % self._players == seat
        )


def _called(call: Call, seat: int, taken: tuple[str, int]) -> Event:
    tile, target = taken
    return {
        "type": call.word,
        "actor": seat,
        "target": target,
        "pai": tile,
        "consumed": list(call.others),
    }


def _on_turn(call: Call, seat: int) -> Event:
    event: Event = {"type": call.word, "actor": seat}
    if call.word == "ankan":
        return event | {"consumed": [*call.others, call.pai]}
    event["pai"] = call.pai
    return event | {"consumed": list(call.others)} if call.word == "kakan" else event
