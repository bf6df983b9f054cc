"""The value of a hand: yaku, han, fu and basic points of a win (riichi.md 11 and 12)."""

import sys
from collections.abc import Callable
from functools import lru_cache
from typing import Final, Literal, TypeAlias, TypeVar

from engine.core.melds import CHI
from engine.core.tiles import KIND
from engine.riichi import features as ft
from engine.riichi import flags as f
from engine.riichi.atozuke import yaku_is_certain
from engine.riichi.fu import REPLACEMENT_DRAW, RON, SELF_DRAW, FuRow, fu_rows, pair_fu
from engine.riichi.limits import BAIMAN, KAZOE_HAN, MANGAN, YAKUMAN, base_points
from engine.riichi.reading import Starts, prepare, read
from engine.riichi.rules import Rules
from engine.riichi.tileset import kinds_in_play
from engine.riichi.win import HandValue, Win, dora_entries, kinds_held, win_bits
from engine.riichi.yaku import groups as g
from engine.riichi.yaku import tiles as t
from engine.riichi.yaku.circumstance import Circumstance, circumstance_patterns
from engine.riichi.yaku.flush import Flush, flush_patterns
from engine.riichi.yaku.honours import honours_patterns, unpack_for
from engine.riichi.yaku.local import (
    Whole,
    local_circumstances,
    local_detectors,
    local_groups,
    local_seven_pairs,
)
from engine.riichi.yaku.pairs import is_juusan_puutaa, is_kokushi, is_seven_pairs
from engine.riichi.yaku.pattern import NOTHING, Entry, Part, PatternTable, tally

Refusal: TypeAlias = Literal["not_a_winning_shape", "no_yaku", "below_min_han"]

__all__ = ["HandValue", "Refusal", "Scorer", "Win", "scorer_for"]

T = TypeVar("T")

_Rank: TypeAlias = tuple[int, int, int, int]
"""Basic points, yakuman, han, fu: the better reading is the greater one."""
_NO_RANK: Final[_Rank] = (-1, 0, 0, 0)
_Way: TypeAlias = tuple[FuRow, int, int]

_TENHOU: Final = f.FIRST_DRAW | f.TSUMO | f.DEALER
_WAY_BITS: Final = f.MENZEN | f.TSUMO | f.RINSHAN
_OPEN_SET_BITS: Final = (f.MENZEN, 0, 0, 0, f.FOUR_OPEN_SETS)
"""Flags by number of open sets."""
_FLUSH_SUITS: Final = {suit: place for place, suit in enumerate(t.ONE_SUIT)}
_RENHOU_LIMITS: Final = {"mangan": (5, MANGAN), "baiman": (8, BAIMAN)}


