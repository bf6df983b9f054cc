"""The rule sets under which a peer and we are comparable, and why our presets are changed."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib.util import find_spec
from typing import Any, Final

import msgspec

from tests.differential.peer import Peer

_JANSOU: Final[Mapping[str, Any]] = {
    # jansou voids a wait that melds and hand hold four times, stops the last dealer after a win
    # only, lets the liable seat pay for the whole hand, turns a pending indicator once a further
    # kan has stood, and gives tenhou no better waits.
    "karaten": "void_if_all_owned",
    "last_dealer_stop_tenpai": "off",
    "pao_scope": "whole_hand",
    "pending_dora_on_robbed_kan": "hidden",
    "tenhou_upgrades_waits": False,
}
_JANSOU_3P: Final[Mapping[str, Any]] = {**_JANSOU, "noten_total": 3000}
_RIICHIENV: Final[Mapping[str, Any]] = {
    # riichienv looks at the concealed tiles only when it voids a wait, and gives tenhou no better
    # waits.
    "karaten": "void_if_all_concealed",
    "tenhou_upgrades_waits": False,
}
_LEAGUE: Final[Mapping[str, Any]] = {
    # What jansou's M-League preset has otherwise.
    **{**_JANSOU, "pao_yakuman": ["daisangen", "daisuushii", "suukantsu"]},
    "leftover_sticks": "first",
    "nagashi_mangan": False,
    "pao_honba_payer": "liable",
    "riichi_ankan_rule": "waits_only",
    "riichi_min_live_tiles": 1,
    "riichi_requires_points": True,
    "tie_rule": "seat_order",
}
_BARE: Final[Mapping[str, Any]] = {
    # As much as jansou can switch off or turn round at once.
    **_JANSOU,
    "abort_suucha": False,
    "abort_suufon": False,
    "aka_dora": 0,
    "composite_yakuman": False,
    "dealer_repeat_draw": "never",
    "honba_value": 0,
    "ippatsu": False,
    "kan_dora": False,
    "kazoe_mode": "sanbaiman",
    "kiriage_mangan": True,
    "kuikae": "allowed",
    "nagashi_mangan": False,
    "noten_total": 0,
    "open_tanyao": False,
    "riichi_ankan_rule": "forbidden",
    "tobi": "off",
    "ura_dora": False,
}


class Pairing(msgspec.Struct, frozen=True):
    """One peer under one rule set: our rule object, and how to make the peer."""

    name: str
    players: int
    rules: Mapping[str, Any]
    peer: Callable[[], Peer]

    @property
    def missing(self) -> str | None:
        """Say what is not installed; None if the peer is there."""
        package = self.name.partition("-")[0]
        if find_spec(package) is not None:
            return None
        return f"needs {package}, which the extra `bench` installs"


def _riichienv(players: int, preset: str, **changes: bool) -> Callable[[], Peer]:
    def make() -> Peer:
        from riichienv import GameRule

        from tests.differential.riichienv_peer import RiichienvPeer

        rule = getattr(GameRule, f"default_{preset}")()
        for name, value in changes.items():
            setattr(rule, name, value)
        return RiichienvPeer(players, rule)

    return make


def _jansou(preset: str, **changes: Any) -> Callable[[], Peer]:
    def make() -> Peer:
        from jansou.core.rules import preset as rules_of

        from tests.differential.jansou_peer import JansouPeer

        return JansouPeer(replace(rules_of(preset), **changes))

    return make


_PAIRINGS: Final = (
    ("riichienv-tenhou-4p", "tenhou_4p", _RIICHIENV, _riichienv(4, "tenhou")),
    ("riichienv-majsoul-4p", "majsoul_4p_current", _RIICHIENV, _riichienv(4, "mjsoul")),
    ("riichienv-tenhou-3p", "tenhou_3p", _RIICHIENV, _riichienv(3, "tenhou")),
    ("riichienv-majsoul-3p", "majsoul_3p_current", _RIICHIENV, _riichienv(3, "mjsoul")),
    (
        "riichienv-mixed-4p",
        "majsoul_4p_current",
        {
            **_RIICHIENV,
            "double_yakuman": ["daisuushii", "kokushi_13"],
            "pao_scope": "whole_hand",
            "triple_ron_abort": True,
        },
        _riichienv(
            4,
            "mjsoul",
            is_junsei_chuurenpoutou_double=False,
            is_suuankou_tanki_double=False,
            sanchaho_is_draw=True,
            yakuman_pao_is_liability_only=False,
        ),
    ),
    ("jansou-tenhou-4p", "tenhou_4p", _JANSOU, _jansou("tenhou")),
    ("jansou-majsoul-4p", "majsoul_4p_current", _JANSOU, _jansou("mahjong-soul")),
    ("jansou-tenhou-3p", "tenhou_3p", _JANSOU_3P, _jansou("tenhou-3p")),
    ("jansou-majsoul-3p", "majsoul_3p_current", _JANSOU_3P, _jansou("mahjong-soul-3p")),
    (
        "jansou-league-4p",
        "mleague",
        _LEAGUE,
        _jansou("m-league", tenpai_declaration=False, pao_honba_to_liable=True),
    ),
    (
        "jansou-bare-4p",
        "majsoul_4p_current",
        _BARE,
        _jansou(
            "mahjong-soul",
            abort_suucha_riichi=False,
            abort_suufon_renda=False,
            aka_dora=False,
            allow_negative_scores=True,
            closed_kan_after_riichi=False,
            dealer_repeat_on_tenpai=False,
            honba_value=0,
            ippatsu=False,
            kan_dora=False,
            kazoe_yakuman=False,
            kiriage_mangan=True,
            kuikae_ban=False,
            kuitan=False,
            multiple_yakuman=False,
            nagashi_mangan=False,
            noten_penalty_pool=0,
            ura_dora=False,
        ),
    ),
)

PAIRINGS: Final[Mapping[str, Pairing]] = {
    name: Pairing(name, 3 if "3p" in preset else 4, {"preset": preset, **changes}, peer)
    for name, preset, changes, peer in _PAIRINGS
}
"""Every pairing by its name."""
