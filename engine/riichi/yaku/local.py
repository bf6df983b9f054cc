"""Local yaku: the Mahjong Soul list and further ones of riichi.md 11, each by its name."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from engine.riichi import features as ft
from engine.riichi import flags as f
from engine.riichi.rules import Rules
from engine.riichi.yaku.circumstance import Circumstance, when
from engine.riichi.yaku.groups import LOCAL_AT, Groups
from engine.riichi.yaku.honours import DRAGONS, WINDS
from engine.riichi.yaku.pattern import Pattern
from engine.riichi.yaku.tiles import ONE_SUIT, SUITS, Tiles


class Whole(NamedTuple):
    """A reading with everything in it, melds included.

    Masks of sequence starts and of triplets or kans, the starts again (one entry a sequence),
    props (`features`), and the mask of all kinds held.
    """

    sequences: int
    triplets: int
    starts: Sequence[int]
    props: int
    kinds: int

    @property
    def honours(self) -> int:
        """Honours of which there is a triplet or a pair, bit 0 = east."""
        return (self.props >> ft.TRIPLETS_AT | self.props >> ft.PAIRS_AT) & 0x7F


Detector: TypeAlias = Callable[[Whole], bool]

_RANKS: Final = (0o777, 0o777 << 9, 0o777 << 18)
_PEACOCK: Final = sum(1 << kind for kind in (18, 22, 24, 26, 33))
_EAST_AND_NORTH: Final = 0b0001001
_STRAIGHTS: Final = tuple(
    1 << 9 * low | 1 << 9 * middle + 3 | 1 << 9 * high + 6
    for low in range(3)
    for middle in range(3)
    for high in range(3)
    if {low, middle, high} == {0, 1, 2}
)


def _chained(length: int) -> Detector:
    """`length` triplets of one suit that follow each other."""

    def detect(whole: Whole) -> bool:
        for suit in _RANKS:
            run = whole.triplets & suit
            for _ in range(length - 1):
                run &= run >> 1 & suit
            if run:
                return True
        return False

    return detect


def _alike(number: int) -> Detector:
    """`number` sequences that are the same."""
    return lambda whole: any(whole.starts.count(start) >= number for start in set(whole.starts))


def _mixed_straight(whole: Whole) -> bool:
    """123, 456 and 789, each in another suit."""
    return any(whole.sequences & straight == straight for straight in _STRAIGHTS)


def _bullet_train(whole: Whole) -> bool:
    """Ittsuu of one suit, east and north as set and pair."""
    runs = whole.sequences
    straight = runs & runs >> 3 & runs >> 6 & 0o001001001
    return bool(straight and whole.props & SUITS in ONE_SUIT and whole.honours == _EAST_AND_NORTH)


def _all_five(whole: Whole) -> bool:
    """One of the five groups from each suit, the winds and the dragons."""
    return bool(whole.props & SUITS == SUITS and whole.honours & WINDS and whole.honours & DRAGONS)


_DETECTORS: Final[dict[str, Detector]] = {
    "sanrenkou": _chained(3),
    "suurenkou": _chained(4),
    "isshoku_sanjun": _alike(3),
    "isshoku_yonjun": _alike(4),
    "sanshoku_ittsuu": _mixed_straight,
    "uumensai": _all_five,
    "benikujaku": lambda whole: whole.kinds == _PEACOCK,
    "toohoku_shinkansen": _bullet_train,
}

_BIT: Final = {name: 1 << (LOCAL_AT + place) for place, name in enumerate(_DETECTORS)}


def _has(name: str, closed: int, opened: int) -> Callable[[Groups], int]:
    bit = _BIT[name]
    return lambda groups: groups.either(closed, opened) if groups.has(bit) else 0


def local_groups(names: frozenset[str]) -> list[Pattern[Groups]]:
    """List the local yaku of the reading among `names`."""
    patterns: list[Pattern[Groups]] = [
        Pattern("sanrenkou", _has("sanrenkou", 2, 2)),
        Pattern("isshoku_sanjun", _has("isshoku_sanjun", 3, 2), replaces=("iipeikou",)),
        Pattern("uumensai", _has("uumensai", 2, 2)),
        Pattern("sanshoku_ittsuu", _has("sanshoku_ittsuu", 2, 1)),
        *(
            Pattern(name, _has(name, 1, 1), yakuman=True)
            for name in ("suurenkou", "isshoku_yonjun", "benikujaku", "toohoku_shinkansen")
        ),
    ]
    return [pattern for pattern in patterns if pattern.name in names]


def local_detectors(names: frozenset[str]) -> tuple[tuple[int, Detector], ...]:
    """Pair the bit of each local yaku of the reading among `names` with its test."""
    return tuple((_BIT[name], detect) for name, detect in _DETECTORS.items() if name in names)


def local_seven_pairs(names: frozenset[str]) -> list[Pattern[Tiles]]:
    """List the local yaku of seven pairs among `names`."""
    if "daichisei" not in names:
        return []
    return [
        Pattern(
            "daichisei",
            lambda tiles: 2 if tiles.lacks(SUITS) else 0,
            yakuman=True,
            replaces=("tsuuiisou",),
        )
    ]


def _three_years(bits: Circumstance) -> int:
    """Double riichi won on the last tile."""
    return int(bool(bits & f.DOUBLE_RIICHI and bits & (f.HAITEI | f.HOUTEI)))


def local_circumstances(names: frozenset[str], rules: Rules) -> list[Pattern[Circumstance]]:
    """List the local yaku of circumstance among `names`, and renhou as a yakuman."""
    without = 0 if rules.haitei_with_rinshan else f.RINSHAN
    patterns = [
        Pattern("shiiaru_raotai", when(f.FOUR_OPEN_SETS)),
        Pattern("tsubame_gaeshi", when(f.RIICHI_TILE)),
        Pattern("kanburi", when(f.KAN_DISCARD)),
        Pattern("iipin_moyue", when(f.HAITEI | f.ON_ONE_PIN, 5, without), replaces=("haitei",)),
        Pattern("chuupin_raoyui", when(f.HOUTEI | f.ON_NINE_PIN, 5), replaces=("houtei",)),
        Pattern("ishi_no_ue_ni_mo_sannen", _three_years, yakuman=True),
        Pattern("paarenchan", when(f.EIGHT_WINS), yakuman=True),
    ]
    chosen = [pattern for pattern in patterns if pattern.name in names]
    if rules.renhou == "yakuman":
        chosen.append(Pattern("renhou", when(f.FIRST_DRAW, without=f.TSUMO), yakuman=True))
    return chosen