class Scorer:
    """Values hands under one set of rules; `scorer_for` gives the one that all tables share."""

    def __init__(self, rules: Rules) -> None:
        prepare()
        local = rules.local_yaku_names
        self._circumstances = PatternTable(
            circumstance_patterns(rules) + local_circumstances(local, rules), lambda bits: bits
        )
        self._shared = _SharedTable(
            self._circumstances, PatternTable(t.tiles_patterns(rules), t.unpack)
        )
        self._honours = _by_winds(
            lambda seat, prevalent: PatternTable(
                honours_patterns(rules), unpack_for(seat, prevalent)
            )
        )
        self._groups = PatternTable(g.groups_patterns(rules) + local_groups(local), g.unpack)
        self._pairs = PatternTable(
            t.seven_pairs_patterns(rules) + local_seven_pairs(local), t.unpack
        )
        self._flush = flush_patterns(rules, local)
        self._detectors = local_detectors(local)
        kokushi_13 = 2 if "kokushi_13" in rules.double_yakuman else 1
        self._kokushi_13: Part = (0, (), (("kokushi_13", kokushi_13),))
        self._pairs_fu = 50 if rules.chiitoitsu == "50fu_1han" else 25
        self._puutaa = "juusan_puutaa" in local
        self._renhou = _RENHOU_LIMITS.get(rules.renhou)
        self._tenhou_upgrades = rules.tenhou_upgrades_waits
        self._composite = rules.composite_yakuman
        self._pao = frozenset(rules.pao_yakuman)
        self._ways = _ways_to_win(rules)
        self._pair_fu = _by_winds(lambda seat, prevalent: pair_fu(rules, seat, prevalent))
        self._base = base_points(rules)
        self._min_han: int = rules.min_han
        self._two_han_from = rules.two_han_from_honba or sys.maxsize
        self._atozuke = rules.atozuke
        self._all_kinds = kinds_in_play(rules.players)

    def evaluate(self, win: Win) -> HandValue | None:
        """Value the best reading, or None where the hand may not win.

        The best reading is the one with the highest payment, then han, then fu (riichi.md 11).
        """
        few = win.honba < self._two_han_from
        value = self._best(win, self._min_han if few else max(self._min_han, 2))
        if self._renhou is not None and win.flags & f.FIRST_DRAW and not win.tsumo:
            value = self._or_renhou(win, value, *self._renhou)
        if self._atozuke or value is None or self._has_certain_yaku(win):
            return value
        return None

    def reason(self, win: Win) -> Refusal:
        """Why `evaluate` gave None."""
        if self._best(win, 0) is None:
            return "not_a_winning_shape"
        if self._best(win, 1) is None or not (self._atozuke or self._has_certain_yaku(win)):
            return "no_yaku"
        return "below_min_han"

    def _best(self, win: Win, minimum: int) -> HandValue | None:
        """Value the best reading with `minimum` han without dora; 0: any complete hand."""
        counts = bytes(win.counts)
        hand = read(counts, win.win_kind, win.tsumo, win.melds)
        if hand is None:
            return None if win.melds else self._special(win, counts, minimum)
        props, readings = hand
        bits = win_bits(win) | _OPEN_SET_BITS[readings[0][0] >> ft.OPEN_AT]
        fu_row, pinfu, common = self._ways[bits & _WAY_BITS]
        shared_han, shared_yaku, shared_yakuman = self._shared[
            bits << ft.KINDS_BITS | props & ft.KINDS_MASK
        ]
        fu_of_pair = 0
        more = NOTHING
        if props & ft.HONOUR:
            common |= g.HONOURS
            winds = 4 * win.seat_wind + win.round_wind
            if props & ft.TRIPLETS_MASK:
                more = self._honours[winds][props >> ft.TRIPLETS_AT]
            fu_of_pair = self._pair_fu[winds][props >> ft.PAIRS_AT]
        elif props & t.SUITS in _FLUSH_SUITS:
            more = self._one_suit(win, counts, props, bits)
        if more is not NOTHING:
            shared_han += more[0]
            shared_yaku += more[1]
            shared_yakuman += more[2]
        if bits & f.FIRST_DRAW and self._any_wait(bits):
            common |= g.TANKI
        bonus = win.dora + win.ura + win.aka + win.nukidora

        best = _NO_RANK
        best_part = NOTHING
        for features, sequences, triplets, places, starts in readings:
            patterns = common | g.mask_bits(sequences, triplets)
            if self._detectors:
                patterns |= self._local_bits(win, sequences, triplets, starts, props)
            if features & ft.INSIDE_MASK:
                patterns |= g.INSIDE
            for place in places:
                total = features + place
                parts = (total & ft.FU_MASK) + fu_of_pair
                key = total >> ft.KEY_SHIFT & ft.KEY_MASK | patterns
                part = self._groups[key if parts else key | pinfu]
                han = shared_han + part[0]
                fu = fu_row[parts]
                if shared_yakuman or part[2]:
                    rank = self._yakuman_rank(shared_yakuman + part[2], fu)
                elif han >= minimum:
                    rank = (self._base(han + bonus, fu), 0, han + bonus, fu)
                else:
                    continue
                if rank > best:
                    best, best_part = rank, part
        if best is _NO_RANK:
            return None
        if best[1]:
            return self._yakuman_value(best, shared_yakuman + best_part[2])
        base, _, han, fu = best
        yaku = shared_yaku + best_part[1]
        return HandValue(han, fu, 0, yaku + dora_entries(win) if bonus else yaku, base)

    def _local_bits(
        self,
        win: Win,
        sequences: int,
        triplets: int,
        concealed: tuple[Starts, Starts, Starts],
        props: int,
    ) -> int:
        """Bits of the local yaku that a reading has."""
        starts = [9 * suit + rank for suit, ranks in enumerate(concealed) for rank in ranks]
        starts += [meld.kind for meld in win.melds if meld.type == CHI]
        whole = Whole(sequences, triplets, starts, props, kinds_held(win))
        return sum(bit for bit, detect in self._detectors if detect(whole))

    def _special(self, win: Win, counts: bytes, minimum: int) -> HandValue | None:
        """Value a closed hand that is not four groups and a pair."""
        bits = win_bits(win) | f.MENZEN
        fu = 0
        if is_seven_pairs(counts):
            props = 0
            for kind, held in enumerate(counts):
                if held:
                    props |= ft.KIND_PROPS[kind]
            part = self._pairs[props | t.MENZEN]
            fu = self._pairs_fu
        elif is_kokushi(counts):
            thirteen = counts[win.win_kind] == 2 or self._any_wait(bits)
            part = self._kokushi_13 if thirteen else _KOKUSHI
        elif self._puutaa and bits & f.FIRST_DRAW and win.tsumo and is_juusan_puutaa(counts):
            # No complete hand: tenhou and chiihou are not for it.
            return self._yakuman_value(self._yakuman_rank(_JUUSAN_PUUTAA, fu), _JUUSAN_PUUTAA)
        else:
            return None
        han, yaku, yakuman = _joined(self._circumstances[bits], part)
        if yakuman:
            return self._yakuman_value(self._yakuman_rank(yakuman, fu), yakuman)
        if han < minimum:
            return None
        han += win.dora + win.ura + win.aka + win.nukidora
        return HandValue(han, fu, 0, yaku + dora_entries(win), self._base(han, fu))

    def _any_wait(self, bits: int) -> bool:
        """Tenhou that counts waits as their best form (tenhou_upgrades_waits)."""
        return self._tenhou_upgrades and bits & _TENHOU == _TENHOU

    def _one_suit(self, win: Win, counts: bytes, props: int, bits: int) -> Part:
        suit = _FLUSH_SUITS[props & t.SUITS]
        held = list(counts[9 * suit : 9 * suit + 9])
        for meld in win.melds:
            for tile in meld.tiles:
                held[KIND[tile] % 9] += 1
        hand = Flush(tuple(held), suit, not win.melds, win.win_kind % 9, self._any_wait(bits))
        return tally(self._flush, hand)

    def _yakuman_rank(self, yakuman: tuple[Entry, ...], fu: int) -> _Rank:
        """Add up the yakuman, or take the best single one (composite_yakuman)."""
        worths = [worth for _, worth in yakuman]
        number = sum(worths) if self._composite else max(worths)
        return YAKUMAN * number, number, KAZOE_HAN * number, fu

    def _yakuman_value(self, rank: _Rank, yakuman: tuple[Entry, ...]) -> HandValue:
        base, number, han, fu = rank
        if not self._composite:
            # Of equal ones that for which somebody may be liable (riichi.md 13, "Pao").
            yakuman = (max(yakuman, key=lambda entry: (entry[1], entry[0] in self._pao)),)
        return HandValue(han, fu, number, yakuman, base)

    def _or_renhou(
        self, win: Win, value: HandValue | None, han: int, base: int
    ) -> HandValue | None:
        """Renhou as a limit of its own: it is not added to, the better of the two counts."""
        if value is not None and value.base >= base:
            return value
        complete = self._best(win, 0)
        return complete and HandValue(han, complete.fu, 0, (("renhou", han),), base)

    def _has_certain_yaku(self, win: Win) -> bool:
        return yaku_is_certain(win, self._all_kinds, lambda other: self._best(other, 0))


