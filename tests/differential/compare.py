"""Replays our rounds through a peer and notes every difference."""

from collections import Counter
from collections.abc import Mapping

import msgspec

from tests.differential.known import Difference, explanation
from tests.differential.outcome import Ending, Win, our_ending
from tests.differential.peer import Offered, Peer, StuckError
from tests.differential.rounds import Round, Step
from tests.differential.words import NONE

_NOTHING: frozenset[str] = frozenset()


class Report(msgspec.Struct):
    """What was compared, and what came of it.

    `decisions` are all that were played, `compared` those whose options were compared with the
    peer's, seat by seat (`asks`). `explained` counts the known differences by name, `lost` the
    decisions that could not be compared after one. What nothing explains is in `unexplained`.
    """

    rounds: int = 0
    decisions: int = 0
    compared: int = 0
    asks: int = 0
    endings: int = 0
    explained: Counter[str] = msgspec.field(default_factory=Counter)
    lost: Counter[str] = msgspec.field(default_factory=Counter)
    unexplained: list[Difference] = msgspec.field(default_factory=list)
    occurred: Counter[str] = msgspec.field(default_factory=Counter)

    def add(self, other: "Report") -> None:
        """Take the counts of another report in."""
        for name in self.__struct_fields__:
            value = getattr(self, name)
            value += getattr(other, name)
            setattr(self, name, value)


class Comparison:
    """Compares round after round with one peer, into one report."""

    def __init__(self, pairing: str, peer: Peer, report: Report) -> None:
        self._pairing = pairing
        self._peer = peer
        self._report = report
        self._played: Round
        self._last = ""

    def round(self, played: Round) -> None:
        """Replay one round; stops early where the peer cannot follow."""
        report = self._report
        report.rounds += 1
        report.decisions += len(played.steps)
        report.occurred.update(_occurrences(played))
        self._played = played
        self._last = ""
        self._peer.begin(played)
        for number, step in enumerate(played.steps):
            report.compared += 1
            if not self._step(step, f"{played.name}/{number}"):
                report.lost[self._last] += len(played.steps) - number - 1
                return
        self._ending()

    def _step(self, step: Step, where: str) -> bool:
        """Compare one decision and go on; False where the peer cannot follow."""
        peer = self._peer
        ours: Mapping[int, frozenset[str]] = step.options
        wanted = "turn" if step.phase == "turn" else "claim"
        while peer.point == "claim" and wanted == "turn":
            # They ask about a tile about which we ask nobody.
            self._options(peer.step({}), {}, step, where)
        if peer.point != wanted:
            self._options({}, ours, step, where)
            return wanted == "claim" and set(step.answers.values()) == {NONE}
        if peer.markers != step.markers:
            self._count({self._note("markers", step.markers, peer.markers, where, step)})
        try:
            offered = peer.step(step.answers)
        except StuckError as stuck:
            self._options(stuck.offered, ours, step, where)
            return False
        self._options(offered, ours, step, where)
        return True

    def _options(
        self, theirs: Offered, ours: Mapping[int, frozenset[str]], step: Step, where: str
    ) -> None:
        for seat in sorted(theirs.keys() | ours.keys()):
            self._report.asks += 1
            one, other = ours.get(seat, _NOTHING), theirs.get(seat, _NOTHING)
            if one != other:
                name = self._note("options", one - other, other - one, where, step, seat)
                self._count({name})

    def _ending(self) -> None:
        peer, played = self._peer, self._played
        while peer.point == "claim":
            self._options(peer.step({}), {}, played.steps[-1], f"{played.name}/end")
        if peer.point != "over":
            self._count({self._note("end", "over", peer.point, f"{played.name}/end")})
            return
        self._report.endings += 1
        ours, theirs = _coarser(our_ending(played), peer.coarse), peer.ending()
        if ours == theirs:
            return
        names = set()
        for name in Ending.__struct_fields__:
            one, other = getattr(ours, name), getattr(theirs, name)
            if one != other:
                where = f"{played.name}/end"
                names.add(self._note(name, one, other, where, endings=(ours, theirs)))
        # One cause shows in several fields.
        self._count(names)

    def _count(self, names: set[str | None]) -> None:
        self._report.explained.update(name for name in names if name is not None)

    def _note(
        self,
        what: str,
        ours: object,
        theirs: object,
        where: str,
        step: Step | None = None,
        seat: int = -1,
        endings: tuple[Ending, Ending] | None = None,
    ) -> str | None:
        """Keep a difference if nothing explains it; the name of the explanation otherwise."""
        difference = Difference(
            self._pairing,
            where,
            what,
            ours if isinstance(ours, frozenset) else str(ours),
            theirs if isinstance(theirs, frozenset) else str(theirs),
            self._played,
            step,
            seat,
            endings,
        )
        name = explanation(difference)
        self._last = name or "unexplained"
        if name is None:
            self._report.unexplained.append(difference)
        return name


def _coarser(ending: Ending, names: Mapping[str, str]) -> Ending:
    def win(one: Win) -> Win:
        yaku = frozenset(names.get(name, name) for name in one.yaku)
        return msgspec.structs.replace(one, yaku=yaku)

    return msgspec.structs.replace(ending, wins=tuple(win(one) for one in ending.wins))


def _occurrences(played: Round) -> list[str]:
    """What happened, for the counts that show which rules a run has tried."""
    draw = played.draw
    happened = [f"{len(played.wins)} ron" if len(played.wins) > 1 else "1 win"]
    if draw is not None:
        happened = [draw.reason]
    if played.pao:
        happened.append("pao")
    happened += [name for hora in played.wins for name, _ in hora.yaku]
    happened += [word.partition(" ")[0] for step in played.steps for word in step.answers.values()]
    return happened
