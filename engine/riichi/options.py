"""Every rule option with its type (riichi.md 4).

`Options` is the one list of names; `option_checks.py` derives the check from the type wherever
the type says all there is to say (bool, Literal).
"""

from typing import Final, Literal, TypeAlias

import msgspec

Players: TypeAlias = Literal[4, 3]
StopMode: TypeAlias = Literal["off", "auto", "ask"]
Abort: TypeAlias = Literal["kyuushu", "suufon", "suucha", "suukan", "sanchaho"]
DealerAfter: TypeAlias = Literal["keep", "rotate"]
DoubleYakuman: TypeAlias = Literal["daisuushii", "suuankou_tanki", "kokushi_13", "junsei_chuuren"]
PaoYakuman: TypeAlias = Literal["daisangen", "daisuushii", "suukantsu"]

THREE_PLAYERS_ONLY: Final[dict[str, object]] = {
    "kita_dora": False,
    "tsumo_loss": True,
    "tsumo_split": None,
}
"""Option -> what `Rules` holds with four players, where each payer pays the own share only."""

FOUR_PLAYERS_ONLY: Final[dict[str, object]] = {
    "triple_ron_abort": False,
    "abort_suufon": False,
    "abort_suucha": False,
}
"""Option -> what `Rules` holds with three players."""

FIXED: Final[dict[str, object]] = {"kans_per_hand": 4}
"""Options that may be named but not changed; they are no part of the full object."""

NO_OPTIONS: Final[dict[str, str]] = {
    "two_players": "a game has 4 or 3 players, as its preset says",
    "blue_fives": "the only marked tiles are red fives, see aka_dora",
    "red_threes": "the only marked tiles are red fives, see aka_dora",
    "red_sevens": "the only marked tiles are red fives, see aka_dora",
    "wareme": "no seat pays or wins double",
    "yakitori": "nothing is paid for a game without a win",
    "chips": "there are points only",
    "chombo": "illegal actions are refused, so that there is nothing to punish",
    "twin_wind": "round winds follow from length",
}
"""Rules of other houses that are refused by name, with the reason (riichi.md 4.6)."""

MAJSOUL_LOCAL_YAKU: Final = frozenset(
    {
        "tsubame_gaeshi",
        "kanburi",
        "shiiaru_raotai",
        "uumensai",
        "sanrenkou",
        "isshoku_sanjun",
        "iipin_moyue",
        "chuupin_raoyui",
        "daisharin",
        "daichikurin",
        "daisuurin",
        "ishi_no_ue_ni_mo_sannen",
        "daichisei",
    }
)
"""The list that `local_yaku` = true stands for, renhou apart (riichi.md 11)."""

OTHER_LOCAL_YAKU: Final = frozenset(
    {
        "sanshoku_ittsuu",
        "suurenkou",
        "isshoku_yonjun",
        "hyakumangoku",
        "benikujaku",
        "toohoku_shinkansen",
        "juusan_puutaa",
        "paarenchan",
    }
)
"""Local yaku that only a list of names switches on (riichi.md 11)."""


class AkaCounts(msgspec.Struct, frozen=True):
    """Red fives of each suit, 0..4."""

    m: int
    p: int
    s: int


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """All options, by the groups of riichi.md 4. Points are points, `uma` and `oka` thousands."""

    # 4.1 table and length
    players: Players
    length: Literal["one_round", "east", "east_south", "full"]
    start_points: int
    required_points: int | None
    extension: bool
    extension_end: Literal["immediate", "dealer_repeat_first"]
    tobi: Literal["off", "below_zero", "zero_or_below"]
    ceiling_points: int
    last_dealer_stop_win: StopMode
    last_dealer_stop_tenpai: StopMode
    last_dealer_stop_abort: bool
    dealer_repeat_win: bool
    dealer_repeat_draw: Literal["tenpai", "always", "never"]
    thinking_time: str
    hints: bool
    spectate: bool
    cpu_level: Literal["easy", "normal"]
    penalties: Literal["none"]

    # 4.2 final scoring
    score_origin: int
    uma: tuple[float, ...]
    oka: Literal["auto"] | float
    rounding: Literal[
        "none", "nearest_5_up", "nearest_6_up", "half_away_from_zero", "ceil", "floor"
    ]
    tie_rule: Literal["seat_order", "split"]
    leftover_sticks: Literal["first", "split_first", "lost"]

    # 4.3 dora
    aka_dora: Literal[0, 2, 3, 4, 6, 8] | AkaCounts
    dora: bool
    ura_dora: bool
    kan_dora: bool
    kan_ura_dora: bool
    kan_dora_timing: Literal["standard", "immediate"]
    pending_dora_on_robbed_kan: Literal["reveal", "hidden"]
    start_indicators: Literal[1, 2, 3]
    kita_dora: bool

    # 4.4 play
    chi: bool
    kuikae: Literal["forbidden", "suji_allowed", "allowed"]
    riichi_requires_points: bool
    riichi_min_live_tiles: int
    riichi_stick: int
    riichi_ankan_rule: Literal["forbidden", "waits_only", "strict_shape"]
    ippatsu: bool
    open_riichi: Literal["off", "on"]
    furiten: bool
    temp_furiten_clears: Literal["own_discard", "own_draw_only", "any_call"]
    multi_ron: Literal["all", "head_bump", "double_only"]
    triple_ron_abort: bool
    kokushi_robs_ankan: bool
    karaten: Literal["void_if_all_owned", "void_if_all_concealed", "tenpai"]
    keishiki_tenpai: bool
    houtei_after_rinshan: bool
    haitei_with_rinshan: bool
    min_han: Literal[1, 2, 4]
    two_han_from_honba: int

    # 4.5 scoring
    open_tanyao: bool
    atozuke: bool
    double_wind_pair_fu: Literal[2, 4]
    rinshan_tsumo_fu: bool
    open_pinfu_ron_fu: Literal[30, 20]
    pinfu_tsumo: bool
    chiitoitsu: Literal["25fu_2han", "50fu_1han"]
    kiriage_mangan: bool
    kazoe_mode: Literal["yakuman", "multiple", "sanbaiman"]
    double_yakuman: tuple[DoubleYakuman, ...]
    composite_yakuman: bool
    tenhou_upgrades_waits: bool
    renhou: Literal["off", "mangan", "baiman", "yakuman"]
    ryuuiisou_requires_hatsu: bool
    ryuuiisou_pure_double: bool
    local_yaku: bool | tuple[str, ...]
    honba_value: int
    honba_and_sticks_to: Literal["head_winner", "each_winner"]
    noten_total: int
    nagashi_mangan: bool
    nagashi_as: Literal["draw", "win"]
    nagashi_requires_menzen: bool
    nagashi_multiple: Literal["all", "nearest_to_last_draw"]
    pao_yakuman: tuple[PaoYakuman, ...]
    pao_scope: Literal["pao_yakuman_only", "whole_hand"]
    pao_honba_payer: Literal["liable", "discarder"]
    pao_tsumo_basis: Literal["sum_of_shares", "as_ron"]
    daiminkan_rinshan_pao: bool
    tsumo_loss: bool
    tsumo_split: Literal["scale", "split_north"] | None

    # 4.6 abortive draws
    abort_kyuushu: bool
    abort_suufon: bool
    abort_suucha: bool
    abort_suukan: Literal["off", "after_discard", "at_fourth_kan"]
    abort_dealer: DealerAfter | tuple[tuple[Abort, DealerAfter], ...]
    abort_accepts_riichi: bool