@lru_cache(maxsize=64)
def scorer_for(rules: Rules) -> Scorer:
    """Return the scorer of these rules: it remembers nothing of a table, so all may share it."""
    return Scorer(rules)


_KOKUSHI: Final[Part] = (0, (), (("kokushi", 1),))
_JUUSAN_PUUTAA: Final[tuple[Entry, ...]] = (("juusan_puutaa", 1),)


def _by_winds(make: Callable[[int, int], T]) -> list[T]:
    """Make something for each seat wind and round wind; index 4 * seat wind + round wind."""
    return [make(seat, prevalent) for seat in range(4) for prevalent in range(4)]


def _ways_to_win(rules: Rules) -> dict[int, _Way]:
    """For each combination of `_WAY_BITS`: fu by parts, bit of pinfu, bits of every reading."""
    rows = fu_rows(rules)
    ways: dict[int, _Way] = {}
    for menzen in (0, f.MENZEN):
        for tsumo in (0, f.TSUMO):
            for rinshan in (0, f.RINSHAN):
                draw = RON if not tsumo else REPLACEMENT_DRAW if rinshan else SELF_DRAW
                pinfu = menzen and (not tsumo or rules.pinfu_tsumo)
                ways[menzen | tsumo | rinshan] = (
                    rows[bool(menzen)][draw],
                    g.PINFU if pinfu else 0,
                    g.MENZEN if menzen else 0,
                )
    return ways


class _SharedTable(dict[int, Part]):
    """Yaku that all readings share but those of honours: circumstances, and kinds of tiles.

    The key are the flags of the win, and below them the props of kinds.
    """

    def __init__(
        self, circumstances: PatternTable[Circumstance], tiles: PatternTable[t.Tiles]
    ) -> None:
        super().__init__()
        self._circumstances = circumstances
        self._tiles = tiles

    def __missing__(self, key: int) -> Part:
        bits, props = key >> ft.KINDS_BITS, key & ft.KINDS_MASK
        tiles = self._tiles[props | (t.MENZEN if bits & f.MENZEN else 0)]
        part = self[key] = _joined(self._circumstances[bits], tiles)
        return part


def _joined(one: Part, other: Part) -> Part:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]
