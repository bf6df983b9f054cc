"""Every difference that is known, and whose rule it is (docs/differential.md explains them)."""

from collections.abc import Callable
from typing import Final

import msgspec

from engine.analysis import waits
from engine.core.events import Dahai, Event, Kakan, Nukidora
from engine.core.tiles import IDS, KIND
from tests.differential.outcome import Ending
from tests.differential.rounds import Round, SeatFacts, Step
from tests.differential.words import HORA, NONE, NUKIDORA


class Difference(msgspec.Struct, frozen=True):
    """One difference at a decision or at the end of a round.

    At a decision `what` is "options" (`ours` and `theirs` hold what only one side offers to
    `seat`) or "markers"; at the end it is the name of what differs, and `endings` has both sides.
    """

    pairing: str
    where: str
    what: str
    ours: frozenset[str] | str
    theirs: frozenset[str] | str
    played: Round
    step: Step | None = None
    seat: int = -1
    endings: tuple[Ending, Ending] | None = None


def explanation(difference: Difference) -> str | None:
    """Name the known difference that this is an instance of."""
    for name, peer, fits in _KNOWN:
        if difference.pairing.startswith(peer) and fits(difference):
            return name
    return None


def _only_theirs(difference: Difference, *wanted: str) -> bool:
    """Whether they offer only options that begin with these words, and we lack them."""
    theirs = {option.partition(" ")[0] for option in difference.theirs} - {NONE}
    return (
        difference.what == "options"
        and not difference.ours
        and bool(theirs)
        and theirs <= set(wanted)
    )


def _declined_draw(difference: Difference) -> bool:
    """In riichi, a drawn winning tile went into a kan or was set aside: riichi.md 9.3."""
    if not _only_theirs(difference, HORA):
        return False
    seat = difference.seat
    return any(
        earlier.seats[seat].in_riichi
        and HORA in earlier.options.get(seat, ())
        and earlier.answers[seat].partition(" ")[0] in (NUKIDORA, "ankan")
        for earlier in difference.played.steps
        if earlier.phase == "turn" and earlier is not difference.step
    )


def _missed_without_yaku(difference: Difference) -> bool:
    """The seat let a tile go that completes its hand without a yaku: riichi.md 9.2."""
    step, seat = difference.step, difference.seat
    if step is None or not _only_theirs(difference, HORA):
        return False
    events = difference.played.events
    if not difference.where.endswith("/end"):
        events = events[: step.event]
    asked = max(place for place, event in enumerate(events) if _shown(event))
    for event in reversed(events[:asked]):
        if isinstance(event, Dahai) and event.actor == seat:
            return False
        if _shown(event) & step.seats[seat].waits:
            return True
    return False


def _shown(event: Event) -> int:
    """Mask of the tile that others might have won on."""
    if isinstance(event, Dahai | Kakan | Nukidora):
        return 1 << KIND[IDS[event.pai]]
    return 0


def _void_wait(difference: Difference) -> bool:
    """Riichi on nothing but tiles that the seat holds all four of: option `karaten`."""
    step = difference.step
    return (
        step is not None
        and _only_theirs(difference, "reach")
        and all(_is_void(step.seats[difference.seat], word) for word in difference.theirs)
    )


def _is_void(facts: SeatFacts, declaration: str) -> bool:
    counts = bytearray(facts.counts)
    counts[KIND[IDS[declaration.split()[1]]]] -= 1
    owned = sum(1 << kind for kind, count in enumerate(counts) if count == 4)
    return not waits(counts) & ~(owned | sum(1 << kind for kind in facts.kans))


def _kan_of_a_wait(difference: Difference) -> bool:
    """In riichi, a kan with a drawn tile that wins, hence changes the waits: riichi.md 8 and 9."""
    step = difference.step
    if step is None or not _only_theirs(difference, "ankan"):
        return False
    seat = step.seats[difference.seat]
    return (
        difference.pairing.endswith("3p")
        and seat.in_riichi
        and all(seat.waits >> KIND[IDS[option.split()[1]]] & 1 for option in difference.theirs)
    )


def _thirteen_sided_tenhou(difference: Difference) -> bool:
    """Tenhou with kokushi is valued as the thirteen-sided wait: option `tenhou_upgrades_waits`."""
    if difference.endings is None:
        return False
    ours, theirs = difference.endings
    return [win.yaku for win in ours.wins] == [frozenset(("tenhou", "kokushi"))] and [
        win.yaku for win in theirs.wins
    ] == [frozenset(("tenhou", "kokushi_13"))]


def _other_single_yakuman(difference: Difference) -> bool:
    """Of several yakuman of the same worth, another one is named as the single best."""
    if difference.what != "wins" or difference.endings is None:
        return False
    ours, theirs = (
        [msgspec.structs.replace(win, yaku=frozenset()) for win in ending.wins]
        for ending in difference.endings
    )
    single = all(len(win.yaku) == 1 for ending in difference.endings for win in ending.wins)
    return ours == theirs and single and all(win.yakuman == 1 for win in ours)


def _three_bumped_rons(difference: Difference) -> bool:
    """Under head bump all of three win, as if only two could meet: option `multi_ron`."""
    if difference.endings is None:
        return False
    ours, theirs = difference.endings
    return len(ours.wins) == 1 and len(theirs.wins) == 3 and ours.wins == theirs.wins[:1]


def _called_in_spite_of_abort(difference: Difference) -> bool:
    """The discard brings an abort, which goes before calls: riichi.md 10."""
    if not _only_theirs(difference, "chi", "pon", "daiminkan") or difference.step is None:
        return False
    draw = difference.played.draw
    if difference.where.endswith("/end"):
        return draw is not None and draw.reason in ("suufon", "suukan", "suucha")
    return difference.step.abort is not None


_KNOWN: Final[tuple[tuple[str, str, Callable[[Difference], bool]], ...]] = (
    ("declined draw", "", _declined_draw),
    ("kan of a wait", "riichienv", _kan_of_a_wait),
    ("thirteen-sided tenhou", "riichienv", _thirteen_sided_tenhou),
    ("missed without yaku", "jansou", _missed_without_yaku),
    ("void wait", "jansou", _void_wait),
    ("other single yakuman", "jansou-bare", _other_single_yakuman),
    ("three bumped rons", "jansou-league", _three_bumped_rons),
    ("call before abort", "jansou", _called_in_spite_of_abort),
)
"""Name, peer (or all), and whether a difference is an instance."""
