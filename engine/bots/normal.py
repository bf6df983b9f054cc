"""The normal opponent: weighs speed, value and danger, and calls when a yaku is in sight."""

import random
from collections.abc import Mapping
from typing import Any, Final

from engine.analysis import keeping, shanten
from engine.bots.calls import after_call, brings_nearer
from engine.bots.danger import danger_by_kind, threats
from engine.bots.potential import dora_of, potential
from engine.bots.sight import Set, Sight
from engine.bots.worth import Appraiser, Hand
from engine.core.actions import DeclareHora, DeclareRyukyoku, Stop
from engine.core.decision import Ask
from engine.core.events import Ankan, Chi, Dahai, Kakan, Nukidora, Pon, Reach
from engine.core.tiles import IDS, KIND, RED_FIVES, YAOCHUU
from engine.core.views import View

_ORPHANS_IN_SIGHT: Final = 11
"""Kinds of terminals and honours with which a hand is played rather than thrown in."""

_CALL_MARGIN: Final = 60.0
"""Points by which a call must be better than letting the tile go."""

_YAKU_IN_SIGHT: Final = 0.45
_LATE: Final = 4
"""Calls need that chance of a yaku, but for the last turns, when tenpai is worth something."""

_STEP_BACK: Final = 50.0
"""Points that a discard costs which leads away from tenpai: between equally safe ones, keep on."""

_FOLD_TURNS: Final = 5
_FOLD_ODDS: Final = 0.02
"""Giving up takes that many safe tiles; each that is lacking deals in with that chance."""


class Normal:
    """Takes the option with the most points to expect. Ties are broken by the seed."""

    def __init__(self, seed: int) -> None:
        self._random: Final = random.Random(seed)

    def choose(self, view: View, ask: Ask, rules: Mapping[str, Any]) -> int:
        """Return the index of the option to take (see `Policy`)."""
        options = ask.options
        for wanted in (DeclareHora, Stop, Nukidora):
            for index, option in enumerate(options):
                if isinstance(option, wanted):
                    return index
        if len(options) == 1:
            return 0
        sight = Sight(view, rules)
        if any(isinstance(option, Dahai) for option in options):
            return self._turn(_Moment(sight), ask)
        return _claim(sight, ask)

    def _turn(self, moment: "_Moment", ask: Ask) -> int:
        kan = moment.kan(ask)
        if kan is not None:
            return kan
        best = float("-inf")
        chosen: list[int] = []
        for index, score in moment.turn_scores(ask):
            if score > best + 1e-9:
                best, chosen = score, [index]
            elif score > best - 1e-9:
                chosen.append(index)
        return self._random.choice(chosen) if chosen else ask.default


def _claim(sight: Sight, ask: Ask) -> int:
    calls = [
        (index, option)
        for index, option in enumerate(ask.options)
        if isinstance(option, Chi | Pon) and brings_nearer(sight, option)
    ]
    if not calls:
        return ask.default
    moment = _Moment(sight)
    best = moment.standing() + _CALL_MARGIN
    chosen = ask.default
    for index, option in calls:
        score = moment.call_score(option)
        if score > best:
            best, chosen = score, index
    return chosen


