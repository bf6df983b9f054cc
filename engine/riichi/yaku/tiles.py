"""Yaku of what kinds of tiles a hand has, the same for every reading (riichi.md 11)."""

from typing import Final, NamedTuple

from engine.riichi import features as ft
from engine.riichi.rules import Rules
from engine.riichi.yaku.pattern import Pattern

SUITS: Final = ft.MAN | ft.PIN | ft.SOU
ONE_SUIT: Final = (ft.MAN, ft.PIN, ft.SOU)
MENZEN: Final = 1 << 7


class Tiles(NamedTuple):
    """Props of all tiles (`features`), those of honour sets left out."""

    props: int
    menzen: bool

    def lacks(self, props: int) -> bool:
        """None of these props."""
        return not self.props & props


def unpack(key: int) -> Tiles:
    """Unpack the props of kinds, with `MENZEN` beside them."""
    return Tiles(key & ~MENZEN, bool(key & MENZEN))


def _closed_tanyao(tiles: Tiles) -> int:
    return int(tiles.menzen and tiles.lacks(ft.HONOUR | ft.TERMINAL))


def _any_tanyao(tiles: Tiles) -> int:
    return int(tiles.lacks(ft.HONOUR | ft.TERMINAL))


def _honitsu(tiles: Tiles) -> int:
    if tiles.props & SUITS in ONE_SUIT and tiles.props & ft.HONOUR:
        return 3 if tiles.menzen else 2
    return 0


def _chinitsu(tiles: Tiles) -> int:
    if tiles.props & SUITS in ONE_SUIT and tiles.lacks(ft.HONOUR):
        return 6 if tiles.menzen else 5
    return 0


def _honroutou(tiles: Tiles) -> int:
    return 2 if tiles.lacks(ft.SIMPLE) else 0


def _tsuuiisou(tiles: Tiles) -> int:
    return int(tiles.lacks(SUITS))


def _plain_patterns(rules: Rules) -> list[Pattern[Tiles]]:
    """Those that seven pairs can have as well as four groups and a pair."""
    return [
        Pattern("tanyao", _any_tanyao if rules.open_tanyao else _closed_tanyao),
        Pattern("honroutou", _honroutou),
        Pattern("honitsu", _honitsu),
        Pattern("chinitsu", _chinitsu),
        Pattern("tsuuiisou", _tsuuiisou, yakuman=True),
    ]


def _ryuuiisou(rules: Rules) -> Pattern[Tiles]:
    with_hatsu = 1
    without = 0 if rules.ryuuiisou_requires_hatsu else 2 if rules.ryuuiisou_pure_double else 1

    def worth(tiles: Tiles) -> int:
        if not tiles.lacks(ft.NOT_GREEN):
            return 0
        return without if tiles.lacks(ft.HONOUR) else with_hatsu

    return Pattern("ryuuiisou", worth, yakuman=True)


def tiles_patterns(rules: Rules) -> list[Pattern[Tiles]]:
    """List the yaku of tiles of four groups and a pair that the rules have."""
    return [
        *_plain_patterns(rules),
        Pattern("chinroutou", lambda tiles: int(tiles.lacks(ft.SIMPLE | ft.HONOUR)), yakuman=True),
        _ryuuiisou(rules),
    ]


def seven_pairs_patterns(rules: Rules) -> list[Pattern[Tiles]]:
    """List the yaku of seven pairs that the rules have."""
    han = 1 if rules.chiitoitsu == "50fu_1han" else 2
    return [Pattern("chiitoitsu", lambda _tiles: han), *_plain_patterns(rules)]
