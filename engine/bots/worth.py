"""What a hand that waits for a tile is worth: chance to win, value, risk on the way, in points."""

from typing import Final, NamedTuple

from engine.analysis import improving, keeping
from engine.bots.danger import Threat
from engine.bots.han import yaku_han
from engine.bots.outlook import Outlook, outlook
from engine.bots.points import points
from engine.bots.potential import RIICHI_EXTRA, potential
from engine.bots.sight import Set, Sight
from engine.core.tiles import HONOUR_KINDS, YAOCHUU, kinds_in

# Useful tiles of a common hand, by shanten.
_TYPICAL: Final = (5.5, 17.0, 28.0, 38.0, 48.0, 56.0, 62.0, 68.0, 74.0)
_OPEN_SPEED: Final = 1.6
"""How much faster a hand grows that may call."""

# How often an opponent lets go of a winning tile, against a random one.
_RON_EASY: Final = 0.9
_RON_MIDDLE: Final = 0.5
_RON_RIICHI: Final = 0.65
"""Against a riichi, of either."""

_HAZARD: Final = 0.012
_HAZARD_TENPAI: Final = 0.09
"""Chance a turn that a round ends by others: at rest, and for each that is tenpai."""

_PUSH_ODDS: Final = 0.05
"""Chance that a tile that must go deals into a tenpai hand."""

_CAUTION: Final = 0.6
"""Share of the coming risk that a hand runs which may still turn back."""

_NOTEN_SWING: Final = 1500.0


class Hand(NamedTuple):
    """A hand of 3n+1 tiles: concealed counts, melds, dora in both, own discards as a mask."""

    counts: bytearray
    sets: tuple[Set, ...]
    dora: int
    discarded: int

    @property
    def menzen(self) -> bool:
        """Whether nothing was called."""
        return all(group.concealed for group in self.sets)


class Appraiser:
    """Appraises hands of one seat at one moment."""

    def __init__(self, sight: Sight, threats: list[Threat]) -> None:
        self.sight: Final = sight
        self.left: Final = [sight.left(kind) for kind in range(34)]
        self.hazard: Final = _HAZARD + _HAZARD_TENPAI * sum(threat.tenpai for threat in threats)
        self.risk: Final = _PUSH_ODDS * sum(threat.tenpai * threat.loss for threat in threats)
        table = sight.view.round
        self.bonus: Final = 1000.0 * table.kyotaku + 100.0 * (sight.players - 1) * table.honba
        self.min_han: Final = int(sight.rules.get("min_han", 1))

    def worth(self, hand: Hand) -> float:
        """Points to expect of playing a hand on, without riichi now."""
        shanten, mask = improving(hand.counts, self.sight.sanma)
        if shanten == 0:
            return self.tenpai(hand, mask, riichi=False)
        return self._far(hand, shanten, mask)

    def riichi(self, hand: Hand) -> float:
        """Points to expect of declaring riichi with a tenpai hand."""
        _, mask = improving(hand.counts, self.sight.sanma)
        return self.tenpai(hand, mask, riichi=True)

    def tenpai(self, hand: Hand, mask: int, riichi: bool) -> float:
        """Points to expect of a hand that waits for the kinds in `mask`."""
        sight = self.sight
        furiten = bool(mask & hand.discarded)
        others = sight.players - 1
        rate = value = 0.0
        for kind in kinds_in(mask):
            left = self.left[kind]
            if not left:
                continue
            hand.counts[kind] += 1
            han = float(yaku_han(hand.counts, hand.sets, kind, sight))
            hand.counts[kind] -= 1
            chance = 1.0
            ron = 0.0 if furiten else others * self._ron_rate(kind, riichi)
            if riichi:
                han += 1.0 + RIICHI_EXTRA
                chance += ron
            elif han >= self.min_han:
                chance += ron
            elif hand.menzen and self.min_han == 1:
                han = 1.0
            else:
                continue
            chance *= left / sight.unseen
            rate += chance
            value += chance * points(han + hand.dora + sight.dora[kind], sight.dealer)
        if not rate:
            return self._noten_rest(riichi)
        fate = outlook((rate,), sight.turns, self.hazard)
        ev = fate.win * (value / rate + self.bonus) + fate.tenpai * _NOTEN_SWING
        if riichi:
            return ev - (1.0 - fate.win) * 1000.0 - fate.turns * self.risk
        return ev - fate.turns * self.risk * _CAUTION

    def _noten_rest(self, riichi: bool) -> float:
        """A hand that can only hope to be tenpai at the end."""
        fate = outlook((0.0,), self.sight.turns, self.hazard)
        return fate.tenpai * _NOTEN_SWING - fate.turns * self.risk - (1000.0 if riichi else 0.0)

    @staticmethod
    def _ron_rate(kind: int, riichi: bool) -> float:
        rate = _RON_EASY if YAOCHUU >> kind & 1 else _RON_MIDDLE
        return rate * _RON_RIICHI if riichi else rate

    def _far(self, hand: Hand, shanten: int, mask: int) -> float:
        sight = self.sight
        menzen = hand.menzen
        chances = potential(hand.counts, hand.sets, hand.dora, sight)
        useful = self._useful(hand, mask, calls=not menzen)
        following = self._following(hand.counts, mask) if shanten == 1 else 0.0
        rates = [useful / sight.unseen]
        speed = 1.0 if menzen else _OPEN_SPEED
        rates += [_TYPICAL[stage] * speed / sight.unseen for stage in range(shanten - 1, 0, -1)]
        ron = 1.0 + (sight.players - 1) * _RON_MIDDLE * (_RON_RIICHI if menzen else 1.0)
        rates.append((following or _TYPICAL[0]) * ron / sight.unseen)
        fate: Outlook = outlook(tuple(rates), sight.turns, self.hazard)
        if menzen:
            value = points(chances.closed, sight.dealer)
        else:
            given = hand.dora + (chances.open - hand.dora) / max(chances.yaku, 0.25)
            value = chances.yaku * points(max(given, hand.dora + 1.0), sight.dealer)
        ev = fate.win * (value + self.bonus) + fate.tenpai * _NOTEN_SWING
        return ev - fate.turns * self.risk * _CAUTION

    def _useful(self, hand: Hand, mask: int, calls: bool) -> float:
        """Unseen tiles that help; those that can be called count for more."""
        left = self.left
        if not calls:
            return float(sum([left[kind] for kind in kinds_in(mask)]))
        total = 0.0
        others = self.sight.players - 1
        for kind in kinds_in(mask):
            if hand.counts[kind] >= 2:
                total += left[kind] * (1.0 + 0.6 * others)
            elif HONOUR_KINDS >> kind & 1 or self.sight.sanma:
                total += left[kind]
            else:
                total += left[kind] * 1.6
        return total

    def _following(self, counts: bytearray, mask: int) -> float:
        """Unseen tiles that help one step later, on average over the tiles that help now."""
        left = self.left
        sanma = self.sight.sanma
        total = 0
        weight = 0
        for kind in kinds_in(mask):
            ways = left[kind]
            if not ways:
                continue
            counts[kind] += 1
            best = 0
            for discard in kinds_in(keeping(counts, sanma)[1]):
                counts[discard] -= 1
                useful = sum([left[wait] for wait in kinds_in(improving(counts, sanma)[1])])
                counts[discard] += 1
                best = max(best, useful)
            counts[kind] -= 1
            total += ways * best
            weight += ways
        return total / weight if weight else 0.0
