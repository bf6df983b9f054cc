"""What options promise of a finished game: what they switch off never happens.

Every check is a fact of the events and of the rule text, none asks the engine.
"""

from typing import Final

from engine.core.events import (
    Chi,
    Dahai,
    Dora,
    Event,
    Hora,
    Nukidora,
    Pon,
    Reach,
    Ryukyoku,
)
from engine.core.tiles import IDS, KIND
from engine.riichi.options import MAJSOUL_LOCAL_YAKU, OTHER_LOCAL_YAKU
from engine.riichi.rules import Rules
from tests.support.ledger import Round

DORA: Final = frozenset({"dora", "ura_dora", "aka_dora", "nukidora"})
_LOCAL: Final = MAJSOUL_LOCAL_YAKU | OTHER_LOCAL_YAKU
_MOST_RONS: Final = {"all": 3, "head_bump": 1, "double_only": 2}


def check_promises(round_: Round) -> None:
    """Walk through a round (which checks its tiles on the way) and hold it to its rules."""
    rules = round_.rules
    wins = [event for event in round_.events if isinstance(event, Hora)]
    most = _MOST_RONS[rules.multi_ron]
    assert len(wins) <= (min(most, 2) if rules.triple_ron_abort else most)
    turned = sum(isinstance(event, Dora) for event in round_.events)
    starting = rules.start_indicators - 1
    assert starting <= turned <= starting + (4 if rules.kan_dora else 0)
    scores = round_.start.scores
    before: Event = round_.start
    for event in round_.steps():
        match event:
            case Chi():
                assert rules.chi
                assert (event.target + 1) % rules.players == event.actor
            case Nukidora():
                assert rules.kita_dora
            case Dahai() if isinstance(before, Chi | Pon) and rules.kuikae != "allowed":
                assert _kind(event.pai) != _kind(before.pai)
                if rules.kuikae == "forbidden" and isinstance(before, Chi):
                    assert not _same_run(event, before)
            case Reach():
                assert not round_.open[event.actor]
                assert round_.live >= rules.riichi_min_live_tiles
                assert not rules.riichi_requires_points or (
                    scores[event.actor] >= rules.riichi_stick
                )
                assert not event.open or rules.open_riichi == "on"
            case Hora():
                _check_win(round_, event)
            case Ryukyoku():
                _check_draw(rules, event)
        scores = getattr(event, "scores", scores)
        before = event


def _kind(name: str) -> int:
    return KIND[IDS[name]]


def _same_run(cut: Dahai, call: Chi) -> bool:
    """Whether the discard would have made a run with the two tiles of the caller."""
    low, high = sorted(map(_kind, call.consumed))
    kind = _kind(cut.pai)
    return kind // 9 == low // 9 and high - low == 1 and kind in (low - 1, high + 1)


def _check_win(round_: Round, win: Hora) -> None:
    rules = round_.rules
    names = {name for name, _ in win.yaku}
    han = sum(worth for name, worth in win.yaku if name not in DORA)
    discarded = map(_kind, round_.discards[win.actor])
    is_open = round_.open[win.actor]
    two_han = rules.two_han_from_honba and round_.start.honba >= rules.two_han_from_honba
    forbidden = {
        "ippatsu": not rules.ippatsu,
        "dora": not (rules.dora or rules.kan_dora),
        "ura_dora": not rules.ura_dora,
        "aka_dora": not any(rules.aka_by_suit),
        "nukidora": not rules.kita_dora,
        "renhou": rules.renhou == "off",
        "pinfu": is_open or (win.actor == win.target and not rules.pinfu_tsumo),
        "tanyao": is_open and not rules.open_tanyao,
        "haitei": "rinshan" in names and not rules.haitei_with_rinshan,
        "open_riichi": rules.open_riichi == "off",
        "riichi": is_open,
        "menzen_tsumo": is_open or win.actor != win.target,
    }
    assert not names & {name for name, is_so in forbidden.items() if is_so}
    assert names & _LOCAL <= rules.local_yaku_names
    if win.yakuman:
        assert (
            win.yakuman <= 1
            or rules.composite_yakuman
            or rules.double_yakuman
            or (rules.ryuuiisou_pure_double or "daichisei" in names)
        )
        assert len(win.yaku) == 1 or rules.composite_yakuman
    else:
        assert han >= max(rules.min_han, 2 if two_han else 1)
        assert win.han == sum(worth for _, worth in win.yaku)
    if "chiitoitsu" in names:
        assert win.fu == (25 if rules.chiitoitsu == "25fu_2han" else 50)
    if win.actor != win.target and rules.furiten:
        assert _kind(win.pai) not in discarded


def _check_draw(rules: Rules, draw: Ryukyoku) -> None:
    possible = {
        "exhaustive": True,
        "nagashi_mangan": rules.nagashi_mangan,
        "kyuushu": rules.abort_kyuushu,
        "suufon": rules.abort_suufon,
        "suucha": rules.abort_suucha,
        "suukan": rules.abort_suukan != "off",
        "sanchaho": rules.triple_ron_abort,
    }
    assert possible[draw.reason]
    if draw.reason == "exhaustive":
        assert sum(delta for delta in draw.deltas if delta > 0) <= rules.noten_total
    elif draw.reason != "nagashi_mangan":
        assert not any(draw.deltas)