class _Moment:
    """One decision of one seat."""

    def __init__(self, sight: Sight) -> None:
        self.sight: Final = sight
        found: Final = threats(sight)
        self.appraiser: Final = Appraiser(sight, found)
        self.riichi_against: Final = any(threat.riichi for threat in found)
        self.danger: Final = danger_by_kind(found)
        # Points that a turn without a safe tile costs.
        self._unsafe: Final = _FOLD_ODDS * sum([threat.tenpai * threat.loss for threat in found])

    def fold(self, counts: bytearray) -> float:
        """Points to expect of giving up with the tiles that stay in hand."""
        if not self._unsafe:
            return 0.0
        limit = self._unsafe
        danger = self.danger
        safe = sum([count for kind, count in enumerate(counts) if count and danger[kind] < limit])
        turns = min(self.sight.turns, _FOLD_TURNS)
        return -max(turns - safe, 0) * limit

    def standing(self) -> float:
        """Points to expect of the hand as it is, between turns."""
        sight = self.sight
        hand = self.hand(sight.counts, sight.tiles, sight.sets, -1)
        return max(self.appraiser.worth(hand), self.fold(sight.counts))

    def hand(
        self, counts: bytearray, tiles: tuple[int, ...], sets: tuple[Set, ...], discard: int
    ) -> Hand:
        """Describe a hand that is left after `discard` (-1: none)."""
        sight = self.sight
        discarded = sight.discarded | (1 << discard if discard >= 0 else 0)
        return Hand(counts, sets, dora_of(tiles, sight.dora) + sight.meld_dora, discarded)

    def kan(self, ask: Ask) -> int | None:
        """Return a closed or added kan that costs nothing, unless it helps a riichi."""
        sight = self.sight
        if self.riichi_against and not sight.own.riichi:
            return None
        for index, option in enumerate(ask.options):
            if isinstance(option, Ankan | Kakan):
                counts = bytearray(sight.counts)
                before = shanten(counts, sight.sanma)
                tiles = option.consumed if isinstance(option, Ankan) else (option.pai,)
                for name in tiles:
                    counts[KIND[IDS[name]]] -= 1
                if sight.own.riichi or shanten(counts, sight.sanma) <= before:
                    return index
        return None

    def turn_scores(self, ask: Ask) -> list[tuple[int, float]]:
        """Score every discard, riichi and abort of a turn."""
        sight = self.sight
        distance, useless = keeping(sight.counts, sight.sanma)
        scores: dict[tuple[int, bool], float] = {}
        found: list[tuple[int, float]] = []
        for index, option in enumerate(ask.options):
            if isinstance(option, DeclareRyukyoku):
                if _orphans(sight.counts) < _ORPHANS_IN_SIGHT:
                    return [(index, 0.0)]
            elif isinstance(option, Dahai | Reach) and option.pai is not None:
                tile, riichi = IDS[option.pai], isinstance(option, Reach)
                if isinstance(option, Reach) and option.open:
                    continue
                if (tile, riichi) not in scores:
                    # A complete hand that may not win is tenpai whatever goes.
                    forward = distance < 0 or bool(useless >> KIND[tile] & 1)
                    scores[tile, riichi] = self.discard_score(tile, riichi, forward)
                found.append((index, scores[tile, riichi]))
        return found

    def discard_score(self, tile: int, riichi: bool, forward: bool) -> float:
        """Points to expect of discarding `tile` (an id); `forward`: it keeps the shanten."""
        sight = self.sight
        kind = KIND[tile]
        counts = bytearray(sight.counts)
        counts[kind] -= 1
        if not (forward or riichi):
            return self.fold(counts) - self.danger[kind] - _STEP_BACK
        tiles = list(sight.tiles)
        tiles.remove(tile)
        hand = self.hand(counts, tuple(tiles), sight.sets, kind)
        if riichi:
            return self.appraiser.riichi(hand) - self.danger[kind]
        return max(self.appraiser.worth(hand), self.fold(counts)) - self.danger[kind]

    def call_score(self, call: Chi | Pon) -> float:
        """Points to expect of a call with the best discard after it."""
        sight = self.sight
        best = float("-inf")
        for counts, tiles, sets, discard in after_call(sight, call):
            hand = self.hand(counts, tiles, sets, discard)
            called = IDS[call.pai]
            extra = sight.dora[KIND[called]] + (called in RED_FIVES)
            extra += dora_of([IDS[name] for name in call.consumed], sight.dora)
            chances = potential(counts, sets, hand.dora, sight)
            if chances.yaku < _YAKU_IN_SIGHT and sight.turns > _LATE:
                continue
            score = self.appraiser.worth(hand._replace(dora=hand.dora + extra))
            score -= self.danger[discard]
            best = max(best, score)
        return best


def _orphans(counts: bytearray) -> int:
    """Kinds of terminals and honours in a hand."""
    return sum(1 for kind, count in enumerate(counts) if count and YAOCHUU >> kind & 1)
