"""Which check belongs to which option."""

from collections.abc import Mapping
from typing import Final, Literal, get_args, get_origin, get_type_hints

from engine.riichi.checks import Check, Clock, Oka, OneOf, Whole
from engine.riichi.checks_of_lists import AfterAbort, Reds, Subset, Uma
from engine.riichi.options import (
    MAJSOUL_LOCAL_YAKU,
    OTHER_LOCAL_YAKU,
    Abort,
    DoubleYakuman,
    Options,
    PaoYakuman,
    Players,
)

_LOCAL_NAMES: Final = tuple(sorted(MAJSOUL_LOCAL_YAKU | OTHER_LOCAL_YAKU | {"renhou"}))


def _derived(hints: Mapping[str, object]) -> dict[str, Check]:
    checks: dict[str, Check] = {}
    for name, hint in hints.items():
        if hint is bool:
            checks[name] = OneOf((False, True))
        elif get_origin(hint) is Literal:
            checks[name] = OneOf(get_args(hint))
    return checks


def _checks(players: Players) -> dict[str, Check]:
    four = players == 4
    special: dict[str, Check] = {
        "start_points": Whole(100, 200_000, 100),
        "required_points": Whole(100, 200_000, 100, extra=(None,)),
        "ceiling_points": Whole(100, 1_000_000, extra=(0,)),
        "thinking_time": Clock(),
        "score_origin": Whole(0, 200_000, 100),
        "uma": Uma(players, 1000),
        "oka": Oka(1000),
        "aka_dora": Reds(players),
        "start_indicators": OneOf((1, 2, 3) if four else (1,)),
        "chi": OneOf((False, True) if four else (False,)),
        "riichi_min_live_tiles": Whole(0, 69 if four else 54),
        "riichi_stick": Whole(0, 100_000, 100),
        "two_han_from_honba": Whole(0, 99),
        "double_yakuman": Subset(get_args(DoubleYakuman)),
        "local_yaku": Subset(_LOCAL_NAMES, or_bool=True),
        "honba_value": Whole(0, 100_000, 100),
        # Whole hundreds for each seat, however many are tenpai.
        "noten_total": Whole(0, 120_000, 600 if four else 200),
        "pao_yakuman": Subset(get_args(PaoYakuman)),
        "tsumo_split": OneOf(("scale", "split_north", None)),
        "abort_dealer": AfterAbort(get_args(Abort) if four else ("kyuushu", "suukan")),
    }
    hints = get_type_hints(Options)
    checks = _derived(hints) | special
    return {name: checks[name] for name in hints}


CHECKS: Final[Mapping[Players, Mapping[str, Check]]] = {3: _checks(3), 4: _checks(4)}
"""Players -> option -> check, in the order of riichi.md 4."""
